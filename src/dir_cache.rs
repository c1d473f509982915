//! The directory entries that a walk has seen next to the checked files, so that the disk is not accessed
//! again.
//!
//! Out of scope: the targets of links, and file systems on which one name has several spellings.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hclx_analysis::file_path;

/// The entries of a directory by name, without following links, with their inodes or zeros.
pub(crate) type Entries = Vec<(OsString, FileType, u64)>;

/// Directories by clean path.
#[derive(Debug, Default)]
pub(crate) struct DirCache(HashMap<String, SeenFolder, foldhash::fast::RandomState>);

/// A directory that was searched.
#[derive(Debug)]
pub(crate) struct SeenFolder {
    /// The real path.
    pub(crate) real: PathBuf,
    /// The number of the file system, on systems that have it.
    pub(crate) device: Option<u64>,
    /// The entries, sorted by name.
    entries: Entries,
    /// The names in lower case, computed once a missing name is looked up among many.
    lowered: OnceLock<HashSet<OsString, foldhash::fast::RandomState>>,
}

/// The maximum number of names that are searched linearly.
const FEW: usize = 32;

/// The entry at a path.
pub(crate) enum EntryKind<'a> {
    /// An entry of a directory.
    Entry(&'a SeenFolder, FileType, u64),
    /// No entry: the directory without the name, and the path relative to it.
    Nothing(&'a SeenFolder, &'a str),
}

impl SeenFolder {
    /// A directory with its real path and its entries, sorted by name.
    pub(crate) fn new(real: PathBuf, device: Option<u64>, entries: Entries) -> Self {
        Self { real, device, entries, lowered: OnceLock::new() }
    }

    /// The entries, sorted by name.
    pub(crate) fn entries(&self) -> &Entries {
        &self.entries
    }

    fn kind(&self, name: &OsStr) -> Option<(FileType, u64)> {
        let at = self.entries.binary_search_by(|(own, ..)| (**own).cmp(name)).ok()?;
        Some((self.entries[at].1, self.entries[at].2))
    }

    /// Returns `true` if a name certainly does not exist. Some file systems ignore case, or have several
    /// spellings of a letter.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        if !cfg!(unix) || !name.is_ascii() {
            return false;
        }
        if self.entries.len() <= FEW {
            return !self.entries.iter().any(|(own, ..)| own.eq_ignore_ascii_case(name));
        }
        let lowered = self
            .lowered
            .get_or_init(|| self.entries.iter().map(|(own, ..)| own.to_ascii_lowercase()).collect());
        !lowered.contains(OsStr::new(&name.to_ascii_lowercase()))
    }
}

impl DirCache {
    /// Adds the entries of a directory.
    pub(crate) fn keep(&mut self, path: &str, folder: SeenFolder) {
        // such a name may refer to another path
        if !path.contains("\\x") {
            self.0.insert(file_path::clean(path), folder);
        }
    }

    /// A searched directory.
    pub(crate) fn folder(&self, path: &str) -> Option<&SeenFolder> {
        self.0.get(path)
    }

    /// Returns `true` if a path does not exist according to the walk.
    pub(crate) fn lacks(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|path| matches!(self.at(path), Some(EntryKind::Nothing(..))))
    }

    /// The known entry at a path.
    pub(crate) fn at<'a>(&'a self, path: &'a str) -> Option<EntryKind<'a>> {
        if self.0.is_empty() || path.contains("\\x") {
            return None;
        }
        let mut inner = path;
        loop {
            let folder = file_path::parent(inner);
            let name = &inner[inner.rfind('/').map_or(0, |at| at + 1)..];
            // After a link, `..` refers to the parent of its target.
            if matches!(name, "" | "." | "..") {
                return None;
            }
            if let Some(folder) = self.folder(folder) {
                let rest = &path[inner.len() - name.len()..];
                return match folder.kind(OsStr::new(name)) {
                    Some((kind, number)) if inner.len() == path.len() => {
                        Some(EntryKind::Entry(folder, kind, number))
                    }
                    None if folder.lacks(name) => Some(EntryKind::Nothing(folder, rest)),
                    _ => None,
                };
            }
            if folder == "." || folder.ends_with('/') {
                return None;
            }
            inner = folder;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A directory that contains `a.tf`, the directory `inner` and this many other files.
    fn seen(others: usize) -> DirCache {
        let real = std::env::temp_dir().join(format!("hclx-seen-{}-{others}", std::process::id()));
        std::fs::create_dir_all(real.join("inner")).expect("a folder");
        let others = (0..others).map(|number| format!("other{number}"));
        for name in others.chain(["a.tf".to_owned()]) {
            std::fs::write(real.join(name), "").expect("written");
        }
        let entries = std::fs::read_dir(&real).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut entries: Entries =
            entries.map(|entry| (entry.file_name(), entry.file_type().expect("a kind"), 0)).collect();
        entries.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let _ = std::fs::remove_dir_all(&real);
        let mut seen = DirCache::default();
        seen.keep("./t", SeenFolder::new(real, None, entries));
        seen
    }

    #[test]
    fn only_what_is_sure_is_known() {
        is_sure(&seen(0));
        is_sure(&seen(FEW));
    }

    fn is_sure(seen: &DirCache) {
        let told = |path: &str| match seen.at(path) {
            None => "unknown".to_owned(),
            Some(EntryKind::Entry(_, kind, _)) => format!("file: {}", kind.is_file()),
            Some(EntryKind::Nothing(_, rest)) => format!("no {rest}"),
        };
        for (path, expected) in [
            ("t/a.tf", "file: true"),
            ("t/inner", "file: false"),
            ("t/b.tf", "no b.tf"),
            ("t/.terraform/modules/x", "no .terraform/modules/x"),
            // paths that were not searched, that may be links, or that other file systems treat as `a.tf`
            ("t/inner/x", "unknown"),
            ("t/a.tf/x", "unknown"),
            ("t/../b.tf", "unknown"),
            ("t/x/../b.tf", "unknown"),
            ("t//b.tf", "unknown"),
            ("t/A.tf", "unknown"),
            ("t/ä", "unknown"),
            ("t/\\xff", "unknown"),
            ("u/b.tf", "unknown"),
        ] {
            assert_eq!(told(path), expected, "{path}");
        }
    }
}
