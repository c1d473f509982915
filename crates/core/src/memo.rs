//! Answers given before, within bounds.
//!
//! Questions are remembered by the numbers of their types, which are never used twice: an answer
//! about a type that is gone keeps nothing alive and misleads nobody. Each thread has tables of
//! its own; what they hold changes no answer, only how fast it comes.

use std::cell::RefCell;

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

use crate::Type;

/// Pairs that are remembered at most; a full table starts anew.
const PAIRS: usize = 1 << 15;
/// Types (by [`Type::size`]) that remembered answers may keep alive at most.
const KEPT_TYPES: u64 = 1 << 18;
/// What a type that is larger than the table counts: so few of them are kept.
const GIANT: u64 = KEPT_TYPES / 32;

/// The question of [`pair`]: is it assignable.
pub(crate) const ASSIGNABLE: u8 = 1;
/// The question of [`pair`]: how their texts compare.
pub(crate) const ORDER: u8 = 6;

/// A question about two types and the bits of the rules it depends on.
type Pair = (u64, u64, u8);

thread_local! {
    static PAIR_ANSWERS: RefCell<HashMap<Pair, u8, RandomState>> = RefCell::default();
}

/// The answer to a question about two types, computed if it was not asked lately. `question` tells
/// questions and rule sets apart.
#[inline]
pub(crate) fn pair(question: u8, a: &Type, b: &Type, answer: impl FnOnce() -> u8) -> u8 {
    let key = (a.id(), b.id(), question);
    if let Some(known) = PAIR_ANSWERS.with_borrow(|answers| answers.get(&key).copied()) {
        return known;
    }
    let fresh = answer();
    PAIR_ANSWERS.with_borrow_mut(|answers| {
        if answers.len() >= PAIRS {
            answers.clear();
        }
        answers.insert(key, fresh);
    });
    fresh
}

/// Remembered answers to questions about many types.
pub(crate) struct Lists<T> {
    table: HashTable<Remembered<T>>,
    state: RandomState,
    weight: u64,
}

struct Remembered<T> {
    hash: u64,
    question: u8,
    types: Box<[u64]>,
    answer: T,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { table: HashTable::new(), state: RandomState::default(), weight: 0 }
    }
}

impl<T: Clone> Lists<T> {
    /// The hash under which a question is found and remembered.
    pub(crate) fn hash(&self, question: u8, types: &[Type]) -> u64 {
        let start = self.state.hash_one(question);
        types
            .iter()
            .fold(start, |hash, ty| (hash.rotate_left(23) ^ ty.id()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn get(&self, hash: u64, question: u8, types: &[Type]) -> Option<T> {
        let same = |known: &Remembered<T>| {
            known.hash == hash
                && known.question == question
                && known.types.len() == types.len()
                && known.types.iter().zip(types).all(|(id, ty)| *id == ty.id())
        };
        self.table.find(hash, same).map(|known| known.answer.clone())
    }

    /// Remembers an answer; `size` is that of the types it keeps alive.
    pub(crate) fn put(&mut self, hash: u64, question: u8, types: &[Type], answer: T, size: u64) {
        let size = size.saturating_add(types.len() as u64);
        self.weight += if size > KEPT_TYPES { GIANT } else { size };
        if self.weight > KEPT_TYPES {
            self.clear();
        }
        let types = types.iter().map(Type::id).collect();
        self.table.insert_unique(hash, Remembered { hash, question, types, answer }, |known| known.hash);
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.weight = 0;
    }
}

/// Forgets the pairs of this thread.
pub(crate) fn forget_pairs() {
    PAIR_ANSWERS.with_borrow_mut(HashMap::clear);
}
