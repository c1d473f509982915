//! The notation of values parses back to the same value.

use std::sync::Arc;

use hclx_core::{Number, Type, Value};
use hclx_diag::SourceId;
use hclx_eval::{Budget, Environment, Limits, Outcome, Scope, evaluate_as};
use hclx_syntax::ast::Root;

/// Evaluates the notation of a value; syntax errors come first. Lists, sets and tuples have the same notation; the type
/// distinguishes them.
fn evaluated(text: &str, ty: &Type) -> Outcome {
    let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(text.as_bytes()));
    let Root::Expr(expr) = parsed.tree.root() else { panic!("{text} is an expression") };
    let env = Environment { notation: true, ..Environment::without_names() };
    let budget = Budget::inside(Limits::default());
    let outcome = evaluate_as(&parsed.tree, SourceId(0), expr, ty, &Scope::root(), &env, &budget);
    let diagnostics = parsed.diagnostics.into_iter().chain(outcome.diagnostics).collect();
    Outcome { diagnostics, ..outcome }
}

fn read(text: &str) -> Value {
    let outcome = evaluated(text, &Type::ANY);
    assert!(outcome.diagnostics.is_empty(), "{text}: {:?}", outcome.diagnostics);
    outcome.value
}

fn reads_back(value: &Value) {
    let text = value.to_string();
    let outcome = evaluated(&text, value.ty());
    assert!(outcome.diagnostics.is_empty(), "{text}: {:?}", outcome.diagnostics);
    assert!(outcome.value.same(value), "{text} reads as {} ({})", outcome.value, outcome.value.ty());
}

#[test]
fn what_is_printed_reads_back() {
    let texts = [
        "unknown(string, not_null, prefix(\"https://\"))",
        "unknown(number, min(1), below(10))",
        "unknown(list(string), not_null, length_min(1), length_max(3))",
        "unknown(string, not_null, length_min(1), length_max(24))",
        "unknown(string, length(3))",
        "unknown(object({ a = string }))",
        "unknown(string, one_of(\"a\", \"b\"))",
        "[unknown(any), \"${1}$${x} %%{y} \\n\\\"\\\\\", -0.5, null, true]",
        "{ a = { \"x y\" = [1, 2] } }",
        "sensitive(mark(\"x\", \"other\"))",
        "1 / 0",
        "-1 / 0",
        "unknown(string, null)",
    ];
    for text in texts {
        reads_back(&read(text));
    }
    let number = |value: i64| Value::number(Number::from(value));
    reads_back(&Value::list(Type::NUMBER, vec![number(1), number(2)]));
    reads_back(&Value::set(Type::STRING, vec![Value::string("b"), Value::string("a")]));
    reads_back(&Value::map(Type::BOOL, [("k".into(), Value::bool(true))]));
    reads_back(&Value::null(Type::list(Type::STRING)));
}

#[test]
fn mistakes_are_placed() {
    let cases = [
        ("unknown()", "HX6003", 7),
        ("unknown(strng)", "HX2201", 8),
        ("unknown(string, prefx(\"a\"))", "HX6003", 16),
        ("unknown(string, min(3))", "HX6002", 16),
        ("unknown(string, prefix(\"a-\"), prefix(\"b-\"))", "HX6001", 30),
        ("unknown(string, length_min(3), length_max(2))", "HX6001", 31),
        ("unknown(string, one_of(\"a\", \"bc\"), length(3))", "HX6001", 35),
        ("unknown(number, length(3))", "HX6002", 16),
        ("unknown(number, min(\"x\"))", "HX6003", 16),
        ("mark(1)", "HX6003", 0),
        ("1 +", "HX", 0),
        ("foo", "HX3001", 0),
    ];
    for (text, code, at) in cases {
        let outcome = evaluated(text, &Type::ANY);
        let Some(found) = outcome.diagnostics.first() else { panic!("{text}: found {}", outcome.value) };
        assert!(found.code.id().starts_with(code), "{text}: {found:?}");
        if code.len() > 2 {
            assert_eq!(found.span.map(|span| span.range.start), Some(at), "{text}: {found:?}");
        }
    }
}
