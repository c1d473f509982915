//! Values that a run takes from the state of earlier runs instead of the configuration.

use std::sync::Arc;

use hclx_diag::OrderedSet;
use hclx_schema::Filled;
use hclx_syntax::statics;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Returns `true` if a run applies its plan, which leaves a state to the runs after it.
pub(crate) fn is_applied(written: &BlockSource, filled: &Filled<'_>) -> bool {
    let command = filled.body.attribute("command");
    let word =
        command.and_then(|one| statics::as_keyword(&written.parsed.tree, written.source, one.view.value));
    word.as_deref() != Some("plan")
}

/// Returns `true` if a run plans only a part of its module, or none of it: outputs and instances are then
/// those of the state.
pub(crate) fn is_partial_plan(written: &BlockSource, filled: &Filled<'_>) -> bool {
    filled.body.blocks("plan_options").any(|options| {
        let mode = options.body.attribute("mode");
        let word =
            mode.and_then(|one| statics::as_keyword(&written.parsed.tree, written.source, one.view.value));
        options.body.attribute("target").is_some() || word.is_some_and(|word| word != "normal")
    })
}

/// Returns `true` if an instance of the module, or of one that it calls, may keep arguments of its state
/// because of `ignore_changes`.
pub(crate) fn ignores_changes(run: Run<'_>, module: &Module) -> bool {
    let ignores = |module: &Module| module.of_kind(Kind::Resource).any(keeps_arguments);
    let mut met: OrderedSet<Arc<str>> = OrderedSet::new();
    let mut left = called(run, module);
    let mut is_ignored = ignores(module);
    while let (false, Some(child)) = (is_ignored, left.pop()) {
        // a module that is not here may have such a resource
        let Some(child) = child else { return true };
        if met.insert(Arc::clone(&child.folder)) {
            is_ignored = ignores(&child);
            left.extend(called(run, &child));
        }
    }
    is_ignored
}

fn called(run: Run<'_>, module: &Module) -> Vec<Option<Arc<Module>>> {
    call_targets::children(run, module).modules.values().cloned().collect()
}

fn keeps_arguments(resource: &Declaration) -> bool {
    let block = schemas::resource();
    let mut bodies = std::iter::once(&resource.written).chain(&resource.overrides);
    bodies.any(|written| {
        let content = written.view().sorted(block.prepared()).content;
        let mut lifecycles = content.blocks.iter().filter(|one| one.block_type == "lifecycle");
        lifecycles.any(|one| one.body.mentions("ignore_changes"))
    })
}
