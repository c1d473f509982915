//! Cells: the current value of each key, computed by the first thread that asks while others wait.

use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use hclx_diag::locked;

use super::node::{self, Database, Dependencies, Dependency, LaterParts, LazyDependencies, Memo, Recompute};
use super::query::{AnyQuery, Equality, Key, Owner, QueryValue};
use super::readers::Dependents;
use super::recording;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// Computes a value, given the previous one.
pub(crate) type Make<'m> = dyn FnMut(Option<&QueryValue>) -> QueryValue + 'm;

/// The value of a key.
#[derive(Default)]
pub(crate) struct Cell {
    state: Mutex<State>,
    done: Condvar,
}

#[derive(Default)]
struct State {
    node: Option<Arc<Memo>>,
    /// Set while a thread computes the value.
    is_busy: bool,
    /// Set if other threads wait for it; waking them takes a system call.
    is_awaited: bool,
}

/// The next step for a thread that asks for a value.
enum Claim {
    /// The value is valid.
    Valid(Arc<Memo>),
    /// The thread computes it from the previous value, while others wait.
    Own(Option<Arc<Memo>>),
    /// The thread is already computing it: comparing the dependencies of its parts led to a query that needs
    /// the value. That query gets its own value, which the cell does not keep.
    Inner(Option<Arc<Memo>>),
}

thread_local! {
    /// The cells whose values this thread is computing, innermost last.
    static COMPUTED: RefCell<Vec<*const Cell>> = const { RefCell::new(Vec::new()) };
}

/// Wakes the threads that wait for a value, even if computing it panicked.
struct ComputeGuard<'c> {
    cell: &'c Cell,
    now: &'c dyn Database,
    node: Option<Arc<Memo>>,
}

impl<'c> ComputeGuard<'c> {
    fn new(cell: &'c Cell, now: &'c dyn Database) -> Self {
        COMPUTED.with_borrow_mut(|computed| computed.push(cell));
        Self { cell, now, node: None }
    }
}

impl Drop for ComputeGuard<'_> {
    fn drop(&mut self) {
        COMPUTED.with_borrow_mut(Vec::pop);
        let mut state = locked(&self.cell.state);
        state.is_busy = false;
        let before = self.node.take().and_then(|node| state.node.replace(node));
        let is_awaited = std::mem::take(&mut state.is_awaited);
        drop(state);
        if is_awaited {
            self.cell.done.notify_all();
        }
        // dropping it may take long, and others wait for the new value
        if let Some(before) = before {
            self.now.outdated(before);
        }
    }
}

