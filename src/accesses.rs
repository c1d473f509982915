//! The disk entries that a run accessed, each with its state from before the access, so that polling notices every
//! later change.
//!
//! Out of scope: the buffers that an editor has open, and when to poll.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hclx_diag::locked;

use crate::stamp::Stamp;

/// The accesses of a run, shared by all clones; nothing is recorded unless something polls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accesses(Option<Arc<Mutex<ByPath>>>);

/// The maximum size of a file whose contents are compared, in bytes.
const MOST_BYTES: u64 = 1 << 24;

type ByPath = HashMap<PathBuf, Access, foldhash::fast::RandomState>;

/// The state of an entry before it was accessed.
#[derive(Clone, Debug)]
struct Access {
    state: State,
    /// The hash of the contents, if the stamp alone is not conclusive: the names in a directory, or the bytes of a
    /// recently written file.
    hash: Option<u64>,
    /// Set if results depend on more than the kind of the entry.
    is_read: bool,
}

/// An entry according to the file system.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Missing,
    File(Option<Stamp>),
    Folder(Option<Stamp>),
}

impl State {
    fn of(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Err(_) => Self::Missing,
            Ok(found) if found.is_dir() => Self::Folder(Stamp::of_entry(&found)),
            Ok(found) => Self::File(Stamp::of(&found)),
        }
    }

    /// Returns `true` if an entry with the same state has the same contents.
    fn is_conclusive(&self) -> bool {
        match self {
            Self::Missing => true,
            Self::File(stamp) => !stamp.as_ref().is_some_and(Stamp::is_young_now),
            Self::Folder(_) => false,
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Missing => 0,
            Self::File(_) => 1,
            Self::Folder(_) => 2,
        }
    }
}

impl Accesses {
    /// An empty record.
    pub(crate) fn recorded() -> Self {
        Self(Some(Arc::default()))
    }

    /// Forgets all accesses.
    pub(crate) fn clear(&self) {
        if let Some(all) = &self.0 {
            locked(all).clear();
        }
    }

    /// Records that the existence and the kind of an entry matter; call it before the access.
    pub(crate) fn look(&self, path: &Path) {
        self.keep(path, false);
    }

    /// Records that the contents of a file or the names in a directory matter; call it before the access.
    pub(crate) fn read(&self, path: &Path) {
        self.keep(path, true);
    }

    fn keep(&self, path: &Path, is_read: bool) {
        let Some(all) = &self.0 else { return };
        if locked(all).get(path).is_some_and(|known| known.is_read || !is_read) {
            return;
        }
        let state = State::of(path);
        let hash = if is_read && !state.is_conclusive() { contents(path, &state) } else { None };
        locked(all).insert(path.to_owned(), Access { state, hash, is_read });
    }

    /// Returns `true` if an entry changed since it was accessed, except for those that `shadows` selects because a
    /// buffer is open in their place. Unchanged entries get their current stamp.
    pub(crate) fn changed(&self, shadows: &dyn Fn(&Path) -> bool) -> bool {
        let Some(all) = &self.0 else { return false };
        let mut all = locked(all);
        all.iter_mut().any(|(path, access)| {
            let now = State::of(path);
            if shadows(path) && matches!(now, State::File(_)) {
                return false;
            }
            access.changed_to(path, now)
        })
    }
}

impl Access {
    /// Returns `true` if the entry is another one now.
    fn changed_to(&mut self, path: &Path, now: State) -> bool {
        if now.kind() != self.state.kind() {
            return true;
        }
        if !self.is_read {
            return false;
        }
        let is_folder = matches!(now, State::Folder(_));
        match (now == self.state, self.hash) {
            (true, None) => false,
            (true, Some(_)) if is_folder => false,
            (false, _) if !is_folder => true,
            (_, known) => {
                let is_same = contents(path, &now) == known;
                // an old stamp is conclusive from now on
                (self.state, self.hash) = (now.clone(), known.filter(|_| !now.is_conclusive()));
                !is_same
            }
        }
    }
}

/// The hash of the names in a directory, or of the contents of a file.
fn contents(path: &Path, state: &State) -> Option<u64> {
    match state {
        State::Missing => None,
        State::Folder(_) => {
            let entries = std::fs::read_dir(path).ok()?.filter_map(Result::ok);
            let each = entries.map(|entry| {
                let kind = entry.file_type().map_or(0, |kind| u8::from(kind.is_dir()) + 1);
                hashed(&[entry.file_name().as_encoded_bytes(), &[kind]])
            });
            // independent of the order
            Some(each.fold(0, u64::wrapping_add))
        }
        // a pipe may block, and a large file is not worth reading
        State::File(stamp) => {
            stamp.as_ref().filter(|stamp| stamp.size() <= MOST_BYTES)?;
            Some(hashed(&[&std::fs::read(path).ok()?]))
        }
    }
}

fn hashed(parts: &[&[u8]]) -> u64 {
    let mut hasher = foldhash::quality::FixedState::default().build_hasher();
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_after_an_access_is_noticed_once_it_is_polled() {
        let folder = std::env::temp_dir().join(format!("hclx-accesses-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("a.tf");
        std::fs::write(&file, "a").expect("written");
        let recorded = |access: &dyn Fn(&Accesses)| {
            let accesses = Accesses::recorded();
            access(&accesses);
            accesses
        };
        let none = |_: &Path| false;
        let (read, list) = (recorded(&|all| all.read(&file)), recorded(&|all| all.read(&folder)));
        let missing = recorded(&|all| all.look(&folder.join("b.tf")));
        let looked = recorded(&|all| all.look(&file));
        assert!([&read, &list, &missing, &looked].iter().all(|all| !all.changed(&none)));
        // the same length, and perhaps the same time
        std::fs::write(&file, "b").expect("written");
        assert!(read.changed(&none) && !list.changed(&none) && !looked.changed(&none));
        assert!(!recorded(&|all| all.read(&file)).changed(&|_| true), "a buffer is open in its place");
        std::fs::write(folder.join("b.tf"), "").expect("written");
        assert!(list.changed(&none) && missing.changed(&none) && !looked.changed(&none));
        std::fs::remove_file(&file).expect("removed");
        assert!(looked.changed(&|_| true), "a file that is gone is noticed even if its text is open");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
