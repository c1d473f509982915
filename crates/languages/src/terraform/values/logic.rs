//! Right sides of `&&` and `||` that fail although the left side decides, so that versions that do not skip them reject
//! the expression.

use hclx_analysis::graph;
use hclx_core::Rules;
use hclx_diag::{Certainty, Diagnostic, OrderedSet, Span, code_names as codes};
use hclx_eval::{Environment, evaluate};
use hclx_module::{ExprRef, ExpressionContext};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions::{SKIPPING, asked};
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::Resolver;

/// The failure of an expression that is only reported by versions that evaluate both sides of `&&` and `||`.
pub(crate) fn skipped_failure(module: &Module, context: &ExpressionContext<'_>) -> Option<Diagnostic> {
    let ExprRef { tree, expr, .. } = context.written;
    if !tree.inside(expr).any(|part| is_logic(tree, part)) {
        return None;
    }
    let failure = eager_failure(context, &context.env)?;
    warning(module, tree, expr, failure)
}

/// Like [`skipped_failure`], if only the default of a variable makes the right side fail; `resolver` resolves the names
/// of the module.
pub(crate) fn skipped_failure_of_default(
    module: &Module,
    context: &ExpressionContext<'_>,
    resolver: &Resolver<'_>,
) -> Option<Diagnostic> {
    let ExprRef { tree, source, expr } = context.written;
    if !tree.inside(expr).any(|part| is_logic(tree, part)) {
        return None;
    }
    let mut tried = OrderedSet::new();
    graph::references(tree, expr).iter().find_map(|reference| {
        let node = dependencies::target(module, reference).filter(|node| tried.insert(*node))?;
        let declaration = module.declaration(node);
        let variable = declaration.variable.as_ref().filter(|one| !one.is_doubtful)?;
        let default = variable.default.as_ref().filter(|default| default.is_wholly_known())?;
        let place = variable.default_span?;
        let mut values = resolver.values.clone();
        values[node.index()] = default.clone();
        let resolver = Resolver { values: &values, ..*resolver };
        let lazy = Environment { names: Some(&resolver), comparisons: false, ..context.env };
        // failures in all versions are reported as such
        let found = evaluate(tree, source, expr, context.variables, &lazy, context.budget).diagnostics;
        if found.iter().any(Diagnostic::is_error) {
            return None;
        }
        let failure = eager_failure(context, &lazy)?;
        let shown = if variable.marks.sensitive { String::new() } else { format!(", which is {default}") };
        let label = format!("the default of `{}`{shown}", declaration.name);
        Some(warning(module, tree, expr, failure)?.also(place, label))
    })
}

/// The failure of an expression if both sides are evaluated.
fn eager_failure(context: &ExpressionContext<'_>, env: &Environment<'_>) -> Option<Diagnostic> {
    let ExprRef { tree, source, expr } = context.written;
    let rules = Rules { eager_logic: true, ..env.rules };
    let env = Environment { rules, comparisons: false, ..*env };
    let found = evaluate(tree, source, expr, context.variables, &env, context.budget).diagnostics;
    found.into_iter().find(|one| one.is_error() && one.certainty == Certainty::Must)
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

/// Explains a failure in an operand of `&&` or `||`, in a module whose versions evaluate both sides.
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
