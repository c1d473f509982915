//! The inputs of a run for every module.

use hclx_analysis::Snapshot;
use hclx_eval::Budget;

use super::roles::Flavor;

/// The inputs of a run for every module.
#[derive(Clone, Copy)]
pub(crate) struct Run<'r> {
    pub(crate) snapshot: &'r Snapshot,
    pub(crate) budget: &'r Budget,
    pub(crate) flavor: Flavor,
}
