//! Decimal digits of whole numbers.

use num_bigint::BigUint;
use num_traits::Pow;

/// The number of decimal digits that fit in a machine word.
const IN_WORD: usize = 19;
/// The number of digits up to which the library's quadratic conversion is cheap; longer digit strings are
/// never parsed with it.
pub(super) const LONGEST_DIRECT: usize = 1_300;

/// Parses decimal digits; other characters are not allowed.
pub(super) fn from_digits(digits: &[u8]) -> BigUint {
    if digits.len() <= IN_WORD {
        return digits.iter().fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0')).into();
    }
    debug_assert!(digits.len() <= LONGEST_DIRECT + 1, "long digits are shortened");
    BigUint::parse_bytes(digits, 10).unwrap_or_default()
}

/// `10^power`
pub(super) fn power_of_ten(power: usize) -> BigUint {
    // Powers of 5 have fewer bits to multiply than powers of 10.
    BigUint::from(5u8).pow(power) << power
}
