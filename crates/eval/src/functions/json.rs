//! Conversion between JSON and values: `jsondecode` with the shared JSON parser, `jsonencode` with go-cty's
//! encoder.

use std::sync::Arc;

use hclx_core::{Rules, Type, TypeKind, Value, nfc, normalized, pay_bytes, to_json, write_json_string};
use hclx_diag::{Diagnostic, Fallible, SourceId};
use hclx_syntax::ast::{ExprId, ExprKind, Root, Tree};

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow};
use crate::values::literal;
use crate::values::narrow::narrowed;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "jsondecode",
        "(str: string) -> any",
        "a value decoded from JSON",
        &[("jsondecode(\"{\\\"a\\\": [1, null]}\")", "{ a = [1, null] }")],
        |args| Ok(decoded(args, args.string(0)?.scan()?)?),
    )
    .typed(decoded_type)
    .bounded(decoded_parts)
    .nullable(),
    FunctionRow::new(
        "jsonencode",
        "(val: any?) -> string",
        "a value encoded as JSON",
        &[("jsonencode({ a = [1, null] })", "\"{\\\"a\\\":[1,null]}\"")],
        encode,
    )
    .bounded(encoded_parts)
    .unknown(ALL)
    .any(ALL),
];

/// The JSON encoding of the first argument.
pub fn encode(args: &Args<'_>) -> Answer {
    let value = args.get(0);
    if !value.is_wholly_known() {
        return Err(EarlyReturn::Unknown);
    }
    pay(value)?;
    let text = encoded(value).map_err(|what| args.fault(0, what))?;
    Ok(normalized(&text)?)
}

/// The cost in ticks of a byte of an encoded value.
const ENCODED: u64 = 4;

/// Pays for the encoding of a value, by its size with all parts written out.
pub(super) fn pay(value: &Value) -> Fallible<()> {
    hclx_core::pay(ENCODED * value.size())?;
    pay_bytes(value.size() / 2)
}

/// The result with its first character, if the type determines it and the value is not null.
pub fn encoded_head(args: &Args<'_>, unknown: Value) -> Value {
    let value = args.get(0);
    if !value.definitely_not_null() {
        return unknown;
    }
    let head = match value.ty().kind() {
        TypeKind::String => "\"",
        TypeKind::Object(_) | TypeKind::Map(..) => "{",
        TypeKind::Tuple(_) | TypeKind::List(_) | TypeKind::Set(_) => "[",
        _ => return unknown,
    };
    narrowed(unknown, |refiner| refiner.prefix_full(head))
}

/// The result with the facts of [`encoded_head`], and with the value that it encodes.
fn encoded_parts(args: &Args<'_>, unknown: Value) -> Value {
    encoded_head(args, unknown).with_encoded(args.get(0))
}

/// The value that an unknown string encodes, if its parts are known.
fn decoded_parts(args: &Args<'_>, unknown: Value) -> Value {
    let decoded = args.get(0).decoded_json().filter(|_| !args.rules.exact_ranges);
    decoded.unwrap_or(unknown)
}

/// The JSON encoding of a completely known value; an infinity cannot be encoded.
pub(super) fn encoded(value: &Value) -> Result<String, String> {
    // the value is completely known, so only an infinity can fail
    to_json(value).map_err(|_| "must not contain infinity, which JSON cannot represent".to_owned())
}

/// A string as Go's encoder writes it: characters with a meaning in HTML are escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_json_string(&mut out, text);
    out
}

/// The type that the result is certain to have: the known first character of an unknown string may decide it.
fn decoded_type(args: &Args<'_>) -> Fallible<Type> {
    let text = args.get(0);
    if text.is_known() {
        return Ok(Type::ANY);
    }
    let range = text.range();
    let Some(first) = range.prefix().and_then(|prefix| prefix.trim_start().chars().next()) else {
        return Ok(Type::ANY);
    };
    match first {
        '{' | '[' | 'n' => Ok(Type::ANY),
        '"' => Ok(Type::STRING),
        't' | 'f' => Ok(Type::BOOL),
        '-' | '.' | '0'..='9' => Ok(Type::NUMBER),
        other => Err(args.fault(0, format!("is not JSON: it starts with `{other}`"))),
    }
}

fn decoded(args: &Args<'_>, text: &str) -> Fallible<Value> {
    pay_nodes(text)?;
    let parsed = hclx_syntax::parse_json_data(SourceId(0), Arc::from(text.as_bytes()));
    if let Some(wrong) = parsed.diagnostics.iter().find(|found| found.is_error()) {
        return Err(args.fault(0, no_json(text, wrong)));
    }
    let Root::Expr(root) = parsed.tree.root() else {
        return Err(args.fault(0, "is not JSON"));
    };
    value(&parsed.tree, root, args.rules)
}

/// The cost in ticks and bytes of a node of a parsed tree, in addition to the value.
const NODE_TICKS: u64 = 192;
const NODE_BYTES: u64 = 100;

/// Pays for a parsed source by an upper bound of its tree's nodes: each but the first follows one of these
/// characters.
pub fn pay_nodes(text: &str) -> Fallible<()> {
    let nodes = text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{' | b':' | b'\n' | b'-')).count()
        as u64
        + 1;
    hclx_core::pay(NODE_TICKS * nodes)?;
    pay_bytes(NODE_BYTES * nodes + text.len() as u64)
}

fn no_json(text: &str, wrong: &Diagnostic) -> String {
    let Some(span) = wrong.span else { return format!("is not JSON: {}", wrong.message) };
    let before = &text.as_bytes()[..span.range.start as usize];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    format!("is not JSON: {} (line {line}, byte {})", wrong.message, span.range.start)
}

/// Converts JSON data to a value: arrays become tuples and objects become objects; the last of several equal
/// names counts.
fn value(tree: &Tree, expr: ExprId, rules: &Rules) -> Fallible<Value> {
    let node = tree.expr(expr);
    let inner = |expr: ExprId| hclx_diag::grow(|| value(tree, expr, rules));
    Ok(match node.kind {
        ExprKind::Bool(truth) => Value::bool(truth),
        ExprKind::Number => {
            let number = literal(tree.number(node.range), rules)?;
            if rules.int_literals && number.is_integer() { Value::int(number) } else { Value::number(number) }
        }
        ExprKind::String(text) | ExprKind::JsonString { text, .. } => Value::string(nfc(tree.text(text))),
        ExprKind::Tuple(elements) => {
            Value::tuple(tree.slice(elements).iter().map(|element| inner(*element)).collect::<Fallible<_>>()?)
        }
        ExprKind::Object(items) => {
            let mut attributes: Vec<(Arc<str>, Value)> = Vec::new();
            for item in tree.slice(items) {
                let key = nfc(tree.string(item.key).unwrap_or_default()).into();
                attributes.push((key, inner(item.value)?));
            }
            Value::object(attributes)
        }
        _ => Value::null(if rules.int_literals { Type::NONE } else { Type::ANY }),
    })
}
