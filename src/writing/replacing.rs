//! The operations of the system that replace one file.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Returns `true` if the user may write a file, or create files in a directory.
#[cfg(unix)]
pub(super) fn is_writable(path: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Returns `true` if the user may write a file, or create files in a directory.
#[cfg(not(unix))]
pub(super) fn is_writable(path: &Path) -> bool {
    // the flag has no meaning for a directory
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir() || !metadata.permissions().readonly())
}

/// The number of names of a file.
#[cfg(unix)]
pub(super) fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

/// The number of names of a file.
#[cfg(not(unix))]
pub(super) fn names(_: &Metadata) -> u64 {
    1
}

/// Creates a file with the permissions and the owner of another one, but never through a link.
///
/// # Errors
/// If it exists or cannot be written.
pub(super) fn write_new(path: &Path, bytes: &[u8], like: Option<&Metadata>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(like) = like {
        own_like(&file, like);
        // The permissions are set first, so that nobody else can read the contents in the meantime.
        file.set_permissions(like.permissions())?;
    }
    file.write_all(bytes)
}

/// Sets the owner of a file to that of another one, as far as the user may: root must not take away files by
/// formatting them.
#[cfg(unix)]
fn own_like(file: &File, like: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    let is_same = file.metadata().is_ok_and(|own| (own.uid(), own.gid()) == (like.uid(), like.gid()));
    if !is_same {
        let _ = std::os::unix::fs::fchown(file, Some(like.uid()), Some(like.gid()));
    }
}

#[cfg(not(unix))]
fn own_like(_: &File, _: &Metadata) {}

/// Exchanges two files in one step.
///
/// # Errors
/// If the system cannot.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Exchanges two files in one step.
///
/// # Errors
/// If the system cannot.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns `true` if a file system cannot exchange files.
pub(super) fn is_unsupported(error: &io::Error) -> bool {
    // the kernel returns `EINVAL` if the file system does not support the flag
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

/// Gives a file another name, so that it is kept when its own one is replaced.
///
/// # Errors
/// If the other name cannot be written.
pub(super) fn keep(file: &Path, other: &Path) -> io::Result<()> {
    // not all file systems have hard links
    std::fs::hard_link(file, other).or_else(|_| std::fs::copy(file, other).map(drop))
}

/// Moves a file to a name that does not exist, except as a broken link.
///
/// # Errors
/// If something has the name by now.
pub(super) fn create(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::hard_link(from, to) {
        Ok(()) => std::fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !to.is_symlink() => Err(error),
        Err(_) => std::fs::rename(from, to),
    }
}

/// Returns `true` if a file has these contents.
pub(super) fn has(path: &Path, bytes: &[u8]) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
        && std::fs::read(path).is_ok_and(|found| found == bytes)
}
