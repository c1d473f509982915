//! Values without a scope: strings are literal, and the first of several equal keys counts.

use std::collections::BTreeMap;

use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use serde_json::{Value, json};

/// A value in the form of the vectors: its type, and the value with numbers in a canonical spelling.
pub(crate) struct Literal {
    pub cty_type: Value,
    pub value: Value,
    /// The ranges of duplicate keys.
    pub repeated: Vec<TextRange>,
}

pub(crate) fn literal(tree: &Tree, id: ExprId) -> Literal {
    let plain = |cty_type: &str, value| Literal { cty_type: json!(cty_type), value, repeated: Vec::new() };
    let expr = tree.expr(id);
    match expr.kind {
        ExprKind::Null => plain("dynamic", Value::Null),
        ExprKind::Bool(value) => plain("bool", json!(value)),
        ExprKind::Number => plain("number", json!(spelled(tree.number(expr.range)))),
        ExprKind::String(text) | ExprKind::JsonString { text, .. } => {
            plain("string", json!(nfc(tree.text(text))))
        }
        ExprKind::Tuple(elements) => {
            let elements: Vec<_> =
                tree.slice(elements).iter().map(|element| literal(tree, *element)).collect();
            Literal {
                cty_type: json!(["tuple", elements.iter().map(|e| e.cty_type.clone()).collect::<Vec<_>>()]),
                value: elements.iter().map(|e| e.value.clone()).collect(),
                repeated: elements.into_iter().flat_map(|e| e.repeated).collect(),
            }
        }
        ExprKind::Object(items) => {
            let (mut types, mut values) = (BTreeMap::new(), BTreeMap::new());
            let mut repeated = Vec::new();
            for item in tree.slice(items) {
                let (key, value) = (literal(tree, item.key), literal(tree, item.value));
                repeated.extend(value.repeated);
                let Value::String(key) = key.value else { panic!("a key is a string") };
                if types.contains_key(&key) {
                    repeated.push(tree.expr(item.key).range);
                    continue;
                }
                types.insert(key.clone(), value.cty_type);
                values.insert(key, value.value);
            }
            Literal { cty_type: json!(["object", types]), value: json!(values), repeated }
        }
        kind => panic!("{kind:?} is no JSON value"),
    }
}

/// A recorded value with numbers in the canonical spelling.
pub(crate) fn recorded(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(spelled(&number.to_string())),
        Value::Array(elements) => elements.iter().map(recorded).collect(),
        Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.clone(), recorded(value))).collect())
        }
        value => value.clone(),
    }
}

/// A number as sign, digits without zeros at either end, and exponent of ten.
fn spelled(text: &str) -> String {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let kept = digits.trim_end_matches('0');
    let exponent: i64 = exponent.trim_start_matches('+').parse().expect("short exponents");
    let exponent = exponent - fraction.len() as i64 + (digits.len() - kept.len()) as i64;
    match kept.trim_start_matches('0') {
        "" => format!("number {sign}0"),
        digits => format!("number {sign}{digits}e{exponent}"),
    }
}

/// Composes `é` from `e` and an accent, for the letters in the vectors.
fn nfc(text: &str) -> String {
    text.replace("e\u{301}", "é").replace("A\u{30a}", "Å")
}
