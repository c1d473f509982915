//! Quoted strings, as templates and as labels of blocks.
//!
//! Out of scope: escapes (`literal`), and the contents of `${ }` and `%{ }` (`sequences`).

use hclx_diag::{Diagnostic, TextRange};
use memchr::memchr;

use super::Part;
use super::literal::Chunk;
use crate::ast::*;
use crate::errors;
use crate::lexer::identifier_end;
use crate::parser::Parser;
use crate::place::Context;

/// The bytes with a special meaning in a quoted string.
const SPECIAL: [bool; 256] = special();

/// The special bytes and all non-ASCII bytes.
const NOT_PLAIN: [bool; 256] = not_plain();

const fn not_plain() -> [bool; 256] {
    let mut table = special();
    let mut byte = 0x80;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
}

const fn special() -> [bool; 256] {
    let mut table = [false; 256];
    let bytes = b"\"\\$%\n\r";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// The end of a literal in a quoted string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextEnd {
    Quote,
    /// `${` or `%{`, optionally with `~`.
    Sequence(TextRange),
    /// The end of the line or of the file.
    Line,
}

/// The opener of the sequence at `at`, if there is one.
pub(super) fn sequence_at(src: &[u8], at: usize) -> Option<TextRange> {
    if src.get(at + 1) != Some(&b'{') {
        return None;
    }
    let strip = usize::from(src.get(at + 2) == Some(&b'~'));
    Some(TextRange::new(at as u32, (at + 2 + strip) as u32))
}

/// Returns `true` if `$${` or `%%{` is at `at`.
pub(super) fn escaped_sequence_at(src: &[u8], at: usize) -> bool {
    src.get(at + 1) == Some(&src[at]) && src.get(at + 2) == Some(&b'{')
}

/// Scans a literal from `from` to its end. Line breaks before `lines_to` belong to it.
fn scan(src: &[u8], from: usize, lines_to: usize) -> (Chunk, TextEnd) {
    let mut chunk = Chunk { start: from, end: from, escapes: false, returns: false };
    let mut at = from;
    let stop = loop {
        match src.get(at) {
            None => break TextEnd::Line,
            Some(byte) if !SPECIAL[*byte as usize] => at += 1,
            Some(b'"') => break TextEnd::Quote,
            Some(b'\n' | b'\r') if at < lines_to => at += 1,
            Some(b'\n') => break TextEnd::Line,
            Some(b'\r') => {
                if src.get(at + 1).is_none_or(|next| *next == b'\n') {
                    break TextEnd::Line;
                }
                chunk.returns = true;
                at += 1;
            }
            Some(b'\\') => {
                chunk.escapes = true;
                // A backslash does not escape the end of the line.
                let in_line = src.get(at + 1).is_some_and(|next| !matches!(next, b'\n' | b'\r'));
                at += 1 + usize::from(in_line);
            }
            Some(_) => {
                if let Some(sequence) = sequence_at(src, at) {
                    break TextEnd::Sequence(sequence);
                }
                let escaped = escaped_sequence_at(src, at);
                chunk.escapes |= escaped;
                at += if escaped { 3 } else { 1 };
            }
        }
    };
    chunk.end = at;
    (chunk, stop)
}

/// Skips the contents of a quoted string: past its end, or past the opener of a sequence (then `true`).
pub(crate) fn pass_quoted(src: &[u8], from: usize) -> (usize, bool) {
    let (chunk, stop) = scan(src, from, 0);
    match stop {
        TextEnd::Quote => (chunk.end + 1, false),
        TextEnd::Sequence(opener) => (opener.end as usize, true),
        TextEnd::Line => (chunk.end, false),
    }
}

/// The start of an empty `{ }` at the end of a literal.
fn empty_body(text: &[u8]) -> Option<usize> {
    let inside = text.trim_ascii_end().strip_suffix(b"}")?.trim_ascii_end();
    inside.ends_with(b"{").then(|| inside.len() - 1)
}

/// Returns `true` if a line starts like an attribute, a block or an item of an object, or closes one.
fn begins_code(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = match line.first() {
        Some(b'}' | b']' | b')') => return true,
        Some(b'"') => pass_quoted(line, 1).0,
        _ => identifier_end(line, 0).unwrap_or(0),
    };
    let after = line[word..].trim_ascii_start();
    // long Base64 data may end in two equal signs
    word > 0 && matches!(after.first(), Some(b'=' | b'{' | b':')) && !after.starts_with(b"==")
}

/// The last of an odd number of quotes on a line, if the token after it can follow a string.
fn closing_quote(line: &[u8]) -> Option<usize> {
    let mut quotes = 0;
    let mut last = 0;
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        if *byte == b'"' {
            quotes += 1;
            last = at;
        }
        // An escaped quote does not count.
        at += 1 + usize::from(*byte == b'\\');
    }
    let behind = line[last + 1..].trim_ascii_start().first();
    let ends = behind.is_none_or(|byte| b",)]}#".contains(byte));
    (quotes % 2 == 1 && ends).then_some(last)
}

