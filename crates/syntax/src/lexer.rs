//! The lexer: bytes to tokens, one at a time, on demand of the parser.
//!
//! Spaces, comments, line breaks and the lines that version control leaves in a conflict are no
//! tokens; a token knows whether a line break stands before it. Deliberately absent: template text
//! (the template reader walks over it and then sets [`Lexer::pos`]) and messages.

use hclx_diag::TextRange;
use memchr::{memchr, memmem};

use crate::bytes::{CLASS, Class, IDENT, char_at, continues_identifier, starts_identifier};
use crate::token::{Kind, NO_NEWLINE, Token};

/// The lines of an unresolved merge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub start: TextRange,
    pub middle: Option<TextRange>,
    pub end: Option<TextRange>,
}

/// The lexer over a text.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    pub src: &'a [u8],
    /// Where the next token is looked for.
    pub pos: usize,
    /// Comments met so far, in order.
    pub comments: Vec<TextRange>,
    /// Conflicts met so far, in order.
    pub conflicts: Vec<Conflict>,
    /// The start of a comment that has no end.
    pub unclosed_comment: Option<u32>,
    /// Set when a search for the end of a conflict has reached the end of the text.
    no_conflict_ends: bool,
}

/// The byte order mark, which may stand at the start of a text.
const BOM: &[u8] = b"\xef\xbb\xbf";

impl<'a> Lexer<'a> {
    pub fn new(src: &'a [u8]) -> Self {
        let pos = if src.starts_with(BOM) { BOM.len() } else { 0 };
        Self {
            src,
            pos,
            comments: Vec::new(),
            conflicts: Vec::new(),
            unclosed_comment: None,
            no_conflict_ends: false,
        }
    }

    fn at(&self, pos: usize) -> u8 {
        self.src.get(pos).copied().unwrap_or(0)
    }

    /// The next token.
    pub fn next(&mut self) -> Token {
        let mut newline = NO_NEWLINE;
        if self.pos == 0 {
            self.conflict_line();
        }
        loop {
            let start = self.pos;
            let Some(&byte) = self.src.get(start) else {
                return Token {
                    kind: Kind::Eof,
                    wide: false,
                    start: start as u32,
                    end: start as u32,
                    newline,
                };
            };
            let (kind, end, wide) = match CLASS[byte as usize] {
                Class::Space => {
                    self.pos += 1;
                    while matches!(self.src.get(self.pos), Some(b' ' | b'\t')) {
                        self.pos += 1;
                    }
                    continue;
                }
                Class::Newline => {
                    self.newline(start, 1, &mut newline);
                    continue;
                }
                Class::Return if self.at(start + 1) == b'\n' => {
                    self.newline(start, 2, &mut newline);
                    continue;
                }
                Class::IdentStart => {
                    let mut end = start + 1;
                    while self.src.get(end).is_some_and(|byte| IDENT[*byte as usize]) {
                        end += 1;
                    }
                    if self.src.get(end).is_some_and(|byte| *byte >= 0x80) {
                        identifier_rest(self.src, end)
                    } else {
                        (Kind::Ident, end, false)
                    }
                }
                Class::Punct => {
                    let (kind, len) = self.punct(start, byte);
                    (kind, start + len, false)
                }
                Class::Digit => (Kind::Number, number_end(self.src, start), false),
                Class::Comment => {
                    if self.comment(start, byte) {
                        continue;
                    }
                    (Kind::Slash, start + 1, false)
                }
                Class::Wide => wide(self.src, start),
                Class::Return | Class::Bad => (Kind::Bad, start + 1, false),
            };
            self.pos = end;
            return Token { kind, wide, start: start as u32, end: end as u32, newline };
        }
    }

    fn newline(&mut self, start: usize, len: usize, first: &mut u32) {
        if *first == NO_NEWLINE {
            *first = start as u32;
        }
        self.pos = start + len;
        if matches!(self.at(self.pos), b'<' | b'=' | b'>' | b'|') {
            self.conflict_line();
        }
    }

