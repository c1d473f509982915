//! The tokens of a source with everything that the parser skips: line breaks, comments, and the parts of strings and
//! heredocs. What lies between two tokens is spaces and tabs.
//!
//! Deliberately absent: errors. The tokens of a source with syntax errors end where they cannot go on.

use hclx_diag::TextRange;
use memchr::memchr;

use crate::lexer::{Lexer, heredoc_opener};
use crate::token::{Kind, Token};

/// The kind of a [`Lexeme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LexemeKind {
    /// `\n` or `\r\n`.
    Newline,
    /// A comment. One that begins with `#` or `//` includes its line break.
    Comment,
    /// An identifier or keyword.
    Ident,
    /// A number.
    Number,
    /// The `"` that opens a string.
    OpenQuote,
    /// The `"` that closes a string.
    CloseQuote,
    /// A part of a string as it is written, or a line of a heredoc, which includes its line break, or a part of one.
    Literal,
    /// `<<EOT` or `<<-EOT` with its line break.
    OpenHeredoc,
    /// The line that ends a heredoc: leading spaces and the marker, without the line break.
    CloseHeredoc,
    /// `${`, `%{`, `${~` or `%{~`.
    OpenTemplate,
    /// `}` or `~}` at the end of a template sequence.
    CloseTemplate,
    /// `{`.
    OpenBrace,
    /// `}`.
    CloseBrace,
    /// `[`.
    OpenBracket,
    /// `]`.
    CloseBracket,
    /// `(`.
    OpenParen,
    /// `)`.
    CloseParen,
    /// `,`.
    Comma,
    /// `.`.
    Dot,
    /// `...`.
    Ellipsis,
    /// `::`.
    DoubleColon,
    /// `=`.
    Assign,
    /// `=>`.
    FatArrow,
    /// `!`.
    Bang,
    /// `-`.
    Minus,
    /// Any other operator, `?` or `:`.
    Operator,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The kind.
    pub kind: LexemeKind,
    /// The place, in bytes.
    pub range: TextRange,
}

/// The tokens of a source in native syntax, in order. A byte order mark at the start belongs to none.
///
/// # Errors
/// The offset where a source with syntax errors cannot be read further.
pub fn lexemes(src: &[u8]) -> Result<Vec<Lexeme>, u32> {
    // real files have a token for each five bytes
    let mut reader =
        Reader { src, lexer: Lexer::new(src), out: Vec::with_capacity(src.len() / 4), open: Vec::new() };
    reader.read()?;
    Ok(reader.out)
}

/// The tokens before an offset of a source, which need not be whole; `None` in a comment and in the literal part of a
/// string, where no token is written. A token that the offset is in, or at the end of, ends there.
pub fn lexemes_before(src: &[u8], offset: usize) -> Option<Vec<Lexeme>> {
    let src = &src[..offset.min(src.len())];
    let mut reader = Reader { src, lexer: Lexer::new(src), out: Vec::new(), open: Vec::new() };
    // it ends where the rest of the source would go on
    let _ = reader.read();
    let is_code = !matches!(reader.open.last(), Some(Open::Quote | Open::Heredoc { .. }));
    let in_comment = reader.out.last().is_some_and(|last| {
        let is_open = !src.ends_with(b"\n") && !src.ends_with(b"*/");
        last.kind == LexemeKind::Comment && last.range.end as usize == src.len() && is_open
    });
    (is_code && !in_comment).then_some(reader.out)
}

/// A bracket, string or template that is open around a place.
enum Open {
    /// A bracket in an expression; braces count, since a template sequence ends at its own.
    Brace,
    Template,
    Quote,
    /// A heredoc: its marker, and whether the place is at the start of a line.
    Heredoc {
        marker: TextRange,
        at_line_start: bool,
    },
}

