//! Checking: an expected type is pushed down to the innermost node (Mull §11).

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::{Fault, TextRange, mull_codes as codes};

use super::collections::Constructor;
use super::operators::Class;
use super::{Mode, TypedExpr, Typer};
use crate::ty::{Ty, TyKind};

impl<'a> Typer<'a> {
    /// Types a node against an expected type.
    pub(super) fn check(&mut self, node: NodeId, expected: &Ty, mode: Mode) -> TypedExpr {
        if expected.is_any() {
            return self.infer(node);
        }
        let typed = super::infer::grow(|| self.check_kind(node, expected, mode));
        self.record(node, &typed.ty);
        typed
    }

    fn check_kind(&mut self, node: NodeId, expected: &Ty, mode: Mode) -> TypedExpr {
        let document = self.document;
        let goal = (expected, mode);
        // The flag is for this node only; constructors set it again for their parts.
        let names = std::mem::take(&mut self.inside_assertion) && self.types.is_one_form(expected);
        match document.kind(node) {
            NodeKind::Mapping(entries) => self.check_mapping(node, entries, goal),
            NodeKind::Sequence(entries) => self.check_sequence(node, entries, goal),
            NodeKind::Statement(entries) => self.statement(entries, Some(goal)),
            NodeKind::Array(elements) => self.check_array(node, elements, goal, names),
            NodeKind::Map(entries) => {
                let constructor = Constructor { names, place: self.first_character(node), mode };
                self.check_map(node, entries, expected, &constructor)
            }
            NodeKind::If { condition, yes, no } => {
                self.if_expression(node, (*condition, *yes, *no), Some(goal))
            }
            NodeKind::For { subject, body } => self.for_expression(node, *subject, *body, Some(goal)),
            NodeKind::Coalesce { .. } => self.coalesce(node, Some(goal)),
            _ => {
                let typed = self.infer(node);
                self.fitted(node, typed, expected, mode)
            }
        }
    }

    /// The expected type if the node fits; otherwise an error is reported and the type is any.
    pub(super) fn fitted(&mut self, node: NodeId, typed: TypedExpr, expected: &Ty, mode: Mode) -> TypedExpr {
        let collection = matches!(
            self.document.kind(node),
            NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Array(_) | NodeKind::Map(_)
        );
        self.fitted_at(self.range(node), typed, (expected, mode), collection)
    }

    pub(super) fn fitted_at(
        &mut self,
        range: TextRange,
        typed: TypedExpr,
        (expected, mode): (&Ty, Mode),
        collection: bool,
    ) -> TypedExpr {
        let exact = typed.exact();
        let fits = match mode {
            Mode::Assign => self.types.assignable(&exact, expected),
            Mode::Assert => self.types.assertable(&exact, expected),
        };
        if fits {
            return typed;
        }
        let fault = self.fault(&typed, expected);
        // The findings inside of a collection are the same with and without an assertion.
        let assertion = mode == Mode::Assert && !collection;
        self.refuse(if assertion { fault.with_code(codes::ASSERTION_IMPOSSIBLE) } else { fault }, range)
    }

    /// The fault about a value that does not fit.
    fn fault(&self, typed: &TypedExpr, expected: &Ty) -> Fault {
        // the kind of the value is sufficient, unless only this particular value does not fit
        let mismatch = self.types.mismatch(&typed.ty.widened(), expected);
        match mismatch.or_else(|| self.types.mismatch(&typed.exact(), expected)) {
            Some(mismatch) if mismatch.has_help() => mismatch,
            Some(mismatch) => match self.conversion(&typed.ty, expected) {
                Some(help) => mismatch.help(help),
                None => mismatch,
            },
            None => {
                let message = format!("expected {}, found {}", self.show(expected), self.show(&typed.ty));
                Fault::new(codes::INCORRECT_TYPE, message)
            }
        }
    }

    /// The function that converts one type to the other, for a help.
    fn conversion(&self, from: &Ty, to: &Ty) -> Option<&'static str> {
        let integral = matches!(self.types.resolved(to).kind(), TyKind::Int);
        Some(match (self.class(&self.without_none(from)), self.class(&self.without_none(to))) {
            (Class::Bool | Class::Int | Class::Number, Class::Text) => "convert it with `string(…)`",
            (Class::Text, Class::Int) => "convert it with `int(…)`",
            (Class::Text, Class::Number) => "convert it with `number(…)`",
            (Class::Text, Class::Bool) => "convert it with `bool(…)`",
            (Class::Number, Class::Int) if integral => "round it with `round(…)`, or assert `int{…}`",
            _ => return None,
        })
    }
}
