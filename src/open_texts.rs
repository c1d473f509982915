//! The buffers that an editor has open. Sessions and functions read them in place of the files.
//!
//! Out of scope: the protocol, and assigning buffers to folders.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use hclx_analysis::{file_name, file_path};
use hclx_diag::Arrange;

use crate::names;
use crate::relative_paths::upward_from;

/// Open buffers by clean path, shared by all clones; none without an editor.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenTexts(Option<Arc<Open>>);

type Texts = HashMap<String, Arc<[u8]>>;

#[derive(Debug)]
struct Open {
    /// The directory that paths are relative to; functions may use absolute paths.
    root: String,
    texts: RwLock<Texts>,
    versions: RwLock<Versions>,
}

/// The number of times that the text of each path was opened, changed or closed.
#[derive(Debug, Default)]
struct Versions {
    by_path: HashMap<String, u64>,
    /// The names of the files: what was read is compared after each letter, and few files are open.
    names: HashSet<String, foldhash::fast::RandomState>,
}

impl Versions {
    /// Returns `true` if a path that need not be clean may lead to one of the files.
    fn may_have(&self, path: &str) -> bool {
        let name = file_name(path);
        self.names.contains(name) || matches!(name, "" | "." | "..") && !self.names.is_empty()
    }
}

impl Open {
    fn texts(&self) -> RwLockReadGuard<'_, Texts> {
        self.texts.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clean path below the folder.
    fn inside(&self, path: &str) -> String {
        let path = file_path::clean(path);
        if !file_path::is_absolute(&path) {
            return path;
        }
        match path.strip_prefix(&*self.root).and_then(|rest| rest.strip_prefix('/')) {
            Some(inside) => inside.to_owned(),
            None if path == self.root => ".".to_owned(),
            None => upward_from(&self.root, &path),
        }
    }
}

impl OpenTexts {
    /// An empty set of buffers for a directory.
    pub(crate) fn new(root: &Path) -> Self {
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        Self(Some(Arc::new(Open {
            root: names::text(&real),
            texts: RwLock::default(),
            versions: RwLock::default(),
        })))
    }

    /// Sets the text of a clean path; `None` reverts to the file.
    pub(crate) fn set(&self, path: &str, text: Option<Arc<[u8]>>) {
        let Some(open) = &self.0 else { return };
        let mut versions = open.versions.write().unwrap_or_else(PoisonError::into_inner);
        *versions.by_path.entry(path.to_owned()).or_default() += 1;
        versions.names.insert(file_name(path).to_owned());
        drop(versions);
        let mut texts = open.texts.write().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => texts.insert(path.to_owned(), text),
            None => texts.remove(path),
        };
    }

    /// Returns `true` if texts can be set: an editor has the directory open.
    pub(crate) fn is_of_editor(&self) -> bool {
        self.0.is_some()
    }

    /// The text of a path.
    pub(crate) fn text(&self, path: &str) -> Option<Arc<[u8]>> {
        let open = self.0.as_ref()?;
        let texts = open.texts();
        if texts.is_empty() { None } else { texts.get(&open.inside(path)).cloned() }
    }

    /// A number that changes with the text of a path.
    pub(crate) fn version(&self, path: &str) -> u64 {
        let Some(open) = &self.0 else { return 0 };
        let versions = open.versions.read().unwrap_or_else(PoisonError::into_inner);
        match versions.may_have(path) {
            true => versions.by_path.get(&open.inside(path)).copied().unwrap_or_default(),
            false => 0,
        }
    }

    /// The paths in the directory, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        let Some(open) = &self.0 else { return Vec::new() };
        let is_inside = |path: &&String| !path.starts_with("../");
        let mut paths: Vec<String> = open.texts().keys().filter(is_inside).cloned().collect();
        paths.arrange();
        paths
    }

    /// The names of buffers in a directory, which may not exist on disk.
    pub(crate) fn names_in(&self, folder: &str) -> Vec<String> {
        let Some(open) = &self.0 else { return Vec::new() };
        let folder = open.inside(folder);
        let is_inside = |path: &&String| file_path::parent(path) == folder;
        open.texts().keys().filter(is_inside).map(|path| file_name(path).to_owned()).collect()
    }
}
