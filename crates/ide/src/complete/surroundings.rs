//! The words around a place: a name that shares rare words with them is likely to be intended.

use std::borrow::Cow;

use hclx_analysis::{CursorAt, ScopeName};
use hclx_diag::TextRange;

use super::rank::words;

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
type HashSet<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;

/// The kinship, in thousandths, of a name whose words all occur around the place.
const MOST: u32 = 2_000;

/// The words around a place.
pub(super) struct Surroundings {
    /// The words of the attribute and of block headers.
    near: HashSet<String>,
    /// The words of the rest of the block.
    far: HashSet<String>,
    /// The weights of the words of names in scope that affect kinship: rare words weigh more.
    weights: HashMap<String, u32>,
}

impl Surroundings {
    /// Collects the words around a cursor, given the names in scope.
    pub(super) fn of(at: &CursorAt<'_>, names: &[ScopeName]) -> Self {
        let word = at.cursor.word;
        // the word being typed does not count
        let text = |range: TextRange| {
            let (before, after) = (word.start.max(range.start), word.end.min(range.end).max(range.start));
            let before = at.text(TextRange::new(range.start, before.min(range.end)));
            let found = words(before).chain(words(at.text(TextRange::new(after, range.end))));
            found.map(Cow::into_owned).collect::<Vec<_>>()
        };
        let labels = at.cursor.bodies.iter().flat_map(|body| &body.labels);
        let labels = labels.flat_map(|label| words(label)).map(Cow::into_owned);
        let near = labels.chain(text(at.own_attribute())).collect();
        // the contents of a block without labels are often unrelated
        let block = at.cursor.bodies.get(1).filter(|block| !block.labels.is_empty());
        let far = block.and_then(|block| at.range_of(block)).map(text).unwrap_or_default();
        let mut found = Self { near, far: far.into_iter().collect(), weights: HashMap::default() };
        found.weigh(names);
        found
    }

    /// Sets the weights of the words of all names that share one with the place.
    fn weigh(&mut self, names: &[ScopeName]) {
        let mut counts: HashMap<Cow<'_, str>, u32> = HashMap::default();
        for name in names.iter().map(|name| last(&name.address)).filter(|name| self.is_akin(name)) {
            counts.extend(words(name).map(|word| (word, 0)));
        }
        if counts.is_empty() {
            return;
        }
        let mut own: Vec<Cow<'_, str>> = Vec::new();
        for name in names {
            own.clear();
            for word in words(last(&name.address)) {
                if !own.contains(&word)
                    && let Some(count) = counts.get_mut(&word)
                {
                    *count += 1;
                    own.push(word);
                }
            }
        }
        let all = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let weight = |count: u32| 1 + (all / count.max(1)).max(1).ilog2();
        self.weights = counts.into_iter().map(|(word, count)| (word.into_owned(), weight(count))).collect();
    }

    /// Returns `true` if a name shares a word with the place.
    fn is_akin(&self, name: &str) -> bool {
        words(name).any(|word| self.is_around(&word))
    }

    /// The share, in thousandths, of the weight of a name's words that occur around the place.
    pub(super) fn kinship(&self, name: &str) -> u16 {
        if !self.is_akin(name) {
            return 0;
        }
        let (mut around, mut all) = (0, 0);
        for word in words(name) {
            let weight = self.weights.get(&*word).copied().unwrap_or(1);
            all += 2 * weight;
            around += weight * (u32::from(self.near.contains(&*word)) + u32::from(self.is_around(&word)));
        }
        u16::try_from(MOST * around / all.max(1)).unwrap_or_default()
    }

    fn is_around(&self, word: &str) -> bool {
        self.near.contains(word) || self.far.contains(word)
    }
}

/// The last component of an address.
pub(super) fn last(address: &str) -> &str {
    address.rsplit_once('.').map_or(address, |(_, last)| last)
}
