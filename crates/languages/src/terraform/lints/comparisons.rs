//! Comparisons that are always false, and numbers that are implicitly converted to strings.

use std::cell::LazyCell;

use hclx_core::{Data, Type, TypeKind, Value};
use hclx_diag::{Diagnostic, Fix, Help, Ordered, SourceId, Span, Suggestion, code_names as codes, nearest};
use hclx_module::never_equal;
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

use crate::terraform::values::rule::ExpressionRule;

/// The lint for comparisons that are always false.
pub(crate) struct Comparisons;

impl ExpressionRule for Comparisons {
    fn is_worth_a_look(&self, tree: &Tree, expr: ExprId) -> bool {
        is_worth_a_look(tree, expr)
    }

    fn judge(&self, tree: &Tree, source: SourceId, trace: &[(ExprId, Value)]) -> Vec<Diagnostic> {
        judge(tree, source, trace)
    }
}

/// Returns `true` if an expression may contain something to report.
pub(crate) fn is_worth_a_look(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).any(|part| {
        matches!(
            tree.expr(part).kind,
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. } | ExprKind::Conditional { .. }
        )
    })
}

/// Checks the parts of an expression by their values.
pub(crate) fn judge(tree: &Tree, source: SourceId, trace: &[(ExprId, Value)]) -> Vec<Diagnostic> {
    let values: LazyCell<Ordered<ExprId, &Value>, _> =
        LazyCell::new(|| trace.iter().map(|(expr, value)| (*expr, value)).collect());
    let mut findings = Vec::new();
    for (expr, result) in trace {
        match tree.expr(*expr).kind {
            ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } => {
                let (Some(l), Some(r)) = (values.get(&left), values.get(&right)) else { continue };
                let (l, r) = (Value::clone(l).unmark_deep().0, Value::clone(r).unmark_deep().0);
                let decided = result.clone().unmark().0.as_bool() == Some(op == BinaryOp::NotEqual);
                if !decided || l.is_wholly_known() && r.is_wholly_known() || l.is_null() || r.is_null() {
                    continue;
                }
                let place = tree.expr(*expr).range.in_source(source);
                findings.extend(told(&l, &r, op, place));
            }
            ExprKind::Conditional { yes, no, .. } => {
                findings.extend(
                    [(yes, no), (no, yes)]
                        .iter()
                        .find_map(|(number, text)| becomes_text(tree, source, *number, *text)),
                );
            }
            _ => {}
        }
    }
    findings
}

/// The finding about a comparison of values that are never equal.
fn told(left: &Value, right: &Value, op: BinaryOp, place: Span) -> Option<Diagnostic> {
    let (why, help) = apart(left, right, op)?;
    let always = if op == BinaryOp::Equal { "false" } else { "true" };
    let message = format!("this comparison is always {always}: {why}");
    let finding = Diagnostic::warning(codes::CONSTANT_CONDITION, place, message);
    Some(match help {
        Some(help) => finding.help(help),
        None => finding,
    })
}

/// The reason why two values are never equal.
fn apart(left: &Value, right: &Value, op: BinaryOp) -> Option<(String, Option<Help>)> {
    if let Some(why) = never_equal(left, right) {
        return Some((why, another_comparison(left, right, op)));
    }
    let (unknown, known) = match (left.data(), right.data()) {
        (Data::Unknown(range), _) => (range, right),
        (_, Data::Unknown(range)) => (range, left),
        _ => return None,
    };
    let members = unknown.one_of()?;
    // a comparison with an empty string may be a defensive check
    if known.as_str() == Some("") {
        return None;
    }
    let shown: Vec<String> = members.iter().take(8).map(ToString::to_string).collect();
    let why = format!("the value can only be {}", shown.join(", "));
    let names = members.iter().filter_map(Value::as_str);
    let near = known.as_str().and_then(|text| nearest(text, names));
    Some((why, near.map(|near| Suggestion::word(format!("\"{near}\"")).into())))
}

/// The comparison that may be meant in place of one between values of different types.
fn another_comparison(left: &Value, right: &Value, op: BinaryOp) -> Option<Help> {
    let text = left.as_str().or(right.as_str());
    let (scalar, whole) = if left.ty().is_primitive() { (left, right) } else { (right, left) };
    let is_sequence = matches!(whole.ty().kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_));
    let is_empty = |value: &Value| value.length() == Some(0) || value.as_str() == Some("");
    match text {
        Some(text) if whole.ty().is_primitive() && !text.is_empty() => {
            let other = if left.as_str().is_some() { right.ty() } else { left.ty() };
            let fits = *other == Type::BOOL && matches!(text, "true" | "false")
                || *other == Type::NUMBER && text.parse::<f64>().is_ok();
            fits.then(|| format!("write `{text}` without quotes").into())
        }
        _ if !whole.ty().is_primitive() && (is_empty(left) || is_empty(right)) => {
            let op = if op == BinaryOp::Equal { "==" } else { "!=" };
            Some(format!("compare the length: `length(…) {op} 0`").into())
        }
        _ if whole.ty().is_primitive() => None,
        _ if !scalar.ty().is_primitive() => {
            Some("convert it with `tolist(…)`, `toset(…)` or `tomap(…)`".to_owned().into())
        }
        _ if is_sequence => Some("use `contains(…)` to look for an element".to_owned().into()),
        _ if whole.ty().as_object().is_some() => Some("compare one of its attributes".to_owned().into()),
        _ => Some("compare one of its elements".to_owned().into()),
    }
}

/// Reports a number literal in one result of a conditional if the other result is a string.
fn becomes_text(tree: &Tree, source: SourceId, number: ExprId, text: ExprId) -> Option<Diagnostic> {
    let ExprKind::Number = tree.expr(number).kind else { return None };
    let ExprKind::String(text_of) = tree.expr(text).kind else { return None };
    let other = tree.text(text_of);
    // a sentence is meant to fail with its own words where a number is expected
    let is_sentence = other.trim().contains(char::is_whitespace);
    if other.is_empty() || is_sentence || other.parse::<f64>().is_ok() {
        return None;
    }
    let place = tree.expr(number).range.in_source(source);
    let written = tree.number(tree.expr(number).range);
    let message = format!("implicit conversion from number {written} to string \"{written}\"");
    let finding = Diagnostic::warning(codes::NUMBER_TO_STRING, place, message)
        .also(tree.expr(text).range.in_source(source), "because this is a string");
    let as_text = format!("\"{written}\"");
    Some(finding.fix(Fix::suggested(format!("use `{as_text}` if this is intended"), place, &*as_text)))
}
