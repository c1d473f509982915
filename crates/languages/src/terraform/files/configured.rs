//! Repository settings for modules: versions of providers, and roots with their values files.

use hclx_analysis::{ConfiguredRoot, Snapshot, file_path};
use hclx_diag::SourceId;

use crate::terraform::packages::ProviderAddress;

fn is_folder(root: &ConfiguredRoot, folder: &str) -> bool {
    let plain = |path: &str| match file_path::clean(path) {
        path if path == "." => String::new(),
        path => path.to_string(),
    };
    plain(&root.path) == plain(folder)
}

/// The configured root in a directory.
pub(crate) fn root<'s>(snapshot: &'s Snapshot, folder: &str) -> Option<&'s ConfiguredRoot> {
    snapshot.settings().modules.roots.iter().find(|root| is_folder(root, folder))
}

/// The directory of the root that a values file belongs to.
pub(crate) fn root_of_values(snapshot: &Snapshot, path: &str) -> Option<String> {
    let is_given = |file: &String| file_path::clean(file) == file_path::clean(path);
    let roots = &snapshot.settings().modules.roots;
    roots.iter().find(|root| root.var_files.iter().any(is_given)).map(|root| root.path.clone())
}

/// The values files of a module.
pub(crate) fn values_of(snapshot: &Snapshot, folder: &str) -> Vec<SourceId> {
    let files = root(snapshot, folder).map_or(&[][..], |root| &root.var_files);
    files.iter().filter_map(|file| snapshot.find(file).ok()).collect()
}

/// The configured versions of a provider, as a constraint; `local` is its name in the module.
pub(crate) fn provider<'s>(
    snapshot: &'s Snapshot,
    local: &str,
    address: &ProviderAddress,
) -> Option<&'s str> {
    let versions = &snapshot.settings().modules.versions;
    let found = versions.iter().find(|(name, _)| is_meant(name, local, address));
    found.map(|(_, constraint)| constraint.as_str())
}

/// Returns `true` if a name in the settings refers to a provider; `local` is its name in a module.
pub(crate) fn is_meant(name: &str, local: &str, address: &ProviderAddress) -> bool {
    name == local || ProviderAddress::parse(name).as_ref() == Some(address)
}
