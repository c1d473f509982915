//! Operators (Mull §7).
//!
//! Chains of binary operators are typed from the left without recursion; in chains of `&&` and `||`, facts
//! from the left side also apply on the right. Out of scope: `.`, `[]` and assertions.

use crate::maps::HashSet;

use crate::syntax::ast::{BinaryOp, NodeId, NodeKind};
use hclx_diag::mull_codes as codes;

use super::narrowing::{Facts, PathId};
use super::{Mode, TypedExpr, Typer};
use crate::ty::{Literal, Ty, TyKind};

/// Classes of types that operators distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Any,
    Bool,
    Int,
    Number,
    Text,
    Sequence,
    Keyed,
    Other,
}

impl Class {
    fn is_numeric(self) -> bool {
        matches!(self, Class::Int | Class::Number)
    }
}

/// The operators of a run of `&&` or `||`, and the facts that its next operand can assume.
struct Run {
    op: Option<BinaryOp>,
    assumed: Vec<PathId>,
}

impl<'a> Typer<'a> {
    /// The class of a type that is not eventual and does not include none.
    pub(super) fn class(&self, ty: &Ty) -> Class {
        match self.types.resolved(ty).base().kind() {
            TyKind::Any => Class::Any,
            TyKind::Bool => Class::Bool,
            TyKind::Int => Class::Int,
            TyKind::Number => Class::Number,
            TyKind::String => Class::Text,
            TyKind::Array(_) | TyKind::Tuple(_) | TyKind::Set(_) => Class::Sequence,
            TyKind::Map { .. } | TyKind::Object(_) => Class::Keyed,
            TyKind::Union(members) => {
                let mut classes = members.iter().map(|member| self.class(member));
                let first = classes.next().unwrap_or(Class::Other);
                classes.fold(first, |so_far, next| match (so_far, next) {
                    (a, b) if a == b => a,
                    (a, b) if a.is_numeric() && b.is_numeric() => Class::Number,
                    _ => Class::Other,
                })
            }
            _ => Class::Other,
        }
    }

    /// Types a binary operator with all operators on its left.
    pub(super) fn binary(&mut self, node: NodeId) -> (TypedExpr, Facts) {
        let document = self.document;
        let (mut innermost, mut spine) = (node, Vec::new());
        while let NodeKind::Binary { left, .. } = document.kind(innermost) {
            spine.push(innermost);
            innermost = *left;
        }
        let mut run = Run { op: None, assumed: Vec::new() };
        let (mut typed, mut facts) = self.truth(innermost);
        let mut operand = innermost;
        for node in spine.into_iter().rev() {
            let NodeKind::Binary { op, right, .. } = document.kind(node) else { continue };
            // Facts from the left only hold for further operands of the same operator.
            if run.op != Some(*op) {
                self.forget(&run.assumed);
                run = Run { op: Some(*op), assumed: Vec::new() };
            }
            (typed, facts) = match op {
                BinaryOp::And | BinaryOp::Or => {
                    self.logical(*op, (operand, typed, facts), *right, &mut run.assumed)
                }
                BinaryOp::Equal | BinaryOp::NotEqual => {
                    let right_typed = self.infer(*right);
                    self.equality(node, *op, (operand, typed), (*right, right_typed))
                }
                _ => {
                    let right_typed = self.infer(*right);
                    let result = self.arithmetic(node, *op, (operand, typed), (*right, right_typed));
                    (result, Facts::default())
                }
            };
            self.record(node, &typed.ty);
            operand = node;
        }
        self.forget(&run.assumed);
        (typed, facts)
    }

    /// Types `&&` and `||`; `assumed` are the facts implied by the operands on the left.
    fn logical(
        &mut self,
        op: BinaryOp,
        (left_node, left, mut before): (NodeId, TypedExpr, Facts),
        right_node: NodeId,
        assumed: &mut Vec<PathId>,
    ) -> (TypedExpr, Facts) {
        let and = op == BinaryOp::And;
        let left = self.truth_operand(op, left_node, left);
        let known = if and { &before.yes } else { &before.no };
        // The facts before this length have been assumed for an operand on the left.
        let news = known.get(assumed.len()..).unwrap_or_default().to_vec();
        self.assume(&news);
        assumed.extend(news);
        let (right, after) = self.truth(right_node);
        let right = self.truth_operand(op, right_node, right);
        let facts = if and {
            before.yes.extend(after.yes);
            Facts { yes: before.yes, no: common(before.no, after.no) }
        } else {
            before.no.extend(after.no);
            Facts { yes: common(before.yes, after.yes), no: before.no }
        };
        let typed = match (left, right) {
            (Some(left), Some(right)) => {
                let later = left.strip_eventual().1.max(right.strip_eventual().1);
                Ty::bool().eventual(later).into()
            }
            _ => TypedExpr::any(),
        };
        (typed, facts)
    }

