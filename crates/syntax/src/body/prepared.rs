//! A schema that is made ready once for many bodies: names are found without walking through it.

use super::{BlockSchema, Schema};

/// A schema with its names in order.
#[derive(Clone, Debug, Default)]
pub struct PreparedSchema {
    schema: Schema,
    /// By name.
    names: Vec<(Box<str>, Known)>,
    slots: usize,
}

/// What a schema knows of a name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The number of the attribute.
    pub(super) slot: Option<usize>,
    /// The position of the block type; of two of one name the later, as in the reference.
    pub(super) block: Option<usize>,
}

impl PreparedSchema {
    /// Makes a schema ready.
    pub fn new(schema: Schema) -> Self {
        let attributes = schema.attributes.iter().map(|attribute| attribute.name.as_str());
        let blocks = schema.blocks.iter().map(|block| block.block_type.as_str());
        let mut all: Vec<&str> = attributes.chain(blocks).collect();
        all.sort_unstable();
        all.dedup();
        let mut names: Vec<(Box<str>, Known)> =
            all.into_iter().map(|name| (name.into(), Known::default())).collect();
        let position = |names: &[(Box<str>, Known)], wanted: &str| {
            names.binary_search_by(|(name, _)| (**name).cmp(wanted)).expect("it was put there")
        };
        let mut slots = 0;
        for attribute in &schema.attributes {
            let at = position(&names, &attribute.name);
            names[at].1.slot.get_or_insert_with(|| {
                slots += 1;
                slots - 1
            });
        }
        for (index, block) in schema.blocks.iter().enumerate() {
            let at = position(&names, &block.block_type);
            names[at].1.block = Some(index);
        }
        Self { schema, names, slots }
    }

    /// The schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The number of an attribute, by which [`Content::in_slot`](super::Content::in_slot) finds it.
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.find(name).slot
    }

    /// How many attributes of different names there are.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    pub(super) fn find(&self, wanted: &str) -> Known {
        let found = self.names.binary_search_by(|(name, _)| (**name).cmp(wanted));
        found.map_or_else(|_| Known::default(), |at| self.names[at].1)
    }

    pub(super) fn block(&self, known: Known) -> Option<&BlockSchema> {
        self.schema.blocks.get(known.block?)
    }
}

impl From<Schema> for PreparedSchema {
    fn from(schema: Schema) -> Self {
        Self::new(schema)
    }
}
