//! When values are known: before anything is created, in a plan, or only when it is applied.

pub(crate) mod early_evaluation;
pub(crate) mod reachable;

use std::sync::OnceLock;

use super::declare::module::Module;

/// What is found out of a module once.
#[derive(Default)]
struct Kept {
    /// Where its expressions may lead.
    reach: OnceLock<reachable::Reach>,
    /// What local values lead to that is made later.
    later: OnceLock<early_evaluation::Later>,
}

fn kept(module: &Module) -> &Kept {
    module.memory.plan.get()
}
