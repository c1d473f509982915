//! The state that earlier runs of a test leave: resource instances with their values.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::Ordered;

use super::open::CauseId;

/// The state before or after a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The values of managed instances, by address.
    pub(crate) instances: Ordered<Arc<str>, Value>,
    /// Set if other instances may exist, or if the values of these may differ.
    pub(crate) open: Option<CauseId>,
}

impl State {
    /// Returns `true` if there is definitely no instance.
    pub(crate) fn is_empty(&self) -> bool {
        self.instances.is_empty() && self.open.is_none()
    }

    /// The keys of the instances of a resource, as in their addresses; empty for an instance without a key.
    pub(crate) fn keys_of<'s>(&'s self, address: &'s str) -> impl Iterator<Item = &'s str> {
        let keys = self.instances.iter().filter_map(move |(known, _)| known.strip_prefix(address));
        keys.filter(|key| key.is_empty() || key.starts_with('['))
    }

    /// An instance as it was before planning.
    pub(crate) fn prior(&self, address: &str) -> Prior {
        match (self.open, self.instances.get(address)) {
            (Some(cause), _) => Prior::Open(cause),
            (None, Some(value)) => Prior::Known(value.clone()),
            (None, None) => Prior::None,
        }
    }
}

/// An instance in the state before a run.
#[derive(Clone, Debug)]
pub(crate) enum Prior {
    /// It does not exist.
    None,
    /// It exists with a value.
    Known(Value),
    /// It may exist.
    Open(CauseId),
}

/// The change that a plan makes to an instance, or the greatest of several changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// No change.
    #[default]
    None,
    /// Possibly a change.
    Open,
    /// Creation.
    Create,
    /// Update or replacement.
    Update,
}

impl Change {
    /// The change between two values of an instance, whose open parts are the same.
    pub(crate) fn between(before: &Value, after: &Value) -> Self {
        let (before, after) = (before.clone().unmark_deep().0, after.clone().unmark_deep().0);
        if before.same(&after) { Self::None } else { Self::Update }
    }
}
