//! The context that all modules of a run share.

use hclx_analysis::Snapshot;
use hclx_eval::Budget;

use super::roles::Flavor;

/// The context that all modules of a run share: files, limits and language.
#[derive(Clone, Copy)]
pub(crate) struct Run<'r> {
    pub(crate) snapshot: &'r Snapshot,
    pub(crate) budget: &'r Budget,
    pub(crate) flavor: Flavor,
}
