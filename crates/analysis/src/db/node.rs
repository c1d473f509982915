//! Values with their dependencies.

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use hclx_core::Value;
use hclx_diag::{SourceId, Span, locked};
use hclx_eval::Refusal;

use super::cell::Cell;
use super::query::{Equality, Key, QueryValue, Request};

/// The cell for the dependencies of parts of a value that are computed later.
pub(crate) type LaterParts = OnceCell<Arc<LazyDependencies>>;

/// Brings a query up to date in a snapshot.
pub(crate) type Settle = Arc<dyn Fn(&dyn Database) + Send + Sync>;

/// A dependency of a value.
#[derive(Clone)]
pub(crate) enum Dependency {
    /// The contents of a file, by version.
    File(SourceId, u64),
    /// Bytes that a function read, by the version of the host's in-memory contents.
    Bytes(Arc<str>, u64),
    /// Another value.
    Node(Arc<Memo>),
}

/// A side effect of computing a value on the snapshot.
#[derive(Clone)]
pub(crate) enum Effect {
    Unread(Arc<str>, Refusal),
    Given(Value, Span, bool),
}

/// The dependencies and side effects of a value.
#[derive(Clone, Default)]
pub(crate) struct Dependencies {
    pub(crate) list: Vec<Dependency>,
    /// Dependencies of other values whose parts were computed in the meantime.
    pub(crate) inner: Vec<Dependency>,
    pub(crate) effects: Vec<Effect>,
    /// Set if the value is not valid in any other revision.
    pub(crate) is_volatile: bool,
}

/// The dependencies collected while a value is computed.
#[derive(Default)]
pub(crate) struct ActiveQuery {
    pub(crate) reads: Dependencies,
    seen: foldhash::HashSet<(u8, usize)>,
    seen_inner: foldhash::HashSet<(u8, usize)>,
}

impl ActiveQuery {
    pub(crate) fn note(&mut self, read: Dependency) {
        if self.seen.insert(read.number()) {
            self.reads.list.push(read);
        }
    }

    pub(crate) fn note_inner(&mut self, read: Dependency) {
        if self.seen_inner.insert(read.number()) {
            self.reads.inner.push(read);
        }
    }
}

/// Dependencies that the versions of a value share.
#[derive(Clone, Default)]
pub(crate) struct SharedDependencies {
    pub(super) list: Vec<Dependency>,
    seen: foldhash::HashSet<(u8, usize)>,
}

impl SharedDependencies {
    pub(super) fn contains(&self, read: &Dependency) -> bool {
        self.seen.contains(&read.number())
    }

    pub(super) fn add(&mut self, read: Dependency) {
        self.seen.insert(read.number());
        self.list.push(read);
    }
}

/// The dependencies of parts that are computed on first use. The value that contains this list is only valid
/// while these are.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "reads have nothing to show")]
pub struct LazyDependencies {
    noted: Option<Mutex<ActiveQuery>>,
    /// The dependencies of an earlier value.
    taken: OnceLock<Arc<SharedDependencies>>,
    /// The dependencies of other values whose parts were computed for an earlier value.
    taken_inner: OnceLock<Arc<SharedDependencies>>,
    /// Set if a part is incomplete, which prevents the value from being reused.
    is_spoiled: AtomicBool,
}

impl LazyDependencies {
    /// Creates an empty list; nothing is recorded unless `is_kept`.
    pub(crate) fn new(is_kept: bool) -> Self {
        Self { noted: is_kept.then(Mutex::default), ..Self::default() }
    }

