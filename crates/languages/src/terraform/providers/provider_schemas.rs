//! The schemas for a module's resources: the provider of a resource, the version of its schema, and the body
//! of the resource.
//!
//! Source of the rules: Terraform's "Provider Requirements". Out of scope: reading schemas
//! (`providers`).

use std::borrow::Cow;
use std::sync::Arc;

use hclx_analysis::{Snapshot, Unchecked, file_path};
use hclx_diag::{Ordered, OrderedSet};
use hclx_schema::Block;
use hclx_syntax::statics;

use crate::terraform::declare::declaration::{Declaration, Written};
use crate::terraform::declare::module::Module;
use crate::terraform::declare::part::{self, Place};
use crate::terraform::declare::required_providers;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::{Folder, configured};
use crate::terraform::packages::{
    self, FoundPackage, GivenSchemas, LOCK_FILE, Package, ProviderAddress, admits, locked_versions,
};
use crate::terraform::resolve::{call_targets, modules};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// A module's requirement on a provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Required {
    source: Option<String>,
    version: Option<String>,
}

impl Required {
    /// Adds a later requirement on the same provider: what is written first counts.
    fn add(&mut self, later: Self) {
        self.source = self.source.take().or(later.source);
        self.version = self.version.take().or(later.version);
    }
}

/// The providers that a module requires, by local name.
pub(crate) fn required(module: &Module) -> &Ordered<String, Required> {
    super::kept(module).required.get_or_init(|| read_required(&module.others))
}

/// The providers required by blocks, by local name.
fn read_required(blocks: &[Arc<Written>]) -> Ordered<String, Required> {
    let mut found: Ordered<String, Required> = Ordered::new();
    for written in blocks.iter().filter(|one| &*one.block_type == "terraform") {
        for attribute in required_providers::attributes(written) {
            let tree = &written.parsed.tree;
            let plain = tree.string(attribute.value).map(str::to_owned);
            let field = |name| required_providers::text(tree, attribute.value, name).map(str::to_owned);
            let source = field("source");
            let version = plain.or_else(|| field("version"));
            found.or_default(attribute.name.to_lowercase()).add(Required { source, version });
        }
    }
    found
}

/// The providers that the module in a directory requires, by local name.
fn required_in(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Ordered<String, Required> {
    let Some(files) = modules::apart(snapshot, folder, flavor) else {
        return required(&modules::load(snapshot, folder, flavor)).clone();
    };
    let mut found: Ordered<String, Required> = Ordered::new();
    for file in &files.primary {
        let here = snapshot
            .fact(*file, |snapshot, file| read_required(&part::of(snapshot, file, Place::Primary).others));
        for (local, required) in here.iter() {
            found.or_default(local.clone()).add(required.clone());
        }
    }
    found
}

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
        let address = match &required.source {
            Some(source) => ProviderAddress::parse(source)?,
            None => ProviderAddress::implied(local)?,
        };
        let locked = locked(snapshot, module, &address);
        let mut constraints: Vec<String> = required.version.into_iter().collect();
        // `terraform init` locks a version that meets the constraints of all modules below a root.
        if locked.is_none() {
            constraints.extend(required_above(snapshot, flavor, module, &address));
        }
        let takes = |version: &str| match &locked {
            Some(locked) => version == locked,
            None => {
                configured::runs(snapshot, local, &address, version)
                    && constraints.iter().all(|constraint| admits(constraint, version))
            }
        };
        let package = GivenSchemas::of(snapshot).find(snapshot, &address, &takes);
        Some((address, package))
    })
}

/// The version requirement for a provider in the nearest module above, among the modules of the run: usually
/// the caller of this module, or the module that this one is an example for.
fn required_above(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Module,
    address: &ProviderAddress,
) -> Option<String> {
    let above = above(snapshot, &module.folder)?;
    let required =
        snapshot.query(&format!("{flavor:?} requires {above}"), flavor, |snapshot, key, flavor| {
            let (_, folder) = key.split_once(" requires ").unwrap_or_default();
            required_in(snapshot, folder, flavor)
        });
    let of_address = |(local, required): (&String, &Required)| {
        let version = required.version.as_ref()?;
        let source = required.source.as_deref();
        let known = source.map_or_else(|| ProviderAddress::implied(local), ProviderAddress::parse);
        (known.as_ref() == Some(address)).then(|| version.clone())
    };
    required.iter().find_map(of_address)
}

/// The nearest directory above one that belongs to a unit of the run.
pub(crate) fn above(snapshot: &Snapshot, folder: &str) -> Option<Folder> {
    let folders = snapshot.query("folders of the run", (), |snapshot, _, ()| {
        snapshot.units().iter().map(|unit| Arc::clone(&unit.root)).collect::<OrderedSet<_>>()
    });
    file_path::upward(folder).skip(1).find(|above| folders.contains(*above)).map(Folder::from)
}

/// The version that a lock file selects, in the module's directory or the nearest one above it.
fn locked(snapshot: &Snapshot, module: &Module, address: &ProviderAddress) -> Option<String> {
    let mut lists = file_path::upward(&module.folder).take(MOST_FOLDERS).map(|folder| {
        let path = file_path::join(folder, LOCK_FILE);
        snapshot.memo(&path, || snapshot.of_file(&path, |bytes| Ok::<_, String>(locked_versions(bytes))))
    });
    let list = lists.find(|list| list.is_some())?;
    (*list).iter().flatten().find(|(known, _)| known == address).map(|(_, version)| version.clone())
}

/// The schemas that the resources of a module are checked with, and the resources that are only partly
/// checked.
pub(crate) fn summary(run: Run<'_>, module: &Module) -> (Vec<String>, Unchecked) {
    let is_typed = |kind: Kind| matches!(kind, Kind::Resource | Kind::Data | Kind::Ephemeral);
    let mut resources: Ordered<&str, usize> = Ordered::new();
    for one in module.declarations.iter().filter(|one| is_typed(one.kind)) {
        *resources.or_default(local_name(one)) += 1;
    }
    // The built-in provider needs no package: its schemas are rows (`schemas::built_in`).
    resources.remove("terraform");
    let mut notes = Vec::new();
    let mut unchecked = Unchecked { modules: call_targets::absent(run, module), ..Unchecked::default() };
    for (name, count) in resources {
        let found = package(run.snapshot, run.flavor, module, name);
        let Some((address, package)) = &*found else { continue };
        match package {
            Ok(Some(package)) => {
                let version = package.version().unwrap_or("of any version");
                let origin = package.origin();
                notes.push(format!("{} is checked with schema {version} from {origin}", address.short()));
            }
            Ok(None) => *unchecked.providers.or_default(address.short()) += count,
            Err(why) => notes.push(format!("{} was only partly checked: {why}", address.short())),
        }
    }
    (notes, unchecked)
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
    package: &Arc<Package>,
    (kind, of_type): (packages::Kind, &str),
    meta: &Block,
) -> Option<Arc<Block>> {
    // `meta` follows from the kind, so the key does not contain it.
    let joined = snapshot.memo(&format!("{} {kind:?} {of_type}", package.key()), || {
        Some(Arc::new(schemas::joined(meta, &*package.find(kind, of_type)?)))
    });
    (*joined).clone()
}

/// The body of a provider's configurations, combined with the language's own arguments; built once.
pub(crate) fn provider_block(snapshot: &Snapshot, package: &Arc<Package>) -> Option<Arc<Block>> {
    let joined = snapshot.memo(&format!("{} provider", package.key()), || {
        let block = package.provider()?;
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

/// The maximum number of directories searched for a lock file.
const MOST_FOLDERS: usize = 32;
