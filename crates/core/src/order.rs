//! Comparison and sorting of the contents of values: every comparison is charged, and sorting ends early when
//! nothing is left of the budget.

use std::cmp::Ordering;

use crate::meter;

/// The cost in ticks per element and level of a sort, in addition to the comparisons.
const LEVEL: u64 = 24;
/// The length from which a key counts as long: comparing shorter ones costs no more than the lookup itself.
const LONG_KEY: usize = 64;

/// The order of two strings by bytes.
#[inline]
pub fn strings(a: &str, b: &str) -> Ordering {
    meter::compared(a.len().min(b.len()));
    a.cmp(b)
}

/// Equality of two strings.
#[inline]
pub fn equal_strings(a: &str, b: &str) -> bool {
    a.len() == b.len() && {
        meter::compared(a.len());
        a == b
    }
}

/// Charges a binary search for a key.
#[inline]
pub(crate) fn searched(key: &str, count: usize) {
    if key.len() > LONG_KEY {
        meter::work(levels(count) * (key.len() as u64 / 8));
    }
}

/// The number of halvings of a list.
fn levels(count: usize) -> u64 {
    u64::from(usize::BITS - count.leading_zeros())
}

/// The number of items that are sorted even when the budget is exhausted. Results created then are still looked up, and
/// an object whose names are not sorted would seem to lack some of them.
const ALWAYS_SORTED: usize = 1_024;

/// Sorts a list, keeping the order of equal items. When the budget is exhausted, the rest of a long list stays
/// unsorted: all further evaluation fails.
pub fn sort<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, other| compare(one, other).is_le()) {
        return;
    }
    meter::work(items.len() as u64 * levels(items.len()) * LEVEL);
    let order = order(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    hclx_diag::permute(order, &mut |one, other| items.swap(one, other));
}

/// The sorting permutation: for each position of the sorted list, the current position of its item. Runs are
/// merged here, because the standard library's sort may panic when comparisons become inconsistent.
#[inline(never)]
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let goes_on = || count <= ALWAYS_SORTED || meter::is_enough();
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count && goes_on() {
        for run in order.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let ([one, left_rest @ ..], [other, right_rest @ ..]) = (left, right) {
                if goes_on() && compare(*one, *other).is_gt() {
                    merged.push(*other);
                    right = right_rest;
                } else {
                    merged.push(*one);
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limits, Value};

    #[test]
    fn sorting_is_stable_and_complete() {
        for count in [0_u64, 1, 2, 3, 7, 100, 1_000] {
            let mut items: Vec<(u64, u64)> = (0..count).map(|at| (at * 7_919 % 64, at)).collect();
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            sort(&mut items, |a, b| a.0.cmp(&b.0));
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn objects_keep_their_attributes_when_the_budget_is_spent() {
        let budget = Budget::new(Limits { steps: 1, ..Limits::default() });
        while budget.take_step() {}
        let names = ["d", "b", "e", "a", "c"];
        let object = Value::object(names.map(|name| (name.into(), Value::string(name))));
        assert!(names.iter().all(|name| object.get_attr_value(name).is_some() && budget.is_spent()));
    }

    #[test]
    fn sorting_ends_with_the_budget() {
        let budget = Budget::new(Limits { steps: 100, ..Limits::default() });
        let mut items: Vec<u64> = (0..10_000).rev().collect();
        let mut compared = 0;
        sort(&mut items, |a, b| {
            compared += 1;
            crate::charge_work(64);
            a.cmp(b)
        });
        assert!(budget.is_spent() && compared < 10_001, "{compared} comparisons");
        items.sort_unstable();
        assert_eq!(items, (0..10_000).collect::<Vec<u64>>());
    }
}
