//! Findings about code that works, but probably not as intended.

pub(crate) mod comparisons;
pub(crate) mod inputs;
pub(crate) mod unused;