    /// The dependencies, if they are recorded.
    pub(crate) fn noted(&self) -> Option<MutexGuard<'_, ActiveQuery>> {
        self.noted.as_ref().map(locked)
    }

    /// The dependencies taken over from an earlier value.
    pub(super) fn taken(&self) -> Arc<SharedDependencies> {
        self.taken.get().map(Arc::clone).unwrap_or_default()
    }

    /// The dependencies of other values taken over from an earlier value.
    pub(super) fn taken_inner(&self) -> Arc<SharedDependencies> {
        self.taken_inner.get().map(Arc::clone).unwrap_or_default()
    }

    /// Sets the dependencies taken over from an earlier value.
    pub(super) fn take(&self, taken: Arc<SharedDependencies>) {
        let _ = self.taken.set(taken);
    }

    /// Sets the dependencies of other values taken over from an earlier value.
    pub(super) fn take_inner(&self, taken: Arc<SharedDependencies>) {
        let _ = self.taken_inner.set(taken);
    }

    /// Adds a dependency.
    pub(super) fn note(&self, read: &Dependency) {
        let is_taken = self.taken.get().is_some_and(|taken| taken.contains(read));
        if let Some(mut noted) = self.noted().filter(|_| !is_taken) {
            noted.note(read.clone());
        }
    }

    /// Adds a dependency of another value whose part was computed in the meantime.
    pub(super) fn note_inner(&self, read: &Dependency) {
        let is_taken = self.taken_inner.get().is_some_and(|taken| taken.contains(read));
        if let Some(mut noted) = self.noted().filter(|_| !is_taken) {
            noted.note_inner(read.clone());
        }
    }

    /// Prevents the value from being reused.
    pub(crate) fn spoil(&self) {
        self.is_spoiled.store(true, Ordering::Relaxed);
    }
}

/// The part of a snapshot that is needed to check values.
pub(crate) trait Database {
    /// The number of the revision.
    fn revision(&self) -> u64;
    /// The version of a file.
    fn version(&self, file: SourceId) -> u64;
    /// The version of the host's in-memory contents for a path.
    fn version_in_host(&self, path: &str) -> u64;
    /// Repeats a side effect of computing a value that is still valid.
    fn replay(&self, effect: &Effect);
    /// Counts a computed value.
    fn count_made(&self);
    /// Records the reads of a query, in addition to its earlier ones.
    fn note_reader(&self, query: &Arc<Cell>, before: Option<&Dependencies>, reads: &Dependencies);
    /// Set while queries are being recomputed.
    fn is_settling(&self) -> bool;
    /// Takes a replaced value.
    fn outdated(&self, node: Arc<Memo>);
    /// The snapshot.
    fn any(&self) -> &dyn Any;
}

/// The part of a query's node that recomputes it.
#[derive(Clone)]
pub(crate) struct Recompute {
    pub(crate) query: Key,
    pub(crate) equality: Equality,
    /// Brings the query up to date; `None` for a fact, which is determined by its file.
    pub(crate) settle: Option<Settle>,
}

impl Recompute {
    /// The value in a snapshot.
    pub(crate) fn compute(&self, now: &dyn Any, before: &QueryValue) -> QueryValue {
        let (later, budget) = (LaterParts::new(), ());
        self.query.0.compute(&Request { now, before: Some(before), later: &later, budget: &budget })
    }
}

/// A value with its dependencies.
pub(crate) struct Memo {
    pub(crate) made: QueryValue,
    reads: Mutex<Arc<Dependencies>>,
    /// The dependencies of the parts of the value that are computed later.
    later: Option<Arc<LazyDependencies>>,
    pub(crate) again: Option<Recompute>,
    /// Twice the number of the revision in which the value was last checked, plus 1 if it was
    /// valid.
    checked: AtomicU64,
    /// Set if the value is never valid again.
    is_dead: AtomicBool,
    /// Set if the value is incomplete: only the question whose budget was exhausted may use it.
    is_partial: AtomicBool,
    /// For a query: set if a dependency may have changed since the value was last compared.
    is_stale: AtomicBool,
}

thread_local! {
    /// The values with lazily computed parts whose dependencies this thread is comparing.
    static COMPARED: RefCell<Vec<*const Memo>> = const { RefCell::new(Vec::new()) };
    /// The lowest index of those that a later comparison led back to.
    static LOWEST: std::cell::Cell<usize> = const { std::cell::Cell::new(usize::MAX) };
}

impl Memo {
    /// A value that was computed in a revision.
    pub(crate) fn new(
        made: QueryValue,
        reads: Dependencies,
        later: Option<Arc<LazyDependencies>>,
        again: Option<Recompute>,
        revision: u64,
    ) -> Arc<Self> {
        Arc::new(Self {
            made,
            reads: Mutex::new(Arc::new(reads)),
            later,
            again,
            checked: AtomicU64::new(holding(revision)),
            is_dead: AtomicBool::new(false),
            is_partial: AtomicBool::new(false),
            is_stale: AtomicBool::new(false),
        })
    }

    /// Makes the value invalid in all later revisions.
    pub(crate) fn kill(&self) {
        self.is_dead.store(true, Ordering::Relaxed);
    }

    /// Prevents all other questions from using the value.
    pub(crate) fn spoil(&self) {
        self.is_partial.store(true, Ordering::Relaxed);
    }

