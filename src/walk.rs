//! Searching directories, with their ignore files: `.gitignore` (in a repository), `.ignore` and
//! `.hclxignore`, never the user's own.
//!
//! Ignore files belong to the authors of the repository, so they are opened like all of its files: a pipe, a
//! device, a link out of the repository or a very large file is reported and not read. A file that they leave out is
//! met all the same: an application that reads whole directories ignores them. Links to directories
//! are not followed, so that a loop of links cannot trap the walk.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_diag::Arrange;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::disk::Disk;
use crate::regular;
use crate::seen::{Entries, SeenFolder};

/// An entry that the walk meets.
pub(crate) enum Met<'a> {
    /// A file, a link, or a special file: its directory and its name.
    File(&'a Path, &'a OsStr, FileType),
    /// A file, a link or a special file that ignore files leave out.
    Ignored(&'a Path, &'a OsStr, FileType),
    /// A directory, after all its entries.
    Folder(PathBuf, SeenFolder),
    /// An unreadable entry, and the reason.
    Unreadable(PathBuf, String),
}

/// The longest file of patterns, in bytes.
const MAX_PATTERN_BYTES: u64 = 1 << 18;

/// Files of patterns, those that win first.
const PATTERN_FILES: [&str; 3] = [".hclxignore", ".ignore", GIT];
/// The one that counts in repositories only.
const GIT: &str = ".gitignore";

/// Searches below a directory. `skips` selects directories to skip by name.
pub(crate) fn walk(
    folder: &Path,
    disk: &Disk,
    respect_ignore_files: bool,
    skips: &dyn Fn(&OsStr) -> bool,
    meet: &mut dyn FnMut(Met<'_>),
) {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut made = Made::default();
    let mut patterns = None;
    let mut above: Vec<&Path> = real.ancestors().skip(1).filter(|_| respect_ignore_files).collect();
    while let Some(folder) = above.pop() {
        let read = |path: &Path| disk.read_in_walk(path, true, MAX_PATTERN_BYTES);
        patterns = Patterns::of((folder, folder), &|_| true, &read, patterns, &mut made, meet);
    }
    let read = |path: &Path| match respect_ignore_files {
        true => disk.read_in_walk(path, false, MAX_PATTERN_BYTES),
        false => Ok(None),
    };
    let mut left = vec![(folder.to_owned(), real, patterns)];
    while let Some((folder, real, patterns)) = left.pop() {
        // before the entries: those of another directory that takes its place are not of this file system
        let device =
            folder.metadata().ok().and_then(|folder| regular::identity(&folder)).map(|(device, _)| device);
        let entries = match entries(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                meet(Met::Unreadable(folder, error.to_string()));
                continue;
            }
        };
        let has = |name: &str| entries.binary_search_by(|(own, ..)| (**own).cmp(OsStr::new(name))).is_ok();
        let patterns = Patterns::of((&folder, &real), &has, &read, patterns, &mut made, meet);
        let inner = left.len();
        let mut known = Entries::with_capacity(entries.len());
        let mut is_known = true;
        // the path of each entry, in one place
        let mut inside = real.join("x");
        for (name, kind, number) in entries {
            let kind = match kind {
                Ok(kind) => kind,
                Err(error) => {
                    meet(Met::Unreadable(folder.join(&name), error.to_string()));
                    is_known = false;
                    continue;
                }
            };
            inside.set_file_name(&name);
            let leave_out = patterns.as_ref().is_some_and(|above| above.leave_out(&inside, kind.is_dir()));
            match kind.is_dir() {
                true if leave_out || skips(&name) => {}
                true => left.push((folder.join(&name), inside.clone(), patterns.clone())),
                false if leave_out => meet(Met::Ignored(&folder, &name, kind)),
                false => meet(Met::File(&folder, &name, kind)),
            }
            known.push((name, kind, number));
        }
        left[inner..].reverse();
        if is_known {
            meet(Met::Folder(folder, SeenFolder::new(real, device, known)));
        }
    }
}

/// The entries of a directory by name, with their types.
fn entries(folder: &Path) -> io::Result<Vec<(OsString, io::Result<FileType>, u64)>> {
    let entry = |entry: io::Result<std::fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name(), entry.file_type(), number(&entry)))
    };
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.map(entry).collect::<io::Result<_>>()?;
    entries.arrange_by(|(one, ..), (other, ..)| one.cmp(other));
    Ok(entries)
}

