//! What a value holds, and sequences that are dropped without deep recursion.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Value;
use super::facts::Facts;
use crate::{Number, Range};
use crate::{meter, stack};

/// What a value holds, read in the light of its type.
#[derive(Clone, Debug)]
pub enum Data {
    /// Null.
    Null,
    /// Not known; somewhere in the range.
    Unknown(Range),
    /// bool
    Bool(bool),
    /// number, int
    Number(Number),
    /// string
    String(Arc<str>),
    /// list, set, tuple: the elements; object: the values of the attributes in the order of its type.
    Sequence(Elements),
    /// map: sorted by key.
    Map(Entries),
}

/// Shared elements; none of them costs no allocation. Making them is charged, and so is reading them as
/// a slice, as if all were looked at.
#[derive(Clone, Default)]
pub struct Elements(List);

#[derive(Clone)]
enum List {
    /// A few without parts of their own: what is known of them is seen at once, so one allocation is enough.
    Few(Arc<[Value]>),
    Node(Option<Arc<Node<Parts>>>),
}

impl Default for List {
    fn default() -> Self {
        Self::Node(None)
    }
}

/// A key and its element.
pub type Entry = (Arc<str>, Value);

/// Shared elements of a map, sorted by key. Making them is charged, and so is reading them as a slice.
#[derive(Clone, Default)]
pub struct Entries(Option<Arc<Node<Vec<Entry>>>>);

/// Parts, and what is known of them together.
struct Node<P> {
    facts: Facts,
    parts: P,
}

enum Parts {
    Many(Vec<Value>),
    Few(Arc<[Value]>),
}

/// So many elements are a few.
const FEW: usize = 8;
/// Room for so many parts more is kept rather than given back.
const SLACK: usize = 4;

#[inline]
fn facts_of<T>(parts: &[T], part: impl Fn(&T) -> Facts) -> Facts {
    parts.iter().fold(Facts::NONE, |all, one| all.with(part(one)))
}

fn shrunk<T>(mut parts: Vec<T>) -> Vec<T> {
    if parts.capacity() - parts.len() > SLACK {
        parts.shrink_to_fit();
    }
    parts
}

fn of_entry((key, value): &Entry) -> Facts {
    let facts = Facts::of(value);
    Facts { size: facts.size.saturating_add(key.len() as u64), ..facts }
}

impl Elements {
    /// So many elements, made one after the other.
    pub fn made(count: usize, make: &mut dyn FnMut(usize) -> Value) -> Self {
        if !(1..=FEW).contains(&count) {
            return (0..count).map(make).collect();
        }
        let parts: Arc<[Value]> = (0..count).map(make).collect();
        meter::made(size_of_val(&*parts));
        if parts.iter().all(Facts::are_seen) {
            return Self(List::Few(parts));
        }
        let facts = facts_of(&parts, Facts::of);
        Self(List::Node(Some(Arc::new(Node { facts, parts: Parts::Few(parts) }))))
    }

    /// All of them, for what does not depend on what they hold: nothing is charged.
    #[inline]
    pub(super) fn uncharged(&self) -> &[Value] {
        match &self.0 {
            List::Few(parts) => parts,
            List::Node(None) => &[],
            List::Node(Some(node)) => match &node.parts {
                Parts::Many(parts) => parts,
                Parts::Few(parts) => parts,
            },
        }
    }

    /// Where they are, if others share them.
    pub(super) fn shared_place(&self) -> Option<usize> {
        match &self.0 {
            List::Few(parts) => shared_place(parts),
            List::Node(node) => shared_place(node.as_ref()?),
        }
    }

    #[inline]
    pub(super) fn facts(&self) -> Facts {
        match &self.0 {
            List::Few(parts) => facts_of(parts, Facts::of),
            List::Node(node) => node.as_ref().map_or(Facts::NONE, |node| node.facts),
        }
    }

    /// How many bytes they have when all their parts are written out.
    pub(crate) fn size(&self) -> u64 {
        self.facts().size
    }

    /// Levels of parts.
    pub(crate) fn depth(&self) -> u32 {
        self.facts().depth
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.uncharged().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        matches!(self.0, List::Node(None))
    }

    /// One of them.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&Value> {
        self.uncharged().get(index)
    }
}

impl Entries {
    /// Where they are, if others share them.
    pub(super) fn shared_place(&self) -> Option<usize> {
        shared_place(self.0.as_ref()?)
    }

    pub(super) fn facts(&self) -> Facts {
        self.0.as_ref().map_or(Facts::NONE, |node| node.facts)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.parts.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The element of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let parts = &self.0.as_ref()?.parts;
        let index = parts.binary_search_by(|(other, _)| (**other).cmp(key)).ok()?;
        Some(&parts[index].1)
    }
}

impl From<Vec<Value>> for Elements {
    fn from(elements: Vec<Value>) -> Self {
        if elements.is_empty() {
            return Self::default();
        }
        meter::made(size_of_val(&*elements));
        let facts = facts_of(&elements, Facts::of);
        Self(List::Node(Some(Arc::new(Node { facts, parts: Parts::Many(shrunk(elements)) }))))
    }
}

impl FromIterator<Value> for Elements {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Self {
        elements.into_iter().collect::<Vec<_>>().into()
    }
}

impl From<Vec<Entry>> for Entries {
    fn from(entries: Vec<Entry>) -> Self {
        if entries.is_empty() {
            return Self::default();
        }
        meter::made(size_of_val(&*entries));
        let facts = facts_of(&entries, of_entry);
        Self(Some(Arc::new(Node { facts, parts: shrunk(entries) })))
    }
}

impl Deref for Elements {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        walk(self.uncharged())
    }
}

impl Deref for Entries {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        walk(self.0.as_ref().map_or(&[], |node| &node.parts))
    }
}

fn shared_place<P: ?Sized>(parts: &Arc<P>) -> Option<usize> {
    (Arc::strong_count(parts) > 1).then(|| Arc::as_ptr(parts).addr())
}

fn walk<T>(parts: &[T]) -> &[T] {
    meter::walked(parts.len());
    parts
}

impl Drop for Elements {
    fn drop(&mut self) {
        if let List::Node(node) = &mut self.0 {
            drop_shared(node);
        }
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        drop_shared(&mut self.0);
    }
}

/// Parts of less depth are dropped by plain recursion.
const SHALLOW: u32 = 32;

/// The last owner drops the parts, which may be deep, on a stack that grows.
#[inline]
fn drop_shared<P>(shared: &mut Option<Arc<Node<P>>>) {
    if let Some(node) = shared
        && node.facts.depth > SHALLOW
        && Arc::strong_count(node) == 1
    {
        stack::grow(|| drop(shared.take()));
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key, value))).finish()
    }
}
