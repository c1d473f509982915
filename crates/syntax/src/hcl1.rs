//! The parser of HCL 1, which Vault, Consul and Nomad's agents still read.
//!
//! In HCL 1 a block is simply an object: `path "a" { x = 1 }` means `path = { "a" = { x = 1 } }`. The result is
//! therefore a tree of the JSON profile, which a schema matches like any JSON body. Strings are literal.
//!
//! Source of the grammar: `hcl/parser` and `hcl/scanner` of HCL 1.0. Out of scope: recovery. Parsing stops at the
//! first error, as HCL 1 does, and the tree contains what was parsed before it.

use std::sync::Arc;

use hclx_diag::{Code, Diagnostic, MAX_SOURCE_BYTES, SourceId, TextRange, code_names as codes};

use crate::ast::{ExprId, ExprKind, Language, ObjectItem, Root};
use crate::build::TreeBuilder;
use crate::limits::MAX_NESTING;
use crate::{Parsed, errors, parse_json_data};

/// Parses a file in HCL 1, or in the JSON variant of HCL 1 if the file begins with a brace.
pub fn parse_hcl1(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    if is_json || bytes.len() > MAX_SOURCE_BYTES {
        return parse_json_data(source, bytes);
    }
    let build = TreeBuilder::new(Language::Json, source, bytes.clone());
    let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut reader = Reader { bytes: &bytes, at: start, build, depth: 0, failure: None };
    let root = reader.items(start, None);
    let diagnostics = reader.failure.take().into_iter().collect();
    Parsed { tree: Arc::new(reader.build.finish(Root::Expr(root))), diagnostics }
}

/// The state of the parser.
struct Reader<'s> {
    bytes: &'s [u8],
    at: usize,
    build: TreeBuilder,
    /// The number of open brackets.
    depth: u32,
    /// The first error; nothing is read after it.
    failure: Option<Diagnostic>,
}

/// A key of an item: a name or a string.
struct Key {
    expr: ExprId,
    range: TextRange,
}

