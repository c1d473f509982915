//! Local values that are the same in every run: those that depend on nothing but constant expressions and each other.

use std::sync::{Arc, Mutex};

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{Ordered, locked};

use super::setting::Logic;
use crate::terraform::resolve::scope::Paths;

/// The constants of all modules that the runs of a test simulate.
#[derive(Default)]
pub(crate) struct Constants(Mutex<Vec<(Setting, Arc<ModuleConstants>)>>);

/// What the constants of a module depend on.
#[derive(PartialEq)]
struct Setting {
    folder: Arc<str>,
    paths: Paths,
    logic: Logic,
}

impl Constants {
    /// The constants of the module in a directory.
    pub(super) fn of(&self, folder: &Arc<str>, paths: &Paths, logic: Logic) -> Arc<ModuleConstants> {
        let setting = Setting { folder: Arc::clone(folder), paths: paths.clone(), logic };
        let mut all = locked(&self.0);
        if let Some((_, known)) = all.iter().find(|(known, _)| *known == setting) {
            return Arc::clone(known);
        }
        let constants = Arc::<ModuleConstants>::default();
        all.push((setting, Arc::clone(&constants)));
        constants
    }
}

/// The constants of a module, by declaration.
#[derive(Default)]
pub(super) struct ModuleConstants(Mutex<Ordered<NodeId, Value>>);

impl ModuleConstants {
    /// The value of a local value, if it is a constant that was evaluated before.
    pub(super) fn get(&self, node: NodeId) -> Option<Value> {
        locked(&self.0).get(&node).cloned()
    }

    /// Keeps the value of a local value without failures, if it is known and all that it uses are constants.
    pub(super) fn keep(&self, node: NodeId, value: &Value, mut used: impl Iterator<Item = NodeId>) {
        let mut known = locked(&self.0);
        if value.is_wholly_known() && !value.contains_marks() && used.all(|used| known.contains_key(&used)) {
            known.insert(node, value.clone());
        }
    }
}
