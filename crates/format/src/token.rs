//! The tokens of the formatted source: those of the source, and those that rewrites make.

use std::cell::Cell;

use hclx_diag::TextRange;
use hclx_syntax::tokens::LexemeKind as Kind;
use unicode_segmentation::UnicodeSegmentation;

use crate::spaces;

/// A token with the number of spaces before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The place in the source, or behind its end in what rewrites made.
    pub start: u32,
    pub end: u32,
    pub spaces: u32,
}

impl Token {
    /// A token of the source.
    pub(crate) fn new(kind: Kind, range: TextRange) -> Self {
        Self { kind, start: range.start, end: range.end, spaces: 0 }
    }

    /// The change of the number of open brackets.
    pub(crate) fn brackets(&self) -> i32 {
        spaces::brackets(self.kind)
    }
}

/// Tokens with their text.
pub(crate) struct Tokens<'s> {
    source: &'s str,
    /// The text of tokens that rewrites made.
    made: String,
    /// The end of the last token of the source, which a rewrite may have dropped.
    end: usize,
    /// A cluster is a byte.
    is_ascii: bool,
    /// The number of tokens that passes over them have visited, each time counted.
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

    /// The number of visits, which grows as the number of tokens does.
    pub(crate) fn visits(&self) -> usize {
        self.visits.get()
    }

    /// The bytes behind the last token of the source.
    pub(crate) fn rest(&self) -> usize {
        self.source.len() - self.end
    }

    /// A token that is not in the source.
    pub(crate) fn make(&mut self, kind: Kind, text: &str) -> Token {
        let start = (self.source.len() + self.made.len()) as u32;
        self.made.push_str(text);
        Token { kind, start, end: start + text.len() as u32, spaces: 0 }
    }

    /// Returns true if a rewrite made the token.
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

    /// Returns true if a token ends its line.
    #[inline]
    pub(crate) fn ends_line(&self, token: &Token) -> bool {
        match token.kind {
            Kind::Newline => true,
            Kind::Comment => self.text(token).ends_with('\n'),
            _ => false,
        }
    }

    /// The width of tokens and the spaces before them, in grapheme clusters.
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
