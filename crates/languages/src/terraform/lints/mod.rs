//! Findings about code that works, but hardly does what was meant.

pub(crate) mod comparisons;
pub(crate) mod unused;
