//! Uses of variables and outputs that a called module deprecates.
//!
//! Source of the rules: the changelogs of Terraform 1.15 and OpenTofu 1.10.

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::Block;

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::{dependencies, references};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

use hclx_syntax::statics::ReferenceKey;

/// Reports arguments for deprecated variables, and references to deprecated outputs.
pub(crate) struct Deprecations;

impl Rule for Deprecations {
    fn call(&self, instance: &mut Instance<'_>, call: &Declaration, child: Option<&Module>) {
        // the declarations do not depend on values
        let Some(child) = child.filter(|_| !instance.inputs.is_call) else { return };
        for (variable, _) in child.variables() {
            let Some(why) = deprecation(variable, &schemas::variable()) else { continue };
            for written in std::iter::once(&call.written).chain(&call.overrides) {
                let arguments = written.view().just_attributes().0;
                let Some(argument) = arguments.iter().find(|one| *one.name == *variable.name) else {
                    continue;
                };
                let message = format!("variable `{}` of module `{}` is deprecated", variable.name, call.name);
                let place = written.span(argument.name_range);
                let finding = Diagnostic::warning(codes::DEPRECATED_NAME, place, message);
                instance.findings.push(finding.also(variable.name_span, "declared here").help(why.as_str()));
            }
        }
    }

    fn module(&self, instance: &mut Instance<'_>) {
        if instance.inputs.is_call || instance.module.of_kind(Kind::Module).next().is_none() {
            return;
        }
        let module = instance.module;
        for declaration in &module.declarations {
            let mut findings = Vec::new();
            dependencies::references_of(declaration, &mut |mention, source| {
                if mention.root != "module" {
                    return;
                }
                let reference = mention.reference();
                let Some((call, at)) = references::called_output(module, &reference) else { return };
                let Some(ReferenceKey::Attr(name) | ReferenceKey::Text(name)) =
                    reference.steps.get(at).map(|step| &step.kind)
                else {
                    return;
                };
                let child = instance.children.modules.get(call).and_then(Option::as_ref);
                let Some((_, output)) = child.and_then(|child| child.get(Kind::Output, "", name)) else {
                    return;
                };
                let Some(why) = deprecation(output, &schemas::output()) else { return };
                let message = format!("output `{name}` of module `{call}` is deprecated");
                let place = mention.range().in_source(source);
                let finding = Diagnostic::warning(codes::DEPRECATED_NAME, place, message);
                findings.push(finding.also(output.name_span, "declared here").help(why));
            });
            instance.findings.extend(findings);
        }
    }
}

/// The message of a deprecated declaration.
fn deprecation(declaration: &Declaration, block: &Block) -> Option<String> {
    let (written, attribute) = declaration.attribute(block, "deprecated")?;
    written.parsed.tree.string(attribute.value).map(str::to_owned)
}
