//! Operations on values: the `method` lines of `ops` (the expressions belong to the evaluator).

use hclx_core::{Rules, Value, ops};
use hclx_diag::{Fallible, code_names as codes};
use serde_json::Value as Json;

use crate::support::vectors::{Tally, lines, text};
use crate::value_json::{self, canonical, write};

/// The rules of go-cty's own operations, which keep the bounds of unknowns.
const METHODS: Rules = Rules { forgetful_operators: false, ..Rules::exact() };

#[test]
fn method_vectors() {
    let lines: Vec<Json> =
        lines("cty/ops.jsonl").into_iter().filter(|line| line.get("method").is_some()).collect();
    let mut tally = Tally::default();
    for line in &lines {
        let args: Vec<Value> =
            line["args"].as_array().expect("arguments").iter().map(value_json::read).collect();
        let got = call(text(line, "method"), &args, &METHODS);
        let alternatives: Vec<&Json> = match line.get("any_of") {
            Some(several) => several.as_array().expect("answers").iter().collect(),
            None => vec![&line["out"]],
        };
        let fits = |wanted: &&Json| match (&got, wanted.get("panic")) {
            (Ok(value), None) => write(value) == canonical(&wanted["result"]),
            (Err(_), Some(_)) => true,
            // HCL rejects null before it calls an operation; go-cty's own operation checks unknowns first
            (Err(fault), None) => fault.code() == codes::NULL_OPERAND && args.iter().any(Value::is_null),
            _ => false,
        };
        if alternatives.iter().any(fits) {
            let refused = line["out"].get("result").is_some() && got.is_err();
            tally.count(if refused {
                "null refused"
            } else if got.is_ok() {
                "value"
            } else {
                "fault"
            });
        } else {
            tally.wrong(format!("{got:?}\n  {line}"));
        }
    }
    tally.finish("cty/ops methods", lines.len());
}

fn call(method: &str, args: &[Value], rules: &Rules) -> Fallible<Value> {
    match (method, args) {
        ("add", [a, b]) => ops::add(a, b, rules),
        ("subtract", [a, b]) => ops::subtract(a, b, rules),
        ("multiply", [a, b]) => ops::multiply(a, b, rules),
        ("divide", [a, b]) => ops::divide(a, b, rules),
        ("modulo", [a, b]) => ops::modulo(a, b, rules),
        ("negate", [a]) => ops::negate(a, rules),
        ("absolute", [a]) => ops::absolute(a, rules),
        ("less_than", [a, b]) => ops::less(a, b, rules),
        ("less_than_or_equal", [a, b]) => ops::less_equal(a, b, rules),
        ("greater_than", [a, b]) => ops::greater(a, b, rules),
        ("greater_than_or_equal", [a, b]) => ops::greater_equal(a, b, rules),
        ("equals", [a, b]) => ops::equal(a, b, rules),
        ("not_equal", [a, b]) => ops::not_equal(a, b, rules),
        ("and", [a, b]) => ops::and(a, b, rules),
        ("or", [a, b]) => ops::or(a, b, rules),
        ("not", [a]) => ops::not(a, rules),
        ("length", [a]) => ops::length(a, rules),
        ("has_index", [a, b]) => ops::has_index(a, b, rules),
        ("index", [a, b]) => ops::index(a, b, rules),
        ("has_element", [a, b]) => ops::has_element(a, b, rules),
        _ => panic!("no method {method} of {}", args.len()),
    }
}
