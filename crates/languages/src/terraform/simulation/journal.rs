//! The record of a simulation: definite and possible failures.

use std::sync::Arc;

use hclx_diag::{Diagnostic, OrderedSet};

use super::open::CauseId;

/// An object with conditions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CheckedObject {
    /// The address of its module; empty for the module under test.
    pub(crate) module: Arc<str>,
    /// The key of its declaration.
    pub(crate) key: Arc<str>,
    /// The key of the instance, as in an address.
    pub(crate) instance: Option<Arc<str>>,
}

/// The origin of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureOrigin {
    /// The condition of an object is false.
    Condition(CheckedObject),
    /// A check is unknown in a plan, which a test reports as an error.
    Deferred(CheckedObject),
    /// Anything else.
    Error,
}

/// A definite failure.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) failing: FailureOrigin,
    pub(crate) finding: Diagnostic,
}

/// A possible failure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Doubt {
    /// The object whose condition is open; `None` for anything else.
    pub(crate) object: Option<CheckedObject>,
    pub(crate) cause: CauseId,
}

/// The record of a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    pub(crate) failures: Vec<Failure>,
    pub(crate) doubts: OrderedSet<Doubt>,
    /// The objects that are not evaluated because they use a value whose condition fails.
    pub(crate) skipped: OrderedSet<CheckedObject>,
}

impl Journal {
    /// Adds a failure that is not a false condition.
    pub(crate) fn error(&mut self, finding: Diagnostic) {
        self.failures.push(Failure { failing: FailureOrigin::Error, finding });
    }

    /// Adds possible failures.
    pub(crate) fn doubt(
        &mut self,
        object: Option<&CheckedObject>,
        causes: impl IntoIterator<Item = CauseId>,
    ) {
        let doubts = causes.into_iter().map(|cause| Doubt { object: object.cloned(), cause });
        self.doubts.extend(doubts);
    }
}
