//! The format strings of `format`: literals and verbs, in the syntax of C's `printf` and Go's `fmt`.

/// A part of a format string.
#[derive(Debug)]
pub enum Piece<'a> {
    /// Literal characters.
    Literal(&'a str),
    /// A verb such as `%5.2f`.
    Verb(Verb<'a>),
}

/// A verb with its flags.
#[derive(Debug, Default)]
pub struct Verb<'a> {
    /// The source of the verb.
    pub raw: &'a str,
    /// The index of the argument, from 0.
    pub argument: usize,
    /// The letter.
    pub mode: char,
    /// `0`: pad with zeros.
    pub zero: bool,
    /// `#`: the alternate form.
    pub sharp: bool,
    /// `+`: print the sign of positive numbers.
    pub plus: bool,
    /// `-`: pad on the right.
    pub minus: bool,
    /// Prints a space in place of a plus sign.
    pub space: bool,
    /// The minimum width in characters.
    pub width: Option<usize>,
    /// The number of digits after the point, or the maximum number of characters of a string.
    pub precision: Option<usize>,
}

/// Parses a format string.
pub fn read(pattern: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut reader = Reader { pattern, at: 0 };
    let mut pieces = Vec::new();
    let mut next = 0;
    while reader.at < pattern.len() {
        let start = reader.at;
        let length = pattern[start..].find('%').unwrap_or(pattern.len() - start);
        if length > 0 {
            pieces.push(Piece::Literal(&pattern[start..start + length]));
        }
        reader.at += length;
        if reader.eat("%%") {
            pieces.push(Piece::Literal("%"));
        } else if reader.at < pattern.len() {
            let verb = reader.verb(next)?;
            // As in Go, the next verb without an index takes the argument after this one.
            next = verb.argument + 1;
            pieces.push(Piece::Verb(verb));
        }
    }
    Ok(pieces)
}

struct Reader<'a> {
    pattern: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.pattern[self.at..].chars().next()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Parses digits as a number, saturating on overflow.
    fn digits(&mut self) -> usize {
        let rest = &self.pattern[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let value = rest[..length]
            .bytes()
            .fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        self.at += length;
        value
    }

    fn starts_number(&self) -> bool {
        // A leading zero is a flag.
        self.peek().is_some_and(|c| matches!(c, '1'..='9'))
    }

    fn verb(&mut self, next: usize) -> Result<Verb<'a>, String> {
        let start = self.at;
        self.at += 1;
        let mut verb = Verb { argument: next, ..Verb::default() };
        // fast path for most verbs
        if let Some(letter @ (b'a'..=b'z' | b'A'..=b'Z')) = self.pattern.as_bytes().get(self.at) {
            self.at += 1;
            (verb.mode, verb.raw) = (char::from(*letter), &self.pattern[start..self.at]);
            return Ok(verb);
        }
        while let Some(flag) = self.peek() {
            match flag {
                '0' => verb.zero = true,
                '#' => verb.sharp = true,
                '-' => verb.minus = true,
                '+' => verb.plus = true,
                ' ' => verb.space = true,
                _ => break,
            }
            self.at += 1;
        }
        if self.starts_number() {
            verb.width = Some(self.digits());
        }
        if self.eat(".") {
            verb.precision = Some(self.digits());
        }
        if self.eat("[") {
            if !self.starts_number() {
                return Err(self.unexpected());
            }
            // `starts_number` has excluded zero.
            verb.argument = self.digits() - 1;
            if !self.eat("]") {
                return Err(self.unexpected());
            }
        }
        match self.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.at += 1;
                verb.mode = letter;
                verb.raw = &self.pattern[start..self.at];
                Ok(verb)
            }
            _ => Err(self.unexpected()),
        }
    }

    fn unexpected(&self) -> String {
        match self.peek() {
            Some(found) => {
                format!("has `{found}` at byte {} inside a verb; write `%%` for a percent sign", self.at)
            }
            None => "ends inside a verb; write `%%` for a percent sign".to_owned(),
        }
    }
}
