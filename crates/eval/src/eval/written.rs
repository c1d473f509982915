//! Literals that already have the expected type: they need no computation, conversion or findings. Most
//! expressions of a configuration are such literals.
//!
//! Out of scope: all other expressions, which are left to the evaluator.

use std::sync::Arc;

use hclx_core::{Data, Rules, Type, TypeKind, Value};
use hclx_syntax::ast::{ExprId, ExprKind, Language, ObjectItem, Tree};

use crate::values::literal;

/// The value of an expression that is a literal of the expected type: a string without templates, a bool, a
/// number, or a list or map of such literals. `None` for all other expressions, valid or not.
///
/// The same as the result of evaluation and conversion under these rules.
pub fn written(tree: &Tree, expr: ExprId, wanted: &Type, rules: &Rules) -> Option<Value> {
    match (tree.expr(expr).kind, wanted.kind()) {
        (ExprKind::String(text), TypeKind::String) => Some(Value::string(tree.text(text))),
        (ExprKind::Bool(truth), TypeKind::Bool) => Some(Value::bool(truth)),
        (ExprKind::Number, TypeKind::Number) if !rules.int_literals => {
            literal(tree.number(tree.expr(expr).range), rules).ok().map(Value::number)
        }
        (ExprKind::Tuple(elements), TypeKind::List(element)) if is_settled(wanted) => {
            list(tree, tree.slice(elements), wanted, element, rules)
        }
        (ExprKind::Object(items), TypeKind::Map(element)) if is_settled(wanted) => {
            map(tree, tree.slice(items), wanted, element, rules)
        }
        _ => None,
    }
}

/// Returns `true` if all values of a type have exactly that type.
fn is_settled(wanted: &Type) -> bool {
    !wanted.has_optional() && !wanted.has_any()
}

/// The value of a literal inside another literal; types may nest deeply.
fn inner(tree: &Tree, expr: ExprId, wanted: &Type, rules: &Rules) -> Option<Value> {
    if wanted.is_primitive() {
        return written(tree, expr, wanted, rules);
    }
    hclx_diag::grow(|| written(tree, expr, wanted, rules))
}

fn list(tree: &Tree, elements: &[ExprId], ty: &Type, element: &Type, rules: &Rules) -> Option<Value> {
    let mut values = Vec::with_capacity(elements.len());
    for expr in elements {
        values.push(inner(tree, *expr, element, rules)?);
    }
    Some(Value::list_like(ty, values))
}

fn map(tree: &Tree, items: &[ObjectItem], ty: &Type, element: &Type, rules: &Rules) -> Option<Value> {
    let mut entries: Vec<(Arc<str>, Value)> = Vec::with_capacity(items.len());
    for item in items {
        let ExprKind::String(key) = tree.expr(item.key).kind else { return None };
        entries.push((tree.text(key).into(), inner(tree, item.value, element, rules)?));
    }
    let map = Value::map_like(ty, entries);
    let Data::Map(kept) = map.data() else { return None };
    // in JSON, a duplicate key is an error
    let clash = tree.language() == Language::Json && kept.len() < items.len();
    (!clash).then_some(map)
}
