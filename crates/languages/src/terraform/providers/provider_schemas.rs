//! The schemas for a module's resources: the provider of a resource, the version of its schema, and the body
//! of the resource.
//!
//! Source of the rules: Terraform's "Provider Requirements". Out of scope: reading schemas
//! (`providers`).

use std::borrow::Cow;
use std::sync::Arc;

use hclx_analysis::{CoverageGaps, GapCause, ProviderParts, SchemaGap, Snapshot, query};
use hclx_diag::{Ordered, nearest};
use hclx_schema::Block;
use hclx_syntax::statics;

use super::recorded_values;
use super::requirements::required;
use super::versions::AllowedVersions;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions::asked;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::versions::Version;
use crate::terraform::packages::{
    self, Fit, FoundPackage, GivenSchemas, Pack, Package, ProviderAddress, Reach, Variant,
};
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
        let package = match package {
            Ok(Some(package)) if is_for_older_protocol(module) => Ok(Some(Arc::new(package.as_nearest()))),
            package => package,
        };
        Some((address, package))
    })
}

/// The version of Terraform that introduced the protocol of current providers. Those in packs do not run with older
/// versions.
const PROTOCOL_SINCE: Version = (0, 12);

/// Returns `true` if a module only runs with releases of providers that are older than all packs.
fn is_for_older_protocol(module: &Module) -> bool {
    asked(module).is_some_and(|asked| asked.bounds.are_all_before(PROTOCOL_SINCE))
}

/// The schemas that the resources of a module are checked with, and the parts of providers that are not checked with
/// the schema of the exact release that the module runs with.
pub(crate) fn summary(run: Run<'_>, module: &Module) -> (Vec<String>, CoverageGaps) {
    let mut notes = Vec::new();
    let mut unchecked =
        CoverageGaps { modules: call_targets::absent(run, module), ..CoverageGaps::default() };
    for (name, parts) in parts(module) {
        let found = package(run.snapshot, run.flavor, module, &name);
        let Some((address, package)) = &*found else { continue };
        if *address == ProviderAddress::built_in() {
            continue;
        }
        notes.extend(packages::unread(run.snapshot, address).filter(|note| !notes.contains(note)));
        let cause = match package {
            Ok(Some(package)) => {
                notes.extend((parts.resources > 0).then(|| judged_by(package)).flatten());
                gap(run, module, (&name, address), package)
            }
            Ok(None) => Some(excluded(run, module, (&name, address)).unwrap_or(GapCause::Missing)),
            Err(why) => Some(GapCause::Unusable(why.clone())),
        };
        if let Some(cause) = cause {
            let gap = SchemaGap { provider: address.short(), cause };
            unchecked.providers.or_default(gap).add(parts);
        }
    }
    (notes, unchecked)
}

/// The parts of each provider in a module, by local name.
pub(super) fn parts(module: &Module) -> Ordered<String, ProviderParts> {
    let mut parts: Ordered<String, ProviderParts> = Ordered::new();
    for one in &module.declarations {
        match one.kind {
            Kind::Resource | Kind::Data | Kind::Ephemeral => {
                parts.or_default(local_name(one).to_owned()).resources += 1;
            }
            Kind::Provider => {
                let local = one.written.labels.first().map(|label| label.text.to_string());
                parts.or_default(local.unwrap_or_default()).configurations += 1;
            }
            _ => {}
        }
    }
    for call in &module.provider_calls {
        let local = call.name.split("::").nth(1).unwrap_or_default();
        // otherwise there is an error about the name
        if !required(module).contains_key(&local.to_lowercase()) {
            continue;
        }
        parts.or_default(local.to_owned()).calls += 1;
    }
    // The built-in provider needs no package: its schemas are rows (`schemas::built_in`).
    parts.remove("terraform");
    parts
}

/// The note about the schemas that the resources of a provider are checked with.
fn judged_by(package: &Package) -> Option<String> {
    let short = package.address().short();
    if package.admission().reach == Reach::Nearest || package.admission().fit == Fit::Older {
        return None;
    }
    if !package.origin().is_empty() {
        let version = package.version().unwrap_or("of any version");
        return Some(format!("{short} is checked with schema {version} from {}", package.origin()));
    }
    let schemas = match package.pack().known_releases() {
        (releases, true) => format!("the schemas of {releases}"),
        (release, false) => format!("the schema of {release}"),
    };
    let origin = if package.pack().is_shipped() { "shipped" } else { "installed" };
    Some(format!("{short} is checked with {schemas} ({origin})"))
}

/// The reason why a package does not contain the exact release that a module runs with.
fn gap(
    run: Run<'_>,
    module: &Module,
    (local, address): (&str, &ProviderAddress),
    package: &Package,
) -> Option<GapCause> {
    let fit = package.admission().fit;
    let by = || {
        let tree = (run.snapshot, run.flavor);
        let allowed = AllowedVersions::of(tree, &module.folder, (local, address));
        let excluding = allowed.excluding(tree, package.version().unwrap_or_default());
        let (major, minor) = PROTOCOL_SINCE;
        excluding.unwrap_or_else(|| format!("the release for Terraform before {major}.{minor}"))
    };
    let relation = match (package.admission().reach, fit) {
        (_, Fit::Exact) => return None,
        (_, Fit::Admitted) => return Some(GapCause::Several),
        (Reach::Nearest, Fit::Newer) => "older than",
        // even if a lock file selects the release, the types and required arguments of the newest one are not checked
        (_, Fit::Older) => "newer than",
        (Reach::Nearest, Fit::Beside) => "not among",
        _ => return Some(GapCause::Neighbors(by())),
    };
    Some(GapCause::OtherReleases { by: by(), relation, known: package.pack().known_releases().0 })
}

