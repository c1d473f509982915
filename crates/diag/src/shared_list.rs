//! Lists that share their chunks with the lists that they were copied from, until a chunk is changed.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// The number of items in a chunk.
const CHUNK: usize = 64;

/// A list whose copies share its chunks: a copy costs a fraction of the length, and a change copies one chunk.
#[derive(Clone, Debug)]
pub struct SharedList<T> {
    chunks: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T> SharedList<T> {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The item at an index.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// The items, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

impl<T: Clone> SharedList<T> {
    /// Copies of an item; they share a chunk.
    pub fn repeat(item: &T, len: usize) -> Self {
        let full = Arc::new(vec![item.clone(); CHUNK.min(len)]);
        let mut chunks = vec![full; len / CHUNK];
        if !len.is_multiple_of(CHUNK) {
            chunks.push(Arc::new(vec![item.clone(); len % CHUNK]));
        }
        Self { chunks, len }
    }
}

impl<T> FromIterator<T> for SharedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let (mut items, mut list) = (items.into_iter().peekable(), Self::default());
        while items.peek().is_some() {
            let chunk: Vec<T> = items.by_ref().take(CHUNK).collect();
            list.len += chunk.len();
            list.chunks.push(Arc::new(chunk));
        }
        list
    }
}

impl<T> Index<usize> for SharedList<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T: Clone> IndexMut<usize> for SharedList<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy has the items of its original, and neither sees the changes of the other.
    #[test]
    fn copies_are_independent() {
        for len in [0, 1, 63, 64, 65, 200] {
            let list: SharedList<usize> = (0..len).collect();
            assert_eq!(list.iter().copied().collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            assert_eq!((list.len(), list.is_empty(), list.get(len)), (len, len == 0, None));
            let mut copy = list.clone();
            for at in 0..len {
                copy[at] += 1_000;
            }
            for at in 0..len {
                assert_eq!((list[at], copy[at], copy.get(at)), (at, at + 1_000, Some(&(at + 1_000))));
            }
            let mut same = SharedList::repeat(&7, len);
            assert_eq!(same.iter().filter(|item| **item == 7).count(), len);
            if len > 0 {
                same[len - 1] = 8;
                assert_eq!(same.iter().filter(|item| **item == 7).count(), len - 1);
            }
        }
    }
}
