//! The packages of a run: files from flags and settings first, then the directory of stored packages.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, Diagnostic};

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

/// The contents of one file.
struct ReadFile {
    packages: Vec<Arc<Package>>,
    wrong: Option<String>,
}

impl GivenSchemas {
    /// The packages in the files that the settings of a run name, read once per run. Files with the
    /// schema of a Pulumi package are left to its language.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("schemas of providers", || Self::read(snapshot))
    }

    /// The package of a provider: from the given files, or else from the stored and shipped packs. The pack
    /// that has the exact release wins, then the one with an admitted release that knows the newest. An unusable stored
    /// package is reported. If a given file was rejected, no other package is used.
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
        // an explicitly given schema is used regardless of its version
        if let Some(package) = given.iter().copied().find(takes).or(given.first().copied()) {
            return Ok(Some(package.clone()));
        }
        // an unusable file may be about this provider, so no other schema takes its place
        if !self.refused.is_empty() {
            return Ok(None);
        }
        let shipped = shipped(snapshot, address);
        if let Some(stored) = stored(snapshot, address, &admits, shipped.as_deref())? {
            return Ok(Some(stored.judging(requirements)));
        }
        let judging = |pack| Package::of(&pack, Admission::of(pack.releases(), requirements));
        Ok(shipped.map(judging).map(Arc::new))
    }

    fn read(snapshot: &Snapshot) -> Self {
        let mut schemas = ProviderSchemas::default();
        let refused = schema_files::each(snapshot, |path, file| {
            let read = snapshot.derive(file, |_, bytes| read_file(path, &bytes));
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

/// The stored package of a provider that comes before its shipped pack: the newest admitted one, if the pack has
/// no admitted release or knows none that is newer; or one without a version.
fn stored(
    snapshot: &Snapshot,
    address: &ProviderAddress,
    admits: &dyn Fn(&str) -> bool,
    shipped: Option<&Pack>,
) -> Result<Option<Arc<Package>>, String> {
    let Some(store) = snapshot.settings().schema_cache.as_deref().map(SchemaStore::new) else {
        return Ok(None);
    };
    let host = snapshot.host();
    let versions = store.versions(&**host, address).map_err(|refusal| refusal.reason())?;
    let version = versions.iter().find(|version| version.as_deref().is_none_or(admits));
    let Some(version) = version else { return Ok(None) };
    let mut known =
        shipped.map(Pack::releases).unwrap_or_default().iter().filter_map(|one| one.version.as_deref());
    let has_admitted = known.clone().any(admits);
    let is_older = |version: &String| known.any(|newer| compare_versions(newer, version).is_gt());
    if has_admitted && version.as_ref().is_some_and(is_older) {
        // a lock file selects a release of both: they are the same
        return Ok(None);
    }
    let path = store.path(address, version.as_deref());
    let kept = snapshot.memo(&path, || {
        let bytes = host.read(&path).map_err(|refusal| refusal.reason())?;
        Package::open(Arc::from(bytes)).map(Arc::new).map_err(|_| DAMAGED.to_owned())
    });
    match &*kept {
        Ok(package) => Ok(Some(package.clone())),
        Err(why) => Err(format!("cannot use `{path}`: {why}")),
    }
}

/// The shipped pack of a provider, opened once.
fn shipped(snapshot: &Snapshot, address: &ProviderAddress) -> Option<Arc<Pack>> {
    let name = address.to_string();
    let (_, bytes) = snapshot.settings().shipped_schemas.iter().find(|(known, _)| *known == name)?;
    let pack = snapshot
        .memo(&format!("shipped {name}"), || Pack::open(PackBytes::Shipped(bytes)).ok().map(Arc::new));
    (*pack).clone()
}

impl Package {
    /// The package with the releases that a module may be run with; one without a version holds as it is.
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
