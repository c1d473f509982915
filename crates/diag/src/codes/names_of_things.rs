//! HX3: names.

codes! {
    UNKNOWN_NAME = "HX3001", "name that nothing declares",
        "No variable of this name is in scope.",
        "hclx convert --value x string" => "hclx convert --value '\"x\"' string";
}
