//! Duplicate attributes in a body.
//!
//! Out of scope: keys of objects, where HCL uses the last of several.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use hclx_diag::{Arrange, Diagnostic, SourceId};

use crate::ast::{Item, Name, Tree};
use crate::errors;

/// Bodies with at most this many attributes are compared pair by pair.
const FEW: usize = 12;

/// Repeated names in `items`, in source order, each with its first occurrence.
pub(crate) fn find(tree: &Tree, items: &[Item]) -> Vec<(Name, Name)> {
    if items.len() <= FEW { among_few(tree, items) } else { among_many(tree, items) }
}

/// The error about a duplicate name.
pub(crate) fn error(tree: &Tree, source: SourceId, (first, again): (Name, Name)) -> Diagnostic {
    let name = tree.text(again.text);
    errors::duplicate_attribute(again.range.in_source(source), name, first.range.in_source(source))
}

fn attribute(item: &Item) -> Option<Name> {
    match item {
        Item::Attribute(attribute) => Some(attribute.name),
        Item::Block(_) => None,
    }
}

fn bytes(tree: &Tree, name: Name) -> &[u8] {
    tree.text_bytes(name.text)
}

/// Compares all pairs, by length and first bytes before the contents.
fn among_few(tree: &Tree, items: &[Item]) -> Vec<(Name, Name)> {
    let mut keys = [0; FEW];
    let mut found = Vec::new();
    for (index, again) in items.iter().enumerate() {
        let Some(again) = attribute(again) else { continue };
        let key = short_key(bytes(tree, again));
        let earlier = keys[..index].iter().zip(items).filter(|(earlier, _)| **earlier == key);
        let mut earlier = earlier.filter_map(|(_, item)| attribute(item));
        if let Some(first) = earlier.find(|first| bytes(tree, *first) == bytes(tree, again)) {
            found.push((first, again));
        }
        keys[index] = key;
    }
    found
}

/// A key from the length and first bytes of a name; never 0, because no name is empty.
fn short_key(name: &[u8]) -> u64 {
    // The shift drops the eighth byte, which is harmless: names with equal keys are compared in full.
    let first = match name.first_chunk::<8>() {
        Some(eight) => u64::from_le_bytes(*eight) << 8,
        None => name.iter().fold(0, |key, byte| key << 8 | u64::from(*byte)) << 8,
    };
    first | name.len() as u64 & 0xFF
}

/// Finds duplicates by sorting by hash, then names with the same hash: O(n log n) for any names.
fn among_many(tree: &Tree, items: &[Item]) -> Vec<(Name, Name)> {
    let mut names: Vec<(u64, Name)> =
        items.iter().filter_map(attribute).map(|name| (hash(bytes(tree, name)), name)).collect();
    names.arrange_by_key(|(hash, _)| *hash);
    let mut found = Vec::new();
    for same in names.chunk_by_mut(|(one, _), (other, _)| one == other).filter(|same| same.len() > 1) {
        // names that are equal stay in source order
        same.arrange_by(|(_, one), (_, other)| bytes(tree, *one).cmp(bytes(tree, *other)));
        let mut first = same[0].1;
        for (_, name) in &same[1..] {
            match bytes(tree, first) == bytes(tree, *name) {
                true => found.push((first, *name)),
                false => first = *name,
            }
        }
    }
    found.arrange_by_key(|(_, again)| again.range);
    found
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
