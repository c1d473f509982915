//! Parsing of the JSON-like form (RFC 8259 with quotations as values) into markup.
//!
//! The parser of HCL's JSON profile in [`hclx_syntax::json`] recovers from errors and reports each where it
//! must be fixed. Here the first error ends parsing, as in a strict parser, and strings keep their escapes
//! because of the offsets of quotations. Both share the grammar of numbers.

use std::borrow::Cow;
use std::ops::Range;

use hclx_diag::mull_codes::{JSON_SYNTAX, STATIC_LIMIT, UNTERMINATED_QUOTATION};
use hclx_diag::{Code, TextRange};

use super::brace::end_of_quotation;
use super::markup::{Hole, HoleKind, Markup, Origin, RawId, RawKind, Style};
use super::reading::{MAX_DEPTH, ParseState};

/// Parses a source.
pub(super) fn read(reading: &mut ParseState, text: &str) {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = Reader {
        text,
        at: start,
        literal: reading.options.literal,
        markup: Markup::default(),
        origin: Origin::default(),
        open: Vec::new(),
    };
    match reader.document() {
        Ok(()) => super::tree::build(reading, &reader.markup, &reader.origin, text, text),
        Err(SyntaxError { code, place, message }) => {
            reading.wrong(code, TextRange::new(place.start as u32, place.end as u32), message);
        }
    }
}

struct SyntaxError {
    code: Code,
    place: Range<usize>,
    message: String,
}

enum OpenCollection {
    Array(usize, Vec<RawId>),
    Object(usize, Vec<(RawId, RawId)>, Option<RawId>),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Set if quotations are literal.
    literal: bool,
    markup: Markup<'t>,
    origin: Origin,
    open: Vec<OpenCollection>,
}

