//! Findings: locations, descriptions of types, and suggested names.

use crate::syntax::ast::NodeId;
use hclx_diag::{Code, Diagnostic, Fault, Help, Span, Suggestion, TextRange, mull_codes as codes, nearest};

use super::{TypedExpr, Typer};
use crate::ty::Ty;

/// The maximum number of names that the unknown names of a document are compared with, so that the cost of
/// many errors among many names is bounded.
pub(super) const GUESSES: usize = 200_000;

impl<'a> Typer<'a> {
    pub(super) fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    pub(super) fn range(&self, node: NodeId) -> TextRange {
        self.document.range(node)
    }

    /// Reports an error; returns it so that details can be added.
    pub(super) fn error(
        &mut self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::error(code, self.span(range), message);
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("just pushed")
    }

    /// Reports an error with a suggested action; the expression has type any.
    pub(super) fn fail(
        &mut self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
        help: Option<Help>,
    ) -> TypedExpr {
        self.error(code, range, message).help.extend(help);
        TypedExpr::any()
    }

    /// Reports a fault at a range; the expression has type any.
    pub(super) fn refuse(&mut self, fault: Fault, range: TextRange) -> TypedExpr {
        self.diagnostics.push(fault.at(self.span(range)));
        TypedExpr::any()
    }

    /// Reports a value that may be null or undefined where a value is required.
    pub(super) fn maybe_nothing(&mut self, range: TextRange, ty: &Ty) -> TypedExpr {
        let message = format!("expected a value, found {}, which may be null or undefined", self.show(ty));
        let help = "give a default with `?? default`, or test with `!= null` first".to_owned();
        self.fail(codes::MAYBE_NOTHING, range, message, Some(help.into()))
    }

    /// A type in backticks.
    pub(super) fn show(&self, ty: &Ty) -> String {
        format!("`{}`", self.types.show_short(&ty.widened()))
    }

    /// The help that suggests a similar name.
    pub(super) fn did_you_mean<'n>(
        &mut self,
        name: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<Help> {
        let names: Vec<&str> = names.into_iter().take(self.guesses).collect();
        self.guesses -= names.len();
        nearest(name, names).map(|near| Suggestion::word(near).into())
    }

    /// Returns `true` if null or undefined is a value of a type, after resolving names.
    pub(super) fn may_be_none(&self, ty: &Ty) -> bool {
        self.types.resolved(ty).has_none()
    }

    /// The type without none, also for declared types; `none` itself is unchanged.
    pub(super) fn without_none(&self, ty: &Ty) -> Ty {
        let root = self.types.resolved(ty);
        if root.has_none() && !root.is_none() { root.without_none() } else { ty.clone() }
    }
}
