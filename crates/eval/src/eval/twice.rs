//! A self-check for tests: everything is evaluated a second time, prepared and folded, with the same result.

use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprId, Tree};

use crate::{Budget, Environment, Outcome, Scope, prepare};

/// Evaluates an expression before and after its tree is prepared.
///
/// # Panics
/// If the results differ.
pub(super) fn check(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    scope: &Scope<'_>,
    env: &Environment<'_>,
    budget: &Budget,
) {
    let run = || {
        let budget = Budget::inside(budget.limits());
        super::once(tree, source, (expr, None), scope, env, &budget)
    };
    let before = run();
    // a cached result is not visited again, and costs less
    if before.diagnostics.iter().any(|finding| finding.code.is_limit()) {
        return;
    }
    prepare(tree, env, true);
    for _ in 0..2 {
        assert_eq!(text(&run()), text(&before), "of {}", String::from_utf8_lossy(tree.source()));
    }
}

fn text(outcome: &Outcome) -> String {
    let Outcome { value, diagnostics, unresolved, approximations, trace } = outcome;
    format!("{value:?} of {}\n{diagnostics:?}\n{unresolved:?}\n{approximations:?}\n{trace:?}", value.ty())
}
