//! HX92: lints of Terraform.

codes! {
    UNUSED_DECLARATION = "HX9202" in Style, "declaration that nothing uses",
        "Nothing in the module refers to this variable, local value or data source.",
        "" => "";
    DEFAULT_REFUSED = "HX9203" in Correctness, "default that its own validation refuses",
        "The default of a variable does not meet the conditions that the variable itself sets.",
        "" => "";
    CONSTANT_CONDITION = "HX9204" in Suspicious, "comparison that can never hold",
        "The two values can never be equal, whatever the unknown values are.",
        "" => "";
    UNKNOWN_INSTANCES = "HX9205" in Suspicious, "number of instances that may be unknown",
        "Terraform needs the number and the keys of instances before anything is created; a value that a resource computes is not known then.",
        "" => "";
    NUMBER_TO_STRING = "HX9206" in Suspicious, "number that silently becomes a string",
        "The arms of a conditional and the elements of a list have one type. A number beside a string becomes a string.",
        "" => "";
}
