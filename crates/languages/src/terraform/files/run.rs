//! What a run gives to every module.

use hclx_analysis::Snapshot;
use hclx_eval::Budget;

use super::roles::Flavor;

/// What a run gives to every module.
#[derive(Clone, Copy)]
pub(crate) struct Run<'r> {
    pub(crate) snapshot: &'r Snapshot,
    pub(crate) budget: &'r Budget,
    pub(crate) flavor: Flavor,
}
