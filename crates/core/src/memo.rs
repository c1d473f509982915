//! Caches of answers, bounded in size.
//!
//! Answers are cached by the ids of types, which are never reused: a cached answer keeps no dropped type
//! alive and is never returned for another type. Each thread has its own tables; their contents affect the
//! speed of an answer, not the answer.

use std::cell::RefCell;

use hashbrown::HashTable;

use crate::Type;

/// The maximum number of cached pairs. When it is reached, half of them are evicted, chosen by hash and not
/// by age: a sequence of slightly more questions than this, asked repeatedly in the same order, would evict
/// every entry before its next use under a strict age order.
const PAIRS: usize = 1 << 15;
/// The maximum total size (by [`Type::size`]) of the types that cached answers may keep alive.
const KEPT_TYPES: u64 = 1 << 18;
/// The weight of a type that is larger than the table, so that few of these are kept.
const GIANT: u64 = KEPT_TYPES / 32;

/// The question of [`pair`] about assignability.
pub(crate) const ASSIGNABLE: u8 = 1;
/// The question of [`pair`] about the order of two printed forms.
pub(crate) const ORDER: u8 = 6;

/// A cached answer to a question about two types.
#[derive(Clone, Copy)]
struct Pair {
    a: u64,
    b: u64,
    question: u8,
    answer: u8,
}

impl Pair {
    fn hash(&self) -> u64 {
        mix(mix(self.a, self.b), u64::from(self.question))
    }
}

thread_local! {
    static PAIR_ANSWERS: RefCell<BoundedCache<Pair>> = const { RefCell::new(BoundedCache::new()) };
}

/// A table that evicts half of its entries when it is full.
struct BoundedCache<T> {
    table: HashTable<T>,
    /// The number of evictions so far.
    times: u32,
}

/// The bits of a hash that select the half. The lowest bits select the slot in the table, and the table
/// stores the highest ones as tags, so neither is used.
const CHOOSING: std::ops::Range<u32> = 24..48;

impl<T> BoundedCache<T> {
    const fn new() -> Self {
        Self { table: HashTable::new(), times: 0 }
    }

