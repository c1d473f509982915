//! The items that a range of lines touches.

use std::ops::RangeInclusive;

use hclx_diag::TextRange;
use hclx_syntax::ast::{Block, BodyId, Item, Tree};

/// The range of the items that lines (from 1) touch, extended to whole lines. If a touched line is inside a
/// block, only the items inside it count.
pub(crate) fn touched(tree: &Tree, root: BodyId, lines: RangeInclusive<u32>) -> TextRange {
    let bytes = tree.source();
    let mut starts = std::iter::once(0).chain(memchr_newlines(bytes));
    let first = lines.start().saturating_sub(1) as usize;
    let length = lines.end().saturating_sub(*lines.start()) as usize + 1;
    let end = bytes.len() as u32;
    let start = starts.nth(first).unwrap_or(end);
    let stop = starts.nth(length - 1).unwrap_or(end);
    let mut wanted = TextRange::new(start, stop.max(start));
    let mut body = root;
    loop {
        let items = tree.slice(tree.body(body).items);
        let place = |item: &Item| match item {
            Item::Attribute(attribute) => attribute.range,
            Item::Block(block) => tree.node(*block).range,
        };
        let mut inner = None;
        for item in items {
            let range = whole_lines(bytes, place(item));
            if range.end <= wanted.start || range.start >= wanted.end {
                continue;
            }
            match item {
                Item::Block(block) if is_inside(tree.node(*block), wanted) => {
                    inner = Some(tree.node(*block).body)
                }
                _ => wanted = TextRange::new(range.start.min(wanted.start), range.end.max(wanted.end)),
            }
        }
        match inner {
            Some(inner) => body = inner,
            None => return wanted,
        }
    }
}

/// Returns `true` if a range is between the braces of a block.
fn is_inside(block: &Block, place: TextRange) -> bool {
    block.open.end <= place.start && place.end <= block.close.start
}

/// A range extended to whole lines.
fn whole_lines(bytes: &[u8], range: TextRange) -> TextRange {
    let (start, end) = (range.start as usize, range.end as usize);
    let before = bytes[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let after = bytes[end..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| end + at + 1);
    TextRange::new(before as u32, after as u32)
}

/// The offsets after the line breaks.
fn memchr_newlines(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32 + 1)
}
