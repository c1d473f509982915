//! Unused declarations.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, SourceId, code_names as codes};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The variables, local values and data sources of a module that neither the module nor other files of its
/// directory, such as tests, refer to.
pub(crate) fn judge(snapshot: &Snapshot, module: &Module, beside: &[SourceId]) -> Vec<Diagnostic> {
    // what is used in a part that could not be read is not known
    if !module.broken.is_empty() || module.is_unknown {
        return Vec::new();
    }
    let unused = module.graph.unused().into_iter().map(|node| module.declaration(node));
    let unused = unused.filter(|one| match one.kind {
        Kind::Variable | Kind::Local => true,
        // a data source with conditions is there for them
        Kind::Data => !one.inside_check && !one.written.view().mentions("lifecycle"),
        _ => false,
    });
    let in_others = |one: &Declaration| {
        let address = one.address();
        beside.iter().any(|file| {
            let parsed = snapshot.parsed(*file);
            let text = parsed.tree.source();
            text.windows(address.len()).any(|part| part == address.as_bytes())
        })
    };
    let unused = unused.filter(|one| !in_others(one));
    let finding = |one: &Declaration| {
        let message = format!("nothing uses the {} `{}`", one.kind.noun(), one.name);
        Diagnostic::warning(codes::UNUSED_DECLARATION, one.name_span, message).help("remove it")
    };
    unused.map(finding).collect()
}
