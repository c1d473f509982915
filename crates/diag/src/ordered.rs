//! Maps and sets in the order of their keys: searching is compiled once instead of once per pair of types,
//! which is 25 kB of code each time with the standard library's maps.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Index;

use crate::arrange::permute;

/// A map that is iterated in the order of its keys, like [`BTreeMap`](std::collections::BTreeMap): lookups
/// and insertions take a logarithmic number of comparisons.
#[derive(Clone)]
pub struct Ordered<K, V> {
    entries: Vec<(K, V)>,
    order: Order,
}

/// A set that is iterated in order.
#[derive(Clone)]
pub struct OrderedSet<T>(Ordered<T, ()>);

/// The sort order of the entries, as positions in the list, split into chunks so that an insertion moves at
/// most one chunk. Without chunks, the entries are in order themselves.
#[derive(Clone, Default)]
struct Order(Vec<Vec<u32>>);

/// The position of an item in the order: its chunk, and the offset in the chunk.
#[derive(Clone, Copy)]
struct Place {
    part: usize,
    at: usize,
}

/// The maximum number of entries that an insertion moves; longer lists are sorted by position.
const FEW: usize = 32;

/// The maximum number of positions in a chunk (exclusive).
const FULL: usize = 512;

impl Order {
    /// The position of an item among `count`, or the place where it belongs. `compare` compares the item at a
    /// position with the wanted one.
    #[inline(never)]
    fn find(&self, count: usize, compare: &mut dyn FnMut(usize) -> Ordering) -> Result<usize, Place> {
        let (mut place, mut size) = (Place { part: 0, at: 0 }, count);
        if !self.0.is_empty() {
            let not_above = self.0.partition_point(|part| compare(part[0] as usize).is_le());
            place.part = not_above.saturating_sub(1);
            size = self.0[place.part].len();
        }
        // check the last one first: items often arrive in order
        let mut is_halved = place.part + 1 < self.0.len();
        while size > 0 {
            let step = if is_halved { size / 2 } else { size - 1 };
            is_halved = true;
            let at = self.position(Place { at: place.at + step, ..place });
            match compare(at) {
                Ordering::Equal => return Ok(at),
                Ordering::Greater => size = step,
                Ordering::Less => {
                    place.at += step + 1;
                    size -= step + 1;
                }
            }
        }
        Err(place)
    }

    /// The position of the item at a place in the order.
    fn position(&self, place: Place) -> usize {
        self.0.get(place.part).map_or(place.at, |part| part[place.at] as usize)
    }

    /// Makes room for one more item after `count`, and returns the position for it.
    #[inline(never)]
    fn insert(&mut self, mut place: Place, count: usize) -> usize {
        if self.0.is_empty() {
            // At the end, an insertion moves nothing, however long the list is.
            if place.at == count || count < FEW {
                return place.at;
            }
            let all: Vec<u32> = (0..number(count)).collect();
            // Chunks start half full, so that insertions do not split them at once.
            self.0 = all.chunks(FULL / 2).map(<[u32]>::to_vec).collect();
            place = Place { part: place.at / (FULL / 2), at: place.at % (FULL / 2) };
        }
        let part = &mut self.0[place.part];
        part.insert(place.at, number(count));
        if part.len() == FULL {
            let rest = part.split_off(FULL / 2);
            self.0.insert(place.part + 1, rest);
        }
        count
    }

    /// The next place, in a list of items that does not end here.
    fn next(&self, place: Place) -> Place {
        match self.0.get(place.part) {
            Some(part) if place.at + 1 == part.len() => Place { part: place.part + 1, at: 0 },
            _ => Place { at: place.at + 1, ..place },
        }
    }

    /// Takes the positions in order and clears them. `None` if the items themselves are in order.
    fn take(&mut self) -> Option<Vec<usize>> {
        let parts = std::mem::take(&mut self.0);
        (!parts.is_empty()).then(|| parts.iter().flatten().map(|at| *at as usize).collect())
    }
}

/// The stored form of a position.
fn number(position: usize) -> u32 {
    u32::try_from(position).expect("so many items do not fit in memory")
}

impl<K, V> Ordered<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Ordered { entries: Vec::new(), order: Order(Vec::new()) }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: &self.entries, order: &self.order, place: Place { part: 0, at: 0 }, left: self.len() }
    }

    /// The keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Moves the entries themselves into sorted order.
    fn settle(&mut self) {
        if let Some(order) = self.order.take() {
            permute(order, &mut |one, other| self.entries.swap(one, other));
        }
    }

    /// The position of a key, or the place where it belongs.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, Place>
    where
        K: Borrow<Q>,
    {
        self.order.find(self.entries.len(), &mut |at| self.entries[at].0.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.entries[at].1)
    }

    /// A key as it was first inserted, and its value.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (key, value) = &self.entries[self.find(key).ok()?];
        Some((key, value))
    }

    /// A mutable reference to the value of a key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.entries[at].1)
    }

    /// Returns `true` if the key exists.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Removes an entry and returns its value. All later entries move, so this is not suitable for removing
    /// many entries of a large map.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        // The positions of all later entries change, so the entries are put in order first.
        self.settle();
        self.find(key).ok().map(|at| self.entries.remove(at).1)
    }

    /// Inserts a new entry at its place and returns its position.
    fn put(&mut self, place: Place, key: K, value: V) -> usize {
        let at = self.order.insert(place, self.entries.len());
        // A list that is split into chunks only grows at its end.
        self.entries.insert(at, (key, value));
        at
    }
}

impl<K: Ord, V> Ordered<K, V> {
    /// Sets the value of a key and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(place) => {
                self.put(place, key, value);
                None
            }
        }
    }

    /// The value of a key, inserted with `make` if the key is missing.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(place) => self.put(place, key, make()),
        };
        &mut self.entries[at].1
    }

    /// The value of a key, inserted if the key is missing.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        self.or_insert_with(key, || value)
    }

    /// The value of a key, inserted as the default of its type if the key is missing.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }
}

