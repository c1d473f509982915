//! Paths of files relative to a directory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::names;

/// The path of an absolute path relative to an absolute directory that does not contain it, both clean.
pub(crate) fn upward_from(folder: &str, path: &str) -> String {
    let common = folder.split('/').zip(path.split('/')).take_while(|(one, other)| one == other).count();
    // different drives have no common directory
    if common == 0 {
        return path.to_owned();
    }
    let up = folder.split('/').skip(common).filter(|name| !name.is_empty()).map(|_| "..");
    up.chain(path.split('/').skip(common)).collect::<Vec<_>>().join("/")
}

/// The path of a file relative to a directory, without links to directories.
pub(crate) fn relative_to(root: &Path, file: &Path) -> String {
    RelativePaths::new(root).path(file)
}

/// Paths of many files relative to a directory, without links to directories: each directory is resolved once.
pub(crate) struct RelativePaths {
    root: String,
    folders: RefCell<HashMap<PathBuf, String>>,
}

impl RelativePaths {
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: real_path(root), folders: RefCell::default() }
    }

    /// The path of a file.
    pub(crate) fn path(&self, file: &Path) -> String {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let folder = file.parent().unwrap_or(&file);
        let mut folders = self.folders.borrow_mut();
        let folder = folders.entry(folder.to_owned()).or_insert_with_key(|folder| real_path(folder));
        let name = file.file_name().map(|name| names::text(Path::new(name))).unwrap_or_default();
        let path = format!("{}/{name}", folder.trim_end_matches('/'));
        match path.strip_prefix(&*self.root).and_then(|rest| rest.strip_prefix('/')) {
            Some(inside) => inside.to_owned(),
            None => upward_from(&self.root, &path),
        }
    }
}

fn real_path(path: &Path) -> String {
    names::text(&path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}
