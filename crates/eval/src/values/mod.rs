//! Operations on values that the evaluator and the functions share: descriptions, openness, type differences,
//! narrowing. Out of scope: expressions, locations and functions.

pub(crate) mod describe;
pub(crate) mod mismatch;

use hclx_core::{Number, Rules};
pub(crate) use hclx_core::{narrow, open};
use hclx_diag::Fallible;

pub use open::converted;

/// Parses a number in HCL or JSON notation; only JSON numbers have a sign.
pub(crate) fn literal(text: &str, rules: &Rules) -> Fallible<Number> {
    let parse = if rules.extended { Number::parse_exact_literal } else { Number::parse_literal };
    match text.strip_prefix('-') {
        Some(magnitude) => Ok(parse(magnitude)?.neg()),
        None => parse(text),
    }
}
