//! `hclx schema import`: stores the schemas in files: output of providers, packs, and archives of packs.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hclx_languages::terraform::packages::{
    History, Pack, PackBytes, Package, ProviderAddress, SchemaStore, archived, is_archive, read_json,
    unpacked,
};

use super::{CachedPackage, pulumi};
use crate::cli::Schema;
use crate::exit::Exit;
use crate::{files, output, schema_cache};

/// The version of a provider whose schema does not state it.
type VersionOf<'v> = &'v dyn Fn(&ProviderAddress) -> Option<String>;

/// Reads the packages of a file.
pub(super) fn read(path: &OsString, version: VersionOf<'_>) -> anyhow::Result<Vec<CachedPackage>> {
    let text = files::read_one(path, "<stdin>", None)?;
    let wrong = |why: String| anyhow::anyhow!("cannot use `{}`: {why}", text.name);
    // A pack is not compressed as a whole, but an archive of packs may be.
    if let Ok(package) = Package::open(Arc::from(&text.bytes[..])) {
        return Ok(vec![CachedPackage::provider(package)]);
    }
    let bytes = unpacked(&text.bytes).map_err(wrong)?;
    if is_archive(&bytes) {
        return of_archive(&bytes).map_err(wrong);
    }
    if let Some(package) = pulumi::read(&bytes, &text.name) {
        return Ok(vec![CachedPackage::Pulumi(Arc::new(package.map_err(wrong)?))]);
    }
    let packages = read_json(&bytes, &text.name, version).map_err(wrong)?;
    Ok(packages.into_iter().map(CachedPackage::provider).collect())
}

/// The packs of an archive; other files, such as licenses, are skipped.
fn of_archive(bytes: &[u8]) -> Result<Vec<CachedPackage>, String> {
    let mut packs = Vec::new();
    for (name, bytes) in archived(bytes)?.into_iter().filter(|(name, _)| SchemaStore::is_stored(name)) {
        let opened = Package::open(Arc::from(bytes));
        let opened =
            opened.map_err(|_| format!("`{name}` is corrupt or was written by another version of hclx"));
        packs.push(CachedPackage::provider(opened?));
    }
    if packs.is_empty() { Err("the archive contains no packs".to_owned()) } else { Ok(packs) }
}

/// The action.
pub(super) fn import(asked: &Schema) -> anyhow::Result<Exit> {
    let store = schema_cache::store()?;
    let named = super::named_versions(&asked.versions)?;
    let mut out = output::people(asked.look.answer());
    for file in &asked.operands {
        let locked = super::locked(asked.lock.as_ref(), Path::new(file))?;
        let version = |address: &ProviderAddress| {
            let mut all = named.iter().chain(&locked);
            all.find(|(known, _)| known == address).map(|(_, version)| version.clone())
        };
        let packages = read(&file.into(), &version)?;
        anyhow::ensure!(!packages.is_empty(), "no provider schemas in `{file}`");
        for package in &packages {
            keep(&store, package)?;
            if !asked.look.quiet {
                writeln!(out, "{}", package.described())?;
                note_version(package);
            }
        }
    }
    out.flush()?;
    Ok(Exit::Good)
}

/// Stores a package, or adds the releases of a pack to the stored one.
///
/// # Errors
/// If it cannot be written.
pub(super) fn keep(store: &SchemaStore, package: &CachedPackage) -> anyhow::Result<()> {
    match package {
        CachedPackage::Pulumi(package) => schema_cache::keep_package(store, package),
        CachedPackage::Provider(package) if package.pack().releases().len() > 1 => keep_pack(store, package),
        CachedPackage::Provider(package) => schema_cache::keep(store, package).map(drop),
    }
}

/// Adds the releases of a pack to the stored one of its provider.
fn keep_pack(store: &SchemaStore, package: &Package) -> anyhow::Result<()> {
    let path = store.pack_path(package.address());
    let mut bytes = package.bytes().to_vec();
    if Path::new(&path).exists() {
        let known = files::read_one(&OsString::from(&path), "", None)?.bytes;
        // a damaged pack is replaced
        if let Ok(known) = Pack::open(PackBytes::Read(Arc::from(&known[..]))) {
            let mut history = History::new(package.address().clone());
            let joined = history.add(&known).and_then(|()| history.add(package.pack()));
            bytes = joined.and_then(|()| history.bytes()).map_err(|why| anyhow::anyhow!(why))?;
        }
    }
    let unwritten = |error| anyhow::anyhow!("cannot write `{path}`: {error}");
    schema_cache::write(Path::new(&path), &bytes).map_err(unwritten)
}

/// Reports which versions a package without a version is used to check.
fn note_version(package: &CachedPackage) {
    let CachedPackage::Provider(package) = package else { return };
    if package.version().is_none() {
        let short = package.address().short();
        output::note(&format!(
            "note: the version of {short} is unknown, so its schema is used for every version; set it with `--provider-version {short}=VERSION` or a lock file beside the schema"
        ));
    }
}
