//! The directories of a repository that contain Terragrunt units.

use hclx_analysis::file_path;
use hclx_diag::Ordered;
use hclx_eval::{Entry, Host};

use super::files_below;

/// The names of unit files.
const UNIT_FILES: [&str; 2] = ["terragrunt.hcl", "terragrunt.hcl.json"];

/// The directories of units in a repository, by the names of their entries. Terragrunt copies the files next to a unit
/// into the module.
#[derive(Debug)]
pub(super) struct UnitFolders(Ordered<String, Vec<String>>);

impl UnitFolders {
    /// The directories below the root of a repository.
    pub(super) fn of_repository(host: &dyn Host, root: &str) -> Self {
        let mut by_name: Ordered<String, Vec<String>> = Ordered::new();
        for unit in units_below(host, root).iter().map(|unit| file_path::parent(unit)) {
            for (name, _) in host.list(unit).unwrap_or_default() {
                by_name.or_default(name).push(unit.to_owned());
            }
        }
        Self(by_name)
    }

    /// The first directory other than the module's own that has a file at a relative path.
    pub(super) fn with_file(&self, host: &dyn Host, module: &str, path: &str) -> Option<String> {
        let first = path.trim_start_matches("./").split('/').next().unwrap_or_default();
        let is_elsewhere = |unit: &&String| **unit != module;
        let has_file = |unit: &&String| host.look(&file_path::join(unit, path)) == Ok(Entry::File);
        self.0.get(first)?.iter().filter(is_elsewhere).find(has_file).cloned()
    }
}

/// The paths of the units in and below a directory.
pub(crate) fn units_below(host: &dyn Host, root: &str) -> Vec<String> {
    files_below(host, root, |name| UNIT_FILES.contains(&name))
}
