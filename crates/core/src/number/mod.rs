//! Numbers: exact integers of any size, and fractions as go-cty has them (Go's big.Float, 512 bits,
//! each with its own precision), infinities and -0.
//!
//! Integers are never rounded; the precision they carry only says how many digits a quotient gets.

mod arith;
mod parse;
mod text;

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Mantissa bits of literals and parsed strings.
pub const LITERAL_PRECISION: u32 = 512;
/// Mantissa bits of lengths and loop indexes.
pub const LENGTH_PRECISION: u32 = 64;

/// A number. 16 bytes; small integers need no allocation.
#[derive(Clone, Debug)]
pub struct Number(Repr);

#[derive(Clone, Debug)]
enum Repr {
    /// An integer that fits, and its precision.
    Small(i64, u32),
    /// An integer that does not fit in 64 bits.
    Big(Arc<BigInt>, u32),
    /// -0, which is an integer to its readers.
    NegativeZero(u32),
    /// An infinity; whether it is the negative one.
    Infinite(bool),
}

impl Number {
    /// 0
    pub const ZERO: Number = Number(Repr::Small(0, LENGTH_PRECISION));
    /// ∞
    pub const INFINITY: Number = Number(Repr::Infinite(false));
    /// -∞
    pub const NEG_INFINITY: Number = Number(Repr::Infinite(true));

    /// A length or index: an integer of 64 bits of precision.
    pub fn from_len(length: usize) -> Self {
        Self::integer(BigInt::from(length), LENGTH_PRECISION)
    }

    pub(crate) fn integer(value: BigInt, precision: u32) -> Self {
        match value.to_i64() {
            Some(small) => Self(Repr::Small(small, precision)),
            None => Self(Repr::Big(Arc::new(value), precision)),
        }
    }

    /// The integer, if it is one that fits.
    pub const fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value, _) => Some(value),
            Repr::NegativeZero(_) => Some(0),
            _ => None,
        }
    }

    /// The integer, if it is one that fits and is not negative.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|value| value.try_into().ok())
    }

    /// Whether it is an integer; infinities are not.
    pub const fn is_integer(&self) -> bool {
        !matches!(self.0, Repr::Infinite(_))
    }

    /// Equality of the language: integers by value, fractions by their shortest decimal text.
    pub fn equals(&self, other: &Number) -> bool {
        self.compare(other) == Ordering::Equal
    }

    /// Order by value; -0 and 0 are equal.
    pub fn compare(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, _), Repr::Small(b, _)) => a.cmp(b),
            (Repr::Big(a, _), Repr::Big(b, _)) => a.cmp(b),
            _ => self.approximate().total_cmp(&other.approximate()),
        }
    }

    fn approximate(&self) -> f64 {
        match &self.0 {
            Repr::Small(value, _) => *value as f64,
            Repr::Big(value, _) => value.to_f64().unwrap_or_default(),
            Repr::NegativeZero(_) => 0.0,
            Repr::Infinite(negative) => if *negative { f64::NEG_INFINITY } else { f64::INFINITY },
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Repr::Small(value, LITERAL_PRECISION))
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self::integer(BigInt::from(value), LITERAL_PRECISION)
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Self {
        Self::integer(value, LITERAL_PRECISION)
    }
}
