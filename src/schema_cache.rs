//! The directory for the schemas of providers and packages, and writing to it.
//!
//! Each package has its own file, which is replaced atomically, so that a concurrent run reads the old or the
//! new one, never a part.

use hclx_diag::{Arrange, OrderedSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::Context;
use hclx_eval::{Entry, Host};
use hclx_languages::pcl::package::{self as pulumi, PackageStore};
use hclx_languages::terraform::packages::{Package, SchemaStore};

use crate::cache;
use crate::disk::Disk;
use crate::names;
use crate::trust::Trust;

/// The schemas that are part of the program, by the addresses of their providers.
#[cfg(feature = "schemas")]
pub(crate) static SHIPPED: &[(&str, &[u8])] = hclx_schemas::PACKS;
/// A build without schemas.
#[cfg(not(feature = "schemas"))]
pub(crate) static SHIPPED: &[(&str, &[u8])] = &[];

/// The directory; `None` if there is no cache.
pub(crate) fn folder() -> Option<String> {
    cache::folder("schemas").map(|folder| names::text(&folder))
}

/// The environment variable that names directories of packs.
pub(crate) const VARIABLE: &str = "HCLX_SCHEMAS";

/// The existing directories of packs, in the order in which they are searched: those of `HCLX_SCHEMAS`, those
/// installed next to the program, and those in the user's and the system's data directories.
pub(crate) fn folders() -> Vec<String> {
    static FOLDERS: OnceLock<Vec<String>> = OnceLock::new();
    FOLDERS.get_or_init(|| all_folders(&|name| std::env::var_os(name), std::env::current_exe().ok())).clone()
}

fn all_folders(variable: &dyn Fn(&str) -> Option<OsString>, program: Option<PathBuf>) -> Vec<String> {
    let list = |name: &str| -> Vec<PathBuf> {
        let value = variable(name).filter(|value| !value.is_empty());
        value.map(|value| std::env::split_paths(&value).collect()).unwrap_or_default()
    };
    let mut folders = list(VARIABLE);
    let beside = program.as_deref().and_then(Path::parent);
    folders.extend(beside.and_then(Path::parent).map(|above| above.join("share/hclx/schemas")));
    // `@hclx/cli-PLATFORM/hclx` and `@hclx/schemas` are in one directory
    folders.extend(beside.and_then(Path::parent).map(|above| above.join("schemas/packs")));
    let home = || Some(PathBuf::from(variable("HOME").filter(|home| !home.is_empty())?).join(".local/share"));
    let own = list("XDG_DATA_HOME").into_iter().next().or_else(home);
    let mut shared = list("XDG_DATA_DIRS");
    if shared.is_empty() && cfg!(unix) {
        shared = vec!["/usr/local/share".into(), "/usr/share".into()];
    }
    // according to the XDG specification, a relative path must be ignored
    let of_data = own.into_iter().chain(shared).filter(|folder| folder.is_absolute());
    folders.extend(of_data.map(|folder| folder.join("hclx/schemas")));
    let mut seen = OrderedSet::new();
    folders.retain(|folder| folder.is_dir() && seen.insert(folder.clone()));
    folders.iter().map(|folder| names::text(folder)).collect()
}

/// The store.
///
/// # Errors
/// If the environment does not define its directory.
pub(crate) fn store() -> anyhow::Result<SchemaStore> {
    let folder = folder();
    let folder = folder.with_context(|| format!("no cache directory found; set {}", cache::VARIABLE))?;
    Ok(SchemaStore { folder })
}

/// Stores a package and returns the path of its file.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn keep(store: &SchemaStore, package: &Package) -> anyhow::Result<String> {
    let path = store.path(package.address(), package.version());
    write(Path::new(&path), package.bytes()).with_context(|| format!("cannot write `{path}`"))?;
    Ok(path)
}

/// Stores a Pulumi package.
///
/// # Errors
/// If its name or version is not a valid file name, or if it cannot be written.
pub(crate) fn keep_package(store: &SchemaStore, package: &pulumi::Package) -> anyhow::Result<()> {
    let store = PackageStore { folder: store.folder.clone() };
    let path = store.path(package.name(), package.version());
    let path = path.with_context(|| format!("invalid package name `{}`", package.name()))?;
    write(Path::new(&path), package.bytes()).with_context(|| format!("cannot write `{path}`"))
}

/// Replaces a file atomically.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = names::text(Path::new(path.file_name().unwrap_or_default()));
    // The process id prevents concurrent runs from writing to the same file.
    let unfinished = folder.join(format!(".{name}.{}", std::process::id()));
    let written = std::fs::write(&unfinished, bytes).and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

/// The paths of all packages in the store, in order.
///
/// # Errors
/// If a directory cannot be read.
pub(crate) fn kept(store: &SchemaStore) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    let disk = Disk::new(Trust::new([Path::new(&store.folder)]));
    let mut folders = vec![store.folder.clone()];
    while let Some(folder) = folders.pop() {
        // A store that was never written to does not exist.
        if disk.look(&folder).is_err() {
            continue;
        }
        let entries = disk.list(&folder).map_err(|refusal| {
            anyhow::anyhow!("cannot read `{folder}`: {}", crate::files::reason(&refusal))
        })?;
        for (name, entry) in entries {
            let path = format!("{folder}/{name}");
            match entry {
                Entry::Directory => folders.push(path),
                Entry::File if SchemaStore::is_stored(&name) || PackageStore::is_package(&name) => {
                    files.push(path)
                }
                Entry::File | Entry::Special | Entry::Unread => {}
            }
        }
    }
    files.arrange();
    Ok(files)
}
