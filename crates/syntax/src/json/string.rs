//! JSON strings: escapes, and the source offset of each decoded byte.
//!
//! Out of scope: quotes of other languages, and missing quotes (see `quotes`).

use hclx_diag::{Diagnostic, TextRange};

use super::Strings;
use super::reader::Reader;
use super::scan::Scanner;
use crate::ast::{ExprId, ExprKind, Str};
use crate::build::OffsetMap;
use crate::limits::MAX_DIAGNOSTICS;
use crate::template;

/// The contents of a string with its escapes decoded.
#[derive(Debug, Default)]
pub(super) struct DecodedString {
    pub text: String,
    /// The offsets of the bytes, if requested: templates need them.
    pub map: Option<OffsetMap>,
    /// Escapes that are not supported in JSON.
    pub escapes: Vec<TextRange>,
    /// Characters that must be escaped in JSON.
    pub controls: Vec<TextRange>,
}

impl DecodedString {
    /// Empties the buffer for reuse.
    fn clear(&mut self) {
        self.text.clear();
        self.map = None;
        self.escapes.clear();
        self.controls.clear();
    }

    /// Appends contents that are verbatim in the source, at `at`.
    fn push_verbatim(&mut self, at: usize, text: &str) {
        if let Some(map) = self.map.as_mut().filter(|_| !text.is_empty()) {
            map.verbatim(self.text.len() as u32, at as u32);
        }
        self.text.push_str(text);
    }

    /// Appends a character that is an escape in the source, at `at`.
    fn push_escape(&mut self, at: usize, char: char) {
        if let Some(map) = &mut self.map {
            map.escape(self.text.len() as u32, at as u32);
        }
        self.text.push(char);
    }
}

/// The end of a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The end of the contents.
    pub content: usize,
    /// The offset at which parsing resumes: after the closing quote, if there is one.
    pub resume: usize,
}

/// The offset of the first byte from `at` on that needs special treatment in a string (a quote, a backslash,
/// a control character), and whether all bytes before it are ASCII.
fn plain_run(bytes: &[u8], at: usize) -> (usize, bool) {
    // The crate `memchr` searches for up to three bytes, not for a range such as the control characters.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Tests whether a byte of `word` is zero. The test is exact for the lowest such byte, and no other byte
    // is used.
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let (mut at, mut seen) = (at, 0u64);
    while let Some(chunk) = bytes.get(at..at + 8) {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        let quote = has_zero(word ^ (ONES * u64::from(b'"')));
        let backslash = has_zero(word ^ (ONES * u64::from(b'\\')));
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        let special = quote | backslash | control;
        if special != 0 {
            let len = special.trailing_zeros() / 8;
            seen |= word & !u64::MAX.checked_shl(8 * len).unwrap_or(0);
            return (at + len as usize, seen & HIGH == 0);
        }
        seen |= word;
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        seen |= u64::from(byte);
        at += 1;
    }
    (at, seen & HIGH == 0)
}

/// Returns `true` if a string may contain template sequences.
fn may_be_template(text: &[u8]) -> bool {
    memchr::memchr_iter(b'{', text).any(|at| at > 0 && matches!(text[at - 1], b'$' | b'%'))
}

