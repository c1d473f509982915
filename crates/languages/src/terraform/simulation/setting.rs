//! The settings that all modules of a simulation share.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, RunCommand};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, locked};
use hclx_eval::Host;

use super::constants::Constants;
use super::journal::{CheckedObject, Failure, FailureOrigin, Journal};
use super::open::{CauseId, Causes};
use super::options::PlanOptions;
use super::overrides::Overrides;
use super::state::State;
use crate::terraform::resolve::scope::Paths;
use crate::terraform::values::rule::Evaluator;

/// The evaluation of `&&` and `||`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    /// Both sides are evaluated, in Terraform up to 1.11.
    Eager,
    /// The right side may be skipped, in later versions.
    Lazy,
}

/// The settings that all modules of a simulation share, and its record.
pub(crate) struct SimulationContext<'r> {
    pub(crate) evaluator: Evaluator<'r>,
    pub(crate) logic: Logic,
    /// The stage of the run; for an apply, values are those after it.
    pub(crate) stage: RunCommand,
    pub(crate) host: Arc<dyn Host>,
    /// The overrides outside of providers.
    pub(crate) overrides: Overrides,
    pub(crate) options: PlanOptions,
    /// The paths of the module under test.
    pub(crate) paths: Paths,
    pub(crate) causes: Arc<Causes>,
    pub(crate) constants: &'r Constants,
    /// The state before the run.
    pub(crate) prior: Arc<State>,
    /// The instances after the run.
    pub(crate) next: Mutex<Ordered<Arc<str>, Value>>,
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

    /// Records that an object is not evaluated.
    pub(crate) fn skip(&self, object: &CheckedObject) {
        locked(&self.journal).skipped.insert(object.clone());
    }

    /// Returns `true` if dependents of an object are not evaluated, because one of its conditions fails, or because it
    /// is not evaluated itself.
    pub(crate) fn is_failing(&self, object: &CheckedObject) -> bool {
        let journal = locked(&self.journal);
        let fails = |one: &Failure| one.failing == FailureOrigin::Condition(object.clone());
        journal.skipped.contains(object) || journal.failures.iter().any(fails)
    }

    /// Records possible failures: those of a condition, if there is an object. Objects that are not evaluated do not
    /// fail.
    pub(crate) fn doubts(&self, object: Option<&CheckedObject>, causes: impl IntoIterator<Item = CauseId>) {
        let causes: OrderedSet<CauseId> = causes.into_iter().collect();
        if self.causes.first_skip(&causes).is_none() {
            locked(&self.journal).doubt(object, causes);
        }
    }

    /// Records a possible failure.
    pub(crate) fn doubt(&self, cause: Cause) {
        let id = self.causes.id(cause);
        self.doubts(None, [id]);
    }
}
