//! All tokens of a source, including those that the parser skips: line breaks, comments, and the parts of
//! strings and heredocs. Only spaces and tabs are left out.
//!
//! Out of scope: errors. The tokens of a source with syntax errors end where lexing cannot continue.

use std::sync::Arc;

use hclx_diag::{SourceId, TextRange};
use memchr::{memchr, memchr2};

use crate::lexer::{Lexer, blanks_end, heredoc_opener};
use crate::token::{Kind, Token};
use crate::{Parsed, ParserArena};

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
    /// A part of a string as written, or a line (including its line break) or part of a line of a heredoc.
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

impl LexemeKind {
    /// All kinds; the discriminant of each is its index.
    pub const ALL: [Self; 26] = [
        Self::Newline,
        Self::Comment,
        Self::Ident,
        Self::Number,
        Self::OpenQuote,
        Self::CloseQuote,
        Self::Literal,
        Self::OpenHeredoc,
        Self::CloseHeredoc,
        Self::OpenTemplate,
        Self::CloseTemplate,
        Self::OpenBrace,
        Self::CloseBrace,
        Self::OpenBracket,
        Self::CloseBracket,
        Self::OpenParen,
        Self::CloseParen,
        Self::Comma,
        Self::Dot,
        Self::Ellipsis,
        Self::DoubleColon,
        Self::Assign,
        Self::FatArrow,
        Self::Bang,
        Self::Minus,
        Self::Operator,
    ];
}

/// A token with its source range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The kind.
    pub kind: LexemeKind,
    /// The range in bytes.
    pub range: TextRange,
}

/// The tokens of a source in native syntax, in order. A byte order mark at the start belongs to none of them.
///
/// # Errors
/// The offset at which lexing of a source with syntax errors cannot continue.
pub fn lexemes(src: &[u8]) -> Result<Vec<Lexeme>, u32> {
    let mut list = room(src);
    Reader::new(src, LexedTokens::new(src), into(&mut list, plain)).read()?;
    Ok(list)
}

/// The tokens of a source in native syntax that may have syntax errors. After an unclosed string, lexing
/// continues on the next line.
pub fn lexemes_around_errors(src: &[u8]) -> Vec<Lexeme> {
    let mut list = room(src);
    let mut reader = Reader::new(src, LexedTokens::new(src), into(&mut list, plain));
    while let Err(at) = reader.read()
        && reader.skip(at as usize)
    {}
    drop(reader);
    list
}

fn plain(kind: LexemeKind, range: TextRange) -> Lexeme {
    Lexeme { kind, range }
}

/// The estimated number of source bytes per token, for reserving space: real files have a token every six
/// bytes.
const DENSITY: usize = 5;

/// An empty list with space for the tokens of a source.
fn room<T>(src: &[u8]) -> Vec<T> {
    Vec::with_capacity(src.len() / DENSITY)
}

/// A consumer of the tokens of a source, one after another.
pub trait Take {
    /// Takes a token; returns `false` to stop lexing.
    fn take(&mut self, kind: LexemeKind, range: TextRange) -> bool;

    /// Takes a line break; returns `false` to stop lexing.
    #[inline]
    fn take_break(&mut self, range: TextRange) -> bool {
        self.take(LexemeKind::Newline, range)
    }

    /// Takes the tokens of a quoted string without template sequences; returns `false` to stop lexing.
    #[inline]
    fn take_string(&mut self, range: TextRange) -> bool {
        let (inside, close) = (range.start + 1, range.end - 1);
        self.take(LexemeKind::OpenQuote, TextRange::new(range.start, inside))
            && (inside == close || self.take(LexemeKind::Literal, TextRange::new(inside, close)))
            && self.take(LexemeKind::CloseQuote, TextRange::new(close, range.end))
    }
}

impl<F: FnMut(LexemeKind, TextRange) -> bool> Take for F {
    #[inline]
    fn take(&mut self, kind: LexemeKind, range: TextRange) -> bool {
        self(kind, range)
    }
}

