//! Printing of numbers: the shortest decimal that parses to the same number.
//!
//! Source of the rules: Go's `big.Float.Text('f', -1)`, digit for digit, and `'g'` with ten digits
//! for the keys by which sets are ordered.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;

use super::float::Float;
use super::round::power_of_five;
use super::{Number, Repr, cost};

/// Decimal digits without zeros at either end, and the position of the point: `0.DIGITS · 10^point`.
pub(super) struct Decimal {
    pub digits: Vec<u8>,
    pub point: i64,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value, _) => fmt::Display::fmt(value, f),
            Repr::Big(value, _) => {
                cost::of_digits(decimal_digits(value.bits().cast_signed()).unsigned_abs() as usize);
                fmt::Display::fmt(value, f)
            }
            Repr::NegativeZero(_) => f.write_str("-0"),
            Repr::Float(float) => fmt::Display::fmt(float, f),
            Repr::Infinite(false) => f.write_str("inf"),
            Repr::Infinite(true) => f.write_str("-inf"),
        }
    }
}

impl Number {
    /// The string that the number converts to: infinities are `+Inf` and `-Inf`, as in Go.
    pub fn to_text(&self) -> String {
        match self.0 {
            Repr::Infinite(false) => "+Inf".to_owned(),
            Repr::Infinite(true) => "-Inf".to_owned(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} bits)", self.precision())
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decimal { digits, point } = self.shortest();
        cost::of_digits(digits.len() + point.unsigned_abs() as usize);
        let mut text = String::with_capacity(digits.len() + point.unsigned_abs() as usize + 3);
        if self.negative {
            text.push('-');
        }
        let digit = |index: i64| {
            usize::try_from(index).ok().and_then(|index| digits.get(index)).map_or('0', |&d| d as char)
        };
        if point > 0 {
            text.extend((0..point).map(digit));
        } else {
            text.push('0');
        }
        let end = digits.len() as i64;
        if end > point {
            text.push('.');
            text.extend((point..end).map(digit));
        }
        f.write_str(&text)
    }
}

impl Float {
    /// The shortest digits for which this is the nearest number of its precision.
    fn shortest(&self) -> Decimal {
        if let Some(short) = self.short_digits() {
            return short;
        }
        let Interval { lower, value, upper, point } = self.interval();
        // The odd mantissa, filled up to the precision, is even if it has fewer bits: ties then round to
        // this number.
        let inclusive = self.mantissa.bits() < u64::from(self.precision);
        let at = |digits: &[u8], index: usize| digits.get(index).copied().unwrap_or(b'0');
        // This is the loop of Go's `roundShortest`.
        for (index, &middle) in value.iter().enumerate() {
            let (low, high) = (at(&lower, index), at(&upper, index));
            let down = low != middle || inclusive && index + 1 == lower.len();
            let up = middle != high && (inclusive || middle + 1 < high || index + 1 < upper.len());
            let cut = index + 1;
            match (down, up) {
                (true, true) if rounds_up(&value, cut) => return round_up(&value, cut, point),
                (false, true) => return round_up(&value, cut, point),
                (true, _) => return Decimal { digits: trimmed(value[..cut].to_vec()), point },
                (false, false) => {}
            }
        }
        Decimal { digits: value, point }
    }

    /// All digits, if they are so few that no shorter decimal denotes the same number.
    fn short_digits(&self) -> Option<Decimal> {
        let power = self.exponent.min(0).unsigned_abs();
        // each factor of five has less than 2.33 bits
        let bits = self.mantissa.bits() + power * 233 / 100 + 1;
        let few = self.exponent < 0 && bits < u64::from(self.precision.saturating_sub(8));
        few.then(|| exact(&self.mantissa, self.exponent))
    }

    /// The decimal digits of the value, and the ends of the interval that rounds to it.
    fn interval(&self) -> Interval {
        // with one bit more than the precision, the lowest bit is half a unit
        let shift = i64::from(self.precision) + 1 - self.mantissa.bits().cast_signed();
        let mantissa = &self.mantissa << shift;
        let exponent = self.exponent - shift;
        approximate(&mantissa, exponent, self.precision).unwrap_or_else(|| {
            let value = exact(&mantissa, exponent);
            Interval {
                lower: exact(&(&mantissa - BigUint::one()), exponent).digits,
                upper: exact(&(&mantissa + BigUint::one()), exponent).digits,
                value: value.digits,
                point: value.point,
            }
        })
    }
}

pub(super) struct Interval {
    pub lower: Vec<u8>,
    pub value: Vec<u8>,
    pub upper: Vec<u8>,
    pub point: i64,
}

/// All digits of `mantissa · 2^exponent`.
pub(super) fn exact(mantissa: &BigUint, exponent: i64) -> Decimal {
    let whole = if exponent >= 0 {
        mantissa << exponent
    } else {
        mantissa * BigUint::from(5u8).pow(exponent.unsigned_abs() as u32)
    };
    let digits = whole.to_string().into_bytes();
    let point = digits.len() as i64 + exponent.min(0);
    Decimal { digits: trimmed(digits), point }
}

