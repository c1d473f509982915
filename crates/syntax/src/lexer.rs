//! The lexer: bytes to tokens, one at a time, on demand by the parser.
//!
//! Spaces, comments, line breaks and conflict markers are not tokens; a token records whether a line break
//! precedes it. Out of scope: template literals (the template parser scans them and then sets [`Lexer::pos`])
//! and messages.

use hclx_diag::TextRange;
use memchr::{memchr, memmem};

use crate::bytes::{CLASS, Class, IDENT, char_at, continues_identifier, starts_identifier};
use crate::conflicts::{Conflicts, begins_marker};
use crate::token::{Kind, NO_NEWLINE, Token};

/// The lexer over a source.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    pub src: &'a [u8],
    /// The offset of the next token.
    pub pos: usize,
    /// The comments found so far, in order.
    pub comments: Vec<TextRange>,
    /// The conflicts found so far.
    pub conflicts: Conflicts,
    /// The start of an unclosed comment.
    pub unclosed_comment: Option<u32>,
}

/// The byte order mark, allowed at the start of a source.
const BOM: &[u8] = b"\xef\xbb\xbf";

impl<'a> Lexer<'a> {
    pub(crate) fn new(src: &'a [u8]) -> Self {
        let pos = if src.starts_with(BOM) { BOM.len() } else { 0 };
        let mut lexer =
            Self { src, pos, comments: Vec::new(), conflicts: Conflicts::default(), unclosed_comment: None };
        // A marker on the first line does not follow a line break.
        if begins_marker(lexer.at(pos)) {
            lexer.pos = lexer.conflicts.skip_marker(src, pos);
        }
        lexer
    }

    fn at(&self, pos: usize) -> u8 {
        self.src.get(pos).copied().unwrap_or(0)
    }

    /// Reads the next token into `token`.
    pub(crate) fn next(&mut self, token: &mut Token) {
        let src = self.src;
        let mut pos = self.pos;
        token.newline = NO_NEWLINE;
        token.wide = false;
        // Most tokens follow a single space.
        if src.get(pos) == Some(&b' ') {
            pos += 1;
        }
        let Some(&byte) = src.get(pos) else { return self.found(token, Kind::Eof, pos, pos) };
        let first = FIRST[byte as usize];
        if first == Kind::Ident {
            let end = word_end(src, pos + 1);
            // A byte that is not ASCII may continue the name.
            if src.get(end).is_none_or(|byte| *byte < 0x80) {
                return self.found(token, first, pos, end);
            }
        } else if first != Kind::Bad {
            let may_go_on = matches!(first, Kind::Dot | Kind::Assign);
            if !may_go_on || !continues_token(src.get(pos + 1)) {
                return self.found(token, first, pos, pos + 1);
            }
        }
        self.next_from(token, pos);
    }

    /// Reads the next token at or after `pos`.
    #[inline(never)]
    fn next_from(&mut self, token: &mut Token, mut pos: usize) {
        let src = self.src;
        loop {
            let Some(&byte) = src.get(pos) else { return self.found(token, Kind::Eof, pos, pos) };
            match CLASS[byte as usize] {
                Class::IdentStart => return self.identifier(token, pos, word_end(src, pos + 1)),
                Class::Space => pos = blanks_end(src, pos + 1),
                Class::Newline => pos = self.newline(pos, 1, token),
                // As in HCL, a carriage return is a line break only before a line feed.
                Class::Return if self.at(pos + 1) == b'\n' => pos = self.newline(pos, 2, token),
                Class::Digit => return self.found(token, Kind::Number, pos, number_end(src, pos)),
                Class::Punct => {
                    let (kind, len) = match SINGLE[byte as usize] {
                        Kind::Bad => self.punct(pos, byte),
                        single => (single, 1),
                    };
                    return self.found(token, kind, pos, pos + len);
                }
                Class::Comment => match self.comment(pos, byte) {
                    Some(end) => pos = end,
                    None => return self.found(token, Kind::Slash, pos, pos + 1),
                },
                Class::Wide => return self.wide(token, pos),
                _ => return self.found(token, Kind::Bad, pos, pos + 1),
            }
        }
    }