    fn punct(&self, start: usize, byte: u8) -> (Kind, usize) {
        let next = self.at(start + 1);
        match (byte, next) {
            (b'"', _) => (Kind::Quote, 1),
            (b'{', _) => (Kind::OpenBrace, 1),
            (b'}', _) => (Kind::CloseBrace, 1),
            (b'[', _) => (Kind::OpenBracket, 1),
            (b']', _) => (Kind::CloseBracket, 1),
            (b'(', _) => (Kind::OpenParen, 1),
            (b')', _) => (Kind::CloseParen, 1),
            (b',', _) => (Kind::Comma, 1),
            (b'.', b'.') if self.at(start + 2) == b'.' => (Kind::Ellipsis, 3),
            (b'.', _) => (Kind::Dot, 1),
            (b'=', b'=') => (Kind::Equal, 2),
            (b'=', b'>') => (Kind::FatArrow, 2),
            (b'=', _) => (Kind::Assign, 1),
            (b':', b':') => (Kind::DoubleColon, 2),
            (b':', _) => (Kind::Colon, 1),
            (b'?', _) => (Kind::Question, 1),
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
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'*', _) => (Kind::Star, 1),
            (b'%', _) => (Kind::Percent, 1),
            (b'~', b'}') => (Kind::StripClose, 2),
            _ => (Kind::Bad, 1),
        }
    }

    /// Passes over a comment that begins at `start`; `false` if it is a division.
    fn comment(&mut self, start: usize, byte: u8) -> bool {
        let line = match (byte, self.at(start + 1)) {
            (b'#', _) | (b'/', b'/') => true,
            (b'/', b'*') => false,
            _ => return false,
        };
        let rest = &self.src[start..];
        let len = if line {
            memchr(b'\n', rest).unwrap_or(rest.len())
        } else if let Some(end) = memmem::find(&rest[2..], b"*/") {
            end + 4
        } else {
            self.unclosed_comment.get_or_insert(start as u32);
            rest.len()
        };
        self.pos = start + len;
        let cut = usize::from(line && rest[..len].ends_with(b"\r"));
        self.remember_comment(TextRange::new(start as u32, (start + len - cut) as u32));
        true
    }

    /// The parser looks ahead and comes back, so a comment may be met again.
    fn remember_comment(&mut self, range: TextRange) {
        if self.comments.last().is_none_or(|last| last.start < range.start) {
            self.comments.push(range);
        }
    }

    /// Passes over the line at [`Lexer::pos`], if it is a line of an unresolved merge. Of the sides of
    /// a conflict only the first is read.
    fn conflict_line(&mut self) {
        let start = self.pos;
        let Some(mark) = conflict_mark(&self.src[start..]) else { return };
        let line = self.line_from(start);
        self.pos = line.end as usize;
        if let Some(known) = self.conflicts.iter().rev().find(|known| known.start.start <= line.start) {
            let again = known.start == line || known.end == Some(line);
            if known.middle == Some(line) {
                self.pos = known.end.map_or(self.pos, |end| end.end as usize);
            }
            if again || known.middle == Some(line) {
                return;
            }
        }
        match self.conflicts.last_mut().filter(|last| last.end.is_none() && mark != b'<') {
            Some(open) if mark == b'>' => open.end = Some(line),
            Some(open) if open.middle.is_none() => {
                open.middle = Some(line);
                self.other_sides(line);
            }
            _ => self.conflicts.push(Conflict { start: line, middle: None, end: None }),
        }
    }

    /// Passes over the sides of a conflict after the first, if the conflict is whole.
    fn other_sides(&mut self, middle: TextRange) {
        let from = middle.end as usize;
        let found = if self.no_conflict_ends { None } else { memmem::find(&self.src[from..], b"\n>>>>>>>") };
        let Some(found) = found else {
            self.no_conflict_ends = true;
            return;
        };
        let end = self.line_from(from + found + 1);
        if let Some(conflict) = self.conflicts.last_mut() {
            conflict.end = Some(end);
        }
        self.pos = end.end as usize;
    }

    /// From `start` to the end of its line.
    fn line_from(&self, start: usize) -> TextRange {
        let len = memchr(b'\n', &self.src[start..]).unwrap_or(self.src.len() - start);
        TextRange::new(start as u32, (start + len) as u32)
    }
}

/// The character that a line of seven of which marks a conflict.
fn conflict_mark(line: &[u8]) -> Option<u8> {
    let mark = *line.first().filter(|byte| matches!(byte, b'<' | b'=' | b'>' | b'|'))?;
    let seven = line.len() >= 7 && line[..7].iter().all(|byte| *byte == mark);
    let alone = line.get(7).is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r'));
    (seven && alone).then_some(mark)
}

/// The rest of an identifier that has characters beyond ASCII from `end` on.
#[cold]
fn identifier_rest(src: &[u8], mut end: usize) -> (Kind, usize, bool) {
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
    (Kind::Ident, end, wide)
}

/// A token that begins with a byte beyond ASCII.
#[cold]
fn wide(src: &[u8], start: usize) -> (Kind, usize, bool) {
    match char_at(src, start) {
        Ok(c) if starts_identifier(c) => {
            let (kind, end, _) = identifier_rest(src, start + c.len_utf8());
            (kind, end, true)
        }
        Ok(c) => (Kind::Bad, start + c.len_utf8(), false),
        Err(len) => (Kind::NotUtf8, start + len, false),
    }
}

/// The end of the identifier at `start`, if there is one.
pub(crate) fn identifier_end(src: &[u8], start: usize) -> Option<usize> {
    if start >= src.len() {
        return None;
    }
    let first = char_at(src, start).ok().filter(|c| starts_identifier(*c))?;
    Some(identifier_rest(src, start + first.len_utf8()).1)
}

/// The end of a number that begins with the digit at `start`: digits, dots and exponents as far as
/// they go, but no dot at the end. Whether that makes a number is the parser's question: `1.2.3` is
/// one bad number.
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

/// The introducer of a heredoc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeredocOpener {
    /// Whether it is `<<-`.
    pub flush: bool,
    /// The end marker's text.
    pub marker: TextRange,
    /// Where the first line of text starts.
    pub text_start: usize,
}

/// Reads `<<EOT` or `<<-EOT` with the line break, which must follow at once.
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
        std::iter::from_fn(|| Some(lexer.next().kind).filter(|kind| *kind != Kind::Eof)).collect()
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
        assert!(!lexer.next().starts_line());
        assert_eq!(lexer.next().newline, 6);
        assert_eq!(lexer.comments, [TextRange::new(2, 5)]);
    }

    #[test]
    fn of_a_conflict_the_first_side_is_read() {
        let text = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\nc\n";
        assert_eq!(kinds(text), [Kind::Ident, Kind::Ident]);
    }
}
