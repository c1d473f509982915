//! HX91: lints of HCL style; each has a fix that does not change the meaning.

codes! {
    Lint;
    INTERPOLATION_ONLY = "HX9101" in Style, "redundant interpolation",
        "`\"${x}\"` is the same as `x`: the quotes and braces have no effect. Terraform 0.11 and earlier required them.\n\nOff by default; `--warn style` enables the group.",
        "echo 'a = \"${b.c}\"' | hclx check --deny style --var 'b={c=1}' -" => "echo 'a = b.c' | hclx check --deny style --var 'b={c=1}' -";
    LEGACY_INDEX = "HX9102" in Style, "legacy index syntax",
        "`a.0` is the legacy syntax for an index, from before HCL 2. `a[0]` means the same.",
        "echo 'a = b.0' | hclx check --deny style --var 'b=[1]' -" => "echo 'a = b[0]' | hclx check --deny style --var 'b=[1]' -";
    LEGACY_SPLAT = "HX9103" in Style, "legacy splat syntax",
        "`a.*.b` is the legacy syntax for a splat, from before HCL 2. `a[*].b` means the same, unless an index follows: after `.*` the index selects from the result, after `[*]` it selects from each element.",
        "echo 'a = b.*.c' | hclx check --deny style --var 'b=[{c=1}]' -" => "echo 'a = b[*].c' | hclx check --deny style --var 'b=[{c=1}]' -";
    NEGATED_COMPARISON = "HX9104" in Style, "negated comparison",
        "`!(a == b)` is easier to read as `a != b`, and `!(a != b)` as `a == b`.",
        "echo 'a = !(1 == 2)' | hclx check --deny style -" => "echo 'a = 1 != 2' | hclx check --deny style -";
    COMMENT_SLASHES = "HX9105" in Style, "`//` comment",
        "Both `#` and `//` start a comment. `#` is the idiomatic form, and formatters rewrite `//` to it.",
        "printf '// about\na = 1\n' | hclx check --deny style -" => "printf '# about\na = 1\n' | hclx check --deny style -";
    BARE_LABEL = "HX9106" in Style, "unquoted label",
        "Block labels can be written without quotes, but quotes are idiomatic and show that a label is a string and not a reference.",
        "echo 'a b {}' | hclx check --deny style -" => "echo 'a \"b\" {}' | hclx check --deny style -";
    COLON_IN_OBJECT = "HX9107" in Style, "`:` in an object",
        "HCL accepts `:` between the key and the value of an object, as in JSON. `=` is the idiomatic form.",
        "echo 'a = { b : 1 }' | hclx check --deny style -" => "echo 'a = { b = 1 }' | hclx check --deny style -";
    NOT_FORMATTED = "HX9108" in Style, "unformatted file",
        "The file is not laid out as `hclx fmt` writes it, which is what `terraform fmt` writes. `hclx fmt` formats it. Only `hclx fmt --check` reports this code.",
        "echo 'a=1' | hclx fmt --check --format concise -" => "echo 'a = 1' | hclx fmt --check --format concise -";
    NEEDLESS_PARENTHESES = "HX9151" in Pedantic, "redundant parentheses",
        "Parentheses around the whole value of an attribute have no effect.",
        "echo 'a = (1)' | hclx check --deny pedantic -" => "echo 'a = 1' | hclx check --deny pedantic -";
    QUOTED_KEY = "HX9152" in Pedantic, "redundant quotes around a key",
        "A key that is an identifier needs no quotes.",
        "echo 'a = { \"b\" = 1 }' | hclx check --deny pedantic -" => "echo 'a = { b = 1 }' | hclx check --deny pedantic -";
    CONVERTED_LITERAL = "HX9153" in Pedantic, "literal of another type",
        "The literal has a different type than the attribute and is converted: for example a number or bool in quotes, or a number where a string is expected. Write it in the attribute's type.",
        "# main.tf\nvariable \"a\" {\n  nullable = \"true\"\n}\n" => "# main.tf\nvariable \"a\" {\n  nullable = true\n}\n";
    REPEATED_KEY = "HX9154" in Pedantic, "repeated key in an object",
        "The last value of a key counts, so the others have no effect.",
        "echo 'a = { b = 1, b = 2 }' | hclx check --deny pedantic -" => "echo 'a = { b = 1, c = 2 }' | hclx check --deny pedantic -";
}
