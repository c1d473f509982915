//! HX3: names.

codes! {
    UNKNOWN_NAME = "HX3001", "name that nothing declares",
        "No variable of this name is in scope.",
        "hclx convert --value x string" => "hclx convert --value '\"x\"' string";
    NOT_IN_SCOPE = "HX3002", "name that has no meaning here",
        "Some names exist only in some places: `each` in blocks with `for_each`, `count` in blocks with `count`, `self` in provisioners, connections and postconditions.",
        "" => "";
    INSTANCE_KEY = "HX3003", "reference that misses an instance key, or has one too many",
        "What has `count` is a list and what has `for_each` is a map of instances: write `[0]`, `[\"key\"]` or `[*]` after its name. What has neither is one object.",
        "" => "";
    REFERENCE_FORM = "HX3004", "reference of the wrong form",
        "A reference names a declaration: `var.NAME`, `local.NAME`, `module.NAME`, `TYPE.NAME`, `data.TYPE.NAME`. A text is written in quotes.",
        "" => "";
    CYCLE = "HX3005", "declarations that need each other",
        "Each of these needs the value of the next one, and the last one that of the first. Break the cycle at one of the places.",
        "" => "";
    OWN_REFERENCE = "HX3006", "declaration that needs itself",
        "The value of a resource exists only after its arguments were evaluated. Use `self` in provisioners and postconditions.",
        "" => "";
}
