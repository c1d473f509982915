//! Costs of operations on numbers beyond a machine word, in ticks.

use num_bigint::BigUint;

use crate::meter;

/// The cost of an operation in addition to that of its digits.
const OPERATION: u64 = 512;
/// The cost of a comparison.
const COMPARISON: u64 = 128;
/// The cost of a decimal digit that is printed or parsed.
const DIGIT: u64 = 16;

/// The number of machine words.
const fn limbs(bits: u64) -> u64 {
    bits.div_ceil(64)
}

/// Charges an operation on two mantissas.
pub(super) fn of_operation(a: &BigUint, b: &BigUint) {
    meter::work(OPERATION + limbs(a.bits()) * limbs(b.bits()));
}

/// Charges a comparison.
pub(super) fn of_comparison() {
    meter::work(COMPARISON);
}

/// Charges printing or parsing of digits.
pub(super) fn of_digits(digits: usize) {
    meter::work(OPERATION + DIGIT * digits as u64);
}

/// Charges the decimal digits of a long integer, which take more than linear time.
pub(super) fn of_digits_of_bits(bits: u64) {
    meter::work(OPERATION + limbs(bits) * limbs(bits) / 2);
}
