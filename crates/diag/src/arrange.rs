//! Sorting of lists that are short or sorted once: the algorithm is compiled once instead of once per type,
//! which would be 6 kB of code each time.

use std::cmp::Ordering;

/// Lists up to this length are sorted by swapping neighbors, without an allocation.
const SHORT: usize = 8;

/// Stable sorting of slices, a little slower than the standard library's. Use the latter for lists that every
/// evaluation sorts.
pub trait Arrange<T> {
    /// Sorts as [`slice::sort_by`] does.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts as [`slice::sort_by_key`] does.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|one, other| key(one).cmp(&key(other)));
    }

    /// Sorts as [`slice::sort`] does.
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.is_sorted_by(|one, other| compare(one, other).is_le()) {
            return;
        }
        if self.len() <= SHORT {
            for end in 1..self.len() {
                let mut at = end;
                while at > 0 && compare(&self[at - 1], &self[at]).is_gt() {
                    self.swap(at - 1, at);
                    at -= 1;
                }
            }
            return;
        }
        let order = order(self.len(), &mut |one, other| compare(&self[one], &self[other]));
        permute(order, &mut |one, other| self.swap(one, other));
    }
}

/// Reorders the items of a list in place; `order[i]` is the position of the item that belongs at `i`.
#[inline(never)]
pub fn permute(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        // moves each item of a cycle by one position
        let mut at = start;
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// The sorting permutation: for each position of the sorted list, the current position of its item.
#[inline(never)]
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut seed = 7_u32;
        for length in 0..200 {
            let mut list: Vec<(u32, usize)> = Vec::new();
            for at in 0..length {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                list.push(((seed >> 24) % 40, at));
            }
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            list.arrange_by_key(|(key, _)| *key);
            assert_eq!(list, expected);
            list.arrange_by(|one, other| other.cmp(one));
            expected.sort_by(|one, other| other.cmp(one));
            assert_eq!(list, expected);
        }
    }
}
