//! The provider configurations that a component passes to its module.
//!
//! Source of the rules: `EvalProviderTypes` and `EffectiveRequiredProviderConfigs` of Terraform. Providers that only
//! called modules need are not checked.

use hclx_analysis::graph;
use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};
use hclx_module::{ExprRef, RootBlock};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::statics;

use crate::terraform::{InterfaceProvider, InterfaceProviders};

/// Checks the argument `providers` of a component against the requirements of its module.
pub(super) fn check(top: &RootBlock<'_>, module: &InterfaceProviders, found: &mut Vec<Diagnostic>) {
    let written = top.written("providers");
    let Some(passed) = written.as_ref().map_or(Some(Vec::new()), configurations) else { return };
    let is_passed = |needed: &&InterfaceProvider| passed.iter().any(|(name, _)| *name == needed.name);
    let missing: Vec<&InterfaceProvider> = module.needed.iter().filter(|needed| !is_passed(needed)).collect();
    let mut meant: Vec<&str> = Vec::new();
    for (name, place) in passed.iter().filter(|(name, _)| !module.names.contains(name)) {
        if let Some(near) = nearest(name, missing.iter().map(|missing| &*missing.name)) {
            meant.push(near);
            let message = format!("the module needs no provider configuration `{name}`, but `{near}`");
            let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, *place, message);
            found.push(finding.perhaps_meant_at(*place, Some(near)));
        } else if !module.has_calls {
            let message = format!("the module uses no provider configuration `{name}`; this one is ignored");
            found.push(Diagnostic::warning(codes::PROVIDER_CONFIGURATION, *place, message));
        }
    }
    let header = || written.as_ref().map_or(top.place(), |_| place_of(top));
    for needed in missing.into_iter().filter(|needed| !meant.contains(&&*needed.name)) {
        let name = &needed.name;
        let message = format!("missing provider configuration `{name}`, which the module needs");
        let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, header(), message);
        found.push(
            finding
                .also(needed.place, "needed here")
                .help(format!("add `{name} = provider.…` to `providers`")),
        );
    }
}

/// Checks that configurations with `for_each` are passed with a key, and others without one.
pub(super) fn check_keys(written: &ExprRef<'_>, tops: &[RootBlock<'_>], found: &mut Vec<Diagnostic>) {
    for item in statics::as_map(written.tree, written.expr).unwrap_or_default() {
        let ExprKind::Traversal { steps, .. } = written.tree.expr(item.value).kind else { continue };
        let references = graph::references(written.tree, item.value);
        let Some(reference) = references.first().filter(|reference| &*reference.root == "provider") else {
            continue;
        };
        let (of_type, name) = (reference.attribute(0), reference.attribute(1));
        let is_it = |top: &&RootBlock<'_>| {
            top.kind() == "provider" && Some(top.label(0)) == of_type && Some(top.label(1)) == name
        };
        let Some(provider) = tops.iter().find(is_it) else { continue };
        let address = format!("provider.{}.{}", provider.label(0), provider.label(1));
        let has_key = written.tree.slice(steps).len() > 2;
        let (message, help) = match (provider.written("for_each").is_some(), has_key) {
            (true, false) => (
                format!("`{address}` uses `for_each`: refer to one instance of the map"),
                format!("use `{address}[KEY]`"),
            ),
            (false, true) => (
                format!("`{address}` does not use `for_each`, so it cannot be indexed"),
                format!("remove the index: `{address}`"),
            ),
            _ => continue,
        };
        let place = written.tree.expr(item.value).range.in_source(written.source);
        let finding = Diagnostic::error(codes::INSTANCE_KEY, place, message);
        found.push(finding.also(provider.place(), "declared here").help(help));
    }
}

/// The place of the argument's name.
fn place_of(top: &RootBlock<'_>) -> Span {
    let attributes = top.attributes();
    let written = attributes.iter().find(|attribute| attribute.name == "providers");
    written.map_or(top.place(), |written| written.name_range.in_source(top.source.id))
}

/// Returns `true` if a place is not in the name of a configuration, because such names are not references.
pub(super) fn is_of_value(top: &RootBlock<'_>, place: Option<Span>) -> bool {
    let Some(written) = top.written("providers") else { return true };
    let mut keys =
        statics::as_map(written.tree, written.expr).unwrap_or_default().iter().map(|item| item.key);
    let Some(place) = place.filter(|place| place.source == written.source) else { return true };
    !keys.any(|key| written.tree.expr(key).range.contains(place.range))
}

/// The names of the configurations that are passed, with their places; `None` if the source does not determine them.
fn configurations(written: &ExprRef<'_>) -> Option<Vec<(String, Span)>> {
    let items = statics::as_map(written.tree, written.expr)?;
    let named =
        |key: ExprId| Some((name(written, key)?, written.tree.expr(key).range.in_source(written.source)));
    items.iter().map(|item| named(item.key)).collect()
}

/// The name in the form `NAME` or `NAME.ALIAS`.
fn name(written: &ExprRef<'_>, key: ExprId) -> Option<String> {
    if let Some(text) = written.tree.string(key) {
        return Some(text.to_owned());
    }
    let reference = statics::as_reference(written.tree, written.source, key)?;
    match reference.steps.len() {
        0 => Some(reference.root.into_owned()),
        1 => Some(format!("{}.{}", reference.root, reference.attribute(0)?)),
        _ => None,
    }
}
