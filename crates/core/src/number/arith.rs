//! Arithmetic, with go-cty's rounding.

use hclx_diag::{Fallible, Fault, code_names as codes};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Signed;

use super::float::{Float, Parts};
use super::round::{quotient, round};
use super::{LITERAL_PRECISION, MAX_BITS, Number, Repr, cost, too_large};

impl Number {
    /// The sum; ∞ - ∞ is a fault.
    pub fn add(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
            && fits(sum, *p.max(q))
        {
            return Ok(Number(Repr::Small(sum, *p.max(q))));
        }
        self.add_general(other)
    }

    fn add_general(&self, other: &Number) -> Fallible<Number> {
        let precision = self.precision().max(other.precision());
        match (&self.0, &other.0) {
            (Repr::Infinite(a), Repr::Infinite(b)) if a != b => Err(no_number("infinity minus infinity")),
            (Repr::Infinite(_), _) => Ok(self.clone()),
            (_, Repr::Infinite(_)) => Ok(other.clone()),
            // As in IEEE 754, a sum of zeros is -0 only if both are.
            _ if other.is_zero() && self.is_zero() => {
                Ok(Number::zero(self.is_negative() && other.is_negative(), precision))
            }
            _ if other.is_zero() => Ok(self.rounded(precision)),
            _ if self.is_zero() => Ok(other.rounded(precision)),
            _ => add_parts(&self.parts(), &other.parts(), precision),
        }
    }

    /// The difference.
    pub fn sub(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
            && fits(difference, *p.max(q))
        {
            return Ok(Number(Repr::Small(difference, *p.max(q))));
        }
        self.add_general(&other.neg())
    }

    /// The product; 0 · ∞ is a fault.
    pub fn mul(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            // A product with zero may be -0, which is not a small integer.
            && *a != 0
            && *b != 0
            && let Some(product) = a.checked_mul(*b)
            && fits(product, *p.max(q))
        {
            return Ok(Number(Repr::Small(product, *p.max(q))));
        }
        let negative = self.is_negative() != other.is_negative();
        let precision = self.precision().max(other.precision());
        match (&self.0, &other.0) {
            (Repr::Infinite(_), _) if other.is_zero() => Err(no_number("infinity times zero")),
            (_, Repr::Infinite(_)) if self.is_zero() => Err(no_number("zero times infinity")),
            (Repr::Infinite(_), _) | (_, Repr::Infinite(_)) => Ok(Number(Repr::Infinite(negative))),
            _ if self.is_zero() || other.is_zero() => Ok(Number::zero(negative, precision)),
            _ => multiply_parts(&self.parts(), &other.parts(), precision),
        }
    }

    /// The quotient; x / 0 is an infinity, 0 / 0 and ∞ / ∞ are faults.
    pub fn div(&self, other: &Number) -> Fallible<Number> {
        let negative = self.is_negative() != other.is_negative();
        let precision = self.precision().max(other.precision());
        match (&self.0, &other.0) {
            // Zero divided by a negative number is -0, and the smallest integer divided by -1 is not a small
            // integer.
            (Repr::Small(a, _), Repr::Small(b, _)) if *a != 0 && a.checked_rem(*b) == Some(0) => {
                Ok(Number::integer(BigInt::from(*a) / b, precision))
            }
            (Repr::Infinite(_), Repr::Infinite(_)) => Err(no_number("infinity divided by infinity")),
            _ if self.is_zero() && other.is_zero() => Err(no_number("zero divided by zero")),
            (Repr::Infinite(_), _) => Ok(Number(Repr::Infinite(negative))),
            _ if other.is_zero() => Ok(Number(Repr::Infinite(negative))),
            (_, Repr::Infinite(_)) => Ok(Number::zero(negative, precision)),
            _ if self.is_zero() => Ok(Number::zero(negative, precision)),
            _ => self.divide_finite(other, precision),
        }
    }

    fn divide_finite(&self, other: &Number, precision: u32) -> Fallible<Number> {
        let (a, b) = (self.parts(), other.parts());
        cost::of_operation(&a.mantissa, &b.mantissa);
        let (mantissa, exponent) = quotient(&a.mantissa, &b.mantissa, precision);
        checked_parts(a.negative != b.negative, mantissa, exponent + a.exponent - b.exponent, precision)
    }

