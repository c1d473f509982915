//! Error recovery: tokens are skipped up to a point where an open construct can continue.
//!
//! Skipped source is still tokenized, including template literals, and brackets are matched with an explicit
//! stack, so no function here is recursive. Out of scope: building nodes.

use hclx_diag::{Diagnostic, TextRange};

use crate::errors;
use crate::parser::{ElementEnd, Parser};
use crate::place::Context;
use crate::token::{Kind, Token};

/// An open construct within the skipped tokens.
#[derive(Clone, Copy)]
enum Frame {
    /// A bracket, by its closing kind.
    Bracket(Kind),
    /// `${` or `%{` in a template literal.
    Sequence(TemplateText),
}

/// The kind of template around a literal.
#[derive(Clone, Copy)]
enum TemplateText {
    Quoted,
    /// A heredoc with its end marker.
    Heredoc(TextRange),
}

/// The open constructs within the skipped tokens.
#[derive(Default)]
struct OpenDelimiters {
    frames: Vec<Frame>,
    braces: u32,
    brackets: u32,
    parens: u32,
}

impl OpenDelimiters {
    fn count(&mut self, close: Kind) -> &mut u32 {
        match close {
            Kind::CloseBracket => &mut self.brackets,
            Kind::CloseParen => &mut self.parens,
            _ => &mut self.braces,
        }
    }

    fn push(&mut self, frame: Frame) {
        *self.count(frame_close(frame)) += 1;
        self.frames.push(frame);
    }

    /// Removes the frames up to the one that `close` closes; `None` if there is no such frame.
    fn pop(&mut self, close: Kind) -> Option<Frame> {
        if *self.count(close) == 0 {
            return None;
        }
        // The frames inside it were not closed.
        loop {
            let frame = self.frames.pop()?;
            let closes = frame_close(frame);
            *self.count(closes) -= 1;
            if closes == close {
                return Some(frame);
            }
        }
    }
}

fn frame_close(frame: Frame) -> Kind {
    match frame {
        Frame::Bracket(close) => close,
        Frame::Sequence(_) => Kind::CloseBrace,
    }
}

/// The tokens at which skipping stops outside of brackets.
#[derive(Clone, Copy, Default)]
struct StopAt {
    newline: bool,
    comma: bool,
    /// The closing bracket to stop at.
    close: Option<Kind>,
}

impl Parser<'_, '_> {
    /// After an error in an item, skips to the end of its line, or of the lines that its brackets span.
    /// `start` is the start of the item.
    pub(crate) fn skip_line(&mut self, start: u32) {
        self.count_newlines(true);
        self.skip(start, StopAt { newline: true, ..StopAt::default() });
        if self.kind() == Kind::Newline {
            self.skip_newline();
        }
        self.panicking = false;
    }

    /// After an error in an element, skips to the next element or to the closing bracket.
    pub(crate) fn recover_in_list(&mut self, open: Token, close: Kind) -> ElementEnd {
        // Line breaks separate the items of objects, but not the elements of lists.
        let newline = close == Kind::CloseBrace;
        self.skip(open.start, StopAt { newline, comma: true, close: Some(close) });
        match self.kind() {
            Kind::Comma => {
                self.bump();
            }
            Kind::Newline if newline => self.skip_newline(),
            _ => return ElementEnd::End,
        }
        self.panicking = false;
        ElementEnd::More
    }

    /// Consumes the closing bracket of `open`, and restores the significance of line breaks `around` it.
    /// Reports a missing bracket unless an earlier error caused it.
    #[inline]
    pub(crate) fn close_bracket(&mut self, open: Token, close: Kind, around: bool) -> TextRange {
        let place = if self.kind() == close && !self.panicking {
            self.bump().range()
        } else {
            self.find_close(open, close)
        };
        self.count_newlines(around);
        place
    }

