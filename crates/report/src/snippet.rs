//! The `snippet` of a finding in JSON: the source lines of its place, as in `terraform validate -json`.

use std::borrow::Cow;
use std::ops::Range;

use hclx_diag::Source;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The maximum length of a snippet in bytes of source.
const MOST_BYTES: usize = 1024;

/// The number of bytes kept before the place in a truncated snippet.
const BYTES_BEFORE: usize = 256;

/// The full lines that `place` touches, without the last line break; very long lines are truncated
/// around the place. The offsets of the place are byte offsets in `code`, where bytes that are not
/// UTF-8 appear as U+FFFD.
pub(crate) struct Snippet<'a> {
    code: Cow<'a, str>,
    start_line: u32,
    highlight: Range<usize>,
}

impl<'a> Snippet<'a> {
    pub(crate) fn new(source: &'a Source, place: Range<u32>) -> Self {
        let bytes = source.shown();
        let lines = source.lines();
        let end = (place.end as usize).min(bytes.len());
        let start = (place.start as usize).min(end);
        let first = lines.line_of(start as u32);
        // A place that ends with a line break ends on the line before it.
        let last = lines.line_of(end.saturating_sub(1).max(start) as u32);
        let lines = lines.range(bytes, first).start..lines.range(bytes, last).end;
        let code = cut(bytes, lines, start);
        let within = |at: usize| {
            let at = at.clamp(code.start, code.end);
            String::from_utf8_lossy(&bytes[code.start..at]).len()
        };
        Self {
            highlight: within(start)..within(end),
            code: String::from_utf8_lossy(&bytes[code]),
            start_line: first + 1,
        }
    }
}

impl Serialize for Snippet<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        // Readers of Terraform's format expect `context` and `values`, which only Terraform can fill in.
        object.serialize_entry("context", &())?;
        object.serialize_entry("code", &self.code)?;
        object.serialize_entry("start_line", &self.start_line)?;
        object.serialize_entry("highlight_start_offset", &self.highlight.start)?;
        object.serialize_entry("highlight_end_offset", &self.highlight.end)?;
        object.serialize_entry("values", &[(); 0])?;
        object.end()
    }
}

/// At most [`MOST_BYTES`] of the lines, including the byte at `start`, truncated between characters.
fn cut(bytes: &[u8], lines: Range<usize>, start: usize) -> Range<usize> {
    if lines.len() <= MOST_BYTES {
        return lines;
    }
    let from = match start - lines.start {
        0..=BYTES_BEFORE => lines.start,
        _ => before_character(bytes, start - BYTES_BEFORE),
    };
    let to = from + MOST_BYTES;
    from..if to < lines.end { before_character(bytes, to) } else { lines.end }
}

/// The offset, or the start of the character that contains it.
fn before_character(bytes: &[u8], offset: usize) -> usize {
    let near = (offset.saturating_sub(3)..=offset).rev();
    near.into_iter().find(|at| bytes[*at] & 0xc0 != 0x80).unwrap_or(offset)
}
