//! What a value holds, and sequences that are dropped without deep recursion.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Value;
use crate::stack;
use crate::{Number, Range};

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

/// Shared elements; none of them costs no allocation.
#[derive(Clone, Default)]
pub struct Elements(Option<Arc<[Value]>>);

/// A key and its element.
pub type Entry = (Arc<str>, Value);

/// Shared elements of a map, sorted by key.
#[derive(Clone, Default)]
pub struct Entries(Option<Arc<[Entry]>>);

impl From<Vec<Value>> for Elements {
    fn from(elements: Vec<Value>) -> Self {
        Self((!elements.is_empty()).then(|| elements.into()))
    }
}

impl FromIterator<Value> for Elements {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Self {
        let elements: Arc<[Value]> = elements.into_iter().collect();
        Self((!elements.is_empty()).then_some(elements))
    }
}

impl From<Vec<Entry>> for Entries {
    fn from(entries: Vec<Entry>) -> Self {
        Self((!entries.is_empty()).then(|| entries.into()))
    }
}

impl Deref for Elements {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl Deref for Entries {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl Drop for Elements {
    fn drop(&mut self) {
        drop_shared(self.0.take(), |value| &value.data);
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        drop_shared(self.0.take(), |(_, value)| &value.data);
    }
}

/// The last owner drops the parts, which may be deep, on a stack that grows; what is unknown may hold
/// what is known of its elements.
fn drop_shared<T>(shared: Option<Arc<[T]>>, data: impl Fn(&T) -> &Data) {
    if let Some(shared) = shared
        && Arc::strong_count(&shared) == 1
        && shared.iter().any(|part| matches!(data(part), Data::Unknown(_) | Data::Sequence(_) | Data::Map(_)))
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
