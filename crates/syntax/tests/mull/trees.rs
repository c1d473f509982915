//! The trees of small documents.

use hclx_syntax::mull::Form;

use crate::shape::{findings, shape};

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
