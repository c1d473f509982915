//! The buffers that are open in an editor. Sessions and functions read them in place of the files.
//!
//! Out of scope: the protocol, and assigning buffers to folders.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hclx_analysis::{file_name, file_path};
use hclx_diag::Arrange;

use crate::names;
use crate::relative_paths::upward_from;

/// Open buffers by clean path, shared by all clones; none without an editor.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenTexts(Option<Arc<Open>>);

#[derive(Debug)]
struct Open {
    /// The directory to which paths are relative; functions may use absolute paths.
    root: String,
    buffers: RwLock<Buffers>,
}

#[derive(Debug, Default)]
struct Buffers {
    texts: HashMap<String, Arc<[u8]>>,
    /// The number of times that the text of each path was opened, changed or closed.
    versions: HashMap<String, u64>,
    links: Links,
    /// The file names of all these paths. Everything that was read is compared after each letter, and few
    /// files are open.
    names: HashSet<String, foldhash::fast::RandomState>,
}

/// The names that are links to other files, among the names that were read or opened.
#[derive(Debug, Default)]
struct Links {
    real: HashMap<String, String>,
    by_real: HashMap<String, BTreeSet<String>>,
}

impl Links {
    /// The other names of the file at a clean path.
    fn others<'l>(&'l self, path: &'l str) -> impl Iterator<Item = &'l str> {
        let real = self.real.get(path).map_or(path, String::as_str);
        let links = self.by_real.get(real).into_iter().flatten().map(String::as_str);
        std::iter::once(real).chain(links).filter(move |name| *name != path)
    }

    fn insert(&mut self, path: &str, real: &str) {
        let before = self.real.insert(path.to_owned(), real.to_owned());
        if let Some(links) = before.and_then(|before| self.by_real.get_mut(&before)) {
            links.remove(path);
        }
        self.by_real.entry(real.to_owned()).or_default().insert(path.to_owned());
    }
}

impl Buffers {
    /// Returns `true` if a path that need not be clean may refer to one of the files.
    fn may_have(&self, path: &str) -> bool {
        let name = file_name(path);
        self.names.contains(name) || matches!(name, "" | "." | "..") && !self.names.is_empty()
    }

    /// The text of a clean path: its own, or that of another name of the file.
    fn text(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.texts.get(path).or_else(|| self.links.others(path).find_map(|name| self.texts.get(name)))
    }

    /// Records that a link refers to a file; both are clean paths.
    fn link(&mut self, path: &str, real: &str) {
        self.links.insert(path, real);
        self.names.extend([path, real].map(|path| file_name(path).to_owned()));
    }
}

impl Open {
    fn buffers(&self) -> RwLockReadGuard<'_, Buffers> {
        self.buffers.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn buffers_mut(&self) -> RwLockWriteGuard<'_, Buffers> {
        self.buffers.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clean real path of a clean path, if it is a link.
    fn target(&self, path: &str) -> Option<String> {
        let real = names::path(&self.root).join(&*names::path(path)).canonicalize().ok()?;
        Some(self.inside(&names::text(&real))).filter(|real| real != path)
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
        Self(Some(Arc::new(Open { root: names::text(&real), buffers: RwLock::default() })))
    }

    /// Sets the text of a clean path, and returns the previous one; `None` represents the text of the file.
    pub(crate) fn set(&self, path: &str, text: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        let open = self.0.as_ref()?;
        let appears = text.is_some() && !open.buffers().texts.contains_key(path);
        let target = if appears { open.target(path) } else { None };
        let mut buffers = open.buffers_mut();
        *buffers.versions.entry(path.to_owned()).or_default() += 1;
        buffers.names.insert(file_name(path).to_owned());
        if let Some(target) = target {
            buffers.link(path, &target);
        }
        match text {
            Some(text) => buffers.texts.insert(path.to_owned(), text),
            None => buffers.texts.remove(path),
        }
    }

    /// Drops the recorded links, because links on disk may have changed.
    pub(crate) fn forget_links(&self) {
        let Some(open) = &self.0 else { return };
        let paths: Vec<String> = open.buffers().texts.keys().cloned().collect();
        let targets = paths.into_iter().filter_map(|path| Some((open.target(&path)?, path)));
        let targets: Vec<(String, String)> = targets.collect();
        let mut buffers = open.buffers_mut();
        buffers.links = Links::default();
        targets.iter().for_each(|(target, path)| buffers.link(path, target));
    }

    /// Returns `true` if texts can be set, because an editor has the directory open.
    pub(crate) fn is_of_editor(&self) -> bool {
        self.0.is_some()
    }

    /// The text of a path.
    pub(crate) fn text(&self, path: &str) -> Option<Arc<[u8]>> {
        let open = self.0.as_ref()?;
        let buffers = open.buffers();
        if buffers.texts.is_empty() { None } else { buffers.text(&open.inside(path)).cloned() }
    }

    /// The text of a path that refers to a file with this real path. A link is recorded, so that it has the text of the
    /// file from now on.
    pub(crate) fn text_through(&self, path: &str, real: &Path) -> Option<Arc<[u8]>> {
        let open = self.0.as_ref()?;
        let (path, real) = (open.inside(path), open.inside(&names::text(real)));
        if path == real {
            return self.text(&path);
        }
        if open.buffers().links.real.get(&path) != Some(&real) {
            open.buffers_mut().link(&path, &real);
        }
        open.buffers().text(&path).cloned()
    }

    /// The known names of the file at a clean path, starting with this one.
    pub(crate) fn names(&self, path: &str) -> Vec<String> {
        let mut names = vec![path.to_owned()];
        if let Some(open) = &self.0 {
            names.extend(open.buffers().links.others(path).map(str::to_owned));
        }
        names
    }

    /// A number that changes with the text of a path.
    pub(crate) fn version(&self, path: &str) -> u64 {
        let Some(open) = &self.0 else { return 0 };
        let buffers = open.buffers();
        if !buffers.may_have(path) {
            return 0;
        }
        let path = open.inside(path);
        let names = std::iter::once(&*path).chain(buffers.links.others(&path));
        names.filter_map(|name| buffers.versions.get(name)).sum()
    }

    /// The paths in the directory, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        let Some(open) = &self.0 else { return Vec::new() };
        let is_inside = |path: &&String| !path.starts_with("../");
        let mut paths: Vec<String> = open.buffers().texts.keys().filter(is_inside).cloned().collect();
        paths.arrange();
        paths
    }

    /// The names of buffers in a directory, which may not exist on disk.
    pub(crate) fn names_in(&self, folder: &str) -> Vec<String> {
        let Some(open) = &self.0 else { return Vec::new() };
        let folder = open.inside(folder);
        let is_inside = |path: &&String| file_path::parent(path) == folder;
        open.buffers().texts.keys().filter(is_inside).map(|path| file_name(path).to_owned()).collect()
    }
}
