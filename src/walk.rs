//! Searches directories, honoring their ignore files: `.gitignore` (in a repository), `.ignore` and
//! `.hclxignore`, but never the user's own.
//!
//! The authors of a repository write its ignore files, so these are opened like all its files: a pipe, a
//! device, a link out of the repository or a very large file is reported and not read. An ignored file is
//! still visited, because applications that read whole directories do not honor ignore files. Links to
//! directories are not followed, so a cycle of links cannot trap the walk.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_diag::Arrange;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::dir_cache::{Entries, SeenFolder};
use crate::disk::Disk;
use crate::open_file;

/// An entry that the walk visits.
pub(crate) enum WalkEntry<'a> {
    /// A file, a link, or a special file: its directory and its name.
    File(&'a Path, &'a OsStr, FileType),
    /// A file, a link or a special file that is ignored.
    Ignored(&'a Path, &'a OsStr, FileType),
    /// A directory, after all its entries.
    Folder(PathBuf, SeenFolder),
    /// A directory with a skipped name: the enclosing directory and the name.
    Skipped(&'a Path, &'a OsStr),
    /// An unreadable entry, and the reason.
    Unreadable(PathBuf, String),
}

/// The maximum size of an ignore file in bytes.
const MAX_PATTERN_BYTES: u64 = 1 << 18;

/// The names of ignore files, highest precedence first.
const PATTERN_FILES: [&str; 3] = [".hclxignore", ".ignore", GIT];
/// The ignore file that only applies in repositories.
const GIT: &str = ".gitignore";

/// Selects directories to skip, by name and by the names that exist next to them.
pub(crate) type SkippedFolders<'s> = &'s dyn Fn(&OsStr, &dyn Fn(&str) -> bool) -> bool;

/// Searches a directory recursively.
pub(crate) fn walk(
    folder: &Path,
    disk: &Disk,
    respect_ignore_files: bool,
    skips: SkippedFolders<'_>,
    meet: &mut dyn FnMut(WalkEntry<'_>),
) {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut made = IgnoreCache::default();
    let patterns = match respect_ignore_files {
        true => Patterns::above(&real, disk, &mut made, meet),
        false => None,
    };
    let read = |path: &Path| match respect_ignore_files {
        true => disk.read_in_walk(path, false, MAX_PATTERN_BYTES),
        false => Ok(None),
    };
    let mut left = vec![(folder.to_owned(), real, patterns)];
    while let Some((folder, real, patterns)) = left.pop() {
        // before the entries are read: if another directory replaces this one, its entries are not on this
        // file system
        let device =
            folder.metadata().ok().and_then(|folder| open_file::identity(&folder)).map(|(device, _)| device);
        disk.accesses().read(&folder);
        let entries = match entries(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                meet(WalkEntry::Unreadable(folder, error.to_string()));
                continue;
            }
        };
        let has = |name: &str| entries.binary_search_by(|(own, ..)| (**own).cmp(OsStr::new(name))).is_ok();
        let patterns = Patterns::of((&folder, &real), &has, &read, patterns, &mut made, meet);
        let skipped = |(name, kind, _): &(OsString, io::Result<FileType>, u64)| {
            kind.as_ref().is_ok_and(FileType::is_dir) && skips(name, &has)
        };
        let skipped: Vec<OsString> =
            entries.iter().filter(|entry| skipped(entry)).map(|(name, ..)| name.clone()).collect();
        let inner = left.len();
        let mut known = Entries::with_capacity(entries.len());
        let mut is_known = true;
        // one buffer for the path of each entry
        let mut inside = real.join("x");
        for (name, kind, number) in entries {
            let kind = match kind {
                Ok(kind) => kind,
                Err(error) => {
                    meet(WalkEntry::Unreadable(folder.join(&name), error.to_string()));
                    is_known = false;
                    continue;
                }
            };
            inside.set_file_name(&name);
            let leave_out = patterns.as_ref().is_some_and(|above| above.leave_out(&inside, kind.is_dir()));
            match kind.is_dir() {
                // Unlike a single ignored file, an ignored directory is skipped as a whole.
                true if leave_out => {}
                true if skipped.contains(&name) => meet(WalkEntry::Skipped(&folder, &name)),
                true => left.push((folder.join(&name), inside.clone(), patterns.clone())),
                false if leave_out => meet(WalkEntry::Ignored(&folder, &name, kind)),
                false => meet(WalkEntry::File(&folder, &name, kind)),
            }
            known.push((name, kind, number));
        }
        // The last directory is taken from the stack first.
        left[inner..].reverse();
        // An incomplete list cannot show that a name does not exist.
        if is_known {
            meet(WalkEntry::Folder(folder, SeenFolder::new(real, device, known)));
        }
    }
}

/// The result of a walk for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The walk would visit it.
    Met,
    /// The walk would visit it as an ignored file.
    Ignored,
    /// The walk would skip one of its directories.
    Skipped,
}

/// The results of a walk for the paths below a directory, most of which need not exist: the ignore files on disk
/// decide.
pub(crate) struct Verdicts<'d> {
    folder: &'d Path,
    real: PathBuf,
    disk: &'d Disk,
    respect_ignore_files: bool,
    skips: SkippedFolders<'d>,
    made: IgnoreCache,
    /// The patterns of each directory; `None` for a skipped one.
    known: HashMap<PathBuf, Option<Option<Arc<Patterns>>>>,
}

impl<'d> Verdicts<'d> {
    /// The results of [`walk`] with these arguments.
    pub(crate) fn new(
        folder: &'d Path,
        disk: &'d Disk,
        respect_ignore_files: bool,
        skips: SkippedFolders<'d>,
    ) -> Self {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let made = IgnoreCache::default();
        Self { folder, real, disk, respect_ignore_files, skips, made, known: HashMap::new() }
    }

