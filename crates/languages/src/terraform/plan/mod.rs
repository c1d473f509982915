//! When values are known: before anything is created, in a plan, or only when it is applied.

pub(crate) mod early_evaluation;
pub(crate) mod reachable;
pub(crate) mod unknown_keys;
