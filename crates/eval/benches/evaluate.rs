//! Speed of expressions over large data, where linear and quadratic time differ. Small expressions are in
//! `sets`.
//!
//! `cargo bench -p hclx-eval --bench evaluate`; elements per second are expressions (or parts of
//! data) per second. Everything is parsed once.

#![allow(missing_docs, reason = "criterion's macros make functions without docs")]

#[path = "../../core/tests/support/mod.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod support;
#[path = "../../core/tests/support/value_json.rs"]
#[allow(dead_code, reason = "tests write values, benches do not")]
mod value_json;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hclx_core::{Number, Type, Value};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Environment, Scope, evaluate, functions};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Root};

const SOURCE: SourceId = SourceId(0);

/// A parsed expression, with the names in scope.
struct Program {
    parsed: Parsed,
    root: ExprId,
    scope: Scope<'static>,
}

impl Program {
    fn new(parsed: Parsed, scope: Scope<'static>) -> Option<Self> {
        let Root::Expr(root) = parsed.tree.root() else { return None };
        let wrong = parsed.diagnostics.iter().any(Diagnostic::is_error);
        (!wrong).then_some(Self { parsed, root, scope })
    }

    fn text(text: &str) -> Self {
        let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(text.as_bytes()));
        Self::new(parsed, names()).expect("an expression")
    }

    fn run(&self, env: &Environment<'_>) -> bool {
        let outcome = evaluate(&self.parsed.tree, SOURCE, self.root, &self.scope, env, &Budget::default());
        black_box(&outcome).has_errors()
    }
}

fn names() -> Scope<'static> {
    let mut scope = Scope::root();
    let given = [
        ("n", r#"{"type": "number", "value": "42"}"#),
        ("s", r#"{"type": "string", "value": "hello"}"#),
        ("t", r#"{"type": "bool", "value": true}"#),
        ("u", r#"{"type": "string", "value": {"$unknown": {}}}"#),
        ("o", r#"{"type": "object({a=number,b=object({c=string})})", "value": {"a": "1", "b": {"c": "x"}}}"#),
        ("l", r#"{"type": "list(string)", "value": ["a", "b", "c"]}"#),
        ("m", r#"{"type": "map(string)", "value": {"a": "x", "b": "y"}}"#),
    ];
    for (name, json) in given {
        scope.define(name, value_json::read(&serde_json::from_str(json).expect("JSON")));
    }
    scope
}

/// A name, sizes, and the expression for a size; `big` is a list of that many numbers.
type Large = (&'static str, [usize; 2], fn(usize) -> String);

const LARGE: &[Large] = &[
    ("for", [100_000, 1_000_000], |_| "[for x in big : x + 1]".to_owned()),
    ("for with a condition", [100_000, 1_000_000], |_| "[for x in big : x if x % 2 == 0]".to_owned()),
    ("for object", [10_000, 100_000], |_| "{ for x in big : \"k${x}\" => x }".to_owned()),
    ("flatten", [10_000, 100_000], |_| "flatten([for x in big : [x]])".to_owned()),
    ("merge", [10_000, 100_000], |_| "merge({ for x in big : \"k${x}\" => x }, { a = 1 })".to_owned()),
    ("setproduct", [10_000, 100_000], |_| "setproduct(big, [\"a\"])".to_owned()),
    ("distinct", [10_000, 100_000], |_| "distinct(big)".to_owned()),
    ("toset", [10_000, 100_000], |_| "toset(big)".to_owned()),
    ("template", [1_000_000, 10_000_000], |n| format!("\"{}\"", "0123456789${s}".repeat(n / 14))),
    ("jsondecode", [1_000_000, 10_000_000], |n| {
        format!("jsondecode(\"[{}0]\")", "{\\\"key\\\": [1, true, null]}, ".repeat(n / 27))
    }),
];

fn large(c: &mut Criterion) {
    let table = functions::FunctionTable::new(functions::library());
    let env = Environment { functions: &table, ..Environment::exact() };
    let mut group = c.benchmark_group("large");
    group.sample_size(10);
    for (name, sizes, text) in LARGE {
        for size in *sizes {
            let mut program = Program::text(&text(size));
            let numbers = (0..size as i64).map(|n| Value::number(Number::from(n))).collect();
            program.scope.define("big", Value::list(Type::NUMBER, numbers));
            assert!(!program.run(&env), "{name} {size}");
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::new(*name, size), |b| b.iter(|| program.run(&env)));
        }
    }
    group.finish();
}

criterion_group!(benches, large);
criterion_main!(benches);
