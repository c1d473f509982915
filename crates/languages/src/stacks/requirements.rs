//! The providers that a stack requires.
//!
//! Source of the rules: `stackconfig/provider_requirements.go` of Terraform.

use hclx_diag::{Diagnostic, OrderedSet, code_names as codes, nearest};
use hclx_module::{RootBlock, SourceFiles};
use hclx_syntax::body::AttributeView;
use hclx_syntax::statics;

use crate::terraform::wrong_constraint;

/// The attributes of a requirement.
const ATTRIBUTES: [&str; 2] = ["source", "version"];

/// The prefix of the addresses of providers that are part of Terraform and have no versions.
const BUILT_IN: &str = "terraform.io/builtin/";

/// Checks requirements, and reports configured providers that are not required.
pub(super) fn judge(tops: &[RootBlock<'_>], sources: &SourceFiles, found: &mut Vec<Diagnostic>) {
    let blocks: Vec<&RootBlock<'_>> = tops.iter().filter(|top| top.kind() == "required_providers").collect();
    if sources.are_broken() {
        return;
    }
    let mut required: OrderedSet<&str> = OrderedSet::new();
    for block in &blocks {
        for attribute in block.attributes() {
            requirement(block, &attribute, found);
            required.insert(attribute.name);
        }
    }
    for top in tops.iter().filter(|top| {
        // `terraform` is built in
        top.kind() == "provider" && top.label(0) != "terraform" && !required.contains(top.label(0))
    }) {
        let name = top.label(0);
        let message = format!("provider `{name}` is not in `required_providers`");
        let finding = Diagnostic::error(codes::UNKNOWN_NAME, top.label_place(0), message);
        let near = nearest(name, required.iter().copied());
        let help = format!("add `{name} = {{ source = …, version = … }}` to `required_providers`");
        found.push(finding.meant_or(near, help));
    }
}

/// Checks one requirement, which must have a source and, unless the provider is built in, a version.
fn requirement(block: &RootBlock<'_>, attribute: &AttributeView<'_>, found: &mut Vec<Diagnostic>) {
    let written = block.expression(attribute);
    let place = |expr| written.tree.expr(expr).range.in_source(written.source);
    let Some(items) = statics::as_map(written.tree, written.expr) else { return };
    let value = |name: &str| items.iter().find(|item| written.tree.string(item.key) == Some(name));
    let source = value("source").and_then(|item| written.tree.string(item.value));
    if source.is_some_and(|source| source.starts_with(BUILT_IN)) {
        return;
    }
    let version = value("version").and_then(|item| Some((item.value, written.tree.string(item.value)?)));
    found.extend(version.and_then(|(expr, text)| wrong_constraint(text, place(expr))));
    let mut meant: Vec<&str> = Vec::new();
    for item in items {
        let Some(name) = written.tree.string(item.key).filter(|name| !ATTRIBUTES.contains(name)) else {
            continue;
        };
        let near = nearest(name, ATTRIBUTES.into_iter().filter(|known| value(known).is_none()));
        meant.extend(near);
        let message = format!("unexpected attribute `{name}` in the requirement of `{}`", attribute.name);
        let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place(item.key), message);
        found.push(finding.meant_or(near, "available attributes: `source` and `version`"));
    }
    for name in ATTRIBUTES.into_iter().filter(|name| value(name).is_none() && !meant.contains(name)) {
        let message = format!("missing `{name}` in the requirement of `{}`", attribute.name);
        let at = attribute.name_range.in_source(written.source);
        found.push(Diagnostic::error(codes::MISSING_ATTRIBUTE, at, message));
    }
}
