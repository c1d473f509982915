//! Files on disk, by paths relative to the current directory. Sessions and functions access files only
//! through this module.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{FileType, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use hclx_diag::{MAX_SOURCE_BYTES, locked};
use hclx_eval::{Entry, Host, Refusal};

use crate::accesses::Accesses;
use crate::dir_cache::{DirCache, EntryKind, SeenFolder};
use crate::names;
use crate::open_file::{self, EntryFacts};
use crate::open_texts::OpenTexts;
use crate::trust::Trust;

/// The disk, as far as a run reads it.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    trust: Arc<Trust>,
    /// The maximum size of a file in bytes.
    limit: u64,
    /// The entries that the walk has seen.
    seen: Arc<DirCache>,
    /// The real paths of other directories.
    folders: Arc<Mutex<RealFolders>>,
    /// The buffers that are open in an editor, used in place of the files.
    open: OpenTexts,
    /// The record of accesses, for polling.
    accesses: Accesses,
}

/// Directories with their paths after all links are resolved.
type RealFolders = HashMap<PathBuf, Option<PathBuf>, foldhash::fast::RandomState>;

impl Default for Disk {
    fn default() -> Self {
        Self::new(Trust::default())
    }
}

impl Disk {
    /// The disk for a run.
    pub(crate) fn new(trust: Trust) -> Self {
        let (seen, folders) = (Arc::default(), Arc::default());
        let (open, accesses) = (OpenTexts::default(), Accesses::default());
        Self { trust: Arc::new(trust), limit: MAX_SOURCE_BYTES as u64, seen, folders, open, accesses }
    }

    /// The buffers that an editor has open.
    pub(crate) fn open_texts(&self) -> &OpenTexts {
        &self.open
    }

    /// Uses the buffers that are open in an editor in place of the files.
    pub(crate) fn under(mut self, open: OpenTexts) -> Self {
        self.open = open;
        self
    }

    /// Adds accesses to a record.
    pub(crate) fn recorded_in(mut self, accesses: Accesses) -> Self {
        self.accesses = accesses;
        self
    }

    /// The record of accesses.
    pub(crate) fn accesses(&self) -> &Accesses {
        &self.accesses
    }

    /// Uses the entries that a walk has seen instead of accessing the disk again.
    pub(crate) fn having(mut self, seen: DirCache) -> Self {
        self.seen = Arc::new(seen);
        self
    }

    /// The entries that a walk has seen.
    pub(crate) fn seen(&self) -> &DirCache {
        &self.seen
    }

    /// Returns `true` if files in a directory with the real path `real` may be read.
    pub(crate) fn admits(&self, folder: &Path, real: &Path) -> bool {
        self.trust.admit(folder, real).is_ok()
    }

    /// The places that may be read.
    pub(crate) fn places(&self) -> &Trust {
        &self.trust
    }

    /// Limits the size of files by a memory limit.
    pub(crate) fn within(mut self, limit: Option<u64>) -> Self {
        self.limit = self.limit.min(limit.unwrap_or(self.limit));
        self
    }

