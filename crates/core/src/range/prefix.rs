//! The part of a prefix that cannot combine with following characters.

use unicode_segmentation::UnicodeSegmentation;

/// Characters that never combine with the following one: delimiters of common notations.
const DELIMITERS: &str = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";

/// Returns `true` if each character is a grapheme cluster by itself: ASCII without line breaks.
fn is_simple(text: &str) -> bool {
    text.is_ascii() && !text.bytes().any(|byte| matches!(byte, b'\r' | b'\n'))
}

/// The part of a prefix that cannot change whatever follows, as in go-cty: everything from a line break on is
/// dropped.
pub fn safe_prefix(prefix: &str) -> &str {
    if is_simple(prefix) {
        return without_last(prefix);
    }
    let lone_break = |(at, cluster): (usize, &str)| matches!(cluster, "\n" | "\r").then_some(at);
    match prefix.grapheme_indices(true).find_map(lone_break) {
        Some(at) => &prefix[..at],
        None => stable_prefix(prefix),
    }
}

/// A simple string without its last character, unless that is a delimiter.
fn without_last(text: &str) -> &str {
    match text.as_bytes().last() {
        // The list of delimiters is the one of go-cty's `SafeKnownPrefix`.
        Some(last) if !DELIMITERS.as_bytes().contains(last) => &text[..text.len() - 1],
        _ => text,
    }
}

/// The part of a prefix that cannot change whatever follows: the last grapheme cluster may grow, so it is
/// removed unless it is a delimiter or ends a line.
pub fn stable_prefix(prefix: &str) -> &str {
    if is_simple(prefix) {
        return without_last(prefix);
    }
    let Some((start, last)) = prefix.grapheme_indices(true).next_back() else { return prefix };
    let mut chars = last.chars();
    match (chars.next(), chars.next()) {
        (Some('\n'), None) | (Some('\r'), Some('\n')) => prefix,
        (Some(only), None) if DELIMITERS.contains(only) => prefix,
        _ => &prefix[..start],
    }
}
