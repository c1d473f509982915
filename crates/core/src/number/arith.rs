//! Arithmetic of numbers.

use hclx_diag::{Fallible, Fault, code_names as codes};

use super::{Number, Repr};

fn later<T>() -> Fallible<T> {
    Err(Fault::new(codes::NOT_SUPPORTED, "this arithmetic is not supported yet"))
}

impl Number {
    /// The sum; ∞ - ∞ is a fault.
    pub fn add(&self, other: &Number) -> Fallible<Number> {
        small(self, other, i64::checked_add)
    }

    /// The difference.
    pub fn sub(&self, other: &Number) -> Fallible<Number> {
        small(self, other, i64::checked_sub)
    }

    /// The product; 0 · ∞ is a fault.
    pub fn mul(&self, other: &Number) -> Fallible<Number> {
        small(self, other, i64::checked_mul)
    }

    /// The quotient; x / 0 is an infinity, 0 / 0 a fault.
    pub fn div(&self, _other: &Number) -> Fallible<Number> {
        later()
    }

    /// The remainder of truncated division; x % 0 is x.
    pub fn rem(&self, _other: &Number) -> Fallible<Number> {
        later()
    }

    /// The negation.
    #[must_use]
    pub fn neg(&self) -> Number {
        match &self.0 {
            Repr::Small(0, precision) => Number(Repr::NegativeZero(*precision)),
            Repr::Small(value, precision) => Number::integer(-num_bigint::BigInt::from(*value), *precision),
            Repr::Big(value, precision) => Number::integer(-(**value).clone(), *precision),
            Repr::NegativeZero(precision) => Number(Repr::Small(0, *precision)),
            Repr::Infinite(negative) => Number(Repr::Infinite(!negative)),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Number {
        if self.compare(&Number::ZERO).is_lt() { self.neg() } else { self.clone() }
    }
}

fn small(a: &Number, b: &Number, op: fn(i64, i64) -> Option<i64>) -> Fallible<Number> {
    match (&a.0, &b.0) {
        (Repr::Small(x, p), Repr::Small(y, q)) => {
            op(*x, *y).map_or_else(later, |value| Ok(Number(Repr::Small(value, *p.max(q)))))
        }
        _ => later(),
    }
}
