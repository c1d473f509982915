//! The only place that knows unions, eventuals, null and marks around an operation.

use hclx_diag::Fallible;

use crate::{Rules, Value};

/// Runs a plain operation on operands without marks, and gives the result their marks.
pub fn lift(
    operands: &[&Value],
    rules: &Rules,
    plain: impl Fn(&[Value]) -> Fallible<Value>,
) -> Fallible<Value> {
    let _ = rules;
    let mut marks = crate::Marks::NONE;
    let mut bare = Vec::with_capacity(operands.len());
    for operand in operands {
        let (value, own) = (*operand).clone().unmark();
        marks = marks.union(&own);
        bare.push(value);
    }
    plain(&bare).map(|value| value.with_marks(&marks))
}
