//! Prepared schemas: a schema that is indexed by name once and used for many bodies.

use super::{BlockSchema, BodyNames};
use hclx_diag::Arrange;

/// A schema with its names in order.
#[derive(Clone, Debug, Default)]
pub struct PreparedSchema {
    schema: BodyNames,
    /// The head of each name, in the order of `names`; most names differ in their heads.
    heads: Vec<u64>,
    /// The entries of the names, in the same order.
    names: Vec<(Box<str>, NameEntry)>,
    slots: usize,
    /// Set if names are matched regardless of the case of ASCII letters.
    any_case: bool,
}

/// The first bytes of a name, most significant first. Names with different heads are ordered by their heads.
fn head(text: &str) -> u64 {
    let bytes = text.as_bytes();
    if let Some(first) = bytes.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        // for four to seven bytes, the two halves overlap in the middle
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
            u64::from(first) << 32 | u64::from(last) << (64 - 8 * bytes.len())
        }
        _ => bytes.iter().zip([56, 48, 40]).map(|(byte, at)| u64::from(*byte) << at).sum(),
    }
}

/// The entry of a name in a schema.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NameEntry {
    /// The slot of the attribute.
    pub(super) slot: Option<usize>,
    /// The index of the block type; of two with the same name, the later one, as in the reference.
    pub(super) block: Option<usize>,
}

impl PreparedSchema {
    /// Indexes a schema.
    pub fn new(schema: BodyNames) -> Self {
        let attributes = schema.attributes.iter().map(|attribute| attribute.name.as_str());
        let blocks = schema.blocks.iter().map(|block| block.block_type.as_str());
        let mut all: Vec<&str> = attributes.chain(blocks).collect();
        all.arrange();
        all.dedup();
        let heads = all.iter().map(|name| head(name)).collect();
        let names = all.into_iter().map(|name| (name.into(), NameEntry::default())).collect();
        let mut prepared = Self { schema: BodyNames::default(), heads, names, slots: 0, any_case: false };
        for attribute in &schema.attributes {
            let slots = prepared.slots;
            // A repeated name keeps its first slot.
            let fresh = prepared.entry(&attribute.name).slot.get_or_insert(slots);
            prepared.slots += usize::from(*fresh == slots);
        }
        for (index, block) in schema.blocks.iter().enumerate() {
            prepared.entry(&block.block_type).block = Some(index);
        }
        Self { schema, ..prepared }
    }

    /// The same schema, with names matched regardless of the case of ASCII letters. A name with exactly the given
    /// spelling takes precedence.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        Self { any_case: true, ..self }
    }

    /// The entry of a name, inserted if it is missing.
    fn entry(&mut self, name: &str) -> &mut NameEntry {
        let at = self.position(name).expect("every name of the schema is there");
        &mut self.names[at].1
    }

    /// The schema.
    pub fn schema(&self) -> &BodyNames {
        &self.schema
    }

    /// The slot of an attribute, for [`Content::in_slot`](super::Content::in_slot).
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.find(name).slot
    }

    /// The index of a block type, as stored in its blocks; of two with the same name, the later one.
    pub fn block_position(&self, block_type: &str) -> Option<usize> {
        self.find(block_type).block
    }

    /// The number of slots: of attributes with different names.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    fn position(&self, wanted: &str) -> Option<usize> {
        let head = head(wanted);
        let first = self.heads.partition_point(|other| *other < head);
        // most heads belong to a single name
        if *self.heads.get(first)? != head {
            return None;
        }
        if *self.names[first].0 == *wanted {
            return Some(first);
        }
        // The entries with this head are adjacent and in the order of their names.
        let alike = self.heads[first..].partition_point(|other| *other == head);
        let found = self.names[first..first + alike].binary_search_by(|(name, _)| (**name).cmp(wanted));
        found.ok().map(|at| first + at)
    }

    pub(super) fn find(&self, wanted: &str) -> NameEntry {
        let alike = || self.names.iter().position(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let at = self.position(wanted).or_else(|| if self.any_case { alike() } else { None });
        at.map_or_else(NameEntry::default, |at| self.names[at].1)
    }

    /// A block type and its position.
    pub(super) fn block(&self, block_type: &str) -> Option<(usize, &BlockSchema)> {
        let position = self.block_position(block_type)?;
        Some((position, &self.schema.blocks[position]))
    }
}

impl From<BodyNames> for PreparedSchema {
    fn from(schema: BodyNames) -> Self {
        Self::new(schema)
    }
}

/// A position for each slot, or none.
#[derive(Clone, Debug)]
pub(super) struct Slots(Vec<u32>);

/// Marks an empty slot: no source has that many attributes.
const EMPTY: u32 = u32::MAX;

impl Slots {
    /// Creates empty slots.
    pub(super) fn new(len: usize) -> Self {
        Self(vec![EMPTY; len])
    }

    pub(super) fn get(&self, slot: usize) -> Option<usize> {
        self.0.get(slot).filter(|position| **position != EMPTY).map(|position| *position as usize)
    }

    pub(super) fn set(&mut self, slot: usize, position: usize) {
        self.0[slot] = u32::try_from(position).expect("a source has fewer attributes than 2^32 - 1");
    }
}

#[cfg(test)]
mod tests {
    use super::head;

    #[test]
    fn heads_have_the_order_of_names() {
        let names = [
            "",
            "a",
            "ab",
            "abc",
            "abcd",
            "abcde",
            "abcdef",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "abd",
            "b",
            "é",
        ];
        for (index, one) in names.iter().enumerate() {
            for other in &names[index + 1..] {
                let alike = one.len() >= 8 && other.starts_with(&one[..8]);
                assert!(
                    if alike { head(one) == head(other) } else { head(one) < head(other) },
                    "{one} {other}"
                );
            }
        }
    }
}
