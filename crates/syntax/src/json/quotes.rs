//! Quotes that are missing, surplus, or from another language.
//!
//! Out of scope: decoding strings. Each heuristic examines a bounded part of one line.

use hclx_diag::TextRange;

use super::complaint;
use super::reader::Reader;
use super::scan::{is_blank, is_wordy};
use super::string::{DecodedString, End};
use crate::ast::{ExprId, ExprKind};

/// The lookahead for the end of a string that spans lines, in bytes.
const FAR: usize = 1024;

/// The maximum number of quotes skipped inside a string.
const MANY_QUOTES: usize = 16;

impl Reader<'_> {
    /// Handles the quote at `at`, which should close the string that starts at `start` but is followed by a
    /// token that cannot follow a string. Returns the probable end of the string if it is elsewhere.
    pub(super) fn adjoining_quote(&mut self, start: usize, at: usize) -> Option<End> {
        let next = *self.scan.bytes.get(at + 1)?;
        // Before one of these a comma is missing, not a quote.
        if self.scan.ends_token(at + 1) || matches!(next, b'{' | b'[' | b'"') {
            return None;
        }
        let content = &self.scan.bytes[start + 1..at];
        // Punctuation at the end was meant to follow the string, so the closing quote is missing before it.
        let kept = content.len() - trailing(content, |byte| is_blank(byte) || b",:[{".contains(&byte));
        if content[kept..].iter().any(|byte| !is_blank(*byte)) {
            let end = start + 1 + kept;
            return Some(self.unclosed(start, end));
        }
        let inner = self.inner_quotes(at).filter(|_| is_wordy(next))?;
        let (close, inner) = inner.split_last().expect("the closing quote is the last");
        let finding = complaint::inner_quotes(self.place(start, close + 1), &self.places(inner));
        self.tell(finding);
        Some(End { content: *close, resume: close + 1 })
    }

    /// The quotes from `at` on that belong to a single string, including the one that closes it.
    fn inner_quotes(&self, at: usize) -> Option<Vec<usize>> {
        let near = self.scan.near(at);
        let mut quotes = vec![at];
        let mut escaped = false;
        for (offset, byte) in near.iter().enumerate().skip(1) {
            let is_quote = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            if !is_quote {
                continue;
            }
            // A quote after punctuation opens the next string.
            let before = near[..offset].trim_ascii_end().last();
            if matches!(before, Some(b',' | b':' | b'[' | b'{')) || quotes.len() > MANY_QUOTES {
                return None;
            }
            quotes.push(at + offset);
            if self.scan.ends_token(at + offset + 1) {
                return Some(quotes);
            }
        }
        None
    }

    /// Handles a line break or the end of the source at `at` inside the string that starts at `start`.
    /// Returns the end of the string; `None` if it continues on the next line.
    pub(super) fn line_ends_in_string(&mut self, start: usize, at: usize, is_key: bool) -> Option<End> {
        let content = &self.scan.bytes[start + 1..at];
        let kept = unclosed_content(content, is_key);
        let at_end = at == self.scan.bytes.len();
        if !at_end && kept == content.len() && self.spans_lines(at) {
            return None;
        }
        self.cut |= at_end && kept == content.len();
        Some(self.unclosed(start, start + 1 + kept))
    }

    /// Returns `true` if the string that reaches the end of a line at `at` is closed on a later line.
    fn spans_lines(&self, at: usize) -> bool {
        let rest = &self.scan.bytes[at..];
        let rest = &rest[..rest.len().min(FAR)];
        let Some(quote) = memchr::memchr(b'"', rest) else { return false };
        let line = rest[..quote].iter().rposition(|byte| *byte == b'\n').map_or(0, |found| found + 1);
        // A quote at the start of a line opens a new string.
        let leads = rest[line..quote].iter().all(|byte| is_blank(*byte));
        let next = self.scan.byte_after_blanks(at + quote + 1);
        !leads && self.scan.ends_token(at + quote + 1) && matches!(next, None | Some(b',' | b'}' | b']'))
    }

    /// Handles an unclosed string that starts at `start`; its contents end at `end`.
    fn unclosed(&mut self, start: usize, end: usize) -> End {
        let line_end = end + self.scan.near(end).len();
        let finding =
            complaint::unclosed_string(self.place(start, end), self.place(end, end), line_end == end);
        self.tell(finding);
        // Further errors at this place are consequences of the missing quote.
        self.quiet = Some(self.scan.after_blanks(end));
        End { content: end, resume: end }
    }

    /// Reports the errors inside a string.
    pub(super) fn string_faults(&mut self, decoded: &DecodedString) {
        if !decoded.escapes.is_empty() {
            let first = self.text_of(decoded.escapes[0]);
            let places = decoded.escapes.iter().map(|range| range.in_source(self.build.source_id()));
            let finding = complaint::bad_escape(&first, &places.collect::<Vec<_>>());
            self.tell(finding);
        }
        if !decoded.controls.is_empty() {
            let controls: Vec<_> = decoded
                .controls
                .iter()
                .map(|range| (range.in_source(self.build.source_id()), self.scan.bytes[range.start as usize]))
                .collect();
            self.tell(complaint::control_in_string(&controls));
        }
    }

    /// Parses a string in quotes of another language: `'x'`, `“x”`, `` `x` ``.
    pub(super) fn other_quotes(&mut self) -> Option<ExprId> {
        let start = self.scan.pos;
        let open_end = self.scan.char_end(start);
        let closers = closers_of(&self.scan.bytes[start..open_end])?;
        let near = self.scan.near(open_end);
        let (content_len, close_len) = find_closer(near, closers)?;
        let content = TextRange::new(open_end as u32, (open_end + content_len) as u32);
        self.scan.pos = open_end + content_len + close_len;
        let range = self.scan.since(start);
        let text = self.text_of(content);
        let place = range.in_source(self.build.source_id());
        self.tell(complaint::other_quotes(place, &text));
        if text.as_bytes() == &self.scan.bytes[content.range()] && !text.contains('\\') {
            return Some(self.verbatim_string(range, content, text.is_ascii()));
        }
        let pooled = self.build.text(&text);
        Some(self.build.expr(ExprKind::JsonString { text: pooled, template: None }, range))
    }

    /// The end of a name at the cursor without an opening quote: `name": …`.
    pub(super) fn name_without_opening_quote(&self) -> Option<usize> {
        let near = self.scan.near(self.scan.pos);
        let quote = memchr::memchr(b'"', near)?;
        let delimited = near[..quote].iter().skip(1).any(|byte| b",:{}[]".contains(byte));
        let spaced = near[..quote].iter().any(|byte| is_blank(*byte));
        let end = self.scan.pos + quote + 1;
        (!delimited && !spaced && self.scan.byte_after_blanks(end) == Some(b':')).then_some(end)
    }
}

