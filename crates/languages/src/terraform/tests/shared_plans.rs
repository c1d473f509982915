//! Simulations that several runs of a test file share, because their modules, inputs and states are equal.

use std::sync::Arc;

use hclx_analysis::RunCommand;
use hclx_core::Value;
use hclx_diag::{Ordered, locked};

use super::shared_values::Values;
use crate::terraform::declare::module::Module;
use crate::terraform::simulation::journal::Journal;
use crate::terraform::simulation::providers::Providers;
use crate::terraform::simulation::setting::SimulationContext;
use crate::terraform::simulation::state::State;
use crate::terraform::simulation::{PlannedModule, simulate};

/// The maximum number of simulations to keep for later runs of a file.
const MOST_SHARED: usize = 16;

/// A simulation with its record.
#[derive(Clone)]
pub(super) struct Simulation {
    pub(super) planned: Arc<PlannedModule>,
    pub(super) journal: Journal,
    /// The instances after an apply.
    instances: Ordered<Arc<str>, Value>,
}

/// Everything that a simulation depends on and that may differ between the runs of a file.
#[derive(PartialEq)]
struct Key {
    folder: Arc<str>,
    is_plan: bool,
    inputs: Values,
    /// The address of the state before the run; null for an empty one.
    prior: *const State,
}

/// The simulations of a file.
#[derive(Default)]
pub(super) struct SharedPlans {
    kept: Vec<(Key, Arc<State>, Simulation)>,
}

impl SharedPlans {
    /// The simulation of a module; `is_shared` if the run has neither overrides nor options of its own.
    pub(super) fn simulation(
        &mut self,
        setting: &SimulationContext<'_>,
        module: &Module,
        (inputs, providers): (&Values, &Providers),
        is_shared: bool,
    ) -> Simulation {
        let key = Key {
            folder: Arc::clone(&module.folder),
            is_plan: setting.stage == RunCommand::Plan,
            inputs: inputs.clone(),
            prior: if setting.prior.is_empty() { std::ptr::null() } else { Arc::as_ptr(&setting.prior) },
        };
        let known = self.kept.iter().find(|(known, _, _)| is_shared && *known == key);
        if let Some((_, _, simulation)) = known {
            locked(&setting.next).clone_from(&simulation.instances);
            return simulation.clone();
        }
        let before = std::mem::take(&mut *locked(&setting.journal));
        let planned = Arc::new(simulate(setting, module, inputs.clone(), providers.clone()));
        let journal = std::mem::replace(&mut *locked(&setting.journal), before);
        let simulation = Simulation { planned, journal, instances: locked(&setting.next).clone() };
        if is_shared {
            if self.kept.len() == MOST_SHARED {
                self.kept.remove(0);
            }
            self.kept.push((key, Arc::clone(&setting.prior), simulation.clone()));
        }
        simulation
    }
}
