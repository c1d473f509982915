//! Functions on numbers. Ints remain ints.

use hclx_core::{Arithmetic, Number};
use hclx_diag::mull_codes::MULL_LIMIT;
use hclx_diag::{Fallible, Fault};

use super::{Answer, Arguments, Call, EarlyReturn, MAX_RESULT, Row, failed, shared, too_large};
use crate::ty::{Ty, TyKind};
use crate::value::Val;

/// The maximum number of bits of an integer, and so of a result of `pow`.
const MAX_BITS: u64 = 4096;

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "min",
        "(first: number, rest: number...) -> number",
        "the smallest number",
        &[("min(2, 1)", "1")],
        |call| shared::run("min", call),
    )
    .typed(int_if_all_are),
    Row::new(
        "max",
        "(first: number, rest: number...) -> number",
        "the largest number",
        &[("max(2, 1)", "2")],
        |call| shared::run("max", call),
    )
    .typed(int_if_all_are),
    Row::new("sum", "(a: number[]) -> number", "the sum of the numbers", &[("sum([1, 2.5])", "3.5")], sum)
        .typed(int_if_elements_are),
    Row::new("abs", "(x: number) -> number", "the absolute value", &[("abs(-2)", "2")], |call| {
        shared::run("abs", call)
    })
    .typed(int_if_all_are),
    Row::new(
        "floor",
        "(x: number) -> int",
        "the largest int that is less than or equal to the number",
        &[("floor(-1.5)", "-2")],
        |call| shared::run("floor", call),
    ),
    Row::new(
        "ceil",
        "(x: number) -> int",
        "the smallest int that is greater than or equal to the number",
        &[("ceil(-1.5)", "-1")],
        |call| shared::run("ceil", call),
    ),
    Row::new(
        "round",
        "(x: number) -> int",
        "the nearest int; halves round away from zero",
        &[("round(2.5)", "3"), ("round(-2.5)", "-3")],
        round,
    ),
    Row::new(
        "pow",
        "(a: number, b: int) -> number",
        "`a` to the power of `b`",
        &[("pow(2, 10)", "1024")],
        pow,
    )
    .typed(int_if_all_are),
    Row::new(
        "range",
        "(a: int, b?: int, step?: int) -> int[]",
        "the ints from 0 to `a` or from `a` to `b` (exclusive), by a step",
        &[("range(3)", "[0,1,2]"), ("range(5, 0, -2)", "[5,3,1]")],
        range,
    ),
];

fn is_int(arguments: &Arguments<'_>, ty: &Ty) -> bool {
    arguments.types.assignable(ty, &Ty::int()) && !ty.is_any()
}

fn int_if_all_are(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let ints = arguments.tys.iter().all(|ty| is_int(arguments, ty));
    Ok(if ints { Ty::int() } else { Ty::number() })
}

fn int_if_elements_are(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let ints = match arguments.types.resolve(&arguments.tys[0]).kind() {
        TyKind::Array(element) => is_int(arguments, element),
        TyKind::Tuple(members) => members.iter().all(|member| is_int(arguments, member)),
        _ => false,
    };
    Ok(if ints { Ty::int() } else { Ty::number() })
}

fn beyond(fault: &Fault) -> EarlyReturn {
    Fault::new(MULL_LIMIT, fault.message()).into()
}

/// A sum or product, which is exact for integers.
fn exact_or_rounded(a: &Number, operation: Arithmetic, b: &Number) -> Result<Number, EarlyReturn> {
    let rounded = || if operation == Arithmetic::Add { a.add(b) } else { a.mul(b) };
    a.exact(operation, b).unwrap_or_else(rounded).map_err(|fault| beyond(&fault))
}

fn sum(call: &Call<'_>) -> Answer {
    let mut total = Number::from(0_i64);
    for value in call.array(0)? {
        let Val::Number(number) = value else { return Err(EarlyReturn::Unknown) };
        total = exact_or_rounded(&total, Arithmetic::Add, number)?;
    }
    Ok(Val::Number(total))
}

fn round(call: &Call<'_>) -> Answer {
    let number = call.number(0)?;
    let half = Number::parse_literal("0.5").map_err(|fault| beyond(&fault))?;
    // `floor` rounds down, but halves round away from zero, so the sign is handled separately.
    let rounded = number.abs().add(&half).map_err(|fault| beyond(&fault))?.floor();
    Ok(Val::Number(if number.is_negative() { rounded.neg() } else { rounded }))
}

fn pow(call: &Call<'_>) -> Answer {
    let (base, exponent) = (call.number(0)?, call.int(1)?);
    let exponent = u64::try_from(exponent)
        .map_err(|_| failed(1, format!("the exponent must not be negative, found {exponent}")))?;
    let bits = base.bits();
    // Powers of -1, 0 and 1 do not grow.
    if bits > 1 && (bits - 1).saturating_mul(exponent) > MAX_BITS {
        let message = format!("the result would have more than the limit of {MAX_BITS} bits");
        return Err(Fault::new(MULL_LIMIT, message).into());
    }
    let (mut result, mut square, mut rest) = (Number::from(1_i64), base.clone(), exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = exact_or_rounded(&result, Arithmetic::Multiply, &square)?;
        }
        rest >>= 1;
        // The last square would not be used, but might exceed the limit.
        if rest > 0 {
            square = exact_or_rounded(&square, Arithmetic::Multiply, &square)?;
        }
    }
    Ok(Val::Number(result))
}

fn range(call: &Call<'_>) -> Answer {
    // The distance between two ints may need more than 64 bits.
    let first = i128::from(call.int(0)?);
    let (start, end) = match call.args.len() {
        1 => (0, first),
        _ => (first, i128::from(call.int(1)?)),
    };
    let step = if call.args.len() > 2 { i128::from(call.int(2)?) } else { 1 };
    if step == 0 {
        return Err(failed(2, "the step must not be 0"));
    }
    let distance = if step > 0 { end - start } else { start - end };
    let count = if distance <= 0 { 0 } else { (distance - 1) / step.abs() + 1 };
    if count > MAX_RESULT as i128 {
        return Err(too_large("the array"));
    }
    // Every number is between two ints, so it is an int.
    let number = |index: i128| Val::Number(Number::from((start + index * step) as i64));
    Ok(Val::array((0..count).map(number).collect()))
}