impl Cell {
    /// The value in a snapshot: the previous one if it is still valid, otherwise the result of `make`.
    fn get(
        self: &Arc<Self>,
        now: &dyn Database,
        query: &(dyn AnyQuery + 'static),
        later: &LaterParts,
        make: &mut Make<'_>,
    ) -> Arc<Memo> {
        let revision = now.revision();
        let mut new = |before: Option<Arc<Memo>>, again: Option<Recompute>| {
            let before = before.map(|before| Arc::clone(&before.made));
            let (made, reads) = computed(|| make(before.as_ref()));
            now.count_made();
            new_node(made, reads, later.get().cloned(), again, revision)
        };
        let before = match self.turn(revision) {
            Claim::Valid(node) => return node,
            Claim::Inner(before) => return new(before, None),
            Claim::Own(before) => before,
        };
        let mut making = ComputeGuard::new(self, now);
        // A query that is compared recomputes its value itself, because others may have asked for it.
        let node = match before {
            Some(node) if node.again.is_some() => again(self, node, now),
            Some(node) if node.holds(now) => node,
            before => {
                let node = new(before, query.equality().map(|equality| self.again(query.to_key(), equality)));
                if node.again.is_some() {
                    now.note_reader(self, None, &node.reads());
                }
                node
            }
        };
        making.node = Some(Arc::clone(&node));
        node
    }

    /// Waits until the value is valid or this thread may compute it.
    fn turn(&self, revision: u64) -> Claim {
        let mut state = locked(&self.state);
        loop {
            match &state.node {
                Some(node) if node.held_in(revision) => {
                    node.use_in(revision);
                    return Claim::Valid(Arc::clone(node));
                }
                before if !state.is_busy => {
                    let before = before.clone();
                    state.is_busy = true;
                    return Claim::Own(before);
                }
                // waiting for itself would never end
                before if self.is_computed_here() => return Claim::Inner(before.clone()),
                _ => {
                    state.is_awaited = true;
                    state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// The function that recomputes the value of a query.
    fn again(self: &Arc<Self>, query: Key, equality: Equality) -> Recompute {
        let own = Arc::downgrade(self);
        let settle = move |now: &dyn Database| {
            if let Some(own) = own.upgrade() {
                own.refresh(now);
            }
        };
        Recompute { query, equality, settle: Some(Arc::new(settle)) }
    }

    fn is_computed_here(&self) -> bool {
        COMPUTED.with_borrow(|computed| computed.contains(&std::ptr::from_ref(self)))
    }

    /// The node of the cell, if it has one.
    pub(super) fn node(&self) -> Option<Arc<Memo>> {
        locked(&self.state).node.clone()
    }

    /// Brings a marked query up to date.
    pub(crate) fn refresh(self: &Arc<Self>, now: &dyn Database) {
        let before = {
            let mut state = locked(&self.state);
            // A thread that is already computing the value brings it up to date.
            match &state.node {
                Some(node) if node.is_stale() && !state.is_busy => {}
                _ => return,
            }
            state.is_busy = true;
            state.node.clone()
        };
        let mut making = ComputeGuard::new(self, now);
        making.node = before.map(|node| again(self, node, now));
    }

    /// Returns `true` if the value is not known to be outdated and was requested since a revision.
    fn is_used_since(&self, revision: u64) -> bool {
        let state = locked(&self.state);
        state.is_busy || state.node.as_ref().is_some_and(|node| node.is_used_since(revision))
    }
}

/// Computes a value with its dependencies. Comparisons that are in progress on this thread do not count, because
/// they have not yet shown anything to be valid.
fn computed(make: impl FnOnce() -> QueryValue) -> (QueryValue, Dependencies) {
    recording::recorded(|| node::apart(make))
}

/// Updates the node of a query for a snapshot; it stays the same if the value is equal.
fn again(cell: &Arc<Cell>, node: Arc<Memo>, now: &dyn Database) -> Arc<Memo> {
    if node.is_whole() && node.compare(now) {
        node.unmark();
        return node;
    }
    let Some(again) = &node.again else { return node };
    let (made, reads) = computed(|| again.compute(now.any(), &node.made));
    now.count_made();
    let before = node.reads();
    // An equal value keeps its node, so everything that has read it stays valid.
    if node.is_whole() && !recording::is_partial(&reads) && (again.equality.same)(&node.made, &made) {
        node.confirm(reads.flat(), now.revision());
        now.note_reader(cell, Some(&before), &node.reads());
        return node;
    }
    // Everything that has read the earlier value is no longer valid.
    node.kill();
    let node = new_node(made, reads, None, Some(again.clone()), now.revision());
    now.note_reader(cell, Some(&before), &node.reads());
    node
}

/// A node for a newly computed value, marked as partial if other questions must not use it.
fn new_node(
    made: QueryValue,
    reads: Dependencies,
    later: Option<Arc<LazyDependencies>>,
    again: Option<Recompute>,
    revision: u64,
) -> Arc<Memo> {
    let is_partial = recording::is_partial(&reads);
    let reads = if again.is_some() { reads.flat() } else { reads };
    let node = Memo::new(made, reads, later, again, revision);
    if is_partial {
        node.spoil();
    }
    node
}

/// Cells by query.
type Memos = HashMap<Key, Arc<Cell>>;

/// The cells that are dropped together with the unit of a root.
fn of_unit<'u>(units: &'u mut HashMap<Arc<str>, Memos>, root: &str) -> &'u mut Memos {
    // the root is copied only if it is new
    if !units.contains_key(root) {
        units.insert(Arc::from(root), Memos::default());
    }
    units.get_mut(root).expect("it was inserted")
}

/// All cells of a session.
#[derive(Default)]
pub(crate) struct Cells {
    memos: Mutex<Memos>,
    /// The cells that are dropped together with a unit, by its root.
    of_units: Mutex<HashMap<Arc<str>, Memos>>,
    queries: Mutex<Vec<Arc<Cell>>>,
    readers: Mutex<Dependents>,
    /// Replaced values that are not dropped yet.
    outdated: Mutex<Vec<Arc<Memo>>>,
}

impl Cells {
    /// Takes a replaced value.
    pub(crate) fn outdated(&self, node: Arc<Memo>) {
        locked(&self.outdated).push(node);
    }

    /// Returns the replaced values.
    pub(crate) fn take_outdated(&self) -> Vec<Arc<Memo>> {
        std::mem::take(&mut *locked(&self.outdated))
    }

    /// The value of a query, computed with `make`, which also sets the dependencies of parts that are
    /// computed later.
    pub(crate) fn ask(
        &self,
        now: &dyn Database,
        query: &(dyn AnyQuery + 'static),
        later: &LaterParts,
        make: &mut Make<'_>,
    ) -> Arc<Memo> {
        // The locks are released before the value is computed, because computing it asks for other values.
        let cell = match query.owner() {
            Owner::Unit(root) => self.cell(of_unit(&mut locked(&self.of_units), root), query),
            Owner::Run | Owner::File(_) => self.cell(&mut locked(&self.memos), query),
        };
        cell.get(now, query, later, make)
    }

    /// The cell of a query; the query is copied once.
    fn cell(&self, memos: &mut Memos, query: &(dyn AnyQuery + 'static)) -> Arc<Cell> {
        if let Some(cell) = memos.get(query) {
            return Arc::clone(cell);
        }
        let cell = Arc::clone(memos.entry(query.to_key()).or_default());
        if query.equality().is_some() {
            locked(&self.queries).push(Arc::clone(&cell));
        }
        cell
    }

    /// Records the reads of a query, in addition to its earlier ones.
    pub(crate) fn note_reader(&self, query: &Arc<Cell>, before: Option<&Dependencies>, reads: &Dependencies) {
        locked(&self.readers).note(query, before, reads);
    }

    /// Recomputes the queries that may have changed: those with a read in `changed`, which contains numbers of reads,
    /// and the queries that depend on them. Lazy queries are recomputed only if another query needs them.
    pub(crate) fn refresh(&self, now: &dyn Database, changed: &[(u8, usize)]) {
        let marked = {
            let mut readers = locked(&self.readers);
            readers.tidy(&locked(&self.queries));
            readers.mark(now, changed)
        };
        let due = marked.iter().filter(|(_, node)| !node.is_lazy());
        due.for_each(|(cell, _)| cell.refresh(now));
        let dead = marked.iter().filter(|(_, node)| node.is_dead());
        let dead: Vec<_> = dead.map(|(_, node)| Dependency::Node(Arc::clone(node)).number()).collect();
        locked(&self.readers).forget(&dead);
    }

    /// Drops the values of the unit of a root.
    pub(crate) fn drop_unit(&self, root: &str) {
        // dropped data may be large, so release the lock first
        let memos = locked(&self.of_units).remove(root);
        drop(memos);
    }

    /// Drops values that are outdated or that have not been requested since a revision.
    pub(crate) fn sweep(&self, since: u64) {
        let queries: Vec<Arc<Cell>> = locked(&self.queries).clone();
        queries.iter().filter_map(|cell| cell.node()).for_each(|node| node.use_reads_since(since));
        // Values are dropped only after the locks are released.
        let mut dropped = Vec::new();
        let mut sweep = |memos: &mut Memos| {
            memos.retain(|_, cell| {
                let is_used = cell.is_used_since(since);
                if !is_used {
                    dropped.push(Arc::clone(cell));
                }
                is_used
            });
        };
        sweep(&mut locked(&self.memos));
        let mut units = locked(&self.of_units);
        units.values_mut().for_each(&mut sweep);
        units.retain(|_, memos| !memos.is_empty());
        drop(units);
        locked(&self.queries).retain(|cell| cell.is_used_since(since));
        // edits do not mark removed queries, so values that read them are not valid
        let is_query = |node: &Arc<Memo>| node.again.is_some();
        dropped.iter().filter_map(|cell| cell.node()).filter(is_query).for_each(|node| node.kill());
        drop(dropped);
    }
}
