//! HX51: modules of Terraform and OpenTofu.

codes! {
    DECLARED_TWICE = "HX5101", "declaration that exists already",
        "A module may declare a name once. Rename one of the declarations or remove it; to change a declaration of another file write it in a file whose name ends in `_override.tf`.",
        "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n" => "locals {\n  a = 1\n}\nlocals {\n  b = 2\n}\n";
    INVALID_NAME = "HX5102", "name that cannot be declared",
        "A name begins with a letter or an underscore, then come letters, digits, underscores and dashes. Names of meta-arguments of modules (`source`, `version`, `providers`, `count`, `for_each`, `lifecycle`, `depends_on`, `locals`) cannot be those of variables.",
        "output \"1st\" {\n  value = 1\n}\n" => "output \"first\" {\n  value = 1\n}\n";
    RESERVED_NAME = "HX5103", "name that the language keeps for itself",
        "Terraform and OpenTofu keep some names for arguments and blocks that they may get in a later version.",
        "variable \"count\" {}\n" => "variable \"size\" {}\n";
    NOT_CONSTANT = "HX5104", "expression that must be constant",
        "Terraform reads this before anything is evaluated, so it cannot refer to other declarations or call functions.",
        "variable \"a\" {\n  default = upper(\"x\")\n}\n" => "variable \"a\" {\n  default = \"X\"\n}\n";
    MODULE_SOURCE = "HX5105", "source of a module that cannot be used",
        "A source is a folder that begins with `./` or `../`, an address in a registry such as `hashicorp/consul/aws`, or an address that a getter understands, such as `git::https://…`.",
        "module \"net\" {\n  source = \"net\"\n}\n" => "module \"net\" {\n  source = \"hashicorp/consul/aws\"\n}\n";
    MODULE_CYCLE = "HX5106", "module that calls itself",
        "A module that calls itself, directly or through others, would never end.",
        "module \"net\" {\n  source = \"./\"\n}\n" => "module \"net\" {\n  source = \"hashicorp/consul/aws\"\n}\n";
    PROVIDER_CONFIGURATION = "HX5107", "provider configuration that does not fit",
        "A module gets the provider configurations of its caller: those without an alias by themselves, those with an alias through `providers`. The names on the left of `providers` are those that the module declares in `required_providers` and `configuration_aliases`.",
        "resource \"aws_vpc\" \"a\" {\n  provider = aws.west\n}\n" => "provider \"aws\" {\n  alias = \"west\"\n}\n\nresource \"aws_vpc\" \"a\" {\n  provider = aws.west\n}\n";
    SENSITIVE_VALUE = "HX5108", "sensitive value where it would be shown",
        "What comes of a sensitive value is sensitive too. Mark the output as `sensitive = true`, or take the mark off with `nonsensitive` where nothing secret is left.",
        "variable \"password\" {\n  sensitive = true\n}\n\noutput \"password\" {\n  value = var.password\n}\n" => "variable \"password\" {\n  sensitive = true\n}\n\noutput \"password\" {\n  value     = var.password\n  sensitive = true\n}\n";
    EPHEMERAL_VALUE = "HX5109", "ephemeral value where it would be kept",
        "An ephemeral value may only be used where nothing of it is kept: in arguments that are write-only, in provider and provisioner blocks, in locals, and in ephemeral variables and outputs of child modules.",
        "variable \"token\" {\n  type      = string\n  ephemeral = true\n}\n\nresource \"terraform_data\" \"a\" {\n  input = var.token\n}\n" => "variable \"token\" {\n  type = string\n}\n\nresource \"terraform_data\" \"a\" {\n  input = var.token\n}\n";
    VALIDATION_FAILED = "HX5110", "value that a validation rule refuses",
        "A variable may say with `validation` blocks what its values have to be like.",
        "variable \"size\" {\n  validation {\n    condition     = true\n    error_message = \"Must be small.\"\n  }\n}\n" => "variable \"size\" {\n  validation {\n    condition     = var.size < 10\n    error_message = \"Must be small.\"\n  }\n}\n";
    ADDRESS = "HX5111", "address that cannot be moved, imported, removed or overridden",
        "`moved`, `import`, `removed` and the overrides of tests name resources and modules by their addresses, with constant instance keys.",
        "moved {\n  from = terraform_data.a.id\n  to   = terraform_data.b\n}\n" => "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n";
    VERSION_CONSTRAINT = "HX5112", "version constraint that cannot be read",
        "A version constraint is a list of conditions with commas between them, such as `>= 1.2, < 2.0` or `~> 1.5`.",
        "terraform {\n  required_version = \"^1.5\"\n}\n" => "terraform {\n  required_version = \"~> 1.5\"\n}\n";
    OVERRIDES_NOTHING = "HX5113", "override of something that is not declared",
        "Files whose names end in `_override.tf` change declarations of the other files; what they name must be declared there.",
        "# main.tf\nvariable \"region\" {\n  default = \"eu-west-1\"\n}\n\n# main_override.tf\nvariable \"regoin\" {\n  default = \"us-east-1\"\n}\n" => "# main.tf\nvariable \"region\" {\n  default = \"eu-west-1\"\n}\n\n# main_override.tf\nvariable \"region\" {\n  default = \"us-east-1\"\n}\n";
    INSTANCES = "HX5114", "`count` or `for_each` that cannot be used",
        "`count` is a whole number from 0. `for_each` is a map or object, or a set of strings; its keys must be known before anything is created, and may not be sensitive.",
        "resource \"terraform_data\" \"a\" {\n  count = -1\n}\n" => "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n";
    LATER_VERSION = "HX5115", "construct of a later version",
        "The construct exists only since a version that `required_version` does not ask for.",
        "terraform {\n  required_version = \">= 1.0\"\n}\n\nvariable \"a\" {\n  type = object({ b = optional(string) })\n}\n" => "terraform {\n  required_version = \">= 1.3\"\n}\n\nvariable \"a\" {\n  type = object({ b = optional(string) })\n}\n";
    TEST_FILE = "HX5116", "test that cannot run",
        "A test file has `run` blocks, each with its assertions, variables and the failures that it expects.",
        "# main.tf\nvariable \"size\" {\n  default = 1\n\n  validation {\n    condition     = var.size > 0\n    error_message = \"no\"\n  }\n}\n\n# main.tftest.hcl\nrun \"small\" {\n  command         = plan\n  expect_failures = [var.sise]\n}\n" => "# main.tf\nvariable \"size\" {\n  default = 1\n\n  validation {\n    condition     = var.size > 0\n    error_message = \"no\"\n  }\n}\n\n# main.tftest.hcl\nrun \"small\" {\n  command         = plan\n  expect_failures = [var.size]\n}\n";
    UNDECLARED_VALUE = "HX5117", "value of a variable that is not declared",
        "A values file gives a value to a name that the module does not declare; it is ignored.",
        "# main.tf\nvariable \"region\" {\n  type = string\n}\n\n# terraform.tfvars\nregoin = \"eu-west-1\"\n" => "# main.tf\nvariable \"region\" {\n  type = string\n}\n\n# terraform.tfvars\nregion = \"eu-west-1\"\n";
    NO_SUCH_TYPE = "HX5118", "resource type that the provider does not have",
        "The provider has no resource, data source or ephemeral resource of this type.",
        "resource \"terraform_dta\" \"a\" {}\n" => "resource \"terraform_data\" \"a\" {}\n";
    EXCLUSIVE = "HX5119", "arguments that exclude each other",
        "Only one of the two may be given.",
        "resource \"terraform_data\" \"a\" {\n  count    = 1\n  for_each = {}\n}\n" => "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n";
    QUOTED_REFERENCE = "HX5120", "reference in quotes",
        "Versions before 0.12 wanted references in quotes here. Terraform still reads them, and will not for ever.",
        "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  depends_on = [\"terraform_data.a\"]\n}\n" => "resource \"terraform_data\" \"a\" {}\n\nresource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.a]\n}\n";
}
