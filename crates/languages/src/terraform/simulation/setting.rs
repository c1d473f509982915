//! The settings that all modules of a simulation share.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, RunCommand};
use hclx_diag::{Diagnostic, locked};
use hclx_eval::Host;

use super::journal::{CheckedObject, Failure, FailureOrigin, Journal};
use super::open::{CauseId, Causes};
use crate::terraform::declare::address::Address;
use crate::terraform::values::rule::Evaluator;

/// The evaluation of `&&` and `||`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    /// Both sides are evaluated: Terraform up to 1.11.
    Eager,
    /// One side may decide: later versions.
    Lazy,
}

/// The settings that all modules of a simulation share, and its record.
pub(crate) struct SimulationContext<'r> {
    pub(crate) evaluator: Evaluator<'r>,
    pub(crate) logic: Logic,
    /// The stage: values of an apply are those after it.
    pub(crate) stage: RunCommand,
    pub(crate) host: Arc<dyn Host>,
    /// The targets of `override_*` blocks.
    pub(crate) overridden: Vec<Address>,
    pub(crate) causes: Arc<Causes>,
    pub(crate) journal: Mutex<Journal>,
}

impl SimulationContext<'_> {
    /// Records an error.
    pub(crate) fn error(&self, finding: Diagnostic) {
        locked(&self.journal).error(finding);
    }

    /// Records a failed condition.
    pub(crate) fn failed(&self, failing: FailureOrigin, finding: Diagnostic) {
        locked(&self.journal).failures.push(Failure { failing, finding });
    }

    /// Records possible failures, of a condition if there is an object.
    pub(crate) fn doubts(&self, object: Option<&CheckedObject>, causes: impl IntoIterator<Item = CauseId>) {
        locked(&self.journal).doubt(object, causes);
    }

    /// Records a possible failure.
    pub(crate) fn doubt(&self, cause: Cause) {
        let id = self.causes.id(cause);
        self.doubts(None, [id]);
    }
}