/// Like [`closing_quote`], inside an interpolation that precedes the closing quote of the enclosing string:
/// returns the first quote, if an operator or a bracket follows it.
fn closing_inside(line: &[u8]) -> Option<usize> {
    let first = memchr(b'"', line)?;
    let behind = line[first + 1..].trim_ascii_start().first();
    let ends = behind.is_some_and(|byte| b":?,)]}=!&|".contains(byte));
    (ends && !line[..first].ends_with(b"\\")).then_some(first)
}

impl Parser<'_, '_> {
    /// The contents of the string at the next token, if it is plain ASCII without escapes.
    #[inline]
    fn plain_string(&self) -> Option<TextRange> {
        let start = self.tok.end as usize;
        let mut at = start;
        let found = loop {
            // Most strings are plain, so eight bytes are tested at once.
            let Some(eight) = self.src.get(at..).and_then(|rest| rest.first_chunk::<8>()) else {
                let rest = &self.src[at..];
                at += rest.iter().take_while(|byte| !NOT_PLAIN[**byte as usize]).count();
                break self.src.get(at).copied();
            };
            if let Some(len) = eight.iter().position(|byte| NOT_PLAIN[*byte as usize]) {
                at += len;
                break Some(eight[len]);
            }
            at += 8;
        };
        // In a decoded string, offsets differ from those of the source.
        let plain = found == Some(b'"') && !self.embedded;
        plain.then(|| TextRange::new(start as u32, at as u32))
    }

    /// The range of the string at the next token, given its contents. If tokens are recorded, the token of the
    /// quote is extended to this range.
    #[inline]
    fn plain_range(&mut self, inside: TextRange) -> TextRange {
        let range = TextRange::new(self.tok.start, inside.end + 1);
        if let Some(quote) = self.taken.as_mut().and_then(|taken| taken.last_mut()) {
            quote.end = range.end;
        }
        range
    }

    /// Parses a quoted string.
    #[inline]
    pub(crate) fn quoted(&mut self) -> ExprId {
        let Some(inside) = self.plain_string() else { return self.quoted_template() };
        let text = self.build.verbatim(inside);
        let range = self.plain_range(inside);
        self.after_text(range);
        self.build.expr(ExprKind::String(text), range)
    }

    /// Continues after the contents of `range` and reads the next token.
    pub(super) fn after_text(&mut self, range: TextRange) {
        self.resume_at(range.end as usize);
        self.prev_start = range.start;
    }

    #[inline(never)]
    fn quoted_template(&mut self) -> ExprId {
        let quote = self.tok;
        let mark = self.begin_template();
        let mut at = quote.end as usize;
        let mut trim = false;
        let mut lines_to = 0;
        loop {
            let (chunk, stop) = scan(self.src, at, lines_to);
            if stop == TextEnd::Line
                && lines_to == 0
                && let Some(end) = self.quote_on_later_line(quote.start, chunk.end)
            {
                lines_to = end;
                continue;
            }
            if stop == TextEnd::Line && chunk.end >= self.src.len() {
                let (start, is_whole) = (chunk.start as u32, chunk.start == quote.end as usize);
                self.met(|_| Context::Text { start, is_whole });
            }
            self.quoted_literal(chunk, trim);
            match stop {
                TextEnd::Quote => {
                    at = chunk.end + 1;
                    break;
                }
                TextEnd::Line => {
                    if self.scratch.parts.len() > self.template_start + 1 {
                        // directives may end on a later line
                        self.scratch.parts.push(Part::Unknown);
                    }
                    at = self.unclosed_string(quote.start as usize, chunk);
                    break;
                }
                TextEnd::Sequence(opener) => {
                    if self.too_deep() {
                        return self.skip_template(mark);
                    }
                    let ended = self.sequence(opener, true);
                    at = ended.pos;
                    trim = ended.trim;
                    if ended.broken {
                        break;
                    }
                }
            }
        }
        let range = TextRange::new(quote.start, at as u32);
        let template = self.end_template(mark, range);
        self.after_text(range);
        template
    }

    /// Parses a label of a block: a string without sequences.
    pub(crate) fn label(&mut self) -> Name {
        let panicking = self.panicking;
        let (name, error) = self.any_label();
        if let Some(error) = error {
            // panic mode is discarded together with the errors of the template
            let after = std::mem::replace(&mut self.panicking, panicking);
            self.report(error);
            self.panicking = after;
        }
        name
    }

    /// Parses a label of a block, and returns the error if it has sequences.
    pub(crate) fn any_label(&mut self) -> (Name, Option<Diagnostic>) {
        if let Some(inside) = self.plain_string() {
            let text = self.build.verbatim(inside);
            let range = self.plain_range(inside);
            self.after_text(range);
            return (Name { text, range }, None);
        }
        let inside = self.tok.end;
        let (told, told_end) = (self.diagnostics.len(), self.told_end);
        let template = self.quoted();
        let Expr { kind, range } = *self.build.tree.expr(template);
        if let ExprKind::String(text) = kind {
            return (Name { text, range }, None);
        }
        let mut error = None;
        if let (_, TextEnd::Sequence(opener)) = scan(self.src, inside as usize, 0) {
            self.diagnostics.truncate(told);
            self.told_end = told_end;
            error = Some(errors::sequence_in_label(self.span(opener), &self.words(opener)));
        }
        let text = self.text_at(TextRange::new(inside, range.end.max(inside + 1) - 1), true);
        (Name { text, range }, error)
    }

