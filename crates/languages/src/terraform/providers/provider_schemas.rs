//! The schemas for a module's resources: the provider of a resource, the version of its schema, and the body
//! of the resource.
//!
//! Source of the rules: Terraform's "Provider Requirements". Out of scope: reading schemas
//! (`providers`).

use std::borrow::Cow;
use std::sync::Arc;

use hclx_analysis::{CoverageGaps, Snapshot};
use hclx_diag::Ordered;
use hclx_schema::Block;
use hclx_syntax::statics;

use super::requirements::required;
use super::versions::AllowedVersions;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::packages::{self, FoundPackage, GivenSchemas, Package, ProviderAddress, Reach};
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The local name of the provider of a resource.
pub(crate) fn local_name(declaration: &Declaration) -> &str {
    declaration.local_name(|| written_name(declaration).into())
}

fn written_name(declaration: &Declaration) -> Cow<'_, str> {
    let named = declaration.attribute(&schemas::data(), "provider").and_then(|(written, attribute)| {
        let tree = &written.parsed.tree;
        let reference = statics::as_reference(tree, written.source, attribute.value);
        reference.map(|reference| reference.root).or_else(|| Some(tree.string(attribute.value)?.into()))
    });
    let first = |text: &str, sign: char| text.split(sign).next().map_or(0, str::len);
    match named {
        Some(Cow::Borrowed(name)) => name[..first(name, '.')].into(),
        Some(Cow::Owned(name)) => name[..first(&name, '.')].to_owned().into(),
        None => declaration.of_type[..first(&declaration.of_type, '_')].into(),
    }
}

/// The package of the provider with a local name, and its address.
pub(crate) fn package(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Module,
    local: &str,
) -> Arc<FoundPackage> {
    super::kept(module).package(&module.later, flavor, local, || {
        let required = required(module).get(&local.to_lowercase()).cloned().unwrap_or_default();
        let address = required.address(local)?;
        let allowed = AllowedVersions::of((snapshot, flavor), &module.folder, (local, &address));
        let package = GivenSchemas::of(snapshot).find(snapshot, &address, &allowed.requirements());
        Some((address, package))
    })
}

