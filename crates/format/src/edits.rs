//! Edits that turn a source into its formatted tokens.

use hclx_diag::{Edit, SourceId, Span, TextRange};

use crate::token::Tokens;

/// The edits, in source order; only those within a range, if one is given. Tokens keep their order, so each
/// edit replaces the source between two tokens that exist on both sides.
pub(crate) fn edits(tokens: &Tokens<'_>, source: SourceId, within: Option<TextRange>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let text = tokens.source();
    // the position in the source, and the new source since the last common token
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
        wanted.extend(std::iter::repeat_n(' ', spaces));
        if tokens.is_made(token) {
            wanted.push_str(tokens.text(token));
            continue;
        }
        replace(at, start, &mut wanted);
        at = token.end as usize;
    }
    // the reference keeps the number of bytes after the last token
    wanted.extend(std::iter::repeat_n(' ', tokens.rest()));
    replace(at, text.len(), &mut wanted);
    edits
}

/// The whole formatted source: the same as after applying all edits.
pub(crate) fn written(tokens: &Tokens<'_>) -> Vec<u8> {
    let source = tokens.source().as_bytes();
    let mut out = Vec::with_capacity(source.len() + source.len() / 4);
    // the part of the source that is copied unchanged, and whether an inserted token precedes the next one
    let (mut from, mut at, mut is_behind_made) = (0, 0, false);
    for token in &tokens.list {
        let (start, spaces) = (token.start as usize, token.spaces as usize);
        // a token that is not in the source has no space before it there
        let is_in_place = start.wrapping_sub(at) == spaces && !is_behind_made;
        if is_in_place && source.get(at..start).is_some_and(is_blank) && start < source.len() {
            at = token.end as usize;
            continue;
        }
        out.extend_from_slice(&source[from..at]);
        push_blanks(&mut out, spaces);
        is_behind_made = tokens.is_made(token);
        if is_behind_made {
            out.extend_from_slice(tokens.text(token).as_bytes());
            from = at;
        } else {
            (from, at) = (start, token.end as usize);
        }
    }
    out.extend_from_slice(&source[from..at]);
    push_blanks(&mut out, tokens.rest());
    out
}

/// Spaces to copy.
const BLANKS: &[u8; 32] = b"                                ";

/// Appends spaces.
#[inline]
fn push_blanks(text: &mut Vec<u8>, count: usize) {
    match BLANKS.get(..count) {
        Some(blanks) => text.extend_from_slice(blanks),
        None => text.resize(text.len() + count, b' '),
    }
}

/// Returns `true` if there are only spaces.
#[inline]
pub(crate) fn is_blank(gap: &[u8]) -> bool {
    let mut parts = gap.chunks_exact(8);
    parts.all(|eight| *eight == *b"        ") && parts.remainder().iter().all(|byte| *byte == b' ')
}
