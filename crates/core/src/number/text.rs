//! Number to text: the shortest decimal that reads back to the same number.

use std::fmt;

use super::{Number, Repr};

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value, _) => write!(f, "{value}"),
            Repr::Big(value, _) => write!(f, "{value}"),
            Repr::NegativeZero(_) => f.write_str("-0"),
            Repr::Infinite(false) => f.write_str("inf"),
            Repr::Infinite(true) => f.write_str("-inf"),
        }
    }
}
