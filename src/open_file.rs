//! Opens regular files, but never through a final link, and checks the opened file instead of its name.
//!
//! A link is resolved first, and then its target is opened. The location of the open file is queried from the
//! system, so replacing a link between the check and the read does not help an attacker.

use std::borrow::Cow;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::names;

/// Decides whether the file at a path may be read; the error is worded to end a sentence.
pub(crate) type Admit<'a> = &'a dyn Fn(&Path) -> Result<(), &'static str>;

/// Reads a regular file.
///
/// # Errors
/// If it cannot be read, is not a regular file or is larger than the limit, or if `admit` refuses its
/// location.
pub(crate) fn read(path: &Path, admit: Admit<'_>, limit: u64) -> io::Result<Vec<u8>> {
    read_known(
        path,
        EntryFacts { kind: std::fs::symlink_metadata(path)?.file_type(), identity: None },
        admit,
        limit,
    )
}

/// The known facts about a directory entry, without following links.
#[derive(Clone, Copy)]
pub(crate) struct EntryFacts {
    /// The type.
    pub(crate) kind: FileType,
    /// The file system and the inode, if the file is in a place that may be read.
    pub(crate) identity: Option<(u64, u64)>,
}

/// Like [`read`], for a path whose type is already known, without following a final link.
///
/// # Errors
/// The errors of [`read`].
pub(crate) fn read_known(path: &Path, seen: EntryFacts, admit: Admit<'_>, limit: u64) -> io::Result<Vec<u8>> {
    read_all(path, seen, admit, limit).map(|(_, bytes)| bytes)
}

/// Like [`read_known`]; also returns the metadata of the opened file.
///
/// # Errors
/// The errors of [`read`].
pub(crate) fn read_all(
    path: &Path,
    seen: EntryFacts,
    admit: Admit<'_>,
    limit: u64,
) -> io::Result<(Metadata, Vec<u8>)> {
    let (mut file, metadata) = opened(path, seen, admit)?;
    let too_large = || refused(&format!("it is larger than the limit of {limit} bytes"));
    if metadata.len() > limit {
        return Err(too_large());
    }
    // one more byte detects the end without another allocation
    let length = metadata.len() as usize;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length + 1).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    // most files have the length that the system reports, so one call reads them
    while bytes.len() <= length {
        bytes.extend_from_slice(&ZEROS[..ZEROS.len().min(length + 1 - bytes.len())]);
    }
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read?,
    };
    bytes.truncate(read);
    // One call may read less than the whole file, and the file may have grown since its length was queried.
    if read == 0 || read != length {
        file.take((limit + 1).saturating_sub(read as u64)).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok((metadata, bytes)) }
}

/// Zeros to fill a buffer with.
static ZEROS: [u8; 4096] = [0; 4096];

/// Reads a file that is below a directory once links are resolved.
pub(crate) fn read_below(path: &Path, folder: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let root = std::fs::canonicalize(folder)?;
    let below = |real: &Path| match real.starts_with(&root) && !is_virtual(real) {
        true => Ok(()),
        false => Err("it is a symbolic link out of the repository"),
    };
    read(path, &below, limit)
}

/// Returns `true` if a resolved path is in a virtual directory of the system.
pub(crate) fn is_virtual(real: &Path) -> bool {
    ["/proc", "/sys", "/dev"].iter().any(|folder| lies_in(real, Path::new(folder)))
}

/// Returns `true` if a resolved path is a directory or is inside it, comparing bytes.
pub(crate) fn lies_in(real: &Path, folder: &Path) -> bool {
    let (real, folder) = (real.as_os_str().as_encoded_bytes(), folder.as_os_str().as_encoded_bytes());
    let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
    real.strip_prefix(folder).is_some_and(|rest| {
        rest.is_empty() || folder.last().is_some_and(is_separator) || rest.first().is_some_and(is_separator)
    })
}

/// Reads a file that the user named, through any links.
///
/// # Errors
/// If it cannot be read, is too large, or is a device or a named pipe, which may never end.
pub(crate) fn read_named(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    // the pipe of `<(…)` in a shell cannot be opened by its resolved name
    if is_shell_pipe(path) && !std::fs::metadata(path)?.is_file() {
        return read_limited(File::open(path)?, limit);
    }
    read(path, &|_| Ok(()), limit).map_err(|error| match std::fs::metadata(path) {
        Ok(seen) if !seen.is_file() && !seen.is_dir() => {
            anyhow::anyhow!("{error}; pipe it in and name `-`")
        }
        _ => error.into(),
    })
}

fn is_shell_pipe(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc") || path == Path::new("/dev/stdin")
}

/// Reads everything up to a limit.
///
/// # Errors
/// If it cannot be read or is larger than the limit.
pub(crate) fn read_limited(reader: impl Read, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(bytes.len() as u64 <= limit, "it is larger than the limit of {limit} bytes");
    Ok(bytes)
}

