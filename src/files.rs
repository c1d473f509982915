//! Files on disk: which ones are asked for, and their bytes.
//!
//! Source of the rules: the command line's contract. A path that is named is read whatever its
//! name; a directory is searched for the kinds of files that [`FileKind`] lists.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use hclx_analysis::FileKind;
use hclx_diag::MAX_SOURCE_BYTES;
use hclx_eval::{Entry, Host, Refusal};
use ignore::WalkBuilder;
use rayon::prelude::*;

/// Folders that hold copies and state, never configuration that somebody wrote.
const SKIPPED_FOLDERS: &[&str] = &[".terraform", ".git", ".terragrunt-cache"];

/// A file that was read.
pub struct Text {
    /// Its path as the user wrote it, or found below what the user wrote.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What was read, and what could not be.
#[derive(Default)]
pub struct Texts {
    /// In the order of names, each once.
    pub read: Vec<Text>,
    /// Path and reason.
    pub unreadable: Vec<(String, String)>,
}

/// Reads all files that `paths` name, directories searched; `-` is standard input.
pub fn read_all(paths: &[OsString], stdin_name: &str) -> Texts {
    let mut texts = Texts::default();
    let mut found: Vec<PathBuf> = Vec::new();
    for path in paths {
        if path == "-" {
            match read_stdin() {
                Ok(bytes) => texts.read.push(Text { name: stdin_name.to_owned(), bytes }),
                Err(error) => texts.unreadable.push((stdin_name.to_owned(), error.to_string())),
            }
        } else {
            find(Path::new(path), &mut found, &mut texts.unreadable);
        }
    }
    found.sort();
    found.dedup();
    let results: Vec<(String, anyhow::Result<Vec<u8>>)> =
        found.par_iter().map(|path| (path.display().to_string(), read(path))).collect();
    for (name, result) in results {
        match result {
            Ok(bytes) => texts.read.push(Text { name, bytes }),
            Err(error) => texts.unreadable.push((name, format!("{error:#}"))),
        }
    }
    texts
}

/// Reads one file that is named on the command line.
pub fn read_one(path: &OsString, stdin_name: &str) -> anyhow::Result<Text> {
    if path == "-" {
        return Ok(Text { name: stdin_name.to_owned(), bytes: read_stdin()? });
    }
    let name = Path::new(path).display().to_string();
    match read(Path::new(path)) {
        Ok(bytes) => Ok(Text { name, bytes }),
        Err(error) => Err(error.context(format!("cannot read `{name}`"))),
    }
}

fn find(path: &Path, found: &mut Vec<PathBuf>, unreadable: &mut Vec<(String, String)>) {
    if !path.is_dir() {
        found.push(path.to_owned());
        return;
    }
    for entry in walk(path) {
        match entry {
            Ok(entry) if is_wanted(&entry) => found.push(clean(entry.into_path())),
            Ok(_) => {}
            Err(error) => unreadable.push((path.display().to_string(), error.to_string())),
        }
    }
}

/// Searches below `path`. Links to files are taken, links to folders are not, so that a loop of
/// links cannot trap the walk. No ignore file applies: what is asked for is judged.
fn walk(path: &Path) -> ignore::Walk {
    WalkBuilder::new(path)
        .standard_filters(false)
        .follow_links(false)
        .filter_entry(|entry| !entry.file_name().to_str().is_some_and(|name| SKIPPED_FOLDERS.contains(&name)))
        .build()
}

fn is_wanted(entry: &ignore::DirEntry) -> bool {
    let walked = entry.file_name().to_str().is_some_and(|name| FileKind::of(name).is_walked());
    walked && entry.depth() > 0 && std::fs::metadata(entry.path()).map_or(true, |metadata| metadata.is_file())
}

/// `./main.tf` is `main.tf`, as everybody calls it.
pub fn clean(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_owned).unwrap_or(path)
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
    anyhow::ensure!(
        metadata.len() <= MAX_SOURCE_BYTES as u64,
        "it is larger than the limit of {MAX_SOURCE_BYTES} bytes"
    );
    read_limited(File::open(path)?)
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
    read_limited(std::io::stdin().lock())
}

fn read_limited(reader: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(
        bytes.len() <= MAX_SOURCE_BYTES,
        "it is larger than the limit of {MAX_SOURCE_BYTES} bytes"
    );
    Ok(bytes)
}

/// What lies below a directory, for functions that read files. Neither `..` nor links lead out of it:
/// what lies outside is not read, and unknown.
#[derive(Debug)]
pub struct Below {
    root: PathBuf,
}

impl Below {
    /// # Errors
    /// If there is no such directory.
    pub fn new(directory: &str) -> std::io::Result<Self> {
        let root = std::fs::canonicalize(directory)?;
        if root.is_dir() { Ok(Self { root }) } else { Err(std::io::ErrorKind::NotADirectory.into()) }
    }

    /// The place that a path names, with links followed.
    fn find(&self, path: &str) -> Result<PathBuf, Refusal> {
        let outside = || Refusal::NotRead(format!("`{path}` lies outside of the root"));
        let plain = without_detours(&self.root.join(path));
        if !plain.starts_with(&self.root) {
            return Err(outside());
        }
        match std::fs::canonicalize(&plain) {
            Ok(found) if found.starts_with(&self.root) => Ok(found),
            Ok(_) => Err(outside()),
            Err(_) if !self.is_inside(&plain) => Err(outside()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Refusal::Missing),
            Err(error) => Err(Refusal::NotRead(error.to_string())),
        }
    }

    /// Whether what is there of a path lies inside.
    fn is_inside(&self, path: &Path) -> bool {
        let found = path.ancestors().find_map(|part| std::fs::canonicalize(part).ok());
        let dangling = path.ancestors().any(|part| part.is_symlink() && !part.exists());
        !dangling && found.is_some_and(|found| found.starts_with(&self.root))
    }
}

/// A path with `.` and `..` taken out as they are written.
fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn entry(path: &Path) -> Result<Entry, Refusal> {
    let metadata = std::fs::metadata(path).map_err(|error| Refusal::NotRead(error.to_string()))?;
    Ok(match () {
        () if metadata.is_dir() => Entry::Directory,
        () if metadata.is_file() => Entry::File,
        () => Entry::Special,
    })
}

impl Host for Below {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let found = self.find(path)?;
        match entry(&found)? {
            Entry::File => read(&found).map_err(|error| Refusal::NotRead(format!("{error:#}"))),
            Entry::Directory => Err(Refusal::Other("a directory".to_owned())),
            Entry::Special => Err(Refusal::Other("no regular file".to_owned())),
        }
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        entry(&self.find(path)?)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let found = self.find(path)?;
        let unread = |error: std::io::Error| Refusal::NotRead(error.to_string());
        let mut entries = Vec::new();
        for inner in std::fs::read_dir(&found).map_err(unread)? {
            let inner = inner.map_err(unread)?;
            let Ok(name) = inner.file_name().into_string() else { continue };
            // A link that leads out of the root, or nowhere, leaves open what the directory holds.
            match self.find(&inner.path().to_string_lossy()) {
                Ok(place) => entries.push((name, entry(&place)?)),
                Err(Refusal::Missing) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(entries)
    }
}