impl Reader<'_> {
    /// Parses the string at the cursor, which is at its opening quote.
    pub(super) fn string(&mut self, is_key: bool) -> ExprId {
        let start = self.scan.pos;
        self.quiet = None;
        let (end, ascii) = plain_run(self.scan.bytes, start + 1);
        // Invalid UTF-8 is replaced, which requires a decoded copy.
        let whole = self.scan.bytes.get(end) == Some(&b'"') && (ascii || self.utf8);
        if whole && self.scan.ends_token(end + 1) {
            self.scan.pos = end + 1;
            let content = TextRange::new(start as u32 + 1, end as u32);
            return self.verbatim_string(self.scan.since(start), content, ascii);
        }
        self.decoded_string(start, is_key)
    }

    /// Adds a string whose contents are verbatim in the source.
    pub(super) fn verbatim_string(&mut self, range: TextRange, content: TextRange, ascii: bool) -> ExprId {
        let bytes = &self.scan.bytes[content.range()];
        let text = self.build.verbatim(content);
        let template = self.options.strings == Strings::Templates && may_be_template(bytes);
        if ascii && !template {
            return self.build.expr(ExprKind::String(text), range);
        }
        let decoded = std::str::from_utf8(bytes).expect("the caller knows that it is UTF-8");
        if !template {
            return self.text_node(range, text, decoded);
        }
        let mut map = OffsetMap::new();
        map.verbatim(0, content.start);
        map.finish(content.len(), content.end);
        self.template_node(range, text, decoded, &map)
    }

    fn decoded_string(&mut self, start: usize, is_key: bool) -> ExprId {
        let mut decoded = std::mem::take(&mut self.scratch);
        let end = self.decode(start, is_key, &mut decoded);
        self.scan.pos = end.resume;
        let range = self.scan.since(start);
        self.string_faults(&decoded);
        let text = self.build.text(&decoded.text);
        let node = if self.options.strings == Strings::Templates && may_be_template(decoded.text.as_bytes()) {
            // Few strings contain templates, so offsets are recorded only in this second pass.
            let (decoded, map) = self.scan.decode_with_places(start + 1, end.content);
            self.template_node(range, text, &decoded, &map)
        } else {
            self.text_node(range, text, &decoded.text)
        };
        decoded.clear();
        self.scratch = decoded;
        node
    }

    /// The node of a string without template sequences. Only strings in normal form C are
    /// [`ExprKind::String`]s.
    fn text_node(&mut self, range: TextRange, text: Str, decoded: &str) -> ExprId {
        let normal = decoded.is_ascii() || unicode_normalization::is_nfc(decoded);
        let kind =
            if normal { ExprKind::String(text) } else { ExprKind::JsonString { text, template: None } };
        self.build.expr(kind, range)
    }

    /// Stores the diagnostics of a template. After a large number of malformed templates, only the first
    /// diagnostic of each is kept, without details, which bounds the memory for a long source.
    fn keep_template_findings(&mut self, string: ExprId, mut findings: Vec<Diagnostic>) {
        self.broken_templates += 1;
        if self.broken_templates > MAX_DIAGNOSTICS {
            findings.truncate(1);
            findings.shrink_to_fit();
            for finding in &mut findings {
                finding.labels = Vec::new();
                finding.help = Vec::new();
            }
        }
        self.build.template_diagnostics(string, findings);
    }

    fn template_node(&mut self, range: TextRange, text: Str, decoded: &str, map: &OffsetMap) -> ExprId {
        let (template, diagnostics) = template::parse_into(&mut self.build, decoded, map);
        let kind = ExprKind::JsonString { text, template: Some(template.into()) };
        let string = self.build.expr(kind, range);
        if !diagnostics.is_empty() {
            self.keep_template_findings(string, diagnostics);
        }
        string
    }

    /// Decodes the string whose opening quote is at `start`, to its end.
    fn decode(&mut self, start: usize, is_key: bool, decoded: &mut DecodedString) -> End {
        let mut at = start + 1;
        loop {
            at = self.scan.decode_plain(at, usize::MAX, decoded);
            let end = match self.scan.bytes.get(at) {
                Some(b'"') => match self.adjoining_quote(start, at) {
                    None => return End { content: at, resume: at + 1 },
                    end => end,
                },
                Some(b'\n' | b'\r') | None => self.line_ends_in_string(start, at, is_key),
                Some(_) => None,
            };
            match end {
                Some(end) => {
                    // Only a part of the decoded line belongs to the string.
                    decoded.clear();
                    self.scan.decode_content(start + 1, end.content, decoded);
                    return end;
                }
                None => at = self.scan.decode_special(at, decoded),
            }
        }
    }
}

