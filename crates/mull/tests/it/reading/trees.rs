//! The trees of small documents.

use hclx_mull::syntax::Form;

use super::shape::{findings, shape};

fn yaml(text: &str) -> String {
    shape(text, Form::Yaml)
}

fn wrong(text: &str) -> Vec<String> {
    findings(text, Form::Yaml)
}

#[test]
fn plain_markup() {
    assert_eq!(
        yaml("a: 1\nb: [x, 'y', ~, .5]\n"),
        r#"(map "a": (1 true) "b": (seq "x" "y" null (.5 false)))"#
    );
    assert_eq!(yaml("a: !!str 1\nb: !!float 1\n"), r#"(map "a": "1" "b": (1 false))"#);
    assert_eq!(yaml("a: &x [1]\nb: *x\n"), r#"(map "a": (seq (1 true)) "b": (seq (1 true)))"#);
    assert_eq!(yaml("1: {true: y, ~: z}\n"), r#"(map "1": (map "true": "y" "~": "z"))"#);
    assert_eq!(yaml("a: !T {}\n"), r#"(map "a": (assert map))"#);
    assert_eq!(yaml("# nothing\n"), "nothing");
}

#[test]
fn quotations_in_scalars() {
    assert_eq!(
        yaml("a: ${x}\nb: \"${x}\"\nc: |-\n  ${x}\n"),
        r#"(map "a": (name x) "b": (name x) "c": (name x))"#
    );
    assert_eq!(yaml("a: p-${x}-$${y}$\n"), r#"(map "a": (text "p-" (name x) "-${y}$"))"#);
    assert_eq!(
        yaml("a: [${f(a, b)}, ${ {c: d} }]\n"),
        r#"(map "a": (seq (call f (name a) (name b)) (braces (name c) (name d))))"#
    );
}

#[test]
fn statement_keys() {
    assert_eq!(
        yaml("m:\n  '${if c}': { a: 1 }\n  '${else}': { a: 2 }\n  b: 3\n"),
        r#"(map "m": (map if (name c) (map "a": (1 true)) else (map "a": (2 true)) "b": (3 true)))"#
    );
    assert_eq!(yaml("m: { '${as T}': 1 }\n"), r#"(map "m": (assert (1 true)))"#);
    assert_eq!(wrong("m: { '${as T}': 1, a: 2 }\n"), ["MU1105 \"${as T}\""]);
}

#[test]
fn statement_lines_in_mappings() {
    let body = r#"(map "m": (map "a": (1 true) if (name c) (map "b": (2 true)) "d": (3 true)))"#;
    assert_eq!(yaml("m:\n  a: 1\n  ${if c}\n  b: 2\n  ${done}\n  d: 3\n"), body);
    assert_eq!(yaml("m:\r\n  a: 1\r\n  ${if c} # why\r\n\r\n      b: 2\r\n  ${done}\r\n  d: 3\r\n"), body);
    assert_eq!(yaml("${let a = 1}\nx: ${a}\n"), r#"(map let a = (1 true) "x": (name a))"#);
    assert_eq!(
        yaml("m:\n  a: 1\n  ${e}\n  c: 2\n"),
        r#"(map "m": (map "a": (1 true) insert (name e) "c": (2 true)))"#
    );
    assert_eq!(yaml("m:\n  ${e}\n"), r#"(map "m": (name e))"#);
    assert_eq!(
        yaml("${if c}\n${e}\n${done}\na: 1\n"),
        r#"(map if (name c) (map insert (name e)) "a": (1 true))"#
    );
    assert_eq!(
        yaml("x:\n  ${if c}\n  ${else}\n  a b\n  ${done}\n"),
        r#"(map "x": (statement if (name c) undefined else "a b"))"#
    );
    assert_eq!(
        yaml("x:\n  ${let a = 1}\n  ${a}\n"),
        r#"(map "x": (statement let a = (1 true) insert (name a)))"#
    );
    assert_eq!(yaml("x:\n  ${a}\n  ${b}\n"), r#"(map "x": (map insert (name a) insert (name b)))"#);
}

#[test]
fn statement_lines_in_sequences() {
    assert_eq!(
        yaml("xs:\n- 0\n${if c}\n- 1\n- 2\n${else}\n${ys}\n${done}\n${zs}\nb: 1\n"),
        r#"(map "xs": (seq (0 true) if (name c) (seq (1 true) (2 true)) else (seq insert (name ys)) insert (name zs)) "b": (1 true))"#
    );
    assert_eq!(
        yaml("xs:\n  ${for a}\n    ${if item}\n      - ${item}\n    ${done}\n  ${done}\n"),
        r#"(map "xs": (seq for (name a) (seq if (name item) (seq (name item)))))"#
    );
    assert_eq!(yaml("${let n = 2}\n- ${n}\n"), "(seq let n = (2 true) (name n))");
    assert_eq!(
        yaml("- name: x\n  ${e}\n  ${if c}\n  port: 1\n  ${done}\n- y\n"),
        r#"(seq (map "name": "x" insert (name e) if (name c) (map "port": (1 true))) "y")"#
    );
    assert_eq!(yaml("- 1\n- '${if c}': x\n"), r#"(seq (1 true) if (name c) (seq "x"))"#);
    assert_eq!(yaml("- '${for a}': { k: 1 }\n"), r#"(seq (map for (name a) (map "k": (1 true))))"#);
    assert_eq!(yaml("- '${insert}': ${a}\n"), "(seq insert (name a))");
}

#[test]
fn scalars_move_with_their_bodies() {
    let text = "m:\n  ${if c}\n          t: |\n              keep\n                ${x}\n         # left\n\n              end\n          u: >-\n            a\n            b\n          v: \"q\n            r\"\n  ${done}\n";
    assert_eq!(
        yaml(&text.replace("         # left\n", "")),
        r#"(map "m": (map if (name c) (map "t": (text "keep\n  " (name x) "\n\nend\n") "u": "a b" "v": "q r")))"#
    );
    // the comment ends the scalar
    assert_eq!(wrong(text), ["MU1001 \"e\""]);
    assert_eq!(
        yaml("a: |\n  ${x}\n  # text\n# comment\nb: ${y}\n"),
        r##"(map "a": (text (name x) "\n# text\n") "b": (name y))"##
    );
    assert_eq!(
        yaml("- - a: |\n      # ${x}\n    b: ${y} # ${\n"),
        r##"(seq (seq (map "a": (text "# " (name x) "\n") "b": (name y))))"##
    );
    assert_eq!(yaml("a: |1\n  x\n ${y}\n"), r#"(map "a": (text " x\n" (name y) "\n"))"#);
    assert_eq!(yaml("--- |-\n${x}\n"), "(name x)");
    assert_eq!(yaml("a: |\n  x"), r#"(map "a": "x")"#);
}

#[test]
fn plain_scalars_with_quotations_go_on() {
    assert_eq!(
        yaml("a: x ${b}\n\n  y ${c} z\nd: 1\n"),
        r#"(map "a": (text "x " (name b) "\ny " (name c) " z") "d": (1 true))"#
    );
    assert_eq!(yaml("a: ${\n b\n}-${c}\nd: 1\n"), r#"(map "a": (text (name b) "-" (name c)) "d": (1 true))"#);
    assert_eq!(
        yaml("{a: x${b}, \"c\":${d}, e: [${f}\n, g]}\n"),
        r#"(map "a": (text "x" (name b)) "c": (name d) "e": (seq (name f) "g"))"#
    );
    assert!(wrong("a:\n  ${b}\n    more\n")[0].starts_with("MU1001"));
}

#[test]
fn structural_mistakes() {
    assert_eq!(wrong("${done}\n"), ["MU1102 \"${done}\""]);
    assert_eq!(wrong("${for a}\n- 1\n${else}\n${done}\n"), ["MU1102 \"${else}\""]);
    assert_eq!(wrong("${if a}\nx: 1\n  ${done}\n"), ["MU1103 \"${done}\""]);
    assert_eq!(wrong("a: &${x} 1\n"), ["MU1104 \"${x}\""]);
    assert_eq!(wrong("types:\n  t: ${x}\n  u: { base: int, default: \"${y}\" }\n"), ["MU1104 \"${x}\""]);
    assert_eq!(wrong("properties:\n  ${if a}\n  x: int\n  ${done}\n"), ["MU1104 \"${if a}\""]);
    assert_eq!(wrong("a: ${x}\n---\nb: 1\n"), ["MU1005 \"---\""]);
    assert_eq!(wrong("a: 1\n...\nb: 1\n"), ["MU1005 \"b\""]);
    assert_eq!(wrong("a: *x\n"), ["MU1007 \"*x\""]);
    assert_eq!(wrong("a: &x [*x]\n"), ["MU1007 \"*x\""]);
    assert_eq!(wrong("a: .inf\n"), ["MU1006 \".inf\""]);
    assert_eq!(wrong("a: !<tag:x> 1\n"), ["MU1006 \"1\""]);
    assert_eq!(wrong("a: |\n  ${x}\n"), ["MU9001 \"|\\n  ${x}\""]);
    assert_eq!(wrong("a: 1\nb: ${let x}\n"), ["MU1104 \"${let x}\""]);
    assert_eq!(wrong("${let x}\n"), ["MU1201 \"}\""]);
    assert_eq!(wrong("m: { '${let x = 1}': 2 }\n"), ["MU1105 \"${let x = 1}\""]);
    assert_eq!(wrong("m: { '${if a}': {b: 1}, c: 2, '${else}': {} }\n"), ["MU1102 \"${else}\""]);
    assert_eq!(findings("[1, 2", Form::Json), ["MU1002 \"\""]);
    assert_eq!(findings("{\"a\": \"\\x\"}", Form::Json), ["MU1002 \"\\\\\""]);
    assert_eq!(findings("[\"${\"]", Form::Json), ["MU1003 \"${\""]);
}

#[test]
fn places_lead_through_escapes_folds_and_moved_lines() {
    assert_eq!(wrong("a: \"\\u00e9 ${1 +\\\n  } z\"\n"), ["MU1201 \"}\""]);
    assert_eq!(
        wrong("m:\n  ${if c}\n        a: |\n           x\n             ${1 ? 2}\n  ${done}\n"),
        ["MU1201 \"?\""]
    );
    assert_eq!(wrong("a: x\n\n   y ${1 ? 2}\n"), ["MU1201 \"?\""]);
    assert_eq!(wrong("a: 'it''s ${1 ? 2}'\n"), ["MU1201 \"?\""]);
}

#[test]
fn a_byte_order_mark_and_breaks_of_several_kinds_are_skipped() {
    assert_eq!(shape("\u{feff}a: 1\r\nb: 2\r\n\n", Form::Yaml), shape("a: 1\nb: 2\n", Form::Yaml));
}