struct Reader<'a> {
    src: &'a [u8],
    lexer: Lexer<'a>,
    out: Vec<Lexeme>,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn push(&mut self, kind: LexemeKind, start: usize, end: usize) {
        self.out.push(Lexeme { kind, range: TextRange::new(start as u32, end as u32) });
    }

    fn read(&mut self) -> Result<(), u32> {
        let mut token = Token::at(0);
        loop {
            match self.open.last() {
                Some(Open::Quote) => self.quoted()?,
                Some(Open::Heredoc { .. }) => self.heredoc()?,
                _ => {
                    let (start, comments) = (self.lexer.pos, self.lexer.comments.len());
                    self.lexer.next(&mut token);
                    // most tokens have a space before them, or nothing
                    if token.starts_line() || self.lexer.comments.len() > comments {
                        self.between(start, token.start as usize, comments);
                    }
                    if token.kind == Kind::Eof {
                        return if self.open.is_empty() { Ok(()) } else { Err(token.start) };
                    }
                    self.token(token)?;
                }
            }
        }
    }

    /// Line breaks and comments before a token; the lexer has met `self.lexer.comments` from an index on.
    fn between(&mut self, mut at: usize, end: usize, mut comment: usize) {
        while at < end {
            match self.src[at] {
                b'\n' => {
                    self.push(LexemeKind::Newline, at, at + 1);
                    at += 1;
                }
                b'\r' if self.src.get(at + 1) == Some(&b'\n') => {
                    self.push(LexemeKind::Newline, at, at + 2);
                    at += 2;
                }
                b'#' | b'/' => {
                    let Some(range) = self.lexer.comments.get(comment) else { return };
                    let mut after = range.end as usize;
                    // a comment at the end of a line owns the line break
                    if !self.src[at..].starts_with(b"/*") {
                        after += usize::from(self.src.get(after) == Some(&b'\r'));
                        after += usize::from(self.src.get(after) == Some(&b'\n'));
                    }
                    self.push(LexemeKind::Comment, at, after);
                    (at, comment) = (after, comment + 1);
                }
                _ => at += 1,
            }
        }
    }

    fn token(&mut self, token: Token) -> Result<(), u32> {
        use LexemeKind as Lexeme;
        let (start, end) = (token.start as usize, token.end as usize);
        let kind = match token.kind {
            Kind::Ident => Lexeme::Ident,
            Kind::Number => Lexeme::Number,
            Kind::Quote => {
                self.open.push(Open::Quote);
                Lexeme::OpenQuote
            }
            Kind::Heredoc => {
                let opener = heredoc_opener(self.src, start).ok_or(token.start)?;
                self.open.push(Open::Heredoc { marker: opener.marker, at_line_start: true });
                Lexeme::OpenHeredoc
            }
            Kind::OpenBrace => {
                self.open.push(Open::Brace);
                Lexeme::OpenBrace
            }
            Kind::CloseBrace => match self.open.pop() {
                Some(Open::Template) => Lexeme::CloseTemplate,
                Some(Open::Brace) => Lexeme::CloseBrace,
                _ => return Err(token.start),
            },
            Kind::StripClose => match self.open.pop() {
                Some(Open::Template) => Lexeme::CloseTemplate,
                _ => return Err(token.start),
            },
            Kind::OpenBracket => Lexeme::OpenBracket,
            Kind::CloseBracket => Lexeme::CloseBracket,
            Kind::OpenParen => Lexeme::OpenParen,
            Kind::CloseParen => Lexeme::CloseParen,
            Kind::Comma => Lexeme::Comma,
            Kind::Dot => Lexeme::Dot,
            Kind::Ellipsis => Lexeme::Ellipsis,
            Kind::DoubleColon => Lexeme::DoubleColon,
            Kind::Assign => Lexeme::Assign,
            Kind::FatArrow => Lexeme::FatArrow,
            Kind::Bang => Lexeme::Bang,
            Kind::Minus => Lexeme::Minus,
            Kind::Bad | Kind::NotUtf8 | Kind::Eof | Kind::Newline => return Err(token.start),
            _ => Lexeme::Operator,
        };
        self.push(kind, start, end);
        Ok(())
    }

    /// The opener of a template sequence at a place, if there is one: its length.
    fn opener(&self, at: usize) -> Option<usize> {
        match self.src.get(at..)? {
            [b'$' | b'%', b'{', b'~', ..] => Some(3),
            [b'$' | b'%', b'{', ..] => Some(2),
            _ => None,
        }
    }

    fn is_escaped(&self, at: usize) -> bool {
        matches!(&self.src[at..], [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..])
    }

    fn template(&mut self, at: usize, length: usize) {
        self.push(LexemeKind::OpenTemplate, at, at + length);
        self.open.push(Open::Template);
        self.lexer.pos = at + length;
    }

    /// The next token inside a string.
    fn quoted(&mut self) -> Result<(), u32> {
        let (start, mut at) = (self.lexer.pos, self.lexer.pos);
        loop {
            match self.src.get(at) {
                None | Some(b'\n') => return Err(at as u32),
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(b'$' | b'%') if self.is_escaped(at) => at += 3,
                Some(b'$' | b'%') if self.opener(at).is_some() => break,
                Some(_) => at += 1,
            }
        }
        if at > start {
            self.push(LexemeKind::Literal, start, at);
        }
        match self.opener(at) {
            Some(length) => self.template(at, length),
            None => {
                self.push(LexemeKind::CloseQuote, at, at + 1);
                self.open.pop();
                self.lexer.pos = at + 1;
            }
        }
        Ok(())
    }

    /// The next token inside a heredoc: a line, a part of one, its end or the opener of a template sequence.
    fn heredoc(&mut self) -> Result<(), u32> {
        let start = self.lexer.pos;
        let end = memchr(b'\n', &self.src[start..]).map_or(self.src.len(), |at| start + at + 1);
        let Some(Open::Heredoc { marker, at_line_start }) = self.open.last_mut() else {
            return Err(start as u32);
        };
        let marker = &self.src[marker.start as usize..marker.end as usize];
        let line = &self.src[start..end];
        if std::mem::replace(at_line_start, true) && line.trim_ascii() == marker {
            let breaks =
                line.len() - line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n")).unwrap_or(line).len();
            self.push(LexemeKind::CloseHeredoc, start, end - breaks);
            self.open.pop();
            self.lexer.pos = end - breaks;
            return Ok(());
        }
        if start == self.src.len() {
            return Err(start as u32);
        }
        let mut at = start;
        while at < end {
            match self.src[at] {
                b'$' | b'%' if self.is_escaped(at) => at += 3,
                b'$' | b'%' if self.opener(at).is_some() => break,
                _ => at += 1,
            }
        }
        let at = at.min(end);
        if at > start {
            self.push(LexemeKind::Literal, start, at);
        }
        self.lexer.pos = at;
        if let Some(length) = self.opener(at).filter(|_| at < end) {
            if let Some(Open::Heredoc { at_line_start, .. }) = self.open.last_mut() {
                *at_line_start = false;
            }
            self.template(at, length);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(src: &str) -> String {
        let lexemes = lexemes(src.as_bytes()).expect("a source without errors");
        let text = |one: &Lexeme| &src[one.range.start as usize..one.range.end as usize];
        lexemes.iter().map(|one| format!("{:?}{:?} ", one.kind, text(one))).collect()
    }

    #[test]
    fn comments_own_their_line_breaks() {
        assert_eq!(
            shown("# a\r\nb = 1 /* c\n */ // d\n\n"),
            "Comment\"# a\\r\\n\" Ident\"b\" Assign\"=\" Number\"1\" Comment\"/* c\\n */\" Comment\"// d\\n\" \
             Newline\"\\n\" "
        );
    }

    #[test]
    fn strings_are_parts() {
        assert_eq!(
            shown(r#"a="x$${y}${~ {b=1}.b ~}\"%{""#.replace("%{", "%").as_str()),
            "Ident\"a\" Assign\"=\" OpenQuote\"\\\"\" Literal\"x$${y}\" OpenTemplate\"${~\" OpenBrace\"{\" Ident\"b\" \
             Assign\"=\" Number\"1\" CloseBrace\"}\" Dot\".\" Ident\"b\" CloseTemplate\"~}\" Literal\"\\\\\\\"%\" \
             CloseQuote\"\\\"\" "
        );
    }

    #[test]
    fn heredocs_are_lines() {
        assert_eq!(
            shown("a = <<-EOT\n  x ${y}\n  EOT x\n  EOT\nb = 1"),
            "Ident\"a\" Assign\"=\" OpenHeredoc\"<<-EOT\\n\" Literal\"  x \" OpenTemplate\"${\" Ident\"y\" \
             CloseTemplate\"}\" Literal\"\\n\" Literal\"  EOT x\\n\" CloseHeredoc\"  EOT\" Newline\"\\n\" Ident\"b\" \
             Assign\"=\" Number\"1\" "
        );
    }

    #[test]
    fn broken_sources_end() {
        for src in ["a = \"", "a = <<E\n", "}", "a = \"${", "a = ;", "~}", "a = \"\\"] {
            assert!(lexemes(src.as_bytes()).is_err(), "{src}");
        }
    }
}