    /// Types an operand that must be a bool; `None` if it is not.
    fn truth_operand(&mut self, op: BinaryOp, node: NodeId, typed: TypedExpr) -> Option<Ty> {
        let ty = self.operand(node, typed)?;
        if matches!(self.class(&ty.strip_eventual().0), Class::Bool | Class::Any) {
            return Some(ty);
        }
        let message = format!("`{}` takes bools, found {}", op.text(), self.show(&ty));
        let help = Some(
            "there is no implicit conversion to bool; compare, as in `x != null` or `x == \"…\"`".to_owned(),
        );
        self.fail(codes::OPERATOR_NOT_DEFINED, self.range(node), message, help.map(Into::into));
        None
    }

    /// Types an operand that must be a value; `None` if it may be none.
    pub(super) fn operand(&mut self, node: NodeId, typed: TypedExpr) -> Option<Ty> {
        let (inner, later) = typed.ty.strip_eventual();
        if self.may_be_none(&typed.ty) || self.may_be_none(&inner) {
            self.maybe_nothing(self.range(node), &typed.ty);
            return None;
        }
        Some(inner.eventual(later))
    }

    /// Types `!`.
    pub(super) fn not(&mut self, node: NodeId, operand: NodeId) -> (TypedExpr, Facts) {
        let (typed, facts) = self.truth(operand);
        let Some(ty) = self.operand(operand, typed) else { return (TypedExpr::any(), Facts::default()) };
        let (inner, later) = ty.strip_eventual();
        if !matches!(self.class(&inner), Class::Bool | Class::Any) {
            let message = format!("`!` takes a bool, found {}", self.show(&ty));
            let help = Some("there is no implicit conversion to bool; compare, as in `x == null`".to_owned());
            return (
                self.fail(codes::OPERATOR_NOT_DEFINED, self.range(node), message, help.map(Into::into)),
                Facts::default(),
            );
        }
        (Ty::bool().eventual(later).into(), facts.swapped())
    }

    /// Types a negation.
    pub(super) fn negate(&mut self, node: NodeId, operand: NodeId) -> TypedExpr {
        let typed = self.infer(operand);
        let constant = typed.constant.as_ref().and_then(negated);
        let Some(ty) = self.operand(operand, typed) else { return TypedExpr::any() };
        let (inner, later) = ty.strip_eventual();
        let result = match self.class(&inner) {
            Class::Int => Ty::int(),
            Class::Number | Class::Any => Ty::number(),
            _ => {
                let message = format!("`-` takes a number, found {}", self.show(&ty));
                return self.fail(codes::OPERATOR_NOT_DEFINED, self.range(node), message, None);
            }
        };
        TypedExpr { constant, ..result.eventual(later).into() }
    }

    fn arithmetic(
        &mut self,
        node: NodeId,
        op: BinaryOp,
        (left_node, left): (NodeId, TypedExpr),
        (right_node, right): (NodeId, TypedExpr),
    ) -> TypedExpr {
        let (left, right) = (self.operand(left_node, left), self.operand(right_node, right));
        let (Some(left), Some(right)) = (left, right) else { return TypedExpr::any() };
        let ((a, a_later), (b, b_later)) = (left.strip_eventual(), right.strip_eventual());
        let (a_class, b_class) = (self.class(&a), self.class(&b));
        match result(op, a_class, b_class) {
            Some(ty) => ty.eventual(a_later.max(b_later)).into(),
            None => {
                let (found, other) = (self.show(&left), self.show(&right));
                let message = format!("`{}` is not defined for {found} and {other}", op.text());
                let help = advice(op, a_class, b_class).map(str::to_owned);
                self.fail(codes::OPERATOR_NOT_DEFINED, self.range(node), message, help.map(Into::into))
            }
        }
    }

