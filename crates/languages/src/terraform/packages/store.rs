//! Packages stored in a directory, one file for each provider and version, `HOST/NAMESPACE/NAME/VERSION.schema`,
//! and packs of several releases, `HOST/NAMESPACE/NAME.pack`.
//!
//! Out of scope: the location of the directory, and writing to it (the binary).

use hclx_diag::Arrange;
use std::cmp::Ordering;

use hclx_eval::{Entry, Host, Refusal};

use super::ProviderAddress;

/// The suffix of stored packages.
const SUFFIX: &str = ".schema";

/// The suffix of packs.
const PACK: &str = ".pack";

/// The version in the name of a package without a known version.
const UNVERSIONED: &str = "unversioned";

/// A directory of packages.
#[derive(Clone, Debug)]
pub struct SchemaStore {
    /// The path of the directory.
    pub folder: String,
}

impl SchemaStore {
    /// The packages in a directory.
    pub fn new(folder: &str) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The path of a package, relative to the directory.
    pub fn file(address: &ProviderAddress, version: Option<&str>) -> String {
        let ProviderAddress { host, namespace, name } = address;
        // the port of a host contains a colon, which some systems do not allow in file names
        let host = host.replace(':', "_");
        format!("{host}/{namespace}/{name}/{}{SUFFIX}", version.unwrap_or(UNVERSIONED))
    }

    /// The path of the pack of a provider, relative to the directory.
    pub fn pack_file(address: &ProviderAddress) -> String {
        let file = Self::file(address, None);
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("{folder}{PACK}")
    }

    /// The path of the pack of a provider.
    pub fn pack_path(&self, address: &ProviderAddress) -> String {
        format!("{}/{}", self.folder, Self::pack_file(address))
    }

    /// Returns `true` if a file may be a stored package or a pack, according to its name.
    pub fn is_stored(name: &str) -> bool {
        name.ends_with(SUFFIX) || name.ends_with(PACK)
    }

    /// The path of a package.
    pub fn path(&self, address: &ProviderAddress, version: Option<&str>) -> String {
        format!("{}/{}", self.folder, Self::file(address, version))
    }

    /// The stored versions of a provider, newest first; an unknown version comes last.
    ///
    /// # Errors
    /// If the directory exists but cannot be read.
    pub fn versions(
        &self,
        host: &dyn Host,
        address: &ProviderAddress,
    ) -> Result<Vec<Option<String>>, Refusal> {
        let path = self.path(address, None);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let entries = match host.list(folder) {
            Ok(entries) => entries,
            Err(Refusal::Missing) => return Ok(Vec::new()),
            Err(refusal) => return Err(refusal),
        };
        let version = |(name, entry): (String, Entry)| {
            let version = name.strip_suffix(SUFFIX).filter(|_| entry == Entry::File)?;
            Some(Some(version.to_owned()).filter(|version| version != UNVERSIONED))
        };
        let mut versions: Vec<_> = entries.into_iter().filter_map(version).collect();
        versions.arrange_by(|one, other| match (one, other) {
            (Some(one), Some(other)) => compare_versions(other, one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
        Ok(versions)
    }
}

/// Returns `true` for a version that can be part of a file name.
pub fn is_version(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_part)
}

/// Compares versions of three numbers; one with a suffix (`1.0.0-beta1`) comes before the same version
/// without it.
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    let parts = |version: &str| -> (Vec<u64>, Option<String>) {
        let version = version.split('+').next().unwrap_or_default();
        let (numbers, suffix) = match version.split_once('-') {
            Some((numbers, suffix)) => (numbers, Some(suffix.to_owned())),
            None => (version, None),
        };
        let mut numbers: Vec<u64> = numbers.split('.').map(|part| part.parse().unwrap_or_default()).collect();
        numbers.resize(numbers.len().max(3), 0);
        (numbers, suffix)
    };
    let ((one, before), (other, after)) = (parts(one), parts(other));
    one.cmp(&other).then_with(|| match (before, after) {
        (Some(before), Some(after)) => before.cmp(&after),
        (before, after) => after.is_some().cmp(&before.is_some()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_numbers() {
        let mut versions = ["1.10.0", "1.9.0", "2.0.0-beta1", "2.0.0", "1.9", "2.0.0-beta2"];
        versions.arrange_by(|one, other| compare_versions(one, other));
        assert_eq!(versions, ["1.9.0", "1.9", "1.10.0", "2.0.0-beta1", "2.0.0-beta2", "2.0.0"]);
    }
}
