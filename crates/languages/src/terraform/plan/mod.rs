//! Phases of values: known early, known in a plan, or known only after apply.

pub(crate) mod early_evaluation;
pub(crate) mod open_value;
pub(crate) mod reachable;

use std::sync::OnceLock;

use super::declare::module::Module;

/// Facts about a module, computed once.
#[derive(Default)]
struct PlanFacts {
    /// The references in its expressions that may be unknown in a plan.
    reach: OnceLock<reachable::Reach>,
    /// The dependencies of local values that are not available early, for each language.
    later: [OnceLock<early_evaluation::LateDependencies>; 2],
}

fn kept(module: &Module) -> &PlanFacts {
    module.memory.plan.get()
}
