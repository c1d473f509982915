//! The references of an expression that may be invalid.

use hclx_analysis::graph;
use hclx_diag::Diagnostic;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::{Mention, Reference};

/// The references of an expression, except those that are valid in any context.
pub(crate) struct ExprReferences<'t> {
    pub(crate) references: Vec<Reference<'t>>,
    /// Set if one of them is invalid regardless of values.
    pub(crate) is_wrong: bool,
}

impl<'t> ExprReferences<'t> {
    /// No references, or only valid ones.
    pub(crate) const NONE: Self = Self { references: Vec::new(), is_wrong: false };

    pub(crate) fn at(tree: &'t Tree, expr: ExprId, is_good: impl Fn(&Mention<'_>) -> bool) -> Self {
        let mut references = Vec::new();
        graph::each_reference(tree, expr, &mut |mention| {
            if !is_good(&mention) {
                references.push(mention.reference());
            }
        });
        Self { references, is_wrong: false }
    }

    pub(crate) fn into_owned(self) -> ExprReferences<'static> {
        let mut references: Vec<_> = self.references.into_iter().map(Reference::into_owned).collect();
        references.shrink_to_fit();
        ExprReferences { references, is_wrong: self.is_wrong }
    }

    pub(crate) fn checked(mut self, check: impl Fn(&Reference<'_>) -> Option<Diagnostic>) -> Self {
        self.is_wrong = self.references.iter().any(|reference| check(reference).is_some());
        self
    }
}