/// Opens a regular file and returns it with its metadata; `seen` is the state of the path before.
///
/// # Errors
/// If it cannot be opened, is not a regular file, or `admit` refuses its location.
fn opened(path: &Path, seen: EntryFacts, admit: Admit<'_>) -> io::Result<(File, Metadata)> {
    if names::is_device(path) {
        return Err(refused("it is a device, not a regular file"));
    }
    let mut resolved = Cow::Borrowed(path);
    // querying the type of a device has no effect, but opening it may have one
    match seen.kind.is_symlink() {
        true => {
            resolved = Cow::Owned(std::fs::canonicalize(path)?);
            admit(&resolved).map_err(outside)?;
            check_kind(std::fs::symlink_metadata(&resolved)?.file_type())?;
        }
        false => check_kind(seen.kind)?,
    }
    let file = open_itself(&resolved)?;
    let metadata = file.metadata()?;
    check_kind(metadata.file_type())?;
    // a file that was found in a readable place is still the same file, regardless of changes to the
    // directories above it
    if seen.identity.is_none_or(|known| identity(&metadata) != Some(known)) {
        admit(&real_path(&file, &resolved)?).map_err(outside)?;
    }
    Ok((file, metadata))
}

/// An error about the location of a file, as opposed to an error of the system.
fn outside(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, OutsideRoot(why))
}

/// The reason for not reading a file at its location.
#[derive(Debug)]
pub(crate) struct OutsideRoot(pub(crate) &'static str);

impl std::fmt::Display for OutsideRoot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for OutsideRoot {}

/// Returns `true` if an error means that a file was not read because of its location.
pub(crate) fn is_outside(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<OutsideRoot>())
}

fn check_kind(kind: FileType) -> io::Result<()> {
    match () {
        () if kind.is_dir() => Err(refused("it is a directory")),
        () if !kind.is_file() => Err(refused(&format!("it is {}, not a regular file", what_it_is(kind)))),
        () => Ok(()),
    }
}

#[cfg(unix)]
fn what_it_is(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a named pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_symlink() => "a link",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn what_it_is(_: FileType) -> &'static str {
    "a device"
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.to_owned())
}

/// Opens a path whose last part is not a link; does not block on a named pipe without a writer.
fn open_itself(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    options.open(path)
}

/// The real path of an opened file.
fn real_path(file: &File, path: &Path) -> io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        // Linux reports it for the open file
        if let Ok(real) = std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())) {
            return Ok(real);
        }
    }
    // its name without links, if that still refers to the same file
    let real = std::fs::canonicalize(path)?;
    let (now, then) = (std::fs::symlink_metadata(&real)?, file.metadata()?);
    if is_same(&now, &then) { Ok(real) } else { Err(refused("it changed while it was read")) }
}

/// The device and inode of a file, on systems that have them.
#[cfg(unix)]
pub(crate) fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// The device and inode of a file, on systems that have them.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    // The standard library has no stable way to identify a file on these systems.
    one.is_file() && one.len() == other.len() && one.modified().ok() == other.modified().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("hclx-regular-{name}-{}", std::process::id()));
            std::fs::create_dir_all(path.join("in")).expect("a folder");
            Self(path.canonicalize().expect("a folder"))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_was_opened_is_checked() {
        let folder = Folder::new("opened");
        let inside = folder.0.join("in");
        std::fs::write(folder.0.join("secret"), "secret").expect("written");
        std::fs::write(inside.join("a"), "a").expect("written");
        symlink("a", inside.join("near")).expect("a link");
        symlink("../secret", inside.join("far")).expect("a link");
        symlink("..", inside.join("up")).expect("a link");
        symlink("/dev/null", inside.join("device")).expect("a link");
        let why = |name: &str| read_below(&inside.join(name), &inside, 10).map_err(|error| error.to_string());
        assert_eq!(why("a"), Ok(b"a".to_vec()));
        assert_eq!(why("near"), Ok(b"a".to_vec()));
        for name in ["far", "up/secret", "device"] {
            assert_eq!(why(name).expect_err(name), "it is a symbolic link out of the repository", "{name}");
        }
        assert_eq!(why("up").expect_err("a folder"), "it is a symbolic link out of the repository");
    }

    /// Replacing a file by a link after it was checked does not help an attacker. Here it is replaced at the
    /// last moment, between the check and the opening.
    #[test]
    fn an_exchange_gains_nothing() {
        let folder = Folder::new("exchanged");
        let inside = folder.0.join("in");
        std::fs::write(folder.0.join("secret"), "secret").expect("written");
        let name = inside.join("a");
        symlink("b", &name).expect("a link");
        std::fs::write(inside.join("b"), "b").expect("written");
        let exchange = |real: &Path| {
            if real == inside.join("b") {
                std::fs::remove_file(real).expect("removed");
                symlink("../secret", real).expect("a link");
                return Ok(());
            }
            Err("elsewhere")
        };
        let error = read(&name, &exchange, 10).expect_err("a link");
        assert!(!error.to_string().contains("secret"), "{error}");
        // a folder on the way
        std::fs::create_dir(inside.join("c")).expect("a folder");
        std::fs::write(inside.join("c/secret"), "no secret").expect("written");
        let (c, calls) = (inside.join("c"), std::cell::Cell::new(0));
        symlink("c/secret", inside.join("d")).expect("a link");
        let exchange = |real: &Path| {
            calls.set(calls.get() + 1);
            if calls.get() == 1 {
                std::fs::rename(&c, inside.join("old")).expect("moved");
                symlink("..", &c).expect("a link");
                return Ok(());
            }
            if real.starts_with(&inside) { Ok(()) } else { Err("elsewhere") }
        };
        let error = read(&inside.join("d"), &exchange, 10).expect_err("elsewhere");
        assert_eq!(error.to_string(), "elsewhere");
    }
}