    /// Types `==` and `!=`.
    fn equality(
        &mut self,
        node: NodeId,
        op: BinaryOp,
        (left_node, left): (NodeId, TypedExpr),
        (right_node, right): (NodeId, TypedExpr),
    ) -> (TypedExpr, Facts) {
        // two literals are compared by their bases: their values are evident
        let both = left.constant.is_some() && right.constant.is_some();
        let (a, b) = if both { (left.ty.clone(), right.ty.clone()) } else { (left.exact(), right.exact()) };
        if !self.types.overlap(&a, &b) {
            let none = if a.is_none() { Some(&b) } else { Some(&a).filter(|_| b.is_none()) };
            let message = match none {
                Some(ty) => format!("{} is never null or undefined", self.show(ty)),
                None => format!("{} and {} are never equal", self.show(&a), self.show(&b)),
            };
            let text_to_number = |a: &Ty, b: &Ty| self.types.is_text(a) && self.types.is_number(b);
            let mixed = text_to_number(&a, &b) || text_to_number(&b, &a);
            let help = mixed.then(|| "convert one side with `string(…)` or `number(…)`".to_owned());
            return (
                self.fail(codes::NEVER_EQUAL, self.range(node), message, help.map(Into::into)),
                Facts::default(),
            );
        }
        let is_none = |node| matches!(self.document.kind(node), NodeKind::Null | NodeKind::Undefined);
        let tested = match (is_none(left_node), is_none(right_node)) {
            (false, true) => left.path,
            (true, false) => right.path,
            _ => None,
        };
        let yes = Facts { yes: tested.into_iter().collect(), no: Vec::new() };
        let facts = if op == BinaryOp::NotEqual { yes } else { yes.swapped() };
        let later = left.ty.strip_eventual().1.max(right.ty.strip_eventual().1);
        (Ty::bool().eventual(later).into(), facts)
    }

    /// Types `a ?? b ?? …`, against the expected type if there is one.
    pub(super) fn coalesce(&mut self, node: NodeId, expected: Option<(&Ty, Mode)>) -> TypedExpr {
        let document = self.document;
        let (mut last, mut lefts, mut chain) = (node, Vec::new(), Vec::new());
        while let NodeKind::Coalesce { left, right } = document.kind(last) {
            chain.push(last);
            lefts.push(*left);
            last = *right;
        }
        // The left sides may be none, even where a value is expected.
        let optional = expected.map(|(ty, mode)| (Ty::optional(ty.clone()), mode));
        let mut all = Vec::with_capacity(lefts.len() + 1);
        for left in lefts {
            let typed = match &optional {
                Some((ty, mode)) => self.check(left, ty, *mode),
                None => self.infer(left),
            };
            let ty = self.without_none(&typed.ty);
            all.extend((!ty.is_none()).then_some(ty));
        }
        all.push(match expected {
            Some((ty, mode)) => self.check(last, ty, mode).ty,
            None => self.infer(last).ty,
        });
        let ty = expected.map_or_else(|| self.types.join_all(&all), |(ty, _)| ty.clone());
        for node in chain {
            self.record(node, &ty);
        }
        ty.into()
    }
}

/// The paths that are in both lists.
fn common(a: Vec<PathId>, b: Vec<PathId>) -> Vec<PathId> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let b: HashSet<PathId> = b.into_iter().collect();
    a.into_iter().filter(|path| b.contains(path)).collect()
}

fn negated(literal: &Literal) -> Option<Literal> {
    let Literal::Number { text, integral } = literal else { return None };
    let text = match text.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{text}"),
    };
    Literal::numeral(&text, *integral)
}

/// The result type of an operator for two classes of operands, if it is defined for them.
fn result(op: BinaryOp, a: Class, b: Class) -> Option<Ty> {
    let numeric = |class: Class| class.is_numeric() || class == Class::Any;
    let text = |class: Class| matches!(class, Class::Text | Class::Any);
    let numbers = numeric(a) && numeric(b);
    let ints = a == Class::Int && b == Class::Int;
    match op {
        BinaryOp::Add if a == Class::Any && b == Class::Any => Some(Ty::any()),
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Modulo if ints => Some(Ty::int()),
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Modulo | BinaryOp::Divide
            if numbers =>
        {
            Some(Ty::number())
        }
        BinaryOp::Add if text(a) && text(b) => Some(Ty::string()),
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual
            if numbers || text(a) && text(b) =>
        {
            Some(Ty::bool())
        }
        _ => None,
    }
}

fn advice(op: BinaryOp, a: Class, b: Class) -> Option<&'static str> {
    let either = |class| a == class || b == class;
    match op {
        BinaryOp::Add if either(Class::Sequence) => Some("concatenate arrays with `concat(a, b)`"),
        BinaryOp::Add if either(Class::Keyed) => Some("merge maps with `merge(a, b)`"),
        BinaryOp::Add if either(Class::Text) => Some("convert the other side with `string(…)`"),
        _ if either(Class::Text) && (a.is_numeric() || b.is_numeric()) => {
            Some("convert the string with `number(…)`")
        }
        _ => None,
    }
}
