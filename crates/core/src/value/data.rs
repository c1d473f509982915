//! The data of values, and sequences that are dropped without deep recursion.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Value;
use super::facts::Facts;
use crate::{Number, Range};
use crate::{meter, order, stack};

/// The data of a value, interpreted with its type.
#[derive(Clone, Debug)]
pub enum Data {
    /// Null.
    Null,
    /// An unknown value in the range.
    Unknown(Range),
    /// A value of type bool.
    Bool(bool),
    /// A value of type number or int.
    Number(Number),
    /// A value of type string.
    String(Arc<str>),
    /// The elements of a list, set or tuple, or the attribute values of an object in the order of its type.
    Sequence(Elements),
    /// The entries of a map, sorted by key.
    Map(Entries),
}

/// Shared elements; an empty sequence allocates nothing. Creating them is charged, and so is reading them as
/// a slice, as if all were visited.
#[derive(Clone, Default)]
pub struct Elements(Option<Arc<Node<Value>>>);

/// A key and its element.
pub type Entry = (Arc<str>, Value);

/// Shared entries of a map, sorted by key. Creating them is charged, and so is reading them as a slice.
#[derive(Clone, Default)]
pub struct Entries(Option<Arc<Node<Entry>>>);

/// Parts, and their combined facts.
struct Node<T> {
    facts: Facts,
    parts: Vec<T>,
}

/// The maximum spare capacity that is kept instead of being freed.
const SLACK: usize = 4;

impl<T> Node<T> {
    fn of(mut parts: Vec<T>, part: impl Fn(&T) -> Facts) -> Option<Arc<Self>> {
        if parts.is_empty() {
            return None;
        }
        meter::made_elements(parts.len(), size_of::<T>());
        let facts = parts.iter().fold(Facts::NONE, |all, one| all.with(part(one)));
        if parts.capacity() - parts.len() > SLACK {
            parts.shrink_to_fit();
        }
        Some(Arc::new(Self { facts, parts }))
    }
}

fn of_entry((key, value): &Entry) -> Facts {
    let facts = Facts::of(value);
    Facts { size: facts.size.saturating_add(key.len() as u64), ..facts }
}

impl Elements {
    /// The address, if the parts are shared.
    pub(super) fn shared_place(&self) -> Option<usize> {
        shared_place(self.0.as_ref())
    }

    pub(super) fn facts(&self) -> Facts {
        self.0.as_ref().map_or(Facts::NONE, |node| node.facts)
    }

    /// All parts, without charging a budget, for code whose result does not depend on them.
    #[inline]
    pub(super) fn uncharged(&self) -> &[Value] {
        self.0.as_ref().map_or(&[], |node| &node.parts)
    }

    /// The size in bytes with all parts written out.
    pub(crate) fn size(&self) -> u64 {
        self.facts().size
    }

    /// The nesting depth.
    pub(crate) fn depth(&self) -> u32 {
        self.facts().depth
    }

    /// Returns `true` if a part is marked.
    pub(crate) fn is_marked(&self) -> bool {
        self.facts().is_marked()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.parts.len())
    }

    /// Returns `true` if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The element at an index.
    pub fn get(&self, index: usize) -> Option<&Value> {
        self.0.as_ref()?.parts.get(index)
    }
}

impl Entries {
    /// The address, if the entries are shared.
    pub(super) fn shared_place(&self) -> Option<usize> {
        shared_place(self.0.as_ref())
    }

    pub(super) fn facts(&self) -> Facts {
        self.0.as_ref().map_or(Facts::NONE, |node| node.facts)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.parts.len())
    }

    /// Returns `true` if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The element with this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let parts = &self.0.as_ref()?.parts;
        order::searched(key, parts.len());
        let index = parts.binary_search_by(|(other, _)| (**other).cmp(key)).ok()?;
        Some(&parts[index].1)
    }
}

impl From<Vec<Value>> for Elements {
    fn from(elements: Vec<Value>) -> Self {
        Self(Node::of(elements, Facts::of))
    }
}

impl FromIterator<Value> for Elements {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Self {
        elements.into_iter().collect::<Vec<_>>().into()
    }
}

impl From<Vec<Entry>> for Entries {
    fn from(entries: Vec<Entry>) -> Self {
        Self(Node::of(entries, of_entry))
    }
}

impl Deref for Elements {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        walk(self.0.as_deref())
    }
}

impl Deref for Entries {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        walk(self.0.as_deref())
    }
}

fn shared_place<T>(node: Option<&Arc<Node<T>>>) -> Option<usize> {
    // Parts with a single owner occur only once, so caching facts under their address has no benefit.
    node.filter(|node| Arc::strong_count(node) > 1).map(|node| Arc::as_ptr(node).addr())
}

fn walk<T>(node: Option<&Node<T>>) -> &[T] {
    let Some(node) = node else { return &[] };
    meter::read_elements(node.parts.len());
    &node.parts
}

impl Drop for Elements {
    fn drop(&mut self) {
        drop_shared(self.0.take());
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        drop_shared(self.0.take());
    }
}

/// The depth up to which parts are dropped by plain recursion.
const SHALLOW: u32 = 32;

/// Drops the parts if this is the last owner, on a stack that grows: the parts may be deeply nested.
fn drop_shared<T>(shared: Option<Arc<Node<T>>>) {
    if let Some(shared) = shared
        && shared.facts.depth > SHALLOW
        && Arc::strong_count(&shared) == 1
    {
        stack::grow(|| drop(shared));
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
