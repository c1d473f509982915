//! Common errors: each causes a single finding where a person would expect it, and the rest of the file is
//! parsed.
//!
//! Out of scope: help and fixes, which the markdown suites show.

use hclx_diag::{Applicability, ColumnUnit, Diagnostic, LineIndex, SourceId};
use hclx_syntax::{parse_body, tree_text};

/// The findings of a source as `line:column message`.
fn findings(text: &str) -> Vec<String> {
    let lines = LineIndex::new(text.as_bytes());
    let shown = |finding: &Diagnostic| {
        let place = finding.span.expect("a place in the text").range.start;
        let place = lines.position(text.as_bytes(), place, ColumnUnit::Graphemes);
        format!("{}:{} {}", place.line, place.column, finding.message)
    };
    parse_body(SourceId(0), text.as_bytes().into()).diagnostics.iter().map(shown).collect()
}

/// Single errors and their messages. (`x = us-east-1` is valid syntax: a name.)
#[rustfmt::skip]
const MISTAKES: &[(&str, &[&str])] = &[
    ("x = 'hello'", &["1:5 HCL strings use double quotes"]),
    ("x = a & b", &["1:7 `&` is not an operator for \"and\"; use `&&`"]),
    ("x = 1 ; y = 2", &["1:7 unexpected `;`: attributes and blocks end with the line"]),
    ("port 80", &["1:1 missing `=` after `port`"]),
    ("a = 1 b = 2", &["1:7 each attribute or block must be on its own line"]),
    ("a == 1", &["1:3 expected `=` after `a`, found `==`"]),
    ("b {\n  port: 80\n}", &["2:7 expected `=` in a body, found `:`"]),
    ("<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> dev\nb = 1", &["1:1 unresolved merge conflict"]),
    ("x = “hello”", &["1:5 HCL strings use straight double quotes"]),
    ("x = \"%{ if a }1%{ elseif b }2%{ endif }\"", &["1:19 unknown template directive `elseif`"]),
    ("x = [\n  \"a\"\n  \"b\"\n]", &["2:6 missing comma between elements, after `\"a\"`"]),
    ("name = \"web\nport = 80", &["1:8 unclosed string"]),
    ("x = \"a ${b\"\ny = 2", &["1:8 unclosed `${`"]),
    ("x = not a", &["1:9 `not` is not an operator; use `!`"]),
    ("x = a and b", &["1:7 `and` is not an operator for \"and\"; use `&&`"]),
    ("x = a or b", &["1:7 `or` is not an operator for \"or\"; use `||`"]),
    ("x = list<string>", &["1:5 `list<string>` is not HCL syntax; use `list(string)`"]),
    ("x = [string?, any | bool]", &[
        "1:6 `string?` is not HCL syntax; use `string`",
        "1:15 HCL has no union types such as `any | bool`",
    ]),
    ("x = list < string > y", &[]),
    ("x = string ?\ny = 1", &["1:5 `string ?` is not HCL syntax; use `string`"]),
    ("x = \"${ a ? \"one\ntwo\" : \"b\" }\"", &["1:13 unclosed string"]),
    ("x = \"a ${ b != \"\" ? \"\n  c ${d}\n\" : \"\" } e\"\ny = 1", &["1:21 unclosed string"]),
    ("x = a ?? b", &["1:8 `??` is not an HCL operator"]),
    ("x = a ?: b", &["1:8 `?:` is not an HCL operator"]),
    ("x = 2 ** 3", &["1:7 `**` is not an HCL operator"]),
    ("x = a <> b", &["1:7 `<>` is not an HCL operator"]),
    ("x = a === b", &["1:7 `===` is not an HCL operator"]),
    ("server\n{\n  port = 80\n}", &["1:1 the `{` of a block must be on the same line as its header"]),
    ("server { port = 80, host = \"a\" }", &["1:19 a single-line block can hold only one attribute and no commas"]),
    ("x = us-east-1", &[]),
    ("x = hello world", &["1:11 expected end of line, found `world`"]),
    ("x = [1, 2", &["1:5 unclosed `[`"]),
    ("x = f(1 2)", &["1:8 missing comma between arguments, after `1`"]),
    ("x = { a = 1 b = 2 }", &["1:12 missing comma or line break after `1`"]),
    ("x = .5", &["1:5 missing digit before `.5`"]),
    ("x = 0x1F", &["1:5 `0x1F` is neither a number nor a name"]),
    ("x = 1.2.3", &["1:5 invalid number `1.2.3`: it has more than one point or exponent"]),
    ("x = \"C:\\Users\"", &["1:8 `\\U` must be followed by 8 hexadecimal digits"]),
    ("x = <<~EOT\n  a\n  EOT", &["1:5 `<<~` does not start a heredoc; use `<<-` to strip indentation"]),
    ("x = <<\"EOT\"\na\nEOT", &["1:5 heredoc markers are not quoted"]),
    ("x = [<<EOT\na\nEOT, 1]", &["3:1 `EOT` must be alone on its line to end the heredoc"]),
    ("resource \"a \"b\" {\n}", &["1:15 unclosed string"]),
    ("a {\n}\n}", &["3:1 unexpected `}`: no matching bracket is open"]),
    ("x = 1 +\n  2", &["1:8 unexpected end of line after `+`"]),
    ("x = 1\n  + 2", &["2:3 unexpected `+` at the start of a line: the line break ended the value"]),
    ("x = a ? b", &["1:10 expected `:` and the value for false, found end of line"]),
    ("\"a\" = 1", &["1:1 names of attributes and blocks are not quoted"]),
    ("\"a${b}\" = 1", &["1:1 names of attributes and blocks are not quoted"]),
    ("\"a\": 1", &["1:1 names of attributes and blocks are not quoted"]),
    ("a.b = 1", &["1:1 unexpected characters after the name `a`"]),
    ("f(1)", &["1:1 unexpected call of `f`: a body can only contain attributes and blocks"]),
    ("x = {\n a = 1,\n b => 2\n}", &["3:4 expected `=`, found `=>`: it is only allowed in `for` expressions"]),
    ("x = b.0.1", &["1:7 `.0.1` is parsed as one number; use brackets for two indexes"]),
    ("x = b.*.*.c", &["1:9 `.*` cannot be inside another `.*`"]),
    ("x = b..c", &["1:6 unexpected `..`: attribute access takes one dot"]),
    ("x = b.", &["1:7 expected a name after `.`, found end of line"]),
    ("x = [for a of b : a]", &["1:12 expected `in`, found `of`"]),
    ("x = {for a in b : a}", &["1:19 missing key in an object `for`: each element needs a key and a value"]),
    ("x = [for k, v in b : k => v]", &["1:22 unexpected `=>` in a list `for`: list elements have no keys"]),
    ("x = f(a..., b)", &["1:8 `...` must be the last thing before `)`"]),
    ("x = \"${var.a} ${b c}\"", &["1:19 expected `}` after the expression, found `c`"]),
    ("x = \"${}\"", &["1:6 expected an expression between the braces, found nothing"]),
    ("x = `a`", &["1:5 HCL strings use double quotes, not backticks"]),
    ("x = @a", &["1:5 unexpected `@`"]),
    ("foo \"bar\"", &["1:10 missing `=` or `{` after `foo`"]),
    ("foo", &["1:1 expected an attribute or a block, found only the name `foo`"]),
    ("x = /* a", &["1:5 unclosed comment: it extends to the end of the file"]),
    ("b \"${x}\" {}", &["1:4 a block label cannot contain templates"]),
    ("b \"a${~x}\" {}", &["1:5 a block label cannot contain templates"]),
    ("b 1 {}", &["1:1 a label cannot be an unquoted number"]),
    ("a = 1\na = 2", &["2:1 duplicate attribute `a`"]),
    ("x = \"%{ endif }\"", &["1:6 unexpected `endif`"]),
    ("x = \"%{ if a }b\"", &["1:6 unclosed `if` directive"]),
    ("x = ${var.a}", &["1:5 `${` is only allowed in strings and heredocs"]),
    ("{{ template }}\na = 1", &["1:1 `{{ }}` is not HCL: it is template syntax of another tool"]),
    ("x = (1, 2)", &["1:7 parentheses can contain only one expression"]),
    ("x = ]", &["1:5 expected an expression after `=`, found `]`"]),
    ("x += 1", &["1:3 HCL has no operator `+=`: set `x` with `=`"]),
    ("x := 1", &["1:3 HCL has no operator `:=`: set `x` with `=`"]),
    ("x = {\n  a\n  b = 1\n}", &["2:4 missing value for key `a`: expected `=`, found end of line"]),
    ("x = \"he said \"hi\" to\"", &["1:15 expected a comma, an operator or end of line after the string"]),
    ("x = \"a\\qb\"", &["1:7 unknown escape `\\q`"]),
    ("x = \"\\u12\"", &["1:6 `\\u12` must be followed by 4 hexadecimal digits"]),
    ("x = $HOME", &["1:5 unexpected `$`"]),
    ("x = [\"a, \"b\"]", &["1:11 expected a comma, an operator or end of line after the string"]),
    ("x = {'a': 1, 'b': 2}", &["1:6 HCL strings use double quotes", "1:14 HCL strings use double quotes"]),
    ("x = if a { b } else { c }", &["1:5 HCL has no `if` expression"]),
    ("x = [1;2]", &["1:7 unexpected `;`: separate each element with a comma"]),
    ("module \"x\" {\n  source = \"a\"", &["1:12 unclosed `{`"]),
    ("x = f(\n  1,\n  2\ny = 2", &["1:6 unclosed `(`"]),
    ("x = {\n  a = [1, 2\n  b = 3\n}\ny = 1", &["2:7 unclosed `[`"]),
    ("import foo", &["1:11 expected `{` and a block body, found end of line"]),
    ("x = a.b[c", &["1:8 unclosed `[`"]),
    ("x = \"${f(\"a\"}\"", &["1:9 unclosed `(`"]),
    ("b {} c {}", &["1:6 each attribute or block must be on its own line"]),
    ("b { a = 1\n}", &["1:10 a single-line block can hold only one attribute"]),
    ("b { c { a = 1 } }", &["1:5 a single-line block cannot contain a block"]),
    ("x = 1,", &["1:6 unexpected comma: attributes and blocks are separated by line breaks"]),
    ("x = \"a\" \"b\"", &["1:9 expected end of line, found a string"]),
    ("x =\ny = 2", &["1:4 expected an expression after `=`, found end of line"]),
    ("x = \"a\" + ", &["1:10 expected an expression after `+`, found end of line"]),
    ("// c\nx = 1 // d\n- item", &["3:1 unexpected `-` at the start of a line: the line break ended the value"]),
    ("x = -> 1", &["1:6 expected an expression after `-`, found `>`"]),
    ("var.x = 2", &["1:1 unexpected characters after the name `var`"]),
    ("x = 1a", &["1:5 `1a` is neither a number nor a name"]),
    ("x = \u{a0}1", &["1:5 unexpected no-break space"]),
    ("locals {\n  a = 1\n  b = [\n    1,\n    2,\n\n  c = 3\n}\nz = 1", &["3:7 unclosed `[`"]),
    ("a = {\n  b = 1\n  c = 2\n)\nd = 1", &["4:1 expected `}`, found `)`"]),
    ("x = [1, 2)", &["1:10 expected `]`, found `)`"]),
    ("x = f([1)", &["1:7 unclosed `[`"]),
    ("a = {\n  b = 1\n)\nd = 1", &["3:1 expected `}`, found `)`"]),
    ("x = [1, ) 2]", &["1:9 unexpected `)`: no matching bracket is open"]),
    ("server {\n  port = 80\n\nclient {\n  port = 81\n}", &["1:8 unclosed `{`"]),
    ("a {\n  c {\n    x = 1\n  d {\n    y = 2\n  }\n}", &["2:5 unclosed `{`"]),
    ("x = <<EOT\ntext", &["1:5 unclosed heredoc: no line consists of `EOT`"]),
    ("x = <<EOT\ntext\nEOT # end\ny = 1", &["3:1 `EOT` must be alone on its line to end the heredoc"]),
    ("x = \"${replace(a, \"b\", \"c\")/${d}}", &["1:5 unclosed string", "1:29 `${` is only allowed in strings and heredocs"]),
    ("output \"n\" value = a", &["1:12 missing `{` between the block header and `value`"]),
    ("terraform {{\n  a = 1\n}", &["1:12 expected an attribute or a block, found `{`"]),
    ("x = {\n  a = {\n    b = 1\n  {\n}\ny = 1", &["4:3 expected a key or `}`, found `{`"]),
    ("x = 99999e999999999999", &["1:5 the exponent of this number is too large: it must fit 32 bits"]),
    ("tags = \n  a = 1\n}\ny = 1", &["1:7 expected an expression after `=`, found end of line"]),
    ("x = \"$${HOME:-x} ${HOME:-y}\"", &["1:24 expected `}` after the expression, found `:`"]),
    ("x = a ? b : ", &["1:12 expected an expression after `:`, found end of line"]),
    ("x = [a for a in b]", &["1:8 `for` must be at the start of the brackets, before the result"]),
    ("x = [1,,2]", &["1:8 expected an element, found `,`"]),
    ("x = f(,)", &["1:7 expected an argument, found `,`"]),
    ("x = {,}", &["1:6 expected an item, found `,`"]),
    ("x = {\n  a = 1\n  , b = 2\n}", &["3:3 unexpected comma: the line break before it already ended the item"]),
    ("x = a.(b)", &["1:7 expected a name after `.`, found `(`"]),
    ("x = core::f", &["1:12 expected `(`, found end of line: only function names contain `::`"]),
    ("x = f(a", &["1:6 unclosed `(`"]),
    ("x = a[]", &["1:6 missing index in `[]`"]),
    ("x = b[* ", &["1:8 expected `]` after `[*`, found end of line"]),
    ("x = \"%{ fo a in b }c%{ endfor }\"", &["1:9 unknown template directive `fo`"]),
    ("x = \"%{ if a }1%{ else }2%{ else }3%{ endif }\"", &["1:26 duplicate `else` in `if`"]),
    ("x = \"%{ for a in b }c%{ endif }\"", &["1:22 unexpected `endif`"]),
    ("x = \"%{ 1 }\"", &["1:9 expected a directive after `%{`, found `1`"]),
    ("b { c {} }", &["1:5 a single-line block cannot contain a block"]),
];

