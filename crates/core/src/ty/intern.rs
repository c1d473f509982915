//! The table of types: equal types share one object, which is dropped with its last owner.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, Weak};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hclx_diag::locked;

use super::facts::Facts;
use super::{ObjectAttribute, ObjectType, Repr, Type, TypeKind};
use crate::meter;

/// A type with parts.
pub(crate) struct Node {
    kind: TypeKind,
    hash: u64,
    id: u64,
    facts: Facts,
    /// The type with every attribute required, computed on demand for a type with optional attributes.
    required: OnceLock<Type>,
}

impl Node {
    pub(crate) fn kind(&self) -> &TypeKind {
        &self.kind
    }

    #[inline]
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    pub(super) fn required_or_make(&self, make: impl FnOnce() -> Type) -> &Type {
        self.required.get_or_init(make)
    }

    /// An id that no other type of this process has or had.
    pub(super) fn id(&self) -> u64 {
        self.id
    }
}

/// The number of shards of the table, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// The number of entries below which a shard is not pruned.
const PRUNE_FROM: usize = 1024;
/// The depth up to which types are dropped by plain recursion.
const SHALLOW: u32 = 32;
/// The first id of interned types; smaller ones belong to the types without parts.
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
    fn intern(&mut self, hash: u64, asked: impl TypeLookup) -> Arc<Node> {
        if let Some(found) = self.find(&asked, hash) {
            return found;
        }
        let kind = asked.into_kind();
        let facts = Facts::of(&kind);
        // The order of ids has no meaning; they only have to be unique.
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let node = Arc::new(Node { kind, hash, id, facts, required: OnceLock::new() });
        self.insert(hash, Arc::downgrade(&node));
        node
    }

    /// Inserts a type in the slot of a dead one, so that a type that is created and dropped repeatedly has a
    /// single entry.
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

    fn find(&self, asked: &impl TypeLookup, hash: u64) -> Option<Arc<Node>> {
        let mut found = None;
        self.table.find(hash, |entry| {
            entry.hash == hash && {
                // A type that its last owner is dropping cannot be revived: it gets a new object and a new
                // id.
                found = entry.node.upgrade().filter(|node| asked.is(&node.kind));
                found.is_some()
            }
        });
        found
    }

    /// Removes dead types; pruning happens again when the table has doubled.
    fn prune(&mut self) {
        self.table.retain(|entry| entry.node.strong_count() > 0);
        self.prune_at = self.table.len() * 2;
        self.table.shrink_to(self.prune_at.max(PRUNE_FROM), |entry| entry.hash);
    }
}

/// The number of types that each thread caches, so that creating one again takes no lock.
const RECENT: usize = 512;
/// The maximum [`Type::size`] of a type in a thread's cache, to bound the memory that a thread holds.
const RECENT_SIZE: u64 = 64;

thread_local! {
    static AT_HAND: RefCell<[Option<Arc<Node>>; RECENT]> = const { RefCell::new([const { None }; RECENT]) };
}

/// A lookup key for a type: most types exist already, and then nothing is allocated.
trait TypeLookup {
    fn hash(&self) -> u64;
    fn is(&self, kind: &TypeKind) -> bool;
    fn into_kind(self) -> TypeKind;
}

impl TypeLookup for TypeKind {
    fn hash(&self) -> u64 {
        match self {
            // Tuples and objects are also looked up by borrowed parts, so both keys must have the same hash.
            TypeKind::Tuple(elements) => TupleOf(elements.iter()).hash(),
            TypeKind::Object(object) => {
                ObjectOf(object.attributes.iter().map(|one| (&one.name, &one.ty, one.optional))).hash()
            }
            _ => STATE.hash_one(self),
        }
    }

    fn is(&self, kind: &TypeKind) -> bool {
        self == kind
    }

    fn into_kind(self) -> TypeKind {
        self
    }
}

/// The key of a tuple type with these elements.
struct TupleOf<I>(I);

impl<'a, I: Iterator<Item = &'a Type> + Clone> TypeLookup for TupleOf<I> {
    fn hash(&self) -> u64 {
        let mut state = STATE.build_hasher();
        state.write_u8(1);
        self.0.clone().for_each(|ty| ty.hash(&mut state));
        state.finish()
    }

