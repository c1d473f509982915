//! Ephemeral values in arguments that are stored.

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::FilledBody;

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks for ephemeral values in arguments of resources that are stored.
pub(crate) struct EphemeralArguments;

impl Rule for EphemeralArguments {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        // Only a schema tells write-only arguments, which take ephemeral values, from those that are
        // stored.
        if resource.known.is_some() && resource.tells_flags {
            let is_meta = |name: &str| resource.is_meta(name);
            kept(instance, &resource.declaration.written, &resource.filled.body, &is_meta);
        }
    }
}

/// Reports ephemeral values in arguments that are stored.
fn kept(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    body: &FilledBody<'_>,
    is_meta: &dyn Fn(&str) -> bool,
) {
    for block in body.blocks.iter().filter(|block| !is_meta(block.view.block_type)) {
        hclx_diag::grow(|| kept(instance, written, &block.body, &|_| false));
    }
    for attribute in &body.attributes {
        let Some(wanted) = attribute.wanted else { continue };
        let is_ephemeral = || attribute.value.clone().unmark_deep().1.contains_own("ephemeral");
        if is_meta(attribute.view.name) || wanted.write_only || !is_ephemeral() {
            continue;
        }
        let message =
            format!("`{}` is stored in state, so its value cannot be ephemeral", attribute.view.name);
        let place = written.expr_span(attribute.view.value);
        let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, place, message);
        instance.findings.push(finding.also(written.place(), "declared here"));
    }
}
