//! Operations on values that the evaluator and the functions share: descriptions, openness, type differences,
//! narrowing. Out of scope: expressions, locations and functions.

pub(crate) mod describe;
pub(crate) mod mismatch;
pub(crate) mod open;

use hclx_core::Number;
pub(crate) use hclx_core::narrow;
use hclx_diag::Fallible;

pub use open::converted;

/// Parses a number in HCL or JSON notation; only JSON numbers have a sign.
pub(crate) fn literal(text: &str) -> Fallible<Number> {
    match text.strip_prefix('-') {
        Some(magnitude) => Ok(Number::parse_literal(magnitude)?.neg()),
        None => Number::parse_literal(text),
    }
}
