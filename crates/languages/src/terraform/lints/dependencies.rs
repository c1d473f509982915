//! Entries of `depends_on` that a reference in the same block makes redundant.

use hclx_analysis::graph::NodeId;
use hclx_diag::{Diagnostic, code_names as codes};
use hclx_syntax::statics;

use crate::terraform::declare::module::Module;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Reports entries of `depends_on` that the block refers to anyway.
pub(crate) fn judge(module: &Module) -> Vec<Diagnostic> {
    module.names.nodes().flat_map(|node| of_declaration(module, node)).collect()
}

fn of_declaration(module: &Module, node: NodeId) -> Vec<Diagnostic> {
    let declaration = module.declaration(node);
    let block = match declaration.kind {
        Kind::Resource | Kind::Ephemeral => schemas::data(),
        Kind::Output => schemas::output(),
        // `depends_on` of a data source defers it, and in a module call it applies to all resources of the module
        _ => return Vec::new(),
    };
    let Some((written, attribute)) = declaration.attribute(&block, "depends_on") else { return Vec::new() };
    let tree = &written.parsed.tree;
    let list = written.expr_span(attribute.value);
    let uses = module.links().graph.uses(node);
    let redundant = statics::as_list(tree, attribute.value).unwrap_or_default().iter().filter_map(|entry| {
        let place = written.expr_span(*entry);
        let (named, _) = uses.iter().find(|(_, at)| place.contains(*at))?;
        let found = module.declaration(*named);
        // a reference to an output does not wait for the whole module
        if found.kind == Kind::Module {
            return None;
        }
        let (_, other) = uses.iter().find(|(used, at)| used == named && !list.contains(*at))?;
        let message = format!("redundant dependency: the block already refers to `{}`", found.address);
        let finding = Diagnostic::warning(codes::REDUNDANT_DEPENDENCY, place, message);
        Some(finding.also(*other, "here").help("remove it from `depends_on`"))
    });
    redundant.collect()
}