    /// The maximum size of a file in bytes.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The path of a name for which the system may be asked.
    ///
    /// # Errors
    /// If it may not.
    pub(crate) fn path<'n>(&self, name: &'n str) -> Result<Cow<'n, Path>, Refusal> {
        let path = names::path(name);
        self.trust.touch(&path).map_err(|why| Refusal::NotRead(why.to_owned()))?;
        Ok(path)
    }

    /// The real path of a directory, looked up once.
    fn real_folder(&self, folder: &Path) -> Option<PathBuf> {
        if let Some(seen) = folder.to_str().and_then(|text| self.seen.folder(text)) {
            return Some(seen.real.clone());
        }
        if let Some(known) = self.folders().get(folder) {
            return known.clone();
        }
        let real = self.real_path(folder);
        self.folders().insert(folder.to_owned(), real.clone());
        real
    }

    fn folders(&self) -> MutexGuard<'_, RealFolders> {
        locked(&self.folders)
    }

    /// The real path of a file: that of its directory and its name, unless it is a link.
    pub(crate) fn real_path(&self, path: &Path) -> Option<PathBuf> {
        // with a trailing `/` or `/.`, the system resolves a final link
        let path = path.components().as_path();
        let (Some(Component::Normal(name)), Some(folder)) = (path.components().next_back(), path.parent())
        else {
            return path.canonicalize().ok();
        };
        let kind = match path.to_str().and_then(|text| self.seen.at(text)) {
            Some(EntryKind::Nothing(..)) => return None,
            Some(EntryKind::Entry(folder, kind, _)) if !kind.is_symlink() => {
                return Some(folder.real.join(name));
            }
            Some(EntryKind::Entry(_, kind, _)) => kind,
            None => path.symlink_metadata().ok()?.file_type(),
        };
        if kind.is_symlink() {
            return path.canonicalize().ok();
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Some(self.real_folder(folder)?.join(name))
    }

    /// Reads a file again: its real path, its metadata and its current contents.
    ///
    /// # Errors
    /// If the file does not exist or may not be read.
    pub(crate) fn read_again(&self, path: &str) -> Result<(PathBuf, Metadata, Vec<u8>), Refusal> {
        let (text, path) = (path, &*self.path(path)?);
        let is_named = self.trust.is_named(path);
        let admit = |real: &Path| if is_named { Ok(()) } else { self.trust.admit(path, real) };
        let found = self.real_entry(text, path).filter(|_| !is_named);
        let resolved = || {
            let target = path.canonicalize()?;
            let kind = target.symlink_metadata()?.file_type();
            Ok((target, EntryFacts { kind, identity: None }))
        };
        let (target, known) = found.map_or_else(resolved, Ok).map_err(|error| refusal(&error))?;
        let read = open_file::read_all(&target, known, &admit, self.limit);
        let (metadata, bytes) = read.map_err(|error| refusal(&error))?;
        Ok((target, metadata, bytes))
    }

    /// The real path of a file that the walk has seen; the file is not opened if it has become a link since.
    fn real_entry(&self, text: &str, path: &Path) -> Option<(PathBuf, EntryFacts)> {
        match self.seen.at(text)? {
            EntryKind::Entry(folder, kind, number) if kind.is_file() => {
                let known = EntryFacts { kind, identity: self.identity(path, folder, number) };
                Some((folder.real.join(path.file_name()?), known))
            }
            _ => None,
        }
    }

    /// The file system and the inode of an entry that the walk has seen, if it may be read there.
    fn identity(&self, path: &Path, folder: &SeenFolder, number: u64) -> Option<(u64, u64)> {
        let admits = self.trust.admit(path, &folder.real).is_ok();
        folder.device.filter(|_| admits).map(|device| (device, number))
    }

    /// Reads a file on behalf of the walk, if it exists. `trusted` files are above the paths given by the
    /// user, so they were not written by the repository's authors.
    ///
    /// # Errors
    /// The reason why it cannot be read, worded to end a sentence.
    pub(crate) fn read_in_walk(
        &self,
        path: &Path,
        trusted: bool,
        limit: u64,
    ) -> Result<Option<Vec<u8>>, String> {
        self.accesses.read(path);
        let seen = match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            seen => seen.map_err(|error| error.to_string())?,
        };
        let admit = |real: &Path| if trusted { Ok(()) } else { self.trust.admit(path, real) };
        open_file::read_known(path, EntryFacts { kind: seen.file_type(), identity: None }, &admit, limit)
            .map(Some)
            .map_err(|error| error.to_string())
    }

    /// The type of the file at a path, if it may be read.
    fn admitted(&self, path: &Path) -> Result<FileType, Refusal> {
        let kind = path.symlink_metadata().map_err(|error| refusal(&error))?.file_type();
        self.admitted_as(path, kind)
    }

    /// Like [`Self::admitted`], for a path whose type is already known.
    fn admitted_as(&self, path: &Path, kind: FileType) -> Result<FileType, Refusal> {
        let name = path.file_name().filter(|_| !kind.is_symlink());
        let folder = path.parent().map(|folder| match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        });
        let beside = name.zip(folder).and_then(|(name, folder)| Some(self.real_folder(folder)?.join(name)));
        let real = match beside {
            Some(real) => real,
            None => path.canonicalize().map_err(|error| refusal(&error))?,
        };
        self.trust.admit(path, &real).map_err(|why| Refusal::NotRead(why.to_owned()))?;
        if !kind.is_symlink() {
            return Ok(kind);
        }
        Ok(real.symlink_metadata().map_err(|error| refusal(&error))?.file_type())
    }

    /// The text that is open in an editor in place of a file, to which a link may refer; the path may be
    /// read.
    fn open_text(&self, text: &str, path: &Path) -> Option<Vec<u8>> {
        if !self.open.is_of_editor() {
            return None;
        }
        Some(self.open.text_through(text, &self.real_path(path)?)?.to_vec())
    }

    /// The entries of a directory.
    fn entries(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let folder = &*self.path(path)?;
        self.accesses.read(folder);
        if let Some(seen) = self.seen.folder(path) {
            let listed = seen.entries().iter().map(|(name, kind, _)| self.listed(folder, name, *kind));
            return Ok(listed.collect());
        }
        if self.look(path)? != Entry::Directory {
            return Err(Refusal::Other("a file".to_owned()));
        }
        let mut entries = Vec::new();
        for inner in std::fs::read_dir(folder).map_err(|error| refusal(&error))? {
            let inner = inner.map_err(|error| refusal(&error))?;
            let kind = inner.file_type().map_err(|error| refusal(&error))?;
            entries.push(self.listed(folder, &inner.file_name(), kind));
        }
        Ok(entries)
    }

    /// The entry of a directory with this name.
    fn listed(&self, folder: &Path, name: &OsStr, kind: FileType) -> (String, Entry) {
        let text = names::text(Path::new(name));
        if !kind.is_symlink() {
            return (text, entry(kind));
        }
        let linked = folder.join(name);
        let kind = self.admitted_as(&linked, kind).map(entry);
        // a file that the user named is read, through any links
        let named = || Some(linked.is_file() && self.trust.is_named(&linked)).filter(|is| *is);
        (text, kind.unwrap_or_else(|_| named().map_or(Entry::Unread, |_| Entry::File)))
    }
}

