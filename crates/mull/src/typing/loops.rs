//! Loops: their variables, and the result of the expression form (Mull §9.3).

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::{TextRange, mull_codes as codes};

use super::collections::Target;
use super::scope::Loop;
use super::{Mode, TypedExpr, Typer};
use crate::LoopVariables;
use crate::ty::{Ty, TyKind};

/// The subject of a loop, with the variables that it binds.
pub(super) struct Subject {
    bound: LoopVariables,
    /// The type of the subject, for messages.
    ty: Ty,
}

impl<'a> Typer<'a> {
    /// Binds the variables of a loop over a subject; they have type any if it cannot be enumerated.
    pub(super) fn bind(&mut self, subject: NodeId) -> Subject {
        let typed = self.infer(subject);
        let range = self.range(subject);
        let failed = Subject { bound: LoopVariables::Any, ty: Ty::any() };
        // For `none` alone, the finding is that it cannot be enumerated.
        let none = typed.ty.is_none();
        let Some(ty) = (if none { Some(typed.ty.clone()) } else { self.operand(subject, typed) }) else {
            return failed;
        };
        match self.types.bound(&ty).filter(|_| !none) {
            Some(bound) => Subject { bound, ty },
            None => {
                let message =
                    format!("expected an array, a map or an object in a loop, found {}", self.show(&ty));
                self.fail(codes::NOT_ENUMERABLE, range, message, None);
                failed
            }
        }
    }

    /// Runs `act` inside a loop.
    pub(super) fn in_loop<R>(&mut self, subject: &Subject, act: impl FnOnce(&mut Self) -> R) -> R {
        let (item, key, value) = match &subject.bound {
            LoopVariables::Items(item) => (Some(item.clone()), None, None),
            LoopVariables::Entries { key, value } => (None, Some(key.clone()), Some(value.clone())),
            LoopVariables::Any => (Some(Ty::any()), Some(Ty::any()), Some(Ty::any())),
        };
        let id = self.paths.new_loop();
        self.scope.loops.push(Loop { id, item, key, value });
        let result = act(self);
        self.scope.loops.pop();
        result
    }

    /// Types `for(subject, body)`.
    pub(super) fn for_expression(
        &mut self,
        node: NodeId,
        subject: NodeId,
        body: NodeId,
        goal: Option<(&Ty, Mode)>,
    ) -> TypedExpr {
        self.loop_value(self.range(node), subject, body, goal)
    }

    /// Types a loop in a context that takes a single value.
    pub(super) fn loop_value(
        &mut self,
        range: TextRange,
        subject: NodeId,
        body: NodeId,
        goal: Option<(&Ty, Mode)>,
    ) -> TypedExpr {
        let subject = self.bind(subject);
        let pushed = goal.and_then(|(expected, _)| self.pushed_into_loop(body, expected));
        let later = subject.ty.strip_eventual().1;
        if let Some(wanted) = pushed {
            self.in_loop(&subject, |typer| typer.check(body, &wanted, Mode::Assign));
            let (expected, mode) = goal.expect("something is pushed");
            let ty =
                if later == Default::default() { expected.clone() } else { expected.clone().eventual(later) };
            // A loop over a promise results in a promise, which may not be expected here.
            return self.fitted_at(range, ty.into(), (expected, mode), true);
        }
        let body = self.in_loop(&subject, |typer| typer.infer(body)).ty;
        // The static type of the body decides between merging and collecting.
        let ty = match body.kind() {
            TyKind::Map { .. } => body,
            TyKind::Object(props) => {
                let values: Vec<Ty> = props.iter().map(|prop| prop.ty.clone()).collect();
                Ty::map(Ty::string(), self.types.join_all(&values))
            }
            _ => Ty::array(body),
        };
        let typed: TypedExpr = ty.eventual(later).into();
        match goal {
            Some(goal) => self.fitted_at(range, typed, goal, true),
            None => typed,
        }
    }

    /// The expected type of the body of a loop, if the kind of the body is evident: a `{…}` is merged into a
    /// map unless it constructs a declared type.
    fn pushed_into_loop(&self, body: NodeId, expected: &Ty) -> Option<Ty> {
        let map = matches!(self.document.kind(body), NodeKind::Map(_) | NodeKind::Mapping(_));
        match (self.target(expected, false), self.target(expected, true)) {
            (Target::Array(element), _) if self.is_collected(&element) => Some(element),
            (_, Target::Map { key, value }) if map => Some(Ty::map(key, value)),
            _ => None,
        }
    }

    /// Returns `true` if values of the type are collected rather than merged.
    fn is_collected(&self, ty: &Ty) -> bool {
        match ty.kind() {
            TyKind::Custom(_) => true,
            TyKind::Any | TyKind::Map { .. } | TyKind::Object(_) | TyKind::Union(_) => false,
            _ => true,
        }
    }
}