impl<T> OrderedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        OrderedSet(Ordered::new())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The items in order.
    pub fn iter(&self) -> Items<'_, T> {
        Items(self.0.iter())
    }

    /// Returns `true` if the item is in the set.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.contains_key(item)
    }
}

impl<T: Ord> OrderedSet<T> {
    /// Adds an item; returns `true` if it is new.
    pub fn insert(&mut self, item: T) -> bool {
        self.0.insert(item, ()).is_none()
    }
}

/// Entries of a map in the order of their keys.
pub struct Iter<'m, K, V> {
    entries: &'m [(K, V)],
    order: &'m Order,
    place: Place,
    left: usize,
}

/// Items of a set in order.
pub struct Items<'s, T>(Iter<'s, T, ()>);

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (key, value) = &self.entries[self.order.position(self.place)];
        self.place = self.order.next(self.place);
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'s, T> Iterator for Items<'s, T> {
    type Item = &'s T;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(item, ())| item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}
impl<T> ExactSizeIterator for Items<'_, T> {}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        Items(self.0.clone())
    }
}

impl<'m, K, V> IntoIterator for &'m Ordered<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'s, T> IntoIterator for &'s OrderedSet<T> {
    type Item = &'s T;
    type IntoIter = Items<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for Ordered<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.settle();
        self.entries.into_iter()
    }
}

impl<T> IntoIterator for OrderedSet<T> {
    type Item = T;
    type IntoIter = std::iter::Map<std::vec::IntoIter<(T, ())>, fn((T, ())) -> T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(item, ())| item)
    }
}

impl<K: Ord, V> Extend<(K, V)> for Ordered<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<T: Ord> Extend<T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Ordered<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut all = Ordered::new();
        all.extend(entries);
        // A collected map rarely changes, and a map whose entries are in order is read faster.
        all.settle();
        all
    }
}

impl<T: Ord> FromIterator<T> for OrderedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = OrderedSet::new();
        all.extend(items);
        all
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Ordered<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for OrderedSet<T> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<K: Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for Ordered<K, V> {
    type Output = V;

    /// The value of a key.
    ///
    /// # Panics
    /// If there is no such key.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the map has the key")
    }
}

impl<K, V> Default for Ordered<K, V> {
    fn default() -> Self {
        Ordered::new()
    }
}

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        OrderedSet::new()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Ordered<K, V> {
    fn eq(&self, other: &Self) -> bool {
        // The lists of equal maps may have different orders.
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: PartialEq> PartialEq for OrderedSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: Eq, V: Eq> Eq for Ordered<K, V> {}
impl<T: Eq> Eq for OrderedSet<T> {}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Ordered<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<T: fmt::Debug> fmt::Debug for OrderedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn same<V: Copy + PartialEq + fmt::Debug>(ours: &Ordered<u32, V>, known: &BTreeMap<u32, V>) {
        assert_eq!((ours.len(), ours.is_empty()), (known.len(), known.is_empty()));
        assert!(ours.iter().eq(known.iter()));
        assert!(ours.keys().eq(known.keys()));
        assert!(ours.values().eq(known.values()));
        assert!(ours.clone().into_iter().eq(known.clone()));
        assert_eq!(format!("{ours:?}"), format!("{known:?}"));
    }

    #[test]
    fn it_behaves_as_the_map_of_the_standard_library() {
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        for (count, keys) in [(0, 1), (1, 1), (40, 10), (80, 1000), (3000, 900), (5000, 100_000)] {
            let (mut ours, mut known) = (Ordered::new(), BTreeMap::new());
            for value in 0..count {
                let key = random(keys);
                match random(8) {
                    0 => assert_eq!(ours.get(&key), known.get(&key)),
                    1 => assert_eq!(ours.contains_key(&key), known.contains_key(&key)),
                    2 => assert_eq!(ours.get_mut(&key), known.get_mut(&key)),
                    3 => {
                        *ours.or_default(key) += 1;
                        *known.entry(key).or_default() += 1;
                    }
                    4 if keys < 5000 && random(50) == 0 => assert_eq!(ours.remove(&key), known.remove(&key)),
                    5 => assert_eq!(ours.or_insert(key, value), known.entry(key).or_insert(value)),
                    6 => {
                        let next = known.last_key_value().map_or(0, |(last, _)| last + 1);
                        assert_eq!(ours.insert(next, value), known.insert(next, value));
                    }
                    _ => assert_eq!(ours.insert(key, value), known.insert(key, value)),
                }
            }
            same(&ours, &known);
            for key in 0..keys {
                assert_eq!(ours.get_key_value(&key), known.get_key_value(&key));
            }
            let again: Ordered<u32, u32> = known.iter().rev().map(|(key, value)| (*key, *value)).collect();
            assert_eq!(again, ours);
        }
    }

    #[test]
    fn a_set_has_each_item_once_and_in_order() {
        let (mut ours, mut known) = (OrderedSet::new(), BTreeSet::new());
        for number in 0..4000_u32 {
            let item = (number.wrapping_mul(2_654_435_761) % 1500).to_string();
            assert_eq!(ours.insert(item.clone()), known.insert(item));
        }
        assert!(ours.iter().eq(&known));
        assert_eq!((ours.len(), ours.is_empty()), (known.len(), false));
        for number in 0..2000 {
            let item = number.to_string();
            assert_eq!(ours.contains(&*item), known.contains(&item));
        }
        assert_eq!(format!("{ours:?}"), format!("{known:?}"));
        assert!(ours.into_iter().eq(known));
    }
}
