//! What the tests of this crate share: a reader of type texts and of recorded answers.
//!
//! The real reader of types is in `hclx-eval`, above this crate.

pub mod type_text;
pub mod vectors;
