//! The lexer of quotations and type expressions (Mull §2.4, §6, §4.1).
//!
//! Offsets refer to the source between the braces; the parser maps them to the file.

use std::ops::Range;

use hclx_diag::Code;
use hclx_diag::mull_codes::{NESTED_QUOTATION, QUOTATION_LITERAL, QUOTATION_SYNTAX};

/// A token and its range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Name,
    /// A number; `integral` if it has neither fraction nor exponent.
    Number {
        integral: bool,
    },
    /// A decoded string.
    String(String),
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of the source.
    End,
}

/// Operators and punctuation; longer ones first.
const SYMBOLS: &[&str] = &[
    "??", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", ".", ",", ":", "(",
    ")", "[", "]", "{", "}", "?", "|", "=",
];

/// The reason why lexing stopped.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub(super) code: Code,
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
}

impl Mistake {
    fn new(code: Code, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, range, message: message.into(), help: None }
    }
}

/// The tokens up to the end or the first error.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Option<Mistake>) {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        if at == text.len() {
            tokens.push(Token { kind: TokenKind::End, range: at..at });
            return (tokens, None);
        }
        match token(text, at) {
            Ok(token) => {
                at = token.range.end;
                tokens.push(token);
            }
            Err(mistake) => return (tokens, Some(mistake)),
        }
    }
}

/// Like `starts_with` of slices, but faster: most symbols differ in the first byte, which needs no call.
fn begins_with(rest: &[u8], symbol: &[u8]) -> bool {
    rest[0] == symbol[0] && rest.starts_with(symbol)
}

/// The number of spaces and line ends at the start of a source.
pub(super) fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count()
}

fn token(text: &str, at: usize) -> Result<Token, Mistake> {
    let rest = &text[at..];
    let first = rest.chars().next().expect("not at the end");
    match first {
        'A'..='Z' | 'a'..='z' | '_' => {
            let end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
            Ok(Token { kind: TokenKind::Name, range: at..at + end })
        }
        '0'..='9' => number(rest, at),
        '"' => double_quoted(text, at),
        '\'' => single_quoted(text, at),
        _ => match SYMBOLS.iter().find(|symbol| begins_with(rest.as_bytes(), symbol.as_bytes())) {
            Some(symbol) => Ok(Token { kind: TokenKind::Symbol(symbol), range: at..at + symbol.len() }),
            None => {
                let range = at..at + first.len_utf8();
                Err(Mistake::new(QUOTATION_SYNTAX, range, format!("unexpected character `{first}`")))
            }
        },
    }
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A JSON number without its sign, `0x…` or `0o…`.
fn number(rest: &str, at: usize) -> Result<Token, Mistake> {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let malformed = |end: usize, why: &str| {
        let text = &rest[..end];
        Err(Mistake::new(QUOTATION_LITERAL, at..at + end, format!("malformed number `{text}`: {why}")))
    };
    if let Some(radix) = radix(bytes) {
        // The whole word is taken, so `0x1g` is one malformed number.
        let end = 2 + bytes[2..].iter().take_while(|b| is_name_part(char::from(**b))).count();
        if end == 2 || !rest[2..end].chars().all(|c| c.is_digit(radix)) {
            let expected = match radix {
                16 => "expected hexadecimal digits after `0x`",
                _ => "expected octal digits after `0o`",
            };
            return malformed(end, expected);
        }
        return Ok(Token { kind: TokenKind::Number { integral: true }, range: at..at + end });
    }
    let mut end = digits(0);
    if end > 1 && bytes[0] == b'0' {
        return malformed(end, "leading zeros are not allowed");
    }
    let mut integral = true;
    if bytes.get(end) == Some(&b'.') {
        integral = false;
        let fraction = digits(end + 1);
        end += 1 + fraction;
        if fraction == 0 {
            return malformed(end, "expected digits after the decimal point");
        }
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        integral = false;
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        end += 1 + sign + exponent;
        if exponent == 0 {
            return malformed(end, "expected digits after `e`");
        }
    }
    let trailing = bytes[end..].iter().take_while(|b| is_name_part(char::from(**b))).count();
    if trailing > 0 {
        return malformed(end + trailing, "unexpected letters after the number");
    }
    Ok(Token { kind: TokenKind::Number { integral }, range: at..at + end })
}

fn radix(bytes: &[u8]) -> Option<u32> {
    match bytes {
        [b'0', b'x', ..] => Some(16),
        [b'0', b'o', ..] => Some(8),
        _ => None,
    }
}

/// `"…"` with the escapes of JSON.
fn double_quoted(text: &str, start: usize) -> Result<Token, Mistake> {
    let mut decoded = String::new();
    let mut at = start + 1;
    let mut nested = false;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => return string(text, start..at + 1, decoded, nested),
            '\\' => {
                let (c, length) = escape(text, at)?;
                decoded.push(c);
                at += length;
            }
            '\n' | '\r' => break,
            '$' => at += dollar(&text[at..], &mut decoded, &mut nested),
            _ => {
                decoded.push(c);
                at += c.len_utf8();
            }
        }
    }
    Err(unterminated(start..at))
}

