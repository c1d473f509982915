//! Text to number.

use hclx_diag::{Fallible, Fault, code_names as codes};
use num_bigint::BigInt;

use super::{LITERAL_PRECISION, Number};

impl Number {
    /// A literal of HCL: digits, then perhaps a fraction and an exponent; integers are exact.
    pub fn parse_literal(text: &str) -> Fallible<Number> {
        text.parse::<BigInt>()
            .map(|value| Number::integer(value, LITERAL_PRECISION))
            .map_err(|_| Fault::new(codes::NOT_SUPPORTED, "fractions are not supported yet"))
    }

    /// The number that a string converts to, as Go's big.ParseFloat with base 10 reads it.
    pub fn parse_string(text: &str) -> Option<Number> {
        text.parse::<BigInt>().ok().map(|value| Number::integer(value, LITERAL_PRECISION))
    }
}