/// The schemas that the resources of a module are checked with, and the resources that are only partly
/// checked.
pub(crate) fn summary(run: Run<'_>, module: &Module) -> (Vec<String>, CoverageGaps) {
    let is_typed = |kind: Kind| matches!(kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
    let mut resources: Ordered<&str, usize> = Ordered::new();
    for one in module.declarations.iter().filter(|one| is_typed(one.kind)) {
        *resources.or_default(local_name(one)) += 1;
    }
    // The built-in provider needs no package: its schemas are rows (`schemas::built_in`).
    resources.remove("terraform");
    let mut notes = Vec::new();
    let mut unchecked =
        CoverageGaps { modules: call_targets::absent(run, module), ..CoverageGaps::default() };
    for (name, count) in resources {
        let found = package(run.snapshot, run.flavor, module, name);
        let Some((address, package)) = &*found else { continue };
        match package {
            Ok(Some(package)) => {
                notes.push(judged_by(package));
                if package.admission().reach == Reach::Nearest {
                    *unchecked.providers.or_default(address.short()) += count;
                }
            }
            Ok(None) => {
                *unchecked.providers.or_default(address.short()) += count;
                notes.extend(excluded(run, module, (name, address)));
            }
            Err(why) => notes.push(format!("{} was only partly checked: {why}", address.short())),
        }
    }
    (notes, unchecked)
}

/// The note about the schemas that the resources of a provider are checked with.
fn judged_by(package: &Package) -> String {
    let short = package.address().short();
    if !package.origin().is_empty() {
        let version = package.version().unwrap_or("of any version");
        return format!("{short} is checked with schema {version} from {}", package.origin());
    }
    let mut versions = package.pack().releases().iter().filter_map(|release| release.version.as_deref());
    let schemas = match (versions.next(), versions.next_back()) {
        (Some(first), Some(last)) => format!("the schemas of {first} to {last}"),
        (only, _) => format!("the schema of {}", only.unwrap_or("any version")),
    };
    match package.admission().reach {
        Reach::Nearest => {
            format!(
                "{short} is checked for misspelled names alone: {schemas} (shipped) are of other versions"
            )
        }
        _ => format!("{short} is checked with {schemas} (shipped)"),
    }
}

/// A note about the newest stored schema of a provider, if the module cannot run with its version.
fn excluded(run: Run<'_>, module: &Module, (local, address): (&str, &ProviderAddress)) -> Option<String> {
    let stored = GivenSchemas::of(run.snapshot).stored_versions(run.snapshot, address);
    let newest = stored.into_iter().flatten().next()?;
    let tree = (run.snapshot, run.flavor);
    let why = AllowedVersions::of(tree, &module.folder, (local, address)).excluding(tree, &newest)?;
    let short = address.short();
    Some(format!(
        "schema {newest} of {short} is stored, but {why} does not allow it; import the schema of an allowed version with \
         `hclx schema import`"
    ))
}

/// The package of the provider of a resource, if there is one.
pub(crate) fn package_of(run: Run<'_>, module: &Module, declaration: &Declaration) -> Option<Arc<Package>> {
    let found = of_declaration(run, module, declaration);
    let (_, package) = (*found).as_ref()?;
    package.as_ref().ok()?.clone()
}

/// The kind of schema for declarations of a kind, if their bodies are checked with one.
pub(crate) const fn described(kind: Kind) -> Option<packages::Kind> {
    match kind {
        Kind::Resource => Some(packages::Kind::Resource),
        Kind::Data => Some(packages::Kind::Data),
        Kind::Ephemeral => Some(packages::Kind::Ephemeral),
        _ => None,
    }
}

/// The body of a provider's type, combined with the language's own arguments, `meta`; built once.
pub(crate) fn type_block(
    snapshot: &Snapshot,
    package: &Package,
    (kind, of_type): (packages::Kind, &str),
    meta: &Block,
) -> Option<Arc<Block>> {
    // `meta` follows from the kind, so the key does not contain it.
    let variant = package.pack().variant(kind, of_type, package.release())?;
    let joined = snapshot.memo(&format!("{} {variant:?} {kind:?}", package.pack().key()), || {
        Some(Arc::new(schemas::joined(meta, &package.pack().block(variant))))
    });
    (*joined).clone()
}

/// The body of the type of a resource in the newest admitted release of its provider, looked up once.
pub(crate) fn newest_block(
    (snapshot, flavor): (&Snapshot, Flavor),
    module: &Module,
    declaration: &Declaration,
) -> Option<Arc<Block>> {
    let find = || {
        let kind = described(declaration.kind)?;
        let found = package(snapshot, flavor, module, local_name(declaration));
        let (_, package) = (*found).as_ref()?;
        let package = package.as_ref().ok()?.as_ref()?;
        let meta = schemas::meta(declaration.kind).unwrap_or_else(schemas::data);
        type_block(snapshot, package, (kind, &declaration.of_type), &meta)
    };
    declaration.found().block.get_or_init(|| module.later.during(find)).clone()
}

/// The body of a provider's configurations, combined with the language's own arguments; built once.
pub(crate) fn provider_block(snapshot: &Snapshot, package: &Package) -> Option<Arc<Block>> {
    let variant = package.pack().provider(package.release())?;
    let joined = snapshot.memo(&format!("{} {variant:?} provider", package.pack().key()), || {
        let block = package.pack().block(variant);
        let named = schemas::provider().attributes().to_vec();
        Some(Arc::new(schemas::joined(&Block::new().attributes_of(named), &block)))
    });
    (*joined).clone()
}

/// The provider of a resource with its package, computed once.
pub(crate) fn of_declaration(run: Run<'_>, module: &Module, declaration: &Declaration) -> Arc<FoundPackage> {
    let find = || package(run.snapshot, run.flavor, module, local_name(declaration));
    Arc::clone(declaration.found().provider.get_or_init(find))
}
