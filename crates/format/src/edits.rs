//! Edits that turn a source into its formatted tokens.

use hclx_diag::{Edit, SourceId, Span, TextRange};

use crate::token::Tokens;

/// The edits, in source order; only those within a range, if one is given. Tokens keep their order, so each
/// edit replaces the source between two tokens that exist on both sides.
pub(crate) fn edits(tokens: &Tokens<'_>, source: SourceId, within: Option<TextRange>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let text = tokens.source();
    // the position in the source, and the wanted source since the last common token
    let (mut at, mut wanted) = (0, String::new());
    let mut replace = |start: usize, end: usize, wanted: &mut String| {
        let range = TextRange::new(start as u32, end as u32);
        // an edit that starts at the end of the lines belongs to the next line
        let is_asked = within.is_none_or(|within| {
            within.start <= range.start && (range.start < within.end || within.end as usize == text.len())
        });
        if text[start..end] != **wanted && is_asked {
            edits.push(Edit { span: Span { source, range }, text: std::mem::take(wanted) });
        }
        wanted.clear();
    };
    for token in &tokens.list {
        let (start, spaces) = (token.start as usize, token.spaces as usize);
        // most gaps are already right
        let is_as_wanted = start.wrapping_sub(at) == spaces && !tokens.is_made(token) && wanted.is_empty();
        if is_as_wanted && is_blank(&text.as_bytes()[at..start]) {
            at = token.end as usize;
            continue;
        }
        push_blanks(&mut wanted, spaces);
        if tokens.is_made(token) {
            wanted.push_str(tokens.text(token));
            continue;
        }
        replace(at, start, &mut wanted);
        at = token.end as usize;
    }
    // the reference keeps the number of bytes after the last token
    push_blanks(&mut wanted, tokens.rest());
    replace(at, text.len(), &mut wanted);
    edits
}

/// The formatted source as a whole: the same as with all edits applied.
pub(crate) fn written(tokens: &Tokens<'_>) -> String {
    let text = tokens.source();
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    // the part of the source that is copied as it is, and whether an inserted token precedes the next one
    let (mut from, mut at, mut is_behind_made) = (0, 0, false);
    for token in &tokens.list {
        let (start, spaces) = (token.start as usize, token.spaces as usize);
        if tokens.is_made(token) {
            out.push_str(&text[from..at]);
            push_blanks(&mut out, spaces);
            out.push_str(tokens.text(token));
            (from, is_behind_made) = (at, true);
            continue;
        }
        if is_behind_made || start - at != spaces || !is_blank(&text.as_bytes()[at..start]) {
            out.push_str(&text[from..at]);
            push_blanks(&mut out, spaces);
            from = start;
        }
        (at, is_behind_made) = (token.end as usize, false);
    }
    out.push_str(&text[from..at]);
    push_blanks(&mut out, tokens.rest());
    out
}

/// Spaces to compare with and to copy.
const BLANKS: &str = "                                ";

/// Appends spaces.
fn push_blanks(text: &mut String, mut count: usize) {
    while count > 0 {
        let part = count.min(BLANKS.len());
        text.push_str(&BLANKS[..part]);
        count -= part;
    }
}

/// Returns `true` if there is only whitespace.
#[inline]
pub(crate) fn is_blank(gap: &[u8]) -> bool {
    match gap {
        [] | [b' '] => true,
        gap => gap.chunks(BLANKS.len()).all(|part| *part == BLANKS.as_bytes()[..part.len()]),
    }
}
