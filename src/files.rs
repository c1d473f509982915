//! Files on disk: selecting the requested ones, and reading them.
//!
//! Source of the rules: the command line's contract. A path given by the user is read regardless of its
//! name; a directory is searched for the files that languages declare.

use hclx_diag::{Arrange, Ordered};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::file_path::{self, into_clean};
use hclx_analysis::{Companions, Language};
use hclx_diag::MAX_SOURCE_BYTES;
use hclx_eval::{Entry, Host, Refusal};
use hclx_program::searched::{is_of_dependencies, is_searched, is_skipped_folder};

use crate::cache::Reads;
use crate::config::Config;
use crate::dir_cache::DirCache;
use crate::disk::Disk;
use crate::duplicates::SameFiles;
use crate::open_texts::OpenTexts;
use crate::walk::{Verdict, Verdicts, WalkEntry, walk};
use crate::{names, open_file, unsearched};

/// A file that was read.
pub(crate) struct Text {
    /// The path as given by the user, or found below such a path.
    pub(crate) name: String,
    /// The contents.
    pub(crate) bytes: Vec<u8>,
}

/// The selected inputs of a run.
#[derive(Default)]
pub(crate) struct Selection {
    /// Paths as given by the user or found below such paths: cleaned, sorted, distinct.
    pub(crate) paths: Vec<String>,
    /// The directories among the paths that the user gave, clean.
    pub(crate) named: Vec<Arc<str>>,
    /// The name and the contents of standard input, if `-` was given.
    pub(crate) stdin: Option<(String, Vec<u8>)>,
    /// Path and reason.
    pub(crate) unreadable: Vec<(String, String)>,
    /// Broken links in searched directories.
    pub(crate) dangling: Vec<String>,
    /// Paths that were found but not read, for example links out of the selected directory, with the reasons.
    pub(crate) skipped: Ordered<String, String>,
    /// Set if no path was given because a list of paths is empty.
    lists_nothing: bool,
    /// Set if a searched directory contains links that are read.
    has_links: bool,
    /// Files that were selected under several paths.
    pub(crate) same: SameFiles,
    /// The disk, as far as the run reads it.
    pub(crate) disk: Disk,
    /// The record of the files that the run reads, if there is one.
    pub(crate) reads: Option<Arc<Reads>>,
}

impl Selection {
    /// A source that is checked as if it came from a pipe.
    pub(crate) fn text(name: &str, text: String) -> Self {
        Self { stdin: Some((name.to_owned(), text.into_bytes())), ..Self::default() }
    }

    /// Records a path that was not read, if this should be reported.
    fn leave_out(&mut self, path: &Path, why: Option<&str>) {
        if let Some(why) = why {
            self.skipped.insert(clean(path), why.to_owned());
        }
    }

    /// Notes about inputs that select nothing.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = String> {
        let is_empty = self.stdin.as_ref().is_some_and(|(_, bytes)| bytes.is_empty());
        let stdin = is_empty.then(|| "standard input is empty".to_owned());
        stdin.into_iter().chain(self.lists_nothing.then(|| "`--files-from` lists no files".to_owned()))
    }
}

/// Selects all files that `paths` name, including those in directories; `-` is standard input.
pub(crate) fn select(paths: &[OsString], stdin_name: &str, config: &Config, disk: Disk) -> Selection {
    let mut selection = Selection { lists_nothing: paths.is_empty(), ..Selection::default() };
    let mut seen = DirCache::default();
    for path in paths {
        if path == "-" {
            match read_stdin(disk.limit()) {
                Ok(bytes) => selection.stdin = Some((stdin_name.to_owned(), bytes)),
                Err(error) => selection.unreadable.push((stdin_name.to_owned(), error.to_string())),
            }
        } else {
            if Path::new(path).is_dir() {
                selection.named.push(file_path::clean(&names::text(Path::new(path))).into());
            }
            find(Path::new(path), config, &disk, &mut seen, &mut selection);
        }
    }
    let disk = disk.having(seen);
    selection.paths.arrange();
    selection.paths.dedup();
    // without links, different paths are different files
    if selection.has_links || paths.len() > 1 || paths.iter().any(|path| Path::new(path).is_symlink()) {
        selection.same = SameFiles::among(&selection.paths, &disk);
    }
    selection.disk = disk;
    selection
}

/// Selects buffers that are open in an editor and not saved yet, as the walk would select their files. Ignore
/// files do not apply to them.
pub(crate) fn select_unsaved(selection: &mut Selection, open: &OpenTexts, config: &Config) {
    for path in open.paths() {
        let path = names::path(&path);
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { continue };
        // A buffer whose file exists is left to the walk, because ignore files may exclude it.
        if path.symlink_metadata().is_err()
            && let Some(path) = wanted(folder, name, config)
        {
            selection.paths.push(clean(&path));
        }
    }
    selection.paths.arrange();
    selection.paths.dedup();
}

