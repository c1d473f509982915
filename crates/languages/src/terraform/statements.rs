//! Blocks that declare nothing: `terraform`, `moved`, `import`, `removed`.

use super::declaration::Written;
use super::instance::Instance;
use super::schemas;
use super::scope::Context;

/// Judges all blocks of a module that declare nothing.
pub(crate) fn judge(instance: &mut Instance<'_>) {
    let module = instance.module;
    for written in &module.others {
        match &*written.block_type {
            "terraform" => terraform(instance, written),
            "moved" => drop(instance.body(written, &schemas::moved(), Context::default(), Vec::new())),
            "removed" => drop(instance.body(written, &schemas::removed(), Context::default(), Vec::new())),
            "import" => import(instance, written),
            _ => {}
        }
    }
}

fn terraform(instance: &mut Instance<'_>, written: &Written) {
    instance.body(written, &schemas::terraform(), Context::default(), Vec::new());
}

fn import(instance: &mut Instance<'_>, written: &Written) {
    instance.body(written, &schemas::import(), Context::default(), Vec::new());
}
