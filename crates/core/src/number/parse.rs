//! Parsing of numbers.
//!
//! Source of the rules: Go's `big.ParseFloat` with base 10 and 512 bits, which go-cty uses both for literals
//! and for strings, including the rounding of intermediate results.

use std::cell::RefCell;

use hclx_diag::{Fallible, Fault, code_names as codes};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::decimal::{LONGEST_DIRECT, from_digits, power_of_ten};
use super::round::{power_of_five, round};
use super::{
    LITERAL_PRECISION, MAX_BITS, MAX_EXPONENT, MAX_INTEGER_DIGITS, Number, Repr, cost, too_large, too_long,
};

/// The reason why a string is not a number.
pub(crate) enum NotParsed {
    /// Malformed.
    Syntax,
    /// Too large or too small.
    Limit,
    /// An integer with too many digits.
    Long,
}

impl NotParsed {
    /// The fault of a string that looks like a number; `None` if it does not.
    pub(crate) fn fault(&self) -> Option<Fault> {
        match self {
            Self::Syntax => None,
            Self::Limit => Some(too_large()),
            Self::Long => Some(too_long()),
        }
    }
}

/// The components of a number: `±digits · 10^decimal · 2^binary`.
struct NumberParts {
    negative: bool,
    /// The digits without leading and trailing zeros; empty for zero.
    digits: Vec<u8>,
    decimal: i64,
    binary: i64,
}

impl Number {
    /// Parses an HCL literal: digits, then optionally a fraction and an exponent, rounded to 512 bits.
    pub fn parse_literal(text: &str) -> Fallible<Number> {
        if let Some(small) = small_integer(text) {
            return Ok(small);
        }
        literal(text, parse)
    }

    /// Like [`Number::parse_literal`], but integers of up to 4,096 bits are exact, and more digits are an error.
    pub fn parse_exact_literal(text: &str) -> Fallible<Number> {
        literal(text, parse_exact)
    }

    /// The number that a string converts to: decimal digits with sign, point and exponent (`e`, or `p` for a
    /// power of two), or `inf`. `None` if it is not a number or is beyond the limits.
    pub fn parse_string(text: &str) -> Option<Number> {
        parse(text).ok()
    }

    /// Like [`Number::parse_string`], but integers of up to 4,096 bits are exact, and more digits are no
    /// number.
    pub fn parse_exact_string(text: &str) -> Option<Number> {
        parse_exact(text).ok()
    }
}

fn literal(text: &str, parse: fn(&str) -> Result<Number, NotParsed>) -> Fallible<Number> {
    // Strings convert from more forms than HCL's scanner accepts as a literal: signs, `p` exponents, `1.` and
    // `.5`.
    let plain = text.bytes().next().is_some_and(|first| first.is_ascii_digit())
        && !text.bytes().any(|byte| matches!(byte, b'p' | b'P'))
        && !text.ends_with('.');
    let parsed = if plain { parse(text) } else { Err(NotParsed::Syntax) };
    parsed.map_err(|reason| {
        reason.fault().unwrap_or_else(|| {
            let text = text.to_owned();
            Fault::late(codes::NOT_CONVERTIBLE, move || format!("`{text}` is not a number"))
        })
    })
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
type ParsedLiteral = (Box<str>, Number);

thread_local! {
    static READ_LATELY: RefCell<[Option<ParsedLiteral>; RECENT]> =
        const { RefCell::new([const { None }; RECENT]) };
}

fn read(text: &str) -> Result<Number, NotParsed> {
    cost::of_digits(text.len());
    build(scan(text.as_bytes()).ok_or(NotParsed::Syntax)?)
}

/// Parses a number in any of these forms. An integer is exact and must not have too many digits; one with an
/// exponent is rounded if it does not fit.
pub(crate) fn parse_exact(text: &str) -> Result<Number, NotParsed> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.len() <= MAX_ROUNDED_DIGITS {
        return parse(text);
    }
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = digits.trim_start_matches('0');
        if digits.len() > MAX_INTEGER_DIGITS {
            return Err(NotParsed::Long);
        }
        cost::of_digits(digits.len());
        let value = BigInt::from(from_digits(digits.as_bytes()));
        return Ok(Number::integer(if text.starts_with('-') { -value } else { value }, LITERAL_PRECISION));
    }
    let text = scan(text.as_bytes()).ok_or(NotParsed::Syntax)?;
    let magnitude = text.decimal.saturating_add(text.digits.len() as i64);
    let whole = text.decimal >= 0 && text.binary == 0 && magnitude <= MAX_INTEGER_DIGITS as i64;
    if whole && !text.digits.is_empty() {
        cost::of_digits(MAX_INTEGER_DIGITS);
        let value = BigInt::from(from_digits(&text.digits) * power_of_ten(text.decimal as usize));
        return Ok(Number::integer(if text.negative { -value } else { value }, LITERAL_PRECISION));
    }
    build(text)
}

/// The number of digits that always fit in 512 bits.
const MAX_ROUNDED_DIGITS: usize = 154;

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

fn scan(text: &[u8]) -> Option<NumberParts> {
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
    Some(NumberParts { negative, digits: all, decimal, binary })
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

fn build(text: NumberParts) -> Result<Number, NotParsed> {
    if text.digits.is_empty() {
        return Ok(Number::zero(text.negative, LITERAL_PRECISION));
    }
    let magnitude = text.decimal.saturating_add(text.digits.len() as i64);
    // the exponent of the first digit, as in scientific notation
    let exponent = magnitude.saturating_sub(1);
    if exponent.unsigned_abs() > MAX_EXPONENT.unsigned_abs() || text.binary.unsigned_abs() > MAX_BITS {
        return Err(NotParsed::Limit);
    }
    let (digits, decimal) = shortened(text.digits, text.decimal);
    let number = fraction(text.negative, from_digits(&digits), decimal, text.binary);
    if number.is_beyond() { Err(NotParsed::Limit) } else { Ok(number) }
}

/// Truncates digits that are too many to matter, and replaces the rest by a single 1: any nonzero rest is less
/// than half of the last place.
fn shortened(mut digits: Vec<u8>, decimal: i64) -> (Vec<u8>, i64) {
    let Some(excess) = digits.len().checked_sub(LONGEST_DIRECT).filter(|&excess| excess > 0) else {
        return (digits, decimal);
    };
    // The last of the digits is not a zero.
    digits.truncate(LONGEST_DIRECT);
    digits.push(b'1');
    (digits, decimal + excess as i64 - 1)
}

fn fraction(negative: bool, value: BigUint, decimal: i64, binary: i64) -> Number {
    // Go computes the power with 64 additional bits, which affects the last bit of the result
    if decimal == 0 {
        let (mantissa, exponent) = round(value, 0, false, LITERAL_PRECISION);
        return Number::from_parts(negative, mantissa, exponent + binary, LITERAL_PRECISION);
    }
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