impl Reader<'_> {
    /// The items up to the closing brace of the bracket at `open`, or to the end of the file.
    fn items(&mut self, start: usize, open: Option<usize>) -> ExprId {
        let mut items = Vec::new();
        while self.failure.is_none() {
            match (self.next(), open) {
                (None, None) => break,
                (None, Some(open)) => self.unclosed(open),
                (Some(b'}'), Some(_)) => {
                    self.at += 1;
                    break;
                }
                (Some(b'}' | b']'), _) => {
                    self.fail(codes::STRAY_BRACKET, self.here(1), "unmatched closing bracket");
                }
                _ => items.extend(self.item()),
            }
            if self.failure.is_none() && self.next() == Some(b',') {
                self.at += 1;
            }
        }
        let list = self.build.list(&items);
        let range = TextRange::new(start as u32, self.at as u32);
        self.build.expr(ExprKind::Object(list), range)
    }

    /// An item: keys, and a value after `=` or an object.
    fn item(&mut self) -> Option<ObjectItem> {
        let mut keys: Vec<Key> = Vec::new();
        loop {
            match self.next() {
                Some(b'=') if keys.len() == 1 => {
                    self.at += 1;
                    let value = self.value()?;
                    return Some(ObjectItem { key: keys[0].expr, bare: false, value });
                }
                Some(b'{') if !keys.is_empty() => {
                    let body = self.object()?;
                    return Some(self.around(&keys, body));
                }
                Some(b'"') => keys.push(self.string_key()?),
                Some(byte) if is_letter(byte) && self.is_on_line(&keys) => keys.push(self.name()?),
                _ => return self.no_item(&keys),
            }
        }
    }

    /// Returns `true` unless a line break separates the next token from the last key, in which case a value is
    /// missing.
    fn is_on_line(&self, keys: &[Key]) -> bool {
        let between = keys.last().map_or(&[][..], |key| &self.bytes[key.range.end as usize..self.at]);
        !between.contains(&b'\n')
    }

    /// The item with several keys: each key except the first becomes a property of a nested object.
    fn around(&mut self, keys: &[Key], body: ExprId) -> ObjectItem {
        let mut value = body;
        for key in keys.iter().skip(1).rev() {
            let end = self.build.tree.expr(body).range.end;
            let list = self.build.list(&[ObjectItem { key: key.expr, bare: false, value }]);
            value = self.build.expr(ExprKind::Object(list), TextRange::new(key.range.start, end));
        }
        ObjectItem { key: keys[0].expr, bare: false, value }
    }

    fn no_item<T>(&mut self, keys: &[Key]) -> Option<T> {
        let found = self.here(1);
        match keys.last() {
            None => self.fail(codes::NOT_AN_ITEM, found, "expected a name, found something else"),
            Some(key) if keys.len() > 1 && self.bytes.get(self.at) == Some(&b'=') => {
                let message = "a name before `=` takes no labels";
                self.fail(codes::BLOCK_HEADER, key.range, message);
            }
            Some(key) => self.fail(codes::MISSING_ASSIGN, key.range, "expected `=` or `{` after this name"),
        }
        None
    }

    fn string_key(&mut self) -> Option<Key> {
        let expr = self.string()?;
        Some(Key { expr, range: self.build.tree.expr(expr).range })
    }

    fn name(&mut self) -> Option<Key> {
        let start = self.at;
        let is_part = |byte: &u8| is_letter(*byte) || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
        self.at += self.bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        let range = self.since(start);
        let Ok(text) = std::str::from_utf8(&self.bytes[start..self.at]) else { return self.not_utf8(range) };
        let text = self.build.text(text);
        Some(Key { expr: self.build.expr(ExprKind::String(text), range), range })
    }

    fn value(&mut self) -> Option<ExprId> {
        match self.next() {
            Some(b'"') => self.string(),
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'<') if self.bytes[self.at..].starts_with(b"<<") => self.heredoc(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(byte) if is_letter(byte) => self.word(),
            _ => {
                self.fail(codes::VALUE_MISSING, self.here(1), "expected a value after `=`");
                None
            }
        }
    }

    /// `true` or `false`: HCL 1 has no other words.
    fn word(&mut self) -> Option<ExprId> {
        let key = self.name()?;
        match &self.bytes[key.range.range()] {
            b"true" => Some(self.build.expr(ExprKind::Bool(true), key.range)),
            b"false" => Some(self.build.expr(ExprKind::Bool(false), key.range)),
            word if is_placeholder(word) => Some(self.build.expr(ExprKind::Missing, key.range)),
            word => {
                let message = format!("expected a value, found the word `{}`", String::from_utf8_lossy(word));
                let finding = Diagnostic::error(codes::VALUE_MISSING, self.place(key.range), message);
                self.failure.get_or_insert(finding.help("if this is a string, quote it"));
                None
            }
        }
    }

    /// A number. A number that JSON cannot express, such as `0x1F` or `0755`, is unknown.
    fn number(&mut self) -> Option<ExprId> {
        let start = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        self.at += self.bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        let (range, text) = (self.since(start), &self.bytes[start..self.at]);
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        if crate::json::number_length(text) == Some(text.len()) {
            return Some(self.build.expr(ExprKind::Number, range));
        }
        let hex = digits.strip_prefix(b"0x").or_else(|| digits.strip_prefix(b"0X"));
        let is_hex = hex.is_some_and(|hex| !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit));
        if is_hex || !digits.is_empty() && digits.iter().all(|digit| matches!(digit, b'0'..=b'7')) {
            return Some(self.build.expr(ExprKind::Missing, range));
        }
        self.fail(codes::BAD_NUMBER, range, "malformed number");
        None
    }

    fn object(&mut self) -> Option<ExprId> {
        self.nested(|reader, open| Some(reader.items(open, Some(open))))
    }

    fn list(&mut self) -> Option<ExprId> {
        self.nested(|reader, open| {
            let mut elements = Vec::new();
            loop {
                match reader.next() {
                    None => reader.unclosed(open),
                    Some(b']') => break reader.at += 1,
                    Some(b',') if elements.is_empty() => {
                        reader.fail(codes::EXTRA_COMMA, reader.here(1), "unexpected comma");
                    }
                    _ => elements.extend(reader.value()),
                }
                if reader.failure.is_some() {
                    return None;
                }
                match reader.next() {
                    Some(b',') => reader.at += 1,
                    Some(b']') | None => {}
                    Some(_) => {
                        reader.fail(codes::MISSING_SEPARATOR, reader.here(1), "missing comma in a list");
                        return None;
                    }
                }
            }
            let list = reader.build.list(&elements);
            let range = reader.since(open);
            Some(reader.build.expr(ExprKind::Tuple(list), range))
        })
    }

    /// Reads the contents of the bracket at the cursor.
    fn nested(&mut self, inner: impl FnOnce(&mut Self, usize) -> Option<ExprId>) -> Option<ExprId> {
        let open = self.at;
        if self.depth == MAX_NESTING {
            let finding = errors::too_deep(self.place(self.here(1)));
            self.failure.get_or_insert(finding);
            return None;
        }
        self.at += 1;
        self.depth += 1;
        let read = hclx_diag::grow(|| inner(self, open));
        self.depth -= 1;
        read.filter(|_| self.failure.is_none())
    }

    /// A string. Escapes are decoded; `${…}` may contain quotes and is kept.
    fn string(&mut self) -> Option<ExprId> {
        let start = self.at;
        self.at += 1;
        let mut text = Vec::new();
        let mut braces = 0_u32;
        loop {
            let rest = &self.bytes[self.at..];
            match rest {
                [] | [b'\n', ..] if rest.is_empty() || braces == 0 => {
                    self.fail(codes::UNCLOSED_STRING, self.since(start), "unclosed string");
                    return None;
                }
                [b'"', ..] if braces == 0 => break self.at += 1,
                [b'$', b'{', ..] => {
                    braces += 1;
                    text.extend_from_slice(b"${");
                    self.at += 2;
                    continue;
                }
                [b'{', ..] if braces > 0 => braces += 1,
                [b'}', ..] if braces > 0 => braces -= 1,
                [b'\\', escaped, ..] if braces == 0 => {
                    self.escape(*escaped, &mut text)?;
                    continue;
                }
                _ => {}
            }
            text.push(self.bytes[self.at]);
            self.at += 1;
        }
        let range = self.since(start);
        let Ok(text) = std::str::from_utf8(&text) else { return self.not_utf8(range) };
        let text = self.build.text(text);
        Some(self.build.expr(ExprKind::String(text), range))
    }

    /// Decodes the escape sequence at the cursor.
    fn escape(&mut self, escaped: u8, text: &mut Vec<u8>) -> Option<()> {
        let (digits, radix) = match escaped {
            b'x' => (2, 16),
            b'u' => (4, 16),
            b'U' => (8, 16),
            b'0'..=b'7' => (3, 8),
            _ => (0, 10),
        };
        let first = self.at + if radix == 8 { 1 } else { 2 };
        let code = self.bytes.get(first..first + digits);
        let number = code.and_then(|code| u32::from_str_radix(std::str::from_utf8(code).ok()?, radix).ok());
        let decoded = match escaped {
            b'a' => Some('\u{7}'),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            b'v' => Some('\u{b}'),
            b'\\' | b'"' => Some(escaped.into()),
            _ => number.filter(|_| digits > 0).and_then(char::from_u32),
        };
        let Some(decoded) = decoded else {
            self.fail(codes::BAD_ESCAPE, self.here(2), "invalid escape sequence");
            return None;
        };
        text.extend_from_slice(decoded.encode_utf8(&mut [0; 4]).as_bytes());
        self.at = if digits > 0 { first + digits } else { self.at + 2 };
        Some(())
    }

    fn heredoc(&mut self) -> Option<ExprId> {
        let start = self.at;
        let line = |at: usize| {
            let rest = &self.bytes[at..];
            rest.iter().position(|byte| *byte == b'\n').map_or(self.bytes.len(), |end| at + end)
        };
        let opened = line(start);
        let marker = self.bytes[start + 2..opened].trim_ascii();
        let marker = marker.strip_prefix(b"-").unwrap_or(marker);
        if marker.is_empty() || !marker.iter().all(|byte| is_letter(*byte) || byte.is_ascii_digit()) {
            self.fail(codes::HEREDOC_MARKER, self.here(2), "malformed heredoc marker");
            return None;
        }
        let mut at = opened;
        while at < self.bytes.len() {
            let end = line(at + 1);
            let text = &self.bytes[at + 1..end];
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            if text.trim_ascii_start() == marker {
                let content = String::from_utf8_lossy(self.bytes.get(opened + 1..=at).unwrap_or_default());
                self.at = end;
                let text = self.build.text(&content);
                let range = self.since(start);
                return Some(self.build.expr(ExprKind::String(text), range));
            }
            at = end;
        }
        let range = TextRange::new(start as u32, opened as u32);
        self.fail(codes::UNCLOSED_HEREDOC, range, "unterminated heredoc");
        None
    }

    /// The next byte outside of whitespace and comments.
    fn next(&mut self) -> Option<u8> {
        loop {
            match &self.bytes[self.at..] {
                [b' ' | b'\t' | b'\n' | b'\r', ..] => self.at += 1,
                [b'#', ..] | [b'/', b'/', ..] => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                rest @ [b'/', b'*', ..] => match rest.windows(2).skip(2).position(|two| two == b"*/") {
                    Some(end) => self.at += end + 4,
                    None => {
                        self.fail(codes::UNCLOSED_COMMENT, self.here(2), "unclosed comment");
                        self.at = self.bytes.len();
                    }
                },
                rest => return rest.first().copied(),
            }
        }
    }

    fn unclosed(&mut self, open: usize) {
        let range = TextRange::new(open as u32, open as u32 + 1);
        self.fail(codes::UNCLOSED_BRACKET, range, "unclosed bracket");
    }

    fn not_utf8<T>(&mut self, range: TextRange) -> Option<T> {
        self.fail(codes::NOT_UTF8, range, "invalid UTF-8");
        None
    }

    fn fail(&mut self, code: Code, range: TextRange, message: &str) {
        let finding = Diagnostic::error(code, self.place(range), message);
        self.failure.get_or_insert(finding);
    }

    fn place(&self, range: TextRange) -> hclx_diag::Span {
        range.in_source(self.build.source_id())
    }

    /// The range of the next `count` bytes, or of as many as there are.
    fn here(&self, count: usize) -> TextRange {
        TextRange::new(self.at as u32, (self.at + count).min(self.bytes.len()) as u32)
    }

    fn since(&self, start: usize) -> TextRange {
        TextRange::new(start as u32, self.at as u32)
    }
}

