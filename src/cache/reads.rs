//! Records the disk accesses of a run with their results, and repeats them to see if anything
//! changed.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::SystemTime;

use hclx_diag::locked;
use hclx_eval::{Entry, Host, Refusal};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dir_cache::EntryKind;
use crate::disk::Disk;
use crate::names;
use crate::stamp::Stamp;

/// The kind of a disk access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum DiskAccess {
    #[serde(rename = "r")]
    Read,
    #[serde(rename = "k")]
    Look,
    #[serde(rename = "l")]
    List,
    #[serde(rename = "p")]
    Resolve,
}

/// The result of a disk access, in a comparable form that holds no file contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum DiskResult {
    /// A file, identified by its stamp.
    #[serde(rename = "f")]
    File {
        #[serde(rename = "s")]
        stamp: Stamp,
        /// The path with all links resolved, unless it follows from the requested path.
        #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
        real: Option<String>,
        /// The hash of the contents, if the stamp alone is not conclusive.
        #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
    },
    /// Any other result, as a string that differs for different results.
    #[serde(rename = "t")]
    Other(String),
}

impl DiskResult {
    /// Returns `true` if nothing changed between two results. A file may have become old enough for its stamp
    /// to be conclusive.
    fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File { stamp, real, hash }, Self::File { stamp: later, real: behind, hash: after }) => {
                let same = hash.as_ref().zip(after.as_ref()).is_none_or(|(hash, after)| hash == after);
                stamp == later && real == behind && same
            }
            _ => self == other,
        }
    }
}

/// The disk accesses of one run.
#[derive(Debug, Default)]
pub(crate) struct Reads(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    told: HashMap<(DiskAccess, String), DiskResult, foldhash::fast::RandomState>,
    /// Set if an access cannot be repeated, or had two results because the disk changed during the run.
    changed: bool,
}

/// The disk accesses of a run, to be repeated.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answers(Vec<(DiskAccess, String, DiskResult)>);

impl Reads {
    fn keep(&self, asked: DiskAccess, path: &str, told: DiskResult) {
        let mut state = locked(&self.0);
        let state = &mut *state;
        match state.told.entry((asked, path.to_owned())) {
            Slot::Occupied(known) => state.changed |= !known.get().agrees(&told),
            Slot::Vacant(slot) => drop(slot.insert(told)),
        }
    }

    /// Records that the run cannot be cached.
    fn leave<T>(&self, answer: T) -> T {
        locked(&self.0).changed = true;
        answer
    }

    /// Returns `true` if a file was read by this name.
    pub(crate) fn has_read(&self, name: &str) -> bool {
        let state = locked(&self.0);
        matches!(state.told.get(&(DiskAccess::Read, name.to_owned())), Some(DiskResult::File { .. }))
    }

    /// The files that were read or looked for, by the names that were used.
    fn files(&self) -> Vec<String> {
        let state = locked(&self.0);
        let asked =
            state.told.keys().filter(|(asked, _)| matches!(asked, DiskAccess::Read | DiskAccess::Look));
        asked.map(|(_, path)| path.clone()).collect()
    }

    /// Drops the recorded contents of files.
    fn forget(&self, names: &[String]) {
        let mut state = locked(&self.0);
        for name in names {
            state.told.remove(&(DiskAccess::Read, name.clone()));
        }
    }

    /// All results; `None` if the disk changed during the run.
    pub(crate) fn answers(&self) -> Option<Answers> {
        let state = locked(&self.0);
        let all = state.told.iter().map(|((asked, path), told)| (*asked, path.clone(), told.clone()));
        (!state.changed).then(|| Answers(all.collect()))
    }
}

impl Answers {
    /// Returns `true` if the disk still returns the same results.
    pub(crate) fn hold(&self, disk: &Disk) -> bool {
        self.0.iter().all(|answer| Self::holds(answer, disk))
    }

    /// The files whose contents changed; `None` if the disk returns other different results.
    fn changed(&self, disk: &Disk) -> Option<Vec<String>> {
        let is_content = |(asked, _, told): &(DiskAccess, String, DiskResult)| {
            *asked == DiskAccess::Read && matches!(told, DiskResult::File { .. })
        };
        let mut changed = self.0.iter().filter(|answer| !Self::holds(answer, disk)).peekable();
        let mut names = Vec::new();
        while let Some(answer) = changed.next_if(|answer| is_content(answer)) {
            names.push(answer.1.clone());
        }
        changed.next().is_none().then_some(names)
    }

