//! Binary fractions: a mantissa of limited bits times a power of two.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Signed;

use super::{Number, Repr};

/// `±mantissa · 2^exponent`; the mantissa is odd and has at most `precision` bits.
pub(super) struct Float {
    pub negative: bool,
    pub mantissa: BigUint,
    pub exponent: i64,
    pub precision: u32,
}

impl Float {
    /// The integer part, towards zero.
    pub(super) fn truncated(&self) -> BigInt {
        let magnitude = if self.exponent >= 0 {
            &self.mantissa << self.exponent
        } else {
            &self.mantissa >> self.exponent.unsigned_abs()
        };
        BigInt::from_biguint(if self.negative { Sign::Minus } else { Sign::Plus }, magnitude)
    }

    /// The exponent of the bit above the highest: the magnitude is in `[2^(n-1), 2^n)`.
    pub(super) fn scale(&self) -> i64 {
        self.mantissa.bits().cast_signed() + self.exponent
    }
}

/// A finite nonzero number in parts: `±mantissa · 2^exponent`, with any number of bits.
pub(super) struct Parts {
    pub negative: bool,
    pub mantissa: BigUint,
    pub exponent: i64,
}

impl Parts {
    /// The exponent of the bit above the most significant one.
    pub(super) fn scale(&self) -> i64 {
        self.mantissa.bits().cast_signed() + self.exponent
    }
}

impl Number {
    /// Returns `true` for a number beyond the largest one, or too close to zero.
    pub(super) fn is_beyond(&self) -> bool {
        match &self.0 {
            Repr::Float(float) => float.scale().unsigned_abs() > super::MAX_BITS,
            _ => false,
        }
    }

    /// The integer, if it can be stored exactly.
    pub(super) fn whole(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Float(_) => None,
            _ => self.to_bigint(),
        }
    }

    /// The parts of a finite number.
    pub(super) fn parts(&self) -> Parts {
        match &self.0 {
            Repr::Float(float) => {
                Parts { negative: float.negative, mantissa: float.mantissa.clone(), exponent: float.exponent }
            }
            _ => {
                let value = self.to_bigint().unwrap_or_default();
                Parts { negative: value.is_negative(), mantissa: value.into_parts().1, exponent: 0 }
            }
        }
    }
}
