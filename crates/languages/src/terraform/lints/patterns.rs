//! Patterns that are not regular expressions, in calls that hide the failure.

use hclx_diag::{Diagnostic, OrderedSet, SourceId, code_names as codes};
use hclx_formats::{NotPattern, Payment, compile};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Tree};

use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

/// Functions that hide failures.
const HIDING: &[&str] = &["can", "try"];

/// Functions whose first argument is a pattern.
const MATCHING: &[&str] = &["regex", "regexall"];

/// The lint for patterns that always make a call fail unnoticed.
pub(crate) struct HiddenPatterns;

impl Rule for HiddenPatterns {
    fn module(&self, instance: &mut Instance<'_>) {
        // the patterns do not depend on values
        if instance.inputs.is_call {
            return;
        }
        for source in &instance.module.files {
            let findings = in_file(&instance.run.snapshot.parsed(*source).tree, *source);
            instance.findings.extend(findings);
        }
    }
}

/// The findings about a file.
fn in_file(tree: &Tree, source: SourceId) -> Vec<Diagnostic> {
    let mut known = OrderedSet::new();
    let mut findings = Vec::new();
    let calls = tree.expr_ids().filter_map(|expr| Some((expr, call_among(tree, expr, HIDING)?)));
    for (expr, hiding) in calls {
        for part in tree.inside(expr) {
            let Some(matching) = call_among(tree, part, MATCHING) else { continue };
            let Some(pattern) = tree.slice(matching.args).first() else { continue };
            let Some(what) = mistake(tree, *pattern).filter(|_| known.insert(*pattern)) else { continue };
            let name = |call: &Call| tree.text(call.name.text);
            let (hiding, matching) = (name(hiding), name(matching));
            let place = tree.expr(*pattern).range.in_source(source);
            let message = format!("`{hiding}` hides a failure: argument `pattern` of `{matching}` {what}");
            findings.push(Diagnostic::warning(codes::ARGUMENT, place, message));
        }
    }
    findings
}

/// The call that an expression consists of, if it is a call of one of the given functions.
fn call_among<'t>(tree: &'t Tree, expr: ExprId, names: &[&str]) -> Option<&'t Call> {
    let ExprKind::Call(call) = tree.expr(expr).kind else { return None };
    let call = tree.node(call);
    names.contains(&tree.text(call.name.text)).then_some(call)
}

/// The reason why a string is not a pattern.
fn mistake(tree: &Tree, pattern: ExprId) -> Option<String> {
    let ExprKind::String(text) = tree.expr(pattern).kind else { return None };
    match compile(tree.text(text), Payment::Due) {
        Err(NotPattern::Mistake(what)) => Some(what),
        _ => None,
    }
}
