//! The one writer of JSON: brackets, commas, indentation and escapes.
//!
//! Out of scope: the contents. Values are in `cty_json`, types in `ctype`.

use std::fmt::Write;

/// Characters that are escaped in strings in addition to those that JSON requires. Their code points have at most 16
/// bits, and none is a character of names and paths ([`is_of_names`]).
pub type EscapeSet = fn(char) -> bool;

/// The characters that go-cty escapes, so that the result can be embedded in HTML and JavaScript.
pub const FOR_HTML: EscapeSet = |c| matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}');

/// JSON under construction. The caller opens and closes arrays and objects in pairs, and announces every part
/// with [`element`](Self::element) or [`member`](Self::member).
///
/// ```
/// use hclx_core::{FOR_HTML, JsonText};
/// let mut text = JsonText::indented(FOR_HTML);
/// text.open('{');
/// text.member("a");
/// text.string("b");
/// text.close('}');
/// assert_eq!(text.finish(), "{\n  \"a\": \"b\"\n}");
/// ```
#[derive(Clone, Debug)]
pub struct JsonText {
    out: String,
    escaped: EscapeSet,
    /// The number of open arrays and objects if each part is on a line of its own.
    depth: Option<usize>,
    /// Set if the innermost open array or object has no parts yet.
    is_empty: bool,
}

impl JsonText {
    /// Writes everything on one line, without blanks.
    pub fn compact(escaped: EscapeSet) -> Self {
        Self { out: String::new(), escaped, depth: None, is_empty: true }
    }

    /// Writes each part on a line of its own, indented by two spaces for each level.
    pub fn indented(escaped: EscapeSet) -> Self {
        Self { depth: Some(0), ..Self::compact(escaped) }
    }

    /// The text so far.
    pub fn as_str(&self) -> &str {
        &self.out
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }

    /// Opens an array or object.
    pub fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.is_empty = true;
        if let Some(depth) = &mut self.depth {
            *depth += 1;
        }
    }

    /// Closes the innermost array or object.
    pub fn close(&mut self, bracket: char) {
        if let Some(depth) = &mut self.depth {
            *depth -= 1;
        }
        if !self.is_empty {
            self.line();
        }
        self.out.push(bracket);
        self.is_empty = false;
    }

    /// Starts an element of an array.
    pub fn element(&mut self) {
        if !self.is_empty {
            self.out.push(',');
        }
        self.is_empty = false;
        self.line();
    }

    /// Starts a member of an object.
    pub fn member(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.out.push_str(if self.depth.is_some() { ": " } else { ":" });
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        write_escaped(&mut self.out, text, self.escaped);
    }

    /// Writes a member with a string.
    pub fn string_member(&mut self, name: &str, text: &str) {
        self.member(name);
        self.string(text);
    }

    /// Writes a number or a keyword.
    pub fn scalar(&mut self, text: impl std::fmt::Display) {
        let _ = write!(self.out, "{text}");
    }

    /// Starts a line if parts have lines of their own.
    fn line(&mut self) {
        if let Some(depth) = self.depth {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", depth));
        }
    }
}

/// Appends a JSON string. Like go-cty, it also escapes the characters of [`FOR_HTML`].
pub fn write_json_string(out: &mut String, text: &str) {
    write_escaped(out, text, FOR_HTML);
}

/// Returns `true` for a byte of names and paths, which strings mostly consist of and which is never escaped.
fn is_of_names(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-' | b'.' | b'/' | b':' | b',')
}

fn write_escaped(out: &mut String, text: &str, also: impl Fn(char) -> bool) {
    out.push('"');
    // the start of the part that is not written yet
    let mut start = 0;
    let mut at = 0;
    loop {
        at += text.as_bytes()[at..].iter().take_while(|byte| is_of_names(**byte)).count();
        let Some(c) = text[at..].chars().next() else { break };
        let place = at;
        at += c.len_utf8();
        let escape = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            // Go's encoder has these two short forms since Go 1.22.
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            c if c < ' ' || also(c) => &format!("\\u{:04x}", u32::from(c)),
            _ => continue,
        };
        out.push_str(&text[start..place]);
        out.push_str(escape);
        start = at;
    }
    out.push_str(&text[start..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{"a":[],"b":[{"c:":"x,\"y"}],"d":{},"e":1}`.
    fn written(mut text: JsonText) -> String {
        text.open('{');
        text.member("a");
        text.open('[');
        text.close(']');
        text.member("b");
        text.open('[');
        text.element();
        text.open('{');
        text.string_member("c:", "x,\"y");
        text.close('}');
        text.close(']');
        text.member("d");
        text.open('{');
        text.close('}');
        text.member("e");
        text.scalar(1);
        text.close('}');
        text.finish()
    }

    #[test]
    fn parts_are_separated_and_indented() {
        let compact = r#"{"a":[],"b":[{"c:":"x,\"y"}],"d":{},"e":1}"#;
        assert_eq!(written(JsonText::compact(FOR_HTML)), compact);
        assert_eq!(
            written(JsonText::indented(FOR_HTML)),
            "{\n  \"a\": [],\n  \"b\": [\n    {\n      \"c:\": \"x,\\\"y\"\n    }\n  ],\n  \"d\": {},\n  \"e\": 1\n}"
        );
    }

    #[test]
    fn strings_are_escaped_as_the_reader_wants() {
        let written = |escaped, string| {
            let mut text = JsonText::compact(escaped);
            text.string(string);
            text.finish()
        };
        let string = |escaped| written(escaped, "<\u{7f}\u{1}\"");
        assert_eq!(string(FOR_HTML), "\"\\u003c\u{7f}\\u0001\\\"\"");
        assert_eq!(string(|c| c == '\u{7f}'), "\"<\\u007f\\u0001\\\"\"");
        assert_eq!(written(FOR_HTML, "a.b/ä <c> é"), "\"a.b/ä \\u003cc\\u003e é\"");
    }
}
