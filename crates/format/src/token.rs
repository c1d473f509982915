//! The tokens of the formatted source: those of the source, and those inserted by rewrites.

use std::cell::Cell;

use hclx_diag::TextRange;
use hclx_syntax::tokens::LexemeKind as Kind;
use unicode_segmentation::UnicodeSegmentation;

use crate::spaces;

/// A token with the number of spaces before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The offset in the source or, beyond the source's length, in the inserted tokens.
    pub start: u32,
    pub end: u32,
    pub spaces: u32,
}

impl Token {
    /// Creates a token of the source.
    pub(crate) fn new(kind: Kind, range: TextRange) -> Self {
        Self { kind, start: range.start, end: range.end, spaces: 0 }
    }

    /// The change in the number of open brackets.
    pub(crate) fn brackets(&self) -> i32 {
        spaces::brackets(self.kind)
    }
}

/// The tokens with their contents.
pub(crate) struct Tokens<'s> {
    source: &'s str,
    /// The contents of inserted tokens.
    made: String,
    /// The end of the last token of the source, even if a rewrite has removed it.
    end: usize,
    /// Set if all bytes are ASCII, so that each is a grapheme cluster.
    is_ascii: bool,
    /// The number of token visits so far, for tests of the complexity.
    visits: Cell<usize>,
    pub list: Vec<Token>,
}

impl<'s> Tokens<'s> {
    pub(crate) fn new(source: &'s str, list: Vec<Token>) -> Self {
        Self {
            source,
            made: String::new(),
            end: list.last().map_or(0, |last| last.end as usize),
            is_ascii: source.is_ascii(),
            visits: Cell::default(),
            list,
        }
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// Counts visits of tokens.
    pub(crate) fn visit(&self, count: usize) {
        self.visits.set(self.visits.get() + count);
    }

    /// The number of visits, which grows linearly with the number of tokens.
    pub(crate) fn visits(&self) -> usize {
        self.visits.get()
    }

    /// The number of bytes after the last token of the source.
    pub(crate) fn rest(&self) -> usize {
        self.source.len() - self.end
    }

    /// Creates a token that is not in the source.
    pub(crate) fn make(&mut self, kind: Kind, text: &str) -> Token {
        let start = (self.source.len() + self.made.len()) as u32;
        self.made.push_str(text);
        Token { kind, start, end: start + text.len() as u32, spaces: 0 }
    }

    /// Returns `true` if a rewrite inserted the token.
    pub(crate) fn is_made(&self, token: &Token) -> bool {
        token.start as usize >= self.source.len()
    }

    pub(crate) fn text(&self, token: &Token) -> &str {
        let (start, end) = (token.start as usize, token.end as usize);
        match start.checked_sub(self.source.len()) {
            Some(start) => &self.made[start..end - self.source.len()],
            None => &self.source[start..end],
        }
    }

    /// Returns `true` if a token ends its line.
    #[inline]
    pub(crate) fn ends_line(&self, token: &Token) -> bool {
        match token.kind {
            Kind::Newline => true,
            Kind::Comment => self.text(token).ends_with('\n'),
            _ => false,
        }
    }

    /// The width of tokens including the spaces before them, in grapheme clusters.
    pub(crate) fn columns(&self, tokens: &[Token]) -> u32 {
        self.visit(tokens.len());
        let width = |token: &Token| {
            let is_plain = self.is_ascii && !self.is_made(token);
            token.spaces + if is_plain { token.end - token.start } else { clusters(self.text(token)) }
        };
        tokens.iter().map(width).sum()
    }
}

/// The number of grapheme clusters.
pub(crate) fn clusters(text: &str) -> u32 {
    let count = if text.is_ascii() { text.len() } else { text.graphemes(true).count() };
    count as u32
}
