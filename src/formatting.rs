//! The style for formatting a file, for `hclx fmt` and editors.

use hclx_analysis::Snapshot;
use hclx_diag::SourceId;
use hclx_format::Style;
use hclx_syntax::ast::Language as Syntax;

use crate::registered::MULL;

/// The formatting style of a file in native syntax; `None` if its language is not formatted.
pub(crate) fn style(snapshot: &Snapshot, file: SourceId) -> Option<Style> {
    let language = snapshot.language(file).filter(|language| language.name() != MULL)?;
    // `terraform fmt` also rewrites old syntax such as `"${var.x}"`; formatters of other applications only
    // change the layout.
    let style = if language.rewrites_old_syntax() { Style::Terraform } else { Style::Plain };
    (snapshot.syntax(file) == Syntax::Native).then_some(style)
}
