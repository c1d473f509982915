//! Numbers: exact integers of any size, and fractions like those of go-cty (Go's big.Float with 512 bits,
//! each with its own precision), infinities and -0.
//!
//! Integers are never rounded; their precision only determines the number of digits of a quotient. Exceeding
//! a limit ([`MAX_DIGITS`], [`MAX_EXPONENT`]) is a separate fault.

mod arith;
mod compare;
mod decimal;
mod float;
mod parse;
mod round;
#[cfg(test)]
mod tests;
mod text;

use std::sync::Arc;

pub(crate) use parse::{NotParsed, parse};

use float::Float;
use hclx_diag::{Fault, code_names as codes};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{Signed, ToPrimitive, Zero};

/// Mantissa bits of literals and parsed strings.
pub(crate) const LITERAL_PRECISION: u32 = 512;
/// Mantissa bits of lengths and loop indexes.
pub(crate) const LENGTH_PRECISION: u32 = 64;
/// Maximum number of decimal digits of an integer.
pub(crate) const MAX_DIGITS: usize = 250_000;
/// The maximum magnitude of a literal as a power of ten; a nonzero literal is at least 10 to its negation.
pub(crate) const MAX_EXPONENT: i64 = 100_000;
/// The number of bits of [`MAX_DIGITS`] digits, rounded up.
pub(crate) const MAX_BITS: u64 = 830_483;

/// A number. 16 bytes; small integers need no allocation.
///
/// ```
/// use hclx_core::Number;
/// let tenth = Number::parse_literal("0.1")?;
/// let sum = tenth.add(&Number::parse_literal("0.2")?)?;
/// assert!(sum.equals(&Number::parse_literal("0.3")?));
/// assert_eq!(Number::from(1i64).div(&Number::ZERO)?.to_string(), "inf");
/// # Ok::<(), hclx_diag::Fault>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    /// An integer that fits in 64 bits, and its precision.
    Small(i64, u32),
    /// An integer that does not fit in 64 bits.
    Big(Arc<BigInt>, u32),
    /// -0, which is read as an integer.
    NegativeZero(u32),
    /// A fraction, or an integer with more bits than its precision that is the result of rounding.
    Float(Arc<Float>),
    /// An infinity; `true` for -∞.
    Infinite(bool),
}

impl Number {
    /// 0
    pub const ZERO: Number = Number(Repr::Small(0, LENGTH_PRECISION));
    /// ∞
    pub const INFINITY: Number = Number(Repr::Infinite(false));
    /// -∞
    pub const NEG_INFINITY: Number = Number(Repr::Infinite(true));

    /// A length or index: an integer with 64 bits of precision.
    pub fn from_len(length: usize) -> Self {
        match i64::try_from(length) {
            Ok(small) => Self(Repr::Small(small, LENGTH_PRECISION)),
            Err(_) => Self::integer(BigInt::from(length), LENGTH_PRECISION),
        }
    }

    /// An integer with the precision of a machine word.
    pub(crate) fn from_bits_of_64(value: BigInt) -> Self {
        Self::integer(value, LENGTH_PRECISION)
    }

    /// The exact value of a double, with its 53 bits of precision; `None` for NaN.
    pub fn from_f64(value: f64) -> Option<Self> {
        if value.is_nan() {
            return None;
        }
        if value.is_infinite() {
            return Some(Self(Repr::Infinite(value < 0.0)));
        }
        let bits = value.to_bits();
        let biased = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let mantissa = if biased == 0 { fraction } else { fraction | (1 << 52) };
        // 1075 is the bias of the exponent, 1023, and the 52 bits after the point. Subnormal numbers have
        // the exponent of the smallest normal one.
        let exponent = i64::try_from(biased.max(1)).unwrap_or_default() - 1075;
        Some(Self::from_parts(value.is_sign_negative(), mantissa.into(), exponent, 53))
    }

    /// The number of heap bytes besides the value itself.
    #[inline]
    pub(crate) fn heap_size(&self) -> u64 {
        if let Repr::Small(..) = self.0 { 0 } else { self.large_heap_size() }
    }

    #[inline(never)]
    fn large_heap_size(&self) -> u64 {
        match &self.0 {
            Repr::Big(value, _) => value.bits() / 8,
            Repr::Float(float) => float.mantissa.bits() / 8,
            Repr::Small(..) | Repr::NegativeZero(_) | Repr::Infinite(_) => 0,
        }
    }

    pub(crate) fn integer(value: BigInt, precision: u32) -> Self {
        match value.to_i64() {
            Some(small) => Self(Repr::Small(small, precision)),
            None => Self(Repr::Big(Arc::new(value), precision)),
        }
    }

    const fn zero(negative: bool, precision: u32) -> Self {
        Self(if negative { Repr::NegativeZero(precision) } else { Repr::Small(0, precision) })
    }

