//! The options of a plan.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::Ordered;

use super::state::State;
use super::targets::Targets;

/// The mode of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PlanMode {
    #[default]
    Normal,
    /// The state is refreshed without changes.
    RefreshOnly,
}

/// The mode, replacements and targets of a simulated plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlanOptions {
    pub(crate) mode: PlanMode,
    /// The addresses of resources or instances to replace.
    pub(crate) replace: Vec<String>,
    /// The declarations to plan; `None` for all of them.
    pub(crate) targets: Option<Targets>,
}

impl PlanOptions {
    /// Returns `true` if instances in the state may remain unchanged.
    pub(crate) fn is_partial(&self) -> bool {
        self.mode == PlanMode::RefreshOnly || self.targets.is_some()
    }

    /// The instances after an apply.
    pub(crate) fn remaining_instances(
        &self,
        prior: &State,
        applied: Ordered<Arc<str>, Value>,
    ) -> Ordered<Arc<str>, Value> {
        match (self.mode, &self.targets) {
            (PlanMode::RefreshOnly, _) => prior.instances.clone(),
            (PlanMode::Normal, Some(targets)) => targets.remaining_instances(prior, applied),
            (PlanMode::Normal, None) => applied,
        }
    }
}