    #[inline]
    fn found(&mut self, token: &mut Token, kind: Kind, start: usize, end: usize) {
        token.kind = kind;
        token.start = start as u32;
        token.end = end as u32;
        self.pos = end;
    }

    /// Reads an identifier whose ASCII characters extend from `start` to `end`.
    #[inline]
    fn identifier(&mut self, token: &mut Token, start: usize, mut end: usize) {
        if self.src.get(end).is_some_and(|byte| *byte >= 0x80) {
            (end, token.wide) = identifier_rest(self.src, end);
        }
        self.found(token, Kind::Ident, start, end);
    }

    /// Reads a token that starts with a non-ASCII byte.
    #[cold]
    fn wide(&mut self, token: &mut Token, start: usize) {
        match char_at(self.src, start) {
            Ok(c) if starts_identifier(c) => {
                let (end, _) = identifier_rest(self.src, start + c.len_utf8());
                token.wide = true;
                self.found(token, Kind::Ident, start, end);
            }
            Ok(c) => self.found(token, Kind::Bad, start, start + c.len_utf8()),
            Err(len) => self.found(token, Kind::NotUtf8, start, start + len),
        }
    }

    /// Skips a line break and the whitespace after it.
    #[inline]
    fn newline(&mut self, start: usize, len: usize, token: &mut Token) -> usize {
        if token.newline == NO_NEWLINE {
            token.newline = start as u32;
        }
        let pos = start + len;
        if begins_marker(self.at(pos)) {
            self.conflicts.skip_marker(self.src, pos)
        } else {
            blanks_end(self.src, pos)
        }
    }

    fn punct(&self, start: usize, byte: u8) -> (Kind, usize) {
        let next = self.at(start + 1);
        match (byte, next) {
            (b'.', b'.') if self.at(start + 2) == b'.' => (Kind::Ellipsis, 3),
            (b'.', _) => (Kind::Dot, 1),
            (b'=', b'=') => (Kind::Equal, 2),
            (b'=', b'>') => (Kind::FatArrow, 2),
            (b'=', _) => (Kind::Assign, 1),
            (b':', b':') => (Kind::DoubleColon, 2),
            (b':', _) => (Kind::Colon, 1),
            (b'!', b'=') => (Kind::NotEqual, 2),
            (b'!', _) => (Kind::Bang, 1),
            (b'&', b'&') => (Kind::And, 2),
            (b'|', b'|') => (Kind::Or, 2),
            (b'>', b'=') => (Kind::GreaterEqual, 2),
            (b'>', _) => (Kind::Greater, 1),
            (b'<', b'<') => match heredoc_opener(self.src, start) {
                Some(opener) => (Kind::Heredoc, opener.text_start - start),
                None => (Kind::Less, 1),
            },
            (b'<', b'=') => (Kind::LessEqual, 2),
            (b'<', _) => (Kind::Less, 1),
            (b'~', b'}') => (Kind::StripClose, 2),
            _ => (Kind::Bad, 1),
        }
    }

    /// The end of the comment that starts at `start`; `None` for a division.
    fn comment(&mut self, start: usize, byte: u8) -> Option<usize> {
        let line = match (byte, self.at(start + 1)) {
            (b'#', _) | (b'/', b'/') => true,
            (b'/', b'*') => false,
            _ => return None,
        };
        let rest = &self.src[start..];
        let len = if line {
            memchr(b'\n', rest).unwrap_or(rest.len())
        // `/*/` does not close itself.
        } else if let Some(end) = memmem::find(&rest[2..], b"*/") {
            end + 4
        } else {
            self.unclosed_comment.get_or_insert(start as u32);
            rest.len()
        };
        // The carriage return belongs to the line break.
        let cut = usize::from(line && rest[..len].ends_with(b"\r"));
        self.remember_comment(TextRange::new(start as u32, (start + len - cut) as u32));
        Some(start + len)
    }

