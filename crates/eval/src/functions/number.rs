//! Functions on numbers.

use hclx_core::{Bound, Number, Type, Value, ops};
use hclx_diag::Fallible;

use super::{ALL, Answer, Args, FunctionRow};
use crate::values::narrow::narrowed;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "abs",
        "(num: number) -> number",
        "the absolute value of the number",
        &[("abs(-3)", "3")],
        absolute,
    )
    .typed(integers_stay)
    .any(ALL),
    FunctionRow::new(
        "ceil",
        "(num: number) -> number",
        "the smallest integer that is greater than or equal to a number",
        &[("ceil(1.2)", "2"), ("ceil(-1.2)", "-1")],
        |args| Ok(args.numeric(args.number(0)?.ceil())),
    )
    .typed(integers_stay),
    FunctionRow::new(
        "floor",
        "(num: number) -> number",
        "the greatest integer that is less than or equal to a number",
        &[("floor(1.8)", "1"), ("floor(-1.8)", "-2")],
        |args| Ok(args.numeric(args.number(0)?.floor())),
    )
    .typed(integers_stay),
    INT,
    FunctionRow::new(
        "max",
        "(numbers: number...) -> number",
        "the maximum of numbers",
        &[("max(5, 12, 9)", "12")],
        greatest,
    )
    .typed(integers_stay)
    .bounded(|args, unknown| extreme_bounds(args, unknown, true))
    .any(ALL),
    MIN,
    FunctionRow::new(
        "signum",
        "(num: number) -> int",
        "-1, 0 or 1: the sign of the number",
        &[("signum(-13)", "-1"), ("signum(0)", "0")],
        |args| {
            let number = args.integer(0)?;
            Ok(args.numeric(Number::from(number.signum())))
        },
    ),
];

/// Truncation, which HCL's own library calls `int`.
pub(super) const INT: FunctionRow = FunctionRow::new(
    "int",
    "(num: number) -> number",
    "the number without its fraction",
    &[("int(1.8)", "1"), ("int(-1.8)", "-1")],
    |args| Ok(args.numeric(args.number(0)?.truncate())),
)
.typed(integers_stay)
.any(ALL);

pub(super) const MIN: FunctionRow = FunctionRow::new(
    "min",
    "(numbers: number...) -> number",
    "the minimum of numbers",
    &[("min(5, 12, 9)", "5")],
    least,
)
.typed(integers_stay)
.bounded(|args, unknown| extreme_bounds(args, unknown, false))
.any(ALL);

/// The result type: int if all arguments are integers.
fn integers_stay(args: &Args<'_>) -> Fallible<Type> {
    let all = args.count() > 0 && args.values.iter().all(|value| *value.ty() == Type::INT);
    Ok(if all { Type::INT } else { Type::NUMBER })
}

fn absolute(args: &Args<'_>) -> Answer {
    Ok(ops::absolute(args.get(0), args.rules)?)
}

fn greatest(args: &Args<'_>) -> Answer {
    extreme(args, std::cmp::Ordering::Greater)
}

fn least(args: &Args<'_>) -> Answer {
    extreme(args, std::cmp::Ordering::Less)
}

fn extreme(args: &Args<'_>, wanted: std::cmp::Ordering) -> Answer {
    if args.count() == 0 {
        return Err(args.failed("at least one number is required").into());
    }
    let mut best = args.number(0)?;
    for position in 1..args.count() {
        let number = args.number(position)?;
        if number.compare(best) == wanted {
            best = number;
        }
    }
    Ok(args.numeric(best.clone()))
}

/// The bounds of `max`: at least the greatest lower bound of all arguments, and at most the greatest upper
/// bound if all have one; those of `min` vice versa.
fn extreme_bounds(args: &Args<'_>, unknown: Value, greatest: bool) -> Value {
    let ranges: Vec<_> = args.values.iter().map(Value::range).collect();
    let lower: Vec<Option<&Bound>> = ranges.iter().map(|range| range.min()).collect();
    let upper: Vec<Option<&Bound>> = ranges.iter().map(|range| range.max()).collect();
    let wanted = if greatest { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
    let (lower, upper) = if greatest {
        (pick(lower.into_iter().flatten(), wanted), all(&upper).and_then(|upper| pick(upper, wanted)))
    } else {
        (all(&lower).and_then(|lower| pick(lower, wanted)), pick(upper.into_iter().flatten(), wanted))
    };
    let value = match lower {
        Some(bound) => narrowed(unknown, |refiner| refiner.min(bound.number.clone(), bound.inclusive)),
        None => unknown,
    };
    match upper {
        Some(bound) => narrowed(value, |refiner| refiner.max(bound.number.clone(), bound.inclusive)),
        None => value,
    }
}

fn all<'b>(bounds: &[Option<&'b Bound>]) -> Option<impl Iterator<Item = &'b Bound>> {
    let known: Option<Vec<&Bound>> = bounds.iter().copied().collect();
    known.map(Vec::into_iter)
}

/// The extreme bound; of equal bounds the inclusive one, which is weaker.
fn pick<'b>(bounds: impl Iterator<Item = &'b Bound>, wanted: std::cmp::Ordering) -> Option<&'b Bound> {
    bounds.reduce(|best, bound| {
        let order = bound.number.compare(&best.number);
        if order == wanted || (order.is_eq() && bound.inclusive) { bound } else { best }
    })
}
