//! The `snippet` of a finding in JSON: the source lines of its place, as `terraform validate -json` has
//! it.

use std::ops::Range;

use hclx_diag::Source;
use serde_json::{Value, json};

/// Maximum length of a snippet, in bytes of source.
const MOST_BYTES: usize = 1024;

/// In a snippet that is cut, so many bytes before the place stay.
const BYTES_BEFORE: usize = 256;

/// The full lines that `place` touches, without the last line break; lines that are longer than a
/// reader wants are cut around the place. The offsets of the place count bytes in `code`, bytes that
/// are not UTF-8 being U+FFFD there.
pub(crate) fn snippet(source: &Source, place: Range<u32>) -> Value {
    let bytes = source.shown();
    let lines = source.lines();
    let end = (place.end as usize).min(bytes.len());
    let start = (place.start as usize).min(end);
    let first = lines.line_of(start as u32);
    let last = lines.line_of(end.saturating_sub(1).max(start) as u32);
    let lines = lines.range(bytes, first).start..lines.range(bytes, last).end;
    let code = cut(bytes, lines, start);
    let within = |at: usize| {
        let at = at.clamp(code.start, code.end);
        String::from_utf8_lossy(&bytes[code.start..at]).len()
    };
    json!({
        "context": null,
        "code": String::from_utf8_lossy(&bytes[code.clone()]),
        "start_line": first + 1,
        "highlight_start_offset": within(start),
        "highlight_end_offset": within(end),
        "values": [],
    })
}

/// At most [`MOST_BYTES`] of the lines, with the byte at `start` among them, cut between characters.
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

/// The offset, or the start of the character that it is inside of.
fn before_character(bytes: &[u8], offset: usize) -> usize {
    let near = (offset.saturating_sub(3)..=offset).rev();
    near.into_iter().find(|at| bytes[*at] & 0xc0 != 0x80).unwrap_or(offset)
}
