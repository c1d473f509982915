//! Strings as the contents of quoted literals.

use std::fmt::Write;

/// The literal characters of a quoted string, escaped as `hclwrite` does: template sequences and all characters
/// that Go does not print.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '$' | '%' if rest.peek() == Some(&'{') => out.extend([c, c]),
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let _ =
                    if code < 0x1_0000 { write!(out, "\\u{code:04x}") } else { write!(out, "\\U{code:08x}") };
            }
        }
    }
    out
}

/// Returns `true` if a character is a letter, mark, number, punctuation, symbol or the space.
fn is_printable(c: char) -> bool {
    // after another character, marks are not escaped, and `\0` is a short escape
    c.is_ascii_graphic()
        || c == ' '
        || c != '\0' && !['a', c].iter().collect::<String>().escape_debug().any(|part| part == '{')
}
