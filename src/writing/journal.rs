//! The journal of files that are being written, and how a later command handles that of an interrupted one.
//!
//! It is in the user's cache, and is locked as long as its process lives. Without a cache there is no journal, and an
//! interrupted command leaves its temporary files.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Scope, Step};
use crate::cache::hash_of;
use crate::{cache, config, names, open_file, output};

/// The directory of journals in the cache.
const FOLDER: &str = "writing";

/// The maximum size of a journal in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The ending of a journal that may be undone.
const OPEN: &str = "journal";

/// The ending of a journal whose files all have their new contents.
const DONE: &str = "done";

/// A file that is being written.
#[derive(Serialize, Deserialize)]
struct Entry {
    target: String,
    beside: String,
    backup: String,
    /// The hash of the old contents, if there were any.
    old: Option<String>,
    /// The hash of the new contents.
    new: String,
}

/// All files that are being written.
#[derive(Serialize, Deserialize)]
struct Entries {
    /// Set if all files have new contents, or none.
    is_whole: bool,
    files: Vec<Entry>,
}

/// A locked journal.
pub(super) struct Journal {
    path: PathBuf,
    /// The lock ends when the process ends.
    _lock: File,
}

impl Journal {
    /// Records the files before the first one is written; `None` without a cache.
    pub(super) fn begin(scope: Scope, steps: &[Step]) -> Option<Self> {
        let folder = folder()?;
        cache::make_private(&folder).ok()?;
        let entry = |step: &Step| Entry {
            target: names::text(&step.file.target),
            beside: names::text(&step.beside),
            backup: names::text(&step.backup),
            old: step.file.before.as_ref().map(|bytes| hash_of([&**bytes])),
            new: hash_of([&*step.file.after]),
        };
        let files = steps.iter().map(entry).collect();
        let entries = Entries { is_whole: scope == Scope::All, files };
        let text = serde_json::to_vec(&entries).ok()?;
        (0..100).find_map(|number| write(&folder, number, &text).ok())
    }

    /// Notes that all files have their new contents.
    pub(super) fn commit(&self) {
        let _ = std::fs::rename(&self.path, self.path.with_extension(DONE));
    }

    /// Removes the journal.
    pub(super) fn end(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(self.path.with_extension(DONE));
    }
}

/// The directory of journals. It is not in the repository, whose authors could write it.
fn folder() -> Option<PathBuf> {
    let folder = std::path::absolute(cache::folder(FOLDER)?).ok()?;
    config::repository(&folder).is_none().then_some(folder)
}

/// Writes a journal under another name first, so that it is never visible unlocked.
fn write(folder: &Path, number: usize, text: &[u8]) -> io::Result<Journal> {
    let name = format!("{}-{number}", std::process::id());
    let unfinished = folder.join(format!("{name}.new"));
    let path = folder.join(format!("{name}.{OPEN}"));
    if path.exists() || path.with_extension(DONE).exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut file = open(&unfinished, OpenOptions::new().write(true).create_new(true))?;
    if !is_locked(&file) {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    let written = file.write_all(text).and_then(|()| std::fs::rename(&unfinished, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written.map(|()| Journal { path, _lock: file })
}

/// Opens a journal. On Windows, no other process can open it in the meantime.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // it can still be renamed and removed
        const SHARE_DELETE: u32 = 4;
        options.share_mode(SHARE_DELETE);
    }
    options.open(path)
}

/// Locks a file, unless another process has locked it.
#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()
}

/// Locks a file, unless another process has locked it.
#[cfg(not(unix))]
fn is_locked(_: &File) -> bool {
    true
}

/// Finishes or undoes what interrupted commands began, and reports this.
pub(crate) fn recover() {
    let Some(listed) = folder().and_then(|folder| std::fs::read_dir(folder).ok()) else { return };
    for entry in listed.flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let Ok(file) = open(&path, OpenOptions::new().read(true).write(true)) else { continue };
        if !is_locked(&file) {
            continue;
        }
        if matches!(ending, OPEN | DONE) {
            let entries = open_file::read_limited(&file, MAX_BYTES).ok();
            let entries = entries.and_then(|text| serde_json::from_slice::<Entries>(&text).ok());
            entries.iter().for_each(|entries| entries.recover(ending == DONE));
        }
        let _ = std::fs::remove_file(&path);
    }
}

/// The outcome for a file.
enum Recovery {
    /// It was not written, or is finished.
    Clean,
    /// It has its old contents again.
    Undone,
    /// Somebody else has written it.
    Left,
}

impl Entries {
    fn recover(&self, is_done: bool) {
        let is_undone = self.is_whole && !is_done;
        let (mut undone, mut left) = (0, Vec::new());
        for entry in self.files.iter().rev() {
            match entry.recover(is_undone) {
                Recovery::Clean => {}
                Recovery::Undone => undone += 1,
                Recovery::Left => left.push(entry),
            }
        }
        if undone > 0 {
            let files = hclx_diag::counted(undone, "file");
            output::note(&format!(
                "note: an earlier command was interrupted: {files} got the old contents back"
            ));
        }
        for entry in left {
            output::note(&format!(
                "note: an earlier command was interrupted, and `{}` was changed since; it is left as it is",
                entry.target
            ));
        }
    }
}

impl Entry {
    /// Undoes a file, or removes the temporary files next to it.
    fn recover(&self, is_undone: bool) -> Recovery {
        let [target, beside, backup] =
            [&self.target, &self.beside, &self.backup].map(|name| names::path(name));
        let now = hash(&target);
        let old = || {
            [&beside, &backup].into_iter().find(|path| hash(path).is_some_and(|hash| Some(hash) == self.old))
        };
        let is_new = now.as_ref() == Some(&self.new);
        if !is_new && now != self.old {
            // the old contents may be needed
            return if old().is_some() { Recovery::Left } else { self.clean() };
        }
        if !is_new || !is_undone || self.old.as_ref() == Some(&self.new) {
            return self.clean();
        }
        let undone = match (&self.old, old()) {
            (Some(_), Some(old)) => std::fs::rename(old, &target),
            (None, _) => std::fs::remove_file(&target),
            (Some(_), None) => return self.clean(),
        };
        self.clean();
        if undone.is_ok() { Recovery::Undone } else { Recovery::Left }
    }

    fn clean(&self) -> Recovery {
        let is_ours = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with(".hclx-") && (name.ends_with(".tmp") || name.ends_with(".old"))
        };
        for path in [names::path(&self.beside), names::path(&self.backup)] {
            if is_ours(&path) {
                let _ = std::fs::remove_file(&path);
            }
        }
        Recovery::Clean
    }
}

/// The hash of a regular file's contents.
fn hash(path: &Path) -> Option<String> {
    let is_file = std::fs::symlink_metadata(path).ok()?.is_file();
    Some(hash_of([&*std::fs::read(path).ok().filter(|_| is_file)?]))
}
