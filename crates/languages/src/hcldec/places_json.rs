//! Places at which the reference reports JSON syntax errors: the token at which its parser stops. Output for users
//! shows where hclx finds the error, which is often the cause rather than a consequence.
//!
//! Source of the rules: HCL's `json` package, whose lexer is lenient and whose parser reports the unexpected token. Out
//! of scope: its follow-up errors, and values.

use hclx_diag::TextRange;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One of `{}[],:=`.
    Mark(u8),
    Text,
    Number,
    Keyword,
    Invalid,
    End,
}

#[derive(Clone, Copy)]
struct Token {
    kind: Kind,
    range: TextRange,
}

/// A tokenizer with one token of lookahead.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    next: Token,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a [u8]) -> Self {
        let nothing = Token { kind: Kind::End, range: TextRange::at(0) };
        let mut tokens = Self { text, at: 0, next: nothing };
        tokens.next = tokens.scan();
        tokens
    }

    /// Returns the next token and advances, except at the end.
    fn read(&mut self) -> Token {
        let token = self.next;
        self.next = match token.kind {
            Kind::End => token,
            // nothing is read after it
            Kind::Invalid => Token { kind: Kind::End, range: TextRange::at(token.range.end) },
            _ => self.scan(),
        };
        token
    }

    fn scan(&mut self) -> Token {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.at += self.text[self.at..].iter().take_while(|byte| is_blank(byte)).count();
        let rest = &self.text[self.at..];
        let run = |is_part: fn(u8) -> bool| rest.iter().take_while(|byte| is_part(**byte)).count();
        let (kind, length) = match rest.first() {
            None => (Kind::End, 0),
            // JSON has no `=`, but the reference's scanner accepts it in order to suggest a colon.
            Some(mark @ (b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=')) => (Kind::Mark(*mark), 1),
            Some(b'"') => (Kind::Text, text_length(rest)),
            // More than JSON allows may start a number, but not `e`: the parser decides, as in the reference.
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => (Kind::Number, run(is_part_of_number)),
            Some(byte) if byte.is_ascii_alphabetic() => {
                (Kind::Keyword, run(|byte| byte.is_ascii_alphabetic() || byte == b'_'))
            }
            Some(_) => (Kind::Invalid, 1),
        };
        let start = self.at as u32;
        self.at += length;
        Token { kind, range: TextRange::new(start, self.at as u32) }
    }

    /// The token after the container that starts at `from`, found by counting brackets like the reference.
    fn behind(&mut self, brackets: &[u8; 2], from: Token) -> TextRange {
        let mut open = 1;
        let mut token = from;
        loop {
            match token.kind {
                Kind::Mark(mark) if mark == brackets[0] => open += 1,
                Kind::Mark(mark) if mark == brackets[1] => {
                    open -= 1;
                    // Not `0`: the reference stops at the end of the first nested container, too.
                    if open <= 1 {
                        return self.next.range;
                    }
                }
                Kind::End => return self.next.range,
                _ => {}
            }
            token = self.read();
        }
    }
}

fn is_part_of_number(byte: u8) -> bool {
    matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')
}

/// The length of a string including quotes: up to the closing quote, a control character or the
/// end.
fn text_length(text: &[u8]) -> usize {
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            0..0x20 => return at,
            _ => escaped = *byte == b'\\' && !escaped,
        }
    }
    text.len()
}

/// The offset at which parsing of a malformed string stops: after an invalid escape, before an incomplete
/// one, or at the end.
fn text_error(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += match rest {
            [] => return Some(text.len()),
            [b'"', ..] => return None,
            [b'\\'] => return Some(at),
            [b'\\', b'u', digits @ ..] => {
                let digits = &digits[..digits.len().min(4)];
                match digits.iter().all(u8::is_ascii_hexdigit) {
                    true if digits.len() == 4 => 6,
                    true => return Some(at),
                    false => return Some((at + 6).min(text.len())),
                }
            }
            [b'\\', b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"', ..] => 2,
            [b'\\', _, ..] => return Some(at + 2),
            _ => 1,
        };
    }
}

/// The contents of the string around a place, without quotes.
pub(super) fn content_at(text: &[u8], at: u32) -> Option<TextRange> {
    let mut tokens = Tokens::new(text);
    while tokens.next.range.end <= at && tokens.next.kind != Kind::End {
        tokens.read();
    }
    let found = tokens.next;
    let is_inside = found.kind == Kind::Text && found.range.start < at;
    is_inside.then(|| TextRange::new(found.range.start + 1, (found.range.end - 1).max(found.range.start + 1)))
}

/// A place in the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A token.
    Token(TextRange),
    /// This many bytes after the start of a string.
    Inside(TextRange, u32),
}

/// The role of a value in its container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Key,
    Value,
}

/// An object or array being parsed.
struct Open {
    brackets: &'static [u8; 2],
    at: TextRange,
    role: Role,
}

