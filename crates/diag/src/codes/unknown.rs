//! HX6: unknown values and their ranges.

codes! {
    CONTRADICTION = "HX6001", "refinements that contradict each other",
        "Two facts about a value cannot both be true, so no value is left.",
        "hclx refine string --prefix a --prefix b --format json" => "hclx refine string --prefix a --prefix ab --format json";
    NOT_APPLICABLE = "HX6002", "refinement that the type does not have",
        "Bounds belong to numbers, prefixes to strings, lengths to lists, sets and maps.",
        "hclx refine string --min 3 --format json" => "hclx refine number --min 3 --format json";
    UNKNOWN_NOTATION = "HX6003", "`unknown(…)` of the wrong form",
        "An unknown value is written `unknown(TYPE, REFINEMENT…)`, such as `unknown(string, not_null, prefix(\"https://\"))`. The refinements are not_null, null, prefix, prefix_full, min, above, max, below, length_min, length_max, length and one_of.",
        "hclx convert --value 'unknown(string, prefx(\"a\"))' string" => "hclx convert --value 'unknown(string, prefix(\"a\"))' string";
}
