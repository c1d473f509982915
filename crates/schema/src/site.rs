//! Expressions whose values are converted.

use hclx_diag::{SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};

/// An expression, with the name of its value in messages.
#[derive(Clone, Copy)]
pub struct Site<'s> {
    /// The tree.
    pub tree: &'s Tree,
    /// The id of its source.
    pub source: SourceId,
    /// The expression.
    pub expr: ExprId,
    /// The name of the value in messages.
    pub name: &'s str,
}

impl Site<'_> {
    pub(crate) fn place(&self, expr: ExprId) -> Span {
        self.tree.expr(expr).range.in_source(self.source)
    }
}
