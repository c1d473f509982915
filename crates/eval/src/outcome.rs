//! The outcome of an evaluation: a value and everything to report about it.

use std::borrow::Cow;
use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Code, Diagnostic, Span, Stage};
use hclx_syntax::ast::ExprId;

/// The kind of an [`Unresolved`] name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnresolvedKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
}

/// An undeclared name, under [`Policy::Unknown`](crate::Policy::Unknown).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The name in the source.
    pub name: Arc<str>,
    /// The kind.
    pub kind: UnresolvedKind,
    /// The location of the name.
    pub span: Span,
}

/// A location at which precision was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// The location.
    pub span: Span,
    /// The kind of lost precision, in lower case.
    pub what: Cow<'static, str>,
}

/// The result of an evaluation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The value. After an error, it is an unknown of type `any`, or the part that could be computed.
    pub value: Value,
    /// The findings, in the order in which they were reported.
    pub diagnostics: Vec<Diagnostic>,
    /// The undeclared names, one entry per use.
    pub unresolved: Vec<Unresolved>,
    /// The locations at which precision was lost.
    pub approximations: Vec<Approximation>,
    /// The value of every visited expression, joined over all visits, sorted by expression; empty unless
    /// [`Environment::trace`](crate::Environment::trace) or
    /// [`Environment::comparisons`](crate::Environment::comparisons) is set.
    pub trace: Vec<(ExprId, Value)>,
}

impl Outcome {
    /// The outcome for a source that is not an expression.
    pub fn failed(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..Self::of(Value::dynamic()) }
    }

    /// An outcome with a value and nothing to report.
    #[inline]
    pub(crate) const fn of(value: Value) -> Self {
        Self {
            value,
            diagnostics: Vec::new(),
            unresolved: Vec::new(),
            approximations: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Returns `true` if there is a certain error.
    #[inline]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Returns `true` if findings with a code are about names and numbers of arguments, and so hold for all
/// values.
pub fn is_of_names(code: Code) -> bool {
    !matches!(code.stage(), Stage::Types | Stage::Nulls | Stage::Arguments)
}

/// Returns `true` if findings with a code are about function names and numbers of arguments.
pub(crate) fn is_of_calls(code: Code) -> bool {
    code.stage() == Stage::Calls
}
