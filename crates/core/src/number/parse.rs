//! Parsing of numbers.
//!
//! Source of the rules: Go's `big.ParseFloat` with base 10 and 512 bits, which go-cty uses both for literals
//! and for strings, including the rounding of intermediate results. Integers are exact here.

use std::cell::RefCell;

use hclx_diag::{Fallible, Fault, code_names as codes};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;

use super::decimal::{from_digits, power_of_ten};
use super::round::{power_of_five, round};
use super::{LITERAL_PRECISION, MAX_BITS, MAX_DIGITS, MAX_EXPONENT, Number, Repr, too_large};

/// The reason why a string is not a number.
pub(crate) enum NotParsed {
    /// Malformed.
    Syntax,
    /// Too large, too small or too long.
    Limit,
}

/// The components of a number: `±digits · 10^decimal · 2^binary`.
struct Scanned {
    negative: bool,
    /// The digits without leading and trailing zeros; empty for zero.
    digits: Vec<u8>,
    decimal: i64,
    binary: i64,
}

impl Number {
    /// Parses an HCL literal: digits, then optionally a fraction and an exponent. Integral literals are exact
    /// at any size within the limits; fractions are rounded to 512 bits.
    pub fn parse_literal(text: &str) -> Fallible<Number> {
        if let Some(small) = small_integer(text) {
            return Ok(small);
        }
        // Strings convert from more forms than HCL's scanner accepts as a literal: signs, `p` exponents,
        // `1.` and `.5`.
        let plain = text.bytes().next().is_some_and(|first| first.is_ascii_digit())
            && !text.bytes().any(|byte| matches!(byte, b'p' | b'P'))
            && !text.ends_with('.');
        match if plain { parse(text) } else { Err(NotParsed::Syntax) } {
            Ok(number) => Ok(number),
            Err(NotParsed::Limit) => Err(too_large()),
            Err(NotParsed::Syntax) => {
                let text = text.to_owned();
                Err(Fault::late(codes::NOT_CONVERTIBLE, move || format!("`{text}` is not a number")))
            }
        }
    }

    /// The number that a string converts to: decimal digits with sign, point and exponent (`e`, or `p` for a
    /// power of two), or `inf`. `None` if it is not a number or is beyond the limits.
    pub fn parse_string(text: &str) -> Option<Number> {
        parse(text).ok()
    }
}

/// Parses a number in any of these forms.
pub(crate) fn parse(text: &str) -> Result<Number, NotParsed> {
    if let Some(small) = small_integer(text) {
        return Ok(small);
    }
    match text {
        // Go reads infinities in these spellings only.
        "inf" | "Inf" | "+inf" | "+Inf" => return Ok(Number::INFINITY),
        "-inf" | "-Inf" => return Ok(Number::NEG_INFINITY),
        _ => {}
    }
    if text.len() > LONGEST_RECENT {
        return read(text);
    }
    let slot = text.bytes().fold(0usize, |hash, byte| hash.wrapping_mul(31) ^ usize::from(byte)) % RECENT;
    let known = READ_LATELY.with_borrow(|slots| {
        slots[slot].as_ref().filter(|(known, _)| **known == *text).map(|(_, number)| number.clone())
    });
    known.map_or_else(
        || {
            let number = read(text)?;
            READ_LATELY.with_borrow_mut(|slots| slots[slot] = Some((text.into(), number.clone())));
            Ok(number)
        },
        Ok,
    )
}

/// The number of fractions that each thread caches: a literal in a loop is read once per element, and
/// computing 512 bits is slow.
const RECENT: usize = 64;
/// The maximum length of cached literals.
const LONGEST_RECENT: usize = 24;

/// A literal and its number.
type Read = (Box<str>, Number);

thread_local! {
    static READ_LATELY: RefCell<[Option<Read>; RECENT]> =
        const { RefCell::new([const { None }; RECENT]) };
}

fn read(text: &str) -> Result<Number, NotParsed> {
    build(scan(text.as_bytes()).ok_or(NotParsed::Syntax)?)
}

