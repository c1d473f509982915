//! What the tests of this crate share: a reader of type texts and of recorded answers.
//!
//! The real reader of types is in `hclx-eval`, above this crate.

pub(crate) mod type_text;
pub(crate) mod vectors;
