//! Values of required inputs that a module accepts, found by checking the module with them.
//!
//! Out of scope: the values to try and their order (crate `present`).

use std::collections::{HashMap, HashSet};

use hclx_analysis::describe::Description;
use hclx_analysis::{Question, Session, Snapshot, Unit, file_path};
use hclx_diag::{Diagnostic, Span};
use hclx_eval::{Budget, Limits};

use crate::parallel;

/// The maximum number of additional checks of a module to replace values, beyond one per input.
const MAX_TRIALS: usize = 400;

/// The name of the values file with which a module is checked. It exists only in memory, and is read after all
/// others.
const NAME: &str = "zzzz-hclx-skeleton.auto.tfvars";

/// Values in HCL by the names of inputs.
pub(crate) type InputValues = HashMap<String, String>;

/// Errors of a module.
type Errors = HashSet<(&'static str, Option<Span>, String)>;

/// The accepted values of the required inputs of each module. An input is omitted if every tried value causes an error.
pub(crate) fn input_values(
    session: &mut Session,
    modules: &[Description],
    limits: Limits,
) -> Vec<InputValues> {
    let before = session.snapshot();
    let candidates: Vec<_> = modules.iter().map(hclx_present::example_values).collect();
    for (module, candidates) in modules.iter().zip(&candidates) {
        session.set(&path(module), text(first(candidates)).into_bytes());
    }
    let after = session.snapshot();
    let judged = parallel::map(modules.iter().collect(), |module| {
        let known = errors(&before, module, limits);
        let is_accepted = errors(&after, module, limits).is_subset(&known);
        (known, is_accepted)
    });
    let mut all = Vec::new();
    for ((module, candidates), (known, is_accepted)) in modules.iter().zip(candidates).zip(judged) {
        all.push(match is_accepted {
            true => first(&candidates).map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            false => Trials { session, module, known, limits, left: MAX_TRIALS }.values(&candidates),
        });
    }
    all
}

/// The required inputs of a module with the values to try.
type Candidates<'d> = Vec<(&'d str, Vec<String>)>;

/// The simplest value of each input.
fn first<'c>(candidates: &'c Candidates<'_>) -> impl Iterator<Item = (&'c str, &'c str)> {
    candidates.iter().filter_map(|(name, values)| Some((*name, &**values.first()?)))
}

/// A search for the values of one module.
struct Trials<'s> {
    session: &'s mut Session,
    module: &'s Description,
    /// The errors without values.
    known: Errors,
    limits: Limits,
    /// The number of remaining trials.
    left: usize,
}

impl Trials<'_> {
    /// Finds values input by input: for each, the first value that causes no error together with those of the
    /// previous inputs.
    fn values(mut self, candidates: &Candidates<'_>) -> InputValues {
        let mut accepted: Vec<(&str, &str)> = Vec::new();
        for (name, values) in candidates {
            for (at, value) in values.iter().enumerate() {
                if at > 0 && self.left == 0 {
                    break;
                }
                self.left = self.left.saturating_sub(at.min(1));
                accepted.push((*name, value));
                if self.accepts(&accepted) {
                    break;
                }
                accepted.pop();
            }
        }
        accepted.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Returns `true` if values cause no error.
    fn accepts(&mut self, values: &[(&str, &str)]) -> bool {
        self.session.set(&path(self.module), text(values.iter().copied()).into_bytes());
        errors(&self.session.snapshot(), self.module, self.limits).is_subset(&self.known)
    }
}

/// The path of the values file of a module.
fn path(module: &Description) -> String {
    file_path::join(&module.root, NAME)
}

/// The text of a values file.
fn text<'v>(values: impl Iterator<Item = (&'v str, &'v str)>) -> String {
    values.map(|(name, value)| format!("{name} = {value}\n")).collect()
}

/// The errors of a module.
fn errors(snapshot: &Snapshot, module: &Description, limits: Limits) -> Errors {
    let is_of = |unit: &&Unit| unit.root == module.root && unit.language.row().name == module.language;
    let units = snapshot.units().iter().filter(is_of);
    let findings = units.flat_map(|unit| {
        let budget = Budget::new(limits);
        snapshot.answer(unit, &Question::Check, &budget).findings
    });
    let errors = findings.filter(Diagnostic::is_error);
    errors.map(|error| (error.code.id(), error.span, error.message)).collect()
}
