//! JSON that is safe to print: characters that a terminal would interpret or hide are escaped.
//!
//! The data does not change, because parsers decode the escapes. `serde_json` itself only escapes what JSON
//! forbids, which leaves C1 controls, bidirectional controls and invisible characters unescaped.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::string::FromUtf8Error;

use serde::Serialize;
use serde_json::Value;

use crate::text::visible;

/// Serializes a value on one line.
pub(crate) fn compact(value: &impl Serialize) -> String {
    safe_json(serde_json::to_string(value).expect("keys are strings"))
}

/// Writes an array with an element on each line. Elements are written one by one, because there may be many.
pub(crate) fn list<T: Serialize>(
    out: &mut dyn Write,
    elements: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    let mut separator = "[\n";
    for element in elements {
        write!(out, "{separator}{}", compact(&element))?;
        separator = ",\n";
    }
    out.write_all(if separator == ",\n" { b"\n]" } else { b"[]" })
}

/// Serializes a value with indentation.
pub(crate) fn pretty(value: &Value) -> String {
    safe_json(format!("{value:#}"))
}

/// Escapes all characters in JSON that a terminal would interpret or hide. They occur only in strings, where
/// an escape has the same meaning.
fn safe_json(json: String) -> String {
    if is_plain(json.as_bytes()) {
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

/// Escapes JSON that is already serialized, like [`compact`] and [`pretty`].
///
/// # Errors
/// If it is not UTF-8.
pub fn safe_json_bytes(json: Vec<u8>) -> Result<Vec<u8>, FromUtf8Error> {
    if is_plain(&json) { Ok(json) } else { String::from_utf8(json).map(|json| safe_json(json).into_bytes()) }
}

/// Returns `true` if all bytes are ASCII other than DEL, which a terminal may interpret. Checks eight
/// bytes at a time, because every answer of `batch` passes through here.
fn is_plain(bytes: &[u8]) -> bool {
    let (eights, rest) = bytes.as_chunks::<8>();
    // A byte from 0x7f on sets its highest bit in one of the two; only such a byte can carry into the next
    // one.
    let is_eight = |eight: &[u8; 8]| {
        let eight = u64::from_ne_bytes(*eight);
        (eight | eight.wrapping_add(0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
    };
    eights.iter().all(is_eight) && rest.iter().all(|byte| *byte < 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_is_what_has_nothing_to_escape() {
        for at in 0..20 {
            for byte in 0..=u8::MAX {
                let mut text = [b'~'; 20];
                text[at] = byte;
                assert_eq!(is_plain(&text), byte < 0x7f, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn escapes_mean_what_they_stand_for() {
        let value = Value::from("é\u{9b}\u{202e}\u{7f}\u{e0001}\x1b");
        let text = compact(&value);
        assert_eq!(text, "\"é\\u009b\\u202e\\u007f\\udb40\\udc01\\u001b\"");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        assert_eq!(pretty(&serde_json::json!([1])), "[\n  1\n]");
    }
}
