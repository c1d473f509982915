//! The state of a file according to the file system: while it is unchanged, so are the contents.

use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Size, times and identity of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    size: u64,
    modified: u128,
    /// The time of the last change of the entry on systems that have it, otherwise the time of its creation.
    changed: i128,
    /// Device and inode, on systems that have them.
    identity: (u64, u64),
}

/// The age from which a time reliably distinguishes one write from the next: file systems store times with a
/// resolution of up to two seconds.
const SURE_AGE: Duration = Duration::from_secs(2);

impl Stamp {
    /// The stamp of a file with this metadata; `None` for anything but a regular file.
    pub(crate) fn of(metadata: &Metadata) -> Option<Self> {
        metadata.is_file().then(|| Self::of_entry(metadata)).flatten()
    }

    /// The stamp of an entry of any kind, whose contents may change without it; `None` if it has no times.
    pub(crate) fn of_entry(metadata: &Metadata) -> Option<Self> {
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        let (changed, identity) = (changed(metadata), identity(metadata));
        Some(Self { size: metadata.len(), modified, changed, identity })
    }

    /// The size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Returns `true` if the file is young now.
    pub(crate) fn is_young_now(&self) -> bool {
        self.is_young(SystemTime::now())
    }

    /// Returns `true` if the file was written so recently that another write may have left the same times.
    pub(crate) fn is_young(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(UNIX_EPOCH) else { return true };
        let sure = now.saturating_sub(SURE_AGE).as_nanos();
        self.modified >= sure || u128::try_from(self.changed).is_ok_and(|changed| changed >= sure)
    }
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt;
    i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(metadata: &Metadata) -> i128 {
    let created = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    created.and_then(|time| i128::try_from(time.as_nanos()).ok()).unwrap_or_default()
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}
