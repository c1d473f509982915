//! The contents of `required_providers` blocks.

use std::sync::Arc;

use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::AttributeView;
use hclx_syntax::statics;

use super::declaration::BlockSource;
use crate::terraform::schemas;

/// The required providers of a `terraform` block.
pub(crate) fn attributes(written: &BlockSource) -> Vec<AttributeView<'_>> {
    let sorted = written.view().sorted(schemas::terraform().prepared());
    let blocks = sorted.content.blocks.into_iter().filter(|block| block.block_type == "required_providers");
    blocks.flat_map(|block| block.body.just_attributes().0).collect()
}

/// The aliases in `configuration_aliases`.
pub(crate) fn aliases(written: &BlockSource, expr: ExprId) -> Vec<Arc<str>> {
    let tree = &written.parsed.tree;
    let list = entry(tree, expr, "configuration_aliases").and_then(|list| statics::as_list(tree, list));
    let references = list.unwrap_or_default().iter();
    let references = references.filter_map(|one| statics::as_reference(tree, written.source, *one));
    references.filter_map(|reference| reference.attribute(0).map(Arc::from)).collect()
}

/// The string of a key in an object literal.
pub(crate) fn text<'t>(tree: &'t Tree, expr: ExprId, name: &str) -> Option<&'t str> {
    entry(tree, expr, name).and_then(|expr| tree.string(expr))
}

/// The value of a key in an object literal.
pub(crate) fn entry(tree: &Tree, expr: ExprId, name: &str) -> Option<ExprId> {
    let items = statics::as_map(tree, expr)?;
    items.iter().find(|item| tree.string(item.key) == Some(name)).map(|item| item.value)
}