    /// Marks a query whose reads may have changed. Returns `true` if it was not marked before.
    pub(crate) fn mark(&self) -> bool {
        !self.is_stale.swap(true, Ordering::Relaxed)
    }

    /// Returns `true` if a query was marked and not compared since.
    pub(crate) fn is_stale(&self) -> bool {
        self.is_stale.load(Ordering::Relaxed)
    }

    /// Removes the mark from a query that is valid.
    pub(crate) fn unmark(&self) {
        self.is_stale.store(false, Ordering::Relaxed);
    }

    /// Returns `true` for a query that is recomputed when it is requested.
    pub(crate) fn is_lazy(&self) -> bool {
        self.again.as_ref().is_some_and(|again| again.equality.is_lazy)
    }

    /// Returns `true` if the value is never valid again.
    pub(crate) fn is_dead(&self) -> bool {
        self.is_dead.load(Ordering::Relaxed)
    }

    /// Returns `true` if every question may use the value.
    pub(crate) fn is_whole(&self) -> bool {
        let is_spoiled = |later: &Arc<LazyDependencies>| later.is_spoiled.load(Ordering::Relaxed);
        !self.is_dead()
            && !self.is_partial.load(Ordering::Relaxed)
            && !self.later.as_ref().is_some_and(is_spoiled)
    }

    /// Returns `true` if the value is known to be valid in a revision.
    pub(crate) fn held_in(&self, revision: u64) -> bool {
        let is_current = match self.again {
            // nodes that may be outdated are marked when a revision begins
            Some(_) => !self.is_stale(),
            None => self.checked.load(Ordering::Relaxed) == holding(revision),
        };
        is_current && (self.is_whole() || !self.is_dead() && hclx_core::is_question_spent())
    }

    /// Returns `true` if the value was valid when it was last checked, in this revision or a later
    /// one.
    pub(crate) fn is_used_since(&self, revision: u64) -> bool {
        let checked = self.checked.load(Ordering::Relaxed);
        checked % 2 == 1 && checked >= holding(revision) && self.is_whole()
    }

    /// Marks the value as used in a revision, so that it is kept.
    pub(crate) fn use_in(&self, revision: u64) {
        self.checked.store(holding(revision), Ordering::Relaxed);
    }

    /// Marks the dependencies of a query as used since a revision if the query itself is.
    pub(crate) fn use_reads_since(&self, revision: u64) {
        if self.again.is_none() || !self.is_used_since(revision) {
            return;
        }
        let is_unused = |node: &&Arc<Memo>| node.again.is_some() && !node.is_used_since(revision);
        let mut left = vec![self.reads()];
        while let Some(reads) = left.pop() {
            for node in reads.list.iter().filter_map(Dependency::node).filter(is_unused) {
                node.use_in(revision);
                // a fact depends only on its file
                left.push(node.reads());
            }
        }
    }

    /// Stores the new dependencies of a query that was recomputed with an equal result.
    pub(crate) fn confirm(&self, reads: Dependencies, revision: u64) {
        *locked(&self.reads) = Arc::new(reads);
        self.use_in(revision);
        self.unmark();
    }

    /// All dependencies of the value.
    pub(crate) fn reads(&self) -> Arc<Dependencies> {
        Arc::clone(&locked(&self.reads))
    }

    /// Returns `true` if everything that the value read is unchanged in a snapshot; its side effects are then
    /// repeated.
    pub(crate) fn holds(self: &Arc<Self>, now: &dyn Database) -> bool {
        let revision = now.revision();
        if let Some(again) = &self.again {
            // Once a revision has begun, all marked queries except the lazy ones are up to date.
            let is_due = self.is_stale() && (again.equality.is_lazy || now.is_settling());
            if let Some(settle) = again.settle.as_ref().filter(|_| is_due) {
                settle(now);
            }
            let is_held = self.held_in(revision);
            if is_held {
                self.use_in(revision);
            }
            return is_held;
        }
        // It was already compared in this revision.
        if !self.is_whole() || self.checked.load(Ordering::Relaxed) / 2 == revision {
            return self.held_in(revision);
        }
        self.compare(now)
    }

