//! Arithmetic: `+ - * / %`, unary `-` and the absolute value.

use hclx_diag::Fallible;

use super::interval::Interval;
use super::operand;
use crate::lift;
use crate::value::Data;
use crate::{Arithmetic, Number, Range, Rules, Type, TypeKind, Value};

/// An operation on two numbers, with its effect on intervals.
struct Operation {
    rounded: fn(&Number, &Number) -> Fallible<Number>,
    /// The operation on integers of type `int`.
    exact: Arithmetic,
    interval: fn(&Interval, &Interval) -> Interval,
    /// The result of the operation on two integers is an integer.
    keeps_int: bool,
    /// go-cty computes bounds for this operation.
    has_bounds_in_cty: bool,
    /// Returns `true` if nothing is known about the result for this number and an unconstrained operand.
    is_open_with: fn(&Number) -> bool,
}

/// `a + b`
///
/// # Errors
/// An operand that is null or not a number, ∞ - ∞, or a result beyond the limits of numbers.
pub fn add(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    const ADD: Operation = Operation {
        rounded: Number::add,
        exact: Arithmetic::Add,
        interval: Interval::add,
        keeps_int: true,
        has_bounds_in_cty: true,
        is_open_with: |_| true,
    };
    binary(&ADD, a, b, rules)
}

/// `a - b`
///
/// # Errors
/// Same as [`add`].
pub fn subtract(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    const SUBTRACT: Operation = Operation {
        rounded: Number::sub,
        exact: Arithmetic::Subtract,
        interval: Interval::subtract,
        keeps_int: true,
        has_bounds_in_cty: true,
        is_open_with: |_| true,
    };
    binary(&SUBTRACT, a, b, rules)
}

/// `a * b`
///
/// # Errors
/// Same as [`add`]; 0 · ∞ has no result.
pub fn multiply(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    const MULTIPLY: Operation = Operation {
        rounded: Number::mul,
        exact: Arithmetic::Multiply,
        interval: Interval::multiply,
        keeps_int: true,
        has_bounds_in_cty: true,
        // Zero decides the product even if the other factor is unconstrained.
        is_open_with: |number| !number.is_zero(),
    };
    binary(&MULTIPLY, a, b, rules)
}

/// `a / b`; a division by zero is an infinity.
///
/// # Errors
/// Same as [`add`]; 0 / 0 and ∞ / ∞ have no result.
pub fn divide(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    const DIVIDE: Operation = Operation {
        rounded: Number::div,
        exact: Arithmetic::Divide,
        interval: Interval::divide,
        keeps_int: false,
        has_bounds_in_cty: false,
        is_open_with: |_| true,
    };
    binary(&DIVIDE, a, b, rules)
}

/// `a % b`; the remainder has the sign of `a`, and `a % 0` is `a`.
///
/// # Errors
/// Same as [`add`].
pub fn modulo(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    const MODULO: Operation = Operation {
        rounded: Number::rem,
        exact: Arithmetic::Modulo,
        interval: Interval::modulo,
        keeps_int: true,
        has_bounds_in_cty: false,
        // A remainder always has bounds: its magnitude is less than the divisor's and at most the dividend's.
        is_open_with: |_| false,
    };
    binary(&MODULO, a, b, rules)
}

/// `-a`
///
/// # Errors
/// An operand that is null or not a number.
pub fn negate(value: &Value, rules: &Rules) -> Fallible<Value> {
    unary(value, rules, Number::neg, Interval::negate, &Interval::OPEN)
}

/// The absolute value.
///
/// # Errors
/// An operand that is null or not a number.
pub fn absolute(value: &Value, rules: &Rules) -> Fallible<Value> {
    let in_cty = if rules.forgetful_operators { Interval::OPEN } else { Interval::at_least_zero() };
    unary(value, rules, Number::abs, Interval::absolute, &in_cty)
}

fn binary(operation: &Operation, a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    if let (Some(x), Some(y)) = (plain_number(a), plain_number(b)) {
        return known_result(operation, [a, b], [x, y], rules);
    }
    if is_open(operation, a, b, rules) || is_open(operation, b, a, rules) {
        return Ok(Value::unknown_in(result_type(operation, a.ty(), b.ty()), Range::not_null()));
    }
    lift(&[a, b], rules, |operands| {
        let (a, b) = (numeric(operands, 0, rules)?, numeric(operands, 1, rules)?);
        let ty = result_type(operation, a.ty(), b.ty());
        match (a.as_number(), b.as_number()) {
            (Some(x), Some(y)) => known_result(operation, [&a, &b], [x, y], rules),
            _ => unknown_result(operation, &a, &b, ty, rules),
        }
    })
}

