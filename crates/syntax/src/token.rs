//! Tokens outside of template literals.
//!
//! Out of scope: tokens of template literals, which the template parser takes directly from the bytes, and
//! line breaks, which are a property of the following token.

use hclx_diag::TextRange;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// The end of the source.
    Eof,
    /// A significant line break; derived by the parser from [`Token::newline`].
    Newline,
    Ident,
    Number,
    /// `"`.
    Quote,
    /// `<<EOT` or `<<-EOT` with its line break.
    Heredoc,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    Comma,
    Dot,
    Ellipsis,
    Colon,
    DoubleColon,
    Question,
    /// `=`.
    Assign,
    FatArrow,
    Bang,
    Or,
    And,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    /// `~}`.
    StripClose,
    /// A character that HCL does not use, such as `&` or `;`.
    Bad,
    /// Bytes that are not UTF-8.
    NotUtf8,
}

/// Marks a token without a preceding line break.
pub(crate) const NO_NEWLINE: u32 = u32::MAX;

/// A token, and the line break before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// Set if an identifier has non-ASCII characters.
    pub wide: bool,
    pub start: u32,
    pub end: u32,
    /// The offset of the first line break between this token and the previous one, or [`NO_NEWLINE`].
    pub newline: u32,
}

impl Token {
    /// The initial token, at an offset.
    pub(crate) fn at(offset: u32) -> Self {
        Self { kind: Kind::Eof, wide: false, start: offset, end: offset, newline: NO_NEWLINE }
    }

    pub(crate) fn range(self) -> TextRange {
        TextRange::new(self.start, self.end)
    }

    /// Returns `true` for the first token on its line.
    pub(crate) fn starts_line(self) -> bool {
        self.newline != NO_NEWLINE
    }
}