/// Adds all tokens to a list, each converted by `make`.
fn into<T>(
    list: &mut Vec<T>,
    make: impl Fn(LexemeKind, TextRange) -> T,
) -> impl FnMut(LexemeKind, TextRange) -> bool {
    move |kind, range| {
        list.push(make(kind, range));
        true
    }
}

/// The tokens that the parser consumed from a source, so that [`lexemes`] does not have to scan it again.
#[derive(Debug)]
pub struct ParsedTokens(Vec<Token>);

impl ParsedTokens {
    /// Like [`parse_body`](crate::parse_body), but keeps the tokens and reuses memory.
    ///
    /// # Panics
    ///
    /// Same as [`parse_body`](crate::parse_body).
    pub fn parse(source: SourceId, bytes: Arc<[u8]>, room: &mut ParserArena) -> (Parsed, Self) {
        let (parsed, tokens) = crate::native::parse_body_taking(source, bytes, room);
        (parsed, Self(tokens))
    }

    /// Returns the memory for the next parse.
    pub fn give_back(self, parsed: Parsed, room: &mut ParserArena) {
        room.take_back(parsed, self.0);
    }

    /// Adds the tokens to a list like [`lexemes`], for the source of `parsed`; `make` converts each token.
    ///
    /// # Errors
    /// Same as [`lexemes`]; always if the source has syntax errors.
    pub fn lexemes<T>(
        &self,
        parsed: &Parsed,
        list: &mut Vec<T>,
        make: impl Fn(LexemeKind, TextRange) -> T,
    ) -> Result<(), u32> {
        list.reserve(parsed.tree.source().len() / DENSITY);
        self.pass(parsed, into(list, make))
    }

    /// Passes the tokens of [`ParsedTokens::lexemes`] to `take`, one after another.
    ///
    /// # Errors The offset at which `take` stopped, and as [`ParsedTokens::lexemes`].
    pub fn pass(&self, parsed: &Parsed, take: impl Take) -> Result<(), u32> {
        let supply = ConsumedTokens::new(&self.0, parsed.tree.comments());
        Reader::new(parsed.tree.source(), supply, take).read()
    }
}

/// The bytes of a quoted string that may start more than a literal character.
const IN_QUOTES: [bool; 256] = {
    let mut table = [false; 256];
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table[b'\n' as usize] = true;
    table[b'$' as usize] = true;
    table[b'%' as usize] = true;
    table
};

/// The lexeme kinds of the tokens whose kind does not depend on the context; `None` for other tokens.
const SAME: [Option<LexemeKind>; Kind::NotUtf8 as usize + 1] = same_kinds();

const fn same_kinds() -> [Option<LexemeKind>; Kind::NotUtf8 as usize + 1] {
    use LexemeKind as Lexeme;
    let mut table = [Some(Lexeme::Operator); Kind::NotUtf8 as usize + 1];
    table[Kind::Ident as usize] = Some(Lexeme::Ident);
    table[Kind::Number as usize] = Some(Lexeme::Number);
    table[Kind::OpenBracket as usize] = Some(Lexeme::OpenBracket);
    table[Kind::CloseBracket as usize] = Some(Lexeme::CloseBracket);
    table[Kind::OpenParen as usize] = Some(Lexeme::OpenParen);
    table[Kind::CloseParen as usize] = Some(Lexeme::CloseParen);
    table[Kind::Comma as usize] = Some(Lexeme::Comma);
    table[Kind::Dot as usize] = Some(Lexeme::Dot);
    table[Kind::Ellipsis as usize] = Some(Lexeme::Ellipsis);
    table[Kind::DoubleColon as usize] = Some(Lexeme::DoubleColon);
    table[Kind::Assign as usize] = Some(Lexeme::Assign);
    table[Kind::FatArrow as usize] = Some(Lexeme::FatArrow);
    table[Kind::Bang as usize] = Some(Lexeme::Bang);
    table[Kind::Minus as usize] = Some(Lexeme::Minus);
    let others = [
        Kind::Quote,
        Kind::Heredoc,
        Kind::OpenBrace,
        Kind::CloseBrace,
        Kind::StripClose,
        Kind::Bad,
        Kind::NotUtf8,
        Kind::Eof,
        Kind::Newline,
    ];
    let mut at = 0;
    while at < others.len() {
        table[others[at] as usize] = None;
        at += 1;
    }
    table
}

