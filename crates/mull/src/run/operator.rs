//! Operators except comparisons (Mull §7); arithmetic is that of the core.

use crate::syntax::ast::{BinaryOp, NodeId, UnaryOp};
use hclx_core::{Data, Refiner, Type, TypeKind, Value, ops};
use hclx_diag::mull_codes::{DIVISION_BY_ZERO, MAYBE_NOTHING, MULL_LIMIT, OPERATOR_NOT_DEFINED};

use super::super::value::{RULES, Val};
use super::{Answer, Machine, ReportedFailure};

/// The kinds of operands that operators distinguish.
#[derive(Debug)]
pub(super) enum Operand {
    Bool(Value),
    Number(Value),
    Text(Value),
    /// A value whose type is unknown as well.
    Open,
    /// An array, object or map.
    Other,
}

impl Machine<'_> {
    /// Evaluates an operand that must not be null or undefined.
    pub(super) fn operand(&mut self, node: NodeId) -> Result<(Val, Operand), ReportedFailure> {
        let value = self.eval(node)?;
        let operand = match value.to_core() {
            None => Operand::Other,
            Some(_) if value.is_none() => {
                let message = format!("expected a value, found {}", value.describe());
                return Err(self.fail_at(MAYBE_NOTHING, node, message));
            }
            Some(core) => match core.ty().kind() {
                TypeKind::Bool => Operand::Bool(core),
                TypeKind::Int | TypeKind::Number => Operand::Number(core),
                TypeKind::String => Operand::Text(core),
                _ => Operand::Open,
            },
        };
        Ok((value, operand))
    }

    pub(super) fn unary(&mut self, node: NodeId, op: UnaryOp, operand: NodeId) -> Answer {
        let (value, core) = self.operand(operand)?;
        let result = match (op, core) {
            (UnaryOp::Negate, Operand::Number(number)) => ops::negate(&number, &RULES),
            (UnaryOp::Not, Operand::Bool(truth)) => ops::not(&truth, &RULES),
            (_, Operand::Open) => return Ok(Val::unknown()),
            _ => {
                let message = format!("`{}` is not defined for {}", op.text(), value.describe());
                return Err(self.fail_at(OPERATOR_NOT_DEFINED, node, message));
            }
        };
        self.computed(node, result)
    }

    /// A result computed by the core, which only fails if a number exceeds its limits.
    pub(super) fn computed(&mut self, node: NodeId, result: hclx_diag::Fallible<Value>) -> Answer {
        match result {
            Ok(value) => Ok(Val::from_core(&value)),
            Err(fault) => Err(self.fail_at(MULL_LIMIT, node, fault.message())),
        }
    }

    pub(super) fn binary(&mut self, node: NodeId, op: BinaryOp, left: NodeId, right: NodeId) -> Answer {
        match op {
            BinaryOp::And | BinaryOp::Or => self.logic(op, left, right),
            BinaryOp::Equal | BinaryOp::NotEqual => self.equality(node, op, left, right),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                self.order(node, op, left, right)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
                self.arithmetic(node, op, left, right)
            }
        }
    }

    /// Evaluates `&&` or `||`: the right side is evaluated only if needed.
    fn logic(&mut self, op: BinaryOp, left: NodeId, right: NodeId) -> Answer {
        let first = self.truth(op, left)?;
        let decides = op == BinaryOp::Or;
        match first.as_bool() {
            Some(truth) if truth == decides => Ok(Val::Bool(truth)),
            Some(_) => self.truth(op, right).map(|second| Val::from_core(&second)),
            None => {
                let second = self.quietly(|this| this.truth(op, right));
                let answer = match second.ok().and_then(|second| second.as_bool()) {
                    // regardless of the left side
                    Some(truth) if truth == decides => Val::Bool(truth),
                    _ => Val::unknown(),
                };
                Ok(answer)
            }
        }
    }

    /// Evaluates an operand of `&&` or `||`.
    fn truth(&mut self, op: BinaryOp, node: NodeId) -> Result<Value, ReportedFailure> {
        match self.operand(node)? {
            (_, Operand::Bool(truth)) => Ok(truth),
            (_, Operand::Open) => Ok(Value::unknown(Type::BOOL)),
            (value, _) => {
                let message = format!("`{}` is not defined for {}", op.text(), value.describe());
                Err(self.fail_at(OPERATOR_NOT_DEFINED, node, message))
            }
        }
    }

    fn arithmetic(&mut self, node: NodeId, op: BinaryOp, left: NodeId, right: NodeId) -> Answer {
        let (a, x) = self.operand(left)?;
        let (b, y) = self.operand(right)?;
        let apply = match op {
            BinaryOp::Add => ops::add,
            BinaryOp::Subtract => ops::subtract,
            BinaryOp::Multiply => ops::multiply,
            BinaryOp::Divide => ops::divide,
            _ => ops::modulo,
        };
        match (x, y) {
            (Operand::Number(x), Operand::Number(y)) => {
                let divides = matches!(op, BinaryOp::Divide | BinaryOp::Modulo);
                if divides && y.as_number().is_some_and(hclx_core::Number::is_zero) {
                    return Err(self.fail_at(DIVISION_BY_ZERO, right, "division by zero"));
                }
                let result = apply(&x, &y, &RULES);
                self.computed(node, result)
            }
            (Operand::Text(x), Operand::Text(y)) if op == BinaryOp::Add => self.concatenation(node, &x, &y),
            // Adding anything to a string results in a string or an error.
            (Operand::Text(x), Operand::Open) if op == BinaryOp::Add => {
                Ok(with_prefix(x.range().prefix().or(x.as_str()).unwrap_or_default()))
            }
            (Operand::Open, Operand::Text(_)) if op == BinaryOp::Add => Ok(with_prefix("")),
            (Operand::Open, Operand::Number(_) | Operand::Open) | (Operand::Number(_), Operand::Open) => {
                Ok(Val::unknown())
            }
            _ => Err(self.not_defined(node, op, &a, &b)),
        }
    }

    pub(super) fn not_defined(&mut self, node: NodeId, op: BinaryOp, a: &Val, b: &Val) -> ReportedFailure {
        let message = format!("`{}` is not defined for {} and {}", op.text(), a.describe(), b.describe());
        self.fail_at(OPERATOR_NOT_DEFINED, node, message)
    }

    fn concatenation(&mut self, node: NodeId, x: &Value, y: &Value) -> Answer {
        match (x.as_str(), y.as_str()) {
            (Some(x), Some(y)) => self.bounded_text(node, [x, y].concat()),
            (Some(head), None) => Ok(with_prefix(head)),
            _ => Ok(with_prefix(x.range().prefix().unwrap_or_default())),
        }
    }

    /// A string within the length limit.
    pub(super) fn bounded_text(&mut self, node: NodeId, text: String) -> Answer {
        let most = super::MAX_TEXT;
        self.spend(text.len() as u64 / 32, node)?;
        // Characters are counted only if there may be too many.
        if text.len() > most && text.chars().count() > most {
            return Err(self.fail_at(
                MULL_LIMIT,
                node,
                format!("the string has more than the limit of {most} characters"),
            ));
        }
        Ok(Val::string(text))
    }
}

/// A string of which only the prefix is known.
pub(super) fn with_prefix(head: &str) -> Val {
    let unknown = Value::unknown_under(Type::STRING, &RULES);
    // Strings of Mull are not normalized, so the prefix is exact, unlike in HCL.
    let refined = Refiner::new(unknown.clone()).prefix_full(head).and_then(Refiner::finish);
    Val::Unknown(refined.unwrap_or(unknown))
}

/// Returns `true` for an unknown value of the algebra.
pub(super) fn is_open(value: &Value) -> bool {
    matches!(value.data(), Data::Unknown(_))
}
