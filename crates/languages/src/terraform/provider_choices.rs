//! Completions for `required_providers`: providers with schemas, with their addresses and releases, and those that the
//! module uses.

use std::sync::Arc;

use hclx_analysis::{Snapshot, query};
use hclx_core::Type;
use hclx_diag::OrderedSet;
use hclx_schema::{Attribute, Block, ExprMode};

use super::packages::{self, ProviderAddress};

/// The body of `required_providers`, given the local names that the module uses.
pub(super) fn required_providers(snapshot: &Snapshot, used: &OrderedSet<String>) -> Block {
    let shipped = snapshot.settings().shipped_schemas;
    let known = shipped.iter().filter_map(|(name, _)| ProviderAddress::parse(name));
    let mut body = Block::new();
    let mut names: OrderedSet<String> = OrderedSet::new();
    for address in known {
        let versions = snapshot.get(&ReleaseConstraints(address.clone()));
        names.insert(address.name.to_string());
        body = body.attribute(provider(&address.name, &[address.short()], &versions));
    }
    for name in used.iter().filter(|name| !names.contains(*name) && !name.is_empty()) {
        body = body.attribute(provider(name, &[format!("hashicorp/{name}")], &[]));
    }
    body.any_attribute = Some(provider("", &[], &[]));
    body
}

/// The requirement of a provider with its possible addresses and constraints.
fn provider(name: &str, sources: &[String], versions: &[String]) -> Attribute {
    let text = |name: &'static str, allowed: &[String]| {
        Attribute::new(name, Type::STRING).one_of(allowed.iter().map(|one| &**one))
    };
    let aliases = Attribute::new("configuration_aliases", Type::ANY).reading(ExprMode::Opaque);
    let object = Block::new()
        .attribute(text("source", sources).required())
        .attribute(text("version", versions))
        .attribute(aliases);
    let ty =
        Type::object_with(object.ty().as_object().map(|ty| ty.attributes().to_vec()).unwrap_or_default());
    Attribute { object: Some(Arc::new(object)), ..Attribute::new(name, ty) }
}

query! {
    /// Constraints on the releases of a provider with a shipped schema: the newest major version, the newest minor
    /// version, the newest release or later, and exactly this release.
    struct ReleaseConstraints(ProviderAddress) -> Vec<String>;
    |ReleaseConstraints(address), snapshot| {
        let Some(pack) = packages::shipped(snapshot, address) else { return Vec::new() };
        let releases = pack.releases().iter().filter_map(|release| release.version.as_deref());
        let newest = releases.max_by(|version, other| packages::compare_versions(version, other));
        let Some(newest) = newest else { return Vec::new() };
        let (minor, _) = newest.rsplit_once('.').unwrap_or((newest, ""));
        let (major, _) = minor.split_once('.').unwrap_or((minor, ""));
        let first = [format!("~> {major}.0"), format!("~> {minor}"), format!(">= {newest}")];
        first.into_iter().chain([newest.to_owned()]).collect()
    }
}
