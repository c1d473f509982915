//! The providers that a `required_providers` block may name, for completion: those with schemas, with their addresses and
//! releases, and those that the module uses.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_core::Type;
use hclx_diag::OrderedSet;
use hclx_schema::{Attribute, Block, ExprMode};

use super::packages::{Pack, PackBytes, ProviderAddress};

/// The body of `required_providers`, given the local names that the module uses.
pub(super) fn required_providers(snapshot: &Snapshot, used: &OrderedSet<String>) -> Block {
    let shipped = snapshot.settings().shipped_schemas;
    let known = shipped.iter().filter_map(|(name, bytes)| Some((ProviderAddress::parse(name)?, *bytes)));
    let mut body = Block::new();
    let mut names: OrderedSet<String> = OrderedSet::new();
    for (address, bytes) in known {
        let versions = versions(snapshot, &address, bytes);
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

/// Constraints on the releases of a provider: the newest major version, the newest release, and each release.
fn versions(snapshot: &Snapshot, address: &ProviderAddress, bytes: &'static [u8]) -> Vec<String> {
    let all = snapshot.memo(&format!("constraints on {address}"), || {
        let Ok(pack) = Pack::open(PackBytes::Shipped(bytes)) else { return Vec::new() };
        let releases: Vec<String> = pack.releases().iter().filter_map(|one| one.version.clone()).collect();
        let newest = releases.iter().max_by(|one, other| super::packages::compare_versions(one, other));
        let Some(newest) = newest else { return Vec::new() };
        let (minor, _) = newest.rsplit_once('.').unwrap_or((newest, ""));
        let (major, _) = minor.split_once('.').unwrap_or((minor, ""));
        let first = [format!("~> {major}.0"), format!("~> {minor}"), format!(">= {newest}")];
        first.into_iter().chain([newest.clone()]).collect()
    });
    all.to_vec()
}
