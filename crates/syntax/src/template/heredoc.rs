//! Heredocs, and bare templates, which are also parsed line by line.
//!
//! An end marker is alone on its line, possibly indented, and a line break must follow it (HCL native syntax
//! spec, Template expressions; in practice also for `<<` without `-`). Out of scope: the removal of
//! indentation (`flush`).

use hclx_diag::TextRange;
use memchr::{memchr, memchr3_iter};

use super::literal::Chunk;
use super::quoted::{escaped_sequence_at, sequence_at};
use crate::ast::*;
use crate::errors;
use crate::lexer::{HeredocOpener, heredoc_opener};
use crate::parser::Parser;
use crate::place::Context;

/// The end of a sequence of lines.
#[derive(Clone, Copy, Debug)]
enum RunEnd {
    Sequence(TextRange),
    /// The end marker, up to the end of its line.
    Marker(usize),
    End,
}

/// The end of the line of the end marker, if one starts at `at`.
fn marker_line(src: &[u8], at: usize, marker: &[u8]) -> Option<usize> {
    let blanks = src[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = *src.get(at + blanks)?;
    // The first byte excludes most lines; a control or non-ASCII byte may be whitespace, which is trimmed
    // below.
    if first != marker[0] && (0x20..0x80).contains(&first) {
        return None;
    }
    let len = memchr(b'\n', &src[at..])?;
    let line = &src[at..at + len];
    let text = std::str::from_utf8(line).ok()?;
    let cut = usize::from(line.ends_with(b"\r"));
    let stray_return = memchr(b'\r', &line[..len - cut]).is_some();
    (text.trim().as_bytes() == marker && !stray_return).then_some(at + len - cut)
}

/// Scans lines from `from` on; the first one is complete if `line_start`.
fn scan(src: &[u8], from: usize, line_start: bool, marker: Option<&[u8]>) -> (Chunk, RunEnd) {
    let mut chunk = Chunk { start: from, end: from, escapes: false, returns: false };
    let mut at = from;
    let mut whole = line_start;
    loop {
        chunk.end = at;
        if whole && let Some(end) = marker.and_then(|marker| marker_line(src, at, marker)) {
            return (chunk, RunEnd::Marker(end));
        }
        if at >= src.len() {
            return (chunk, RunEnd::End);
        }
        let line_end = at + memchr(b'\n', &src[at..]).unwrap_or(src.len() - at);
        if let Some(sequence) = scan_line(src, at, line_end, &mut chunk) {
            chunk.end = sequence.start as usize;
            return (chunk, RunEnd::Sequence(sequence));
        }
        at = src.len().min(line_end + 1);
        whole = true;
    }
}

/// Scans a line; returns the first sequence on it.
fn scan_line(src: &[u8], from: usize, end: usize, chunk: &mut Chunk) -> Option<TextRange> {
    let mut escaped_to = from;
    for found in memchr3_iter(b'$', b'%', b'\r', &src[from..end]) {
        let at = from + found;
        if src[at] == b'\r' {
            chunk.returns |= at + 1 != end;
        } else if at < escaped_to {
            continue;
        } else if let Some(sequence) = sequence_at(src, at) {
            return Some(sequence);
        } else if escaped_sequence_at(src, at) {
            chunk.escapes = true;
            // The second sign of `$${` does not start a sequence.
            escaped_to = at + 3;
        }
    }
    None
}

/// Skips heredoc contents: to the end, or past the opener of a sequence (then `true`).
pub(crate) fn pass_heredoc(src: &[u8], from: usize, marker: TextRange) -> (usize, bool) {
    let line_start = from > 0 && src[from - 1] == b'\n';
    match scan(src, from, line_start, Some(&src[marker.range()])) {
        (_, RunEnd::Sequence(opener)) => (opener.end as usize, true),
        (_, RunEnd::Marker(end)) => (end, false),
        (chunk, RunEnd::End) => (chunk.end, false),
    }
}

/// A line that was probably meant as the end marker of a heredoc.
struct NearEnd {
    /// The start of the line.
    line: usize,
    marker: TextRange,
    /// Set if the marker is alone on its line, but inside an unclosed sequence, which is a separate error.
    swallowed: bool,
}

impl Parser<'_, '_> {
    /// Parses a heredoc.
    pub(crate) fn heredoc(&mut self) -> ExprId {
        let start = self.tok.start;
        let opener = heredoc_opener(self.src, start as usize).expect("the lexer has seen it");
        self.heredoc_from(start, opener)
    }

    /// Parses a heredoc after its opener.
    pub(crate) fn heredoc_from(&mut self, start: u32, opener: HeredocOpener) -> ExprId {
        let mark = self.begin_template();
        let before = self.checkpoint();
        let told = (self.diagnostics.len(), self.swallowed);
        let marker = &self.src[opener.marker.range()];
        let end = match self.lines(opener.text_start, self.src.len(), Some(marker)) {
            Ok(Some(end)) => end,
            Ok(None) => return self.skip_template(mark),
            Err(()) => {
                // findings up to the end of the file are consequences of the missing marker
                self.diagnostics.truncate(told.0);
                self.swallowed = told.1;
                match self.near_end(start, opener) {
                    Some(near) => {
                        self.rollback(before);
                        self.forget_template(mark);
                        // up to the line that was probably meant as the end marker
                        let _ = self.lines(opener.text_start, near.line, None);
                        // Otherwise the unclosed sequence was reported instead.
                        if near.swallowed && self.diagnostics.len() == told.0 {
                            let marker = self.span(near.marker);
                            let at = self.span(TextRange::new(start, opener.marker.end));
                            let error =
                                errors::heredoc_end_in_sequence(at, marker, &self.words(opener.marker));
                            self.report(error);
                        }
                        near.marker.end as usize
                    }
                    None => self.src.len(),
                }
            }
        };
        if opener.flush {
            self.flush(mark);
        }
        let range = TextRange::new(start, end as u32);
        let template = self.end_template(mark, range);
        self.after_text(range);
        template
    }

    /// Parses the parts of a heredoc or bare template, and returns the end of the marker's line. `Err` if the
    /// source ends without a marker, `Ok(None)` if the contents are nested too deeply.
    fn lines(&mut self, from: usize, to: usize, marker: Option<&[u8]>) -> Result<Option<usize>, ()> {
        let mut at = from.min(to);
        let mut line_start = true;
        let mut trim = false;
        loop {
            let (chunk, stop) = scan(&self.src[..to], at, line_start, marker);
            self.line_literal(chunk, trim);
            match stop {
                RunEnd::Marker(end) => return Ok(Some(end)),
                RunEnd::End => {
                    if to == self.src.len() {
                        self.met(|_| Context::Text { start: chunk.start as u32, is_whole: false });
                    }
                    return Err(());
                }
                RunEnd::Sequence(opener) => {
                    if self.too_deep() {
                        return Ok(None);
                    }
                    let ended = self.sequence(opener, false);
                    at = ended.pos.min(to);
                    trim = ended.trim;
                    line_start = false;
                }
            }
        }
    }

    /// Parses the whole source as a bare template.
    pub(crate) fn bare_template(&mut self) -> ExprId {
        let mark = self.begin_template();
        let start = self.tok.start;
        // without a marker, the template ends at the end of the source
        let _ = self.lines(start as usize, self.src.len(), None);
        self.end_template(mark, TextRange::new(start, self.src.len() as u32))
    }

    /// Reports an unterminated heredoc, and finds the line that was probably meant as its end marker, where
    /// parsing resumes.
    #[cold]
    fn near_end(&mut self, start: u32, opener: HeredocOpener) -> Option<NearEnd> {
        let near = if self.heredoc_resumes > 0 { self.near_marker(opener) } else { None };
        self.heredoc_resumes = self.heredoc_resumes.saturating_sub(1);
        let Some((line, marker)) = near else {
            if !std::mem::replace(&mut self.swallowed, true) {
                let at = self.span(TextRange::new(start, opener.marker.end));
                let error = errors::unclosed_heredoc(at, &self.words(opener.marker));
                self.report(error);
            }
            return None;
        };
        let swallowed = marker_line(self.src, line, &self.src[opener.marker.range()]).is_some();
        if !swallowed {
            let at_end = marker.end as usize == self.src.len();
            let at = self.span(TextRange::new(start, opener.marker.end));
            let word = self.words(opener.marker);
            let error = errors::heredoc_end_not_alone(self.span(marker), &word, at, at_end);
            self.report(error);
        }
        Some(NearEnd { line, marker, swallowed })
    }

    /// The first line that starts with the end marker: its start, and the range of the marker.
    fn near_marker(&self, opener: HeredocOpener) -> Option<(usize, TextRange)> {
        let marker = &self.src[opener.marker.range()];
        let mut at = opener.text_start;
        while at < self.src.len() {
            let blanks = self.src[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let word = at + blanks;
            if self.src[word..].starts_with(marker)
                && crate::lexer::identifier_end(self.src, word) == Some(word + marker.len())
            {
                return Some((at, TextRange::new(word as u32, (word + marker.len()) as u32)));
            }
            at += memchr(b'\n', &self.src[at..])? + 1;
        }
        None
    }

    /// Returns `true` if a line from `from` on is the end marker.
    pub(crate) fn heredoc_is_ended(&mut self, from: usize, marker: TextRange) -> bool {
        if self.heredoc_resumes == 0 {
            return false;
        }
        self.heredoc_resumes -= 1;
        let marker = &self.src[marker.range()];
        let mut at = from;
        while at < self.src.len() {
            if marker_line(self.src, at, marker).is_some() {
                return true;
            }
            let Some(newline) = memchr(b'\n', &self.src[at..]) else { return false };
            at += newline + 1;
        }
        false
    }
}
