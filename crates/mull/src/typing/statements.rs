//! Conditions, cascades, and statements in contexts that take a single value (Mull §2.6, §9.2).

use crate::syntax::ast::{Arm, Entry, NodeId};
use hclx_diag::{TextRange, mull_codes as codes};

use super::narrowing::{Facts, PathId};
use super::operators::Class;
use super::{Mode, TypedExpr, Typer};
use crate::ty::Ty;

impl<'a> Typer<'a> {
    /// Types a condition: returns its facts, and its type if it is eventual.
    fn condition(&mut self, node: NodeId) -> (Facts, Ty) {
        let (typed, facts) = self.truth(node);
        let any = || (Facts::default(), Ty::any());
        // null and undefined are not bools, but a value that may be one of them may also be a bool
        let value = self.without_none(&self.without_none(&typed.ty).strip_eventual().0);
        if !typed.ty.is_none() && matches!(self.class(&value), Class::Bool | Class::Any) {
            return self.operand(node, typed).map_or_else(any, |ty| (facts, ty));
        }
        let message = format!("the condition must be a bool, found {}", self.show(&typed.ty));
        let help = match self.class(&typed.ty) {
            Class::Text => "compare it, as in `x != \"\"`",
            Class::Int | Class::Number => "compare it, as in `x != 0`",
            _ => "compare it, as in `x != null`",
        };
        self.fail(codes::CONDITION_NOT_BOOL, self.range(node), message, Some(help.into()));
        any()
    }

    /// Types the branches of an `if`, each with the facts implied by the conditions; also returns whether one
    /// of them is certainly taken.
    pub(super) fn cascade<R>(
        &mut self,
        arms: &'a [Arm],
        mut visit: impl FnMut(&mut Self, NodeId) -> R,
    ) -> (Vec<R>, bool) {
        let mut failed: Vec<PathId> = Vec::new();
        let mut bodies = Vec::with_capacity(arms.len());
        let mut exhaustive = false;
        for arm in arms {
            match arm.condition {
                Some(condition) => {
                    let (facts, _) = self.condition(condition);
                    bodies.push(self.under(&facts.yes, |typer| visit(typer, arm.body)));
                    // A later branch is only reached if the conditions before it are false.
                    self.assume(&facts.no);
                    failed.extend(facts.no);
                }
                None => {
                    exhaustive = true;
                    bodies.push(visit(self, arm.body));
                }
            }
        }
        self.forget(&failed);
        (bodies, exhaustive)
    }

    /// Types `if(condition, yes, no)`.
    pub(super) fn if_expression(
        &mut self,
        node: NodeId,
        (condition, yes, no): (NodeId, NodeId, Option<NodeId>),
        goal: Option<(&Ty, Mode)>,
    ) -> TypedExpr {
        let (facts, condition) = self.condition(condition);
        let mut branches = vec![self.under(&facts.yes, |typer| typer.pushed(yes, goal)).ty];
        if let Some(no) = no {
            branches.push(self.under(&facts.no, |typer| typer.pushed(no, goal)).ty);
        }
        let later = condition.strip_eventual().1;
        let typed = self.branches(self.range(node), branches, no.is_some(), goal);
        if later == Default::default() {
            return typed;
        }
        let eventual: TypedExpr = typed.ty.eventual(later).into();
        match goal {
            Some((expected, mode)) => self.fitted(node, eventual, expected, mode),
            None => eventual,
        }
    }

    /// Types a node, against the expected type if there is one.
    pub(super) fn pushed(&mut self, node: NodeId, goal: Option<(&Ty, Mode)>) -> TypedExpr {
        match goal {
            Some((expected, mode)) => self.check(node, expected, mode),
            None => self.infer(node),
        }
    }

    /// The type of several branches; without an `else` the result may be undefined.
    fn branches(
        &mut self,
        range: TextRange,
        branches: Vec<Ty>,
        exhaustive: bool,
        goal: Option<(&Ty, Mode)>,
    ) -> TypedExpr {
        let Some((expected, mode)) = goal else {
            let joined = self.types.join_all(&branches);
            return if exhaustive { joined } else { Ty::optional(joined) }.into();
        };
        // An assertion is about the value, which may be there.
        if !exhaustive && mode == Mode::Assign && !self.types.takes_none(expected) {
            let message = format!(
                "expected {}, found an `if` without `else`, which may be undefined",
                self.show(expected)
            );
            let help = "add an `else` branch".to_owned();
            return self.fail(codes::MAYBE_NOTHING, range, message, Some(help.into()));
        }
        expected.clone().into()
    }

    /// Types a mapping of statement keys in a context that takes a single value.
    pub(super) fn statement(&mut self, entries: &'a [Entry], goal: Option<(&Ty, Mode)>) -> TypedExpr {
        let mut result = None;
        self.walk(entries, false, &mut |typer, _, entry| {
            let typed = match entry {
                Entry::If(arms) => {
                    let (bodies, exhaustive) = typer.cascade(arms, |typer, body| typer.pushed(body, goal).ty);
                    let range = arms.first().map_or_else(TextRange::default, |arm| arm.marker);
                    typer.branches(range, bodies, exhaustive, goal)
                }
                Entry::For { subject, body, marker } => typer.loop_value(*marker, *subject, *body, goal),
                Entry::Insert(value) | Entry::Element(value) | Entry::Pair { value, .. } => {
                    typer.pushed(*value, goal)
                }
                Entry::Let { .. } => return,
            };
            result = Some(typed);
        });
        result.unwrap_or_else(|| Ty::none().into())
    }
}
