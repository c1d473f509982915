//! Values that a snapshot computes once, and that the next revision keeps if they are still valid.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hclx_diag::{SourceId, locked};
use hclx_eval::Refusal;

use super::Snapshot;
use super::files::File;
use crate::db::{
    self, Cell, Database, Dependencies, Dependency, Effect, LazyDependencies, Memo, QueryValue,
    UnchangedReads,
};

/// The kinds of work done for a revision, which tests count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Parsed files.
    FilesParsed,
    /// Computed values, except those of single files.
    ValuesMade,
    /// Evaluated declarations.
    DeclarationsEvaluated,
}

impl Work {
    /// The number of kinds.
    pub(super) const KINDS: usize = 3;
}

/// Values that were replaced.
#[expect(missing_debug_implementations, reason = "values have nothing to show")]
pub struct StaleValues(#[expect(dead_code, reason = "it is only dropped")] Vec<Arc<Memo>>);

/// The number of revisions for which a value is kept without being requested.
const UNASKED: u64 = 8;

impl Snapshot {
    /// Makes a value depend on the unchanged reads of the parts of an earlier one, except for the contents of its own
    /// files.
    pub fn takes_over(
        &self,
        later: &LazyDependencies,
        before: &LazyDependencies,
        own: &[SourceId],
    ) -> UnchangedReads {
        later.take_over(before, self, own)
    }

    /// Computes something with parts of another value. A value that is taken over does not depend on these reads,
    /// because its owner compares the other value separately.
    pub fn inner<T>(&self, make: impl FnOnce() -> T) -> T {
        if self.shared.is_kept() { db::inner(make) } else { make() }
    }

    /// The value of a node; its use is recorded.
    pub(super) fn noted(&self, node: Arc<Memo>) -> QueryValue {
        let made = Arc::clone(&node.made);
        if self.shared.is_kept() {
            db::note(|| Dependency::Node(node));
        }
        made
    }

    /// Compares the facts about changed files, then the queries.
    pub(super) fn refresh(&self, changed: &[SourceId]) {
        drop(self.take_outdated());
        self.shared.is_settling.store(true, Ordering::Relaxed);
        // The number of a read does not contain the version.
        let mut numbers: Vec<_> = changed.iter().map(|file| Dependency::File(*file, 0).number()).collect();
        for file in changed.iter().filter_map(|file| self.file(*file)) {
            let before = std::mem::take(&mut *locked(&file.facts_before));
            for (key, node) in before {
                let Some(again) = &node.again else { continue };
                let made = again.compute(self, &node.made);
                match (again.equality.same)(&node.made, &made) {
                    true => drop(locked(&file.facts).insert(key, node)),
                    // it is recomputed when it is requested
                    false => {
                        node.kill();
                        numbers.push(Dependency::Node(node).number());
                    }
                }
            }
        }
        self.shared.cells().refresh(self, &numbers);
        self.shared.is_settling.store(false, Ordering::Relaxed);
    }

    /// Counts a unit of work, if this is a revision.
    pub fn count(&self, work: Work) {
        if self.shared.is_kept() {
            self.shared.work[work as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The amount of work of a kind done for the revision so far.
    pub fn counted(&self, work: Work) -> u64 {
        self.shared.work[work as usize].load(Ordering::Relaxed)
    }

    /// The version of a file, which no other version of any file has.
    pub fn version_of(&self, file: SourceId) -> u64 {
        Database::version(self, file)
    }

    /// The number of the revision; 0 for a snapshot that keeps nothing.
    pub fn number(&self) -> u64 {
        self.shared.revision
    }

    /// Returns the replaced values. They may be large, so callers drop them when or where nobody waits; otherwise
    /// the next revision does.
    pub fn take_outdated(&self) -> StaleValues {
        StaleValues(self.shared.cells().take_outdated())
    }

    /// Drops values that are no longer valid, and values that were not requested in the last revisions: a
    /// value for outdated arguments is still valid, but is not requested again.
    pub fn sweep(&self) {
        self.shared.cells().sweep(self.shared.revision.saturating_sub(UNASKED));
    }

    pub(super) fn note_file(&self, id: SourceId, file: &File) {
        if self.shared.is_kept() {
            db::note(|| Dependency::File(id, file.version));
        }
    }

    /// Records that a path was not read.
    pub(super) fn keep_unread(&self, path: &str, refusal: &Refusal) {
        self.shared.unread.keep(path, refusal);
        if self.shared.is_kept() && matches!(refusal, Refusal::NotRead(_) | Refusal::Failed(_)) {
            db::effect(|| Effect::Unread(path.into(), refusal.clone()));
        }
    }
}

impl Database for Snapshot {
    fn revision(&self) -> u64 {
        self.shared.revision
    }

    fn version(&self, file: SourceId) -> u64 {
        // A removed file has a version that was never read.
        self.file(file).map_or(u64::MAX, |file| file.version)
    }

    fn version_in_host(&self, path: &str) -> u64 {
        self.shared.disk.version(path)
    }

    fn replay(&self, effect: &Effect) {
        match effect {
            Effect::Unread(path, refusal) => self.shared.unread.keep(path, refusal),
            Effect::Given(value, place, is_open) => {
                Arc::make_mut(&mut locked(&self.shared.given)).take(value, *place, *is_open);
            }
        }
    }

    fn count_made(&self) {
        self.count(Work::ValuesMade);
    }

    fn note_reader(&self, query: &Arc<Cell>, before: Option<&Dependencies>, reads: &Dependencies) {
        if self.shared.is_kept() {
            self.shared.cells().note_reader(query, before, reads);
        }
    }

    fn outdated(&self, node: Arc<Memo>) {
        self.shared.cells().outdated(node);
    }

    fn is_settling(&self) -> bool {
        self.shared.is_settling.load(Ordering::Relaxed)
    }

    fn any(&self) -> &dyn Any {
        self
    }
}
