//! The words around a place: a name that shares rare words with them is likely to be intended.

use std::collections::{HashMap, HashSet};

use hclx_analysis::{CursorAt, ScopeName};
use hclx_diag::TextRange;

use super::rank::words;

/// The kinship, in thousandths, of a name whose words all occur around the place.
const MOST: u32 = 2_000;

/// The words around a place.
pub(super) struct Surroundings {
    /// The words of the attribute and of block headers.
    near: HashSet<String>,
    /// The words of the rest of the block.
    far: HashSet<String>,
    /// The weights of the words of names in scope: rare words weigh more.
    weights: HashMap<String, u32>,
}

impl Surroundings {
    /// Collects the words around a cursor with these names in scope.
    pub(super) fn of(at: &CursorAt<'_>, names: &[ScopeName]) -> Self {
        let word = at.cursor.word;
        // the word being typed does not count
        let text = |range: TextRange| {
            let (before, after) = (word.start.max(range.start), word.end.min(range.end).max(range.start));
            let before = at.text(TextRange::new(range.start, before.min(range.end)));
            words(before).chain(words(at.text(TextRange::new(after, range.end)))).collect::<Vec<_>>()
        };
        let labels = at.cursor.bodies.iter().flat_map(|body| &body.labels);
        let near = labels.flat_map(|label| words(label)).chain(text(at.own_attribute())).collect();
        // the contents of a block without labels are often unrelated
        let block = at.cursor.bodies.get(1).filter(|block| !block.labels.is_empty());
        let far = block.and_then(|block| at.range_of(block)).map(text).unwrap_or_default();
        let mut counts: HashMap<String, u32> = HashMap::new();
        for name in names {
            let own: HashSet<String> = words(last(&name.address)).collect();
            own.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
        }
        let all = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let weights =
            counts.into_iter().map(|(word, count)| (word, 1 + (all / count).max(1).ilog2())).collect();
        Self { near, far: far.into_iter().collect(), weights }
    }

    /// The share, in thousandths, of the weight of a name's words that occur around the place.
    pub(super) fn kinship(&self, name: &str) -> u16 {
        let (mut around, mut all) = (0, 0);
        for word in words(name) {
            let weight = self.weights.get(&word).copied().unwrap_or(1);
            all += 2 * weight;
            around += weight * (u32::from(self.near.contains(&word)) + u32::from(self.is_around(&word)));
        }
        u16::try_from(MOST * around / all.max(1)).unwrap_or_default()
    }

    fn is_around(&self, word: &str) -> bool {
        self.near.contains(word) || self.far.contains(word)
    }
}

/// The last component of an address.
fn last(address: &str) -> &str {
    address.rsplit('.').next().unwrap_or_default()
}
