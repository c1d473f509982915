//! The packages of a run: files from flags and settings first, then the directory of stored packages, the directories
//! of packs, and the packs that are built into the program.

use std::sync::Arc;

use hclx_analysis::{Snapshot, query};
use hclx_diag::{Arrange, Diagnostic, SourceId};
use hclx_eval::Refusal;

use crate::schema_files::{self, DAMAGED};

use super::json::is_pulumi;
use super::{
    Admission, Pack, PackBytes, Package, ProviderAddress, ProviderSchemas, Requirement, SchemaStore,
    compare_versions, read_json, unpacked,
};

/// The packages that a run may use.
#[derive(Debug, Default)]
pub struct GivenSchemas {
    /// The packages of the given files.
    pub schemas: ProviderSchemas,
    /// Errors about files that are unreadable or are not schemas.
    pub refused: Vec<Diagnostic>,
}

/// The result of reading one file.
struct ReadFile {
    packages: Vec<Arc<Package>>,
    wrong: Option<String>,
}

query! {
    /// The packages in the files given by settings.
    struct GivenSchemasQuery -> GivenSchemas;
    |_, snapshot| GivenSchemas::read(snapshot)
}

query! {
    /// Reads the file with a path.
    struct ReadFileQuery(SourceId, Box<str>) -> ReadFile, of File |ReadFileQuery(file, _)| *file;
    |ReadFileQuery(file, path), snapshot| read_file(path, &snapshot.contents(*file))
}

impl GivenSchemas {
    /// The packages in the files given by the settings of a run, read once per run. Files with the schema of a Pulumi
    /// package are left to that language.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&GivenSchemasQuery)
    }

    /// The package of a provider: from the given files, or else from the stored, installed and shipped packs. The first
    /// one that has the release of a lock file wins, then the one with the newest allowed release. An unusable package
    /// is reported. If a given file was rejected, no other package is used.
    ///
    /// # Errors
    /// The error in the package that would be used.
    pub fn find(
        &self,
        snapshot: &Snapshot,
        address: &ProviderAddress,
        requirements: &[Requirement],
    ) -> Result<Option<Arc<Package>>, String> {
        let admits = |version: &str| requirements.iter().any(|one| one.admits(version));
        let takes = |package: &&Arc<Package>| package.version().is_none_or(admits);
        let mut given = self.schemas.of(address).collect::<Vec<_>>();
        given.arrange_by(|one, other| newest(one.version(), other.version()));
        // an explicitly given schema is used whatever its version
        if let Some(package) = given.iter().copied().find(takes).or(given.first().copied()) {
            return Ok(Some(package.clone()));
        }
        // an unusable file may be about this provider, so no other schema takes its place
        if !self.refused.is_empty() {
            return Ok(None);
        }
        let pack = best(packs(snapshot, address)?, requirements);
        if let Some(stored) = stored(snapshot, address, requirements, pack.as_deref())? {
            return Ok(Some(stored.judging(requirements)));
        }
        let judging = |pack| Package::of(&pack, Admission::of(pack.releases(), requirements));
        Ok(pack.map(judging).map(Arc::new))
    }

    fn read(snapshot: &Snapshot) -> Self {
        let mut schemas = ProviderSchemas::default();
        let refused = schema_files::each(snapshot, |path, file| {
            let read = snapshot.get(&ReadFileQuery(file, path.into()));
            read.packages.iter().for_each(|package| schemas.add(package.clone()));
            // only the packages are needed, and the file is large
            snapshot.forget(file);
            read.wrong.clone().map_or(Ok(()), Err)
        });
        Self { schemas, refused }
    }

    /// The stored versions of a provider, newest first; an unknown version comes last.
    pub(crate) fn stored_versions(
        &self,
        snapshot: &Snapshot,
        address: &ProviderAddress,
    ) -> Vec<Option<String>> {
        let cache = snapshot.settings().schema_cache.as_deref().filter(|_| self.refused.is_empty());
        let versions = cache.map(|cache| SchemaStore::new(cache).versions(&**snapshot.host(), address));
        versions.and_then(Result::ok).unwrap_or_default()
    }
}

