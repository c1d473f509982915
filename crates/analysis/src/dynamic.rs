//! `dynamic` blocks: the iterator, whose value is the element from which a block is generated.

use hclx_diag::{SourceId, TextRange};
use hclx_syntax::ast::{Block, Tree};
use hclx_syntax::statics::as_keyword;

/// The iterator of a `dynamic` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicIterator {
    /// The name.
    pub name: String,
    /// The place that defines it: the value of `iterator`, or the label with its quotes.
    pub place: TextRange,
    /// Set if it is defined by the label.
    pub is_label: bool,
    /// The place of the collection.
    pub collection: Option<TextRange>,
}

impl DynamicIterator {
    /// The iterator of a block; `None` if the block is not `dynamic`.
    pub fn of(tree: &Tree, file: SourceId, block: &Block) -> Option<Self> {
        let label = tree.slice(block.labels).first()?;
        if !tree.is_text(block.block_type.text, "dynamic") {
            return None;
        }
        let value = |name: &str| tree.attribute(block.body, name).map(|attribute| attribute.value);
        let collection = value("for_each").map(|value| tree.expr(value).range);
        let own = value("iterator")
            .and_then(|value| Some((as_keyword(tree, file, value)?, tree.expr(value).range)));
        let is_label = own.is_none();
        let (name, place) = own.unwrap_or_else(|| (tree.text(label.text).to_owned(), label.range));
        Some(Self { name, place, is_label, collection })
    }
}