/// Returns `true` for a word such as `SERVER_COUNT`, which a script replaces before the file is used. It may contain a
/// plural `s`, as in `ACLs_ENABLED`.
fn is_placeholder(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    word.contains(&b'_')
        && word[0].is_ascii_uppercase()
        && word.iter().all(is_part)
        && small * 4 <= word.len()
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let parsed = parse_hcl1(SourceId(0), text.as_bytes().into());
        match parsed.diagnostics.first() {
            Some(finding) => Err(finding.message.to_string()),
            None => Ok(crate::tree_text(&parsed.tree)),
        }
    }

    #[test]
    fn blocks_are_objects_of_objects() {
        let block = read("path \"a\" \"b\" { x = 1 }");
        assert_eq!(block, read("path { a { b { x = 1, } } }"));
        assert_eq!(block, read("\"path\" = { \"a\" = { \"b\" = { \"x\" = 1 } } }"));
        assert_eq!(block, read("{\"path\": {\"a\": {\"b\": {\"x\": 1}}}}"));
    }

    #[test]
    fn several_items_share_a_line() {
        assert_eq!(read("a { b = 1 c = true }"), read("a {\n b = 1\n c = true\n}"));
    }

    #[test]
    fn strings_keep_interpolations() {
        assert!(read(r#"a = "x ${file("y")} \n \x41""#).is_ok());
        assert!(read("a = <<-EOT\n  text \"${\n  EOT\n").is_ok());
    }

    #[test]
    fn first_error_ends_parsing() {
        for (text, message) in [
            ("a = ", "expected a value after `=`"),
            ("a = b", "expected a value, found the word `b`"),
            ("a\nb = 1", "expected `=` or `{` after this name"),
            ("a \"b\" = 1", "a name before `=` takes no labels"),
            ("a {", "unclosed bracket"),
            ("a = [1 2]", "missing comma in a list"),
            ("a = \"b", "unclosed string"),
            ("a = <<E\nb", "unterminated heredoc"),
            ("a = 1 }", "unmatched closing bracket"),
            ("/* a", "unclosed comment"),
            ("a = 1z", "malformed number"),
            ("= 1", "expected a name, found something else"),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn nesting_is_limited() {
        assert!(read(&"a {".repeat(20_000)).unwrap_err().contains("nesting"));
    }
}