fn entry(kind: FileType) -> Entry {
    match () {
        () if kind.is_dir() => Entry::Directory,
        () if kind.is_file() => Entry::File,
        () => Entry::Special,
    }
}

impl Host for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        if let Some(text) = self.open.text(path) {
            return Ok(text.to_vec());
        }
        let (text, path) = (path, &*self.path(path)?);
        self.accesses.read(path);
        if self.trust.is_named(path) {
            if path.is_dir() {
                return Err(Refusal::Other("a directory".to_owned()));
            }
            if let Some(text) = self.open_text(text, path) {
                return Ok(text);
            }
            return open_file::read_named(path, self.limit)
                .map_err(|error| Refusal::Failed(format!("{error:#}")));
        }
        let mut identity = None;
        let (kind, target) = match self.seen.at(text) {
            Some(EntryKind::Nothing(..)) => return Err(Refusal::Missing),
            // files in a searched directory are read, except through links
            Some(EntryKind::Entry(folder, kind, number)) if !kind.is_symlink() => {
                identity = self.identity(path, folder, number);
                (kind, kind)
            }
            Some(EntryKind::Entry(_, kind, _)) => (kind, self.admitted_as(path, kind)?),
            None => {
                let kind = path.symlink_metadata().map_err(|error| refusal(&error))?.file_type();
                (kind, self.admitted_as(path, kind)?)
            }
        };
        match entry(target) {
            Entry::Directory => return Err(Refusal::Other("a directory".to_owned())),
            Entry::File => {}
            _ => return Err(Refusal::Other("not a regular file".to_owned())),
        }
        let admit = |real: &Path| self.trust.admit(path, real);
        let read = || open_file::read_known(path, EntryFacts { kind, identity }, &admit, self.limit);
        self.open_text(text, path).map_or_else(read, Ok).map_err(|error| refusal(&error))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        if self.open.text(path).is_some() {
            return Ok(Entry::File);
        }
        let (text, path) = (path, &*self.path(path)?);
        self.accesses.look(path);
        if self.trust.is_named(path) {
            let metadata = std::fs::metadata(path).map_err(|error| refusal(&error))?;
            return Ok(entry(metadata.file_type()));
        }
        match self.seen.at(text) {
            Some(EntryKind::Nothing(..)) => Err(Refusal::Missing),
            Some(EntryKind::Entry(_, kind, _)) if !kind.is_symlink() => Ok(entry(kind)),
            Some(EntryKind::Entry(_, kind, _)) => self.admitted_as(path, kind).map(entry),
            None => self.admitted(path).map(entry),
        }
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let mut entries = self.entries(path)?;
        for name in self.open.names_in(path) {
            if !entries.iter().any(|(known, _)| *known == name) {
                entries.push((name, Entry::File));
            }
        }
        Ok(entries)
    }

    fn version(&self, path: &str) -> u64 {
        self.open.version(path)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        if let Some(seen) = self.seen.folder(path) {
            return Ok(names::text(&seen.real));
        }
        if let Some(EntryKind::Nothing(folder, rest)) = self.seen.at(path) {
            return Ok(names::text(&folder.real.join(rest)));
        }
        let path = self.trust.rooted(&self.path(path)?).map_err(|error| refusal(&error))?;
        if let Some(found) = self.real_path(&path) {
            return Ok(names::text(&found));
        }
        // The nearest existing ancestor of a dangling link is the directory of the link, not of its target.
        let dangling = path.ancestors().any(|part| part.is_symlink() && !part.exists());
        if dangling {
            return Err(Refusal::NotRead("a link leads nowhere".to_owned()));
        }
        let (found, rest) = path
            .ancestors()
            .find_map(|part| Some((std::fs::canonicalize(part).ok()?, path.strip_prefix(part).ok()?)))
            .ok_or(Refusal::Missing)?;
        Ok(names::text(&found.join(rest)))
    }
}

fn refusal(error: &io::Error) -> Refusal {
    match error.kind() {
        io::ErrorKind::NotFound => Refusal::Missing,
        // a part of the path is a file
        io::ErrorKind::NotADirectory => Refusal::Missing,
        _ if open_file::is_outside(error) => Refusal::NotRead(error.to_string()),
        _ => Refusal::Failed(error.to_string()),
    }
}
