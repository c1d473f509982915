//! Nodes with an expected type: constructors are checked part by part, other nodes as a whole (Mull §9.6,
//! §11).

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::Span;
use hclx_diag::mull_codes::{ASSERTION_IMPOSSIBLE, CONSTRAINT_UNMET, MULL_LIMIT};

use super::super::ty::{Ty, TyKind};
use super::super::value::{Val, deep};
use super::collection::Shape;
use super::fit::{Unfit, placed};
use super::sequence::Elements;
use super::{Answer, Machine, ReportedFailure};

/// The expectation for a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expect<'e> {
    pub ty: &'e Ty,
    /// Set for an assertion; a mismatch is then reported as an impossible assertion.
    pub asserted: bool,
    /// Set in the constructor of an assertion, where keys of objects are property names.
    pub names: bool,
    /// The location for missing properties; by default the first character.
    pub missing: Option<Span>,
}

impl<'e> Expect<'e> {
    pub(super) fn of(ty: &'e Ty) -> Self {
        Self { ty, asserted: false, names: false, missing: None }
    }

    /// The expectation for a part of a constructor; `names` is set if the constructor is in an assertion.
    pub(super) fn part(ty: &'e Ty, names: bool) -> Self {
        Self { names, ..Self::of(ty) }
    }
}