/// The number of bytes at the end of `text` that `belongs` accepts.
fn trailing(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().rev().take_while(|byte| belongs(**byte)).count()
}

/// The length of the contents of an unclosed string on its line, excluding the trailing comma and brackets
/// that close earlier openers, and the colon after a name.
fn unclosed_content(text: &[u8], is_key: bool) -> usize {
    if is_key && let Some(colon) = memchr::memchr(b':', text) {
        return text[..colon].trim_ascii_end().len();
    }
    let count = |wanted: u8| text.iter().filter(|byte| **byte == wanted).count();
    let mut braces = count(b'}').saturating_sub(count(b'{'));
    let mut brackets = count(b']').saturating_sub(count(b'['));
    let mut kept = text;
    loop {
        let rest = kept.trim_ascii_end();
        let excess = match rest.last() {
            Some(b'}') => &mut braces,
            Some(b']') => &mut brackets,
            Some(b',') => {
                kept = &rest[..rest.len() - 1];
                continue;
            }
            _ => return if kept.len() < text.len() { rest.len() } else { text.len() },
        };
        if *excess == 0 {
            return if kept.len() < text.len() { rest.len() } else { text.len() };
        }
        *excess -= 1;
        kept = &rest[..rest.len() - 1];
    }
}

/// The closing quotes for an opening quote of another language.
fn closers_of(open: &[u8]) -> Option<&'static [&'static str]> {
    Some(match std::str::from_utf8(open).ok()? {
        "'" => &["'"],
        "`" => &["`", "'"],
        // Often only one quote of such a pair was changed, so a plain one may close it.
        "“" | "”" | "„" => &["”", "“", "\""],
        "‘" | "’" => &["’", "‘", "'"],
        "«" => &["»"],
        _ => return None,
    })
}

/// The offset of the first of `closers` in `text`, and its length.
fn find_closer(text: &[u8], closers: &[&str]) -> Option<(usize, usize)> {
    (0..text.len()).find_map(|at| {
        let found = closers.iter().find(|closer| text[at..].starts_with(closer.as_bytes()))?;
        Some((at, found.len()))
    })
}