/// The number of an entry in its file system.
#[cfg(unix)]
fn number(entry: &std::fs::DirEntry) -> u64 {
    use std::os::unix::fs::DirEntryExt;
    entry.ino()
}

/// The number of an entry in its file system, which only asking for each entry would tell.
#[cfg(not(unix))]
fn number(_: &std::fs::DirEntry) -> u64 {
    0
}

/// The bytes of a file of patterns, if there is one, or why it cannot be read.
type ReadPatterns<'a> = &'a dyn Fn(&Path) -> Result<Option<Vec<u8>>, String>;

/// Parsed ignore files by contents, because many are alike.
type Made = HashMap<Vec<u8>, Arc<Gitignore>>;

/// The patterns of a directory, and of those above it.
struct Patterns {
    /// The real path of the directory.
    real: PathBuf,
    /// One for each name of such files, if it has some.
    own: [Option<Arc<Gitignore>>; 3],
    /// Set at the root of a repository.
    is_repository: bool,
    /// Set inside a repository.
    in_repository: bool,
    above: Option<Arc<Patterns>>,
}

impl Patterns {
    /// The patterns for a directory, given with its real path: if it has none, those above it. Only ignore
    /// files that it may have are looked for.
    fn of(
        (folder, real): (&Path, &Path),
        may_have: &dyn Fn(&str) -> bool,
        bytes: ReadPatterns<'_>,
        above: Option<Arc<Self>>,
        made: &mut Made,
        meet: &mut dyn FnMut(Met<'_>),
    ) -> Option<Arc<Self>> {
        let own = PATTERN_FILES.map(|name| {
            if !may_have(name) {
                return None;
            }
            let path = folder.join(name);
            let bytes = match bytes(&path) {
                Ok(bytes) => bytes?,
                Err(why) => {
                    meet(Met::Unreadable(path, why));
                    return None;
                }
            };
            let patterns = made.entry(bytes).or_insert_with_key(|bytes| Arc::new(read(bytes)));
            (!patterns.is_empty()).then(|| Arc::clone(patterns))
        });
        let is_repository = [".git", ".jj"].iter().any(|name| may_have(name) && folder.join(name).exists());
        if !is_repository && own.iter().all(Option::is_none) {
            return above;
        }
        let in_repository = is_repository || above.as_ref().is_some_and(|above| above.in_repository);
        Some(Arc::new(Self { real: real.to_owned(), own, is_repository, in_repository, above }))
    }

    /// Returns `true` if a path is ignored: the deepest matching pattern decides, and the first file of
    /// several.
    fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        let levels = || std::iter::successors(Some(self), |level| level.above.as_deref());
        for (index, name) in PATTERN_FILES.iter().enumerate() {
            for level in levels().take_while(|_| *name != GIT || self.in_repository) {
                if let Some(own) = &level.own[index] {
                    let fits = own.matched(below(path, &level.real), is_folder);
                    if !fits.is_none() {
                        return fits.is_ignore();
                    }
                }
                if *name == GIT && level.is_repository {
                    break;
                }
            }
        }
        false
    }
}

/// A path relative to a directory that contains it.
#[cfg(unix)]
fn below<'p>(path: &'p Path, folder: &Path) -> &'p Path {
    use std::os::unix::ffi::OsStrExt;
    let rest = path.as_os_str().as_bytes().get(folder.as_os_str().len()..).unwrap_or_default();
    Path::new(OsStr::from_bytes(rest.strip_prefix(b"/").unwrap_or(rest)))
}

/// A path relative to a directory that contains it.
#[cfg(not(unix))]
fn below<'p>(path: &'p Path, folder: &Path) -> &'p Path {
    path.strip_prefix(folder).unwrap_or(path)
}

/// The patterns of a file, for paths relative to its directory; malformed lines are ignored, as git does.
fn read(bytes: &[u8]) -> Gitignore {
    let text = String::from_utf8_lossy(bytes);
    let mut builder = GitignoreBuilder::new("");
    for line in text.trim_start_matches('\u{feff}').lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
