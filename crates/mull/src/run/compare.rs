//! Comparisons `< <= > >= == !=` (Mull §7, §12): ranges decide if they can, with a warning.

use std::cmp::Ordering;

use crate::syntax::ast::{BinaryOp, NodeId};
use hclx_core::{Data, Type, Value, ops, value::Tri};
use hclx_diag::Diagnostic;
use hclx_diag::mull_codes::DECIDED_COMPARISON;

use super::super::value::{RULES, Val, equal};
use super::operator::{Operand, is_open};
use super::{Answer, Machine, ReportedFailure};

impl Machine<'_> {
    pub(super) fn equality(&mut self, node: NodeId, op: BinaryOp, left: NodeId, right: NodeId) -> Answer {
        let (a, b) = (self.eval(left)?, self.eval(right)?);
        let mut steps = 0;
        let left_over = super::MAX_STEPS.saturating_sub(self.steps);
        // A comparison visits all parts, so it counts its steps itself.
        let same = equal(&a, &b, &mut || {
            steps += 1;
            steps <= left_over && self.job.budget.step().is_ok()
        });
        self.spend(steps, node)?;
        // nullable parts have no range with this fact
        let may_be_none = self.may_be_none(&a, left) || self.may_be_none(&b, right);
        let answer = match same.unwrap_or(Tri::Unknown) {
            Tri::Yes => Tri::known(op == BinaryOp::Equal),
            Tri::No if may_be_none && (a.is_none() || b.is_none()) => Tri::Unknown,
            Tri::No => Tri::known(op != BinaryOp::Equal),
            Tri::Unknown => Tri::Unknown,
        };
        self.decided(node, &a, &b, answer)
    }

    /// The result of a comparison, with a warning if it is certain although an operand is unknown.
    fn decided(&mut self, node: NodeId, a: &Val, b: &Val, answer: Tri) -> Answer {
        let answer = match answer {
            Tri::Yes => true,
            Tri::No => false,
            Tri::Unknown => return Ok(Val::Unknown(Value::unknown_under(Type::BOOL, &RULES))),
        };
        if !a.is_known() || !b.is_known() {
            let message = format!("this is always {answer}: {} and {} are compared", a.show(), b.show());
            let finding = Diagnostic::warning(DECIDED_COMPARISON, self.span(node), message);
            self.report(finding);
        }
        Ok(Val::Bool(answer))
    }

    pub(super) fn order(&mut self, node: NodeId, op: BinaryOp, left: NodeId, right: NodeId) -> Answer {
        let (a, x) = self.operand(left)?;
        let (b, y) = self.operand(right)?;
        let answer = match (x, y) {
            (Operand::Number(x), Operand::Number(y)) => self.numbers(node, op, &x, &y)?,
            (Operand::Text(x), Operand::Text(y)) => texts(op, &x, &y),
            (Operand::Open, Operand::Number(_) | Operand::Text(_) | Operand::Open)
            | (Operand::Number(_) | Operand::Text(_), Operand::Open) => Tri::Unknown,
            _ => return Err(self.not_defined(node, op, &a, &b)),
        };
        self.decided(node, &a, &b, answer)
    }

    fn numbers(&mut self, node: NodeId, op: BinaryOp, x: &Value, y: &Value) -> Result<Tri, ReportedFailure> {
        let compare = match op {
            BinaryOp::Less => ops::less,
            BinaryOp::LessEqual => ops::less_equal,
            BinaryOp::Greater => ops::greater,
            _ => ops::greater_equal,
        };
        let answer = self.computed(node, compare(x, y, &RULES))?;
        Ok(answer.as_bool().map_or(Tri::Unknown, Tri::known))
    }
}

/// Compares strings by code point.
fn texts(op: BinaryOp, x: &Value, y: &Value) -> Tri {
    let holds = |order: Ordering| match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        _ => order.is_ge(),
    };
    let mut answers = orders(x, y).into_iter().map(holds);
    let Some(first) = answers.next() else { return Tri::Unknown };
    if answers.all(|answer| answer == first) { Tri::known(first) } else { Tri::Unknown }
}

/// The possible orders of two strings.
fn orders(x: &Value, y: &Value) -> Vec<Ordering> {
    if let Some(values) = listed(x) {
        return values.iter().flat_map(|value| orders(value, y)).collect();
    }
    if let Some(values) = listed(y) {
        return values.iter().flat_map(|value| orders(x, value)).collect();
    }
    let (head_x, head_y) = (head(x), head(y));
    let order = head_x.as_bytes().cmp(head_y.as_bytes());
    // An open string may continue with any characters, so a longer string with the same start is not
    // comparable.
    let open_end = |shorter: &Value, head: &str, other: &str| is_open(shorter) && other.starts_with(head);
    if is_open(x) && is_open(y) && (head_x.starts_with(&*head_y) || head_y.starts_with(&*head_x))
        || !is_open(y) && open_end(x, &head_x, &head_y) && head_x.len() < head_y.len()
        || !is_open(x) && open_end(y, &head_y, &head_x) && head_y.len() < head_x.len()
    {
        return vec![Ordering::Less, Ordering::Equal, Ordering::Greater];
    }
    // a string that continues is not less than its prefix
    if order.is_eq() && is_open(x) {
        return vec![Ordering::Equal, Ordering::Greater];
    }
    if order.is_eq() && is_open(y) {
        return vec![Ordering::Equal, Ordering::Less];
    }
    vec![order]
}

fn listed(value: &Value) -> Option<Vec<Value>> {
    match value.data() {
        Data::Unknown(range) => range.one_of().map(<[Value]>::to_vec),
        _ => None,
    }
}

/// The known prefix of a string, which is all of it if the string is known.
fn head(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.range().prefix().unwrap_or_default().to_owned(),
    }
}