    fn holds((asked, path, told): &(DiskAccess, String, DiskResult), disk: &Disk) -> bool {
        match (asked, told) {
            (DiskAccess::Read, DiskResult::File { stamp, real, hash }) => {
                let now = State::of(disk, path);
                let same = now.is_some_and(|(now, behind)| now == *stamp && behind == *real);
                same && hash
                    .as_ref()
                    .is_none_or(|hash| disk.read(path).is_ok_and(|bytes| hash_of([&*bytes]) == *hash))
            }
            (DiskAccess::Read, DiskResult::Other(_)) => {
                disk.read(path).is_err_and(|why| refused(&why) == *told)
            }
            (DiskAccess::Look, _) => shown(&disk.look(path)) == *told,
            (DiskAccess::List, _) => listed(&disk.list(path)) == *told,
            (DiskAccess::Resolve, _) => shown(&disk.resolve(path)) == *told,
        }
    }
}

impl State {
    /// The stamp of a file, and its real path unless a directory walk, which follows no links,
    /// found the file.
    fn of(disk: &Disk, path: &str) -> Option<(Stamp, Option<String>)> {
        let at = &*disk.path(path).ok()?;
        let stamp = Stamp::of(&std::fs::metadata(at).ok()?)?;
        let is_met = matches!(disk.seen().at(path), Some(EntryKind::Entry(_, kind, _)) if !kind.is_symlink());
        let real = (!is_met).then(|| disk.real_path(at).map(|real| names::text(&real)));
        Some((stamp, real.flatten()))
    }
}

fn refused(why: &Refusal) -> DiskResult {
    DiskResult::Other(format!("{why:?}"))
}

fn shown<T: std::fmt::Debug>(answer: &Result<T, Refusal>) -> DiskResult {
    DiskResult::Other(format!("{answer:?}"))
}

/// The entries of a directory, independent of their order.
fn listed(answer: &Result<Vec<(String, Entry)>, Refusal>) -> DiskResult {
    let Ok(entries) = answer else { return shown(answer) };
    // Names may contain line breaks, but not NUL.
    let mut lines: Vec<String> = entries.iter().map(|(name, entry)| format!("{entry:?} {name}\0")).collect();
    lines.sort_unstable();
    DiskResult::Other(hash_of(lines.iter().map(String::as_bytes)))
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash_of<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> String {
    let mut hash = Sha256::new();
    parts.into_iter().for_each(|part| hash.update(part));
    hex(&hash.finalize())
}

/// Formats bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The disk, with a record of all accesses.
#[derive(Debug)]
pub(crate) struct RecordingDisk {
    disk: RwLock<Disk>,
    reads: Arc<Reads>,
    /// The number of changes of a file's contents while the run was kept, by name.
    changes: Mutex<HashMap<String, u64>>,
}

impl RecordingDisk {
    /// A disk whose accesses are added to a record.
    pub(crate) fn new(disk: Disk, reads: Arc<Reads>) -> Self {
        Self { disk: RwLock::new(disk), reads, changes: Mutex::default() }
    }

    fn disk(&self) -> RwLockReadGuard<'_, Disk> {
        self.disk.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that were read or looked for.
    pub(crate) fn files(&self) -> Vec<String> {
        self.reads.files()
    }

    /// Continues with the current state of the disk, if only the contents of files changed that `may_change`
    /// accepts. Returns these files.
    pub(crate) fn resume(&self, disk: &Disk, may_change: impl Fn(&str) -> bool) -> Option<Vec<String>> {
        let changed = self.reads.answers()?.changed(disk)?;
        if !changed.iter().all(|name| may_change(name)) {
            return None;
        }
        self.reads.forget(&changed);
        for name in &changed {
            *locked(&self.changes).entry(name.clone()).or_default() += 1;
        }
        *self.disk.write().unwrap_or_else(PoisonError::into_inner) = disk.clone();
        Some(changed)
    }
}

impl Host for RecordingDisk {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let disk = self.disk();
        // before reading: a file that is written in the meantime has a different stamp afterwards
        let state = State::of(&disk, path);
        let read = disk.read(path);
        let told = match (&read, state) {
            (Ok(bytes), Some((stamp, real))) => {
                let hash = stamp.is_young(SystemTime::now()).then(|| hash_of([&**bytes]));
                DiskResult::File { stamp, real, hash }
            }
            // a pipe can be read only once, so a later run must not try again
            (Ok(_), None) => return self.reads.leave(read),
            (Err(why), _) => refused(why),
        };
        self.reads.keep(DiskAccess::Read, path, told);
        read
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        let entry = self.disk().look(path);
        self.reads.keep(DiskAccess::Look, path, shown(&entry));
        entry
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let entries = self.disk().list(path);
        self.reads.keep(DiskAccess::List, path, listed(&entries));
        entries
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        let real = self.disk().resolve(path);
        self.reads.keep(DiskAccess::Resolve, path, shown(&real));
        real
    }

    fn version(&self, path: &str) -> u64 {
        locked(&self.changes).get(path).copied().unwrap_or_default()
    }
}
