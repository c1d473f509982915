//! The versions and providers that a module requires.

use std::sync::Arc;

use hclx_analysis::describe::Requirement;
use hclx_diag::{Arrange, Ordered};
use hclx_syntax::ast::ExprId;

use super::texts;
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_providers;
use crate::terraform::rules::provider_passing;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The version constraints on the language.
pub(super) fn versions(module: &Module) -> Vec<Arc<str>> {
    let blocks = module.others.iter().filter(|one| &*one.block_type == "terraform");
    let version = |written: &Arc<BlockSource>| {
        let attribute = required_version(written)?;
        texts::constant(written, attribute)?.as_str().map(Arc::from)
    };
    blocks.filter_map(version).collect()
}

fn required_version(written: &BlockSource) -> Option<ExprId> {
    Some(written.attribute(&schemas::terraform(), "required_version")?.value)
}

/// The required providers by name: those in `required_providers`, and the versions in provider configurations.
pub(super) fn requirements(module: &Module) -> Vec<Requirement> {
    let mut found: Ordered<Arc<str>, Requirement> = Ordered::new();
    let mut add =
        |name: &str, source: Option<Arc<str>>, version: Option<Arc<str>>, aliases: Vec<Arc<str>>| {
            if !found.contains_key(name) {
                found.insert(name.into(), Requirement { name: name.into(), ..Requirement::default() });
            }
            let Some(one) = found.get_mut(name) else { return };
            one.source = one.source.take().or(source);
            one.constraints.extend(version);
            one.aliases.extend(aliases);
        };
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        let tree = &written.parsed.tree;
        for attribute in required_providers::attributes(written) {
            let constant = |expr| texts::constant(written, expr)?.as_str().map(Arc::from);
            let field = |name| required_providers::entry(tree, attribute.value, name).and_then(constant);
            let version = constant(attribute.value).or_else(|| field("version"));
            add(
                attribute.name,
                field("source"),
                version,
                required_providers::aliases(written, attribute.value),
            );
        }
    }
    for provider in module.of_kind(Kind::Provider) {
        let version = texts::text(provider, &schemas::provider(), "version");
        let name = provider.name.split('.').next().unwrap_or_default();
        add(name, None, version, Vec::new());
    }
    for provider in module.of_kind(Kind::Provider) {
        let (name, alias) = provider.name.split_once('.').unwrap_or((&provider.name, ""));
        let Some(one) = found.get_mut(name) else { continue };
        let is_configured = provider_passing::is_configured(provider);
        one.is_configured |= is_configured;
        one.proxies.extend((!is_configured && !alias.is_empty()).then(|| Arc::from(alias)));
    }
    let mut all: Vec<Requirement> = found.into_iter().map(|(_, one)| one).collect();
    all.arrange_by_key(|one| one.name.clone());
    all
}
