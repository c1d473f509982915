//! Quotes around names.

use hclx_diag::TextRange;
use hclx_syntax::ast::Tree;

/// The place of a name without its quotes.
pub fn unquoted(tree: &Tree, range: TextRange) -> TextRange {
    match tree.written(range).starts_with('"') && range.len() >= 2 {
        true => TextRange::new(range.start + 1, range.end - 1),
        false => range,
    }
}