    /// `mantissa · 2^exponent`, which must already fit in the precision.
    fn from_parts(negative: bool, mantissa: BigUint, exponent: i64, precision: u32) -> Self {
        let Some(zeros) = mantissa.trailing_zeros() else {
            return Self::zero(negative, precision);
        };
        let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros.cast_signed());
        if exponent >= 0 && mantissa.bits() + exponent.cast_unsigned() <= u64::from(precision) {
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            return Self::integer(BigInt::from_biguint(sign, mantissa << exponent), precision);
        }
        Self(Repr::Float(Arc::new(Float { negative, mantissa, exponent, precision })))
    }

    /// The minimum number of mantissa bits of a quotient with this number.
    pub fn precision(&self) -> u32 {
        match &self.0 {
            Repr::Small(_, precision) | Repr::Big(_, precision) | Repr::NegativeZero(precision) => *precision,
            Repr::Float(float) => float.precision,
            Repr::Infinite(_) => LITERAL_PRECISION,
        }
    }

    /// The integer, if the number is one and fits.
    pub const fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value, _) => Some(value),
            Repr::NegativeZero(_) => Some(0),
            _ => None,
        }
    }

    /// The integer, if the number is one, fits, and is not negative.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|value| value.try_into().ok())
    }

    /// The integer, if the number is one.
    pub fn to_bigint(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Small(value, _) => Some(BigInt::from(*value)),
            Repr::Big(value, _) => Some((**value).clone()),
            Repr::NegativeZero(_) => Some(BigInt::zero()),
            Repr::Float(float) if float.exponent >= 0 => Some(float.truncated()),
            _ => None,
        }
    }

    /// The nearest double-precision float; infinite if it is too large.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(value, _) => *value as f64,
            Repr::NegativeZero(_) => -0.0,
            Repr::Infinite(negative) => {
                if *negative {
                    f64::NEG_INFINITY
                } else {
                    f64::INFINITY
                }
            }
            Repr::Big(value, _) => value.to_f64().unwrap_or(f64::INFINITY),
            // the standard library rounds decimal input correctly
            Repr::Float(float) => float.to_string().parse().unwrap_or(f64::NAN),
        }
    }

    /// Returns `true` for an integer; infinities are not integers.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Infinite(_) => false,
            Repr::Float(float) => float.exponent >= 0,
            _ => true,
        }
    }

    /// Returns `true` if the number has so few bits that no precision in use rounds it.
    pub(crate) fn is_short(&self) -> bool {
        match &self.0 {
            Repr::Float(float) => float.mantissa.bits() <= 53,
            _ => true,
        }
    }

    /// Returns `true` for ∞ and -∞.
    pub const fn is_infinite(&self) -> bool {
        matches!(self.0, Repr::Infinite(_))
    }

    /// Returns `true` for 0 and -0.
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _) | Repr::NegativeZero(_))
    }

    /// Returns `true` for -0.
    pub const fn is_negative_zero(&self) -> bool {
        matches!(self.0, Repr::NegativeZero(_))
    }

    /// The number, with -0 replaced by 0.
    pub(crate) fn without_minus_zero(&self) -> Number {
        if self.is_negative_zero() { self.abs() } else { self.clone() }
    }

    /// Returns `true` if the sign is negative, including -0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(value, _) => *value < 0,
            Repr::Big(value, _) => value.is_negative(),
            Repr::NegativeZero(_) => true,
            Repr::Float(float) => float.negative,
            Repr::Infinite(negative) => *negative,
        }
    }

    /// The number without its fraction; infinities are kept, -0 becomes 0.
    #[must_use]
    pub fn truncate(&self) -> Number {
        match &self.0 {
            Repr::Float(float) if float.exponent < 0 => Self::integer(float.truncated(), float.precision),
            _ => self.without_minus_zero(),
        }
    }

    /// The largest integer that is not greater; infinities are kept, -0 becomes 0.
    #[must_use]
    pub fn floor(&self) -> Number {
        match &self.0 {
            Repr::Float(float) if float.exponent < 0 => {
                // The mantissa is odd, so this is a fraction, which truncation has moved towards zero.
                Self::integer(float.truncated() - BigInt::from(u8::from(float.negative)), float.precision)
            }
            _ => self.without_minus_zero(),
        }
    }

    /// The smallest integer that is not less; infinities are kept, -0 becomes 0.
    #[must_use]
    pub fn ceil(&self) -> Number {
        match &self.0 {
            Repr::Float(float) if float.exponent < 0 => {
                Self::integer(float.truncated() + BigInt::from(u8::from(!float.negative)), float.precision)
            }
            _ => self.without_minus_zero(),
        }
    }
}

/// The fault of a number with too many digits.
pub(crate) fn too_large() -> Fault {
    Fault::late(codes::NUMBER_LIMIT, || {
        format!("a number here has more than {MAX_DIGITS} digits or an exponent beyond {MAX_EXPONENT}")
    })
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

const _: () = assert!(size_of::<Number>() == 16);
