//! Expressions of the JSON profile, as templates in a scope and as literal strings without one.

use std::sync::Arc;

use hclx_core::{Number, Type, Value};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate};
use hclx_syntax::ast::{ExprId, ExprKind, Root, Tree};
use hclx_testkit::{Tally, vectors};
use serde_json::Value as Json;

use crate::listed;
use crate::plain_json::{ctype, plain};

const SOURCE: SourceId = SourceId(0);

#[test]
fn values_of_expressions() {
    let mut tally = Tally::new("JSON expressions");
    let (mut others, mut broken) = (0, 0);
    for vector in vectors("decode/json.jsonl") {
        if vector["parse_diagnostics"].as_array().is_some_and(|list| !list.is_empty()) {
            // The handling of invalid JSON is tested with the parser.
            broken += 1;
            continue;
        }
        match vector.str("mode") {
            "expr" => tally.run(&vector, || expression(vector.str("src"), &vector["expr"])),
            "body" => tally.run(&vector, || body(&source(&vector.value), &vector["attributes"])),
            _ => others += 1,
        }
    }
    println!("decode/json.jsonl: {others} lines have no values, {broken} do not parse");
    tally.finish();
}

fn source(vector: &Json) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let Some(text) = vector["src_b64"].as_str() else {
        return vector["src"].as_str().expect("a source").as_bytes().to_vec();
    };
    let (mut bits, mut count, mut bytes) = (0u32, 0, Vec::new());
    for c in text.bytes().filter(|c| *c != b'=') {
        bits = bits << 6 | digits.iter().position(|digit| *digit == c).expect("a digit") as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

fn expression(src: &str, answer: &Json) -> Result<(), String> {
    let parsed = hclx_syntax::parse_json_expression(SOURCE, Arc::from(src.as_bytes()));
    let Root::Expr(root) = parsed.tree.root() else { return Err("no expression".to_owned()) };
    if answer.is_null() {
        return Ok(());
    }
    members(&parsed.tree, root, answer).map_err(|message| format!("{src}: {message}"))
}

fn body(src: &[u8], answer: &Json) -> Result<(), String> {
    let parsed = hclx_syntax::parse_json(SOURCE, Arc::from(src));
    let Root::Expr(root) = parsed.tree.root() else { return Err("no expression".to_owned()) };
    for attribute in answer.as_array().into_iter().flatten() {
        let start = attribute["value_range"]["start"]["byte"].as_u64().expect("a place");
        let Some(value) = value_at(&parsed.tree, root, start) else {
            return Err(format!("no value at {start}"));
        };
        members(&parsed.tree, value, attribute).map_err(|message| {
            format!("{} in {}: {message}", attribute["name"], String::from_utf8_lossy(src))
        })?;
    }
    Ok(())
}

/// The value of the attribute at an offset.
fn value_at(tree: &Tree, root: ExprId, start: u64) -> Option<ExprId> {
    let ExprKind::Object(items) = tree.expr(root).kind else { return None };
    let values = tree.slice(items).iter().map(|item| item.value);
    values.into_iter().find(|value| u64::from(tree.expr(*value).range.start) == start)
}

fn members(tree: &Tree, expr: ExprId, answer: &Json) -> Result<(), String> {
    compare("eval", &answer["eval"], &outcome(tree, expr, true))?;
    compare("literal", &answer["literal"], &outcome(tree, expr, false))
}

fn outcome(tree: &Tree, expr: ExprId, in_scope: bool) -> Outcome {
    let env = Environment { json_templates: in_scope, ..Environment::exact() };
    let scope = if in_scope { scope() } else { Scope::root() };
    evaluate(tree, SOURCE, expr, &scope, &env, &Budget::default())
}

fn scope() -> Scope<'static> {
    let mut scope = Scope::root();
    let number = |text: &str| Value::number(Number::parse_literal(text).expect("a number"));
    scope.define("s", Value::string("hello"));
    scope.define("n", number("5"));
    scope.define("f", number("2.5"));
    scope.define("b", Value::bool(true));
    scope.define("nul", Value::null(Type::ANY));
    scope.define("ns", Value::null(Type::STRING));
    scope.define("l", Value::list(Type::STRING, vec![Value::string("a"), Value::string("b")]));
    scope.define("t", Value::tuple(vec![Value::string("x"), number("1")]));
    scope.define("m", Value::map(Type::STRING, [(Arc::from("k"), Value::string("v"))]));
    let list = Value::tuple(vec![number("1"), number("2")]);
    scope.define("o", Value::object([(Arc::from("k"), Value::string("v")), (Arc::from("list"), list)]));
    scope.define("unk", Value::unknown(Type::STRING));
    scope.define("dyn", Value::dynamic());
    scope
}

fn compare(what: &str, answer: &Json, outcome: &Outcome) -> Result<(), String> {
    let severities = |list: &Json| list.as_array().map_or(0, Vec::len);
    let errors = outcome.diagnostics.iter().filter(|found| found.is_error()).count();
    if (severities(&answer["diagnostics"]) > 0) != (errors > 0) {
        return Err(format!(
            "{what}: {} errors, found {}",
            severities(&answer["diagnostics"]),
            listed(&outcome.diagnostics)
        ));
    }
    if errors > 0 {
        return inside(answer, &outcome.diagnostics);
    }
    let (ty, value) = (ctype(outcome.value.ty()), plain(&outcome.value));
    if answer["type"] != ty {
        return Err(format!("{what}: type must be {}, found {ty}", answer["type"]));
    }
    // As strings, in which -0 differs from 0.
    let text = |json: &Json| json.to_string();
    if text(&answer["value"]) != text(&value) {
        return Err(format!("{what}: must be {}, found {value}", answer["value"]));
    }
    Ok(())
}

/// Compares locations inside strings: ours refer to the source, while the reference counts differently. An
/// error must be where the reference's first one is, except for the escapes before it.
fn inside(answer: &Json, found: &[Diagnostic]) -> Result<(), String> {
    let wanted = answer["diagnostics"][0]["subject"]["start"]["byte"].as_u64();
    let place = found.iter().find_map(|found| found.span).map(|span| u64::from(span.range.start));
    match (wanted, place) {
        _ if found.iter().any(|found| found.code.id() < "HX2") => Ok(()),
        (Some(wanted), Some(place)) if place >= wanted => Ok(()),
        _ => Err(format!("first error at {wanted:?}, found {}", listed(found))),
    }
}
