//! Decimal digits of whole numbers, in less than quadratic time where it matters.

use num_bigint::BigUint;
use num_traits::Pow;

/// The number of decimal digits that fit in a machine word.
const IN_WORD: usize = 19;
/// The number of digits up to which the library's quadratic conversion is used directly.
const DIRECT_DIGITS: usize = 1_000;

/// Parses decimal digits; other characters are not allowed.
pub(super) fn from_digits(digits: &[u8]) -> BigUint {
    if digits.len() <= IN_WORD {
        return digits.iter().fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0')).into();
    }
    if digits.len() <= DIRECT_DIGITS {
        return BigUint::parse_bytes(digits, 10).unwrap_or_default();
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    from_digits(high) * power_of_ten(low.len()) + from_digits(low)
}

/// `10^power`
pub(super) fn power_of_ten(power: usize) -> BigUint {
    // Powers of 5 have fewer bits to multiply than powers of 10.
    BigUint::from(5u8).pow(power) << power
}
