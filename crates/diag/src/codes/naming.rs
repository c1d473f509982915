//! HX3: names.

codes! {
    Names;
    UNKNOWN_NAME = "HX3001" is Undeclared if complete, "undeclared name",
        "Nothing with this name is in scope.",
        "hclx convert --value x string" => "hclx convert --value '\"x\"' string";
    NOT_IN_SCOPE = "HX3002", "name not available here",
        "Some names are only available in certain places: `each` in blocks with `for_each`, `count` in blocks with `count`, and `self` in provisioners, connections and postconditions.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n  input = each.key\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n  input = count.index\n}\n";
    INSTANCE_KEY = "HX3003", "missing or unexpected instance key",
        "A block with `count` is a list of instances and a block with `for_each` is a map of instances: select one with `[0]` or `[\"key\"]`, or all with `[*]`. A block with neither is a single object and has no instance key.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n}\n\noutput \"id\" {\n  value = terraform_data.a.id\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  count = 2\n}\n\noutput \"ids\" {\n  value = terraform_data.a[*].id\n}\n";
    REFERENCE_FORM = "HX3004" if complete, "invalid reference",
        "References have the form `var.NAME`, `local.NAME`, `module.NAME`, `TYPE.NAME` or `data.TYPE.NAME`. If a string was meant, quote it.",
        "# main.tf\nlocals {\n  region = eu-west-1\n}\n" => "# main.tf\nlocals {\n  region = \"eu-west-1\"\n}\n";
    CYCLE = "HX3005", "dependency cycle",
        "Each of these declarations depends on the next one, and the last depends on the first, so none can be evaluated. Remove one of the references.",
        "# main.tf\nlocals {\n  a = local.b\n  b = local.a\n}\n" => "# main.tf\nlocals {\n  a = local.b\n  b = 1\n}\n";
    OWN_REFERENCE = "HX3006", "self-reference",
        "A resource cannot refer to itself in its own arguments, because its attributes exist only after they have been evaluated. In provisioners, connections and postconditions, use `self`.",
        "# main.tf\nresource \"terraform_data\" \"a\" {\n  input = terraform_data.a.id\n}\n" => "# main.tf\nresource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
}
