//! The meaning of names: traversals, what they denote, and undeclared ones.
//!
//! Out of scope: the names of specific applications, which implement [`NameResolver`].

use hclx_analysis::graph::{Graph, NodeId};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Fix, Span, TextRange, code_names as codes};
use hclx_eval::Scope;
use hclx_syntax::statics::Reference;

/// A name with the steps after it; each step has its name if that is constant.
#[derive(Clone, Debug)]
pub struct Traversal<'p> {
    /// The first name.
    pub root: &'p str,
    /// The names of the steps.
    pub steps: Vec<Option<&'p str>>,
}

impl Traversal<'_> {
    /// The name of a step.
    pub fn step(&self, position: usize) -> Option<&str> {
        self.steps.get(position).copied().flatten()
    }
}

/// The meaning of a traversal.
pub enum NameTarget {
    /// A declaration, referred to by the root and this many steps.
    Declaration(NodeId, usize),
    /// A value, referred to by the root and this many steps.
    Value(Value, usize),
    /// Unknown, without a finding, because the name may exist.
    Open,
    /// Undeclared, with the error.
    Undeclared(Undeclared),
}

/// An undeclared name.
pub struct Undeclared {
    /// The index of the part to report: 0 is the root, 1 the first step.
    pub part: usize,
    /// The message, in lower case.
    pub message: String,
    /// The name that was probably meant.
    pub meant: Option<String>,
    /// The help.
    pub help: Option<String>,
    /// Set if the fix also replaces the parts before the reported one.
    pub replaces_all: bool,
    /// The whole name, if it may be a string whose quotes are missing.
    pub word: Option<String>,
}

impl Undeclared {
    /// An error about a part of the traversal.
    pub fn new(part: usize, message: impl Into<String>) -> Self {
        Self { part, message: message.into(), meant: None, help: None, replaces_all: false, word: None }
    }

    /// Suggests the most similar of the names in scope.
    #[must_use]
    pub fn near<'a>(mut self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        self.meant = hclx_diag::nearest(word, candidates).map(str::to_owned);
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Suggests quoting a name without steps, unless there is a similar one in scope.
    #[must_use]
    pub fn or_quoted(mut self, name: &Traversal<'_>) -> Self {
        self.word = (name.steps.is_empty() && self.meant.is_none()).then(|| name.root.to_owned());
        self
    }

    /// Converts the error to a finding; `place` is the reported part without its dot, `whole` the
    /// whole name.
    pub fn at(self, place: Span, whole: Span) -> Diagnostic {
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, place, self.message);
        if let Some(meant) = self.meant {
            let span = if self.replaces_all { whole } else { place };
            finding = finding.meant_at(span, meant);
        }
        if let Some(word) = self.word {
            let quoted = format!("\"{word}\"");
            finding = finding.fix(Fix::suggested(
                format!("if this is a string, quote it: `{quoted}`"),
                whole,
                quoted.clone(),
            ));
        }
        match self.help {
            Some(help) => finding.help(help),
            None => finding,
        }
    }
}

/// The meaning of names in an application.
pub trait NameResolver: Sync {
    /// The context of an expression, which determines the names in scope.
    type Scope: Copy + Sync;

    /// Set if comparisons that are never true are reported.
    const COMPARES: bool = true;

    /// Set if names are looked up before an expression is evaluated, so that `try` and `can` do not catch unknown ones.
    const LOOKS_UP_FIRST: bool = false;

    /// Set if literal attributes are evaluated without names.
    const HAS_LITERALS: bool = false;

    /// The meaning of a traversal in a context.
    fn meaning(&self, graph: &Graph, scope: Self::Scope, name: &Traversal<'_>) -> NameTarget;

    /// The range of a reference that depends on a declaration.
    fn place(&self, reference: &Reference<'_>) -> TextRange {
        reference.range()
    }

    /// Variables of a context that shadow all other names, for example parameters.
    fn variables(&self, scope: Self::Scope) -> Option<&Scope<'static>> {
        let _ = scope;
        None
    }
}
