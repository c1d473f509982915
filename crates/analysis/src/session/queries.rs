//! Values that a snapshot computes once, and that the next revision keeps if they are still valid.

use std::any::{Any, TypeId};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hclx_diag::{SourceId, locked};
use hclx_eval::Refusal;

use super::Snapshot;
use super::files::{File, Make};
use crate::db::{
    self, Cell, Database, Dependencies, Dependency, Effect, LazyDependencies, Memo, Query, QueryValue,
    Recompute,
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
    /// A value computed once per snapshot, key and type `T`, for results that several units need, such as the
    /// outputs of a module that is called twice. `make` may request other keys, but never its own.
    pub fn memo<T: Any + Send + Sync>(&self, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        once(|number, make| self.remember((None, number, key), None, make), |_| make())
    }

    /// Like [`Self::memo`]; `make` receives the previous value, which is outdated.
    pub fn memo_again<T: Any + Send + Sync>(
        &self,
        key: &str,
        make: impl FnOnce(Option<Arc<T>>) -> T,
    ) -> Arc<T> {
        let make =
            |before: Option<&QueryValue>| make(before.and_then(|before| Arc::clone(before).downcast().ok()));
        once(|number, made| self.remember((None, number, key), None, made), make)
    }

    /// Like [`Self::memo_again`], for a value that every edit changes: it is computed once per revision, and nothing that it
    /// reads is recorded.
    pub fn memo_in_revision<T: Any + Send + Sync>(
        &self,
        key: &str,
        make: impl FnOnce(Option<Arc<T>>) -> T,
    ) -> Arc<T> {
        self.memo_again(key, |before| db::in_revision(|| make(before)))
    }

    /// Like [`Self::memo`], for data of the unit with this root, which is dropped together with the
    /// unit.
    pub fn memo_of<T: Any + Send + Sync>(&self, root: &str, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        once(|number, make| self.remember((Some(root), number, key), None, make), |_| make())
    }

    /// Like [`Self::memo_of`]; `make` receives the previous value, which is outdated.
    pub fn memo_after<T: Any + Send + Sync>(
        &self,
        root: &str,
        key: &str,
        make: impl FnOnce(Option<Arc<T>>) -> T,
    ) -> Arc<T> {
        let make =
            |before: Option<&QueryValue>| make(before.and_then(|before| Arc::clone(before).downcast().ok()));
        once(|number, made| self.remember((Some(root), number, key), None, made), make)
    }

    /// Like [`Self::memo_of`], for a value with lazily computed parts, whose dependencies are
    /// [recorded](LazyDependencies::during). The previous value, which is no longer valid, is passed to `make`.
    pub fn memo_with_parts<T: Any + Send + Sync>(
        &self,
        root: &str,
        key: &str,
        make: impl FnOnce(&Arc<LazyDependencies>, Option<Arc<T>>) -> T,
    ) -> Arc<T> {
        let later = Arc::new(LazyDependencies::new(self.shared.is_kept()));
        let of_value = Arc::clone(&later);
        let make = |before: Option<&QueryValue>| {
            make(&of_value, before.and_then(|before| Arc::clone(before).downcast().ok()))
        };
        once(|number, made| self.remember((Some(root), number, key), Some(later), made), make)
    }

    /// Makes a value depend on everything that the parts of an earlier one read, except for the contents of
    /// its own files. Returns `true` if all of that is unchanged.
    pub fn takes_over(&self, later: &LazyDependencies, before: &LazyDependencies, own: &[SourceId]) -> bool {
        later.take_over(before, self, own)
    }

    #[inline(never)]
    fn remember(
        &self,
        key: (Option<&str>, TypeId, &str),
        later: Option<Arc<LazyDependencies>>,
        make: &mut Make<'_>,
    ) -> QueryValue {
        self.noted(self.shared.cells().get(self, key, later, make))
    }

    /// The value of a node; its use is recorded.
    fn noted(&self, node: Arc<Memo>) -> QueryValue {
        let made = Arc::clone(&node.made);
        if self.shared.is_kept() {
            db::note(|| Dependency::Node(node));
        }
        made
    }

    /// Like [`Self::memo`], but recomputed when its dependencies change: its dependents stay valid as long as
    /// the result is equal. For values that read many files but depend on little of them.
    pub fn query<A, T>(&self, key: &str, with: A, make: fn(&Snapshot, &str, A) -> T) -> Arc<T>
    where
        A: Copy + Send + Sync + 'static,
        T: Any + PartialEq + Send + Sync,
    {
        self.asked(key, false, move |snapshot, key, _| make(snapshot, key, with))
    }

    /// Like [`Self::query`], but recomputed only when it is requested after its dependencies changed; `make` also receives
    /// the previous value.
    pub fn lazy_query<A, T>(
        &self,
        key: &str,
        with: A,
        make: fn(&Snapshot, &str, A, Option<&T>) -> T,
    ) -> Arc<T>
    where
        A: Copy + Send + Sync + 'static,
        T: Any + PartialEq + Send + Sync,
    {
        self.asked(key, true, move |snapshot, key, before| make(snapshot, key, with, before))
    }

    /// The value of a query; `make` also receives the previous value.
    fn asked<T: Any + PartialEq + Send + Sync>(
        &self,
        key: &str,
        is_lazy: bool,
        make: impl Fn(&Self, &str, Option<&T>) -> T + Copy + Send + Sync + 'static,
    ) -> Arc<T> {
        let query = || {
            let key: Arc<str> = key.into();
            let remake = remade(move |snapshot, before| make(snapshot, &key, before.downcast_ref()));
            Query { remake, same: is_same::<T>, is_lazy }
        };
        let mut made = |before: Option<&QueryValue>| -> QueryValue {
            Arc::new(make(self, key, before.and_then(|before| before.downcast_ref())))
        };
        let node = self.shared.cells().query(self, (TypeId::of::<T>(), key), &query, &mut made);
        self.noted(node).downcast().expect("kept under the number of its type")
    }

    /// A fact about the contents of a file, computed once per version: its dependents stay valid as long as
    /// the fact is equal. `make` reads nothing else.
    pub fn fact<T>(&self, file: SourceId, make: fn(&Snapshot, SourceId) -> T) -> Arc<T>
    where
        T: Any + PartialEq + Send + Sync,
    {
        let Some(kept) = self.file(file) else { return Arc::new(make(self, file)) };
        let known = locked(&kept.facts).get(&TypeId::of::<T>()).cloned();
        let node = known.unwrap_or_else(|| {
            let remake = remade(move |snapshot, _| make(snapshot, file));
            let (made, reads) = db::recorded(|| -> QueryValue { Arc::new(make(self, file)) });
            let again = Recompute { remake, same: is_same::<T>, settle: None, is_lazy: false };
            // the file settles the fact, so only its side effects are kept
            let reads = Dependencies { list: Vec::new(), ..reads };
            let node = Memo::new(made, reads, None, Some(again), self.shared.revision);
            // Of several threads, the first one wins, so that all readers share a node.
            Arc::clone(locked(&kept.facts).entry(TypeId::of::<T>()).or_insert(node))
        });
        self.noted(node).downcast().expect("kept under the number of its type")
    }

    /// Compares the facts about changed files, then the queries.
    pub(super) fn refresh(&self, changed: &[SourceId]) {
        drop(self.take_outdated());
        self.shared.is_settling.store(true, Ordering::Relaxed);
        // The number of a read does not contain the version.
        let mut numbers: Vec<_> = changed.iter().map(|file| Dependency::File(*file, 0).number()).collect();
        for file in changed.iter().filter_map(|file| self.file(*file)) {
            let before = std::mem::take(&mut *locked(&file.facts_before));
            for (number, node) in before {
                let Some(again) = &node.again else { continue };
                let made = (again.remake)(self, &node.made);
                match (again.same)(&node.made, &made) {
                    true => drop(locked(&file.facts).insert(number, node)),
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

    /// Counts a piece of work, if this is a revision.
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

    /// Hands over the values that were replaced. They may be large, so callers drop them when or where nobody waits;
    /// otherwise the next revision does.
    pub fn take_outdated(&self) -> StaleValues {
        StaleValues(self.shared.cells().take_outdated())
    }

    /// Drops values that are no longer valid, and those that were not requested in the last revisions: a
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

/// The cached value for a type, computed if it is missing. Only this wrapper is compiled per type.
pub(super) fn once<T: Any + Send + Sync>(
    remember: impl FnOnce(TypeId, &mut Make<'_>) -> QueryValue,
    make: impl FnOnce(Option<&QueryValue>) -> T,
) -> Arc<T> {
    let mut make = Some(make);
    let mut made = |before: Option<&QueryValue>| -> QueryValue {
        Arc::new(make.take().expect("it is made once")(before))
    };
    remember(TypeId::of::<T>(), &mut made).downcast().expect("kept under the number of its type")
}

/// Wraps a function that recomputes a value from the snapshot and the previous value.
fn remade<T: Any + Send + Sync>(
    make: impl Fn(&Snapshot, &QueryValue) -> T + Send + Sync + 'static,
) -> db::Remake {
    Arc::new(move |snapshot, before| {
        Arc::new(make(snapshot.downcast_ref().expect("values are made in snapshots"), before))
    })
}

fn is_same<T: Any + PartialEq>(one: &QueryValue, other: &QueryValue) -> bool {
    one.downcast_ref::<T>() == other.downcast_ref::<T>()
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
