//! The places that a run may read. Paths given by the user are read in any location; paths named by a
//! repository, or reached through its links, only inside the repository.
//!
//! In an untrusted repository, settings, sources and links must not refer to files outside of it, to devices,
//! or to system directories.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::{config, names, open_file};

type HashSet<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;

/// The files and directories that may be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trust {
    /// The paths given by the user, absolute and without `.` and `..`.
    named: HashSet<PathBuf>,
    /// The last components of these paths: a path with a different one need not be made absolute.
    names: HashSet<OsString>,
    /// The directories of the given paths.
    folders: Vec<PathBuf>,
    /// The real paths of readable directories: repositories and given directories.
    roots: Vec<PathBuf>,
    /// The servers and shares of the given paths, and devices among them.
    shares: HashSet<String>,
    /// Set if all given paths are in a repository, so that nothing else is read.
    confined: bool,
    /// The current directory, looked up once.
    here: Option<PathBuf>,
}

impl Trust {
    /// The readable places of a run with these paths; without any path, those of `.`.
    pub(crate) fn new<'p>(named: impl IntoIterator<Item = &'p Path>) -> Self {
        let here = std::env::current_dir().ok();
        let mut trust = Self { confined: true, here, ..Self::default() };
        for path in named {
            trust.name(path);
        }
        trust
    }

    /// Adds a file or directory given by the user.
    pub(crate) fn name(&mut self, path: &Path) {
        let Ok(absolute) = std::path::absolute(path) else { return };
        let absolute = config::plain(&absolute);
        self.shares.extend(names::share(&absolute));
        let is_folder = absolute.is_dir();
        let folder = if is_folder { absolute.clone() } else { folder_of(&absolute) };
        self.names.extend(absolute.file_name().map(ToOwned::to_owned));
        // Another file of a known directory adds nothing, and a run may name thousands.
        if !self.named.insert(absolute) || (!is_folder && self.folders.contains(&folder)) {
            return;
        }
        let real = std::fs::canonicalize(&folder).ok();
        // the share that a drive represents
        self.shares.extend(real.as_deref().and_then(names::share));
        let repository = |folder: &Path| config::repository(folder).and_then(|root| root.canonicalize().ok());
        let around: Vec<PathBuf> =
            [repository(&folder), real.as_deref().and_then(repository)].into_iter().flatten().collect();
        self.confined &= !around.is_empty();
        for root in around.into_iter().chain(real) {
            if !self.roots.contains(&root) {
                self.roots.push(root);
            }
        }
        self.folders.push(folder);
    }

    /// Adds a directory that belongs to hclx, such as the cache, without changing other places.
    pub(crate) fn keep(&mut self, folder: &Path) {
        let real = folder.canonicalize().ok();
        self.shares.extend([Some(folder), real.as_deref()].into_iter().flatten().filter_map(names::share));
        self.roots.extend(real);
    }

    /// Returns `true` if a directory with this real path is in one of the places.
    pub(crate) fn has(&self, real: &Path) -> bool {
        self.roots.iter().any(|root| open_file::lies_in(real, root))
    }

    /// Everything that determines what may be read: the directories of the given paths, the real paths of
    /// readable directories, and whether anything else is read.
    pub(crate) fn limits(&self) -> impl std::fmt::Debug {
        (&self.folders, &self.roots, self.confined)
    }

    /// Returns `true` if the user gave a file.
    pub(crate) fn is_named(&self, path: &Path) -> bool {
        let may_be = path.file_name().is_none_or(|name| self.names.contains(name));
        may_be && self.absolute(path).is_some_and(|path| self.named.contains(&path))
    }

    /// Checks whether the system may be asked for a path at all: looking for a file on a server sends it the user's
    /// credentials, and some devices act as soon as they are opened.
    ///
    /// # Errors The reason why it may not, worded to end a sentence.
    pub(crate) fn touch(&self, path: &Path) -> Result<(), &'static str> {
        match names::share(path) {
            Some(share) if !self.shares.contains(&share) => Err("it is on another computer, or a device"),
            _ => Ok(()),
        }
    }

    /// A path from the root of the disk, without `.` and `..`.
    fn absolute(&self, path: &Path) -> Option<PathBuf> {
        self.rooted(path).ok().map(|path| config::plain(&path))
    }

    /// An absolute path; the current directory is looked up once.
    ///
    /// # Errors
    /// If the path is empty, or the current directory is unknown.
    pub(crate) fn rooted(&self, path: &Path) -> io::Result<PathBuf> {
        match &self.here {
            // the components of `here` and `path` are those of the result, except for `.`
            Some(here) if path.is_relative() && !path.as_os_str().is_empty() => {
                let normal = |part: &Component<'_>| *part != Component::CurDir;
                Ok(here.components().chain(path.components().filter(normal)).collect())
            }
            _ => std::path::absolute(path),
        }
    }

    /// Checks whether a path with the real path `real` may be read.
    ///
    /// # Errors
    /// The reason why it may not, worded to end a sentence.
    pub(crate) fn admit(&self, path: &Path, real: &Path) -> Result<(), &'static str> {
        if open_file::is_virtual(real) {
            return Err("it is in a virtual directory of the system");
        }
        if self.roots.iter().any(|root| open_file::lies_in(real, root)) {
            return Ok(());
        }
        match self.is_without_links(path, real) {
            true if !self.confined => Ok(()),
            true => Err("it is outside of the repository"),
            false => Err("it is a symbolic link out of the repository"),
        }
    }

    /// Returns `true` if no component of a path is a link, except above the paths given by the user.
    fn is_without_links(&self, path: &Path, real: &Path) -> bool {
        let Some(path) = self.absolute(path) else { return false };
        if path == real {
            return true;
        }
        let shared = |folder: &PathBuf| {
            folder.components().zip(path.components()).take_while(|(one, other)| one == other).count()
        };
        let Some(shared) = self.folders.iter().map(shared).max() else { return false };
        // Links above the given paths were chosen by the user, but links below may come from a repository.
        let above: PathBuf = path.components().take(shared).collect();
        let rest: PathBuf = path.components().skip(shared).collect();
        above.canonicalize().is_ok_and(|above| above.join(rest) == real)
    }
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("/")).to_owned()
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    /// Looking for a file on a server sends it the user's credentials.
    #[test]
    fn a_repository_leads_to_no_server() {
        let trust = Trust::new([Path::new(".")]);
        for path in [r"\\server\share\a", "//server/share/a", r"\\?\UNC\server\share\a", r"\\.\pipe\x"] {
            assert!(trust.touch(Path::new(path)).is_err(), "{path}");
        }
        for path in ["a", r"..\a", r"C:\a", r"\\?\C:\a", r"\a"] {
            assert!(trust.touch(Path::new(path)).is_ok(), "{path}");
        }
        let mut trust = Trust::default();
        trust.shares.insert("server/share".to_owned());
        assert!(trust.touch(Path::new(r"\\Server\Share\a")).is_ok());
        assert!(trust.touch(Path::new(r"\\server\other\a")).is_err());
    }
}
