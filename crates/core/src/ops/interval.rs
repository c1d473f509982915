//! Intervals of numbers, and arithmetic on them.
//!
//! A side without a bound extends up to and including infinity. Bounds of results are computed exactly or
//! moved outwards, because the numbers themselves may be rounded to fewer bits.

use std::cmp::Ordering;

use hclx_diag::Fallible;

use crate::range::{Bound, Facts, Nullness, collapse};
use crate::{Number, Range, Type, TypeKind, Value};

/// The interval of a non-null number.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
    /// All numbers in the interval are integers.
    pub whole: bool,
}

/// An end of an interval: a number, or an open side.
#[derive(Clone, Copy)]
enum End<'a> {
    Below,
    At(&'a Number),
    Above,
}

impl Interval {
    /// The interval of all numbers.
    pub(super) const OPEN: Interval = Interval { min: None, max: None, whole: false };

    /// The interval of zero and all positive numbers.
    pub(super) const fn at_least_zero() -> Self {
        Self { min: Some(Bound { number: Number::ZERO, inclusive: true }), max: None, whole: false }
    }

    /// The interval of a value.
    pub(super) fn of(value: &Value) -> Self {
        let range = value.range().hull();
        let integer = value.as_number().is_some_and(Number::is_integer);
        let whole = integer || matches!(value.ty().kind(), TypeKind::Int);
        Self { min: range.min().cloned(), max: range.max().cloned(), whole }
    }

    /// Like [`Interval::into_unknown`], for a result of arithmetic. A zero may be 0 or -0, which are equal
    /// but not identical; zero is unique only for an int.
    pub(super) fn into_result(mut self, ty: Type) -> Value {
        let zero = |bound: &Option<Bound>| bound.as_ref().is_some_and(|bound| bound.number.is_zero());
        if zero(&self.min) && zero(&self.max) && !matches!(ty.kind(), TypeKind::Int) {
            self.max = None;
        }
        self.into_unknown(ty)
    }

    /// A non-null unknown in the interval, or the number itself if it is the only one.
    pub(super) fn into_unknown(self, ty: Type) -> Value {
        let facts = Facts { min: self.min, max: self.max, ..Facts::default() };
        collapse(ty, Range::from_facts(Nullness::Never, facts))
    }

    pub(super) fn add(&self, other: &Interval) -> Interval {
        Interval {
            min: sum(self.min.as_ref(), other.min.as_ref(), false),
            max: sum(self.max.as_ref(), other.max.as_ref(), true),
            whole: self.whole && other.whole,
        }
    }

    pub(super) fn subtract(&self, other: &Interval) -> Interval {
        self.add(&other.negate())
    }

    pub(super) fn negate(&self) -> Interval {
        let flip = |bound: &Option<Bound>| {
            bound.as_ref().map(|bound| Bound { number: bound.number.neg(), inclusive: bound.inclusive })
        };
        Interval { min: flip(&self.max), max: flip(&self.min), whole: self.whole }
    }

    pub(super) fn absolute(&self) -> Interval {
        let zero = Bound { number: Number::ZERO, inclusive: true };
        match (self.sign_of_min(), self.sign_of_max()) {
            (Some(Ordering::Equal | Ordering::Greater), _) => self.clone(),
            (_, Some(Ordering::Equal | Ordering::Less)) => self.negate(),
            _ => {
                let far = |a: &Bound, b: &Bound| match a.number.compare(&b.number) {
                    Ordering::Less => b.clone(),
                    Ordering::Greater => a.clone(),
                    Ordering::Equal => Bound { inclusive: a.inclusive || b.inclusive, ..a.clone() },
                };
                let low = self.negate().max;
                let max = low.as_ref().zip(self.max.as_ref()).map(|(a, b)| far(a, b));
                Interval { min: Some(zero), max, whole: self.whole }
            }
        }
    }

    pub(super) fn multiply(&self, other: &Interval) -> Interval {
        self.corners(other, Number::mul, self.whole && other.whole)
    }

    pub(super) fn divide(&self, other: &Interval) -> Interval {
        let bounded = |interval: &Interval| interval.min.is_some() && interval.max.is_some();
        // a quotient has no bounds if the divisor may be close to zero, or if it may be infinity divided by
        // infinity
        if !other.is_apart_from_zero() || !bounded(self) && !bounded(other) {
            return Interval::OPEN;
        }
        self.corners(other, Number::div, false)
    }

    pub(super) fn modulo(&self, other: &Interval) -> Interval {
        // a rounded quotient of fractions may leave a remainder slightly outside the expected interval
        if !self.whole || !other.whole {
            return Interval::OPEN;
        }
        let zero = || Some(Bound { number: Number::ZERO, inclusive: true });
        let size = self.absolute().max;
        let limit = other.absolute().max.filter(|_| other.is_apart_from_zero()).and_then(|bound| {
            let below = bound.number.sub(&Number::from(1i64)).ok()?;
            Some(Bound {
                number: if bound.number.is_integer() { below } else { bound.number },
                inclusive: true,
            })
        });
        let most = match (size, limit) {
            (Some(a), Some(b)) => Some(if a.number.compare(&b.number).is_le() { a } else { b }),
            (a, b) => a.or(b),
        };
        let positive = matches!(self.sign_of_min(), Some(Ordering::Equal | Ordering::Greater));
        let negative = matches!(self.sign_of_max(), Some(Ordering::Equal | Ordering::Less));
        let most = most.map(|bound| Bound { inclusive: true, ..bound });
        let least = most.as_ref().map(|bound| Bound { number: bound.number.neg(), inclusive: true });
        Interval {
            min: if positive { zero() } else { least },
            max: if negative { zero() } else { most },
            whole: true,
        }
    }

