//! HX92: lints of Terraform.

codes! {
    UNUSED_DECLARATION = "HX9202" in Style if complete, "unused declaration",
        "Nothing in the module refers to this variable, local value or data source. Remove it, or use it.",
        "locals {\n  a = 1\n}\n" => "locals {\n  a = 1\n}\n\noutput \"a\" {\n  value = local.a\n}\n";
    DEFAULT_REFUSED = "HX9203" in Correctness, "default fails validation",
        "The default of a variable violates the variable's own `validation` rules, so the module fails whenever the caller does not set the variable.",
        "variable \"env\" {\n  default = \"test\"\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n" => "variable \"env\" {\n  default = \"dev\"\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n";
    CONSTANT_CONDITION = "HX9204" in Suspicious, "comparison is always false",
        "The two values can never be equal, whatever the unknown values turn out to be, so the condition has a fixed result.",
        "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on == \"true\"\n}\n" => "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on == true\n}\n";
    UNKNOWN_INSTANCES = "HX9205" in Suspicious, "instances depend on unknown values",
        "Terraform must know the number and the keys of all instances when it makes a plan. A value that a resource computes is not known until apply. Use keys that the configuration sets, and put computed values in the values of the map.",
        "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  for_each = toset([terraform_data.a.id])\n}\n" => "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  for_each = { a = terraform_data.a.id }\n}\n";
    NUMBER_TO_STRING = "HX9206" in Suspicious, "implicit number-to-string conversion",
        "The results of a conditional, like the elements of a list, have one type. A number next to a string is converted to a string, which often surprises later comparisons and arithmetic.",
        "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on ? 1 : \"none\"\n}\n" => "variable \"on\" {\n  type = bool\n}\n\noutput \"a\" {\n  value = var.on ? 1 : null\n}\n";
    INPUT_FAILS = "HX9207" in Inputs, "failure for an allowed input",
        "The declaration of a variable accepts this value: it is the default, one of `true` and `false`, or a value that the variable's `validation` or type lists. But the module fails whenever the variable has this value, whatever the values of other variables. Change the expression, or restrict the variable.",
        "variable \"env\" {\n  type = string\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n\nlocals {\n  sizes = { dev = 1, prd = 3 }\n}\n\noutput \"size\" {\n  value = local.sizes[var.env]\n}\n" => "variable \"env\" {\n  type = string\n  validation {\n    condition     = contains([\"dev\", \"prod\"], var.env)\n    error_message = \"Must be dev or prod.\"\n  }\n}\n\nlocals {\n  sizes = { dev = 1, prod = 3 }\n}\n\noutput \"size\" {\n  value = local.sizes[var.env]\n}\n";
}