    #[cold]
    fn find_close(&mut self, open: Token, close: Kind) -> TextRange {
        let nowhere = TextRange::at(self.prev_end);
        if std::mem::take(&mut self.guide.outdented) {
            return nowhere;
        }
        if !self.panicking && self.wrong_close(open, close) {
            return self.bump().range();
        }
        if !self.panicking {
            self.no_close(open, close);
        }
        if !self.panicking {
            return nowhere;
        }
        self.skip(open.start, StopAt { close: Some(close), ..StopAt::default() });
        // This uses `tok` rather than `kind()`, because a line break before the bracket does not matter.
        let found = self.tok.kind == close;
        // in a sequence, parsing can only resume at its end or at a bracket around this one
        self.panicking = self.in_sequence && !found && !self.closes_outer(self.tok.kind);
        if found { self.bump().range() } else { TextRange::at(self.prev_end) }
    }

    /// Reports that `close` is missing; starts recovery if there are tokens to skip.
    fn no_close(&mut self, open: Token, close: Kind) {
        let kind = self.kind();
        if kind == Kind::Eof {
            self.unclosed_at_end(open.range());
        } else if self.closes_outer(kind) || self.at_item_outdented(open.range()) {
            let opener = self.words(open.range());
            let error = errors::unclosed(self.span(open.range()), &opener, self.span(self.here()));
            self.report(error);
        } else if !self.interpolation_ends_here() {
            let error = match kind {
                Kind::Bad | Kind::NotUtf8 => self.bad_character(),
                // `(a, b)` is not a list in HCL.
                Kind::Comma if close == Kind::CloseParen => {
                    errors::comma_in_parentheses(self.span(self.tok.range()), self.span(open.range()))
                }
                _ => {
                    let opener = self.words(open.range());
                    errors::close_expected(
                        self.span(self.here()),
                        &self.found(),
                        self.span(open.range()),
                        &opener,
                    )
                }
            };
            self.fail(error);
        }
    }

    /// Handles a closing bracket of the wrong kind that matches no enclosing construct, where `open` may be
    /// closed: reports it and treats it as the right one.
    #[cold]
    pub(crate) fn wrong_close(&mut self, open: Token, close: Kind) -> bool {
        let kind = self.kind();
        if !matches!(kind, Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen)
            || self.closes_outer(kind)
        {
            return false;
        }
        let second = self.second();
        let ends = matches!(second.kind, Kind::Eof | Kind::Comma | Kind::StripClose);
        if !(ends || second.starts_line() || self.closes_outer(second.kind)) {
            return false;
        }
        let opener = self.words(open.range());
        let error =
            errors::wrong_close(self.span(self.tok.range()), &self.found(), self.span(open.range()), &opener);
        self.report(error);
        self.read_as(close);
        true
    }

    /// Handles the end of the file inside a bracket. Only the innermost bracket is reported: unclosed outer
    /// ones are consequences.
    #[cold]
    pub(crate) fn unclosed_at_end(&mut self, open: TextRange) -> TextRange {
        self.met(|_| Context::Nothing);
        let end = TextRange::at(self.prev_end);
        if self.guide.unclosed.is_empty() && !self.swallowed && self.lexer.unclosed_comment.is_none() {
            self.forget_at_end();
            let error = errors::unclosed(self.span(open), &self.words(open), self.span(end));
            self.report(error);
        }
        self.guide.unclosed.push(open.start);
        end
    }

    /// Removes the finding about the last token of a source that ends too early, because both have the same
    /// cause.
    fn forget_at_end(&mut self) {
        let last = self.prev_start;
        if let Some(finding) = self.diagnostics.last()
            && finding.span.is_some_and(|span| span.range.start >= last)
        {
            self.diagnostics.pop();
            self.panicking = false;
        }
    }

    /// Returns `true` if a closing bracket matches an enclosing open one.
    #[inline]
    pub(crate) fn closes_outer(&self, kind: Kind) -> bool {
        match kind {
            Kind::CloseBrace => self.open.braces > 0,
            Kind::CloseBracket => self.open.brackets > 0,
            Kind::CloseParen => self.open.parens > 0,
            Kind::StripClose => self.in_sequence,
            _ => false,
        }
    }

    /// Returns `true` if the construct around an operand can continue at the next token.
    pub(crate) fn at_separator(&self) -> bool {
        let inside = self.open.braces + self.open.brackets + self.open.parens > 0;
        match self.kind() {
            Kind::Newline | Kind::Eof => true,
            Kind::Comma => inside,
            // `a ? : b` lacks only its middle operand.
            Kind::Colon => self.src.get(self.prev_start as usize) == Some(&b'?'),
            kind => self.closes_outer(kind),
        }
    }

