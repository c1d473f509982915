//! Matches findings with suppressions: the first suppression that covers a place hides the finding. Both
//! lists are traversed once in source order.

use hclx_diag::Arrange;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The byte range that a suppression covers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reach {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of the suppression.
    pub(super) index: usize,
    /// Set if it hides findings; a suppression without a reason only counts as used.
    pub(super) hides: bool,
}

/// Finds the first suppression for each place, and stores it in `first` at the index given with the place,
/// unless an earlier one is already there. Returns the indices of hiding suppressions without effect. Places
/// must be sorted.
pub(super) fn first_at(
    mut reaches: Vec<Reach>,
    places: &[(u32, usize)],
    first: &mut [Option<usize>],
) -> Vec<usize> {
    reaches.arrange();
    let mut reaches = reaches.into_iter().peekable();
    // The suppressions that cover the current place, with the first one on top.
    let mut open: BinaryHeap<Reverse<(usize, u32)>> = BinaryHeap::new();
    let mut idle = Vec::new();
    for (at, finding) in places {
        while let Some(reach) = reaches.next_if(|reach| reach.start <= *at) {
            match reach.hides {
                _ if reach.end < *at => {}
                true => open.push(Reverse((reach.index, reach.end))),
                false => idle.push(reach.index),
            }
        }
        while open.peek().is_some_and(|Reverse((_, end))| end < at) {
            open.pop();
        }
        if let Some(Reverse((index, _))) = open.peek() {
            let first = &mut first[*finding];
            *first = Some(first.map_or(*index, |before| before.min(*index)));
        }
    }
    idle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_there_hides() {
        let reach = |start, end, index, hides| Reach { start, end, index, hides };
        let reaches =
            vec![reach(5, 9, 2, true), reach(0, 20, 1, true), reach(6, 7, 0, true), reach(15, 30, 3, false)];
        let places = [(0, 0), (6, 1), (8, 2), (20, 3), (21, 4)];
        let mut first = [None; 5];
        first[0] = Some(0);
        assert_eq!(first_at(reaches, &places, &mut first), [3]);
        assert_eq!(first, [Some(0), Some(0), Some(1), Some(1), None]);
    }
}
