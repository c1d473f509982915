//! Local values that are the same in every run, because they depend only on constant expressions and each other.

use std::sync::{Arc, Mutex};

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{Ordered, locked};

use crate::terraform::resolve::scope::Paths;

/// The constants of all modules that the runs of a test simulate.
#[derive(Default)]
pub(crate) struct Constants(Mutex<Vec<(ConstantsKey, Arc<ModuleConstants>)>>);

/// The module whose constants are kept, and the rules for its expressions.
#[derive(PartialEq)]
struct ConstantsKey {
    folder: Arc<str>,
    paths: Paths,
    is_lazy: bool,
}

impl Constants {
    /// The constants of the module in a directory; `is_lazy` if `&&` and `||` may skip their right side.
    pub(super) fn module(&self, folder: &Arc<str>, paths: &Paths, is_lazy: bool) -> Arc<ModuleConstants> {
        let key = ConstantsKey { folder: Arc::clone(folder), paths: paths.clone(), is_lazy };
        let mut all = locked(&self.0);
        if let Some((_, known)) = all.iter().find(|(known, _)| *known == key) {
            return Arc::clone(known);
        }
        let constants = Arc::<ModuleConstants>::default();
        all.push((key, Arc::clone(&constants)));
        constants
    }
}

/// The constants of a module, by declaration.
#[derive(Default)]
pub(super) struct ModuleConstants(Mutex<Ordered<NodeId, Value>>);

impl ModuleConstants {
    /// The value of a local value, if it is a constant that was already evaluated.
    pub(super) fn get(&self, node: NodeId) -> Option<Value> {
        locked(&self.0).get(&node).cloned()
    }

    /// Keeps the value of a local value that evaluated without failures, if it is known and depends only on constants.
    pub(super) fn keep(&self, node: NodeId, value: &Value, mut used: impl Iterator<Item = NodeId>) {
        let mut known = locked(&self.0);
        if value.is_wholly_known() && !value.contains_marks() && used.all(|used| known.contains_key(&used)) {
            known.insert(node, value.clone());
        }
    }
}
