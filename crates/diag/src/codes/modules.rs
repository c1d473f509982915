//! HX51: modules of Terraform and OpenTofu.

codes! {
    Schema;
    DECLARED_TWICE = "HX5101", "duplicate declaration",
        "A name can be declared only once in a module. Rename or remove one of the declarations. To change a declaration from another file, use a file whose name ends in `_override.tf`.",
        "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n" => "locals {\n  a = 1\n}\nlocals {\n  b = 2\n}\n";
    INVALID_NAME = "HX5102", "invalid name",
        "A name starts with a letter or an underscore, followed by letters, digits, underscores and dashes. Variables cannot have the name of a meta-argument of modules (`source`, `version`, `providers`, `count`, `for_each`, `lifecycle`, `depends_on`, `locals`), because a module call could not set them.",
        "output \"1st\" {\n  value = 1\n}\n" => "output \"first\" {\n  value = 1\n}\n";
    RESERVED_NAME = "HX5103", "reserved name",
        "Terraform and OpenTofu reserve some argument names and block types for future versions.",
        "variable \"count\" {}\n" => "variable \"size\" {}\n";
    NOT_CONSTANT = "HX5104", "expression must be constant",
        "Terraform reads this argument before it evaluates anything else, so the expression cannot contain references or function calls.",
        "variable \"a\" {\n  default = upper(\"x\")\n}\n" => "variable \"a\" {\n  default = \"X\"\n}\n";
    MODULE_SOURCE = "HX5105" if complete, "invalid module source",
        "A module source is a local path that starts with `./` or `../`, a registry address such as `hashicorp/consul/aws`, or an address that go-getter supports, for example `git::https://…`.",
        "module \"net\" {\n  source = \"net\"\n}\n" => "module \"net\" {\n  source = \"hashicorp/consul/aws\"\n}\n";
    MODULE_CYCLE = "HX5106", "recursive module call",
        "A module that calls itself, directly or through other modules, could never be expanded completely.",
        "module \"net\" {\n  source = \"./\"\n}\n" => "module \"net\" {\n  source = \"hashicorp/consul/aws\"\n}\n";
    PROVIDER_CONFIGURATION = "HX5107" if complete, "invalid provider configuration",
        "A child module inherits the default provider configurations of its caller; configurations with an alias must be passed with `providers`. The keys of `providers` are the names that the child module declares in `required_providers` and `configuration_aliases`.",
        "resource \"aws_vpc\" \"a\" {\n  provider = aws.west\n}\n" => "provider \"aws\" {\n  alias = \"west\"\n}\n\nresource \"aws_vpc\" \"a\" {\n  provider = aws.west\n}\n";
    SENSITIVE_VALUE = "HX5108", "exposed sensitive value",
        "A value derived from a sensitive value is sensitive as well. Set `sensitive = true` on the output, or remove the mark with `nonsensitive` if the result contains no secret.",
        "variable \"password\" {\n  sensitive = true\n}\n\noutput \"password\" {\n  value = var.password\n}\n" => "variable \"password\" {\n  sensitive = true\n}\n\noutput \"password\" {\n  value     = var.password\n  sensitive = true\n}\n";
    EPHEMERAL_VALUE = "HX5109", "persisted ephemeral value",
        "Ephemeral values cannot be stored in the plan or the state. They are allowed in write-only arguments, provider configurations, provisioners and connections, local values, and ephemeral variables and outputs of child modules.",
        "variable \"token\" {\n  type      = string\n  ephemeral = true\n}\n\nresource \"terraform_data\" \"a\" {\n  input = var.token\n}\n" => "variable \"token\" {\n  type = string\n}\n\nresource \"terraform_data\" \"a\" {\n  input = var.token\n}\n";
    VALIDATION_FAILED = "HX5110", "validation failed",
        "A condition in a `validation`, `precondition`, `postcondition` or `assert` block is false for this value, so the run fails with its error message. Conditions that refer to nothing, and so cannot check anything, have the same code.",
        "variable \"size\" {\n  validation {\n    condition     = true\n    error_message = \"Must be small.\"\n  }\n}\n" => "variable \"size\" {\n  validation {\n    condition     = var.size < 10\n    error_message = \"Must be small.\"\n  }\n}\n";
    ADDRESS = "HX5111" if complete, "invalid target address",
        "`moved`, `import`, `removed` and the overrides of tests refer to resources and modules by their addresses. Instance keys in these addresses must be constant.",
        "moved {\n  from = terraform_data.a.id\n  to   = terraform_data.b\n}\n" => "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n";
    VERSION_CONSTRAINT = "HX5112", "malformed version constraint",
        "A version constraint is a comma-separated list of conditions, for example `>= 1.2, < 2.0` or `~> 1.5`.",
        "terraform {\n  required_version = \"^1.5\"\n}\n" => "terraform {\n  required_version = \"~> 1.5\"\n}\n";
    OVERRIDES_NOTHING = "HX5113" if complete, "override without a declaration",
        "Files whose names end in `_override.tf` modify declarations in the other files of the module, so each declaration in them must exist there.",
        "# main.tf\nvariable \"region\" {\n  default = \"eu-west-1\"\n}\n\n# main_override.tf\nvariable \"regoin\" {\n  default = \"us-east-1\"\n}\n" => "# main.tf\nvariable \"region\" {\n  default = \"eu-west-1\"\n}\n\n# main_override.tf\nvariable \"region\" {\n  default = \"us-east-1\"\n}\n";
    INSTANCES = "HX5114", "invalid `count` or `for_each`",
        "`count` must be a whole number, zero or more. `for_each` must be a map, an object or a set of strings. Its keys must be known when the plan is made and cannot be sensitive, because they become part of resource addresses.",
        "resource \"terraform_data\" \"a\" {\n  count = -1\n}\n" => "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n";
    LATER_VERSION = "HX5115", "newer language feature",
        "This feature was introduced in a later version than the oldest one that `required_version` allows. Raise the constraint or avoid the feature.",
        "terraform {\n  required_version = \">= 1.0\"\n}\n\nvariable \"a\" {\n  type = object({ b = optional(string) })\n}\n" => "terraform {\n  required_version = \">= 1.3\"\n}\n\nvariable \"a\" {\n  type = object({ b = optional(string) })\n}\n";
    TEST_FILE = "HX5116", "invalid test",
        "A test file consists of `run` blocks, with their variables, assertions and expected failures, and of optional settings for all runs.",
        "# main.tf\nvariable \"size\" {\n  default = 1\n\n  validation {\n    condition     = var.size > 0\n    error_message = \"no\"\n  }\n}\n\n# main.tftest.hcl\nrun \"small\" {\n  command         = plan\n  expect_failures = [var.sise]\n\n  variables {\n    size = 0\n  }\n}\n" => "# main.tf\nvariable \"size\" {\n  default = 1\n\n  validation {\n    condition     = var.size > 0\n    error_message = \"no\"\n  }\n}\n\n# main.tftest.hcl\nrun \"small\" {\n  command         = plan\n  expect_failures = [var.size]\n\n  variables {\n    size = 0\n  }\n}\n";
    UNDECLARED_VALUE = "HX5117" if complete, "value for an undeclared variable",
        "A values file sets a variable that the module does not declare. Terraform ignores the value; for a `-var` flag, it reports an error.",
        "# main.tf\nvariable \"region\" {\n  type = string\n}\n\n# terraform.tfvars\nregoin = \"eu-west-1\"\n" => "# main.tf\nvariable \"region\" {\n  type = string\n}\n\n# terraform.tfvars\nregion = \"eu-west-1\"\n";
    NO_SUCH_TYPE = "HX5118", "unknown resource type",
        "The provider has no resource, data source or ephemeral resource with this type.",
        "resource \"terraform_dta\" \"a\" {}\n" => "resource \"terraform_data\" \"a\" {}\n";
    EXCLUSIVE = "HX5119", "conflicting arguments",
        "These arguments cannot be used together. Remove one of them.",
        "resource \"terraform_data\" \"a\" {\n  count    = 1\n  for_each = {}\n}\n" => "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n";
    QUOTED_REFERENCE = "HX5120", "quoted reference",
        "Terraform 0.11 and earlier required quotes around references here. They are deprecated: write the reference without quotes.",
        "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  depends_on = [\"terraform_data.a\"]\n}\n" => "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.a]\n}\n";
}
