//! The tokens of the formatted source: those of the source, and those that rewrites make.

use hclx_syntax::tokens::{Lexeme, LexemeKind as Kind};
use unicode_segmentation::UnicodeSegmentation;

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
    /// The change of the number of open brackets.
    pub(crate) fn brackets(&self) -> i32 {
        match self.kind {
            Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen | Kind::OpenTemplate => 1,
            Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::CloseTemplate => -1,
            _ => 0,
        }
    }
}

/// Tokens with their text.
pub(crate) struct Tokens<'s> {
    source: &'s str,
    /// The text of tokens that rewrites made.
    made: String,
    pub list: Vec<Token>,
}

impl<'s> Tokens<'s> {
    pub(crate) fn new(source: &'s str, lexemes: &[Lexeme]) -> Self {
        let token =
            |one: &Lexeme| Token { kind: one.kind, start: one.range.start, end: one.range.end, spaces: 0 };
        Self { source, made: String::new(), list: lexemes.iter().map(token).collect() }
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
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
    pub(crate) fn ends_line(&self, token: &Token) -> bool {
        match token.kind {
            Kind::Newline => true,
            Kind::Comment => self.text(token).ends_with('\n'),
            _ => false,
        }
    }

    /// The width of tokens and the spaces before them, in grapheme clusters.
    pub(crate) fn columns(&self, tokens: &[Token]) -> u32 {
        tokens.iter().map(|token| token.spaces + clusters(self.text(token))).sum()
    }
}

/// The number of grapheme clusters.
pub(crate) fn clusters(text: &str) -> u32 {
    let count = if text.is_ascii() { text.len() } else { text.graphemes(true).count() };
    count as u32
}
