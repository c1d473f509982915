//! HX92: lints of Terraform.

codes! {
    Lint;
    UNUSED_DECLARATION = "HX9202" in Style tag Unnecessary if complete, "unused declaration",
        "Nothing in the module refers to this variable, local value or data source. Remove it, or use it.",
        "locals {\n  a = 1\n}\n" => "locals {\n  a = 1\n}\n\noutput \"a\" {\n  value = local.a\n}\n";
    DEFAULT_REFUSED = "HX9203" in Correctness, "default fails validation",
        "The default of a variable violates the variable's own `validation` rules, so the module fails whenever the caller does not set the variable. A default of `null`, `\"\"` or an empty collection that a rule rejects is not reported: the rule demands a value from the caller.",
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
    UNDESCRIBED = "HX9211" in Pedantic, "missing description",
        "A variable or an output without a `description` is empty in the documentation of the module, and callers have to read its code.",
        "variable \"size\" {\n  type = number\n}\n\noutput \"double\" {\n  description = \"Twice the size.\"\n  value       = var.size * 2\n}\n" => "variable \"size\" {\n  type        = number\n  description = \"The size in GB.\"\n}\n\noutput \"double\" {\n  description = \"Twice the size.\"\n  value       = var.size * 2\n}\n";
    UNTYPED_VARIABLE = "HX9212" in Pedantic, "variable without a type",
        "A variable without a `type` accepts any value, so a mistake of a caller is found inside of the module, or not at all.",
        "variable \"size\" {\n  description = \"The size in GB.\"\n}\n\noutput \"double\" {\n  description = \"Twice the size.\"\n  value       = var.size * 2\n}\n" => "variable \"size\" {\n  type        = number\n  description = \"The size in GB.\"\n}\n\noutput \"double\" {\n  description = \"Twice the size.\"\n  value       = var.size * 2\n}\n";
    NO_REQUIRED_VERSION = "HX9213" in Pedantic, "missing `required_version`",
        "Without `required_version`, an older version of Terraform fails with an error about the syntax or the functions that it does not have yet, or it does something else.",
        "resource \"terraform_data\" \"a\" {}\n" => "terraform {\n  required_version = \">= 1.5\"\n}\n\nresource \"terraform_data\" \"a\" {}\n";
    NO_PROVIDER_VERSION = "HX9214" in Pedantic, "missing version of a provider",
        "Without a version constraint, `init` selects the newest release of the provider where no lock file has one, whatever it changes. Add the provider to `required_providers` with a constraint.",
        "resource \"random_pet\" \"a\" {}\n" => "terraform {\n  required_providers {\n    random = {\n      source  = \"hashicorp/random\"\n      version = \"~> 3.5\"\n    }\n  }\n}\n\nresource \"random_pet\" \"a\" {}\n";
    UNPINNED_SOURCE = "HX9215" in Pedantic, "unpinned module source",
        "The source of a module call names no version, so the same configuration runs with other code tomorrow. Add `?ref=` with a tag or a commit to a git source, and `version` to a call of a module from a registry.",
        "module \"net\" {\n  source = \"git::https://example.com/net.git\"\n}\n" => "module \"net\" {\n  source = \"git::https://example.com/net.git?ref=v1.2.0\"\n}\n";
    UNUSED_PROVIDER = "HX9216" in Pedantic if complete, "unused required provider",
        "No resource, data source, provider configuration or function call of the module uses this provider, but `init` downloads it. Modules that call others are left out, since these may inherit a configuration.",
        "terraform {\n  required_providers {\n    random = {\n      source  = \"hashicorp/random\"\n      version = \"~> 3.5\"\n    }\n  }\n}\n" => "terraform {\n}\n";
    NAME_CASE = "HX9217" in Pedantic, "name not in snake case",
        "Names of variables, local values, outputs, resources, data sources and module calls are written in lower case, with single underscores between words.",
        "locals {\n  diskSize = 8\n}\n\noutput \"size\" {\n  value = local.diskSize\n}\n" => "locals {\n  disk_size = 8\n}\n\noutput \"size\" {\n  value = local.disk_size\n}\n";
    PROVIDER_MINIMUM = "HX9218" in Pedantic, "version of a provider too low",
        "The newest release of the provider that the version constraints allow accepts this code, but older allowed ones refuse it. A lock file or a caller that selects such a release makes the module fail. Raise the lower bound of the constraint.",
        "terraform {\n  required_version = \">= 1.5\"\n  required_providers {\n    aws = {\n      source  = \"hashicorp/aws\"\n      version = \">= 5.0\"\n    }\n  }\n}\n\nresource \"aws_vpc\" \"a\" {\n  region = \"eu-central-1\"\n}\n" => "terraform {\n  required_version = \">= 1.5\"\n  required_providers {\n    aws = {\n      source  = \"hashicorp/aws\"\n      version = \">= 6.0\"\n    }\n  }\n}\n\nresource \"aws_vpc\" \"a\" {\n  region = \"eu-central-1\"\n}\n";
    REDUNDANT_DEPENDENCY = "HX9219" in Style, "redundant entry of `depends_on`",
        "The block refers to this resource or data source, so it waits for it anyway. Entries for what no argument refers to stand out more without it.",
        "resource \"terraform_data\" \"a\" {\n}\n\nresource \"terraform_data\" \"b\" {\n  input      = terraform_data.a.id\n  depends_on = [terraform_data.a]\n}\n" => "resource \"terraform_data\" \"a\" {\n}\n\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n";
    CHANGING_ARGUMENT = "HX9220" in Pedantic, "argument that changes in every plan",
        "`timestamp`, `plantimestamp`, `uuid` and `bcrypt` have another result each time, so every plan changes the resource. Arguments whose names begin with `trigger` are meant to, and those in `ignore_changes` do not.",
        "resource \"terraform_data\" \"a\" {\n  input = timestamp()\n}\n" => "resource \"terraform_data\" \"a\" {\n  input = timestamp()\n  lifecycle {\n    ignore_changes = [input]\n  }\n}\n";
    LEGACY_LOOKUP = "HX9221" in Style, "`lookup` without a default",
        "Without a default, `lookup` fails for a missing key as an index does, which is shorter.",
        "variable \"sizes\" {\n  type = map(number)\n}\n\noutput \"size\" {\n  value = lookup(var.sizes, \"prod\")\n}\n" => "variable \"sizes\" {\n  type = map(number)\n}\n\noutput \"size\" {\n  value = var.sizes[\"prod\"]\n}\n";
    FILE_STRUCTURE = "HX9222" in Pedantic, "unusual file of a module",
        "In the standard structure of modules, `main.tf` is where readers begin, variables are in `variables.tf` and outputs in `outputs.tf`. The names mean nothing to Terraform.",
        "variable \"size\" {\n  type        = number\n  description = \"The size in GB.\"\n}\n" => "locals {\n  size = 8\n}\n";
}
