//! Arithmetic: integers exactly, fractions rounded as go-cty rounds them.

use hclx_diag::{Fallible, Fault, code_names as codes};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::float::{Float, Parts};
use super::round::{quotient, round};
use super::{LITERAL_PRECISION, MAX_BITS, Number, Repr, too_large};

impl Number {
    /// The sum; ∞ - ∞ is a fault.
    pub fn add(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
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
            _ if other.is_zero() => Ok(self.with_precision(precision)),
            _ if self.is_zero() => Ok(other.with_precision(precision)),
            _ => match (self.whole(), other.whole()) {
                (Some(a), Some(b)) => checked_integer(a + b, precision),
                _ => add_parts(&self.parts(), &other.parts(), precision),
            },
        }
    }

    /// The difference.
    pub fn sub(&self, other: &Number) -> Fallible<Number> {
        if let (Repr::Small(a, p), Repr::Small(b, q)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
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
            _ => match (self.whole(), other.whole()) {
                (Some(a), Some(b)) => multiply_whole(&a, &b, precision),
                _ => multiply_parts(&self.parts(), &other.parts(), precision),
            },
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
        if let (Some(a), Some(b)) = (self.whole(), other.whole()) {
            let (quotient, rest) = a.div_rem(&b);
            if rest.is_zero() {
                return Ok(Number::integer(quotient, precision));
            }
        }
        let (a, b) = (self.parts(), other.parts());
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
        if let (Some(a), Some(b)) = (self.whole(), other.whole()) {
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

    /// The number with a higher precision, for use as an operand.
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
            _ => match self.whole().filter(|value| value.bits() > precision.into()) {
                None => self.with_precision(precision),
                Some(value) => {
                    let (mantissa, exponent) = round(value.magnitude().clone(), 0, false, precision);
                    Number::from_parts(value.is_negative(), mantissa, exponent, precision)
                }
            },
        }
    }
}

fn no_number(what: &'static str) -> Fault {
    Fault::late(codes::NO_NUMBER, move || format!("{what} is not a number"))
}

fn checked_integer(value: BigInt, precision: u32) -> Fallible<Number> {
    if value.bits() > MAX_BITS { Err(too_large()) } else { Ok(Number::integer(value, precision)) }
}

fn checked_parts(negative: bool, mantissa: BigUint, exponent: i64, precision: u32) -> Fallible<Number> {
    if (mantissa.bits().cast_signed() + exponent).unsigned_abs() > MAX_BITS {
        return Err(too_large());
    }
    Ok(Number::from_parts(negative, mantissa, exponent, precision))
}

fn multiply_whole(a: &BigInt, b: &BigInt, precision: u32) -> Fallible<Number> {
    // A product has as many bits as both factors together, or one less: refuse it before it is computed.
    if a.bits() + b.bits() > MAX_BITS + 1 {
        return Err(too_large());
    }
    let product = a * b;
    let needed = product.bits() - product.trailing_zeros().unwrap_or(0);
    let precision = precision.max(needed.min(LITERAL_PRECISION.into()) as u32);
    checked_integer(product, precision)
}

/// The product, computed with 512 bits and rounded to the precision of the operands or to what the product
/// needs.
fn multiply_parts(a: &Parts, b: &Parts, precision: u32) -> Fallible<Number> {
    let product = &a.mantissa * &b.mantissa;
    let (mantissa, exponent) = round(product, a.exponent + b.exponent, false, LITERAL_PRECISION);
    let needed = mantissa.bits() - mantissa.trailing_zeros().unwrap_or(0);
    let precision = precision.max(u32::try_from(needed).unwrap_or(LITERAL_PRECISION));
    checked_parts(a.negative != b.negative, mantissa, exponent, precision)
}

fn add_parts(a: &Parts, b: &Parts, precision: u32) -> Fallible<Number> {
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