/// As many leading digits as needed, computed from a rounded power of five, so that the cost does not depend
/// on the exponent; `None` if rounding could have changed one of them.
pub(super) fn approximate(mantissa: &BigUint, exponent: i64, precision: u32) -> Option<Interval> {
    /// Extra bits of precision for computing powers.
    const GUARD: u32 = 128;
    let wanted = decimal_digits(i64::from(precision)) + 8;
    let bits = mantissa.bits().cast_signed() + exponent;
    // scaled by this power of ten, the value has about the wanted number of digits before the point
    let power = wanted - decimal_digits(bits);
    let (five, five_exponent) = power_of_five(power.unsigned_abs(), precision + GUARD);
    let (scaled, step, exponent) = if power >= 0 {
        let exponent = exponent + power + five_exponent;
        (mantissa * &five, five, exponent)
    } else {
        let shift = five.bits() + u64::from(GUARD);
        let exponent = exponent + power - five_exponent - shift.cast_signed();
        ((mantissa << shift) / &five, (BigUint::one() << shift) / &five, exponent)
    };
    let fraction = u64::try_from(-exponent).ok().filter(|&bits| bits >= u64::from(GUARD / 2))?;
    let digits = |scaled: &BigUint| -> Option<Vec<u8>> {
        let whole = scaled >> fraction;
        // the error is far below the 32nd bit after the point
        let high = (scaled >> (fraction - 32)) - (&whole << 32u32);
        let safe = high > BigUint::one() && high < BigUint::from(u32::MAX - 1);
        safe.then(|| whole.to_string().into_bytes())
    };
    let value = digits(&scaled)?;
    let lower = digits(&(&scaled - &step))?;
    let upper = digits(&(&scaled + &step))?;
    let point = value.len() as i64 - power;
    Some(Interval { lower, value, upper, point })
}

/// The approximate number of decimal digits for a number of bits.
const fn decimal_digits(bits: i64) -> i64 {
    bits * 30_103 / 100_000
}

fn trimmed(mut digits: Vec<u8>) -> Vec<u8> {
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    digits.truncate(digits.len() - zeros);
    digits
}

/// Returns `true` if truncation after this many digits rounds up: to nearest, ties to even.
fn rounds_up(digits: &[u8], cut: usize) -> bool {
    match digits.get(cut..) {
        Some([b'5']) => cut > 0 && (digits[cut - 1] - b'0') % 2 == 1,
        Some([next, ..]) => *next >= b'5',
        _ => false,
    }
}

fn round_up(digits: &[u8], cut: usize, point: i64) -> Decimal {
    let mut kept = digits[..cut].to_vec();
    while let Some(last) = kept.pop() {
        if last < b'9' {
            kept.push(last + 1);
            return Decimal { digits: kept, point };
        }
    }
    Decimal { digits: vec![b'1'], point: point + 1 }
}

impl Number {
    /// Ten significant digits as Go's `%.10g` prints them: the key by which go-cty orders numbers inside
    /// compound elements of sets.
    pub(crate) fn set_key(&self) -> String {
        const DIGITS: usize = 10;
        let (negative, decimal) = match &self.0 {
            Repr::Float(float) => (float.negative, exact_or_shortest(float)),
            Repr::Small(..) | Repr::Big(..) if !self.is_zero() => {
                let digits = self.abs().to_string().into_bytes();
                let point = digits.len() as i64;
                (self.is_negative(), Decimal { digits: trimmed(digits), point })
            }
            Repr::Infinite(false) => return "+Inf".to_owned(),
            Repr::Infinite(true) => return "-Inf".to_owned(),
            _ => return self.to_string(),
        };
        let Decimal { digits, point } = match decimal {
            long if long.digits.len() <= DIGITS => long,
            long if rounds_up(&long.digits, DIGITS) => round_up(&long.digits, DIGITS, long.point),
            long => Decimal { digits: trimmed(long.digits[..DIGITS].to_vec()), point: long.point },
        };
        let sign = if negative { "-" } else { "" };
        let text: String = digits.iter().map(|&digit| digit as char).collect();
        let exponent = point - 1;
        // Like Go, use the number of digits as the threshold for an exponent if there are fewer than asked
        // for, unless the integer part is longer.
        let threshold = if DIGITS > text.len() && text.len() as i64 >= point { text.len() } else { DIGITS };
        if exponent < -4 || exponent >= threshold as i64 {
            let (first, rest) = text.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            return format!(
                "{sign}{first}{dot}{rest}e{}{:02}",
                if exponent < 0 { '-' } else { '+' },
                exponent.abs()
            );
        }
        match usize::try_from(point) {
            Ok(0) | Err(_) => format!("{sign}0.{}{text}", "0".repeat(point.unsigned_abs() as usize)),
            Ok(point) if point >= text.len() => format!("{sign}{text}{}", "0".repeat(point - text.len())),
            Ok(point) => format!("{sign}{}.{}", &text[..point], &text[point..]),
        }
    }
}

/// Enough digits for a key: all of them where that is cheap.
fn exact_or_shortest(float: &Float) -> Decimal {
    if float.exponent.unsigned_abs() <= 4096 {
        exact(&float.mantissa, float.exponent)
    } else {
        float.shortest()
    }
}
