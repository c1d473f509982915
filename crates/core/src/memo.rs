//! Answers given before, within bounds.
//!
//! Questions are remembered by the numbers of their types, which are never used twice: an answer
//! about a type that is gone keeps nothing alive and misleads nobody. Each thread has tables of
//! its own; what they hold changes no answer, only how fast it comes.

use std::cell::RefCell;

use hashbrown::HashTable;

use crate::Type;

/// Pairs that are remembered at most, in two generations: where the younger one is full the older one is
/// forgotten, and what is asked again comes back to the younger one. So a question that needs a few answers more
/// than are kept loses a few, not all.
const PAIRS: usize = 1 << 15;
/// Types (by [`Type::size`]) that remembered answers may keep alive at most.
const KEPT_TYPES: u64 = 1 << 18;
/// What a type that is larger than the table counts: so few of them are kept.
const GIANT: u64 = KEPT_TYPES / 32;

/// The question of [`pair`]: is it assignable.
pub(crate) const ASSIGNABLE: u8 = 1;
/// The question of [`pair`]: how their texts compare.
pub(crate) const ORDER: u8 = 6;

/// An answer to a question about two types.
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
    static PAIR_ANSWERS: RefCell<Generations<Pair>> = const { RefCell::new(Generations::new()) };
}

/// Two tables: what was remembered or asked lately, and what was before.
struct Generations<T> {
    young: HashTable<T>,
    old: HashTable<T>,
}

impl<T> Generations<T> {
    const fn new() -> Self {
        Self { young: HashTable::new(), old: HashTable::new() }
    }

    /// The young ones are old now, and the old ones are forgotten.
    fn age(&mut self) {
        std::mem::swap(&mut self.young, &mut self.old);
        self.young.clear();
    }

    fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}

/// Folds a number into a hash. The numbers of types are counted, not chosen, so that two
/// multiplications are hash enough.
#[inline]
fn mix(hash: u64, number: u64) -> u64 {
    let product = (hash.rotate_left(29) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

/// The answer to a question about two types, computed if it was not asked lately. `question` tells
/// questions and rule sets apart.
#[inline]
pub(crate) fn pair(question: u8, a: &Type, b: &Type, answer: impl FnOnce() -> u8) -> u8 {
    let mut asked = Pair { a: a.id(), b: b.id(), question, answer: 0 };
    let hash = asked.hash();
    let same = |known: &Pair| known.a == asked.a && known.b == asked.b && known.question == question;
    if let Some(known) =
        PAIR_ANSWERS.with_borrow(|answers| answers.young.find(hash, same).map(|known| known.answer))
    {
        return known;
    }
    let old = PAIR_ANSWERS.with_borrow(|answers| answers.old.find(hash, same).copied());
    if let Some(known) = old {
        remember_pair(hash, known);
        return known.answer;
    }
    asked.answer = answer();
    remember_pair(hash, asked);
    asked.answer
}

fn remember_pair(hash: u64, pair: Pair) {
    PAIR_ANSWERS.with_borrow_mut(|answers| {
        if answers.young.len() >= PAIRS / 2 {
            answers.age();
        }
        answers.young.insert_unique(hash, pair, Pair::hash);
    });
}

/// Remembered answers to questions about many types.
pub(crate) struct Lists<T> {
    table: Generations<Remembered<T>>,
    /// Of the younger generation.
    weight: u64,
}

struct Remembered<T> {
    hash: u64,
    question: u8,
    types: Box<[u64]>,
    answer: T,
}

impl<T> Lists<T> {
    pub(crate) const fn new() -> Self {
        Self { table: Generations::new(), weight: 0 }
    }
}

impl<T: Clone> Lists<T> {
    /// The hash under which a question is found and remembered.
    pub(crate) fn hash(question: u8, types: &[Type]) -> u64 {
        types.iter().fold(u64::from(question), |hash, ty| mix(hash, ty.id()))
    }

    pub(crate) fn get(&self, hash: u64, question: u8, types: &[Type]) -> Option<T> {
        let same = |known: &Remembered<T>| {
            known.hash == hash
                && known.question == question
                && known.types.len() == types.len()
                && known.types.iter().zip(types).all(|(id, ty)| *id == ty.id())
        };
        let known = self.table.young.find(hash, same).or_else(|| self.table.old.find(hash, same));
        known.map(|known| known.answer.clone())
    }

    /// Remembers an answer; `size` is that of the types it keeps alive.
    pub(crate) fn put(&mut self, hash: u64, question: u8, types: &[Type], answer: T, size: u64) {
        let size = size.saturating_add(types.len() as u64);
        let weight = if size > KEPT_TYPES { GIANT } else { size };
        if self.weight + weight > KEPT_TYPES / 2 {
            self.table.age();
            self.weight = 0;
        }
        self.weight += weight;
        let types = types.iter().map(Type::id).collect();
        self.table
            .young
            .insert_unique(hash, Remembered { hash, question, types, answer }, |known| known.hash);
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.weight = 0;
    }
}

/// Forgets the pairs of this thread.
pub(crate) fn forget_pairs() {
    PAIR_ANSWERS.with_borrow_mut(Generations::clear);
}
