//! HX6: unknown values and their ranges.

codes! {
    Unknown;
    CONTRADICTION = "HX6001", "contradictory refinements",
        "Two refinements of the value cannot both be true, so no possible value is left.",
        "hclx refine string --prefix a --prefix b --format json" => "hclx refine string --prefix a --prefix ab --format json";
    NOT_APPLICABLE = "HX6002", "unsupported refinement",
        "Bounds apply to numbers, prefixes to strings, and lengths to lists, sets and maps.",
        "hclx refine string --min 3 --format json" => "hclx refine number --min 3 --format json";
    UNKNOWN_NOTATION = "HX6003", "malformed `unknown(…)`",
        "An unknown value is written `unknown(TYPE, REFINEMENT…)`, for example `unknown(string, not_null, prefix(\"https://\"))`. The refinements are not_null, null, prefix, prefix_full, min, above, max, below, length_min, length_max, length and one_of.",
        "hclx convert --value 'unknown(string, prefx(\"a\"))' string" => "hclx convert --value 'unknown(string, prefix(\"a\"))' string";
}
