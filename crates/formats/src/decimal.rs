//! Numbers as printed by `format`: digit for digit like big integers and floats in Go's `fmt`.

use hclx_core::{Number, charge_work};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;

use crate::verbs::Verb;

/// Significant decimal digits without zeros at either end, and the position of the point:
/// `0.DIGITS · 10^point`.
struct Digits {
    digits: String,
    point: i64,
}

/// `%b`, `%d`, `%o`, `%x`, `%X`.
pub fn integer(verb: &Verb<'_>, value: &BigInt) -> Result<String, String> {
    let (base, prefix) = match verb.mode {
        'b' => (2, "0b"),
        'o' => (8, "0"),
        'x' => (16, "0x"),
        'X' => (16, "0X"),
        _ => (10, ""),
    };
    let mut digits = value.magnitude().to_str_radix(base);
    if verb.mode == 'X' {
        digits.make_ascii_uppercase();
    }
    // Like `big.Int`, print nothing at all, not even padding to the width.
    if verb.precision == Some(0) && digits == "0" {
        return Ok(String::new());
    }
    let sign = sign(verb, value.sign() == Sign::Minus);
    let prefix = if verb.sharp { prefix } else { "" };
    let mut zeros = verb.precision.unwrap_or(0).saturating_sub(digits.len());
    let used = sign.len() + prefix.len() + zeros + digits.len();
    let missing = verb.width.unwrap_or(0).saturating_sub(used);
    let (mut left, mut right) = (0, 0);
    match () {
        () if verb.minus => right = missing,
        // As in `big.Int`, a precision disables padding with zeros.
        () if verb.zero && verb.precision.is_none() => zeros = missing,
        () => left = missing,
    }
    let blanks = |count: usize| " ".repeat(count);
    Ok(format!("{}{sign}{prefix}{}{digits}{}", blanks(left), "0".repeat(zeros), blanks(right)))
}

