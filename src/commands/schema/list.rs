//! `hclx schema list` and `hclx schema remove`: the available schemas, and where they come from.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_diag::Arrange;
use hclx_languages::terraform::packages::{
    Kind, Pack, PackBytes, Package, ProviderAddress, SchemaStore, compare_versions,
};
use serde_json::{Value as Json, json};

use super::{CachedPackage, pulumi};
use crate::cli::Schema;
use crate::exit::Exit;
use crate::{files, output, protocol, schema_cache};

/// The place of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A file of the cache.
    Cache(String),
    /// A file of a directory of packs.
    Installed(String),
    /// The program.
    Shipped,
}

/// The schemas that hclx has.
#[derive(Default)]
pub(super) struct SchemaList {
    /// The packages with their places, in the order in which they are searched.
    pub(super) packages: Vec<(CachedPackage, Place)>,
    /// Files that are not packages.
    damaged: Vec<String>,
}

impl SchemaList {
    /// The schemas in the cache, in the directories of packs, and in the program.
    ///
    /// # Errors
    /// If a directory or file cannot be read.
    pub(super) fn read() -> anyhow::Result<Self> {
        let mut known = Self::default();
        if let Some(folder) = schema_cache::folder() {
            known.add_folder(&folder, Place::Cache)?;
        }
        for folder in schema_cache::folders() {
            known.add_folder(&folder, Place::Installed)?;
        }
        for (_, bytes) in schema_cache::SHIPPED {
            if let Ok(pack) = Pack::open(PackBytes::Shipped(bytes)) {
                known
                    .packages
                    .push((CachedPackage::provider(Package::newest(&Arc::new(pack))), Place::Shipped));
            }
        }
        Ok(known)
    }

    fn add_folder(&mut self, folder: &str, place: fn(String) -> Place) -> anyhow::Result<()> {
        let (mut packages, mut of_pulumi) = (Vec::new(), Vec::new());
        for path in schema_cache::kept(&SchemaStore::new(folder))? {
            let bytes: Arc<[u8]> = Arc::from(files::read_one(&OsString::from(&path), "", None)?.bytes);
            if let Some(package) = pulumi::Package::open(Arc::clone(&bytes)) {
                of_pulumi.push((CachedPackage::Pulumi(Arc::new(package)), place(path)));
                continue;
            }
            match Package::open(bytes) {
                Ok(package) => packages.push((package, place(path))),
                Err(_) => self.damaged.push(path),
            }
        }
        packages.arrange_by(|(one, _), (other, _)| {
            let versions = || match (one.version(), other.version()) {
                (Some(one), Some(other)) => compare_versions(other, one),
                (one, other) => other.is_some().cmp(&one.is_some()),
            };
            one.address().cmp(other.address()).then_with(versions)
        });
        self.packages
            .extend(packages.into_iter().map(|(package, place)| (CachedPackage::provider(package), place)));
        self.packages.extend(of_pulumi);
        Ok(())
    }

    /// All packages.
    pub(super) fn into_packages(self) -> Vec<CachedPackage> {
        self.packages.into_iter().map(|(package, _)| package).collect()
    }
}

/// The action `list`.
pub(super) fn list(asked: &Schema) -> anyhow::Result<Exit> {
    let known = SchemaList::read()?;
    for path in &known.damaged {
        output::say(&format!(
            "`{path}` is corrupt or was written by another version of hclx; import the schema again"
        ));
    }
    if asked.look.json {
        protocol::answer_json(&asked.look, &known.packages.iter().map(row).collect::<Vec<_>>())?;
    } else {
        let mut out = output::people(asked.look.answer());
        for (package, place) in &known.packages {
            writeln!(out, "{}  {}", package.described(), origin(package, place))?;
        }
        out.flush()?;
        let is_empty = !known.packages.iter().any(|(_, place)| *place != Place::Shipped);
        if is_empty && !asked.look.quiet {
            output::say(&format!(
                "no schemas are stored; `hclx schema import FILE` takes {}",
                super::PRODUCE
            ));
        }
    }
    Ok(if known.damaged.is_empty() { Exit::Good } else { Exit::Bad })
}

/// The origin of a package, for people.
fn origin(package: &CachedPackage, place: &Place) -> String {
    let of_file = match package {
        CachedPackage::Provider(package) => package.origin(),
        CachedPackage::Pulumi(package) => package.origin(),
    };
    let mut text = match place {
        Place::Cache(path) if of_file.is_empty() => format!("in {path}"),
        Place::Cache(_) => format!("from {of_file}"),
        Place::Installed(path) => format!("in {path}"),
        Place::Shipped => "shipped".to_owned(),
    };
    let derived = derived(package);
    if !derived.is_empty() {
        text.push_str(&format!(", derived: {}", derived.join(", ")));
    }
    text
}

