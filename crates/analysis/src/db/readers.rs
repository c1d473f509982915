//! An index of queries by their dependencies: an edit marks the queries that it may change, and only these are checked.

use std::sync::{Arc, Weak};

use super::cell::Cell;
use super::node::{Database, Dependencies, Dependency, Memo};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
type HashSet<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;

/// The number of a read, as returned by [`Dependency::number`].
type Number = (u8, usize);

/// The number of entries up to which outdated ones are not searched for.
const FEW: usize = 1 << 12;

/// The queries by their reads. Entries may be outdated, but none is missing.
#[derive(Default)]
pub(crate) struct Dependents {
    by_read: HashMap<Number, Vec<Weak<Cell>>>,
    /// The paths whose bytes were read, with the version that the host had in memory.
    bytes: HashMap<Arc<str>, u64>,
    /// The queries that are compared in every revision: those with side effects, which are repeated, and volatile ones,
    /// which are never valid.
    always: Vec<Weak<Cell>>,
    /// The number of entries, and their number after the last rebuild.
    count: usize,
    count_before: usize,
}

impl Dependents {
    /// Adds the reads of a query, except its earlier ones.
    pub(super) fn note(&mut self, query: &Arc<Cell>, before: Option<&Dependencies>, reads: &Dependencies) {
        let is_special = |reads: &Dependencies| reads.is_volatile || !reads.effects.is_empty();
        if is_special(reads) && !before.is_some_and(is_special) {
            self.always.push(Arc::downgrade(query));
        }
        let known: HashSet<Number> =
            before.into_iter().flat_map(|reads| &reads.list).map(Dependency::number).collect();
        for read in &reads.list {
            if let Dependency::Bytes(path, version) = read {
                self.bytes.insert(Arc::clone(path), *version);
            }
            let number = read.number();
            if !known.contains(&number) {
                self.by_read.entry(number).or_default().push(Arc::downgrade(query));
                self.count += 1;
            }
        }
    }

    /// Marks the queries with a read in `changed`, and their dependents. Returns them with their previous nodes.
    pub(super) fn mark(&self, now: &dyn Database, changed: &[Number]) -> Vec<(Arc<Cell>, Arc<Memo>)> {
        let mut left: Vec<Arc<Cell>> = self.always.iter().filter_map(Weak::upgrade).collect();
        let add = |number: &Number, left: &mut Vec<Arc<Cell>>| {
            left.extend(self.by_read.get(number).into_iter().flatten().filter_map(Weak::upgrade));
        };
        changed.iter().for_each(|number| add(number, &mut left));
        // The host has a version for each path, but does not report which paths have changed.
        for (path, version) in &self.bytes {
            if now.version_in_host(path) != *version {
                add(&Dependency::Bytes(Arc::clone(path), *version).number(), &mut left);
            }
        }
        let mut marked = Vec::new();
        while let Some(cell) = left.pop() {
            let Some(node) = cell.node().filter(|node| node.mark()) else { continue };
            add(&Dependency::Node(Arc::clone(&node)).number(), &mut left);
            marked.push((cell, node));
        }
        marked
    }

    /// Drops the entries of values that are dead.
    pub(super) fn forget(&mut self, dead: &[Number]) {
        for number in dead {
            let entries = self.by_read.remove(number);
            self.count -= entries.map_or(0, |entries| entries.len());
        }
    }

    /// Rebuilds the index once half of its entries may be outdated.
    pub(super) fn tidy(&mut self, queries: &[Arc<Cell>]) {
        // Rebuilding only after doubling keeps its cost proportional to the entries added.
        if self.count < FEW.max(2 * self.count_before) {
            return;
        }
        *self = Self::default();
        for query in queries {
            if let Some(node) = query.node() {
                self.note(query, None, &node.reads());
            }
        }
        self.count_before = self.count;
    }
}