/// The result for two known operands. Only the extended model has integers that are never rounded; under all
/// other rules, `int` is a name for numbers that are integers.
fn known_result(
    operation: &Operation,
    [a, b]: [&Value; 2],
    [x, y]: [&Number; 2],
    rules: &Rules,
) -> Fallible<Value> {
    let ty = result_type(operation, a.ty(), b.ty());
    if rules.extended
        && is_int(a)
        && is_int(b)
        && let Some(result) = x.exact(operation.exact, y)
    {
        return finish(result?, ty);
    }
    finish((operation.rounded)(x, y)?, ty)
}

fn is_int(value: &Value) -> bool {
    matches!(value.ty().kind(), TypeKind::Int)
}

/// Returns `true` if one operand is unconstrained and makes the result unconstrained too: the common case for
/// unknown operands.
fn is_open(operation: &Operation, unknown: &Value, other: &Value, rules: &Rules) -> bool {
    if !unknown.is_plain_unknown() || !unknown.ty().is_numeric() {
        return false;
    }
    match plain_number(other) {
        Some(number) => {
            has_no_bounds(operation, rules) || !rules.exact_ranges && (operation.is_open_with)(number)
        }
        None => other.is_plain_unknown() && other.ty().is_numeric(),
    }
}

/// Returns `true` if the reference forgets the bounds of the operands.
fn has_no_bounds(operation: &Operation, rules: &Rules) -> bool {
    rules.exact_ranges && (!operation.has_bounds_in_cty || rules.forgetful_operators)
}

fn unknown_result(operation: &Operation, a: &Value, b: &Value, ty: Type, rules: &Rules) -> Fallible<Value> {
    if has_no_bounds(operation, rules) {
        return Ok(Value::unknown_in(ty, Range::not_null()));
    }
    let (a, b) = (Interval::of(a), Interval::of(b));
    if rules.exact_ranges {
        return Ok(super::interval::as_in_cty(operation.rounded, &a, &b).into_unknown(ty));
    }
    Ok((operation.interval)(&a, &b).into_result(ty))
}

fn unary(
    value: &Value,
    rules: &Rules,
    exact: fn(&Number) -> Number,
    interval: fn(&Interval) -> Interval,
    in_cty: &Interval,
) -> Fallible<Value> {
    if let Some(number) = plain_number(value) {
        return finish(exact(number), value.ty().clone());
    }
    let result = lift(&[value], rules, |operands| {
        let value = numeric(operands, 0, rules)?;
        match value.as_number() {
            Some(number) => finish(exact(number), value.ty().clone()),
            None if rules.exact_ranges => Ok(in_cty.clone().into_unknown(value.ty().clone())),
            None => Ok(interval(&Interval::of(&value)).into_result(value.ty().clone())),
        }
    })?;
    Ok(if rules.forgetful_operators && !value.is_known() { result.unmark().0 } else { result })
}

/// The number, if the value is a known, unmarked number or int: the common case.
pub(super) fn plain_number(value: &Value) -> Option<&Number> {
    match value.data() {
        Data::Number(number) if value.marks().is_empty() && value.ty().is_numeric() => Some(number),
        _ => None,
    }
}

/// Converts an operand to a number; an int remains an int.
fn numeric(operands: &[Value], index: usize, rules: &Rules) -> Fallible<Value> {
    let value = &operands[index];
    if value.ty().is_numeric() { Ok(value.clone()) } else { operand(operands, index, &Type::NUMBER, rules) }
}

fn result_type(operation: &Operation, a: &Type, b: &Type) -> Type {
    let ints = matches!((a.kind(), b.kind()), (TypeKind::Int, TypeKind::Int));
    if ints && operation.keeps_int { Type::INT } else { Type::NUMBER }
}

/// The result as a value. An int keeps -0, because `1 / -0` distinguishes it from 0.
fn finish(number: Number, ty: Type) -> Fallible<Value> {
    Ok(Value::new(ty, Data::Number(number)))
}
