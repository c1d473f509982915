//! Edits for misspelled words: a finding with the help ``did you mean `x`?`` gets an edit that replaces the
//! word at its place. Languages only provide the help; this module locates the word.

use hclx_diag::{Diagnostic, TextRange, similar};

/// Adds the edit to a finding that suggests a word and has no edit yet. `text` is the source of its place.
pub(crate) fn offer(finding: &mut Diagnostic, text: &[u8]) {
    let (Some(span), Some(meant)) = (finding.span, finding.asks_for()) else { return };
    let pointed = text.get(span.range.range()).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let Some((at, word)) = pointed.and_then(|pointed| word_of(pointed, meant)) else { return };
    // The help may concern something other than the word at this place.
    if word == meant || similar(word, [meant]).is_empty() {
        return;
    }
    let start = span.range.start + at;
    let end = start + u32::try_from(word.len()).unwrap_or(u32::MAX);
    let place = TextRange { start, end }.in_source(span.source);
    finding.offer(place);
}

/// The misspelled word at a place, and its offset there: a name, several names joined by dots, an attribute
/// with its dot, a string, or a key in brackets. The suggested word must be of the same kind.
fn word_of<'t>(pointed: &'t str, meant: &str) -> Option<(u32, &'t str)> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_address = |word: &str| word.split('.').all(|part| !part.is_empty() && part.chars().all(is_name));
    let quoted = |text: &'t str| text.strip_prefix('"')?.strip_suffix('"');
    if let Some(attribute) = pointed.strip_prefix('.') {
        return (meant.chars().all(is_name) && attribute.chars().all(is_name)).then_some((1, attribute));
    }
    let key = pointed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).and_then(quoted);
    let (at, word, in_quotes) = match (key, quoted(pointed)) {
        (Some(key), _) => (2, key, true),
        (None, Some(text)) => (1, text, true),
        (None, None) => (0, pointed, false),
    };
    // With escapes or templates, the source differs from the value.
    let plain = |word: &str| !word.contains(['"', '\\', '$', '%', '\n']);
    match in_quotes {
        true => (plain(word) && plain(meant)).then_some((at, word)),
        false => (is_address(word) && is_address(meant)).then_some((at, word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hclx_diag::{SourceId, code_names};

    fn edit(text: &str, range: std::ops::Range<u32>, meant: &str) -> Option<String> {
        let span = TextRange { start: range.start, end: range.end }.in_source(SourceId(0));
        let mut finding = Diagnostic::error(code_names::NO_ATTRIBUTE, span, "no attribute").meant(meant);
        offer(&mut finding, text.as_bytes());
        let fix = finding.fixes.first()?;
        assert_eq!((fix.title.as_str(), finding.help.len()), (&*format!("did you mean `{meant}`?"), 0));
        let edit = fix.edits[0].span.range.range();
        Some(format!("{}{}{}", &text[..edit.start], fix.edits[0].text, &text[edit.end..]))
    }

    #[test]
    fn the_word_that_is_pointed_at_is_replaced() {
        let asks = |text, range, help| edit(text, range, help).unwrap_or_default();
        assert_eq!(asks("a.naem.b", 1..6, "name"), "a.name.b");
        assert_eq!(asks("a[\"naem\"]", 1..9, "name"), "a[\"name\"]");
        assert_eq!(asks("x = \"naem\"", 4..10, "name"), "x = \"name\"");
        assert_eq!(asks("naem = 1", 0..4, "name"), "name = 1");
        assert_eq!(asks("x = local.naem", 4..14, "local.name"), "x = local.name");
    }

    #[test]
    fn what_is_not_one_word_like_it_has_no_edit() {
        assert_eq!(edit("a.naem.b", 1..6, "na me"), None, "not a name");
        assert_eq!(edit("local.naem", 0..10, "name"), None, "only the last part is meant");
        assert_eq!(edit("f(naem)", 0..7, "name"), None, "a call");
        assert_eq!(edit("\"${naem}\"", 0..9, "name"), None, "a template");
        assert_eq!(edit("naem", 0..40, "name"), None, "no such place");
    }
}
