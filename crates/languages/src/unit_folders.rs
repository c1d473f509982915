//! The directories of a repository with units of Terragrunt.

use hclx_analysis::file_path;
use hclx_diag::Arrange;
use hclx_eval::{Entry, Host};

use crate::repository::top_folder;

/// The names of a unit's file.
const UNIT_FILES: [&str; 2] = ["terragrunt.hcl", "terragrunt.hcl.json"];

/// The most directories of a repository that are searched for units.
const MOST_FOLDERS: usize = 4096;

/// Directories with the sources of dependencies, which have no units of the repository.
const FOREIGN: &[&str] = &["node_modules", "vendor"];

/// The directory of a unit in the repository of a module that has a file at a relative path: Terragrunt copies the files
/// beside a unit into the module.
pub(crate) fn unit_with_file(host: &dyn Host, folder: &str, path: &str) -> Option<String> {
    let root = top_folder(host, folder)?;
    let has_file = |unit: &&str| host.look(&file_path::join(unit, path)) == Ok(Entry::File);
    let units = units_below(host, &root);
    let mut folders = units.iter().map(|unit| file_path::parent(unit)).filter(|unit| *unit != folder);
    folders.find(has_file).map(str::to_owned)
}

/// The paths of the units in a directory and below it.
pub(crate) fn units_below(host: &dyn Host, root: &str) -> Vec<String> {
    let mut folders = vec![root.to_owned()];
    let mut units = Vec::new();
    let mut next = 0;
    while let Some(folder) = folders.get(next).filter(|_| next < MOST_FOLDERS).cloned() {
        next += 1;
        let mut listed = host.list(&folder).unwrap_or_default();
        listed.arrange_by_key(|(name, _)| name.clone());
        for (name, entry) in listed {
            let is_own = !name.starts_with('.') && !FOREIGN.contains(&&*name);
            match entry {
                Entry::File if UNIT_FILES.contains(&&*name) => units.push(file_path::join(&folder, &name)),
                Entry::Directory if is_own => folders.push(file_path::join(&folder, &name)),
                _ => {}
            }
        }
    }
    units
}