    fn is(&self, kind: &TypeKind) -> bool {
        matches!(kind, TypeKind::Tuple(elements) if self.0.clone().eq(elements.iter()))
    }

    fn into_kind(self) -> TypeKind {
        TypeKind::Tuple(self.0.cloned().collect())
    }
}

/// The key of an object type with these attributes, sorted by name.
struct ObjectOf<I>(I);

impl<'a, I: Iterator<Item = (&'a Arc<str>, &'a Type, bool)> + Clone> TypeLookup for ObjectOf<I> {
    fn hash(&self) -> u64 {
        let mut state = STATE.build_hasher();
        state.write_u8(2);
        for (name, ty, optional) in self.0.clone() {
            state.write(name.as_bytes());
            state.write_u8(u8::from(optional));
            ty.hash(&mut state);
        }
        state.finish()
    }

    fn is(&self, kind: &TypeKind) -> bool {
        let TypeKind::Object(object) = kind else { return false };
        let mut known = object.attributes.iter();
        self.0.clone().all(|(name, ty, optional)| {
            known.next().is_some_and(|one| one.name == *name && one.ty == *ty && one.optional == optional)
        }) && known.next().is_none()
    }

    fn into_kind(self) -> TypeKind {
        let attribute = |(name, ty, optional): (&Arc<str>, &Type, bool)| ObjectAttribute {
            name: name.clone(),
            ty: ty.clone(),
            optional,
        };
        TypeKind::Object(ObjectType { attributes: self.0.map(attribute).collect() })
    }
}

/// The interned type of this kind; parts are interned already, so they are compared by address.
pub(super) fn intern(kind: TypeKind) -> Type {
    find_or_make(kind)
}

/// The tuple type with these elements.
pub(crate) fn tuple_of<'a>(elements: impl Iterator<Item = &'a Type> + Clone) -> Type {
    meter::made_type(elements.clone().count());
    find_or_make(TupleOf(elements))
}

/// The object type with these attributes, sorted by name, none of them optional.
pub(crate) fn object_of<'a>(attributes: impl Iterator<Item = (&'a Arc<str>, &'a Type)> + Clone) -> Type {
    meter::made_type(attributes.clone().count());
    find_or_make(ObjectOf(attributes.map(|(name, ty)| (name, ty, false))))
}

fn find_or_make(asked: impl TypeLookup) -> Type {
    let hash = asked.hash();
    let slot = (hash >> 16) as usize % RECENT;
    let at_hand = AT_HAND.with_borrow(|nodes| {
        nodes[slot].as_ref().filter(|node| node.hash == hash && asked.is(&node.kind)).cloned()
    });
    let node = at_hand.unwrap_or_else(|| {
        // The table uses both ends of the hash, so the middle chooses the shard.
        let shard = &TABLE[(hash >> 32) as usize % SHARDS];
        let node = locked(shard).intern(hash, asked);
        if node.facts.size <= RECENT_SIZE {
            AT_HAND.with_borrow_mut(|nodes| nodes[slot] = Some(node.clone()));
        }
        node
    });
    Type(Repr::Node(node))
}

/// Clears this thread's cache of types.
pub(crate) fn forget_recent() {
    AT_HAND.with_borrow_mut(|nodes| nodes.fill(None));
}

/// The number of types with parts in the table, including dead ones that are not yet pruned.
pub(super) fn table_len() -> usize {
    TABLE.iter().map(|shard| locked(shard).table.len()).sum()
}

impl Drop for Node {
    /// Drops deep types in a loop: recursion would overflow the stack.
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
                    // `waiting` now has the parts, so the type's own drop has nothing left to do.
                    node.facts.depth = 0;
                    waiting.push(mem::replace(&mut node.kind, TypeKind::Bool));
                }
            });
        }
    }
}

impl PartialEq for Type {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Leaf(a), Repr::Leaf(b)) => {
                // A constant may have several addresses, so different addresses do not prove that types
                // differ.
                std::ptr::eq(*a, *b) || mem::discriminant(*a) == mem::discriminant(*b)
            }
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
