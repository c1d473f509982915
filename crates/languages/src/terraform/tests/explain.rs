//! The operands of a condition that is false.

use hclx_core::Value;
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

use hclx_diag::SourceId;

use crate::terraform::simulation::expressions::ScopeNames;
use crate::terraform::simulation::open::may_be_deferred;

/// The maximum length of a value in a message, in characters.
const MOST: usize = 80;

/// A sentence about the operands of a condition.
pub(super) fn explain(
    names: &ScopeNames<'_>,
    tree: &Tree,
    source: SourceId,
    condition: ExprId,
) -> Option<String> {
    let shown = |expr: ExprId| {
        let evaluation = names.evaluate((tree, source, expr), &[]);
        evaluation.errors.is_empty().then(|| shown(&evaluation.value))
    };
    let text = |expr: ExprId| {
        let written = tree.written(tree.expr(expr).range);
        (written.chars().count() <= MOST && !written.contains('\n')).then(|| written.into_owned())
    };
    match tree.expr(condition).kind {
        ExprKind::Paren(inner) => explain(names, tree, source, inner),
        ExprKind::Binary { op: BinaryOp::Equal, left, right } => {
            Some(format!("`{}` is {}, not {}", text(left)?, shown(left)?, shown(right)?))
        }
        ExprKind::Binary { op: BinaryOp::NotEqual, left, .. } => {
            Some(format!("`{}` is {}", text(left)?, shown(left)?))
        }
        ExprKind::Binary { op, left, right }
            if !matches!(op, BinaryOp::And | BinaryOp::Or)
                && matches!(tree.expr(right).kind, ExprKind::Number) =>
        {
            Some(format!("`{}` is {}, not {} {}", text(left)?, shown(left)?, op.text(), shown(right)?))
        }
        ExprKind::Binary { op, left, right } if !matches!(op, BinaryOp::And | BinaryOp::Or) => {
            Some(format!("the left operand is {}, the right one {}", shown(left)?, shown(right)?))
        }
        _ => None,
    }
}

/// A value as HCL, shortened; sensitive values are hidden.
fn shown(value: &Value) -> String {
    let marks = value.marks_within();
    if marks.contains("sensitive") || marks.contains("ephemeral") {
        return "a sensitive value".to_owned();
    }
    if !value.is_wholly_known() {
        return if may_be_deferred(value) { "unknown" } else { "a generated value" }.to_owned();
    }
    let text = value.clone().unmark_deep().0.to_string();
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
