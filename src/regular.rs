//! Files that a stranger's repository names: regular files below a folder, no longer than a limit.
//!
//! Whoever checks a repository of somebody else does not want its settings and links to lead out of it, to
//! devices or into the system's own folders. What was opened is checked, not the name, so that nothing is
//! gained by changing a link between a look and a read.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What may be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed<'a> {
    /// Only what lies below this folder after links are followed; `None` is everything.
    pub(crate) below: Option<&'a Path>,
    /// No more bytes.
    pub(crate) limit: u64,
}

/// The bytes of a regular file.
///
/// # Errors
/// If it cannot be read, is not a regular file, lies elsewhere, or is larger than the limit.
pub(crate) fn read(path: &Path, allowed: Allowed<'_>) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    check_kind(&metadata)?;
    if let Some(root) = allowed.below {
        let real = real_path(&file, path)?;
        if !is_below(&real, root) {
            return Err(refused("it is a link that leads out of the repository"));
        }
    }
    let limit = allowed.limit;
    let too_large = || refused(&format!("it is larger than the limit of {limit} bytes"));
    if metadata.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// Whether a path leads to a regular file below a folder after links are followed.
pub(crate) fn leads_below(path: &Path, root: &Path) -> bool {
    std::fs::canonicalize(path).is_ok_and(|real| is_below(&real, root) && real.is_file())
}

/// Whether a path without links lies below a folder, and not in a folder that the system makes up.
fn is_below(real: &Path, root: &Path) -> bool {
    let made_up = ["/proc", "/sys", "/dev"].iter().any(|folder| real.starts_with(folder));
    !made_up && std::fs::canonicalize(root).is_ok_and(|root| real.starts_with(root))
}

fn check_kind(metadata: &Metadata) -> io::Result<()> {
    match () {
        () if metadata.is_dir() => Err(refused("it is a directory")),
        () if !metadata.is_file() => Err(refused("it is not a regular file")),
        () => Ok(()),
    }
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.to_owned())
}

/// Opens a file; a named pipe without a writer does not block.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        /// `O_NONBLOCK`
        const WITHOUT_WAITING: i32 = 0o4000;
        options.custom_flags(WITHOUT_WAITING);
    }
    #[cfg(not(target_os = "linux"))]
    check_kind(&std::fs::metadata(path)?)?;
    options.open(path)
}

/// Where an opened file lies: the system tells it for the open file, not for its name.
#[cfg(target_os = "linux")]
fn real_path(file: &File, _: &Path) -> io::Result<PathBuf> {
    use std::os::fd::AsRawFd;
    std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Where an opened file lies: its name without links, if that is still the same file.
#[cfg(not(target_os = "linux"))]
fn real_path(file: &File, path: &Path) -> io::Result<PathBuf> {
    let real = std::fs::canonicalize(path)?;
    let (now, then) = (std::fs::symlink_metadata(&real)?, file.metadata()?);
    let same = now.is_file() && now.len() == then.len() && now.modified().ok() == then.modified().ok();
    if same { Ok(real) } else { Err(refused("it changed while it was read")) }
}
