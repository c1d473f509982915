//! Bytes of JSON: whitespace, lines, and short lookaheads.
//!
//! Out of scope: the meaning of errors. Lookahead is bounded, so that parsing stays linear for any number of
//! errors.

use hclx_diag::TextRange;

/// The lookahead in bytes.
const FAR: usize = 256;

/// A cursor over the bytes of a source.
#[derive(Debug)]
pub(super) struct Scanner<'s> {
    pub bytes: &'s [u8],
    pub pos: usize,
    /// The start of the current line.
    pub line: usize,
    /// The start of the first token of the current line.
    pub first: usize,
}

/// Returns `true` for bytes that have a meaning between JSON tokens.
pub(super) const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"')
}

/// Returns `true` for JSON whitespace.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns `true` for bytes of a bare word or malformed number: letters, digits, `_`, signs, dots and all
/// non-ASCII bytes.
pub(super) const fn is_wordy(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'+' | b'.') || byte >= 0x80
}

/// Returns `true` if a value can start with this byte.
pub(super) const fn starts_value(byte: u8) -> bool {
    matches!(byte, b'"' | b'{' | b'[' | b'-') || byte.is_ascii_alphanumeric()
}

impl<'s> Scanner<'s> {
    pub(super) fn new(bytes: &'s [u8]) -> Self {
        Self { bytes, pos: 0, line: 0, first: 0 }
    }

    /// The byte at the cursor.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    /// Skips whitespace and returns the next byte.
    #[inline]
    pub(super) fn skip_blanks(&mut self) -> Option<u8> {
        let mut broken = false;
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    self.line = self.pos;
                    broken = true;
                }
                _ => {
                    if broken || self.pos == self.line {
                        self.first = self.pos;
                    }
                    return Some(byte);
                }
            }
        }
        None
    }

    /// The indentation of the first token of the current line, in bytes.
    pub(super) fn indent(&self) -> usize {
        // a line that starts inside a string has no known first token
        self.first.saturating_sub(self.line)
    }

    /// Returns `true` if only whitespace precedes the cursor on its line.
    pub(super) fn leads_line(&self) -> bool {
        self.first == self.pos
    }

    /// The range from `start` to the cursor.
    pub(super) fn since(&self, start: usize) -> TextRange {
        TextRange::new(start as u32, self.pos as u32)
    }

    /// The first offset from `at` on that is not whitespace.
    pub(super) fn after_blanks(&self, at: usize) -> usize {
        self.end_of(at, is_blank)
    }

    /// The first byte from `at` on that is not whitespace.
    pub(super) fn byte_after_blanks(&self, at: usize) -> Option<u8> {
        self.bytes.get(self.after_blanks(at)).copied()
    }

    /// The end of the run of bytes from `at` on that `belongs` accepts.
    pub(super) fn end_of(&self, at: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len())
    }

    /// The end of the character at `at`: one byte if it is invalid UTF-8.
    pub(super) fn char_end(&self, at: usize) -> usize {
        let end = (at + 4).min(self.bytes.len());
        let chunk = self.bytes[at..end].utf8_chunks().next();
        at + chunk.and_then(|chunk| chunk.valid().chars().next()).map_or(1, char::len_utf8)
    }

    /// The bytes from `at` to the end of the line, limited to the lookahead.
    pub(super) fn near(&self, at: usize) -> &'s [u8] {
        let rest = &self.bytes[at.min(self.bytes.len())..];
        let rest = &rest[..rest.len().min(FAR)];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Returns `true` if a property (`"name":`) starts at `at`. A name beyond the lookahead counts as one.
    pub(super) fn is_property(&self, at: usize) -> bool {
        let near = self.near(at);
        let end = match near.first() {
            Some(b'"') => match closing_quote(near) {
                Some(end) => end,
                None => return near.len() == FAR,
            },
            Some(byte) if is_wordy(*byte) => near.iter().take_while(|b| is_wordy(**b)).count(),
            _ => return false,
        };
        self.byte_after_blanks(at + end) == Some(b':')
    }

    /// Returns `true` if an element of an array, rather than a property, starts at `at`.
    pub(super) fn is_element(&self, at: usize) -> bool {
        self.bytes.get(at).copied().is_some_and(starts_value) && !self.is_property(at)
    }

    /// Returns `true` if the byte at `at` (or the end of the source) can directly follow a string.
    pub(super) fn ends_token(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(|byte| is_blank(*byte) || matches!(byte, b',' | b':' | b']' | b'}'))
    }
}

/// The offset after the quote that closes the string at the start of `text`.
fn closing_quote(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}