/// The releases that were derived from language bindings.
fn derived(package: &CachedPackage) -> Vec<&str> {
    let CachedPackage::Provider(package) = package else { return Vec::new() };
    let derived = package.pack().releases().iter().filter(|release| release.is_derived);
    derived.filter_map(|release| release.version.as_deref()).collect()
}

/// A package as a row of `list --format json`.
fn row((kept, place): &(CachedPackage, Place)) -> Json {
    let (origin, path) = match place {
        Place::Cache(path) => ("cache", Some(path)),
        Place::Installed(path) => ("installed", Some(path)),
        Place::Shipped => ("shipped", None),
    };
    let package = match kept {
        CachedPackage::Provider(package) => package,
        CachedPackage::Pulumi(package) => return pulumi::row(package, path),
    };
    let releases = package.pack().releases().iter().filter_map(|release| release.version.as_deref());
    json!({
        "provider": package.address().to_string(),
        "version": package.version(),
        "releases": releases.collect::<Vec<_>>(),
        "derived": derived(kept),
        "place": origin,
        "origin": package.origin(),
        "resources": package.names(Kind::Resource).count(),
        "data_sources": package.names(Kind::Data).count(),
        "bytes": package.bytes().len(),
        "path": path,
    })
}

/// The packages that `remove` removes.
struct Removal<'w> {
    operand: &'w str,
    provider: &'w str,
    /// The address; `None` for a Pulumi package.
    address: Option<ProviderAddress>,
    version: Option<&'w str>,
}

impl<'w> Removal<'w> {
    fn read(operand: &'w str) -> anyhow::Result<Self> {
        let (provider, version) = match operand.split_once('@') {
            Some((provider, version)) => (provider, Some(version)),
            None => (operand, None),
        };
        let expected = "expected a provider, such as hashicorp/aws or hashicorp/aws@5.31.0, or a package, such as pulumi:random";
        let address = match provider.starts_with("pulumi:") {
            true => None,
            false => match ProviderAddress::parse(provider) {
                Some(address) => Some(address),
                None => anyhow::bail!("`{operand}`: {expected}"),
            },
        };
        Ok(Self { operand, provider, address, version })
    }

    /// Returns `true` if the name refers to a file of the cache.
    fn names(&self, store: &SchemaStore, path: &str) -> bool {
        match (self.version, &self.address) {
            (_, None) => pulumi::is_at(path, self.provider, self.version),
            (Some(version), Some(address)) => path == store.path(address, Some(version)),
            (None, Some(address)) => {
                // All versions of a provider are in one directory, and its pack is next to it.
                let any = store.path(address, None);
                let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
                path == store.pack_path(address) || folder(path) == folder(&any)
            }
        }
    }

    /// The reason why nothing is removed.
    fn absent(&self, known: &SchemaList) -> String {
        let has = |package: &CachedPackage| match (package, &self.address) {
            (CachedPackage::Provider(package), Some(address)) => {
                package.address() == address && self.is_in(package)
            }
            _ => false,
        };
        let operand = self.operand;
        match known.packages.iter().find(|(package, _)| has(package)).map(|(_, place)| place) {
            Some(Place::Cache(path)) => {
                format!(
                    "`{operand}` is one of several releases in `{path}`; remove the provider without a version"
                )
            }
            Some(Place::Installed(path)) => {
                format!("`{operand}` is in `{path}`, which hclx does not remove; delete the file")
            }
            Some(Place::Shipped) => {
                format!(
                    "the schemas of `{operand}` are part of hclx; `--no-schemas` leaves them out of a run"
                )
            }
            None => format!("no schema of `{operand}` is stored; `hclx schema list` lists all"),
        }
    }

    fn is_in(&self, package: &Package) -> bool {
        let releases = package.pack().releases();
        self.version.is_none_or(|version| releases.iter().any(|one| one.version.as_deref() == Some(version)))
    }
}

/// The action `remove`.
pub(super) fn remove(asked: &Schema) -> anyhow::Result<Exit> {
    let store = schema_cache::store()?;
    let paths = schema_cache::kept(&store)?;
    for operand in &asked.operands {
        let wanted = Removal::read(operand)?;
        let meant: Vec<&String> = paths.iter().filter(|path| wanted.names(&store, path)).collect();
        if meant.is_empty() {
            anyhow::bail!(wanted.absent(&SchemaList::read()?));
        }
        for path in meant {
            std::fs::remove_file(Path::new(path))
                .map_err(|error| anyhow::anyhow!("cannot remove `{path}`: {error}"))?;
            if !asked.look.quiet {
                output::answer(&format!("removed {path}"))?;
            }
        }
    }
    Ok(Exit::Good)
}
