//! Numbers like those of go-cty (Go's big.Float, each with its own precision, 512 bits for literals), infinities
//! and -0; and integers of type `int`, which [`Number::exact`] never rounds.
//!
//! Every operation takes bounded time: a mantissa has at most [`MAX_INTEGER_BITS`], no operation shifts by an
//! exponent, and operations on more than a machine word are charged (`cost`). Exceeding [`MAX_EXPONENT`], or
//! the bits of an integer, is a separate fault.

mod arith;
mod compare;
mod cost;
mod decimal;
mod exact;
mod float;
mod parse;
mod power;
mod round;
#[cfg(test)]
mod tests;
mod text;

use std::sync::Arc;

pub use exact::Arithmetic;
pub(crate) use parse::{NotParsed, parse, parse_exact};
pub use power::power;

use float::Float;
use hclx_diag::{Fault, code_names as codes};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{Signed, ToPrimitive, Zero};

/// Mantissa bits of literals and parsed strings.
pub(crate) const LITERAL_PRECISION: u32 = 512;
/// Mantissa bits of lengths and loop indexes.
pub(crate) const LENGTH_PRECISION: u32 = 64;
/// The maximum number of bits of an integer of type `int`, or of one that `parseint` reads.
pub(crate) const MAX_INTEGER_BITS: u64 = 4096;
/// The number of decimal digits that always fit in [`MAX_INTEGER_BITS`].
pub(crate) const MAX_INTEGER_DIGITS: usize = 1233;
/// The maximum magnitude of a literal as a power of ten; a nonzero literal has a magnitude of at least ten to
/// the negative of this.
pub(crate) const MAX_EXPONENT: i64 = 100_000;
/// The number of bits of the largest number, `10^(MAX_EXPONENT + 1)`.
pub(crate) const MAX_BITS: u64 = 332_197;

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
    /// An integer that does not fit in 64 bits, of at most [`MAX_INTEGER_BITS`].
    Big(Arc<BigInt>, u32),
    /// -0, which is read as an integer, with its precision.
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

    /// An integer, which must fit in the precision.
    pub(crate) fn integer(value: BigInt, precision: u32) -> Self {
        match value.to_i64() {
            Some(small) => Self(Repr::Small(small, precision)),
            None => Self(Repr::Big(Arc::new(value), precision)),
        }
    }

    const fn zero(negative: bool, precision: u32) -> Self {
        Self(if negative { Repr::NegativeZero(precision) } else { Repr::Small(0, precision) })
    }

    /// The number of the given precision that is nearest to an integer.
    fn nearest(value: BigInt, precision: u32) -> Self {
        if value.bits() <= u64::from(precision) {
            return Self::integer(value, precision);
        }
        let negative = value.is_negative();
        let (mantissa, exponent) = round::round(value.into_parts().1, 0, false, precision);
        Self::from_parts(negative, mantissa, exponent, precision)
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

    /// The integer, if the number is one. It may have up to 332,197 bits, so computing its digits is charged.
    pub fn to_bigint(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Small(value, _) => Some(BigInt::from(*value)),
            Repr::Big(value, _) => Some((**value).clone()),
            Repr::NegativeZero(_) => Some(BigInt::zero()),
            Repr::Float(float) if float.exponent >= 0 => {
                cost::of_digits_of_bits(float.scale().unsigned_abs());
                Some(float.truncated())
            }
            _ => None,
        }
    }

    /// An integer as one of type `int`: with the precision of a literal, and 0 for -0.
    pub(crate) fn as_int(&self) -> Number {
        match &self.0 {
            Repr::Small(value, _) => Number(Repr::Small(*value, LITERAL_PRECISION)),
            Repr::Big(value, _) => Number(Repr::Big(Arc::clone(value), LITERAL_PRECISION)),
            Repr::NegativeZero(_) => Number(Repr::Small(0, LITERAL_PRECISION)),
            Repr::Float(float) if float.exponent >= 0 && float.scale().unsigned_abs() <= MAX_INTEGER_BITS => {
                Number::integer(float.truncated(), LITERAL_PRECISION)
            }
            Repr::Float(_) | Repr::Infinite(_) => self.clone(),
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

    /// The number of bits before the point; 64 for a fraction.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(value, _) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Repr::Big(value, _) => value.bits(),
            Repr::NegativeZero(_) | Repr::Infinite(_) => 0,
            Repr::Float(float) if float.exponent >= 0 => float.scale().unsigned_abs(),
            Repr::Float(_) => 64,
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

/// The fault of a number that is too large or too small.
pub(crate) fn too_large() -> Fault {
    Fault::late(codes::NUMBER_LIMIT, || {
        format!("the exponent of a number here is beyond the limit of {MAX_EXPONENT}")
    })
}

/// The fault of an integer with too many bits.
pub(crate) fn too_long() -> Fault {
    Fault::late(codes::NUMBER_LIMIT, || {
        format!(
            "an integer here has more than the limit of {MAX_INTEGER_BITS} bits ({MAX_INTEGER_DIGITS} digits)"
        )
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
    /// The number rounded to 512 bits.
    fn from(value: BigInt) -> Self {
        Self::nearest(value, LITERAL_PRECISION)
    }
}

const _: () = assert!(size_of::<Number>() == 16);