    /// Records a comment once. The parser may look ahead and rewind, so a comment may be read again.
    fn remember_comment(&mut self, range: TextRange) {
        if self.comments.last().is_none_or(|last| last.start < range.start) {
            self.comments.push(range);
        }
    }
}

/// Single-character tokens that do not start a longer one; `Bad` for all other bytes.
const SINGLE: [Kind; 256] = single_tokens();

const fn single_tokens() -> [Kind; 256] {
    let mut table = [Kind::Bad; 256];
    table[b'"' as usize] = Kind::Quote;
    table[b'{' as usize] = Kind::OpenBrace;
    table[b'}' as usize] = Kind::CloseBrace;
    table[b'[' as usize] = Kind::OpenBracket;
    table[b']' as usize] = Kind::CloseBracket;
    table[b'(' as usize] = Kind::OpenParen;
    table[b')' as usize] = Kind::CloseParen;
    table[b',' as usize] = Kind::Comma;
    table[b'?' as usize] = Kind::Question;
    table[b'+' as usize] = Kind::Plus;
    table[b'-' as usize] = Kind::Minus;
    table[b'*' as usize] = Kind::Star;
    table[b'%' as usize] = Kind::Percent;
    table
}

/// The tokens that most bytes start: single characters, names, and `.` and `=` unless they are part of a longer token;
/// `Bad` for all other bytes.
const FIRST: [Kind; 256] = first_tokens();

const fn first_tokens() -> [Kind; 256] {
    let mut table = single_tokens();
    let mut byte = 0;
    while byte < 256 {
        if matches!(CLASS[byte], Class::IdentStart) {
            table[byte] = Kind::Ident;
        }
        byte += 1;
    }
    table[b'.' as usize] = Kind::Dot;
    table[b'=' as usize] = Kind::Assign;
    table
}

/// Returns `true` if a byte after `.` or `=` is part of the same token.
#[inline]
fn continues_token(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'.' | b'=' | b'>'))
}

/// Eight spaces.
const BLANKS: u64 = u64::from_le_bytes(*b"        ");

/// The end of the spaces at `pos`; tabs may follow.
#[inline]
pub(crate) fn blanks_end(src: &[u8], mut pos: usize) -> usize {
    while let Some(eight) = src.get(pos..).and_then(|rest| rest.first_chunk::<8>()) {
        // In this byte order, the lowest differing byte is the first one in the source.
        let differs = u64::from_le_bytes(*eight) ^ BLANKS;
        if differs != 0 {
            return pos + differs.trailing_zeros() as usize / 8;
        }
        pos += 8;
    }
    while src.get(pos) == Some(&b' ') {
        pos += 1;
    }
    pos
}

/// The end of the ASCII characters of an identifier.
#[inline]
fn word_end(src: &[u8], mut pos: usize) -> usize {
    while let Some(eight) = src.get(pos..).and_then(|rest| rest.first_chunk::<8>()) {
        if let Some(len) = eight.iter().position(|byte| !IDENT[*byte as usize]) {
            return pos + len;
        }
        pos += 8;
    }
    while src.get(pos).is_some_and(|byte| IDENT[*byte as usize]) {
        pos += 1;
    }
    pos
}

/// The end of an identifier with non-ASCII characters from `end` on, and whether these belong to it.
#[cold]
fn identifier_rest(src: &[u8], mut end: usize) -> (usize, bool) {
    let mut wide = false;
    while end < src.len() {
        match char_at(src, end) {
            Ok(c) if continues_identifier(c) => {
                wide |= !c.is_ascii();
                end += c.len_utf8();
            }
            _ => break,
        }
    }
    (end, wide)
}