/// Reads one file that is named on the command line, up to a memory limit.
pub(crate) fn read_one(path: &OsString, stdin_name: &str, limit: Option<u64>) -> anyhow::Result<Text> {
    let limit = limit.unwrap_or(u64::MAX).min(MAX_SOURCE_BYTES as u64);
    if path == "-" {
        return Ok(Text { name: stdin_name.to_owned(), bytes: read_stdin(limit)? });
    }
    let name = names::text(Path::new(path));
    match open_file::read_named(Path::new(path), limit) {
        Ok(bytes) => Ok(Text { name, bytes }),
        Err(error) => Err(error.context(format!("cannot read `{name}`"))),
    }
}

/// Reads a list of names, terminated by NUL if it contains any, otherwise one per line; `-` is standard
/// input.
///
/// # Errors
/// If the list cannot be read.
pub(crate) fn names_from(path: &OsString) -> anyhow::Result<Vec<OsString>> {
    let list = read_one(path, "<stdin>", None)?.bytes;
    let end = if list.contains(&0) { 0 } else { b'\n' };
    let name = |name: &[u8]| {
        let name = if end == b'\n' { name.strip_suffix(b"\r").unwrap_or(name) } else { name };
        (!name.is_empty()).then(|| os_string(name))
    };
    Ok(list.split(|byte| *byte == end).filter_map(name).collect())
}

#[cfg(unix)]
fn os_string(name: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(name.to_vec())
}

#[cfg(not(unix))]
fn os_string(name: &[u8]) -> OsString {
    String::from_utf8_lossy(name).into_owned().into()
}

/// Selects a path. A named file is always selected; in a directory, settings and ignore files decide.
fn find(path: &Path, config: &Config, disk: &Disk, seen: &mut DirCache, selection: &mut Selection) {
    if !path.is_dir() {
        selection.paths.push(clean(path));
        return;
    }
    // the number of paths found before this directory
    let mut before = selection.paths.len();
    let searched = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut ignored = Vec::new();
    walk(path, disk, config.respect_ignore_files, &is_skipped, &mut |met| match met {
        WalkEntry::File(folder, name, kind) => match wanted(folder, name, config) {
            Some(path) => take(&path, kind, disk, selection),
            None if kind.is_symlink() => {
                let path = folder.join(name);
                selection.leave_out(&path, unsearched::linked(&path, &searched));
            }
            None => {}
        },
        WalkEntry::Ignored(folder, name, kind) => {
            if let Some(path) = wanted(folder, name, config) {
                ignored.push((path, kind));
            }
        }
        WalkEntry::Folder(folder, seen_folder) => {
            // Entries are kept only for directories with selected files, because a repository may have many
            // others.
            let is_used = selection.paths.len() > std::mem::replace(&mut before, selection.paths.len());
            if is_used && disk.admits(&folder, &seen_folder.real) {
                seen.keep(&names::text(&folder), seen_folder);
            }
        }
        WalkEntry::Skipped(folder, name) => {
            selection.leave_out(&folder.join(name), unsearched::reason_for(folder, name));
        }
        WalkEntry::Unreadable(path, why) => selection.unreadable.push((clean(&path), why)),
    });
    let judged = &selection.paths;
    for (path, kind) in beside(judged, ignored) {
        take(&path, kind, disk, selection);
    }
}

/// The number of files below directories that would be checked without ignore files.
pub(crate) fn ignored(folders: &[OsString], config: &Config) -> usize {
    let mut count = 0;
    for folder in folders.iter().map(Path::new).filter(|folder| folder.is_dir()) {
        walk(folder, &Disk::default(), config.respect_ignore_files, &is_skipped, &mut |met| {
            if let WalkEntry::Ignored(folder, name, _) = met {
                count += usize::from(wanted(folder, name, config).is_some());
            }
        });
    }
    count
}

/// Returns `true` for a directory that is not searched; `has` returns whether a file or directory exists next to
/// it.
fn is_skipped(name: &OsStr, has: &dyn Fn(&str) -> bool) -> bool {
    name.to_str().is_some_and(|name| is_skipped_folder(name) || is_of_dependencies(name, has))
}

