//! Findings about code that works, but probably not as intended, with one file per lint and a table of their rows.

mod calls;
pub(crate) mod comparisons;
pub(crate) mod conventions;
mod dependencies;
pub(crate) mod inputs;
pub(crate) mod naming;
mod patterns;
mod structure;
pub(crate) mod unused;

use super::values::rule::{ExpressionRule, Rule};

/// The lints about declarations and bodies, in the order of their findings.
pub(crate) const LINTS: &[&dyn Rule] = &[&patterns::HiddenPatterns];

/// The lints about expressions.
pub(crate) const OF_EXPRESSIONS: &[&dyn ExpressionRule] = &[&comparisons::Comparisons];
