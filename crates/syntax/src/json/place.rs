//! The state of the JSON parser where an incomplete source ends.
//!
//! Out of scope: what may come next (`crate::cursor`).

use crate::ast::{ExprId, Root, Tree};
use crate::build::TreeBuilder;

use super::JsonOptions;
use super::reader::{Kind, Reader, State};
use super::scan::Scanner;

/// The state at the end of a source.
pub(crate) struct JsonPlace {
    /// The tree of the source before the end.
    pub tree: Tree,
    /// The properties and elements that are open at the end, outermost first: the key, or the index of the
    /// element.
    pub path: Vec<Result<ExprId, usize>>,
    /// The offset and the keys of the object whose next key is expected.
    pub object: Option<(usize, Vec<ExprId>)>,
    /// Set if a value is expected.
    pub expects_value: bool,
    /// The start of the contents of the string that the source ends in.
    pub string: Option<usize>,
}

/// Parses a source to its end; `None` if the root is complete.
pub(crate) fn json_place(bytes: &[u8], build: TreeBuilder) -> Option<JsonPlace> {
    let mut reader = Reader::new(bytes, build, JsonOptions::default());
    let mut state = reader.start_of_text();
    let string = loop {
        match reader.next() {
            None => break None,
            Some(b'"') if matches!(state, State::Key | State::Value) && is_open(bytes, reader.scan.pos) => {
                break Some(reader.scan.pos + 1);
            }
            Some(_) => {}
        }
        state = match state {
            State::End => return None,
            state => reader.step(state),
        };
    };
    let frames = &reader.frames;
    let element = |base: usize, next: Option<usize>| Err(next.unwrap_or(reader.elements.len()) - base);
    let mut path = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        match (frame.kind, frame.key) {
            (Kind::Array, _) => {
                // The elements of inner arrays are on the same stack.
                let inner = frames[at + 1..].iter().find(|frame| frame.kind == Kind::Array);
                path.push(element(frame.base, inner.map(|frame| frame.base)));
            }
            (Kind::Object, Some(key)) => path.push(Ok(key)),
            (Kind::Object, None) => {}
        }
    }
    let object = frames.last().filter(|frame| state == State::Key && frame.kind == Kind::Object);
    let object = object.map(|frame| {
        (frame.open, reader.items[frame.base..].iter().map(|item| item.key).collect::<Vec<_>>())
    });
    let missing = reader.build.expr(crate::ast::ExprKind::Missing, hclx_diag::TextRange::at(0));
    let tree = reader.build.finish(Root::Expr(missing));
    Some(JsonPlace { tree, path, object, expects_value: state == State::Value, string })
}

/// Returns `true` if the string at an offset is not closed.
fn is_open(bytes: &[u8], quote: usize) -> bool {
    let mut at = quote + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\n' => return false,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    true
}

/// The decoded contents of a string from an offset to the end of the source.
pub(crate) fn decoded(bytes: &[u8], start: usize) -> String {
    Scanner::new(bytes).decode_with_places(start, bytes.len()).0
}
