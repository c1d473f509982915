//! HX3: names.

codes! {
    UNKNOWN_NAME = "HX3001", "name that nothing declares",
        "No variable of this name is in scope.",
        "hclx convert --value x string" => "hclx convert --value '\"x\"' string";
    NOT_IN_SCOPE = "HX3002", "name that has no meaning here",
        "Some names exist only in some places: `each` in blocks with `for_each`, `count` in blocks with `count`, `self` in provisioners, connections and postconditions.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n  input = each.key\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n  input = count.index\n}\n";
    INSTANCE_KEY = "HX3003", "reference that misses an instance key, or has one too many",
        "What has `count` is a list and what has `for_each` is a map of instances: write `[0]`, `[\"key\"]` or `[*]` after its name. What has neither is one object.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n}\n\noutput \"id\" {\n  value = terraform_data.a.id\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n}\n\noutput \"ids\" {\n  value = terraform_data.a[*].id\n}\n";
    REFERENCE_FORM = "HX3004", "reference of the wrong form",
        "A reference names a declaration: `var.NAME`, `local.NAME`, `module.NAME`, `TYPE.NAME`, `data.TYPE.NAME`. A text is written in quotes.",
        "# main.tf\nlocals {\n  region = eu-west-1\n}\n" => "# main.tf\nlocals {\n  region = \"eu-west-1\"\n}\n";
    CYCLE = "HX3005", "declarations that need each other",
        "Each of these needs the value of the next one, and the last one that of the first. Break the cycle at one of the places.",
        "# main.tf\nlocals {\n  a = local.b\n  b = local.a\n}\n" => "# main.tf\nlocals {\n  a = local.b\n  b = 1\n}\n";
    OWN_REFERENCE = "HX3006", "declaration that needs itself",
        "The value of a resource exists only after its arguments were evaluated. Use `self` in provisioners and postconditions.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  input = terraform_data.a.id\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
}
