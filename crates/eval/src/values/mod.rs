//! Operations on values that the evaluator and the functions share: descriptions, openness, type differences,
//! narrowing. Expressions, places and functions are elsewhere.

pub(crate) mod describe;
pub(crate) mod mismatch;
pub(crate) mod narrow;
pub(crate) mod open;

use hclx_core::Number;
use hclx_diag::Fallible;

pub use open::converted;

/// A number as HCL and JSON write it: only JSON's have a sign.
pub(crate) fn literal(text: &str) -> Fallible<Number> {
    match text.strip_prefix('-') {
        Some(magnitude) => Ok(Number::parse_literal(magnitude)?.neg()),
        None => Number::parse_literal(text),
    }
}