/// An open enclosing string or template.
enum Open {
    /// A template sequence, with the number of open braces around its string.
    Template {
        braces: u32,
    },
    Quote,
    /// A heredoc: its marker, and whether the reader is at the start of a line.
    Heredoc {
        marker: TextRange,
        at_line_start: bool,
    },
}

/// A source of the tokens outside of strings and of the comments between them.
trait Supply {
    /// The token at or after an offset.
    fn next(&mut self, pos: usize) -> Option<Token>;

    /// Returns `true` if a comment that was not taken yet starts before an offset, which is at most that of the
    /// last token.
    fn has_comment_before(&self, offset: u32) -> bool;

    /// Takes the next comment, if there is one.
    fn comment(&mut self) -> Option<TextRange>;
}

/// The tokens that a lexer reads.
struct LexedTokens<'a> {
    lexer: Lexer<'a>,
    /// The number of comments already taken.
    passed: usize,
}

impl<'a> LexedTokens<'a> {
    fn new(src: &'a [u8]) -> Self {
        Self { lexer: Lexer::new(src), passed: 0 }
    }
}

impl Supply for LexedTokens<'_> {
    fn next(&mut self, pos: usize) -> Option<Token> {
        let mut token = Token::at(0);
        self.lexer.pos = pos;
        self.lexer.next(&mut token);
        Some(token)
    }

    fn has_comment_before(&self, offset: u32) -> bool {
        self.lexer.comments.get(self.passed).is_some_and(|next| next.start < offset)
    }

    fn comment(&mut self) -> Option<TextRange> {
        self.passed += 1;
        self.lexer.comments.get(self.passed - 1).copied()
    }
}

/// The tokens that a parser consumed.
struct ConsumedTokens<'a> {
    rest: std::slice::Iter<'a, Token>,
    comments: std::slice::Iter<'a, TextRange>,
    /// The start of the next comment that was not taken yet.
    next_comment: u32,
}

impl<'a> ConsumedTokens<'a> {
    fn new(tokens: &'a [Token], comments: &'a [TextRange]) -> Self {
        let next_comment = comments.first().map_or(u32::MAX, |first| first.start);
        Self { rest: tokens.iter(), comments: comments.iter(), next_comment }
    }
}

impl Supply for ConsumedTokens<'_> {
    #[inline]
    fn next(&mut self, pos: usize) -> Option<Token> {
        self.rest.find(|token| token.start as usize >= pos).copied()
    }

    #[inline]
    fn has_comment_before(&self, offset: u32) -> bool {
        self.next_comment < offset
    }

    fn comment(&mut self) -> Option<TextRange> {
        let comment = self.comments.next().copied();
        self.next_comment = self.comments.as_slice().first().map_or(u32::MAX, |next| next.start);
        comment
    }
}

struct Reader<'a, S, T> {
    src: &'a [u8],
    supply: S,
    /// The current offset.
    pos: usize,
    take: T,
    /// The number of open braces in the innermost template sequence, which ends at its own closing brace.
    braces: u32,
    open: Vec<Open>,
}

impl<'a, S: Supply, T: Take> Reader<'a, S, T> {
    fn new(src: &'a [u8], supply: S, take: T) -> Self {
        // A byte order mark precedes the first token.
        let pos = Lexer::new(src).pos;
        Self { src, supply, pos, take, braces: 0, open: Vec::new() }
    }

    /// Passes on a token.
    #[inline(never)]
    fn push(&mut self, kind: LexemeKind, start: usize, end: usize) -> Result<(), u32> {
        let goes_on = self.take.take(kind, TextRange::new(start as u32, end as u32));
        if goes_on { Ok(()) } else { Err(start as u32) }
    }

    fn read(&mut self) -> Result<(), u32> {
        loop {
            let is_ended = match self.open.last() {
                Some(Open::Quote) => self.quoted().map(|()| false),
                Some(Open::Heredoc { .. }) => self.heredoc().map(|()| false),
                _ => self.code(),
            }?;
            if is_ended {
                let is_closed = self.open.is_empty() && self.braces == 0;
                return if is_closed { Ok(()) } else { Err(self.pos as u32) };
            }
        }
    }