const fn sign(verb: &Verb<'_>, negative: bool) -> &'static str {
    match (negative, verb.plus, verb.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// `%e`, `%E`, `%f`, `%g`, `%G`.
pub fn float(verb: &Verb<'_>, number: &Number) -> String {
    let (sign, body) = match number.is_infinite() {
        true if number.is_negative() => ("-", "Inf".to_owned()),
        // An infinity always has a sign.
        true => (if verb.space { " " } else { "+" }, "Inf".to_owned()),
        false => (sign(verb, number.is_negative()), magnitude(verb, number)),
    };
    let missing = verb.width.unwrap_or(0).saturating_sub(sign.len() + body.len());
    match () {
        // Unlike for integers, `0` takes precedence over `-`, as in `big.Float`.
        () if verb.zero && !number.is_infinite() => format!("{sign}{}{body}", "0".repeat(missing)),
        () if verb.minus => format!("{sign}{body}{}", " ".repeat(missing)),
        () => format!("{}{sign}{body}", " ".repeat(missing)),
    }
}

fn magnitude(verb: &Verb<'_>, number: &Number) -> String {
    let places = verb.precision.unwrap_or(6);
    match verb.mode {
        'f' => fixed(&rounded_at(number, places as i64), places),
        'e' | 'E' => exponential(&significant(number, places + 1), places, verb.mode),
        _ => {
            let exponent = if verb.mode == 'G' { 'E' } else { 'e' };
            general(number, verb.precision, exponent)
        }
    }
}

/// A finite number with the given number of digits after the point.
pub fn decimals(number: &Number, places: usize) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    format!("{sign}{}", fixed(&rounded_at(number, places as i64), places))
}

/// `%v` of a number: as few digits as distinguish it from its neighbors.
pub fn shortest(number: &Number) -> String {
    match (number.is_infinite(), number.is_negative()) {
        (true, true) => "-Inf".to_owned(),
        (true, false) => "+Inf".to_owned(),
        (false, true) => format!("-{}", general(number, None, 'e')),
        (false, false) => general(number, None, 'e'),
    }
}

/// `%g`: with an exponent that is less than -4 or at least the number of digits (6, if all digits are
/// requested).
fn general(number: &Number, precision: Option<usize>, exponent: char) -> String {
    let (digits, limit) = match precision {
        None => (shortest_digits(number), 6),
        Some(precision) => {
            let precision = precision.max(1);
            let digits = significant(number, precision);
            let count = digits.digits.len() as i64;
            // As in Go, the limit of a whole number with fewer digits than requested is the number of its
            // digits.
            let whole = precision as i64 > count && count >= digits.point;
            (digits, if whole { count } else { precision as i64 })
        }
    };
    let count = digits.digits.len();
    let power = digits.point - 1;
    if count > 0 && (power < -4 || power >= limit) {
        return exponential(&digits, count - 1, exponent);
    }
    fixed(&digits, usize::try_from(count as i64 - digits.point).unwrap_or(0))
}

/// The digits of the shortest decimal.
fn shortest_digits(number: &Number) -> Digits {
    let text = number.abs().to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    trimmed(&format!("{whole}{fraction}"), whole.len() as i64)
}

/// Digits without the zeros at their ends.
fn trimmed(digits: &str, point: i64) -> Digits {
    let without = digits.trim_start_matches('0');
    let leading = (digits.len() - without.len()) as i64;
    let digits = without.trim_end_matches('0').to_owned();
    let point = if digits.is_empty() { 0 } else { point - leading };
    Digits { digits, point }
}

/// A finite number as `numerator / 2^shift`.
fn exact(number: &Number) -> (BigInt, u64) {
    let magnitude = number.abs();
    if let Some(integer) = magnitude.to_bigint() {
        return (integer, 0);
    }
    // A product with a power of two only moves the binary point of the mantissa.
    let mut shift = 64;
    loop {
        let scaled = magnitude.mul(&Number::from(BigInt::from(1) << shift)).ok();
        match scaled.as_ref().and_then(Number::to_bigint) {
            Some(integer) => return (integer, shift),
            None if shift > 1 << 24 => return (BigInt::from(0), 0),
            None => shift *= 2,
        }
    }
}

/// The number rounded to the given number of places after the point (before it, if negative), to the nearest,
/// ties to even.
fn rounded_at(number: &Number, places: i64) -> Digits {
    let (mut numerator, shift) = exact(number);
    // beyond that many places all digits are zero
    let places = places.min(i64::try_from(shift).unwrap_or(i64::MAX));
    // computing the digits of a large number takes more than linear time
    let words = (numerator.bits() + shift + places.unsigned_abs().saturating_mul(4)) / 64;
    charge_work(words.saturating_mul(words) / 2);
    let power = BigInt::from(10).pow(u32::try_from(places.unsigned_abs()).unwrap_or(u32::MAX));
    let mut denominator = BigInt::from(1) << shift;
    if places >= 0 {
        numerator *= power;
    } else {
        denominator *= power;
    }
    let (quotient, rest) = numerator.div_rem(&denominator);
    let twice = rest * 2;
    let up = twice > denominator || (twice == denominator && quotient.is_odd());
    let text = (if up { quotient + 1 } else { quotient }).to_string();
    trimmed(&text, text.len() as i64 - places)
}

/// The number rounded to the given number of significant digits.
fn significant(number: &Number, count: usize) -> Digits {
    let point = shortest_digits(number).point;
    rounded_at(number, count as i64 - point)
}

/// `DDD.DDD` with the given number of digits after the point.
fn fixed(digits: &Digits, places: usize) -> String {
    let digit = |index: i64| {
        usize::try_from(index)
            .ok()
            .and_then(|index| digits.digits.as_bytes().get(index))
            .map_or('0', |&d| d as char)
    };
    let mut text: String =
        if digits.point > 0 { (0..digits.point).map(digit).collect() } else { "0".to_owned() };
    if places > 0 {
        text.push('.');
        text.extend((0..places as i64).map(|place| digit(digits.point + place)));
    }
    text
}

/// `D.DDDe±DD` with the given number of digits after the point.
fn exponential(digits: &Digits, places: usize, letter: char) -> String {
    let mut shown = digits.digits.chars();
    let mut text = String::from(shown.next().unwrap_or('0'));
    if places > 0 {
        text.push('.');
        text.extend(shown.chain(std::iter::repeat('0')).take(places));
    }
    let power = if digits.digits.is_empty() { 0 } else { digits.point - 1 };
    let sign = if power < 0 { '-' } else { '+' };
    format!("{text}{letter}{sign}{:02}", power.unsigned_abs())
}
