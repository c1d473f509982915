//! Signed entries of the cache by name.
//!
//! A file is replaced atomically, so that a concurrent run reads the old or the new one, never a part. Each
//! is signed with a secret of the user, so that entries planted by others are ignored. A directory that
//! others may write to, or that is inside a repository, is not used.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hclx_diag::Arrange;

use super::hash_of;
use crate::trust::Trust;
use crate::{config, open_file};

/// The maximum size of an entry in bytes.
const MAX_ENTRY_BYTES: u64 = 32 << 20;

/// The maximum size of all entries in bytes; the oldest are evicted first.
const MAX_BYTES: u64 = 128 << 20;

/// The maximum number of entries.
const MAX_ENTRIES: usize = 1_000;

/// The file with the secret.
const SECRET: &str = "secret";

/// The length of the signature at the start of an entry: SHA-256 in hexadecimal digits.
const SIGNATURE: usize = 64;

/// A directory of entries.
pub(crate) struct Store {
    folder: PathBuf,
    secret: Vec<u8>,
}

impl Store {
    /// Opens the entries of earlier runs. Returns `None` unless only the user can write to their directory,
    /// and it is outside repositories and the places of a run.
    pub(crate) fn open(places: &Trust) -> Option<Self> {
        let folder = std::path::absolute(super::runs_folder()?).ok()?;
        make_private(&folder).ok()?;
        let real = folder.canonicalize().ok()?;
        if config::repository(&real).is_some() || places.has(&real) {
            return None;
        }
        let secret = secret(&folder)?;
        Some(Self { folder, secret })
    }

    /// The content of an entry, if it exists and its signature is valid.
    pub(crate) fn find(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name);
        let mut bytes = open_file::read(&path, &|_| Ok(()), MAX_ENTRY_BYTES).ok()?;
        let (signature, content) = bytes.split_at_checked(SIGNATURE)?;
        (signature == self.signature(name, content).as_bytes()).then_some(())?;
        bytes.drain(..SIGNATURE);
        // the oldest entries are evicted first, and this one was useful
        if let Ok(file) = OpenOptions::new().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(bytes)
    }

    /// Stores an entry, unless it is too large.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep(&self, name: &str, content: &[u8]) -> io::Result<()> {
        if (content.len() + SIGNATURE) as u64 > MAX_ENTRY_BYTES {
            return Ok(());
        }
        let path = self.path(name);
        replace(&path, &[self.signature(name, content).as_bytes(), content])?;
        evict(&self.folder, &path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.run"))
    }

    /// The signature of an entry's content. The hash is nested, so that nothing can be appended to
    /// the content.
    fn signature(&self, name: &str, content: &[u8]) -> String {
        let inner = hash_of([&*self.secret, name.as_bytes(), content]);
        hash_of([&*self.secret, inner.as_bytes()])
    }
}

/// Removes all entries, and returns their number.
///
/// # Errors
/// If the directory cannot be read, or an entry cannot be removed.
pub(crate) fn clear(folder: &Path) -> io::Result<usize> {
    let entries = match entries(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    for (path, ..) in &entries {
        fs::remove_file(path)?;
    }
    Ok(entries.len())
}

/// Creates a directory that only the user can read, unless one exists that only the user can write
/// to.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)?;
    let metadata = fs::symlink_metadata(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if metadata.permissions().mode() & 0o022 != 0 {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
    }
    if metadata.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

/// The user's secret, created on first use.
fn secret(folder: &Path) -> Option<Vec<u8>> {
    let path = folder.join(SECRET);
    let read = || open_file::read(&path, &|_| Ok(()), 1024).ok().filter(|secret| secret.len() == SIGNATURE);
    if let Some(secret) = read() {
        return Some(secret);
    }
    // the keys of a hasher come from the system's random number generator
    let random = || RandomState::new().hash_one(std::process::id()).to_le_bytes();
    let random: Vec<u8> = (0..8).flat_map(|_| random()).collect();
    replace(&path, &[hash_of([&*random]).as_bytes()]).ok()?;
    // A concurrent run may have replaced the secret, so the one in the file is used.
    read()
}

/// Replaces a file atomically by one that only the user can read.
fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    // may be left over from a killed run
    let _ = fs::remove_file(&unfinished);
    let write = |mut file: fs::File| parts.iter().try_for_each(|part| file.write_all(part));
    let written = options.open(&unfinished).and_then(write).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// The files of a directory except the secret, with time and size.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, SystemTime, u64)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.is_file() && entry.file_name() != SECRET {
            entries.push((entry.path(), metadata.modified()?, metadata.len()));
        }
    }
    Ok(entries)
}

/// Removes the oldest files until the number and the size of the rest are within the limits; `newest` is
/// kept.
fn evict(folder: &Path, newest: &Path) -> io::Result<()> {
    let mut entries = entries(folder)?;
    let (mut count, mut bytes) = (entries.len(), entries.iter().map(|(_, _, size)| size).sum::<u64>());
    if count <= MAX_ENTRIES && bytes <= MAX_BYTES {
        return Ok(());
    }
    entries.arrange_by_key(|(_, modified, _)| *modified);
    for (path, _, size) in entries.iter().filter(|(path, ..)| path != newest) {
        if count <= MAX_ENTRIES && bytes <= MAX_BYTES {
            break;
        }
        // a concurrent run may have removed it
        let _ = fs::remove_file(path);
        (count, bytes) = (count - 1, bytes - size);
    }
    Ok(())
}