/// The end of the identifier at `start`, if there is one.
pub(crate) fn identifier_end(src: &[u8], start: usize) -> Option<usize> {
    if start >= src.len() {
        return None;
    }
    let first = char_at(src, start).ok().filter(|c| starts_identifier(*c))?;
    Some(identifier_rest(src, start + first.len_utf8()).0)
}

/// The end of a number that starts with the digit at `start`: digits, dots and exponents as far as they
/// extend, but no trailing dot. The parser decides whether it is a valid number: `1.2.3` is a single
/// malformed one.
fn number_end(src: &[u8], start: usize) -> usize {
    let at = |pos: usize| src.get(pos).copied().unwrap_or(0);
    let mut pos = start + 1;
    let mut end = pos;
    loop {
        match at(pos) {
            b'0'..=b'9' => {
                pos += 1;
                end = pos;
            }
            b'.' => pos += 1,
            b'e' | b'E' => {
                // Without digits there is no exponent: `1em` is a number followed by a word.
                let digit = pos + 1 + usize::from(matches!(at(pos + 1), b'+' | b'-'));
                if !at(digit).is_ascii_digit() {
                    return end;
                }
                pos = digit + 1;
                end = pos;
            }
            _ => return end,
        }
    }
}

/// The opener of a heredoc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeredocOpener {
    /// Set for `<<-`.
    pub flush: bool,
    /// The marker.
    pub marker: TextRange,
    /// The start of the first line of the contents.
    pub text_start: usize,
}

/// Reads `<<EOT` or `<<-EOT` with the line break that must follow directly.
pub(crate) fn heredoc_opener(src: &[u8], start: usize) -> Option<HeredocOpener> {
    let flush = src.get(start + 2) == Some(&b'-');
    let name = start + 2 + usize::from(flush);
    let name_end = identifier_end(src, name)?;
    let text_start = match src.get(name_end..)? {
        [b'\n', ..] => name_end + 1,
        [b'\r', b'\n', ..] => name_end + 2,
        _ => return None,
    };
    Some(HeredocOpener { flush, marker: TextRange::new(name as u32, name_end as u32), text_start })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text.as_bytes());
        std::iter::from_fn(|| Some(next(&mut lexer).kind).filter(|kind| *kind != Kind::Eof)).collect()
    }

    fn next(lexer: &mut Lexer<'_>) -> Token {
        let mut token = Token::at(0);
        lexer.next(&mut token);
        token
    }

    #[test]
    fn numbers_take_as_much_as_goes() {
        let end = |text: &str| number_end(text.as_bytes(), 0);
        assert_eq!(end("12"), 2);
        assert_eq!(end("1.e3"), 4);
        assert_eq!(end("1.2.3]"), 5);
        assert_eq!(end("1..."), 1);
        assert_eq!(end("1e+"), 1);
        assert_eq!(end("1e+3x"), 4);
    }

    #[test]
    fn the_longest_token_wins() {
        assert_eq!(kinds("..."), [Kind::Ellipsis]);
        assert_eq!(kinds(".."), [Kind::Dot, Kind::Dot]);
        assert_eq!(kinds("=>"), [Kind::FatArrow]);
        assert_eq!(kinds(":::"), [Kind::DoubleColon, Kind::Colon]);
        assert_eq!(kinds("a-b - c"), [Kind::Ident, Kind::Minus, Kind::Ident]);
        assert_eq!(kinds("&& &"), [Kind::And, Kind::Bad]);
    }

    #[test]
    fn line_breaks_belong_to_the_token_after_them() {
        let mut lexer = Lexer::new(b"a # c\r\n\n b");
        assert!(!next(&mut lexer).starts_line());
        assert_eq!(next(&mut lexer).newline, 6);
        assert_eq!(lexer.comments, [TextRange::new(2, 5)]);
    }

    #[test]
    fn of_a_conflict_the_first_side_is_read() {
        let text = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\nc\n";
        assert_eq!(kinds(text), [Kind::Ident, Kind::Ident]);
    }
}