    /// The remainder of division towards zero; x % 0 is x, and with an infinity it is the product,
    /// as go-cty defines it.
    pub fn rem(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, _)) = (&self.0, &other.0)
            && let Some(rest) = a.checked_rem(*b)
        {
            // Unlike other results, a remainder has the precision of the dividend.
            return Ok(Number(Repr::Small(rest, *p)));
        }
        if self.is_infinite() || other.is_infinite() {
            return self.mul(other);
        }
        if other.is_zero() || self.is_zero() {
            return Ok(self.clone());
        }
        let precision = self.precision();
        // The quotient of short integers is rounded to none of its neighbors, so the result is exact.
        if let (Some(a), Some(b)) = (self.whole(), other.whole())
            && a.bits() + 2 <= u64::from(precision)
        {
            cost::of_operation(a.magnitude(), b.magnitude());
            return Ok(Number::integer(a % b, precision));
        }
        // go-cty subtracts the truncated quotient times the divisor, and each step rounds.
        let whole = self.div(other)?.truncate().rounded(precision);
        if whole.is_zero() {
            return Ok(self.clone());
        }
        let (a, b) = (whole.parts(), other.parts());
        let (mantissa, exponent) =
            round(&a.mantissa * &b.mantissa, a.exponent + b.exponent, false, precision);
        let taken = checked_parts(a.negative != b.negative, mantissa, exponent, precision)?;
        self.sub(&taken)
    }

    /// The negation.
    #[must_use]
    pub fn neg(&self) -> Number {
        match &self.0 {
            // As in Go's floats, the negation of 0 is -0.
            Repr::Small(0, precision) => Number(Repr::NegativeZero(*precision)),
            Repr::Small(value, precision) => match value.checked_neg() {
                Some(negated) => Number(Repr::Small(negated, *precision)),
                None => Number::integer(-BigInt::from(*value), *precision),
            },
            Repr::Big(value, precision) => Number::integer(-(**value).clone(), *precision),
            Repr::NegativeZero(precision) => Number(Repr::Small(0, *precision)),
            Repr::Float(float) => Number(Repr::Float(
                Float { negative: !float.negative, mantissa: float.mantissa.clone(), ..**float }.into(),
            )),
            Repr::Infinite(negative) => Number(Repr::Infinite(!negative)),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Number {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The number with a different precision, in which it fits.
    fn with_precision(&self, precision: u32) -> Number {
        match &self.0 {
            Repr::Small(value, _) => Number(Repr::Small(*value, precision)),
            Repr::Big(value, _) => Number(Repr::Big(value.clone(), precision)),
            Repr::NegativeZero(_) => Number(Repr::NegativeZero(precision)),
            Repr::Float(float) => {
                Number::from_parts(float.negative, float.mantissa.clone(), float.exponent, precision)
            }
            Repr::Infinite(_) => self.clone(),
        }
    }

    /// The number rounded to a precision.
    fn rounded(&self, precision: u32) -> Number {
        match &self.0 {
            Repr::Float(float) => {
                let (mantissa, exponent) = round(float.mantissa.clone(), float.exponent, false, precision);
                Number::from_parts(float.negative, mantissa, exponent, precision)
            }
            Repr::Big(value, _) => Number::nearest((**value).clone(), precision),
            Repr::Small(value, _) if !fits(*value, precision) => {
                Number::nearest(BigInt::from(*value), precision)
            }
            _ => self.with_precision(precision),
        }
    }

    /// The number as a value of type `number`: an exact integer is rounded to its precision.
    pub(crate) fn without_exact_bits(&self) -> Number {
        match &self.0 {
            Repr::Big(value, precision) if value.bits() > u64::from(*precision) => self.rounded(*precision),
            _ => self.clone(),
        }
    }
}

fn no_number(what: &'static str) -> Fault {
    Fault::late(codes::NO_NUMBER, move || format!("{what} is not a number"))
}

/// Returns `true` if a machine word fits in a precision; only numbers created from floats have less than 64
/// bits.
const fn fits(value: i64, precision: u32) -> bool {
    precision >= 64 || value.unsigned_abs() < 1 << 53
}

fn checked_parts(negative: bool, mantissa: BigUint, exponent: i64, precision: u32) -> Fallible<Number> {
    if (mantissa.bits().cast_signed() + exponent).unsigned_abs() > MAX_BITS {
        return Err(too_large());
    }
    Ok(Number::from_parts(negative, mantissa, exponent, precision))
}

/// The product, computed with 512 bits and rounded to the precision of the operands or to what the product
/// needs.
fn multiply_parts(a: &Parts, b: &Parts, precision: u32) -> Fallible<Number> {
    cost::of_operation(&a.mantissa, &b.mantissa);
    let product = &a.mantissa * &b.mantissa;
    let (mantissa, exponent) = round(product, a.exponent + b.exponent, false, LITERAL_PRECISION);
    let needed = mantissa.bits() - mantissa.trailing_zeros().unwrap_or(0);
    let precision = precision.max(u32::try_from(needed).unwrap_or(LITERAL_PRECISION));
    checked_parts(a.negative != b.negative, mantissa, exponent, precision)
}

fn add_parts(a: &Parts, b: &Parts, precision: u32) -> Fallible<Number> {
    cost::of_operation(&a.mantissa, &b.mantissa);
    let (high, low) = if a.scale() >= b.scale() { (a, b) } else { (b, a) };
    if let Some(sum) = add_far(high, low, precision) {
        return sum;
    }
    let exponent = a.exponent.min(b.exponent);
    let signed = |parts: &Parts| {
        let sign = if parts.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, &parts.mantissa << (parts.exponent - exponent))
    };
    let sum = signed(a) + signed(b);
    let negative = sum.is_negative();
    let (mantissa, exponent) = round(sum.into_parts().1, exponent, false, precision);
    checked_parts(negative, mantissa, exponent, precision)
}

/// The sum, if one operand is so small that it only affects the rounding: its bits are then replaced by a
/// single bit of known position.
fn add_far(high: &Parts, low: &Parts, precision: u32) -> Option<Fallible<Number>> {
    let bits = high.mantissa.bits().max(u64::from(precision) + 3);
    let exponent = high.scale() - bits.cast_signed();
    if low.scale() > exponent {
        return None;
    }
    let mut mantissa = &high.mantissa << (high.exponent - exponent);
    if high.negative != low.negative {
        mantissa -= 1u32;
    }
    let (mantissa, exponent) = round(mantissa, exponent, true, precision);
    Some(checked_parts(high.negative, mantissa, exponent, precision))
}
