//! Expressions and nodes: a dispatch on their kind.

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_core::TypeKind;
use hclx_diag::mull_codes::{CONDITION_NOT_BOOL, MAYBE_NOTHING, MULL_LIMIT};

use super::super::ty::{TyKind, read_numeral};
use super::super::value::{Val, deep};
use super::expected::Expect;
use super::{Answer, Machine, ReportedFailure};

impl Machine<'_> {
    /// Evaluates a node.
    pub(super) fn eval(&mut self, node: NodeId) -> Answer {
        self.spend(1, node)?;
        let value = deep(|| self.form(node))?;
        Ok(self.sharpened(value, node))
    }

    fn form(&mut self, node: NodeId) -> Answer {
        Ok(match self.kind(node) {
            NodeKind::Missing => return Err(ReportedFailure),
            NodeKind::Null => Val::Null,
            NodeKind::Undefined => Val::Undefined,
            NodeKind::Bool(value) => Val::Bool(*value),
            NodeKind::Number { text, .. } => match read_numeral(text) {
                Some(number) => Val::Number(number),
                None => return Err(self.fail_at(MULL_LIMIT, node, "the number is too large")),
            },
            NodeKind::String(text) => Val::String(text.clone()),
            NodeKind::Text(parts) => return self.text(node, parts),
            NodeKind::Mapping(entries) => return self.mapping(entries, None),
            NodeKind::Sequence(entries) => return self.sequence(entries, None),
            NodeKind::Statement(entries) => return self.statement(node, entries, None),
            NodeKind::Name(name) => return self.name(name, node),
            NodeKind::This => return self.whole_this(node),
            NodeKind::Type => self.specification(),
            NodeKind::Ctx => self.context(),
            NodeKind::Member { base, name } => return self.member(*base, name),
            NodeKind::Index { base, index, .. } => return self.index(node, *base, *index),
            NodeKind::Call { name, args } => return self.call(node, name, args),
            NodeKind::If { condition, yes, no } => return self.conditional(*condition, *yes, *no, None),
            NodeKind::For { subject, body } => return self.loop_value(node, (*subject, false), *body, None),
            NodeKind::Unary { op, operand } => return self.unary(node, *op, *operand),
            NodeKind::Binary { op, left, right, .. } => return self.binary(node, *op, *left, *right),
            NodeKind::Coalesce { left, right } => return self.coalesce(*left, *right, None),
            NodeKind::Array(elements) => return self.array(elements, None, false),
            NodeKind::Map(pairs) => return self.map(pairs, false, None),
            NodeKind::Assert { ty, value, entries } => {
                let wanted = self.ty(node);
                let missing = entries.then(|| self.place(ty.range));
                let expect = Expect { ty: &wanted, asserted: true, names: *entries, missing };
                return self.eval_expecting(*value, &expect);
            }
        })
    }

    /// An unknown value without a range, narrowed to its static type.
    pub(super) fn sharpened(&self, value: Val, node: NodeId) -> Val {
        match &value {
            Val::Unknown(unknown) if unknown.ty().is_any() => self.unknown(&self.ty(node)),
            _ => value,
        }
    }

    /// Evaluates a condition; `None` if it is unknown.
    pub(super) fn condition(&mut self, node: NodeId) -> Result<Option<bool>, ReportedFailure> {
        match self.eval(node)? {
            Val::Bool(truth) => Ok(Some(truth)),
            Val::Unknown(value) if matches!(value.ty().kind(), TypeKind::Any | TypeKind::Bool) => Ok(None),
            value if value.is_none() => Err(self.fail_at(
                MAYBE_NOTHING,
                node,
                format!("the condition must be a bool, found {}", value.describe()),
            )),
            value => {
                let message = format!("the condition must be a bool, found {}", value.describe());
                Err(self.fail_at(CONDITION_NOT_BOOL, node, message))
            }
        }
    }

    /// Returns `true` if the value of a node is a promise or an output.
    pub(super) fn is_eventual(&self, node: NodeId) -> bool {
        let ty = self.ty(node);
        let mut members = ty.members().iter();
        members.any(|member| matches!(member.kind(), TyKind::Promise(_) | TyKind::Output(_)))
    }

    /// Evaluates `if(condition, yes, no)`, whose branches may have an expected type.
    pub(super) fn conditional(
        &mut self,
        condition: NodeId,
        yes: NodeId,
        no: Option<NodeId>,
        expect: Option<&Expect<'_>>,
    ) -> Answer {
        match self.condition(condition)? {
            Some(true) => self.eval_perhaps(yes, expect),
            Some(false) => no.map_or(Ok(Val::Undefined), |no| self.eval_perhaps(no, expect)),
            None => {
                self.quietly(|this| {
                    let _ = this.eval_perhaps(yes, expect);
                    let _ = no.map(|no| this.eval_perhaps(no, expect));
                });
                Ok(Val::unknown())
            }
        }
    }

    /// Evaluates `left ?? right`.
    pub(super) fn coalesce(&mut self, left: NodeId, right: NodeId, expect: Option<&Expect<'_>>) -> Answer {
        let value = self.eval(left)?;
        if value.is_none() {
            return self.eval_perhaps(right, expect);
        }
        if self.may_be_none(&value, left) {
            self.quietly(|this| _ = this.eval_perhaps(right, expect));
            return Ok(Val::unknown());
        }
        match expect {
            Some(expect) => self.conform(left, value, expect),
            None => Ok(value),
        }
    }
}
