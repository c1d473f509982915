//! Traversals: attributes and indices, step by step.

use hclx_core::{TypeKind, Value, ops};
use hclx_diag::Fault;
use hclx_diag::code_names::NULL_OPERAND;
use hclx_syntax::ast::{ExprId, ExprKind, Slice, Traverse, TraverseKind};

use super::Evaluator;
use crate::Scope;

impl Evaluator<'_> {
    /// Applies steps from left to right; after a step that fails, the remaining ones are only visited.
    pub(super) fn traversal(
        &mut self,
        base: ExprId,
        steps: Slice<Traverse>,
        walked: Option<(Value, usize)>,
        scope: &Scope<'_>,
    ) -> Value {
        let start = self.checkpoint();
        let around = self.met_unknown;
        let is_fresh = walked.is_none();
        let (mut value, taken) = walked.unwrap_or_else(|| self.base(base, steps, scope));
        let met_in_base = std::mem::replace(&mut self.met_unknown, around);
        let mut may_be_absent = false;
        for step in &self.tree.slice(steps)[taken..] {
            let (result, is_certain) = match step.kind {
                TraverseKind::Attr(name) => {
                    let name = self.tree.text(name);
                    (ops::attribute(&value, name, self.rules()), value.member(name).is_some())
                }
                TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => {
                    let key = self.eval(key, scope);
                    (ops::index(&value, &key, self.rules()), value.member_at(&key).is_some())
                }
            };
            may_be_absent |= !value.is_known() && !value.definitely_not_null();
            // the element of a shape represents all elements; the one with this key may not exist
            may_be_absent |= value.shape().is_some() && !is_certain;
            self.may_lack_element |= result.as_ref().is_ok_and(|found| !found.is_known()) && may_lack(&value);
            value = match result {
                Ok(value) => value,
                Err(_) if self.failed_since(start) => Value::dynamic(),
                Err(_) if value.is_null() => {
                    let what = match step.kind {
                        TraverseKind::Attr(name) => {
                            format!("access attribute `{}` of null", self.tree.text(name))
                        }
                        _ => "index null".to_owned(),
                    };
                    self.fault(Fault::new(NULL_OPERAND, format!("cannot {what}")), step.range)
                }
                Err(fault) => self.fault(fault, step.range),
            };
        }
        // a known member exists although the collection around it is unknown
        let is_member = is_fresh && value.is_wholly_known() && !may_be_absent;
        self.met_unknown |= met_in_base && !is_member;
        value
    }

    /// Follows steps by reference from a name or the element of a splat, until something must be computed;
    /// returns the value and the number of steps.
    pub(super) fn walk(
        &mut self,
        base: ExprId,
        steps: &[Traverse],
        scope: &Scope<'_>,
    ) -> Option<(Value, usize)> {
        if self.env.trace {
            return None;
        }
        let root = match self.tree.expr(base).kind {
            ExprKind::Variable(name) => self.lookup(base, name, scope)?,
            ExprKind::SplatItem => self.item.as_ref()?,
            _ => return None,
        };
        let (mut reached, mut taken) = (root, 0);
        while let Some(part) = steps.get(taken).and_then(|step| self.part(reached, step.kind)) {
            reached = part;
            taken += 1;
        }
        // The caller records whether the value is unknown.
        let (reached, open) = (reached.clone(), !root.is_known());
        self.met_unknown |= open;
        Some((reached, taken))
    }

    /// The part of a known value that a literal step selects: the common case.
    pub(super) fn part<'v>(&self, value: &'v Value, step: TraverseKind) -> Option<&'v Value> {
        if !value.marks().is_empty() || value.ty().is_eventual() {
            return None;
        }
        let key = match step {
            TraverseKind::Attr(name) => return value.get_attr_value(self.tree.text(name)),
            TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => self.tree.expr(key),
        };
        match (key.kind, value.ty().kind()) {
            (ExprKind::Number, TypeKind::List(_) | TypeKind::Tuple(_)) => {
                value.element_at(self.tree.number(key.range).parse().ok()?)
            }
            (ExprKind::String(name), TypeKind::Map(_) | TypeKind::Object(_)) => {
                value.get_attr_value(self.tree.text(name))
            }
            _ => None,
        }
    }

    /// The value at the start of a traversal, and the number of its steps that are part of the name.
    fn base(&mut self, base: ExprId, steps: Slice<Traverse>, scope: &Scope<'_>) -> (Value, usize) {
        if self.may_be_name(base) {
            return (self.dynamic_base(base), 0);
        }
        if let (ExprKind::Variable(name), Some(_)) = (self.tree.expr(base).kind, self.env.names) {
            let name = self.tree.text(name);
            if scope.get(name).is_none()
                && let Some(resolved) = self.resolved(name, Some(steps))
            {
                self.meet(&resolved.value);
                return (resolved.value, resolved.steps.min(steps.len()));
            }
        }
        (self.eval(base, scope), 0)
    }

    /// Returns `true` if `null` may be a name here: `null.x` is an error as an expression, but an application
    /// that reads references statically may declare something named `null`.
    fn may_be_name(&self, base: ExprId) -> bool {
        self.env.application_unknown
            && matches!(self.tree.expr(base).kind, ExprKind::Null | ExprKind::Bool(_))
    }

    fn dynamic_base(&mut self, base: ExprId) -> Value {
        self.approximate(
            self.range(base),
            "a keyword at the root of a reference is interpreted by the application",
        );
        Value::dynamic()
    }
}

/// Returns `true` if an element that was selected from a collection may turn out not to exist.
fn may_lack(collection: &Value) -> bool {
    !collection.is_known() && matches!(collection.ty().kind(), TypeKind::List(_) | TypeKind::Map(_))
}