const OBJECT: &[u8; 2] = b"{}";
const ARRAY: &[u8; 2] = b"[]";

/// The place of the first error in the reference; `None` if there are no syntax errors.
pub(super) fn first_error(text: &[u8]) -> Option<Place> {
    let mut tokens = Tokens::new(text);
    let mut open: Vec<Open> = Vec::new();
    let mut role = Role::Value;
    loop {
        let token = tokens.next;
        let bytes = &text[token.range.range()];
        match token.kind {
            Kind::Mark(b'{' | b'[') => {
                let brackets = if token.kind == Kind::Mark(b'{') { OBJECT } else { ARRAY };
                tokens.read();
                open.push(Open { brackets, at: token.range, role });
                role = if brackets == OBJECT { Role::Key } else { Role::Value };
                if tokens.next.kind != Kind::Mark(brackets[1]) {
                    continue;
                }
            }
            Kind::Text => {
                tokens.read();
                if let Some(offset) = text_error(bytes) {
                    return Some(Place::Inside(token.range, offset as u32));
                }
                if role == Role::Key {
                    let colon = tokens.read();
                    if colon.kind != Kind::Mark(b':') {
                        return Some(Place::Token(colon.range));
                    }
                    role = Role::Value;
                    continue;
                }
            }
            // The scanner accepts any run of such bytes as a number, so its form is checked here.
            Kind::Number if serde_json::from_slice::<serde_json::Number>(bytes).is_err() => {
                return Some(Place::Token(token.range));
            }
            Kind::Keyword if !matches!(bytes, b"true" | b"false" | b"null") => {
                return Some(Place::Token(token.range));
            }
            Kind::Number | Kind::Keyword if role == Role::Key => return Some(Place::Token(token.range)),
            Kind::Number | Kind::Keyword => {
                tokens.read();
            }
            Kind::Mark(_) | Kind::Invalid | Kind::End => return Some(Place::Token(token.range)),
        }
        match behind_value(&mut tokens, &mut open) {
            Ok(next) => role = next,
            Err(place) => return place.map(Place::Token),
        }
    }
}

/// Handles the token after a value: closes finished containers. Returns the role of the next value, or the
/// place of an error.
fn behind_value(tokens: &mut Tokens<'_>, open: &mut Vec<Open>) -> Result<Role, Option<TextRange>> {
    loop {
        let next = tokens.next;
        let Some(inner) = open.last() else {
            return Err((next.kind != Kind::End).then_some(next.range));
        };
        match next.kind {
            Kind::Mark(mark) if mark == inner.brackets[1] => {
                tokens.read();
                // The reference parses any value as a key, and rejects it at its start once it is complete.
                if inner.role == Role::Key {
                    return Err(Some(inner.at));
                }
                open.pop();
            }
            Kind::Mark(b',') => {
                tokens.read();
                return match tokens.next.kind == Kind::Mark(inner.brackets[1]) {
                    // A trailing comma is reported at the comma, not at the bracket after it.
                    true => Err(Some(next.range)),
                    false => Ok(if inner.brackets == OBJECT { Role::Key } else { Role::Value }),
                };
            }
            // An unclosed container is reported where it was opened.
            Kind::End => return Err(Some(inner.at)),
            // Only an object gets here. The reference skips the bracket, and reports the token after it.
            Kind::Mark(b']') => {
                tokens.read();
                return Err(Some(tokens.next.range));
            }
            _ => {
                let from = tokens.read();
                return Err(Some(tokens.behind(inner.brackets, from)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_token_that_was_not_expected_is_named() {
        fn place(text: &str) -> &str {
            match first_error(text.as_bytes()) {
                Some(Place::Token(range)) => &text[range.range()],
                Some(Place::Inside(..)) => "inside",
                None => "none",
            }
        }
        assert_eq!(place(r#"{"a": [1, {"b": null}], "c": ""}"#), "none");
        assert_eq!(place(r#"{"a": 1 "b"}, 2"#), ",");
        assert_eq!(place(r#"{"a" = 1}"#), "=");
        assert_eq!(place(r#"{{}: 1}"#), "{");
        assert_eq!(place(r#"[1, {"a": 2"#), "{");
        assert_eq!(place(r#"{"a": "\q"}"#), "inside");
    }

    proptest! {
        #[test]
        fn texts_of_json_have_none_and_others_have_it_inside(text in r#"[]{}",:= \\0-1eutrln\n\[]{0,24}"#) {
            let json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
            match first_error(text.as_bytes()) {
                None => prop_assert!(json, "{text}"),
                Some(Place::Token(range)) => prop_assert!(!json && range.end as usize <= text.len(), "{text}"),
                Some(Place::Inside(token, bytes)) => {
                    prop_assert!(!json && (token.start + bytes) as usize <= text.len(), "{text}");
                }
            }
            for at in 0..text.len() as u32 {
                let _ = content_at(text.as_bytes(), at);
            }
        }
    }
}