impl Scanner<'_> {
    /// The contents of a string from `at` to `end`, with the offsets of its bytes.
    pub(super) fn decode_with_places(&self, at: usize, end: usize) -> (String, OffsetMap) {
        let mut decoded = DecodedString { map: Some(OffsetMap::new()), ..DecodedString::default() };
        self.decode_content(at, end, &mut decoded);
        let mut map = decoded.map.unwrap_or_default();
        map.finish(decoded.text.len() as u32, end as u32);
        (decoded.text, map)
    }

    /// Decodes the content of a string from `at` to `end`.
    fn decode_content(&self, at: usize, end: usize, decoded: &mut DecodedString) {
        let mut at = self.decode_plain(at, end, decoded);
        while at < end {
            at = self.decode_special(at, decoded);
            at = self.decode_plain(at, end, decoded);
        }
    }

    /// Decodes up to the next byte that needs special treatment, or up to `limit`; returns its offset.
    fn decode_plain(&self, at: usize, limit: usize, decoded: &mut DecodedString) -> usize {
        // An escape may extend beyond the limit.
        let end = plain_run(self.bytes, at).0.min(limit).max(at);
        self.decode_run(at, end, decoded);
        end
    }

    /// Decodes an escape, or copies a control character or a quote; returns the offset of the next byte.
    fn decode_special(&self, at: usize, decoded: &mut DecodedString) -> usize {
        match self.bytes[at] {
            b'\\' => self.decode_escape(at, decoded),
            byte => {
                if byte < 0x20 {
                    decoded.controls.push(TextRange::new(at as u32, at as u32 + 1));
                }
                self.decode_run(at, at + 1, decoded);
                at + 1
            }
        }
    }

    /// Copies bytes verbatim, with a replacement character for each invalid UTF-8 byte.
    fn decode_run(&self, from: usize, to: usize, decoded: &mut DecodedString) {
        let mut at = from;
        for chunk in self.bytes[from..to].utf8_chunks() {
            decoded.push_verbatim(at, chunk.valid());
            at += chunk.valid().len();
            for _ in chunk.invalid() {
                decoded.push_escape(at, char::REPLACEMENT_CHARACTER);
                at += 1;
            }
        }
    }

    /// Decodes the escape at `at`; returns the offset of the next byte.
    fn decode_escape(&self, at: usize, decoded: &mut DecodedString) -> usize {
        let Some(&byte) = self.bytes.get(at + 1).filter(|byte| **byte >= 0x20) else {
            // The line ends here, which is reported elsewhere.
            return at + 1;
        };
        let (found, end) = match byte {
            b'"' | b'\\' | b'/' => (Some(char::from(byte)), at + 2),
            b'b' => (Some('\u{8}'), at + 2),
            b'f' => (Some('\u{c}'), at + 2),
            b'n' => (Some('\n'), at + 2),
            b'r' => (Some('\r'), at + 2),
            b't' => (Some('\t'), at + 2),
            b'u' => self.unicode_escape(at),
            _ => (None, self.char_end(at + 1)),
        };
        match found {
            Some(char) => {
                decoded.push_escape(at, char);
            }
            None => {
                decoded.escapes.push(TextRange::new(at as u32, end as u32));
                self.decode_run(at, end, decoded);
            }
        }
        end
    }

    /// Decodes `\u` with four digits; a surrogate pair becomes one character, an unpaired surrogate is
    /// replaced.
    fn unicode_escape(&self, at: usize) -> (Option<char>, usize) {
        let bytes = self.bytes;
        let Some(unit) = code_unit(bytes, at) else {
            // The finding covers the digits that exist.
            let end = self.end_of(at + 2, |byte| byte.is_ascii_hexdigit());
            return (None, end.min(at + 6));
        };
        let pair = match unit {
            0xD800..0xDC00 => code_unit(bytes, at + 6).and_then(|low| join_surrogates(unit, low)),
            _ => None,
        };
        match pair {
            Some(char) => (Some(char), at + 12),
            // Only an unpaired surrogate is not a character.
            None => (Some(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)), at + 6),
        }
    }
}

/// The code unit of the escape `\u…` at `at`.
fn code_unit(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn join_surrogates(high: u32, low: u32) -> Option<char> {
    (0xDC00..0xE000)
        .contains(&low)
        .then(|| char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_the_first_special_byte() {
        for len in 0..20 {
            for special in [b'"', b'\\', 0, 0x1f] {
                let mut text = vec![b'!'; len];
                text.push(special);
                text.extend_from_slice(b"\"\\\x01 tail that is long enough");
                assert_eq!(plain_run(&text, 0), (len, true), "{special} after {len}");
            }
        }
        assert_eq!(plain_run(b"abcdefghij\x7f", 0), (11, true));
        assert_eq!(plain_run("é\"aaaaaaaaaaaa".as_bytes(), 0), (2, false));
        assert_eq!(plain_run("a\"ééééééééé".as_bytes(), 0), (1, true));
    }
}