    /// The minimum and maximum of the results at the four corners; open where a corner has no result.
    fn corners(
        &self,
        other: &Interval,
        operation: fn(&Number, &Number) -> Fallible<Number>,
        whole: bool,
    ) -> Interval {
        let mut results = Vec::with_capacity(4);
        for a in self.ends() {
            for b in other.ends() {
                results.push(corner(a, b, operation));
            }
        }
        let Some(results) = results.into_iter().collect::<Option<Vec<Number>>>() else {
            return Interval { min: None, max: None, whole };
        };
        let least = results.iter().min_by(|a, b| a.compare(b));
        let greatest = results.iter().max_by(|a, b| a.compare(b));
        let bound = |number: Option<&Number>, up: bool| {
            number.filter(|number| !number.is_infinite()).map(|number| outwards(number.clone(), true, up))
        };
        Interval { min: bound(least, false), max: bound(greatest, true), whole }
    }

    fn ends(&self) -> [End<'_>; 2] {
        [
            self.min.as_ref().map_or(End::Below, |bound| End::At(&bound.number)),
            self.max.as_ref().map_or(End::Above, |bound| End::At(&bound.number)),
        ]
    }

    /// Returns `true` if zero is neither inside the interval nor one of its ends.
    fn is_apart_from_zero(&self) -> bool {
        let beyond = |bound: &Option<Bound>, wanted: Ordering| {
            bound.as_ref().is_some_and(|bound| bound.number.compare(&Number::ZERO) == wanted)
        };
        beyond(&self.min, Ordering::Greater) || beyond(&self.max, Ordering::Less)
    }

    /// The sign of the minimum; also greater if zero is an excluded bound.
    fn sign_of_min(&self) -> Option<Ordering> {
        let bound = self.min.as_ref()?;
        let order = bound.number.compare(&Number::ZERO);
        Some(if order.is_eq() && !bound.inclusive { Ordering::Greater } else { order })
    }

    /// The sign of the maximum; also less if zero is an excluded bound.
    fn sign_of_max(&self) -> Option<Ordering> {
        let bound = self.max.as_ref()?;
        let order = bound.number.compare(&Number::ZERO);
        Some(if order.is_eq() && !bound.inclusive { Ordering::Less } else { order })
    }
}

/// The result for two ends. Zero times an open end is zero, because every other product with infinity is
/// undefined.
fn corner(a: End<'_>, b: End<'_>, operation: fn(&Number, &Number) -> Fallible<Number>) -> Option<Number> {
    let number = |end: End<'_>| match end {
        End::Below => Number::NEG_INFINITY,
        End::At(number) => number.clone(),
        End::Above => Number::INFINITY,
    };
    let (x, y) = (number(a), number(b));
    if x.is_zero() && y.is_infinite() || y.is_zero() && x.is_infinite() {
        return operation(&Number::ZERO, &Number::from(1i64)).ok();
    }
    operation(&x, &y).ok()
}

fn sum(a: Option<&Bound>, b: Option<&Bound>, up: bool) -> Option<Bound> {
    let (a, b) = (a?, b?);
    let total = a.number.add(&b.number).ok().filter(|total| !total.is_infinite())?;
    Some(outwards(total, a.inclusive && b.inclusive, up))
}

/// A bound that still holds after rounding: a number with more bits than any precision in use is moved to the
/// next integer.
fn outwards(number: Number, inclusive: bool, up: bool) -> Bound {
    if number.is_integer() || number.is_short() {
        return Bound { number, inclusive };
    }
    Bound { number: if up { number.ceil() } else { number.floor() }, inclusive: true }
}

/// The interval as go-cty computes it: always inclusive, from the results at the corners of the operands'
/// intervals.
pub(super) fn as_in_cty(
    operation: fn(&Number, &Number) -> Fallible<Number>,
    a: &Interval,
    b: &Interval,
) -> Interval {
    let min =
        |interval: &Interval| interval.min.as_ref().map_or(Number::NEG_INFINITY, |it| it.number.clone());
    let max = |interval: &Interval| interval.max.as_ref().map_or(Number::INFINITY, |it| it.number.clone());
    let corners: Vec<Option<Number>> =
        [(min(a), min(b)), (min(a), max(b)), (max(a), min(b)), (max(a), max(b))]
            .iter()
            .map(|(x, y)| operation(x, y).ok())
            .collect();
    let Some(corners) = corners.into_iter().collect::<Option<Vec<Number>>>() else { return Interval::OPEN };
    let bound = |number: Option<&Number>, infinity: &Number| {
        number
            .filter(|number| !number.equals(infinity))
            .map(|number| Bound { number: number.clone(), inclusive: true })
    };
    Interval {
        min: bound(corners.iter().min_by(|a, b| a.compare(b)), &Number::NEG_INFINITY),
        max: bound(corners.iter().max_by(|a, b| a.compare(b)), &Number::INFINITY),
        whole: false,
    }
}