/// The stored package of a provider that takes precedence over its best pack: the release of a lock file; the newest
/// allowed release, if the pack has none or none that is newer; or a package without a version.
fn stored(
    snapshot: &Snapshot,
    address: &ProviderAddress,
    requirements: &[Requirement],
    pack: Option<&Pack>,
) -> Result<Option<Arc<Package>>, String> {
    let Some(store) = snapshot.settings().schema_cache.as_deref().map(SchemaStore::new) else {
        return Ok(None);
    };
    let admits = |version: &str| requirements.iter().any(|one| one.admits(version));
    let host = snapshot.host();
    // unreadable packages count as absent; see `unread`
    let versions = store.versions(&**host, address).unwrap_or_default();
    let version = versions.iter().find(|version| version.as_deref().is_none_or(admits));
    let Some(version) = version else { return Ok(None) };
    let known = || pack.into_iter().flat_map(|pack| pack.releases()).filter_map(|one| one.version.as_deref());
    let is_locked = |version: &String| requirements.iter().any(|one| one.is_locked_to(version));
    let is_older = |version: &String| known().any(|newer| compare_versions(newer, version).is_gt());
    let yields = |version: &String| is_older(version) && !is_locked(version);
    if version.as_ref().is_some_and(yields) && known().any(admits) {
        return Ok(None);
    }
    let path = store.path(address, version.as_deref());
    match &*snapshot.get(&StoredPackage(path.as_str().into())) {
        Ok(package) => Ok(Some(package.clone())),
        Err(why) => Err(format!("cannot use `{path}`: {why}")),
    }
}

query! {
    /// The package at a path, or the reason why it is unusable.
    struct StoredPackage(Arc<str>) -> Result<Arc<Package>, String>;
    |StoredPackage(path), snapshot| {
        let bytes = snapshot.host().read(path).map_err(|refusal| refusal.reason())?;
        Package::open(Arc::from(bytes)).map(Arc::new).map_err(|_| DAMAGED.to_owned())
    }
}

/// The packs of a provider, in lookup order: in the cache, in the directories of packs, in the program.
fn packs(snapshot: &Snapshot, address: &ProviderAddress) -> Result<Vec<Arc<Pack>>, String> {
    let settings = snapshot.settings();
    let mut packs = Vec::new();
    for folder in settings.schema_cache.iter().chain(&settings.schema_folders) {
        packs.extend(installed(snapshot, &SchemaStore::new(folder).pack_path(address))?);
    }
    packs.extend(shipped(snapshot, address));
    Ok(packs)
}

/// The first pack that has the release of a lock file, or else the one with the newest allowed release, or the newest
/// release at all.
fn best(packs: Vec<Arc<Pack>>, requirements: &[Requirement]) -> Option<Arc<Pack>> {
    if packs.len() < 2 {
        return packs.into_iter().next();
    }
    let versions = |pack: &Arc<Pack>| {
        let all = pack.releases().iter().rev().filter_map(|release| release.version.clone());
        all.collect::<Vec<_>>()
    };
    let is_locked = |version: &String| requirements.iter().any(|one| one.is_locked_to(version));
    if let Some(pack) = packs.iter().find(|pack| versions(pack).iter().any(is_locked)) {
        return Some(Arc::clone(pack));
    }
    let is_admitted = |version: &&String| requirements.iter().any(|one| one.admits(version));
    let rank = |pack: &Arc<Pack>| {
        let versions = versions(pack);
        let admitted = versions.iter().find(is_admitted).cloned();
        (admitted, versions.into_iter().next())
    };
    let newer = |one: &Option<String>, other: &Option<String>| newest(other.as_deref(), one.as_deref());
    // the last of equal packs is chosen, so the order is reversed
    packs.into_iter().rev().max_by(|one, other| {
        let (one, other) = (rank(one), rank(other));
        newer(&one.0, &other.0).then_with(|| newer(&one.1, &other.1))
    })
}

/// The result of opening a pack file.
enum PackFile {
    Pack(Arc<Pack>),
    /// The file does not exist.
    Missing,
    /// The file is unreadable.
    Unread(String),
    /// The file is not a pack.
    Damaged,
}

query! {
    /// The pack in a file.
    struct OpenPack(Arc<str>) -> PackFile;
    |OpenPack(path), snapshot| match snapshot.host().read(path) {
        Ok(bytes) => match Pack::open(PackBytes::Read(Arc::from(bytes))) {
            Ok(pack) => PackFile::Pack(Arc::new(pack)),
            Err(_) => PackFile::Damaged,
        },
        Err(Refusal::Missing) => PackFile::Missing,
        Err(refusal) => PackFile::Unread(refusal.reason()),
    }
}