/// The stored schema of a provider that the constraints of a module exclude, if there is one.
fn excluded(run: Run<'_>, module: &Module, (local, address): (&str, &ProviderAddress)) -> Option<GapCause> {
    let stored = GivenSchemas::of(run.snapshot).stored_versions(run.snapshot, address);
    let newest = stored.into_iter().flatten().next()?;
    let tree = (run.snapshot, run.flavor);
    let by = AllowedVersions::of(tree, &module.folder, (local, address)).excluding(tree, &newest)?;
    Some(GapCause::Excluded { stored: newest, by })
}

/// The package of the provider of a resource, if there is one.
pub(crate) fn package_of(run: Run<'_>, module: &Module, declaration: &Declaration) -> Option<Arc<Package>> {
    let found = of_declaration(run, module, declaration);
    let (_, package) = (*found).as_ref()?;
    package.as_ref().ok()?.clone()
}

/// The kind of schema that the bodies of declarations of a kind are checked with, if any.
pub(crate) const fn described(kind: Kind) -> Option<packages::Kind> {
    match kind {
        Kind::Resource => Some(packages::Kind::Resource),
        Kind::Data => Some(packages::Kind::Data),
        Kind::Ephemeral => Some(packages::Kind::Ephemeral),
        _ => None,
    }
}

query! {
    /// A body in a pack, combined with the language's own arguments of a kind and with the values that the same type
    /// accepts in another release, if it is known for that one alone.
    struct TypeBlock(Arc<Pack>, Variant, packages::Kind, Option<Variant>) -> Arc<Block>;
    |TypeBlock(pack, variant, kind, stated), _| {
        let block = pack.block(*variant);
        let block = match stated {
            Some(stated) => recorded_values::with_values(block, &pack.block(*stated)),
            None => block,
        };
        Arc::new(schemas::joined(&schemas::meta_of_type(*kind), &block))
    }
}

query! {
    /// The name of a kind of types in a release of a pack that is closest to another name.
    struct SimilarType(Arc<Pack>, usize, packages::Kind, Arc<str>) -> Option<Arc<str>>;
    |SimilarType(pack, release, kind, of_type), _| {
        nearest(of_type, pack.names(*kind, *release)).map(Arc::from)
    }
}

/// The existing type of a provider whose name is closest to an unknown one, found once.
pub(crate) fn similar_type(
    snapshot: &Snapshot,
    package: &Package,
    (kind, of_type): (packages::Kind, &Arc<str>),
) -> Option<Arc<str>> {
    let pack = Arc::clone(package.pack());
    (*snapshot.get(&SimilarType(pack, package.release(), kind, Arc::clone(of_type)))).clone()
}

/// The body of a provider's type, combined with the language's own arguments; built once.
pub(crate) fn type_block(
    snapshot: &Snapshot,
    package: &Package,
    (kind, of_type): (packages::Kind, &str),
) -> Option<Arc<Block>> {
    type_block_at(snapshot, (package.pack(), package.release()), (kind, of_type))
}

/// Like [`type_block`], for a release of a pack.
pub(crate) fn type_block_at(
    snapshot: &Snapshot,
    (pack, release): (&Arc<Pack>, usize),
    (kind, of_type): (packages::Kind, &str),
) -> Option<Arc<Block>> {
    let variant = pack.variant(kind, of_type, release)?;
    let stated =
        recorded_values::source_of_values(pack, release, (kind, of_type)).filter(|stated| *stated != variant);
    Some(Arc::clone(&snapshot.get(&TypeBlock(Arc::clone(pack), variant, kind, stated))))
}

/// The body of a resource's type in the newest allowed release of its provider, looked up once.
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
        type_block(snapshot, package, (kind, &declaration.of_type))
    };
    declaration.found().block.get_or_init(|| module.later.during(find)).clone()
}

query! {
    /// The body of provider configurations in a pack, combined with the language's own arguments.
    struct ProviderBlock(Arc<Pack>, Variant) -> Arc<Block>;
    |ProviderBlock(pack, variant), _| {
        let named = schemas::provider().attributes().to_vec();
        Arc::new(schemas::joined(&Block::new().attributes_of(named), &pack.block(*variant)))
    }
}

/// The body of a provider's configurations, combined with the language's own arguments; built once.
pub(crate) fn provider_block(snapshot: &Snapshot, package: &Package) -> Option<Arc<Block>> {
    let variant = package.pack().provider(package.release())?;
    Some(Arc::clone(&snapshot.get(&ProviderBlock(Arc::clone(package.pack()), variant))))
}

/// The provider of a resource with its package, computed once.
pub(crate) fn of_declaration(run: Run<'_>, module: &Module, declaration: &Declaration) -> Arc<FoundPackage> {
    let find = || package(run.snapshot, run.flavor, module, local_name(declaration));
    Arc::clone(declaration.found().provider.get_or_init(find))
}
