//! Rounding of exact results to a precision, to the nearest, ties to even, as Go's big.Float does.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// Rounds `mantissa · 2^exponent`, or slightly more if `sticky`, to at most `precision` bits.
pub(super) fn round(mantissa: BigUint, exponent: i64, sticky: bool, precision: u32) -> (BigUint, i64) {
    let Some(excess) = mantissa.bits().checked_sub(u64::from(precision)).filter(|&excess| excess > 0) else {
        return (mantissa, exponent);
    };
    let half = mantissa.bit(excess - 1);
    let below = sticky || mantissa.trailing_zeros().is_some_and(|zeros| zeros < excess - 1);
    let mut kept = mantissa >> excess;
    if half && (below || kept.is_odd()) {
        kept += BigUint::one();
    }
    (kept, exponent + excess.cast_signed())
}

/// `dividend / divisor`, rounded.
pub(super) fn quotient(dividend: &BigUint, divisor: &BigUint, precision: u32) -> (BigUint, i64) {
    // Two bits beyond the precision and the remainder decide how the quotient is rounded.
    let wanted = u64::from(precision) + 2 + divisor.bits();
    let shift = wanted.saturating_sub(dividend.bits());
    let (quotient, rest) = (dividend << shift).div_rem(divisor);
    round(quotient, -shift.cast_signed(), rest.bits() > 0, precision)
}

/// `5^power` with the intermediate roundings of Go's `Float.pow5`, so that literals with many
/// digits after the point get the same last bit.
pub(super) fn power_of_five(power: u64, precision: u32) -> (BigUint, i64) {
    /// 5^27 is the largest power in a machine word.
    const IN_WORD: u64 = 27;
    if power <= IN_WORD {
        return (BigUint::from(5u64.pow(power as u32)), 0);
    }
    let mut result = (BigUint::from(5u64.pow(IN_WORD as u32)), 0);
    let mut factor = (BigUint::from(5u8), 0);
    let mut left = power - IN_WORD;
    while left > 0 {
        if left & 1 == 1 {
            result = product(&result, &factor, precision);
        }
        left >>= 1;
        if left > 0 {
            factor = product(&factor, &factor, precision + 64);
        }
    }
    result
}

fn product(a: &(BigUint, i64), b: &(BigUint, i64), precision: u32) -> (BigUint, i64) {
    round(&a.0 * &b.0, a.1 + b.1, false, precision)
}
