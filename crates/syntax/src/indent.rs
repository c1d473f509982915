//! Indentation shows where an unclosed brace should have been closed, and which brace is surplus.

use hclx_diag::TextRange;
use memchr::memrchr;

use crate::errors;
use crate::parser::Parser;
use crate::token::{Kind, Token};

/// Results of a first pass about missing braces.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    /// Openers that were unclosed at the end of the source, innermost first.
    pub unclosed: Vec<u32>,
    /// The offset from which the second pass considers indentation.
    pub from: u32,
    /// The number of missing braces.
    pub missing: usize,
    /// The number of surplus closing braces.
    pub surplus: usize,
    /// Set if an object was just left because its missing brace was reported.
    pub outdented: bool,
}

/// A cache of the last line, because many openers can be on one long line.
#[derive(Debug, Default)]
pub(crate) struct LineCache {
    line: TextRange,
    indent: u32,
}

impl Parser<'_, '_> {
    /// The indentation of the line of `offset`, in bytes.
    pub(crate) fn indent_of(&mut self, offset: u32) -> u32 {
        let cached = self.line_cache.line;
        if cached.start <= offset && offset < cached.end {
            return self.line_cache.indent;
        }
        let start = memrchr(b'\n', &self.src[..offset as usize]).map_or(0, |newline| newline + 1);
        let blanks = self.src[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        // The search did not reach the end of the line, so the cache ends at the offset.
        self.line_cache.line = TextRange::new(start as u32, offset + 1);
        self.line_cache.indent = blanks as u32;
        blanks as u32
    }

    /// The indentation of a token, if it is the first one on its line.
    pub(crate) fn own_indent(&self, token: Token) -> Option<u32> {
        let before = &self.src[..token.start as usize];
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let first = before.len() == blanks || before[before.len() - blanks - 1] == b'\n';
        first.then_some(blanks as u32)
    }

    /// In a second pass: returns `true` if the indentation of the next token shows that the bracket at `open`
    /// should have been closed before it: the contents of the bracket were `indented`, and the token is not.
    /// Reports the bracket in this case.
    #[inline]
    pub(crate) fn should_have_closed(&mut self, open: TextRange, indented: &mut bool) -> bool {
        self.guide.missing > 0 && open.start >= self.guide.from && self.stops_being_indented(open, indented)
    }

    #[cold]
    fn stops_being_indented(&mut self, open: TextRange, indented: &mut bool) -> bool {
        if !*indented || !self.is_outdented(open) {
            *indented |= self.own_indent(self.tok).is_some_and(|own| own > self.indent_of(open.start));
            return false;
        }
        self.guide.missing -= 1;
        // the line break before it ends the item around the bracket
        self.tok.newline = self.tok.newline.min(self.prev_end);
        self.look();
        let error = errors::unclosed(self.span(open), &self.words(open), self.span(self.tok.range()));
        self.report(error);
        true
    }

    /// In a second pass: returns `true` if the next `}` is surplus because it is indented deeper than the
    /// line of `open`, which it would close. Reports and skips it in this case.
    #[inline]
    pub(crate) fn is_surplus(&mut self, open: TextRange) -> bool {
        self.guide.surplus > 0 && self.closes_deeper(open)
    }

    #[cold]
    fn closes_deeper(&mut self, open: TextRange) -> bool {
        let Some(own) = self.own_indent(self.tok) else { return false };
        let on_later_line = self.src[open.start as usize..self.tok.start as usize].contains(&b'\n');
        if !on_later_line || own <= self.indent_of(open.start) {
            return false;
        }
        self.guide.surplus -= 1;
        let at = self.bump().range();
        let error = errors::surplus_close(self.span(at), &self.words(at), self.span(open));
        self.report(error);
        true
    }

    /// Returns `true` if the next token starts a line that is not indented relative to the line of `open`.
    pub(crate) fn is_outdented(&mut self, open: TextRange) -> bool {
        let Some(own) = self.own_indent(self.tok) else { return false };
        let outer = self.indent_of(open.start);
        let on_later_line = self.src[open.start as usize..self.tok.start as usize].contains(&b'\n');
        // A closing brace at the indentation of its opener is in the right place; any other token at that
        // indentation is outside.
        on_later_line && if self.tok.kind == Kind::CloseBrace { own < outer } else { own <= outer }
    }
}
