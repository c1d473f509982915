//! The directories of a repository with units of Terragrunt.

use hclx_analysis::file_path;
use hclx_diag::{Arrange, Ordered};
use hclx_eval::{Entry, Host};

use crate::repository::top_folder;

/// The names of a unit's file.
const UNIT_FILES: [&str; 2] = ["terragrunt.hcl", "terragrunt.hcl.json"];

/// The most directories of a repository that are searched for units.
const MOST_FOLDERS: usize = 4096;

/// Directories with the sources of dependencies, which have no units of the repository.
const FOREIGN: &[&str] = &["node_modules", "vendor"];

/// The directories of units in the repository of a module, by the names of what is in them: Terragrunt copies the files
/// beside a unit into the module.
#[derive(Debug)]
pub(crate) struct UnitFolders(Ordered<String, Vec<String>>);

impl UnitFolders {
    /// Those of the repository around a directory, without the directory itself.
    pub(crate) fn of_repository(host: &dyn Host, folder: &str) -> Self {
        let mut by_name: Ordered<String, Vec<String>> = Ordered::new();
        let units = top_folder(host, folder).map(|root| units_below(host, &root)).unwrap_or_default();
        for unit in units.iter().map(|unit| file_path::parent(unit)).filter(|unit| *unit != folder) {
            for (name, _) in host.list(unit).unwrap_or_default() {
                by_name.or_default(name).push(unit.to_owned());
            }
        }
        Self(by_name)
    }

    /// The first directory with a file at a relative path.
    pub(crate) fn with_file(&self, host: &dyn Host, path: &str) -> Option<String> {
        let first = path.trim_start_matches("./").split('/').next().unwrap_or_default();
        let has_file = |unit: &&String| host.look(&file_path::join(unit, path)) == Ok(Entry::File);
        self.0.get(first)?.iter().find(has_file).cloned()
    }
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
