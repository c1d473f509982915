//! Shared helpers of this crate's tests: a parser of types, and a reader of recorded answers.
//!
//! The real reader of types is in `hclx-eval`, above this crate.

pub(crate) mod type_text;
pub(crate) mod vectors;