    /// Evicts half of the entries; a different half each time.
    fn halve(&mut self, hash: impl Fn(&T) -> u64) {
        let before = self.table.len();
        let bit = CHOOSING.start + self.times % (CHOOSING.end - CHOOSING.start);
        self.times = self.times.wrapping_add(1);
        self.table.retain(|known| hash(known) >> bit & 1 == 0);
        // hashes that are too similar choose badly
        if self.table.len() > before / 4 * 3 {
            self.table.clear();
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// Folds an id into a hash. Ids are sequential and not chosen by an attacker, so two multiplications are
/// enough.
#[inline]
fn mix(hash: u64, number: u64) -> u64 {
    let product = (hash.rotate_left(29) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

/// The cached answer to a question about two types, computed if it is missing. `question` distinguishes
/// questions and rule sets.
#[inline]
pub(crate) fn pair(question: u8, a: &Type, b: &Type, answer: impl FnOnce() -> u8) -> u8 {
    let mut asked = Pair { a: a.id(), b: b.id(), question, answer: 0 };
    let hash = asked.hash();
    let same = |known: &Pair| known.a == asked.a && known.b == asked.b && known.question == question;
    let known = |answers: &BoundedCache<Pair>| answers.table.find(hash, same).map(|known| known.answer);
    // The table is not borrowed while the answer is computed, which may ask for the answers of parts.
    if let Some(known) = PAIR_ANSWERS.with_borrow(known) {
        return known;
    }
    asked.answer = answer();
    remember_pair(hash, asked);
    asked.answer
}

fn remember_pair(hash: u64, pair: Pair) {
    PAIR_ANSWERS.with_borrow_mut(|answers| {
        if answers.table.len() >= PAIRS {
            answers.halve(Pair::hash);
        }
        answers.table.insert_unique(hash, pair, Pair::hash);
    });
}

/// Cached answers to questions about lists of types.
pub(crate) struct Lists<T> {
    table: BoundedCache<MemoEntry<T>>,
    /// The total weight of the entries.
    weight: u64,
}

struct MemoEntry<T> {
    hash: u64,
    question: u8,
    types: Box<[u64]>,
    answer: T,
    weight: u64,
}

impl<T> Lists<T> {
    pub(crate) const fn new() -> Self {
        Self { table: BoundedCache::new(), weight: 0 }
    }
}

impl<T: Clone> Lists<T> {
    /// The hash under which the answer to a question is cached.
    pub(crate) fn hash(question: u8, types: &[Type]) -> u64 {
        types.iter().fold(u64::from(question), |hash, ty| mix(hash, ty.id()))
    }

    pub(crate) fn get(&self, hash: u64, question: u8, types: &[Type]) -> Option<T> {
        let same = |known: &MemoEntry<T>| {
            known.hash == hash
                && known.question == question
                && known.types.len() == types.len()
                && known.types.iter().zip(types).all(|(id, ty)| *id == ty.id())
        };
        self.table.table.find(hash, same).map(|known| known.answer.clone())
    }

    /// Caches an answer; `size` is the size of the types that it keeps alive.
    pub(crate) fn put(&mut self, hash: u64, question: u8, types: &[Type], answer: T, size: u64) {
        let size = size.saturating_add(types.len() as u64);
        let weight = if size > KEPT_TYPES { GIANT } else { size };
        if self.weight + weight > KEPT_TYPES {
            self.table.halve(|known| known.hash);
            self.weight = self.table.table.iter().map(|known| known.weight).sum();
        }
        // the remaining half may be the heavier one
        if self.weight + weight > KEPT_TYPES {
            self.clear();
        }
        self.weight += weight;
        let types = types.iter().map(Type::id).collect();
        let remembered = MemoEntry { hash, question, types, answer, weight };
        self.table.table.insert_unique(hash, remembered, |known| known.hash);
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.weight = 0;
    }
}

/// Clears this thread's cache of pairs.
pub(crate) fn forget_pairs() {
    PAIR_ANSWERS.with_borrow_mut(BoundedCache::clear);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of questions that are recomputed when the same sequence is asked for the third time.
    fn computed(count: usize, ask: &mut dyn FnMut(usize, &mut dyn FnMut())) -> usize {
        let mut computed = 0;
        for round in 0..3 {
            for number in 0..count {
                ask(number, &mut || computed += usize::from(round == 2));
            }
        }
        computed
    }

    /// Slightly more questions than slots lose a few answers, not all of them.
    #[test]
    fn tables_have_no_cliff_at_their_size() {
        let nested = |ty: &Type| Some(Type::list(ty.clone()));
        let types: Vec<Type> = std::iter::successors(Some(Type::STRING), nested).take(300).collect();
        let mut ask = |number: usize, compute: &mut dyn FnMut()| {
            let answer = || {
                compute();
                1
            };
            pair(ORDER, &types[number / types.len()], &types[number % types.len()], answer);
        };
        forget_pairs();
        assert_eq!(computed(PAIRS, &mut ask), 0);
        for (count, share) in [(PAIRS + PAIRS / 64, 60), (2 * PAIRS, 95)] {
            forget_pairs();
            let computed = computed(count, &mut ask);
            assert!(computed * 100 <= count * share, "{computed} of {count}");
        }
        forget_pairs();
    }

    #[test]
    fn tables_of_lists_have_no_cliff_at_their_size() {
        let nested = |ty: &Type| Some(Type::list(ty.clone()));
        let types: Vec<Type> = std::iter::successors(Some(Type::STRING), nested).take(300).collect();
        const HEAVY: u64 = 62;
        let fits = (KEPT_TYPES / (HEAVY + 2)) as usize;
        for (count, share) in [(fits - 1, 0), (fits + fits / 64, 60), (2 * fits, 95)] {
            let mut lists: Lists<usize> = Lists::new();
            let mut ask = |number: usize, compute: &mut dyn FnMut()| {
                let asked = [types[number / types.len()].clone(), types[number % types.len()].clone()];
                let hash = Lists::<usize>::hash(1, &asked);
                if lists.get(hash, 1, &asked).is_none() {
                    compute();
                    lists.put(hash, 1, &asked, number, HEAVY);
                }
                assert!(lists.weight <= KEPT_TYPES);
            };
            let computed = computed(count, &mut ask);
            assert!(computed * 100 <= count * share, "{computed} of {count}");
        }
    }
}
