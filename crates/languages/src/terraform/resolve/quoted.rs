//! Quoted references, which versions before 0.12 required. They are still valid, with a warning.

use hclx_diag::{Diagnostic, Fix, SourceId, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind, Language, Tree};
use hclx_syntax::statics::{self, Reference};

use crate::terraform::declare::declaration::BlockSource;

/// The reference in a native-syntax string.
pub(crate) fn reference(tree: &Tree, source: SourceId, expr: ExprId) -> Option<Reference<'_>> {
    let range = tree.expr(expr).range;
    let is_quoted = tree.language() == Language::Native
        && matches!(tree.expr(expr).kind, ExprKind::String(_))
        && tree.is_quoted(range);
    let (inner, root, findings) = is_quoted.then(|| statics::inner_expression(tree, source, expr))??;
    let reference = statics::as_reference(&inner, source, root)?;
    findings.is_empty().then(|| reference.into_owned())
}

/// The reference that an expression consists of, quoted or not.
pub(crate) fn any_reference(tree: &Tree, source: SourceId, expr: ExprId) -> Option<Reference<'_>> {
    statics::as_reference(tree, source, expr).or_else(|| reference(tree, source, expr))
}

/// The warning about a quoted reference.
pub(crate) fn warning(tree: &Tree, source: SourceId, expr: ExprId) -> Option<Diagnostic> {
    reference(tree, source, expr)?;
    let ExprKind::String(text) = tree.expr(expr).kind else { return None };
    let place = tree.expr(expr).range.in_source(source);
    let message = "references are not quoted";
    let finding = Diagnostic::warning(codes::QUOTED_REFERENCE, place, message);
    Some(finding.fix(Fix::certain("remove the quotes", place, tree.text(text))))
}

/// The warning about a quoted keyword.
pub(crate) fn word(written: &BlockSource, name: &str, expr: ExprId) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let ExprKind::String(text) = tree.expr(expr).kind else { return None };
    if tree.language() != Language::Native {
        return None;
    }
    let (place, word) = (written.expr_span(expr), tree.text(text));
    let message = format!("`{name}` takes an unquoted word");
    let finding = Diagnostic::warning(codes::QUOTED_REFERENCE, place, message);
    Some(finding.help(format!("write `{word}`")).fix(Fix::certain("remove the quotes", place, word)))
}
