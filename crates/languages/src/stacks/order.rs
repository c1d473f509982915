//! The order of components and stacks: `depends_on`.
//!
//! Source of the rules: `ValidateDependsOn` of Terraform.

use hclx_diag::{Diagnostic, code_names as codes, nearest};
use hclx_module::RootBlock;
use hclx_syntax::statics;

/// Checks that `depends_on` lists components and stacks that exist.
pub(super) fn check(top: &RootBlock<'_>, tops: &[RootBlock<'_>], found: &mut Vec<Diagnostic>) {
    let Some(written) = top.written("depends_on") else { return };
    for element in statics::as_list(written.tree, written.expr).unwrap_or_default() {
        let place = written.tree.expr(*element).range.in_source(written.source);
        let reference = statics::as_reference(written.tree, written.source, *element);
        let Some(name) = reference.as_ref().and_then(|reference| reference.attribute(0)) else {
            found.push(no_target(Diagnostic::error(codes::STATIC_EXPRESSION, place, MESSAGE)));
            continue;
        };
        let kind = reference.as_ref().map_or("", |reference| &*reference.root);
        if !matches!(kind, "component" | "stack") {
            found.push(no_target(Diagnostic::error(codes::STATIC_EXPRESSION, place, MESSAGE)));
            continue;
        }
        let declared = || tops.iter().filter(|top| top.kind() == kind).map(|top| top.label(0));
        if !declared().any(|declared| declared == name) {
            let message = format!("unknown {kind} `{kind}.{name}`");
            let finding = Diagnostic::error(codes::UNKNOWN_NAME, place, message);
            found.push(finding.perhaps_meant(nearest(name, declared()).map(|near| format!("{kind}.{near}"))));
        }
    }
}

const MESSAGE: &str = "`depends_on` takes components and stacks";

fn no_target(finding: Diagnostic) -> Diagnostic {
    finding.help("use `component.NAME` or `stack.NAME`")
}
