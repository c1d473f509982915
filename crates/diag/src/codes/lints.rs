//! HX92: lints of Terraform.

codes! {
    UNUSED_DECLARATION = "HX9202" in Style, "declaration that nothing uses",
        "Nothing in the module refers to this variable, local value or data source.",
        "locals {\n  a = 1\n}\n" => "locals {\n  a = 1\n}\n\noutput \"a\" {\n  value = local.a\n}\n";
    DEFAULT_REFUSED = "HX9203" in Correctness, "default that its own validation refuses",
        "The default of a variable does not meet the conditions that the variable itself sets.",
        "variable \"env\" {\n  default = \"test\"\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n" => "variable \"env\" {\n  default = \"dev\"\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n";
    CONSTANT_CONDITION = "HX9204" in Suspicious, "comparison that can never hold",
        "The two values can never be equal, whatever the unknown values are.",
        "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on == \"true\"\n}\n" => "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on == true\n}\n";
    UNKNOWN_INSTANCES = "HX9205" in Suspicious, "number of instances that may be unknown",
        "Terraform needs the number and the keys of instances before anything is created; a value that a resource computes is not known then.",
        "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  for_each = toset([terraform_data.a.id])\n}\n" => "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  for_each = { a = terraform_data.a.id }\n}\n";
    NUMBER_TO_STRING = "HX9206" in Suspicious, "number that silently becomes a string",
        "The arms of a conditional and the elements of a list have one type. A number beside a string becomes a string.",
        "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on ? 1 : \"none\"\n}\n" => "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on ? 1 : null\n}\n";
}
