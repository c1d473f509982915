//! An index after `[*]`, which selects from each element although a single element is meant.

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind, TraverseKind, Tree};

/// Explains the failure of an index after `[*]` and attributes.
pub(super) fn with_meant_index(tree: &Tree, expr: ExprId, finding: Diagnostic) -> Diagnostic {
    let is_of_index = [codes::NO_ATTRIBUTE, codes::NO_INDEX].contains(&finding.code);
    let Some(help) =
        tree.inside(expr).filter(|_| is_of_index).find_map(|part| meant_index(tree, part, &finding))
    else {
        return finding;
    };
    Diagnostic { help: vec![help.into()], fixes: Vec::new(), ..finding }
}

/// The help about an index in the part of a splat that applies to each element.
fn meant_index(tree: &Tree, part: ExprId, finding: &Diagnostic) -> Option<String> {
    let ExprKind::Splat { source, each, full: true } = tree.expr(part).kind else { return None };
    let ExprKind::Traversal { base, steps } = tree.expr(each).kind else { return None };
    let place = finding.span?.range;
    let steps = tree.slice(steps);
    let index = steps.iter().position(|step| step.range == place)?;
    let (before, is_index) = (&steps[..index], matches!(steps[index].kind, TraverseKind::Index(_)));
    let are_attributes = before.iter().all(|step| matches!(step.kind, TraverseKind::Attr(_)));
    if !is_index || !are_attributes || !matches!(tree.expr(base).kind, ExprKind::SplatItem) {
        return None;
    }
    let [list, key] = [tree.expr(source).range, place].map(|range| tree.written(range));
    let attributes: String = before.iter().map(|step| tree.written(step.range)).collect();
    Some(format!("`[*]` takes `{key}` from each element: for one element, write `{list}{key}{attributes}`"))
}