#[test]
fn each_mistake_is_placed_and_named() {
    for (text, expected) in MISTAKES {
        assert_eq!(findings(&format!("{text}\n")), *expected, "{text}");
    }
    let single = MISTAKES.iter().filter(|(_, expected)| expected.len() == 1).count();
    println!("{} texts, {single} with one finding", MISTAKES.len());
}

#[test]
fn the_rest_of_the_file_is_read() {
    // in these sources, an unclosed comment or heredoc swallows the rest
    let swallowed = ["x = /* a", "x = <<EOT\ntext"];
    for (text, expected) in MISTAKES {
        // a missing closing bracket is located by indentation
        let mut whole = String::from("before = 1\n");
        whole.push_str(text);
        whole.push_str("\nafter = 2\n");
        let tree = tree_text(&parse_body(SourceId(0), whole.as_bytes().into()).tree);
        assert!(tree.starts_with("(attr before (num 1))"), "{text}: {tree}");
        assert!(tree.contains("(attr after (num 2))") || swallowed.contains(text), "{text}: {tree}");
        assert!(findings(&whole).len() <= expected.len().max(1), "{text}: {:?}", findings(&whole));
    }
}

/// Applies the certain fixes of the first finding.
fn with_fix(text: &str) -> Option<String> {
    let parsed = parse_body(SourceId(0), text.as_bytes().into());
    let fixes = &parsed.diagnostics.first()?.fixes;
    let fix = fixes.iter().find(|fix| fix.applicability == Applicability::Certain)?;
    let mut fixed = text.to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.range));
    for edit in edits {
        fixed.replace_range(edit.span.range.range(), &edit.text);
    }
    Some(fixed)
}

