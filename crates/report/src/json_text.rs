//! JSON that is safe to print: what a terminal would obey or hide is written as an escape.
//!
//! The data stay what they are, since a reader decodes the escapes; `serde_json` itself escapes only what
//! JSON forbids, which leaves C1 controls, bidirectional controls and invisible characters raw.

use std::fmt::Write;

use serde_json::Value;

use crate::text::visible;

/// A value on one line.
pub(crate) fn compact(value: &Value) -> String {
    safe_json(value.to_string())
}

/// A value on many lines, indented.
pub(crate) fn pretty(value: &Value) -> String {
    safe_json(format!("{value:#}"))
}

/// JSON text in which everything that a terminal would obey or hide is an escape: such characters occur in
/// strings only, where an escape means the same.
pub fn safe_json(json: String) -> String {
    if json.is_ascii() && !json.contains('\x7f') {
        return json;
    }
    let mut text = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if c == '\n' || visible(c) == c {
            text.push(c);
            continue;
        }
        let mut units = [0; 2];
        for unit in c.encode_utf16(&mut units) {
            write!(text, "\\u{unit:04x}").expect("a string takes everything");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_mean_what_they_stand_for() {
        let value = Value::from("é\u{9b}\u{202e}\u{7f}\u{e0001}\x1b");
        let text = compact(&value);
        assert_eq!(text, "\"é\\u009b\\u202e\\u007f\\udb40\\udc01\\u001b\"");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        assert_eq!(pretty(&serde_json::json!([1])), "[\n  1\n]");
    }
}