/// Selects those paths below a directory that a search would find. The paths, for example those of a revision, need not
/// exist on disk. Settings and ignore files are those on disk.
pub(crate) fn select_among(paths: &[String], folder: &Path, config: &Config, disk: &Disk) -> Vec<String> {
    let mut verdicts = Verdicts::new(folder, disk, config.respect_ignore_files, &is_skipped);
    let (mut found, mut ignored) = (Vec::new(), Vec::new());
    for path in paths {
        let inside = names::path(path);
        let Some(name) = inside.file_name() else { continue };
        let above = inside.parent().unwrap_or(Path::new(""));
        if wanted(&folder.join(above), name, config).is_none() {
            continue;
        }
        match verdicts.of(&inside) {
            Verdict::Met => found.push(path.clone()),
            Verdict::Ignored => ignored.push((inside.into_owned(), path.clone())),
            Verdict::Skipped => {}
        }
    }
    let more: Vec<String> = beside(&found, ignored).map(|(_, path)| path).collect();
    found.extend(more);
    found.arrange();
    found
}

/// The ignored files that an application reads together with checked ones, each with its associated data.
fn beside<T>(judged: &[String], ignored: Vec<(PathBuf, T)>) -> impl Iterator<Item = (PathBuf, T)> + use<T> {
    // an application reads its files regardless of ignore files, so all files that it loads together with a
    // checked file are checked too
    let judged = if ignored.is_empty() { SelectedFiles::default() } else { SelectedFiles::new(judged) };
    ignored.into_iter().filter(move |(path, _)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some((language, _)) = crate::rows().of(&name) else { return false };
        language.joined(&name).is_some_and(|joined| judged.has_beside(path, language, joined))
    })
}

/// The files that a walk selected, by directory.
#[derive(Default)]
struct SelectedFiles(BTreeMap<PathBuf, Vec<String>>);

impl SelectedFiles {
    fn new(paths: &[String]) -> Self {
        let mut by_folder: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
        for path in paths {
            let path = names::path(path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            by_folder.entry(folder).or_default().push(name);
        }
        Self(by_folder)
    }

    /// Returns `true` if a language reads a file together with one of these files.
    fn has_beside(&self, path: &Path, language: &dyn Language, joined: Companions) -> bool {
        let own = names::path(&clean(path)).parent().unwrap_or(Path::new("")).to_owned();
        let has = |names: &Vec<String>| names.iter().any(|name| language.joined(name).is_some());
        let is_beside = self.0.get(&own).is_some_and(has);
        match joined {
            Companions::Beside => is_beside,
            Companions::Above => own.ancestors().filter_map(|folder| self.0.get(folder)).any(has),
            Companions::Below => self.0.iter().any(|(folder, names)| folder.starts_with(&own) && has(names)),
        }
    }
}

/// Selects a file that a walk found, unless it is neither a file nor a link to a readable file.
fn take(path: &Path, kind: FileType, disk: &Disk, selection: &mut Selection) {
    match () {
        () if kind.is_file() => selection.paths.push(clean(path)),
        () if !kind.is_symlink() => {
            selection.skipped.insert(clean(path), NOT_REGULAR.to_owned());
        }
        // links in an untrusted repository must not leave it
        () => match disk.look(&names::text(path)) {
            Ok(Entry::File) => {
                selection.has_links = true;
                selection.paths.push(clean(path));
            }
            Ok(Entry::Directory) => {}
            Err(Refusal::Missing) => selection.dangling.push(clean(path)),
            Ok(_) | Err(_) => {
                selection.skipped.insert(clean(path), NOT_FOLLOWED.to_owned());
            }
        },
    }
}

/// A path as a clean string.
fn clean(path: &Path) -> String {
    into_clean(names::text(path))
}

/// The reason for not reading a path found by a walk.
const NOT_FOLLOWED: &str =
    "it is a symbolic link out of the repository or to something other than a regular file";
const NOT_REGULAR: &str = "it is not a regular file";

/// The path of a file if it is checked.
fn wanted(folder: &Path, name: &OsStr, config: &Config) -> Option<PathBuf> {
    let text = names::text(Path::new(name));
    let known = is_searched(&text);
    if !known && config.path.is_none() {
        return None;
    }
    let path = folder.join(name);
    ((known || config.claims(&path)) && config.selects(&path)).then_some(path)
}

fn read_stdin(limit: u64) -> anyhow::Result<Vec<u8>> {
    open_file::read_limited(std::io::stdin().lock(), limit)
}

/// The reason why a given file cannot be read, worded to end a sentence.
pub(crate) fn reason(refusal: &Refusal) -> String {
    match refusal {
        // There is no system error to quote, so all systems use the words of Linux.
        Refusal::Missing => "No such file or directory (os error 2)".to_owned(),
        refusal => refusal.reason(),
    }
}
