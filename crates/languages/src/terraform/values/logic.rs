//! Right sides of `&&` and `||` that fail although the left side decides: versions that do not skip them reject
//! the expression.

use hclx_core::Rules;
use hclx_diag::{Certainty, Diagnostic, Span, code_names as codes};
use hclx_eval::{Environment, evaluate};
use hclx_module::{ExprRef, ExpressionContext};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions::{SKIPPING, asked};

/// The failure of an expression that only versions report which evaluate both sides of `&&` and `||`.
pub(crate) fn skipped_failure(module: &Module, context: &ExpressionContext<'_>) -> Option<Diagnostic> {
    let ExprRef { tree, source, expr } = context.written;
    if !tree.inside(expr).any(|part| is_logic(tree, part)) {
        return None;
    }
    let rules = Rules { eager_logic: true, ..context.env.rules };
    let env = Environment { rules, comparisons: false, ..context.env };
    let found = evaluate(tree, source, expr, context.variables, &env, context.budget).diagnostics;
    let failure = found.into_iter().find(|one| one.is_error() && one.certainty == Certainty::Must)?;
    warning(module, tree, expr, failure)
}

/// The warning about a failure in the right side of an operator.
pub(crate) fn warning(module: &Module, tree: &Tree, expr: ExprId, failure: Diagnostic) -> Option<Diagnostic> {
    let place = failure.span?;
    let op = operator_around(tree, expr, place)?;
    let since = SKIPPING.map(|(name, (major, minor))| format!("{name} {major}.{minor}"));
    let message = format!("skipping the right side of `{}` requires {}", op.text(), since.join(" or "));
    let allowed = asked(module).and_then(|asked| Some(asked.constraints.first()?.place));
    let finding = Diagnostic::warning(codes::LATER_VERSION, place, message);
    let finding = Diagnostic { label: Some(failure.message), ..finding };
    let finding = match allowed {
        Some(allowed) => finding.also(allowed, "this allows versions that evaluate both sides"),
        None => finding,
    };
    Some(finding.help(format!("use a conditional, {}, or require a later version", instead_of(op))))
}

/// A failure in an operand of `&&` or `||`, in a module whose versions evaluate both sides.
pub(crate) fn explained(tree: &Tree, expr: ExprId, failure: Diagnostic) -> Diagnostic {
    let operator = failure.span.filter(|_| failure.is_error());
    match operator.and_then(|place| operator_around(tree, expr, place)) {
        Some(op) => {
            let help = format!(
                "the required versions evaluate both sides of `{}`: use a conditional, {}",
                op.text(),
                instead_of(op)
            );
            failure.help(help)
        }
        None => failure,
    }
}

/// The innermost operator `&&` or `||` whose right side contains a place.
fn operator_around(tree: &Tree, expr: ExprId, place: Span) -> Option<BinaryOp> {
    let around = |part: ExprId| match tree.expr(part).kind {
        ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), right, .. } => {
            tree.expr(right).range.contains(place.range).then(|| (tree.expr(part).range.len(), op))
        }
        _ => None,
    };
    tree.inside(expr).filter_map(around).min_by_key(|(length, _)| *length).map(|(_, op)| op)
}

const fn instead_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "`a ? b : false`",
        _ => "`a ? true : b`",
    }
}

/// Returns `true` for `&&` and `||`.
pub(crate) fn is_logic(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.expr(expr).kind, ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. })
}