impl Machine<'_> {
    /// Evaluates a node and converts its value to a type.
    pub(super) fn eval_as(&mut self, node: NodeId, ty: &Ty) -> Answer {
        self.eval_expecting(node, &Expect::of(ty))
    }

    pub(super) fn eval_perhaps(&mut self, node: NodeId, expect: Option<&Expect<'_>>) -> Answer {
        match expect {
            Some(expect) => self.eval_expecting(node, expect),
            None => self.eval(node),
        }
    }

    pub(super) fn eval_expecting(&mut self, node: NodeId, expect: &Expect<'_>) -> Answer {
        if expect.ty.is_any() && !expect.names {
            return self.eval(node);
        }
        self.spend(1, node)?;
        let value = deep(|| self.expected_form(node, expect))?;
        Ok(match &value {
            Val::Unknown(unknown) if unknown.ty().is_any() => self.unknown(expect.ty),
            _ => value,
        })
    }

    fn expected_form(&mut self, node: NodeId, expect: &Expect<'_>) -> Answer {
        // Only the outermost constructor is preceded by the name of its type.
        let inner = Expect { missing: None, ..*expect };
        // if several types are possible, the keys are expressions
        let names = expect.names && (expect.asserted || self.types().is_one_form(expect.ty));
        match self.kind(node) {
            NodeKind::Mapping(entries) => {
                if let Some(shape) = self.shape(expect.ty) {
                    return self.object_of(node, expect, |this| this.mapping(entries, Some(&shape)));
                }
            }
            NodeKind::Map(pairs) => {
                let shape = self.shape(expect.ty);
                if let Some(shape) = shape {
                    return self.object_of(node, expect, |this| this.map(pairs, names, Some(&shape)));
                }
                let value = self.map(pairs, names, None)?;
                return self.conform(node, value, expect);
            }
            NodeKind::Sequence(entries) => {
                if let Some(elements) = self.elements(expect.ty) {
                    let value = self.sequence(entries, Some(&elements))?;
                    return self.collected(node, value, &elements, expect);
                }
            }
            NodeKind::Array(nodes) => {
                if let Some(elements) = self.elements(expect.ty) {
                    let value = self.array(nodes, Some(&elements), names)?;
                    return self.collected(node, value, &elements, expect);
                }
            }
            NodeKind::If { condition, yes, no } => {
                let value = self.conditional(*condition, *yes, *no, Some(&inner))?;
                // branches already fit; without a second branch, the result may be undefined
                let nothing = no.is_none() && matches!(value, Val::Undefined);
                return if nothing { self.conform(node, value, expect) } else { Ok(value) };
            }
            NodeKind::Coalesce { left, right } => return self.coalesce(*left, *right, Some(&inner)),
            NodeKind::For { subject, body } => {
                return self.loop_value(node, (*subject, false), *body, Some(&inner));
            }
            NodeKind::Statement(entries) => {
                let value = self.statement(node, entries, Some(&inner))?;
                let nothing = matches!(value, Val::Undefined);
                return if nothing { self.conform(node, value, expect) } else { Ok(value) };
            }
            _ => {}
        }
        let value = self.eval(node)?;
        self.conform(node, value, expect)
    }

    /// Evaluates a constructed object and adds its defaults.
    fn object_of(
        &mut self,
        node: NodeId,
        expect: &Expect<'_>,
        construct: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        let Val::Object(fields) = construct(self)? else { return Ok(Val::unknown()) };
        let (ty, _) = expect.ty.without_none().strip_eventual();
        match self.complete(&ty, std::sync::Arc::unwrap_or_clone(fields), &[]) {
            Ok(value) => Ok(value),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                let start = self.span(node);
                let first = hclx_diag::TextRange::new(start.range.start, start.range.start + 1);
                let place = expect.missing.unwrap_or_else(|| self.place(first));
                self.report(placed(fault, place, "the object"));
                Err(ReportedFailure)
            }
        }
    }

    /// Converts the value of a node to a type; a mismatch is reported at the node.
    pub(super) fn conform(&mut self, node: NodeId, value: Val, expect: &Expect<'_>) -> Answer {
        let from = self.trusted(node);
        match self.fit(value, &from, expect.ty) {
            Ok(value) => Ok(value),
            Err(Unfit::Reported) => Err(ReportedFailure),
            Err(Unfit::Fault(fault)) => {
                // An unmet constraint or an exceeded limit does not mean that the conversion is impossible.
                let kept = [CONSTRAINT_UNMET, MULL_LIMIT].contains(&fault.code());
                let assertion = expect.asserted && !kept;
                let fault = if assertion { fault.with_code(ASSERTION_IMPOSSIBLE) } else { fault };
                let span = self.span(node);
                self.report(placed(fault, span, "the value"));
                Err(ReportedFailure)
            }
        }
    }

    /// The type that the value of a node is certain to have. The static type of constructors and branches is
    /// the expected type, against which their values must still be checked.
    pub(super) fn trusted(&self, node: NodeId) -> Ty {
        match self.kind(node) {
            NodeKind::Mapping(_)
            | NodeKind::Sequence(_)
            | NodeKind::Statement(_)
            | NodeKind::Array(_)
            | NodeKind::Map(_)
            | NodeKind::If { .. }
            | NodeKind::For { .. }
            | NodeKind::Coalesce { .. } => Ty::any(),
            _ => self.ty(node),
        }
    }

    /// An array whose elements have been converted to their expected types.
    fn collected(&mut self, node: NodeId, value: Val, elements: &Elements, expect: &Expect<'_>) -> Answer {
        match (&value, elements) {
            // The conversion reports the difference in length.
            (Val::Array(values), Elements::Tuple(tys)) if values.len() != tys.len() => {
                self.conform(node, value, expect)
            }
            (Val::Array(_), Elements::Each(_)) => {
                let (ty, _) = expect.ty.without_none().strip_eventual();
                let is_set = matches!(self.types().resolved(&ty).kind(), TyKind::Set(_));
                // The elements of a set must still be sorted and deduplicated.
                if is_set { self.conform(node, value, expect) } else { Ok(value) }
            }
            _ => Ok(value),
        }
    }

    /// The value of a loop, whose elements were either converted already or are converted here as a whole.
    pub(super) fn looped(
        &mut self,
        node: NodeId,
        value: Val,
        elements: Option<&Elements>,
        expect: Option<&Expect<'_>>,
    ) -> Answer {
        match (expect, elements) {
            (None, _) => Ok(value),
            (Some(expect), Some(elements)) => self.collected(node, value, elements, expect),
            (Some(expect), None) => self.conform(node, value, expect),
        }
    }

    /// The expected type of a mapping's entries; `None` if the type is not a single object or map type.
    pub(super) fn shape(&self, ty: &Ty) -> Option<Shape> {
        let (ty, _) = ty.without_none().strip_eventual();
        match self.types().resolved(&ty).kind() {
            TyKind::Object(_) => Some(Shape::Object(ty)),
            TyKind::Map { key, value } => Some(Shape::Map { key: key.clone(), value: value.clone() }),
            _ => None,
        }
    }

    /// The element types of a sequence with an expected type.
    pub(super) fn elements(&self, ty: &Ty) -> Option<Elements> {
        let (ty, _) = ty.without_none().strip_eventual();
        match self.types().resolved(&ty).kind() {
            TyKind::Array(element) | TyKind::Set(element) => Some(Elements::Each(element.clone())),
            TyKind::Tuple(elements) => Some(Elements::Tuple(elements.clone())),
            _ => None,
        }
    }
}
