//! HX91: lints of how HCL is written; each has an edit that changes nothing else.

codes! {
    INTERPOLATION_ONLY = "HX9101" in Style, "interpolation around a whole value",
        "`\"${x}\"` alone is `x`: the quotes and the braces do nothing. HCL before version 2 needed them.\n\nOff by default; `--warn style` turns the group on.",
        "echo 'a = \"${b.c}\"' | hclx check --deny style --var 'b={c=1}' -" => "echo 'a = b.c' | hclx check --deny style --var 'b={c=1}' -";
    LEGACY_INDEX = "HX9102" in Style, "index written with a dot",
        "`a.0` is the form of an index that HCL had before version 2; `a[0]` is the same.",
        "echo 'a = b.0' | hclx check --deny style --var 'b=[1]' -" => "echo 'a = b[0]' | hclx check --deny style --var 'b=[1]' -";
    LEGACY_SPLAT = "HX9103" in Style, "splat written with a dot",
        "`a.*.b` is the form of a splat that HCL had before version 2. `a[*].b` is the same, unless an index follows: after `.*` an index takes an element of the result, after `[*]` it takes one of each element.",
        "echo 'a = b.*.c' | hclx check --deny style --var 'b=[{c=1}]' -" => "echo 'a = b[*].c' | hclx check --deny style --var 'b=[{c=1}]' -";
    NEGATED_COMPARISON = "HX9104" in Style, "negation of a comparison",
        "`!(a == b)` is `a != b`, and the other way round.",
        "echo 'a = !(1 == 2)' | hclx check --deny style -" => "echo 'a = 1 != 2' | hclx check --deny style -";
    COMMENT_SLASHES = "HX9105" in Style, "comment that begins with slashes",
        "Comments of a line begin with `#`; `//` is accepted, and formatters write `#`.",
        "printf '// about\na = 1\n' | hclx check --deny style -" => "printf '# about\na = 1\n' | hclx check --deny style -";
    BARE_LABEL = "HX9106" in Style, "label without quotes",
        "Labels of blocks are written in quotes, so that they are seen to be text and not names.",
        "echo 'a b {}' | hclx check --deny style -" => "echo 'a \"b\" {}' | hclx check --deny style -";
    COLON_IN_OBJECT = "HX9107" in Style, "colon in an object",
        "HCL accepts `:` between key and value of an object, as JSON has it; `=` is what HCL writes.",
        "echo 'a = { b : 1 }' | hclx check --deny style -" => "echo 'a = { b = 1 }' | hclx check --deny style -";
    NEEDLESS_PARENTHESES = "HX9151" in Pedantic, "parentheses around a whole value",
        "Parentheses around the whole value of an attribute do nothing.",
        "echo 'a = (1)' | hclx check --deny pedantic -" => "echo 'a = 1' | hclx check --deny pedantic -";
    QUOTED_KEY = "HX9152" in Pedantic, "quotes around a key that is a name",
        "A key of an object that is a name needs no quotes.",
        "echo 'a = { \"b\" = 1 }' | hclx check --deny pedantic -" => "echo 'a = { b = 1 }' | hclx check --deny pedantic -";
    CONVERTED_LITERAL = "HX9153" in Pedantic, "literal that is converted",
        "The value is written as one type and becomes another, because that is what the attribute takes: a number in quotes, or a string without.",
        "# main.tf\nvariable \"a\" {\n  nullable = \"true\"\n}\n" => "# main.tf\nvariable \"a\" {\n  nullable = true\n}\n";
}
