//! Comparison: `< <= > >=`.

use std::cmp::Ordering;

use hclx_diag::Fallible;

use super::arithmetic::plain_number;
use super::equality::equals_exactly;
use super::interval::Interval;
use super::{operand, truth};
use crate::lift;
use crate::range::Bound;
use crate::value::Tri;
use crate::{Number, Rules, Type, Value};

/// `a < b`
///
/// # Errors
/// An operand that is null or not a number.
pub fn less(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    compare(a, b, rules, Ordering::is_lt, |a, b, rules| {
        if rules.exact_ranges { surely_less(a, b) } else { below(a, b, true) }
    })
}

/// `a <= b`
///
/// # Errors
/// An operand that is null or not a number.
pub fn less_equal(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    compare(a, b, rules, Ordering::is_le, |a, b, rules| {
        if rules.exact_ranges {
            super::logic::either(surely_less(a, b), equals_exactly(a, b, rules))
        } else {
            below(a, b, false)
        }
    })
}

/// `a > b`
///
/// # Errors
/// An operand that is null or not a number.
pub fn greater(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    compare(a, b, rules, Ordering::is_gt, |a, b, rules| {
        if rules.exact_ranges { surely_less(b, a) } else { below(b, a, true) }
    })
}

/// `a >= b`
///
/// # Errors
/// An operand that is null or not a number.
pub fn greater_equal(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    compare(a, b, rules, Ordering::is_ge, |a, b, rules| {
        if rules.exact_ranges {
            super::logic::either(surely_less(b, a), equals_exactly(a, b, rules))
        } else {
            below(b, a, false)
        }
    })
}

fn compare(
    a: &Value,
    b: &Value,
    rules: &Rules,
    wanted: fn(Ordering) -> bool,
    unknown: fn(&Value, &Value, &Rules) -> Tri,
) -> Fallible<Value> {
    if let (Some(x), Some(y)) = (plain_number(a), plain_number(b)) {
        return Ok(Value::bool(wanted(x.compare(y))));
    }
    // fast path: a number without bounds decides no comparison
    let open = |value: &Value| value.is_plain_unknown() && value.ty().is_numeric();
    // An infinity is the exception: it decides even against a number without bounds.
    if open(a) && (open(b) || is_finite(b)) || open(b) && is_finite(a) {
        return Ok(truth(Tri::Unknown));
    }
    lift(&[a, b], rules, |operands| {
        let a = operand(operands, 0, &Type::NUMBER, rules)?;
        let b = operand(operands, 1, &Type::NUMBER, rules)?;
        Ok(match (a.as_number(), b.as_number()) {
            (Some(x), Some(y)) => Value::bool(wanted(x.compare(y))),
            _ => truth(unknown(&a, &b, rules)),
        })
    })
}

/// Returns `true` for a known, unmarked number that is not an infinity.
fn is_finite(value: &Value) -> bool {
    plain_number(value).is_some_and(|number| !number.is_infinite())
}

/// Decides whether all numbers of one interval are below those of another, or at most equal if not
/// `strictly`.
fn below(a: &Value, b: &Value, strictly: bool) -> Tri {
    let (a, b) = (Interval::of(a), Interval::of(b));
    let all = |low: &Option<Bound>, high: &Option<Bound>, strictly: bool| match (low, high) {
        (Some(low), Some(high)) => match low.number.compare(&high.number) {
            Ordering::Less => true,
            Ordering::Equal => !strictly || !low.inclusive || !high.inclusive,
            Ordering::Greater => false,
        },
        _ => false,
    };
    if all(&a.max, &b.min, strictly) {
        Tri::Yes
    } else if all(&b.max, &a.min, !strictly) {
        Tri::No
    } else {
        Tri::Unknown
    }
}

/// The comparison as in go-cty: bounds that touch decide nothing, and no bound is an infinity.
fn surely_less(a: &Value, b: &Value) -> Tri {
    let (a, b) = (Interval::of(a), Interval::of(b));
    let apart = |low: &Option<Bound>, high: &Option<Bound>| {
        let low = low.as_ref().map_or(&Number::INFINITY, |bound| &bound.number);
        let high = high.as_ref().map_or(&Number::NEG_INFINITY, |bound| &bound.number);
        low.compare(high).is_lt()
    };
    if apart(&a.max, &b.min) {
        Tri::Yes
    } else if apart(&b.max, &a.min) {
        Tri::No
    } else {
        Tri::Unknown
    }
}
