//! References to attributes of resources that the schema of their provider deprecates.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_syntax::statics::{Reference, ReferenceKey};

use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::providers::provider_schemas;
use crate::terraform::resolve::dependencies;

/// The warning about a reference to a deprecated attribute. As in Terraform, it includes attributes of nested blocks,
/// but not those of nested attributes.
pub(crate) fn warning(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    reference: &Reference<'_>,
    source: SourceId,
) -> Option<Diagnostic> {
    let (node, steps) = dependencies::named(module, &reference.root, |at| reference.attribute(at))?;
    let declaration = module.declaration(node);
    let of_type = &*declaration.of_type;
    let mut block = provider_schemas::newest_block((snapshot, flavor), module, declaration)?;
    for step in reference.steps.get(steps..)? {
        // skips the keys of instances and of elements
        let ReferenceKey::Attr(name) = &step.kind else { continue };
        if let Some(attribute) = block.find_attribute(name) {
            let instead = attribute.deprecated.as_ref()?;
            let message = format!("attribute `{name}` of `{of_type}` is deprecated");
            let place = step.range.in_source(source);
            let finding = Diagnostic::warning(codes::DEPRECATED_NAME, place, message);
            return Some(if instead.is_empty() { finding } else { finding.help(&**instead) });
        }
        block = block.find_block(name)?.body.fixed();
    }
    None
}
