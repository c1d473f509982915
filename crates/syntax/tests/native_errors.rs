//! Common mistakes: each one is a single finding, at the place where a person would point, and the rest of
//! the file is parsed.
//!
//! Out of scope: help and fixes, which the markdown suites show.

use hclx_diag::{Applicability, ColumnUnit, Diagnostic, LineIndex, SourceId};
use hclx_syntax::{parse_body, tree_text};

/// The findings of a text as `line:column message`.
fn findings(text: &str) -> Vec<String> {
    let lines = LineIndex::new(text.as_bytes());
    let shown = |finding: &Diagnostic| {
        let place = finding.span.expect("a place in the text").range.start;
        let place = lines.position(text.as_bytes(), place, ColumnUnit::Graphemes);
        format!("{}:{} {}", place.line, place.column, finding.message)
    };
    parse_body(SourceId(0), text.as_bytes().into()).diagnostics.iter().map(shown).collect()
}

/// Single mistakes and what is said of them. (`x = us-east-1` is right for the reader: it is a name.)
#[rustfmt::skip]
const MISTAKES: &[(&str, &[&str])] = &[
    ("x = 'hello'", &["1:5 strings are in double quotes, not in single quotes"]),
    ("x = a & b", &["1:7 `&` is not an operator: \"and\" is written `&&`"]),
    ("x = 1 ; y = 2", &["1:7 `;` separates nothing in HCL: each attribute or block ends with its line"]),
    ("port 80", &["1:1 `=` is missing between `port` and its value"]),
    ("a = 1 b = 2", &["1:7 each attribute or block needs a line of its own"]),
    ("a == 1", &["1:3 `==` compares; the value of `a` is given by `=`"]),
    ("b {\n  port: 80\n}", &["2:7 in a block `:` gives no value: write `=`"]),
    ("<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> dev\nb = 1", &["1:1 this is an unresolved merge conflict"]),
    ("x = “hello”", &["1:5 strings are in straight double quotes, not in typographic ones"]),
    ("x = \"%{ if a }1%{ elseif b }2%{ endif }\"", &["1:19 templates have no `elseif`"]),
    ("x = [\n  \"a\"\n  \"b\"\n]", &["3:3 a comma is missing between the elements, after `\"a\"`"]),
    ("name = \"web\nport = 80", &["1:8 this string is not closed on its line"]),
    ("x = \"a ${b\"\ny = 2", &["1:8 this `${` is not closed"]),
    ("x = not a", &["1:9 `not` is not an operator: negation is written `!`"]),
    ("x = a and b", &["1:7 `and` is not an operator: \"and\" is written `&&`"]),
    ("x = a or b", &["1:7 `or` is not an operator: \"or\" is written `||`"]),
    ("x = list<string>", &["1:5 the type `list<string>` is written `list(string)`"]),
    ("x = [string?, any | bool]", &[
        "1:6 the type `string?` is written `string`",
        "1:15 HCL has no type such as `any | bool`: a value has one type",
    ]),
    ("x = list < string > y", &[]),
    ("x = string ?\ny = 1", &["1:5 the type `string ?` is written `string`"]),
    ("x = \"${ a ? \"one\ntwo\" : \"b\" }\"", &["1:13 this string does not end on its line"]),
    ("x = \"a ${ b != \"\" ? \"\n  c ${d}\n\" : \"\" } e\"\ny = 1", &["1:21 this string does not end on its line"]),
    ("x = a ?? b", &["1:8 `??` is not an operator of HCL"]),
    ("x = a ?: b", &["1:8 `?:` is not an operator of HCL"]),
    ("x = 2 ** 3", &["1:7 `**` is not an operator of HCL"]),
    ("x = a <> b", &["1:7 `<>` is not an operator of HCL"]),
    ("x = a === b", &["1:7 `===` is not an operator of HCL"]),
    ("server\n{\n  port = 80\n}", &["1:1 the `{` of a block must be on the line of its header"]),
    ("server { port = 80, host = \"a\" }", &["1:19 a block on one line holds one attribute, and no commas"]),
    ("x = us-east-1", &[]),
    ("x = hello world", &["1:11 expected the end of the line, found `world`"]),
    ("x = [1, 2", &["1:5 this `[` is never closed"]),
    ("x = f(1 2)", &["1:9 a comma is missing between the arguments, after `1`"]),
    ("x = { a = 1 b = 2 }", &["1:13 a comma or a new line is missing between the items, after `1`"]),
    ("x = .5", &["1:5 a number begins with a digit: `.5` does not"]),
    ("x = 0x1F", &["1:5 `0x1F` is neither a number nor a name"]),
    ("x = 1.2.3", &["1:5 `1.2.3` is not a number: it has more than one point or exponent"]),
    ("x = \"C:\\Users\"", &["1:8 `\\U` needs 8 hexadecimal digits"]),
    ("x = <<~EOT\n  a\n  EOT", &["1:5 `<<~` is not a heredoc: indentation is taken off by `<<-`"]),
    ("x = <<\"EOT\"\na\nEOT", &["1:5 the marker of a heredoc is written without quotes"]),
    ("x = [<<EOT\na\nEOT, 1]", &["3:1 `EOT` must be alone on its line to end the heredoc"]),
    ("resource \"a \"b\" {\n}", &["1:15 this string is not closed on its line"]),
    ("a {\n}\n}", &["3:1 `}` closes nothing: no bracket of its kind is open"]),
    ("x = 1 +\n  2", &["1:8 the line ends after `+`, in the midst of an expression"]),
    ("x = 1\n  + 2", &["2:3 a line cannot begin with `+`: the line break before it has ended the value"]),
    ("x = a ? b", &["1:10 expected `:` and what holds otherwise, found the end of the line"]),
    ("\"a\" = 1", &["1:1 the name of an attribute or block is written without quotes"]),
    ("\"a\": 1", &["1:1 the name of an attribute or block is written without quotes"]),
    ("a.b = 1", &["1:1 the name of an attribute or block is one word: `a` is followed by more"]),
    ("f(1)", &["1:1 a call of `f` cannot be alone: a body holds attributes and blocks"]),
    ("x = {\n a = 1,\n b => 2\n}", &["3:4 `=>` belongs into a `for` expression: write `=`"]),
    ("x = b.0.1", &["1:7 `.0.1` reads as one number: two indexes need brackets"]),
    ("x = b.*.*.c", &["1:9 `.*` cannot be inside another `.*`"]),
    ("x = b..c", &["1:6 one dot leads to an attribute, not two"]),
    ("x = b.", &["1:7 expected a name after `.`, found the end of the line"]),
    ("x = [for a of b : a]", &["1:12 expected `in`, found `of`"]),
    ("x = {for a in b : a}", &["1:19 `for` in braces makes an object: each element needs a key and a value"]),
    ("x = [for k, v in b : k => v]", &["1:22 `for` in brackets makes a list: its elements have no keys"]),
    ("x = f(a..., b)", &["1:8 `...` must be the last thing before `)`"]),
    ("x = \"${var.a} ${b c}\"", &["1:19 expected `}` after the expression, found `c`"]),
    ("x = \"${}\"", &["1:6 expected an expression between the braces, found nothing"]),
    ("x = `a`", &["1:5 strings are in double quotes, not in backticks"]),
    ("x = @a", &["1:5 `@` has no meaning here"]),
    ("foo \"bar\"", &["1:10 `foo` is neither an attribute nor a block: `=` or `{` is missing"]),
    ("foo", &["1:1 `foo` is alone: it is neither an attribute nor a block"]),
    ("x = /* a", &["1:5 this comment is never closed: it takes in the rest of the file"]),
    ("b \"${x}\" {}", &["1:4 a label is fixed text: it cannot hold templates"]),
    ("b 1 {}", &["1:1 a label is a name or a string: a number needs quotes"]),
    ("a = 1\na = 2", &["2:1 `a` is given twice in this body"]),
    ("x = \"%{ endif }\"", &["1:6 `endif` does not fit here"]),
    ("x = \"%{ if a }b\"", &["1:6 this `if` is not ended in its template"]),
    ("x = ${var.a}", &["1:5 `${` has a meaning only in strings and heredocs"]),
    ("{{ template }}\na = 1", &["1:1 `{{ }}` is not HCL: it belongs to the templates of another tool"]),
    ("x = (1, 2)", &["1:7 parentheses hold one expression, not several"]),
    ("x = ]", &["1:5 expected a value after `=`, found `]`"]),
    ("x += 1", &["1:3 `+=` is not an operator of HCL: the value of `x` is given by `=`"]),
    ("x := 1", &["1:3 `:=` is not an operator of HCL: the value of `x` is given by `=`"]),
    ("x = {\n  a\n  b = 1\n}", &["2:4 the key `a` has no value: expected `=`, found the end of the line"]),
    ("x = \"he said \"hi\" to\"", &["1:15 expected a comma, an operator or the end of the line right after a string"]),
    ("x = \"a\\qb\"", &["1:7 `\\q` is not an escape"]),
    ("x = \"\\u12\"", &["1:6 `\\u12` needs 4 hexadecimal digits"]),
    ("x = $HOME", &["1:5 `$` has no meaning here"]),
    ("x = [\"a, \"b\"]", &["1:11 expected a comma, an operator or the end of the line right after a string"]),
    ("x = {'a': 1, 'b': 2}", &["1:6 strings are in double quotes, not in single quotes", "1:14 strings are in double quotes, not in single quotes"]),
    ("x = if a { b } else { c }", &["1:5 there is no `if` expression"]),
    ("x = [1;2]", &["1:7 `;` separates nothing in HCL: write a comma after each element"]),
    ("module \"x\" {\n  source = \"a\"", &["1:12 this `{` is never closed"]),
    ("x = f(\n  1,\n  2\ny = 2", &["1:6 this `(` is never closed"]),
    ("x = {\n  a = [1, 2\n  b = 3\n}\ny = 1", &["2:7 this `[` is never closed"]),
    ("import foo", &["1:11 expected `{` and the body of a block, found the end of the line"]),
    ("x = a.b[c", &["1:8 this `[` is never closed"]),
    ("x = \"${f(\"a\"}\"", &["1:9 this `(` is never closed"]),
    ("b {} c {}", &["1:6 each attribute or block needs a line of its own"]),
    ("b { a = 1\n}", &["1:10 a block that begins on one line with an attribute must end on it"]),
    ("b { c { a = 1 } }", &["1:5 a block on one line cannot hold a block"]),
    ("x = 1,", &["1:6 attributes and blocks are separated by new lines, not by commas"]),
    ("x = \"a\" \"b\"", &["1:9 expected the end of the line, found a string"]),
    ("x =\ny = 2", &["1:4 expected a value after `=`, found the end of the line"]),
    ("x = \"a\" + ", &["1:10 expected a value after `+`, found the end of the line"]),
    ("// c\nx = 1 // d\n- item", &["3:1 a line cannot begin with `-`: the line break before it has ended the value"]),
    ("x = -> 1", &["1:6 expected a value after `-`, found `>`"]),
    ("var.x = 2", &["1:1 the name of an attribute or block is one word: `var` is followed by more"]),
    ("x = 1a", &["1:5 `1a` is neither a number nor a name"]),
    ("x = \u{a0}1", &["1:5 a no-break space has no meaning here"]),
    ("locals {\n  a = 1\n  b = [\n    1,\n    2,\n\n  c = 3\n}\nz = 1", &["3:7 this `[` is never closed"]),
    ("a = {\n  b = 1\n  c = 2\n)\nd = 1", &["4:1 expected `}`, found `)`"]),
    ("x = [1, 2)", &["1:10 expected `]`, found `)`"]),
    ("x = f([1)", &["1:7 this `[` is never closed"]),
    ("a = {\n  b = 1\n)\nd = 1", &["3:1 expected `}`, found `)`"]),
    ("x = [1, ) 2]", &["1:9 `)` closes nothing: no bracket of its kind is open"]),
    ("server {\n  port = 80\n\nclient {\n  port = 81\n}", &["1:8 this `{` is never closed"]),
    ("a {\n  c {\n    x = 1\n  d {\n    y = 2\n  }\n}", &["2:5 this `{` is never closed"]),
    ("x = <<EOT\ntext", &["1:5 this heredoc is never ended: no line consists of `EOT`"]),
    ("x = <<EOT\ntext\nEOT # end\ny = 1", &["3:1 `EOT` must be alone on its line to end the heredoc"]),
    ("x = \"${replace(a, \"b\", \"c\")/${d}}", &["1:5 this string is not closed on its line", "1:29 `${` has a meaning only in strings and heredocs"]),
    ("output \"n\" value = a", &["1:12 `{` is missing between the header of the block and `value`"]),
    ("terraform {{\n  a = 1\n}", &["1:12 expected an attribute or a block, found `{`"]),
    ("x = {\n  a = {\n    b = 1\n  {\n}\ny = 1", &["4:3 expected a key or `}`, found `{`"]),
    ("x = 99999e999999999999", &["1:5 the exponent of this number is too large: it must fit 32 bits"]),
    ("tags = \n  a = 1\n}\ny = 1", &["1:7 expected a value after `=`, found the end of the line"]),
    ("x = \"$${HOME:-x} ${HOME:-y}\"", &["1:24 expected `}` after the expression, found `:`"]),
    ("x = a ? b : ", &["1:12 expected a value after `:`, found the end of the line"]),
    ("x = [a for a in b]", &["1:8 `for` is at the start of the brackets, before the result"]),
    ("x = [1,,2]", &["1:8 expected an element, found `,`"]),
    ("x = f(,)", &["1:7 expected an argument, found `,`"]),
    ("x = {,}", &["1:6 expected an item, found `,`"]),
    ("x = {\n  a = 1\n  , b = 2\n}", &["3:3 the line break before this comma has ended the item already"]),
    ("x = a.(b)", &["1:7 expected a name after `.`, found `(`"]),
    ("x = core::f", &["1:12 expected `(`, found the end of the line: only functions have names with `::`"]),
    ("x = f(a", &["1:6 this `(` is never closed"]),
    ("x = a[]", &["1:6 the index is missing in `[]`"]),
    ("x = b[* ", &["1:8 expected `]` after `[*`, found the end of the line"]),
    ("x = \"%{ fo a in b }c%{ endfor }\"", &["1:9 there is no directive `fo`"]),
    ("x = \"%{ if a }1%{ else }2%{ else }3%{ endif }\"", &["1:26 this `if` has an `else` already"]),
    ("x = \"%{ for a in b }c%{ endif }\"", &["1:22 `endif` does not fit here"]),
    ("x = \"%{ 1 }\"", &["1:9 expected a directive after `%{`, found `1`"]),
    ("b { c {} }", &["1:5 a block on one line cannot hold a block"]),
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
    // the ends of these texts are swallowed by a comment or a heredoc without end
    let swallowed = ["x = /* a", "x = <<EOT\ntext"];
    for (text, expected) in MISTAKES {
        // a missing closing bracket is found by indentation
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
        "1:5 strings are in double quotes, not in single quotes",
        "2:8 a comma is missing between the elements, after `1`",
        "4:7 in a block `:` gives no value: write `=`",
        "5:10 this string is not closed on its line",
        "8:8 `??` is not an operator of HCL",
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
        "4:5 `=` is missing between `two` and its value",
        "5:13 `@` has no meaning here",
        "8:6 this `(` is never closed",
        "11:10 this `{` is never closed",
        "17:13 expected the end of the line, found `b`",
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
        "3:3 this `${` is not closed",
        "4:8 this `if` is not ended in its template",
        "7:6 `\\q` is not an escape",
        "7:9 `endfor` does not fit here",
    ];
    assert_eq!(findings(text), expected);
}
