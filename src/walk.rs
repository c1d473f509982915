//! Searching folders, with the files that say what is left out: `.gitignore` (in a repository), `.ignore` and
//! `.hclxignore`, never the user's own.
//!
//! These files belong to whoever wrote the repository, so they are opened as all its files are: a pipe, a device,
//! a link that leads elsewhere or a very large one is said and not read. Links to folders are not followed, so that
//! a loop of links cannot trap the walk.

use hclx_diag::Arrange;
use std::ffi::{OsStr, OsString};
use std::fs::{DirEntry, FileType};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::disk::Disk;

/// What the walk meets.
pub(crate) enum Met {
    /// A file, a link, or what is neither.
    File(PathBuf, FileType),
    /// What cannot be read, and why.
    Unreadable(PathBuf, String),
}

/// The longest file of patterns, in bytes.
const MAX_PATTERN_BYTES: u64 = 1 << 18;

/// Files of patterns, those that win first.
const PATTERN_FILES: [&str; 3] = [".hclxignore", ".ignore", GIT];
/// The one that counts in repositories only.
const GIT: &str = ".gitignore";

/// Searches below a folder. `skips` says which folders are left out by their names.
pub(crate) fn walk(
    folder: &Path,
    disk: &Disk,
    respect_ignore_files: bool,
    skips: fn(&OsStr) -> bool,
    meet: &mut dyn FnMut(Met),
) {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut patterns = None;
    let mut above: Vec<&Path> = real.ancestors().skip(1).filter(|_| respect_ignore_files).collect();
    while let Some(folder) = above.pop() {
        let read = |path: &Path| disk.read_in_walk(path, true, MAX_PATTERN_BYTES);
        patterns = Patterns::of((folder, folder), &|_| true, &read, patterns, meet);
    }
    let read = |path: &Path| match respect_ignore_files {
        true => disk.read_in_walk(path, false, MAX_PATTERN_BYTES),
        false => Ok(None),
    };
    let mut left = vec![(folder.to_owned(), real, patterns)];
    while let Some((folder, real, patterns)) = left.pop() {
        let entries = std::fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries: Vec<(OsString, DirEntry)> = match entries {
            Ok(entries) => entries.into_iter().map(|entry| (entry.file_name(), entry)).collect(),
            Err(error) => {
                meet(Met::Unreadable(folder, error.to_string()));
                continue;
            }
        };
        entries.arrange_by(|(one, _), (other, _)| one.cmp(other));
        let has = |name: &str| entries.binary_search_by(|(own, _)| (**own).cmp(OsStr::new(name))).is_ok();
        let patterns = Patterns::of((&folder, &real), &has, &read, patterns, meet);
        let inner = left.len();
        for (name, entry) in entries {
            let path = entry.path();
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    meet(Met::Unreadable(path, error.to_string()));
                    continue;
                }
            };
            let inside = real.join(&name);
            if patterns.as_ref().is_some_and(|patterns| patterns.leave_out(&inside, kind.is_dir())) {
                continue;
            }
            match kind.is_dir() {
                true if skips(&name) => {}
                true => left.push((path, inside, patterns.clone())),
                false => meet(Met::File(path, kind)),
            }
        }
        left[inner..].reverse();
    }
}

/// The bytes of a file of patterns, if there is one, or why it cannot be read.
type ReadPatterns<'a> = &'a dyn Fn(&Path) -> Result<Option<Vec<u8>>, String>;

/// The patterns of a folder, and of those above it.
struct Patterns {
    /// One for each name of such files.
    own: [Gitignore; 3],
    /// Whether a repository begins here.
    is_repository: bool,
    above: Option<Arc<Patterns>>,
}

impl Patterns {
    /// The patterns that count in a folder, which is given with its real path: if it has none, those above it.
    /// Only what it may have is looked for.
    fn of(
        (folder, real): (&Path, &Path),
        may_have: &dyn Fn(&str) -> bool,
        bytes: ReadPatterns<'_>,
        above: Option<Arc<Self>>,
        meet: &mut dyn FnMut(Met),
    ) -> Option<Arc<Self>> {
        let own = PATTERN_FILES.map(|name| {
            if !may_have(name) {
                return Gitignore::empty();
            }
            let path = folder.join(name);
            let bytes = match bytes(&path) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => return Gitignore::empty(),
                Err(why) => {
                    meet(Met::Unreadable(path, why));
                    return Gitignore::empty();
                }
            };
            read(real, &bytes)
        });
        let is_repository = [".git", ".jj"].iter().any(|name| may_have(name) && folder.join(name).exists());
        if !is_repository && own.iter().all(Gitignore::is_empty) {
            return above;
        }
        Some(Arc::new(Self { own, is_repository, above }))
    }

    /// Whether something is left out: the deepest pattern that fits decides, and of several files the first.
    fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        let levels = || std::iter::successors(Some(self), |level| level.above.as_deref());
        let in_repository = levels().any(|level| level.is_repository);
        for (index, name) in PATTERN_FILES.iter().enumerate() {
            for level in levels().take_while(|_| *name != GIT || in_repository) {
                let fits = level.own[index].matched(path, is_folder);
                if !fits.is_none() {
                    return fits.is_ignore();
                }
                if *name == GIT && level.is_repository {
                    break;
                }
            }
        }
        false
    }
}

/// The patterns of a file; lines that are none are passed over, as git does.
fn read(folder: &Path, bytes: &[u8]) -> Gitignore {
    let text = String::from_utf8_lossy(bytes);
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