/// Parses up to 18 digits, the common case.
fn small_integer(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    // any 18 digits fit in an `i64`
    if bytes.is_empty() || bytes.len() > 18 {
        return None;
    }
    let mut value = 0i64;
    for byte in bytes {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(byte - b'0');
    }
    Some(Number(Repr::Small(value, LITERAL_PRECISION)))
}

fn scan(text: &[u8]) -> Option<Scanned> {
    let (negative, rest) = sign(text);
    let whole = digits(rest);
    let rest = &rest[whole.len()..];
    let (fraction, rest) = match rest.split_first() {
        Some((b'.', after)) => {
            let fraction = digits(after);
            (fraction, &after[fraction.len()..])
        }
        _ => (&[][..], rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut all = [whole, fraction].concat();
    let mut decimal = -i64::try_from(fraction.len()).ok()?;
    let mut binary = 0;
    if let Some((letter, exponent)) = rest.split_first() {
        let exponent = exponent_value(exponent)?;
        match letter {
            b'e' | b'E' => decimal = decimal.saturating_add(exponent),
            b'p' | b'P' => binary = exponent,
            _ => return None,
        }
    }
    let zeros = all.iter().rev().take_while(|&&digit| digit == b'0').count();
    all.truncate(all.len() - zeros);
    decimal = decimal.saturating_add(zeros as i64);
    let leading = all.iter().take_while(|&&digit| digit == b'0').count();
    all.drain(..leading);
    Some(Scanned { negative, digits: all, decimal, binary })
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    }
}

fn digits(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

/// The value of an exponent with at least one digit; saturates if it is too large.
fn exponent_value(text: &[u8]) -> Option<i64> {
    let (negative, rest) = sign(text);
    if rest.is_empty() || digits(rest).len() != rest.len() {
        return None;
    }
    let value = rest
        .iter()
        .fold(0i64, |value, digit| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(if negative { -value } else { value })
}

fn build(text: Scanned) -> Result<Number, NotParsed> {
    if text.digits.is_empty() {
        return Ok(Number::zero(text.negative, LITERAL_PRECISION));
    }
    let length = text.digits.len() as i64;
    let magnitude = text.decimal.saturating_add(length);
    let digits_fit = text.digits.len() <= MAX_DIGITS && (text.decimal <= 0 || magnitude <= MAX_DIGITS as i64);
    // the exponent of the first digit, as in scientific notation
    // An integer with all digits written out may exceed the exponent, but not the number of digits.
    let exponent = magnitude.saturating_sub(1);
    if !digits_fit
        || exponent > MAX_EXPONENT.max(length - 1)
        || exponent < -MAX_EXPONENT
        || text.binary.unsigned_abs() > MAX_BITS
    {
        return Err(NotParsed::Limit);
    }
    let value = from_digits(&text.digits);
    if text.decimal >= 0 && text.binary >= 0 {
        return whole(text.negative, value, text.decimal as usize, text.binary);
    }
    Ok(fraction(text.negative, value, text.decimal, text.binary))
}

fn whole(negative: bool, value: BigUint, decimal: usize, binary: i64) -> Result<Number, NotParsed> {
    let value = (value * power_of_ten(decimal)) << binary;
    if value.bits() > MAX_BITS {
        return Err(NotParsed::Limit);
    }
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Ok(Number::integer(BigInt::from_biguint(sign, value), LITERAL_PRECISION))
}

fn fraction(negative: bool, value: BigUint, decimal: i64, binary: i64) -> Number {
    // Go computes the power with 64 additional bits, which affects the last bit of the result
    let (five, five_exponent) = power_of_five(decimal.unsigned_abs(), LITERAL_PRECISION + 64);
    let (mantissa, exponent) = if decimal < 0 {
        let (mantissa, exponent) = super::round::quotient(&value, &five, LITERAL_PRECISION);
        (mantissa, exponent - five_exponent)
    } else {
        let product = if five.is_one() { value } else { value * five };
        round(product, five_exponent, false, LITERAL_PRECISION)
    };
    Number::from_parts(negative, mantissa, exponent + decimal + binary, LITERAL_PRECISION)
}
