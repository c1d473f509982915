//! What an evaluation gives: a value and everything there is to say about it.

use std::borrow::Cow;
use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Code, Diagnostic, Span, code_names};
use hclx_syntax::ast::ExprId;

/// What kind of name an [`Unresolved`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnresolvedKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
}

/// A name that nothing declares, under [`Policy::Unknown`](crate::Policy::Unknown).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The name as written.
    pub name: Arc<str>,
    /// Variable or function.
    pub kind: UnresolvedKind,
    /// Where it is.
    pub span: Span,
}

/// A place where the answer is wider than it would have to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// Where.
    pub span: Span,
    /// What was given up, lower case.
    pub what: Cow<'static, str>,
}

/// The result of an evaluation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The value; after an error an unknown of type any, or the part that could be computed.
    pub value: Value,
    /// What is wrong, in the order in which it was found.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that nothing declares; a name that is used twice is here twice.
    pub unresolved: Vec<Unresolved>,
    /// Where precision was given up.
    pub approximations: Vec<Approximation>,
    /// The value of every expression that was visited, joined over all visits, by expression; empty
    /// unless [`Environment::trace`](crate::Environment::trace) or
    /// [`Environment::comparisons`](crate::Environment::comparisons) is set.
    pub trace: Vec<(ExprId, Value)>,
}

impl Outcome {
    /// The outcome for a text that is not an expression.
    pub fn failed(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..Self::of(Value::dynamic()) }
    }

    /// A value of which there is nothing more to say.
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

    /// Whether something is certainly wrong.
    #[inline]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Whether findings of a code are about names and numbers of arguments, so that they hold whatever the values
/// and their types are.
pub fn is_of_names(code: Code) -> bool {
    let of_values = ["HX2", "HX4"].iter().any(|group| code.id().starts_with(group));
    !of_values || is_of_calls(code)
}

/// Whether findings of a code are about names of functions and numbers of arguments.
pub(crate) fn is_of_calls(code: Code) -> bool {
    [code_names::UNKNOWN_FUNCTION, code_names::MISSING_ARGUMENT, code_names::TOO_MANY_ARGUMENTS]
        .contains(&code)
}
