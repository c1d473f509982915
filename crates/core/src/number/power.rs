//! Powers of 64-bit floating-point numbers, and digits in other bases, as Go computes them.

use num_bigint::BigInt;

use super::Number;

impl Number {
    /// Parses an integer. Up to base 36, lower and upper case letters are the same digits; in larger bases, upper
    /// case digits follow the lower case ones.
    pub fn parse_radix(text: &str, radix: u32) -> Option<Number> {
        let (negative, digits) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let digit = |byte: u8| {
            let value = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'z' => byte - b'a' + 10,
                b'A'..=b'Z' if radix <= 36 => byte - b'A' + 10,
                b'A'..=b'Z' => byte - b'A' + 36,
                _ => return None,
            };
            (u32::from(value) < radix).then_some(value)
        };
        let values: Vec<u8> = digits.bytes().map(digit).collect::<Option<_>>()?;
        if values.is_empty() {
            return None;
        }
        let magnitude = BigInt::from_radix_be(num_bigint::Sign::Plus, &values, radix)?;
        // Unlike literals, the reference allots such a number as many bits as it needs.
        Some(Number::with_own_precision(if negative { -magnitude } else { magnitude }))
    }
}

/// A power as Go computes it: by squaring the mantissa, so that the last digit is the same.
pub fn power(x: f64, y: f64) -> f64 {
    let special = x == 0.0 || y == 0.0 || x == 1.0 || y.abs() == 0.5 || !x.is_normal() || !y.is_finite();
    let (mut whole, mut fraction) = (y.abs().trunc(), y.abs().fract());
    if special || whole >= 9.3e18 || (fraction != 0.0 && x < 0.0) {
        return if y.abs() == 0.5 && x > 0.0 {
            if y > 0.0 { x.sqrt() } else { 1.0 / x.sqrt() }
        } else {
            x.powf(y)
        };
    }
    let (mut result, mut exponent) = (1.0, 0i64);
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = (fraction * x.ln()).exp();
    }
    let (mut mantissa, mut power) = mantissa_and_exponent(x);
    let mut rest = whole as u64;
    while rest != 0 {
        // From here on, the result overflows or vanishes in any case.
        if power.abs() > 1 << 12 {
            exponent += power;
            break;
        }
        if rest & 1 == 1 {
            result *= mantissa;
            exponent += power;
        }
        mantissa *= mantissa;
        power *= 2;
        if mantissa < 0.5 {
            mantissa += mantissa;
            power -= 1;
        }
        rest >>= 1;
    }
    if y < 0.0 { scale(1.0 / result, -exponent) } else { scale(result, exponent) }
}

/// A normal number as a mantissa from 0.5 to 1 and a power of two.
fn mantissa_and_exponent(x: f64) -> (f64, i64) {
    let bits = x.to_bits();
    let power = ((bits >> 52) & 0x7ff) as i64 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), power)
}

/// `x · 2^power`, in steps that do not overflow.
fn scale(mut x: f64, mut power: i64) -> f64 {
    while power != 0 && x != 0.0 && x.is_finite() {
        let step = power.clamp(-1000, 1000);
        x *= 2f64.powi(step as i32);
        power -= step;
    }
    x
}