    /// Checks all dependencies; for a query, except the values that are recomputed.
    pub(crate) fn compare(self: &Arc<Self>, now: &dyn Database) -> bool {
        let here = Arc::as_ptr(self);
        // Only a value with parts that are computed later can depend on itself.
        let may_circle = self.later.is_some();
        if may_circle && let Some(index) = COMPARED.with_borrow(|compared| position(compared, here)) {
            // it is valid if everything else being compared is valid
            LOWEST.set(LOWEST.get().min(index));
            return true;
        }
        let depth = COMPARED.with_borrow(Vec::len);
        if may_circle {
            COMPARED.with_borrow_mut(|compared| compared.push(here));
        }
        let reads = self.reads();
        let holds = hclx_diag::grow(|| {
            let is_held =
                |reads: &Dependencies| !reads.is_volatile && reads.all().all(|read| read.holds(now));
            is_held(&reads)
                && self.later.as_ref().is_none_or(|later| {
                    // Copied, because comparing must not hold the lock: it may compute values that are
                    // recorded here.
                    let so_far = later.noted().map(|noted| noted.reads.clone());
                    so_far.is_none_or(|so_far| is_held(&so_far))
                        && later.taken().list.iter().all(|read| read.holds(now))
                        && later.taken_inner().list.iter().all(|read| read.holds(now))
                })
        });
        COMPARED.with_borrow_mut(|compared| compared.truncate(depth));
        // a value that is valid only if another value being compared is valid gets compared again when it is
        // requested
        let is_open = LOWEST.get() < depth;
        if !is_open {
            LOWEST.set(usize::MAX);
        }
        let revision = now.revision();
        if !holds {
            self.checked.store(revision * 2, Ordering::Relaxed);
        // Once per revision, however often it is compared.
        } else if !is_open && self.checked.swap(holding(revision), Ordering::Relaxed) != holding(revision) {
            reads.effects.iter().for_each(|effect| now.replay(effect));
        }
        holds
    }
}

/// Computes something independently of the comparisons in progress on this thread.
pub(super) fn apart<T>(make: impl FnOnce() -> T) -> T {
    let (compared, lowest) = (COMPARED.take(), LOWEST.replace(usize::MAX));
    let made = make();
    COMPARED.set(compared);
    LOWEST.set(lowest);
    made
}

fn position(compared: &[*const Memo], node: *const Memo) -> Option<usize> {
    compared.iter().position(|one| *one == node)
}

const fn holding(revision: u64) -> u64 {
    revision * 2 + 1
}

impl Dependency {
    /// The other value that was read.
    fn node(&self) -> Option<&Arc<Memo>> {
        match self {
            Self::Node(node) => Some(node),
            Self::File(..) | Self::Bytes(..) => None,
        }
    }

    pub(crate) fn holds(&self, now: &dyn Database) -> bool {
        match self {
            Self::File(file, version) => now.version(*file) == *version,
            Self::Bytes(path, version) => now.version_in_host(path) == *version,
            Self::Node(node) => node.holds(now),
        }
    }

    /// An identifying number: equal for equal dependencies, and usually different for different ones.
    pub(crate) fn number(&self) -> (u8, usize) {
        match self {
            // In one revision, a file has one version.
            Self::File(file, _) => (0, file.0 as usize),
            Self::Bytes(path, _) => (1, foldhash::fast::FixedState::default().hash_one(path) as usize),
            // The entry keeps the node alive, so no other node gets its address.
            Self::Node(node) => (2, Arc::as_ptr(node) as usize),
        }
    }
}

impl Dependencies {
    /// All dependencies.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Dependency> {
        self.list.iter().chain(&self.inner)
    }

    /// The dependencies reduced to files, facts and queries. A query is checked before everything else, and
    /// depends only on the values themselves, not on their lazily computed parts.
    pub(crate) fn flat(self) -> Self {
        let mut flat = Self { is_volatile: self.is_volatile, ..Self::default() };
        let mut seen = foldhash::HashSet::default();
        flat.take(&self, &mut seen);
        flat
    }

    fn take(&mut self, other: &Self, seen: &mut foldhash::HashSet<(u8, usize)>) {
        self.is_volatile |= other.is_volatile;
        self.effects.extend(other.effects.iter().cloned());
        for read in other.all() {
            if !seen.insert(read.number()) {
                continue;
            }
            match read {
                Dependency::Node(node) if node.again.is_none() => {
                    let reads = node.reads();
                    hclx_diag::grow(|| self.take(&reads, seen));
                }
                read => self.list.push(read.clone()),
            }
        }
    }
}
