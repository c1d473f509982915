//! Any expression with a few values in scope, known, unknown, refined and marked, under the rules of
//! several dialects and with small limits: what is said of unknowns must hold for none of them alone,
//! but nothing may panic, hang or take much memory.
#![no_main]

use std::sync::Arc;

use hclx_core::{Number, Range, Refiner, Type, Value};
use hclx_diag::SourceId;
use hclx_eval::{Budget, Environment, Limits, Scope, evaluate};
use hclx_syntax::ast::Root;

/// The names in scope; the first byte of the input chooses among their values.
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

fn refined(ty: Type, step: impl FnOnce(Refiner) -> hclx_diag::Fallible<Refiner>) -> Value {
    let unknown = Value::unknown_in(ty.clone(), Range::not_null());
    step(Refiner::new(unknown)).and_then(Refiner::finish).unwrap_or_else(|_| Value::unknown(ty))
}

/// A value by its number.
fn value(which: u8) -> Value {
    let number = |number: i64| Value::number(Number::from(number));
    let object = || Value::object([("a".into(), number(1)), ("b".into(), Value::string("x"))]);
    match which % 16 {
        0 => Value::dynamic(),
        1 => number(3),
        2 => Value::string("text"),
        3 => Value::unknown(Type::list(Type::STRING)),
        4 => refined(Type::STRING, |it| it.prefix("https://")),
        5 => refined(Type::NUMBER, |it| it.min(Number::from(1i64), true)?.max(Number::from(9i64), false)),
        6 => refined(Type::set(Type::NUMBER), |it| it.length_min(1)?.length_max(3)),
        7 => object().with_mark("sensitive"),
        8 => Value::list(object().ty().clone(), vec![object(), Value::unknown(object().ty().clone())]),
        9 => Value::null(Type::STRING),
        10 => Value::unknown(Type::map(Type::ANY)),
        11 => Value::tuple(vec![Value::TRUE, Value::unknown(Type::BOOL).with_mark("ephemeral")]),
        12 => Value::unknown(Type::union([Type::STRING, Type::NONE, Type::list(Type::NUMBER)])),
        13 => Value::unknown(Type::output(Type::list(Type::STRING))),
        14 => Value::holding(false, Value::unknown(Type::STRING), 0, Some(4)),
        _ => Value::map(Type::NUMBER, [("k".into(), number(-1))]),
    }
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let [first, second, text @ ..] = input else { return };
    let dialect = &hclx_languages::DIALECTS[usize::from(*first) % 3];
    let mut scope = Scope::root();
    for (at, name) in NAMES.iter().enumerate() {
        scope.define(*name, value(second.wrapping_add(at as u8 * 3)));
    }
    let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(text));
    let Root::Expr(expr) = parsed.tree.root() else { return };
    let env = match first >> 6 {
        0 => Environment { trace: true, ..Environment::of(dialect) },
        1 => Environment::exact(),
        _ => Environment::of(dialect),
    };
    let limits = Limits { steps: 20_000, bytes: 1 << 20, ..Limits::default() };
    let outcome = evaluate(&parsed.tree, SourceId(0), expr, &scope, &env, &Budget::new(limits));
    let _ = outcome.value.to_string();
    let _ = outcome.value.described_type().to_string();
});