#[test]
fn a_certain_fix_removes_its_finding_and_brings_no_new_one() {
    let mut fixed = 0;
    for (text, _) in MISTAKES {
        let text = format!("{text}\n");
        let Some(changed) = with_fix(&text) else { continue };
        let (before, after) = (findings(&text), findings(&changed));
        assert!(after.len() < before.len(), "{text}became\n{changed}with {after:?}");
        fixed += 1;
    }
    println!("{fixed} of {} texts have a certain fix", MISTAKES.len());
    assert!(fixed >= 30);
}

#[test]
fn the_examples_of_the_codes_give_them_and_mended_give_nothing() {
    let native = hclx_diag::all_codes().filter(|code| code.id().starts_with("HX10"));
    let mut count = 0;
    // an example that is a command is run with the commands
    for code in native.filter(|code| code.info().example.contains('\n')) {
        let codes = |text: &str| -> Vec<&str> {
            let found = parse_body(SourceId(0), text.as_bytes().into()).diagnostics;
            found.iter().map(|finding| finding.code.id()).collect()
        };
        assert_eq!(codes(code.info().example), [code.id()], "{}", code.info().example);
        assert_eq!(codes(code.info().fixed), [""; 0], "{}", code.info().fixed);
        count += 1;
    }
    println!("{count} codes with examples");
}