    /// Reads tokens up to the start or the end of a string with sequences; returns `true` at the end of the
    /// source.
    fn code(&mut self) -> Result<bool, u32> {
        loop {
            let start = self.pos;
            let token = self.supply.next(start).ok_or(start as u32)?;
            // most tokens follow a space or another token directly
            if token.starts_line() || self.supply.has_comment_before(token.start) {
                self.between(start, token.start as usize)?;
            }
            self.pos = token.end as usize;
            let goes_on = match SAME[token.kind as usize] {
                // a string whose end the parser has found
                None if token.kind == Kind::Quote && token.end > token.start + 1 => {
                    self.take.take_string(token.range())
                }
                None if token.kind == Kind::Eof => {
                    self.pos = token.start as usize;
                    return Ok(true);
                }
                None => {
                    let depth = self.open.len();
                    self.delimiter(token)?;
                    if self.open.len() != depth {
                        return Ok(false);
                    }
                    true
                }
                Some(kind) => self.take.take(kind, token.range()),
            };
            if !goes_on {
                return Err(token.start);
            }
        }
    }

    /// Continues after an error, unless the source ends there.
    fn skip(&mut self, at: usize) -> bool {
        if self.open.is_empty() {
            self.pos = self.pos.max(at + 1);
        } else {
            // The braces around the outermost string are open again.
            let outermost = self.open.drain(..).find_map(|open| match open {
                Open::Template { braces } => Some(braces),
                _ => None,
            });
            self.braces = outermost.unwrap_or(self.braces);
            self.pos =
                memchr(b'\n', &self.src[at.min(self.src.len())..]).map_or(self.src.len(), |end| at + end);
        }
        at < self.src.len()
    }