impl<'t> Reader<'t> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.at += blanks;
        rest.get(blanks).copied()
    }

    fn document(&mut self) -> Result<(), SyntaxError> {
        let mut complete = self.value()?;
        while !self.open.is_empty() || !complete {
            complete = if complete { self.after()? } else { self.value()? };
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// Parses the start of a value; returns `true` if the value is complete.
    fn value(&mut self) -> Result<bool, SyntaxError> {
        let start = self.at;
        let id = match self.peek() {
            Some(b'[') => {
                self.nest(OpenCollection::Array(self.at, Vec::new()))?;
                return if self.peek() == Some(b']') { self.close() } else { Ok(false) };
            }
            Some(b'{') => {
                self.nest(OpenCollection::Object(self.at, Vec::new(), None))?;
                return if self.peek() == Some(b'}') { self.close() } else { self.key() };
            }
            Some(b'"') => self.string()?,
            Some(b'$') if !self.literal && self.text[self.at..].starts_with("${") => self.quotation()?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(_) => self.word()?,
            None => {
                self.at = self.at.max(start);
                return Err(self.unexpected("a value"));
            }
        };
        self.put(id);
        Ok(true)
    }

    fn nest(&mut self, open: OpenCollection) -> Result<(), SyntaxError> {
        if self.open.len() >= MAX_DEPTH {
            let message = format!("nodes nest deeper than the limit of {MAX_DEPTH}");
            return Err(SyntaxError { code: STATIC_LIMIT, place: self.at..self.at + 1, message });
        }
        self.at += 1;
        self.open.push(open);
        Ok(())
    }

    fn put(&mut self, id: RawId) {
        match self.open.last_mut() {
            None => self.markup.root = Some(id),
            Some(OpenCollection::Array(_, items)) => items.push(id),
            Some(OpenCollection::Object(_, pairs, key)) => {
                if let Some(key) = key.take() {
                    pairs.push((key, id));
                }
            }
        }
    }

    /// Parses a key and its colon; a value follows.
    fn key(&mut self) -> Result<bool, SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a quoted key"));
        }
        let id = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.at += 1;
        if let Some(OpenCollection::Object(_, _, key)) = self.open.last_mut() {
            *key = Some(id);
        }
        Ok(false)
    }

    /// Parses the token after a value in a collection; returns `true` if the collection is complete.
    fn after(&mut self) -> Result<bool, SyntaxError> {
        let array = matches!(self.open.last(), Some(OpenCollection::Array(..)));
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                if array { Ok(false) } else { self.key() }
            }
            Some(b']') if array => self.close(),
            Some(b'}') if !array => self.close(),
            _ => Err(self.unexpected(if array { "`,` or `]`" } else { "`,` or `}`" })),
        }
    }

    fn close(&mut self) -> Result<bool, SyntaxError> {
        self.at += 1;
        let (start, kind) = match self.open.pop() {
            Some(OpenCollection::Array(start, items)) => (start, RawKind::Sequence(items)),
            Some(OpenCollection::Object(start, pairs, _)) => (start, RawKind::Mapping(pairs)),
            None => return Ok(true),
        };
        let id = self.push(kind, start);
        self.put(id);
        Ok(true)
    }

    fn push(&mut self, kind: RawKind<'t>, start: usize) -> RawId {
        self.markup.push(kind, start as u32..self.at as u32, None)
    }

    fn number(&mut self) -> Result<RawId, SyntaxError> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let Some(len) = hclx_syntax::json::number_length(rest) else {
            // The digits are missing after the sign.
            self.at += rest.iter().take_while(|byte| matches!(byte, b'-' | b'0'..=b'9')).count().min(1);
            return Err(self.unexpected("a digit"));
        };
        self.at += len;
        Ok(self.push(RawKind::Scalar(Cow::Borrowed(&self.text[start..self.at]), Style::Plain), start))
    }

    fn word(&mut self) -> Result<RawId, SyntaxError> {
        let start = self.at;
        // A longer word is reported at the character after it.
        let found = ["true", "false", "null"].into_iter().find(|word| self.text[start..].starts_with(word));
        let Some(word) = found else { return Err(self.unexpected("a value")) };
        self.at += word.len();
        Ok(self.push(RawKind::Scalar(Cow::Borrowed(word), Style::Plain), start))
    }

    /// Parses a quotation: a scalar that consists of a single hole.
    fn quotation(&mut self) -> Result<RawId, SyntaxError> {
        let start = self.at;
        let Some(end) = end_of_quotation(self.text.as_bytes(), start) else {
            let message = "unclosed quotation".to_owned();
            return Err(SyntaxError { code: UNTERMINATED_QUOTATION, place: start..start + 2, message });
        };
        self.at = end;
        let quotation = TextRange::new(start as u32, end as u32);
        self.origin.holes.push(Hole { at: start as u32, quotation, kind: HoleKind::Quotation });
        Ok(self.push(RawKind::Scalar(Cow::Borrowed("$"), Style::Plain), start))
    }

    fn string(&mut self) -> Result<RawId, SyntaxError> {
        let start = self.at;
        self.at += 1;
        // Most strings have no escapes, so they are not copied.
        let mut decoded: Option<String> = None;
        loop {
            let rest = &self.text[self.at..];
            let run = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\') || byte < 0x20);
            let run = run.unwrap_or(rest.len());
            if let Some(decoded) = &mut decoded {
                decoded.push_str(&rest[..run]);
            }
            self.at += run;
            match rest.as_bytes().get(run) {
                Some(b'"') => break,
                Some(b'\\') => {
                    let (char, len) = match escape(&self.text[self.at..]) {
                        Some(found) => found,
                        None => return Err(self.unexpected("a JSON escape")),
                    };
                    let so_far = &self.text[start + 1..self.at];
                    decoded.get_or_insert_with(|| so_far.to_owned()).push(char);
                    self.at += len;
                }
                _ => return Err(self.unexpected("`\"`")),
            }
        }
        let text = match decoded {
            Some(decoded) => Cow::Owned(decoded),
            None => Cow::Borrowed(&self.text[start + 1..self.at]),
        };
        self.at += 1;
        Ok(self.push(RawKind::Scalar(text, Style::Double), start))
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let found = self.text[self.at..].chars().next();
        let message = match found {
            Some(found) if found.is_control() => format!("expected {expected}, found a control character"),
            Some(found) => format!("expected {expected}, found `{found}`"),
            None => format!("expected {expected}, found the end of the file"),
        };
        let place = self.at..self.at + found.map_or(0, char::len_utf8);
        SyntaxError { code: JSON_SYNTAX, place, message }
    }
}

/// The character of the escape at the start of `text`, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    let hex = |at: usize| {
        let digits = text.get(at..at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok()
    };
    let simple = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let first = hex(2)?;
            // A code that is not a character has to be the first half of a pair.
            if let Some(char) = char::from_u32(first) {
                return Some((char, 6));
            }
            let second = text.get(6..8).filter(|start| *start == "\\u").and_then(|_| hex(8))?;
            let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
            let code = 0x10000 + ((first.checked_sub(0xd800).filter(|high| *high < 0x400)?) << 10) + low;
            return char::from_u32(code).map(|char| (char, 12));
        }
        _ => return None,
    };
    Some((simple, 2))
}
