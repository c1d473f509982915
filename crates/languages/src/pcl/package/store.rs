//! Packages stored in a directory, as `pulumi/NAME/VERSION.package`.
//!
//! Out of scope: the location of the directory, and writing to it (the binary).

use hclx_diag::Arrange;
use hclx_eval::{Entry, Host};

/// The suffix of stored packages.
const SUFFIX: &str = ".package";

/// The version in the name of a package without a known version.
const UNVERSIONED: &str = "unversioned";

/// A directory of packages.
#[derive(Clone, Debug)]
pub struct PackageStore {
    /// The directory that holds the packages.
    pub folder: String,
}

impl PackageStore {
    /// The packages in a directory.
    pub fn new(folder: &str) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The path of a package; `None` if its name or version is not a valid file name.
    pub fn path(&self, name: &str, version: Option<&str>) -> Option<String> {
        let version = version.unwrap_or(UNVERSIONED);
        let fits = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+'))
        };
        (fits(name) && fits(version)).then(|| format!("{}/pulumi/{name}/{version}{SUFFIX}", self.folder))
    }

    /// Returns `true` for the path of a stored package.
    pub fn is_package(path: &str) -> bool {
        path.ends_with(SUFFIX)
    }

    /// The names of all stored packages.
    pub fn names(&self, host: &dyn Host) -> Vec<String> {
        let entries = host.list(&format!("{}/pulumi", self.folder)).unwrap_or_default();
        let mut names: Vec<String> = entries
            .into_iter()
            .filter(|(_, entry)| *entry == Entry::Directory)
            .map(|(name, _)| name)
            .collect();
        names.arrange();
        names
    }

    /// The path of the newest version of a package.
    pub fn newest(&self, host: &dyn Host, name: &str) -> Option<String> {
        let folder = format!("{}/pulumi/{name}", self.folder);
        let entries = host.list(&folder).ok()?.into_iter();
        let versions = entries.filter_map(|(file, entry)| {
            (entry == Entry::File).then(|| file.strip_suffix(SUFFIX).map(str::to_owned)).flatten()
        });
        let key = |version: &String| {
            let (numbers, rest) = version.split_once(['-', '+']).unwrap_or((version, ""));
            let numbers: Vec<u64> = numbers.split('.').map(|part| part.parse().unwrap_or_default()).collect();
            // A version without a suffix is newer than the same one with a suffix.
            (version != UNVERSIONED, numbers, rest.is_empty(), rest.to_owned())
        };
        let version = versions.max_by_key(key)?;
        Some(format!("{folder}/{version}{SUFFIX}"))
    }
}