    /// Handles a string that does not end on its line; `last` is its last literal. Trailing brackets and
    /// separators on the line are probably not part of it, so parsing resumes there.
    #[cold]
    fn unclosed_string(&mut self, quote: usize, last: Chunk) -> usize {
        let text = &self.src[last.start..last.end];
        let body = empty_body(text).filter(|_| self.open.parens + self.open.brackets == 0);
        let mut end = body.unwrap_or(text.len());
        while let Some(last) = text[..end].last() {
            let closes = match last {
                b' ' | b'\t' => true,
                b',' => self.open.parens + self.open.brackets + self.open.braces > 0,
                b')' => self.open.parens > 0,
                b']' => self.open.brackets > 0,
                b'}' => self.open.braces > 0 && !text[..end].contains(&b'{'),
                // In `b "x {`, the brace opens the body of the block.
                b'{' => self.open.parens + self.open.brackets == 0,
                _ => false,
            };
            if !closes {
                break;
            }
            end -= 1;
        }
        let resume = last.start + end;
        let range = TextRange::new(quote as u32, quote as u32 + 1);
        let at_end = TextRange::at(resume as u32);
        let text = String::from_utf8_lossy(&text[..end]).into_owned();
        self.forget_on_line(quote);
        let error = errors::unclosed_string(self.span(range), self.span(at_end), &text);
        self.report(error);
        resume
    }

    /// The end of a string that continues after the line end at `line_end`: a quote on a later line that does
    /// not start a string, if the lines before it look like prose. Reports that this is not allowed.
    #[cold]
    fn quote_on_later_line(&mut self, quote: u32, line_end: usize) -> Option<usize> {
        if self.embedded {
            return None;
        }
        // The scan ends at the first line with a quote, and no later string starts before it, so all scans
        // together read the file once.
        let mut start = line_end;
        let end = loop {
            start += memchr(b'\n', &self.src[start..])? + 1;
            let rest = &self.src[start..];
            let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
            if begins_code(line) {
                return None;
            }
            if memchr(b'"', line).is_some() {
                let closing =
                    if self.in_quotes.is_some() { closing_inside(line) } else { closing_quote(line) };
                break start + closing?;
            }
        };
        let [first, last] = [quote, end as u32].map(|at| self.span(TextRange::new(at, at + 1)));
        self.forget_on_line(quote as usize);
        let error = errors::string_over_lines(first, last);
        self.report(error);
        Some(end)
    }

    /// Removes findings about separators on the line of an unclosed quote, which are its consequences.
    fn forget_on_line(&mut self, quote: usize) {
        let follows_from_quotes = |code| {
            code == hclx_diag::code_names::MISSING_SEPARATOR || code == hclx_diag::code_names::JUNK_ON_LINE
        };
        while let Some(last) = self.diagnostics.last().filter(|last| follows_from_quotes(last.code)) {
            let Some(place) = last.span else { return };
            let between = place.range.start as usize..quote;
            if place.range.start as usize > quote || memchr(b'\n', &self.src[between]).is_some() {
                return;
            }
            self.diagnostics.pop();
            self.panicking = false;
        }
    }

    /// Returns `true` if the quote at the next token ends the string around an interpolation rather than
    /// starting a string inside it. Reports the unclosed interpolation in this case.
    pub(crate) fn interpolation_ends_here(&mut self) -> bool {
        let Some(opener) = self.in_quotes else { return false };
        if self.tok.kind != crate::token::Kind::Quote || !self.quote_ends_string(self.tok.start) {
            return false;
        }
        let error = errors::unclosed_sequence(self.span(opener), &self.words(opener), self.span(self.here()));
        self.fail(error);
        true
    }

    /// Returns `true` if a quote in an interpolation looks like the end of the enclosing string: a string
    /// that started there would not end on its line, or would be followed by a token that neither closes nor
    /// separates.
    pub(crate) fn quote_ends_string(&self, quote: u32) -> bool {
        let (end, sequence) = pass_quoted(self.src, quote as usize + 1);
        if sequence {
            return false;
        }
        if self.src.get(end - 1) != Some(&b'"') || end == quote as usize + 1 {
            return true;
        }
        let after = self.src[end..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        match after {
            // The string is inside the interpolation, which ends after it.
            Some(b'}' | b'~') => false,
            Some(b')') => self.open.parens == 0,
            Some(b']') => self.open.brackets == 0,
            Some(b',') => self.open.parens + self.open.brackets == 0,
            _ => true,
        }
    }
}