    /// Reports a closing bracket without an opening one.
    #[cold]
    pub(crate) fn stray_close(&mut self) {
        let token = self.bump();
        let error = errors::stray_close(self.span(token.range()), &self.words(token.range()));
        self.report(error);
    }

    /// Returns `true` if the next token starts an item of a body on a line that is not indented relative to
    /// the line of `open`. In this case `open` was not closed, even if other brackets are open.
    pub(crate) fn at_item_outdented(&mut self, open: TextRange) -> bool {
        self.tok.kind == Kind::Ident && self.tok.starts_line() && self.is_outdented(open) && self.at_item()
    }

    /// Skips a bracket or a template with its contents, at any depth.
    #[cold]
    pub(crate) fn skip_balanced(&mut self) {
        let mut skipped = OpenDelimiters::default();
        loop {
            self.pass(&mut skipped);
            if skipped.frames.is_empty() || self.tok.kind == Kind::Eof {
                return;
            }
        }
    }

    /// After an error in a template sequence, skips to its end, or to the end of the line.
    pub(crate) fn skip_to_sequence_end(&mut self, start: u32) {
        self.skip(start, StopAt { close: Some(Kind::CloseBrace), ..StopAt::default() });
    }

    fn skip(&mut self, start: u32, stop: StopAt) {
        let mut skipped = OpenDelimiters::default();
        while self.tok.kind != Kind::Eof {
            if skipped.frames.is_empty() && self.stops(stop) {
                return;
            }
            let line = TextRange::at(start);
            if !self.in_sequence && self.at_item_outdented(line) {
                return;
            }
            self.pass(&mut skipped);
        }
    }

    fn stops(&self, stop: StopAt) -> bool {
        let starts_line = self.tok.starts_line();
        match self.tok.kind {
            _ if starts_line && (stop.newline && self.newlines_count() || self.in_sequence) => true,
            Kind::Comma => stop.comma,
            Kind::Quote => self.in_quotes.is_some() && self.quote_ends_string(self.tok.start),
            kind => stop.close == Some(kind) || self.closes_outer(kind),
        }
    }

    /// Skips one token, or a template literal up to its end or the next sequence.
    fn pass(&mut self, skipped: &mut OpenDelimiters) {
        let token = self.tok;
        let close = match token.kind {
            Kind::OpenBrace => Kind::CloseBrace,
            Kind::OpenBracket => Kind::CloseBracket,
            Kind::OpenParen => Kind::CloseParen,
            Kind::Quote => return self.pass_text(skipped, TemplateText::Quoted, token.end as usize),
            Kind::Heredoc => {
                let opener = crate::lexer::heredoc_opener(self.src, token.start as usize);
                let marker = opener.map_or(token.range(), |opener| opener.marker);
                return self.pass_text(skipped, TemplateText::Heredoc(marker), token.end as usize);
            }
            Kind::CloseBrace | Kind::StripClose | Kind::CloseBracket | Kind::CloseParen => {
                let kind = if token.kind == Kind::StripClose { Kind::CloseBrace } else { token.kind };
                return match skipped.pop(kind) {
                    Some(Frame::Sequence(text)) => self.pass_text(skipped, text, token.end as usize),
                    _ => {
                        self.bump();
                    }
                };
            }
            _ => {
                self.bump();
                return;
            }
        };
        skipped.push(Frame::Bracket(close));
        self.bump();
    }

    fn pass_text(&mut self, skipped: &mut OpenDelimiters, text: TemplateText, from: usize) {
        let (end, sequence) = match text {
            TemplateText::Quoted => crate::template::pass_quoted(self.src, from),
            TemplateText::Heredoc(marker) => crate::template::pass_heredoc(self.src, from, marker),
        };
        if sequence {
            skipped.push(Frame::Sequence(text));
        }
        self.resume_at(end);
    }

    /// The finding for a character that is not a token.
    pub(crate) fn bad_character(&self) -> Diagnostic {
        let range = self.tok.range();
        let at = self.span(range);
        if self.tok.kind == Kind::NotUtf8 {
            return errors::not_utf8(at, &self.src[range.range()]);
        }
        errors::bad_character(at, &self.words(range))
    }
}
