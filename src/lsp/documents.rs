//! The documents that a client has open.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::wire::positions::{Encoding, Lines};

/// A text of a document, with its version.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) version: i64,
}

/// An open document.
pub(crate) struct Document {
    /// The version that the client gave to the text.
    pub(crate) version: i64,
    /// The text.
    pub(crate) text: String,
    /// The folder that it belongs to, and its clean path there; `None` if it is not a file.
    pub(crate) place: Option<(PathBuf, String)>,
    /// The number of the task that sent this text to the worker.
    pub(crate) task: u64,
    /// The findings of its own units, with the number of the last task that they take into account.
    pub(crate) own: Option<(u64, Vec<Value>)>,
    /// Set if the document is longer than the configured maximum, so that it is not checked.
    pub(crate) is_too_long: bool,
    lines: Lines,
}

impl Document {
    /// A newly opened document.
    pub(crate) fn new(version: i64, text: String, place: Option<(PathBuf, String)>) -> Self {
        let lines = Lines::new(text.as_bytes());
        Self { version, text, place, task: 0, own: None, is_too_long: false, lines }
    }

    /// Applies the changes of one message, in order.
    pub(crate) fn change(&mut self, changes: &[Value], encoding: Encoding) {
        for change in changes {
            let Some(text) = change["text"].as_str() else { continue };
            match change.get("range") {
                Some(range) if range.is_object() => {
                    let start = self.offset(&range["start"], encoding);
                    let end = self.offset(&range["end"], encoding).max(start);
                    self.text.replace_range(start..end, text);
                }
                _ => text.clone_into(&mut self.text),
            }
            // The positions of each change refer to the text after the previous changes.
            self.lines = Lines::new(self.text.as_bytes());
        }
    }

    fn offset(&self, position: &Value, encoding: Encoding) -> usize {
        let number = |name: &str| position[name].as_u64().map_or(0, |number| number as usize);
        self.lines.offset(&self.text, number("line"), number("character"), encoding)
    }
}

/// Open documents by URI.
pub(crate) type Documents = HashMap<String, Document>;

/// The URI of the document that a message concerns, from the message itself or from the data of an earlier
/// answer.
pub(crate) fn document_of(params: &Value) -> Option<&str> {
    let places = ["/textDocument/uri", "/item/uri", "/data/uri", "/arguments/0/uri"];
    places.iter().find_map(|place| params.pointer(place)?.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(text: &str, changes: &[Value]) -> String {
        let mut document = Document::new(1, text.to_owned(), None);
        document.change(changes, Encoding::Utf16);
        document.text
    }

    fn change(start: (u32, u32), end: (u32, u32), text: &str) -> Value {
        let at = |(line, character): (u32, u32)| json!({"line": line, "character": character});
        json!({"range": {"start": at(start), "end": at(end)}, "text": text})
    }

    #[test]
    fn changes_are_applied_in_order() {
        let changes =
            [change((0, 1), (0, 3), ""), change((1, 0), (1, 0), "é\n"), change((1, 1), (2, 1), "𝄞")];
        assert_eq!(changed("a𝄞b\ncd", &changes), "ab\né𝄞d");
        assert_eq!(changed("a\rb", &[change((1, 0), (1, 1), "c")]), "a\rc");
        assert_eq!(changed("a", &[change((9, 9), (9, 9), "b"), json!({"text": 1})]), "ab");
        assert_eq!(changed("abc", &[change((0, 2), (0, 1), "x")]), "abxc", "an end before the start");
        assert_eq!(changed("a", &[json!({"text": "b"})]), "b");
    }
}
