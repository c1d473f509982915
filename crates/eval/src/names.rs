//! Names that a language resolves with the steps after them: in `local.a.b`, `local.a` is a declaration and
//! `.b` a step. No object of all locals is ever created.

use hclx_core::Value;
use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprKind, Slice, Traverse, TraverseKind, Tree};

/// A language's resolution of names other than loop variables.
pub trait Names: Sync {
    /// Resolves a name, or a name and some of the steps after it. `None` leaves the name to the scope and to
    /// the policy for unknown names. A name that the language itself reports as undeclared resolves to an
    /// unknown value with all steps consumed, so that it is reported only once.
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution>;
}

/// A resolved name.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The value.
    pub value: Value,
    /// The number of steps that are part of the name; the others are applied to the value.
    pub steps: usize,
}

/// The steps after a name.
#[derive(Clone, Copy, Debug)]
pub struct NameSteps<'t> {
    tree: &'t Tree,
    steps: Option<Slice<Traverse>>,
}

impl<'t> NameSteps<'t> {
    /// The steps of a traversal.
    pub fn new(tree: &'t Tree, steps: Option<Slice<Traverse>>) -> Self {
        Self { tree, steps }
    }

    fn list(&self) -> &'t [Traverse] {
        self.steps.map_or(&[], |steps| self.tree.slice(steps))
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.list().len()
    }

    /// Returns `true` if there are no steps.
    pub fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// The name of a step `.name`.
    pub fn attribute(&self, position: usize) -> Option<&'t str> {
        match self.list().get(position)?.kind {
            TraverseKind::Attr(name) => Some(self.tree.text(name)),
            TraverseKind::Index(_) | TraverseKind::LegacyIndex(_) => None,
        }
    }

    /// The key of a step `["key"]` that is a literal string.
    pub fn key(&self, position: usize) -> Option<&'t str> {
        match self.list().get(position)?.kind {
            TraverseKind::Index(key) => match self.tree.expr(key).kind {
                ExprKind::String(text) => Some(self.tree.text(text)),
                _ => None,
            },
            TraverseKind::Attr(_) | TraverseKind::LegacyIndex(_) => None,
        }
    }

    /// The number of a step `[0]` that is a literal whole number.
    pub fn index(&self, position: usize) -> Option<usize> {
        match self.list().get(position)?.kind {
            TraverseKind::Index(key) if matches!(self.tree.expr(key).kind, ExprKind::Number) => {
                self.tree.written(self.tree.expr(key).range).trim().parse().ok()
            }
            TraverseKind::Index(_) | TraverseKind::Attr(_) | TraverseKind::LegacyIndex(_) => None,
        }
    }

    /// The range of a step, from its dot or bracket to its end.
    pub fn range(&self, position: usize) -> Option<TextRange> {
        Some(self.list().get(position)?.range)
    }
}
