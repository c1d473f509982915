//! Literal parts of templates: escapes, strip markers, and the resulting strings.
//!
//! Out of scope: the ends of literals (`quoted`, `heredoc`).

use hclx_diag::TextRange;
use memchr::{memchr, memrchr};

use super::{LiteralText, Part};
use crate::ast::*;
use crate::errors;
use crate::parser::Parser;

/// A literal up to a sequence or the end of the template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub start: usize,
    pub end: usize,
    /// Set if it contains escapes to decode.
    pub escapes: bool,
    /// Set if it contains carriage returns without a line feed, which are not allowed.
    pub returns: bool,
}

impl Chunk {
    fn range(self) -> TextRange {
        TextRange::new(self.start as u32, self.end as u32)
    }
}

impl<'a> Parser<'a, '_> {
    /// Adds a literal of a quoted string; `trim` if it follows `~}`.
    pub(super) fn quoted_literal(&mut self, chunk: Chunk, trim: bool) {
        if chunk.start == chunk.end {
            return;
        }
        let mut text = self.literal_text(chunk, true);
        if trim {
            let str = self.text_str(text);
            let cut = str.len() - str.trim_start().len();
            text = cut_text(text, cut, 0);
        }
        self.scratch.parts.push(Part::Literal { text, range: chunk.range() });
    }

    /// Adds a literal of a heredoc or bare template. Strip markers apply only up to the end of a line.
    pub(super) fn line_literal(&mut self, chunk: Chunk, trim: bool) {
        if chunk.start == chunk.end {
            return;
        }
        let mut text = self.literal_text(chunk, false);
        if trim {
            let str = self.text_str(text);
            // HCL's scanner makes each line of a heredoc a separate token, and a strip marker applies to one
            // token.
            let first = memchr(b'\n', str.as_bytes()).map_or(str, |newline| &str[..=newline]);
            let cut = first.len() - first.trim_start().len();
            text = cut_text(text, cut, 0);
        }
        self.scratch.parts.push(Part::Literal { text, range: chunk.range() });
    }

    /// Strips whitespace at the end of the last part, if it is a literal followed by `${~`. In a heredoc only
    /// the last line is stripped.
    pub(super) fn strip_last(&mut self, quoted: bool) {
        let Some(&Part::Literal { text, range }) = self.scratch.parts.last() else { return };
        let str = self.text_str(text);
        let before_last = str.len() - usize::from(str.ends_with('\n'));
        let last = match memrchr(b'\n', &str.as_bytes()[..before_last]) {
            Some(newline) if !quoted => &str[newline + 1..],
            _ => str,
        };
        let cut = last.len() - last.trim_end().len();
        let text = cut_text(text, 0, cut);
        *self.scratch.parts.last_mut().expect("there is a last part") = Part::Literal { text, range };
    }

    pub(super) fn text_str(&self, text: LiteralText) -> &str {
        match text {
            LiteralText::Source(range) => {
                std::str::from_utf8(&self.src[range.range()]).expect("what is not UTF-8 was decoded")
            }
            LiteralText::Decoded(range) => &self.scratch.text[range.range()],
        }
    }

    fn literal_text(&mut self, chunk: Chunk, quoted: bool) -> LiteralText {
        let src: &'a [u8] = self.src;
        let bytes = &src[chunk.start..chunk.end];
        if chunk.returns {
            self.lone_return(chunk);
        }
        match std::str::from_utf8(bytes) {
            Ok(_) if !chunk.escapes => LiteralText::Source(chunk.range()),
            Ok(text) => self.decode(text, chunk.start, quoted),
            Err(error) => {
                let bad = chunk.start + error.valid_up_to();
                let len = error.error_len().unwrap_or(chunk.end - bad);
                let range = TextRange::new(bad as u32, (bad + len) as u32);
                let error = errors::not_utf8(self.span(range), &src[range.range()]);
                self.report(error);
                self.decode(&String::from_utf8_lossy(bytes), chunk.start, quoted)
            }
        }
    }

    #[cold]
    fn lone_return(&mut self, chunk: Chunk) {
        let bytes = &self.src[chunk.start..chunk.end];
        let lone = bytes.windows(2).position(|pair| pair[0] == b'\r' && pair[1] != b'\n');
        // Otherwise it is the last byte of the literal.
        let at = (chunk.start + lone.unwrap_or(bytes.len() - 1)) as u32;
        let error = errors::lone_return(self.span(TextRange::new(at, at + 1)));
        self.report(error);
    }

    /// Decodes escapes into the scratch buffer. `start` is the offset of the literal.
    fn decode(&mut self, text: &str, start: usize, quoted: bool) -> LiteralText {
        let from = self.scratch.text.len() as u32;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let plain = rest.find(['\\', '$', '%']).unwrap_or(rest.len());
            self.scratch.text.push_str(&rest[..plain]);
            at += plain;
            let rest = &text[at..];
            if rest.starts_with("$${") || rest.starts_with("%%{") {
                self.scratch.text.push_str(&rest[1..3]);
                at += 3;
            } else if quoted && rest.starts_with('\\') {
                at += self.escape(rest, start + at);
            } else if let Some(c) = rest.chars().next() {
                self.scratch.text.push(c);
                at += c.len_utf8();
            }
        }
        LiteralText::Decoded(TextRange::new(from, self.scratch.text.len() as u32))
    }

    /// Decodes the escape at the start of `rest`, and returns its length (HCL native syntax spec, Template
    /// literals).
    fn escape(&mut self, rest: &str, at: usize) -> usize {
        let Some(selector) = rest[1..].chars().next() else {
            self.scratch.text.push('\\');
            return 1;
        };
        let len = 1 + selector.len_utf8();
        let decoded = match selector {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '"' => '"',
            '\\' => '\\',
            'u' => return self.unicode_escape(rest, at, 4),
            'U' => return self.unicode_escape(rest, at, 8),
            other => {
                let range = TextRange::new(at as u32, (at + len) as u32);
                let error = errors::unknown_escape(self.span(range), other);
                self.report(error);
                other
            }
        };
        self.scratch.text.push(decoded);
        len
    }

    fn unicode_escape(&mut self, rest: &str, at: usize, digits: usize) -> usize {
        let hex: String = rest[2..].chars().take(digits).take_while(char::is_ascii_hexdigit).collect();
        let len = 2 + hex.len();
        let range = TextRange::new(at as u32, (at + len) as u32);
        let value = u32::from_str_radix(&hex, 16).ok().filter(|_| hex.len() == digits);
        match value.map(char::from_u32) {
            Some(Some(c)) => self.scratch.text.push(c),
            Some(None) => {
                let error = errors::no_such_character(self.span(range), &hex);
                self.report(error);
            }
            None => {
                let error = errors::short_unicode_escape(self.span(range), &rest[..len], digits);
                self.report(error);
            }
        }
        len
    }

    /// The string of a literal for the tree.
    pub(super) fn literal_str(&mut self, text: LiteralText) -> Str {
        match text {
            LiteralText::Source(range) => {
                let wide = !self.src[range.range()].is_ascii();
                self.text_at(range, wide)
            }
            LiteralText::Decoded(range) => {
                // The buffer is moved out for the call, which borrows the whole parser.
                let scratch = std::mem::take(&mut self.scratch.text);
                let text = self.text_of(&scratch[range.range()]);
                self.scratch.text = scratch;
                text
            }
        }
    }
}

/// A literal with the given numbers of bytes removed at its ends.
fn cut_text(text: LiteralText, front: usize, back: usize) -> LiteralText {
    let cut = |range: TextRange| TextRange::new(range.start + front as u32, range.end - back as u32);
    match text {
        LiteralText::Source(range) => LiteralText::Source(cut(range)),
        LiteralText::Decoded(range) => LiteralText::Decoded(cut(range)),
    }
}