/// The pack in a file, opened once; `None` if there is no such file, or it cannot be read.
///
/// # Errors
/// If the file is damaged.
fn installed(snapshot: &Snapshot, path: &str) -> Result<Option<Arc<Pack>>, String> {
    match &*snapshot.get(&OpenPack(path.into())) {
        PackFile::Pack(pack) => Ok(Some(Arc::clone(pack))),
        PackFile::Missing | PackFile::Unread(_) => Ok(None),
        PackFile::Damaged => Err(format!("cannot use `{path}`: {DAMAGED}")),
    }
}

/// The note about an unreadable directory of schemas, which was skipped in the search for a provider.
pub(crate) fn unread(snapshot: &Snapshot, address: &ProviderAddress) -> Option<String> {
    (*snapshot.get(&UnreadSchemas(address.clone()))).clone()
}

query! {
    /// The note about unreadable schemas of a provider; see [`unread`].
    struct UnreadSchemas(ProviderAddress) -> Option<String>;
    |UnreadSchemas(address), snapshot| unread_note(snapshot, address)
}

fn unread_note(snapshot: &Snapshot, address: &ProviderAddress) -> Option<String> {
    let settings = snapshot.settings();
    let of_cache = settings.schema_cache.as_deref().and_then(|folder| {
        let refusal = SchemaStore::new(folder).versions(&**snapshot.host(), address).err()?;
        Some((folder, refusal.reason()))
    });
    let of_pack = |folder| match &*snapshot
        .get(&OpenPack(SchemaStore::new(folder).pack_path(address).as_str().into()))
    {
        PackFile::Unread(why) => Some((folder, why.clone())),
        _ => None,
    };
    let mut folders = settings.schema_cache.iter().chain(&settings.schema_folders).map(|folder| &**folder);
    let (folder, why) = of_cache.or_else(|| folders.find_map(of_pack))?;
    Some(format!(
        "the schemas in `{folder}` were not used: {why}; set `HCLX_CACHE` to another directory, or use \
         `--no-schema-cache`"
    ))
}

query! {
    /// The shipped pack of a provider.
    struct ShippedPack(ProviderAddress) -> Option<Arc<Pack>>;
    |ShippedPack(address), snapshot| {
        let name = address.to_string();
        let (_, bytes) = snapshot.settings().shipped_schemas.iter().find(|(known, _)| *known == name)?;
        Pack::open(PackBytes::Shipped(bytes)).ok().map(Arc::new)
    }
}

/// The shipped pack of a provider, opened once.
pub(crate) fn shipped(snapshot: &Snapshot, address: &ProviderAddress) -> Option<Arc<Pack>> {
    (*snapshot.get(&ShippedPack(address.clone()))).clone()
}

impl Package {
    /// The package with the releases that a module may be run with; a package without a version applies as it is.
    fn judging(self: &Arc<Self>, requirements: &[Requirement]) -> Arc<Self> {
        if self.version().is_none() {
            return Arc::clone(self);
        }
        Arc::new(Self::of(self.pack(), Admission::of(self.pack().releases(), requirements)))
    }
}

/// Compares versions, newest first; an unknown version comes last.
fn newest(one: Option<&str>, other: Option<&str>) -> std::cmp::Ordering {
    match (one, other) {
        (Some(one), Some(other)) => super::compare_versions(other, one),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

fn read_file(path: &str, bytes: &[u8]) -> ReadFile {
    let read = || -> Result<Vec<Package>, String> {
        // The compact form is recognized by its first bytes, before anything is decompressed or parsed.
        if let Ok(package) = Package::open(Arc::from(bytes)) {
            return Ok(vec![package]);
        }
        let text = unpacked(bytes)?;
        let packages = read_json(&text, path, |_| None);
        if packages.is_err() && is_pulumi(&text) { Ok(Vec::new()) } else { packages }
    };
    match read() {
        Ok(packages) => ReadFile { packages: packages.into_iter().map(Arc::new).collect(), wrong: None },
        Err(wrong) => ReadFile { packages: Vec::new(), wrong: Some(wrong) },
    }
}