    /// The result for the path of a file, relative to the directory.
    pub(crate) fn of(&mut self, path: &Path) -> Verdict {
        match self.within(path.parent().unwrap_or(Path::new(""))) {
            None => Verdict::Skipped,
            Some(Some(patterns)) if patterns.leave_out(&self.real.join(path), false) => Verdict::Ignored,
            Some(_) => Verdict::Met,
        }
    }

    /// The patterns that apply in a directory; `None` if the walk would skip it.
    fn within(&mut self, inside: &Path) -> Option<Option<Arc<Patterns>>> {
        if let Some(known) = self.known.get(inside) {
            return known.clone();
        }
        let found = match inside.parent() {
            None if self.respect_ignore_files => {
                Some(Patterns::above(&self.real, self.disk, &mut self.made, &mut |_| {}))
            }
            None => Some(None),
            Some(parent) => hclx_diag::grow(|| self.within(parent)).filter(|above| {
                let is_left_out = |above: &Arc<Patterns>| above.leave_out(&self.real.join(inside), true);
                let has = |name: &str| self.folder.join(parent).join(name).exists();
                let is_skipped = inside.file_name().is_some_and(|name| (self.skips)(name, &has));
                !is_skipped && !above.as_ref().is_some_and(is_left_out)
            }),
        };
        let found = found.map(|above| match self.respect_ignore_files {
            true => {
                let read = |path: &Path| self.disk.read_in_walk(path, false, MAX_PATTERN_BYTES);
                let folders = (&*self.folder.join(inside), &*self.real.join(inside));
                Patterns::of(folders, &|_| true, &read, above, &mut self.made, &mut |_| {})
            }
            false => above,
        });
        self.known.insert(inside.to_owned(), found.clone());
        found
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

/// The inode of an entry.
#[cfg(unix)]
fn number(entry: &std::fs::DirEntry) -> u64 {
    use std::os::unix::fs::DirEntryExt;
    entry.ino()
}

/// The inode of an entry, or 0 if getting it requires a query for each entry.
#[cfg(not(unix))]
fn number(_: &std::fs::DirEntry) -> u64 {
    0
}

/// Reads an ignore file, if it exists; the error is the reason why it cannot be read.
type ReadPatterns<'a> = &'a dyn Fn(&Path) -> Result<Option<Vec<u8>>, String>;

/// Parsed ignore files by contents, because many are identical.
type IgnoreCache = HashMap<Vec<u8>, Arc<Gitignore>>;

/// The patterns that apply in a directory.
struct Patterns {
    /// The real path of the directory.
    real: PathBuf,
    /// The patterns of each kind of ignore file in the directory.
    own: [Option<Arc<Gitignore>>; 3],
    /// Set at the root of a repository.
    is_repository: bool,
    /// Set inside a repository.
    in_repository: bool,
    above: Option<Arc<Patterns>>,
}

impl Patterns {
    /// The patterns of the directories above a real path.
    fn above(
        real: &Path,
        disk: &Disk,
        made: &mut IgnoreCache,
        meet: &mut dyn FnMut(WalkEntry<'_>),
    ) -> Option<Arc<Self>> {
        let mut patterns = None;
        let above: Vec<&Path> = real.ancestors().skip(1).collect();
        for folder in above.into_iter().rev() {
            let read = |path: &Path| disk.read_in_walk(path, true, MAX_PATTERN_BYTES);
            patterns = Self::of((folder, folder), &|_| true, &read, patterns, made, meet);
        }
        patterns
    }

    /// The patterns for a directory, given with its real path; those of its ancestors if it has none. Only
    /// ignore files that the directory may contain are opened.
    fn of(
        (folder, real): (&Path, &Path),
        may_have: &dyn Fn(&str) -> bool,
        bytes: ReadPatterns<'_>,
        above: Option<Arc<Self>>,
        made: &mut IgnoreCache,
        meet: &mut dyn FnMut(WalkEntry<'_>),
    ) -> Option<Arc<Self>> {
        let own = PATTERN_FILES.map(|name| {
            if !may_have(name) {
                return None;
            }
            let path = folder.join(name);
            let bytes = match bytes(&path) {
                Ok(bytes) => bytes?,
                Err(why) => {
                    meet(WalkEntry::Unreadable(path, why));
                    return None;
                }
            };
            let patterns = made.entry(bytes).or_insert_with_key(|bytes| Arc::new(read(bytes)));
            (!patterns.is_empty()).then(|| Arc::clone(patterns))
        });
        // A repository of Jujutsu may have no `.git`.
        let is_repository = [".git", ".jj"].iter().any(|name| may_have(name) && folder.join(name).exists());
        if !is_repository && own.iter().all(Option::is_none) {
            return above;
        }
        let in_repository = is_repository || above.as_ref().is_some_and(|above| above.in_repository);
        Some(Arc::new(Self { real: real.to_owned(), own, is_repository, in_repository, above }))
    }

    /// Returns `true` if a path is ignored. The first kind of ignore file with a matching pattern decides,
    /// and of its files the one in the deepest directory.
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
                // Git does not look above the root of a repository.
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

/// Parses patterns for paths relative to the directory; malformed lines are ignored, as by git.
fn read(bytes: &[u8]) -> Gitignore {
    let text = String::from_utf8_lossy(bytes);
    let mut builder = GitignoreBuilder::new("");
    // Git skips a byte order mark as well.
    for line in text.trim_start_matches('\u{feff}').lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
