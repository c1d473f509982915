//! The table of types: one object for equal types, forgotten when nobody holds it.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use super::{Repr, Type, TypeKind};

/// A type with parts.
pub(crate) struct Node {
    kind: TypeKind,
    hash: u64,
}

impl Node {
    pub(crate) fn kind(&self) -> &TypeKind {
        &self.kind
    }
}

/// How many tables there are, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// A shard is not pruned below this many entries.
const PRUNE_FROM: usize = 1024;

#[derive(Default)]
struct Shard {
    buckets: HashMap<u64, Vec<Weak<Node>>>,
    entries: usize,
    prune_at: usize,
}

static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::new);
static TABLE: LazyLock<[Mutex<Shard>; SHARDS]> = LazyLock::new(|| std::array::from_fn(|_| Mutex::default()));

impl Shard {
    fn intern(&mut self, kind: TypeKind, hash: u64) -> Arc<Node> {
        let bucket = self.buckets.entry(hash).or_default();
        if let Some(found) = bucket.iter().filter_map(Weak::upgrade).find(|node| node.kind == kind) {
            return found;
        }
        let node = Arc::new(Node { kind, hash });
        bucket.push(Arc::downgrade(&node));
        self.entries += 1;
        if self.entries >= self.prune_at.max(PRUNE_FROM) {
            self.prune();
        }
        node
    }

    /// Forgets types that nobody holds; the next time comes when twice as many are there.
    fn prune(&mut self) {
        self.buckets.retain(|_, bucket| {
            bucket.retain(|node| node.strong_count() > 0);
            !bucket.is_empty()
        });
        self.entries = self.buckets.values().map(Vec::len).sum();
        self.prune_at = self.entries * 2;
    }
}

/// The type of this kind; parts are interned already, so comparing them is comparing addresses.
pub(super) fn intern(kind: TypeKind) -> Type {
    let hash = STATE.hash_one(&kind);
    let shard = &TABLE[hash as usize % SHARDS];
    Type(Repr::Node(shard.lock().unwrap_or_else(PoisonError::into_inner).intern(kind, hash)))
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Leaf(a), Repr::Leaf(b)) => std::mem::discriminant(*a) == std::mem::discriminant(*b),
            (Repr::Node(a), Repr::Node(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Leaf(kind) => std::mem::discriminant(*kind).hash(state),
            Repr::Node(node) => state.write_u64(node.hash),
        }
    }
}