/// `'…'` with `''` for a quote.
fn single_quoted(text: &str, start: usize) -> Result<Token, Mistake> {
    let mut decoded = String::new();
    let mut at = start + 1;
    let mut nested = false;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '\'' if text[at + 1..].starts_with('\'') => {
                decoded.push('\'');
                at += 2;
            }
            '\'' => return string(text, start..at + 1, decoded, nested),
            '\n' | '\r' => break,
            '$' => at += dollar(&text[at..], &mut decoded, &mut nested),
            _ => {
                decoded.push(c);
                at += c.len_utf8();
            }
        }
    }
    Err(unterminated(start..at))
}

fn unterminated(range: Range<usize>) -> Mistake {
    Mistake::new(QUOTATION_LITERAL, range, "unclosed string")
}

/// A string token, or an error if it contains a quotation.
fn string(text: &str, range: Range<usize>, decoded: String, nested: bool) -> Result<Token, Mistake> {
    if nested {
        let message =
            format!("a string inside a quotation cannot contain another quotation: {}", &text[range.clone()]);
        return Err(Mistake {
            help: Some("concatenate with `+`, as in `\"a\" + b`; write `$${` for a literal `${`"),
            ..Mistake::new(NESTED_QUOTATION, range, message)
        });
    }
    Ok(Token { kind: TokenKind::String(decoded), range })
}

/// Reads a dollar sign: `$${` is a literal `${`, and `${` is not allowed. Returns the number of bytes read.
fn dollar(rest: &str, decoded: &mut String, nested: &mut bool) -> usize {
    if rest.starts_with("$${") {
        decoded.push_str("${");
        return 3;
    }
    *nested |= rest.starts_with("${");
    decoded.push('$');
    1
}

/// The character of an escape, and the length of the escape in bytes.
fn escape(text: &str, at: usize) -> Result<(char, usize), Mistake> {
    let rest = &text[at..];
    let malformed = |length: usize| {
        let end = rest.char_indices().map(|(i, _)| i).chain([rest.len()]).find(|i| *i >= length);
        let end = end.unwrap_or(rest.len());
        let message = format!("malformed escape `{}`", &rest[..end]);
        Mistake {
            help: Some(
                "valid escapes are `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, `\\u0000`",
            ),
            ..Mistake::new(QUOTATION_LITERAL, at..at + end, message)
        }
    };
    let unit = |from: usize| {
        let digits = rest.get(from..from + 6)?.strip_prefix("\\u")?;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let simple = match rest.as_bytes().get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => {
            let first = unit(0).ok_or_else(|| malformed(6))?;
            if let Some(c) = char::from_u32(first) {
                return Ok((c, 6));
            }
            let second = unit(6).filter(|second| (0xdc00..0xe000).contains(second));
            let second = second.filter(|_| first < 0xdc00).ok_or_else(|| malformed(6))?;
            let c = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            return Ok((c.expect("pairs of surrogates are characters"), 12));
        }
        _ => return Err(malformed(2)),
    };
    Ok((simple, 2))
}
