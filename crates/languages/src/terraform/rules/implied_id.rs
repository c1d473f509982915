//! The attribute `id` of resources, which providers add to the schema of every managed resource.
//!
//! Source of the rule: the SDK of providers adds `id` as optional and computed where a resource does not declare it,
//! and rejects configurations that set it.

use hclx_diag::{Diagnostic, code_names as codes};

use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Reports resources that set the `id` that their provider assigns.
pub(crate) struct ImpliedId;

impl Rule for ImpliedId {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        let FilledResource { declaration, filled, known, .. } = *resource;
        let implied = known.and_then(|block| block.find_attribute("id"));
        if declaration.kind != Kind::Resource || !implied.is_some_and(schemas::is_implied_id) {
            return;
        }
        let Some(id) = filled.body.attribute("id").filter(|id| id.value.definitely_not_null()) else {
            return;
        };
        let place = declaration.written.span(id.view.name_range);
        let finding = Diagnostic::error(
            codes::READ_ONLY_ATTRIBUTE,
            place,
            "`id` is read-only: the provider assigns it when it creates the resource",
        );
        instance.findings.push(finding.help("remove it"));
    }
}
