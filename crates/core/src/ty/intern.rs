//! The table of types: one object for equal types, forgotten when nobody holds it.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::facts::Facts;
use super::{Repr, Type, TypeKind};

/// A type with parts.
pub(crate) struct Node {
    kind: TypeKind,
    hash: u64,
    id: u64,
    facts: Facts,
}

impl Node {
    pub(crate) fn kind(&self) -> &TypeKind {
        &self.kind
    }

    #[inline]
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// A number that no other type of this process has or had.
    pub(super) fn id(&self) -> u64 {
        self.id
    }
}

/// How many tables there are, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// A shard is not pruned below this many entries.
const PRUNE_FROM: usize = 1024;
/// Types below this depth are dropped by plain recursion.
const SHALLOW: u32 = 32;
/// Smaller numbers are those of the types without parts.
const FIRST_ID: u64 = 16;

struct Entry {
    hash: u64,
    node: Weak<Node>,
}

#[derive(Default)]
struct Shard {
    table: HashTable<Entry>,
    prune_at: usize,
}

static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
static TABLE: LazyLock<[Mutex<Shard>; SHARDS]> = LazyLock::new(|| std::array::from_fn(|_| Mutex::default()));
static NEXT_ID: AtomicU64 = AtomicU64::new(FIRST_ID);

impl Shard {
    fn intern(&mut self, kind: TypeKind, hash: u64) -> Arc<Node> {
        if let Some(found) = self.find(&kind, hash) {
            return found;
        }
        let facts = Facts::of(&kind);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let node = Arc::new(Node { kind, hash, id, facts });
        self.insert(hash, Arc::downgrade(&node));
        node
    }

    /// Remembers a type in the place of one that is gone, so that a type which is made and dropped
    /// again and again has one entry.
    fn insert(&mut self, hash: u64, node: Weak<Node>) {
        let gone = |entry: &Entry| entry.hash == hash && entry.node.strong_count() == 0;
        if let Some(entry) = self.table.find_mut(hash, gone) {
            entry.node = node;
            return;
        }
        if self.table.len() >= self.prune_at.max(PRUNE_FROM) {
            self.prune();
        }
        self.table.insert_unique(hash, Entry { hash, node }, |entry| entry.hash);
    }

    fn find(&self, kind: &TypeKind, hash: u64) -> Option<Arc<Node>> {
        let mut found = None;
        self.table.find(hash, |entry| {
            entry.hash == hash && {
                found = entry.node.upgrade().filter(|node| node.kind == *kind);
                found.is_some()
            }
        });
        found
    }

    /// Forgets types that nobody holds; the next time comes when twice as many are there.
    fn prune(&mut self) {
        self.table.retain(|entry| entry.node.strong_count() > 0);
        self.prune_at = self.table.len() * 2;
        self.table.shrink_to(self.prune_at.max(PRUNE_FROM), |entry| entry.hash);
    }
}

/// How many types each thread keeps at hand, so that making one again takes no lock.
const RECENT: usize = 512;
/// Larger types (by [`Type::size`]) are not kept at hand: what a thread holds stays small.
const RECENT_SIZE: u64 = 64;

thread_local! {
    static AT_HAND: RefCell<[Option<Arc<Node>>; RECENT]> = const { RefCell::new([const { None }; RECENT]) };
}

/// The type of this kind; parts are interned already, so comparing them is comparing addresses.
pub(super) fn intern(kind: TypeKind) -> Type {
    let hash = STATE.hash_one(&kind);
    let slot = (hash >> 16) as usize % RECENT;
    let at_hand = AT_HAND.with_borrow(|nodes| {
        nodes[slot].as_ref().filter(|node| node.hash == hash && node.kind == kind).cloned()
    });
    let node = at_hand.unwrap_or_else(|| {
        // The table uses the ends of the hash, so the shard is chosen by the middle.
        let shard = &TABLE[(hash >> 32) as usize % SHARDS];
        let node = shard.lock().unwrap_or_else(PoisonError::into_inner).intern(kind, hash);
        if node.facts.size <= RECENT_SIZE {
            AT_HAND.with_borrow_mut(|nodes| nodes[slot] = Some(node.clone()));
        }
        node
    });
    Type(Repr::Node(node))
}

/// Lets go of the types that this thread keeps at hand.
pub(crate) fn forget_recent() {
    AT_HAND.with_borrow_mut(|nodes| nodes.fill(None));
}

/// How many types with parts the table knows, forgotten ones that are not pruned yet included.
pub(super) fn table_len() -> usize {
    TABLE.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).table.len()).sum()
}

impl Drop for Node {
    /// Takes deep types apart in a loop: recursion would overflow the stack.
    fn drop(&mut self) {
        if self.facts.depth <= SHALLOW {
            return;
        }
        let mut waiting = vec![mem::replace(&mut self.kind, TypeKind::Bool)];
        while let Some(kind) = waiting.pop() {
            kind.into_parts(&mut |part| {
                let Repr::Node(node) = part.0 else { return };
                if node.facts.depth <= SHALLOW {
                    return;
                }
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    waiting.push(mem::replace(&mut node.kind, TypeKind::Bool));
                }
            });
        }
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Leaf(a), Repr::Leaf(b)) => mem::discriminant(*a) == mem::discriminant(*b),
            (Repr::Node(a), Repr::Node(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Leaf(kind) => mem::discriminant(*kind).hash(state),
            Repr::Node(node) => state.write_u64(node.hash),
        }
    }
}
