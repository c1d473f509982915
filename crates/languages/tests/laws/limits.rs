//! Long chains take linear time, and exceeding a limit gives an error that names it.

use hclx_eval::{Budget, Environment, Limits, Scope};

use crate::{eval, eval_in};

const LONG: usize = 100_000;

fn value(src: &str) -> String {
    let outcome = eval(src);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics.first());
    outcome.value.to_string()
}

#[test]
fn chains_are_no_nesting() {
    assert_eq!(value(&format!("0{}", " + 1".repeat(LONG))), LONG.to_string());
    assert_eq!(value(&format!("{}3", "false ? 1 : ".repeat(LONG))), "3");
    assert_eq!(value(&format!("true{}", " && true".repeat(LONG))), "true");
    assert_eq!(eval(&format!("unknown_name{}", ".a".repeat(LONG))).diagnostics, []);
    assert_eq!(eval(&format!("unknown_name{}", "[0]".repeat(LONG))).diagnostics, []);
    assert_eq!(eval(&format!("unknown_name{}", "[*]".repeat(LONG))).diagnostics, []);
    assert_eq!(eval(&format!("1{}", "[*]".repeat(2_000))).diagnostics, []);
}

#[test]
fn names_are_found_however_deep() {
    let depth = 3_000;
    let src = format!("{}[a, b]{}", "[for a in [b] : ".repeat(depth), "]".repeat(depth));
    let dialect = hclx_languages::dialect("hcl").expect("a dialect");
    let mut scope = Scope::root();
    scope.define("b", hclx_core::Value::TRUE);
    let outcome = eval_in(&src, &scope, &Environment::of(dialect), &Budget::default());
    assert_eq!(outcome.diagnostics, []);
    let text = outcome.value.to_string();
    assert_eq!(text.trim_matches(['[', ']']), "true, true");
    let unknown = format!("{}[a, b]{}", "[for a in u : ".repeat(depth), "]".repeat(depth));
    assert_eq!(eval(&unknown).diagnostics, []);
}

#[test]
fn the_limit_is_named() {
    let dialect = hclx_languages::dialect("hcl").expect("a dialect");
    let env = Environment::of(dialect);
    let said = |src: &str, limits: Limits| {
        let outcome = eval_in(src, &Scope::root(), &env, &Budget::new(limits));
        outcome.diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let loops = "[for a in range(1000) : [for b in range(1000) : a * b]]";
    let steps = Limits { steps: 10_000, ..Limits::default() };
    assert_eq!(said(loops, steps), "this needs more than the limit of 10000 evaluation steps");
    let bytes = Limits { bytes: 10_000, ..Limits::default() };
    assert_eq!(said(loops, bytes), "this needs more than the limit of 10000 bytes of results");
    let wide = said("format(\"%1000000000000s\", \"\")", Limits::default());
    assert!(wide.contains("limit of 134217728 bytes"), "{wide}");
    let long = said("range(0, 1e12)", Limits::default());
    assert!(long.contains("limit of 1024 numbers"), "{long}");
}
