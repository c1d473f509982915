//! Files on disk: which ones are asked for, and their bytes.
//!
//! Source of the rules: the command line's contract. A path that is named is read whatever its
//! name; a directory is searched for the kinds of files that languages have rows for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use hclx_analysis::{Pattern, row_of};
use hclx_eval::{Entry, Host, Refusal};
use ignore::WalkBuilder;

use crate::config::Config;
use crate::disk::Disk;
use crate::{names, regular};

/// Folders that hold copies and state, never configuration that somebody wrote.
const SKIPPED_FOLDERS: &[&str] = &["packer_cache"];

/// Whether a directory is not searched: state and copies, and names that begin with a dot.
fn is_skipped_folder(name: &str) -> bool {
    (name.starts_with('.') && name != "." && name != "..") || SKIPPED_FOLDERS.contains(&name)
}

/// Whether a file is somebody's copy, lock or backup: editors write `#x#`, `.#x` and `x~`. Of names that
/// begin with a dot only those count that a language names in full.
fn is_left_over(name: &str, is_named_in_full: bool) -> bool {
    name.ends_with('~') || name.starts_with('#') || name.starts_with('.') && !is_named_in_full
}

/// A file that was read.
pub(crate) struct Text {
    /// Its path as the user wrote it, or found below what the user wrote.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// What a run was asked for.
#[derive(Default)]
pub(crate) struct Selection {
    /// Paths as the user wrote them or found below what the user wrote, cleaned, in order, each once.
    pub(crate) paths: Vec<String>,
    /// The name and the bytes of a text that is not on disk: standard input, if `-` was named.
    pub(crate) stdin: Option<(String, Vec<u8>)>,
    /// Path and reason.
    pub(crate) unreadable: Vec<(String, String)>,
    /// Links in searched directories that lead nowhere.
    pub(crate) dangling: Vec<String>,
    /// Links that were found and not followed, since they lead out of what was asked for.
    pub(crate) skipped: Vec<String>,
    /// The disk, as far as the run reads it.
    pub(crate) disk: Disk,
}

impl Selection {
    /// A text that is judged as if it had been piped in.
    pub(crate) fn text(name: &str, text: String) -> Self {
        Self { stdin: Some((name.to_owned(), text.into_bytes())), ..Self::default() }
    }
}

/// Finds all files that `paths` name, directories searched; `-` is standard input.
pub(crate) fn select(paths: &[OsString], stdin_name: &str, config: &Config, disk: Disk) -> Selection {
    let mut selection = Selection::default();
    let mut found: Vec<PathBuf> = Vec::new();
    for path in paths {
        if path == "-" {
            match read_stdin() {
                Ok(bytes) => selection.stdin = Some((stdin_name.to_owned(), bytes)),
                Err(error) => selection.unreadable.push((stdin_name.to_owned(), error.to_string())),
            }
        } else {
            find(Path::new(path), config, &disk, &mut found, &mut selection);
        }
    }
    selection.paths = found.iter().map(|path| hclx_analysis::file_path::clean(&names::text(path))).collect();
    selection.paths.sort_unstable();
    selection.paths.dedup();
    selection.disk = disk;
    selection
}

/// Reads one file that is named on the command line.
pub(crate) fn read_one(path: &OsString, stdin_name: &str) -> anyhow::Result<Text> {
    if path == "-" {
        return Ok(Text { name: stdin_name.to_owned(), bytes: read_stdin()? });
    }
    let name = names::text(Path::new(path));
    match regular::read_named(Path::new(path)) {
        Ok(bytes) => Ok(Text { name, bytes }),
        Err(error) => Err(error.context(format!("cannot read `{name}`"))),
    }
}

/// The names in a list: ended by NUL if it has any, otherwise one on each line; `-` is standard input.
///
/// # Errors
/// If the list cannot be read.
pub(crate) fn names_from(path: &OsString) -> anyhow::Result<Vec<OsString>> {
    let list = read_one(path, "<stdin>")?.bytes;
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

/// A path that is named always counts; in a directory settings and ignore files choose.
fn find(path: &Path, config: &Config, disk: &Disk, found: &mut Vec<PathBuf>, selection: &mut Selection) {
    if !path.is_dir() {
        found.push(path.to_owned());
        return;
    }
    for entry in walk(path, config.respect_ignore_files) {
        let entry = match entry {
            Ok(entry) if is_wanted(&entry, config) => entry,
            Ok(_) => continue,
            Err(error) => {
                let (path, why) = unsearched(&error, path);
                selection.unreadable.push((names::text(&path), why));
                continue;
            }
        };
        let name = || names::text(entry.path());
        if !entry.path_is_symlink() {
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                found.push(entry.into_path());
            }
            continue;
        }
        // whoever checks a repository of somebody else does not want its links to lead elsewhere
        match disk.look(&name()) {
            Ok(Entry::File) => found.push(entry.into_path()),
            Ok(Entry::Directory) => {}
            Err(Refusal::Missing) => selection.dangling.push(hclx_analysis::file_path::clean(&name())),
            Ok(_) | Err(_) => selection.skipped.push(hclx_analysis::file_path::clean(&name())),
        }
    }
}

/// Which folder could not be searched, and why.
fn unsearched(error: &ignore::Error, root: &Path) -> (PathBuf, String) {
    match error {
        ignore::Error::WithPath { path, err } => (path.clone(), unsearched(err, root).1),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            unsearched(err, root)
        }
        ignore::Error::Io(error) => {
            // the walk writes the path into the reason
            let inner = std::error::Error::source(error).map(ToString::to_string);
            (root.to_owned(), inner.unwrap_or_else(|| error.to_string()))
        }
        error => (root.to_owned(), error.to_string()),
    }
}

/// Searches below `path`. Links to files are taken, links to folders are not, so that a loop of
/// links cannot trap the walk. Of ignore files those count that are part of what is searched:
/// `.gitignore` in a repository, `.ignore` and `.hclxignore`, never the user's own.
fn walk(path: &Path, respect_ignore_files: bool) -> ignore::Walk {
    WalkBuilder::new(path)
        .standard_filters(false)
        .git_ignore(respect_ignore_files)
        .ignore(respect_ignore_files)
        .parents(respect_ignore_files)
        .add_custom_ignore_filename(if respect_ignore_files { ".hclxignore" } else { "" })
        .follow_links(false)
        .filter_entry(|entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let skipped = entry.file_name().to_str().is_some_and(is_skipped_folder);
            entry.depth() == 0 || !is_folder || !skipped
        })
        .build()
}

fn is_wanted(entry: &ignore::DirEntry, config: &Config) -> bool {
    let name = entry.file_name().to_string_lossy();
    let row = row_of(crate::languages(), &name).map(|(_, row)| row);
    let is_named_in_full = row.is_some_and(|row| matches!(row.pattern, Pattern::Name(_)));
    let known = row.is_some_and(|row| row.walked) && !is_left_over(&name, is_named_in_full);
    let path = entry.path();
    (known || config.claims(path)) && config.selects(path) && entry.depth() > 0
}

fn read_stdin() -> anyhow::Result<Vec<u8>> {
    regular::read_limited(std::io::stdin().lock(), 0)
}

/// Why a named file cannot be read, in words that end a sentence.
pub(crate) fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Missing => "No such file or directory (os error 2)".to_owned(),
        refusal => refusal.reason(),
    }
}
