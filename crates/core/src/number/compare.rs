//! Order and equality of numbers.

use std::cmp::Ordering;

use super::{Number, Repr, cost};

impl Number {
    /// Equality as the language defines it: integers by value, fractions by their shortest decimal form, so
    /// that 0.1 + 0.2 equals 0.3; -0 equals 0.
    pub fn equals(&self, other: &Number) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small(a, _), Repr::Small(b, _)) => a == b,
            (Repr::Infinite(a), Repr::Infinite(b)) => a == b,
            (Repr::Float(a), Repr::Float(b)) if a.exponent < 0 && b.exponent < 0 => {
                // Printing is slow, so numbers of clearly different magnitudes are told apart first.
                let alike = a.negative == b.negative && (a.scale() - b.scale()).abs() <= 1;
                // The shortest decimal depends on the precision: the same bits with another one must be
                // printed too.
                let same = a.exponent == b.exponent && a.mantissa == b.mantissa;
                alike && ((same && a.precision == b.precision) || a.to_string() == b.to_string())
            }
            (Repr::Infinite(_), _) | (_, Repr::Infinite(_)) => false,
            _ => self.is_integer() == other.is_integer() && self.compare(other).is_eq(),
        }
    }

    /// Order by value; -0 and 0 are equal.
    pub fn compare(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, _), Repr::Small(b, _)) => return a.cmp(b),
            (Repr::Big(a, _), Repr::Big(b, _)) => return a.cmp(b),
            _ => {}
        }
        self.sign().cmp(&other.sign()).then_with(|| {
            let order = self.compare_magnitude(other);
            if self.is_negative() { order.reverse() } else { order }
        })
    }

    /// -1, 0 or 1; -0 has sign 0.
    fn sign(&self) -> i8 {
        match (self.is_zero(), self.is_negative()) {
            (true, _) => 0,
            (_, true) => -1,
            _ => 1,
        }
    }

    fn compare_magnitude(&self, other: &Number) -> Ordering {
        match (self.is_infinite(), other.is_infinite()) {
            (false, false) => {}
            (a, b) => return a.cmp(&b),
        }
        if self.is_zero() {
            return Ordering::Equal;
        }
        cost::of_comparison();
        let (a, b) = (self.parts(), other.parts());
        let (high_a, high_b) = (a.scale(), b.scale());
        high_a.cmp(&high_b).then_with(|| {
            let exponent = a.exponent.min(b.exponent);
            (a.mantissa << (a.exponent - exponent)).cmp(&(b.mantissa << (b.exponent - exponent)))
        })
    }
}