    /// Adds the line breaks and comments before a token.
    fn between(&mut self, mut at: usize, end: usize) -> Result<(), u32> {
        while at < end {
            match self.src[at] {
                b'\n' => {
                    self.line_break(at, at + 1)?;
                    at = blanks_end(self.src, at + 1);
                }
                b'\r' if self.src.get(at + 1) == Some(&b'\n') => {
                    self.line_break(at, at + 2)?;
                    at += 2;
                }
                b'#' | b'/' => {
                    let Some(range) = self.supply.comment() else { return Ok(()) };
                    let mut after = range.end as usize;
                    // a comment at the end of a line includes its line break
                    if !self.src[at..].starts_with(b"/*") {
                        after += usize::from(self.src.get(after) == Some(&b'\r'));
                        after += usize::from(self.src.get(after) == Some(&b'\n'));
                    }
                    self.push(LexemeKind::Comment, at, after)?;
                    at = blanks_end(self.src, after);
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    #[inline]
    fn line_break(&mut self, start: usize, end: usize) -> Result<(), u32> {
        let goes_on = self.take.take_break(TextRange::new(start as u32, end as u32));
        if goes_on { Ok(()) } else { Err(start as u32) }
    }

    /// Adds a token that opens or closes a string, a template or braces.
    fn delimiter(&mut self, token: Token) -> Result<(), u32> {
        use LexemeKind as Lexeme;
        let (start, end) = (token.start as usize, token.end as usize);
        let kind = match token.kind {
            Kind::OpenBrace => {
                self.braces += 1;
                Lexeme::OpenBrace
            }
            Kind::CloseBrace if self.braces > 0 => {
                self.braces -= 1;
                Lexeme::CloseBrace
            }
            Kind::CloseBrace | Kind::StripClose if self.braces == 0 => match self.open.pop() {
                Some(Open::Template { braces }) => {
                    self.braces = braces;
                    Lexeme::CloseTemplate
                }
                _ => return Err(token.start),
            },
            Kind::Quote => {
                self.open.push(Open::Quote);
                Lexeme::OpenQuote
            }
            Kind::Heredoc => {
                let opener = heredoc_opener(self.src, start).ok_or(token.start)?;
                self.open.push(Open::Heredoc { marker: opener.marker, at_line_start: true });
                Lexeme::OpenHeredoc
            }
            _ => return Err(token.start),
        };
        self.push(kind, start, end)
    }

    /// The length of the opener of a template sequence at an offset, if there is one.
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

    fn template(&mut self, at: usize, length: usize) -> Result<(), u32> {
        self.open.push(Open::Template { braces: std::mem::take(&mut self.braces) });
        self.pos = at + length;
        self.push(LexemeKind::OpenTemplate, at, at + length)
    }

    /// Reads the next token inside a string.
    fn quoted(&mut self) -> Result<(), u32> {
        let (start, mut at) = (self.pos, self.pos);
        loop {
            match self.src.get(at) {
                Some(byte) if !IN_QUOTES[*byte as usize] => at += 1,
                None | Some(b'\n') => return Err(at as u32),
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(b'$' | b'%') if self.is_escaped(at) => at += 3,
                Some(b'$' | b'%') if self.opener(at).is_some() => break,
                Some(_) => at += 1,
            }
        }
        if at > start {
            self.push(LexemeKind::Literal, start, at)?;
        }
        match self.opener(at) {
            Some(length) => self.template(at, length)?,
            None => {
                self.push(LexemeKind::CloseQuote, at, at + 1)?;
                self.open.pop();
                self.pos = at + 1;
            }
        }
        Ok(())
    }

    /// Reads the next token inside a heredoc: a line, a part of one, its end, or the opener of a template
    /// sequence.
    fn heredoc(&mut self) -> Result<(), u32> {
        let start = self.pos;
        let end = memchr(b'\n', &self.src[start..]).map_or(self.src.len(), |at| start + at + 1);
        let Some(Open::Heredoc { marker, at_line_start }) = self.open.last_mut() else {
            return Err(start as u32);
        };
        let marker = &self.src[marker.start as usize..marker.end as usize];
        let line = &self.src[start..end];
        // A line that starts with a template sequence does not end a heredoc, regardless of what follows on
        // it.
        if std::mem::replace(at_line_start, true) && line.trim_ascii() == marker {
            let breaks =
                line.len() - line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n")).unwrap_or(line).len();
            self.push(LexemeKind::CloseHeredoc, start, end - breaks)?;
            self.open.pop();
            self.pos = end - breaks;
            return Ok(());
        }
        if start == self.src.len() {
            return Err(start as u32);
        }
        let mut at = start;
        let opener = loop {
            let rest = self.src.get(at..end).unwrap_or_default();
            let Some(found) = memchr2(b'$', b'%', rest) else { break None };
            at += found;
            match self.opener(at) {
                _ if self.is_escaped(at) => at += 3,
                Some(length) => break Some(length),
                None => at += 1,
            }
        };
        let at = if opener.is_some() { at } else { end };
        if at > start {
            self.push(LexemeKind::Literal, start, at)?;
        }
        self.pos = at;
        if let Some(length) = opener {
            if let Some(Open::Heredoc { at_line_start, .. }) = self.open.last_mut() {
                *at_line_start = false;
            }
            self.template(at, length)?;
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
    fn kinds_are_at_their_numbers() {
        assert!(LexemeKind::ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
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

    #[test]
    fn reading_continues_after_an_error() {
        for (src, words) in [
            ("a = \"x\nb {\n}\nc = 1", "a b c"),
            ("a {\n b = \"${x(\n c = 1\n}\nd {}", "a b x c d"),
            ("a = ; b\nc {", "a b c"),
            ("}\na", "a"),
            ("a = \"\\", "a"),
            ("a = <<E\nb\n", "a"),
            ("a = \u{0}\u{1} é ; }~} x", "a é x"),
        ] {
            let tokens = lexemes_around_errors(src.as_bytes());
            let names = tokens.iter().filter(|token| token.kind == LexemeKind::Ident);
            let names: Vec<_> =
                names.map(|token| &src[token.range.start as usize..token.range.end as usize]).collect();
            assert_eq!(names.join(" "), words, "{src}");
            assert!(tokens.is_sorted_by_key(|token| token.range.start), "{src}");
        }
    }
}