#[test]
fn five_mistakes_are_five_findings() {
    let text = "\
a = 'x'
b = [1 2]
server {
  port: 80
  host = \"h
  good = [1, 2]
}
c = d ?? e
";
    let expected = [
        "1:5 HCL strings use double quotes",
        "2:7 missing comma between elements, after `1`",
        "4:7 expected `=` in a body, found `:`",
        "5:10 unclosed string",
        "8:8 `??` is not an HCL operator",
    ];
    assert_eq!(findings(text), expected);
    let tree = tree_text(&parse_body(SourceId(0), text.as_bytes().into()).tree);
    assert!(tree.contains("(attr good (list (num 1) (num 2)))"));
}

#[test]
fn five_mistakes_in_lists_and_blocks_are_five_findings() {
    let text = "\
resource \"a\" \"b\" {
  tags = {
    one = 1,
    two 2
    three = @x
  }
  list = [
    f(1, 2,
    \"c\",
  ]
  nested {
    a = 1
  b = 2
}

output \"o\" {
  value = a b
}
";
    let expected = [
        "4:5 missing `=` after `two`",
        "5:13 unexpected `@`",
        "8:6 unclosed `(`",
        "11:10 unclosed `{`",
        "17:13 expected end of line, found `b`",
    ];
    assert_eq!(findings(text), expected);
}

#[test]
fn five_mistakes_in_templates_are_five_findings() {
    let text = "\
a = \"${b c} ${d}\"
e = <<-EOT
  ${f
  then %{ if g }h
  \\q is text
EOT
i = \"\\q %{ endfor }\"
";
    let expected = [
        "1:10 expected `}` after the expression, found `c`",
        "3:3 unclosed `${`",
        "4:8 unclosed `if` directive",
        "7:6 unknown escape `\\q`",
        "7:9 unexpected `endfor`",
    ];
    assert_eq!(findings(text), expected);
}
