//! The settings file that applies to a directory: the nearest one upward, up to the root of the repository
//! or, without one, up to the current directory.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hclx_analysis::file_path;

use super::{GIT, NAME};
use crate::dir_cache::DirCache;

/// The settings files for directories; each directory is looked up once.
#[derive(Default)]
pub(crate) struct NearestFiles {
    /// The entries by absolute path.
    folders: HashMap<PathBuf, FolderFacts, foldhash::fast::RandomState>,
    /// The current directory, once looked up.
    here: Option<Option<PathBuf>>,
}

/// The facts about a directory and its ancestors.
#[derive(Clone)]
struct FolderFacts {
    /// Set inside a repository.
    in_repository: bool,
    /// The settings file that applies to it.
    nearest: Option<PathBuf>,
}

impl NearestFiles {
    /// The current directory.
    pub(crate) fn here(&mut self) -> Option<&Path> {
        self.here.get_or_insert_with(|| std::env::current_dir().ok()).as_deref()
    }

    /// The settings file for a directory, given by its absolute path; `name` is its clean path, under which a
    /// walk may have seen it.
    pub(crate) fn of(&mut self, folder: &Path, name: Option<&str>, seen: &DirCache) -> Option<PathBuf> {
        self.around(folder, name, seen).nearest
    }

    fn around(&mut self, folder: &Path, name: Option<&str>, seen: &DirCache) -> FolderFacts {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let listed = name.and_then(|name| seen.folder(name));
        let may_have = |name: &str| !listed.is_some_and(|listed| listed.lacks(name));
        let is_repository = may_have(GIT) && folder.join(GIT).exists();
        let own = Some(folder.join(NAME)).filter(|own| may_have(NAME) && own.is_file());
        // The parent of a name that ends with `..` is not the directory above it.
        let has_above = |name: &&str| !matches!(*name, "." | "/") && !name.ends_with("..");
        let name_above = name.filter(has_above).map(file_path::parent);
        let above = folder.parent().filter(|_| !is_repository);
        let above = above.map(|above| self.around(above, name_above, seen));
        let in_repository = is_repository || above.as_ref().is_some_and(|above| above.in_repository);
        let is_below_here = self.here().is_some_and(|here| folder != here && folder.starts_with(here));
        let inherited = above.filter(|_| in_repository || is_below_here).and_then(|above| above.nearest);
        let around = FolderFacts { in_repository, nearest: own.or(inherited) };
        self.folders.insert(folder.to_owned(), around.clone());
        around
    }
}
