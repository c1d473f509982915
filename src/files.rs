//! Files on disk: which ones are asked for, and their bytes.
//!
//! Source of the rules: the command line's contract. A path that is named is read whatever its
//! name; a directory is searched for the kinds of files that languages have rows for.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use hclx_analysis::{Pattern, row_of};
use hclx_diag::MAX_SOURCE_BYTES;
use hclx_eval::{Entry, Host, Refusal};
use ignore::WalkBuilder;

use crate::config::Config;
use crate::regular;

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
}

impl Selection {
    /// A text that is judged as if it had been piped in.
    pub(crate) fn text(name: &str, text: String) -> Self {
        Self { stdin: Some((name.to_owned(), text.into_bytes())), ..Self::default() }
    }
}

/// Finds all files that `paths` name, directories searched; `-` is standard input.
pub(crate) fn select(paths: &[OsString], stdin_name: &str, config: &Config) -> Selection {
    let mut selection = Selection::default();
    let mut found: Vec<PathBuf> = Vec::new();
    for path in paths {
        if path == "-" {
            match read_stdin() {
                Ok(bytes) => selection.stdin = Some((stdin_name.to_owned(), bytes)),
                Err(error) => selection.unreadable.push((stdin_name.to_owned(), error.to_string())),
            }
        } else {
            find(Path::new(path), config, &mut found, &mut selection);
        }
    }
    selection.paths =
        found.iter().map(|path| hclx_analysis::file_path::clean(&path.display().to_string())).collect();
    selection.paths.sort();
    selection.paths.dedup();
    selection
}

/// Reads one file that is named on the command line.
pub(crate) fn read_one(path: &OsString, stdin_name: &str) -> anyhow::Result<Text> {
    if path == "-" {
        return Ok(Text { name: stdin_name.to_owned(), bytes: read_stdin()? });
    }
    let name = Path::new(path).display().to_string();
    match read(Path::new(path)) {
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
fn find(path: &Path, config: &Config, found: &mut Vec<PathBuf>, selection: &mut Selection) {
    if !path.is_dir() {
        found.push(path.to_owned());
        return;
    }
    let root = std::path::absolute(path)
        .ok()
        .and_then(|path| crate::config::repository(&path))
        .unwrap_or_else(|| path.to_owned());
    for entry in walk(path, config.respect_ignore_files) {
        match entry {
            Ok(entry) if !is_wanted(&entry, config) => {}
            Ok(entry) if entry.file_name().to_str().is_none() => {
                let why = "its name is not UTF-8, and places need names that can be written".to_owned();
                selection.unreadable.push((entry.path().display().to_string(), why));
            }
            // the folder says what it is, without a look at the file
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                found.push(entry.into_path());
            }
            Ok(entry) => match std::fs::metadata(entry.path()) {
                // whoever checks a repository of somebody else does not want its links to lead elsewhere
                Ok(_) if entry.path_is_symlink() && !regular::leads_below(entry.path(), &root) => {
                    selection.skipped.push(entry.path().display().to_string());
                }
                Ok(metadata) if metadata.is_file() => found.push(entry.into_path()),
                Ok(_) => {}
                Err(_) if entry.path_is_symlink() => {
                    selection.dangling.push(entry.path().display().to_string());
                }
                // the reason is told when it is read
                Err(_) => found.push(entry.into_path()),
            },
            Err(error) => selection.unreadable.push((path.display().to_string(), error.to_string())),
        }
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

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    anyhow::ensure!(!metadata.is_dir(), "it is a directory");
    // A named pipe on disk may never have a writer; the ones a shell makes are below /dev or /proc.
    anyhow::ensure!(
        metadata.is_file() || is_shell_pipe(path),
        "it is {}, not a regular file; pipe it in and name `-`",
        what_it_is(&metadata)
    );
    read_looked_at(path, &metadata)
}

/// Reads a file of which the metadata is at hand, into a buffer of its size.
fn read_looked_at(path: &Path, metadata: &Metadata) -> anyhow::Result<Vec<u8>> {
    anyhow::ensure!(
        metadata.len() <= MAX_SOURCE_BYTES as u64,
        "it is larger than the limit of {MAX_SOURCE_BYTES} bytes"
    );
    let size = usize::try_from(metadata.len()).unwrap_or_default();
    read_limited(File::open(path)?, size)
}

fn is_shell_pipe(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc") || path == Path::new("/dev/stdin")
}

#[cfg(unix)]
fn what_it_is(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn what_it_is(_: &Metadata) -> &'static str {
    "a device"
}

fn read_stdin() -> anyhow::Result<Vec<u8>> {
    read_limited(std::io::stdin().lock(), 0)
}

/// What there is to read, `expected` bytes or so.
fn read_limited(reader: impl Read, expected: usize) -> anyhow::Result<Vec<u8>> {
    // one byte more tells the end without another allocation
    let mut bytes = Vec::with_capacity(expected + 1);
    reader.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(
        bytes.len() <= MAX_SOURCE_BYTES,
        "it is larger than the limit of {MAX_SOURCE_BYTES} bytes"
    );
    Ok(bytes)
}

fn entry(metadata: &Metadata) -> Entry {
    match () {
        () if metadata.is_dir() => Entry::Directory,
        () if metadata.is_file() => Entry::File,
        () => Entry::Special,
    }
}

/// Files on disk, by paths relative to the current folder: the only door to them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Disk;

impl Host for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let metadata = std::fs::metadata(path).map_err(|error| refusal(&error))?;
        match entry(&metadata) {
            Entry::Directory => return Err(Refusal::Other("a directory".to_owned())),
            Entry::Special if !is_shell_pipe(Path::new(path)) => {
                return Err(Refusal::Other("not a regular file".to_owned()));
            }
            Entry::File | Entry::Special => {}
        }
        read_looked_at(Path::new(path), &metadata).map_err(|error| Refusal::NotRead(format!("{error:#}")))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        std::fs::metadata(path).map(|metadata| entry(&metadata)).map_err(|error| refusal(&error))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let mut entries = Vec::new();
        for inner in std::fs::read_dir(path).map_err(|error| refusal(&error))? {
            let inner = inner.map_err(|error| refusal(&error))?;
            let Ok(name) = inner.file_name().into_string() else { continue };
            match self.look(&inner.path().to_string_lossy()) {
                Ok(entry) => entries.push((name, entry)),
                // a link that leads nowhere
                Err(_) => entries.push((name, Entry::Special)),
            }
        }
        Ok(entries)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        let path = std::path::absolute(path).map_err(|error| refusal(&error))?;
        if let Ok(found) = std::fs::canonicalize(&path) {
            return Ok(found.display().to_string());
        }
        let dangling = path.ancestors().any(|part| part.is_symlink() && !part.exists());
        if dangling {
            return Err(Refusal::NotRead("a link leads nowhere".to_owned()));
        }
        let (found, rest) = path
            .ancestors()
            .find_map(|part| Some((std::fs::canonicalize(part).ok()?, path.strip_prefix(part).ok()?)))
            .ok_or(Refusal::Missing)?;
        Ok(found.join(rest).display().to_string())
    }
}

fn refusal(error: &std::io::Error) -> Refusal {
    match error.kind() {
        std::io::ErrorKind::NotFound => Refusal::Missing,
        _ => Refusal::NotRead(error.to_string()),
    }
}

/// Why a named file cannot be read, in words that end a sentence.
pub(crate) fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Missing => "No such file or directory (os error 2)".to_owned(),
        Refusal::Other(what) => format!("it is {what}"),
        Refusal::NotRead(why) => why.clone(),
    }
}
