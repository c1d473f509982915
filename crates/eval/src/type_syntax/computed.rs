//! Computed types: parentheses, known conditions, and steps into a literal. All other expressions are left
//! unchanged, because they are not types.

use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprId, ExprKind, Traverse, TraverseKind, Tree};

use crate::{Budget, Environment, Limits, Scope, evaluate};

/// The maximum number of steps for evaluating a condition.
const CONDITION_STEPS: u64 = 100_000;

/// The expression that determines the type: the selected branch or the target of the steps.
pub(super) fn reduced(tree: &Tree, source: SourceId, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let Some(next) = step(tree, source, at) {
        at = next;
    }
    at
}

fn step(tree: &Tree, source: SourceId, expr: ExprId) -> Option<ExprId> {
    match tree.expr(expr).kind {
        ExprKind::Paren(inner) => Some(inner),
        ExprKind::Conditional { condition, yes, no } => {
            let budget = Budget::inside(Limits { steps: CONDITION_STEPS, ..Limits::default() });
            let env = Environment::without_names();
            let outcome = evaluate(tree, source, condition, &Scope::root(), &env, &budget);
            outcome.value.as_bool().map(|chosen| if chosen { yes } else { no })
        }
        ExprKind::Traversal { base, steps } => {
            tree.slice(steps).iter().try_fold(base, |at, step| part(tree, at, step))
        }
        _ => None,
    }
}

/// The part of a literal that a constant step selects.
fn part(tree: &Tree, literal: ExprId, step: &Traverse) -> Option<ExprId> {
    let named = |name: &str, literal: ExprId| {
        let ExprKind::Object(items) = tree.expr(literal).kind else { return None };
        let is_name =
            |key: ExprId| matches!(tree.expr(key).kind, ExprKind::String(text) if tree.text(text) == name);
        tree.slice(items).iter().rev().find(|item| is_name(item.key)).map(|item| item.value)
    };
    match step.kind {
        TraverseKind::Attr(name) => named(tree.text(name), literal),
        TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => match tree.expr(key).kind {
            ExprKind::String(name) => named(tree.text(name), literal),
            ExprKind::Number => {
                let ExprKind::Tuple(elements) = tree.expr(literal).kind else { return None };
                let index: usize = tree.number(tree.expr(key).range).parse().ok()?;
                tree.slice(elements).get(index).copied()
            }
            _ => None,
        },
    }
}
