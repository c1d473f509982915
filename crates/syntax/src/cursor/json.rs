//! The cursor in a JSON source.
//!
//! The JSON parser runs over the source before the cursor. A string with a template is parsed as one.

use std::sync::Arc;

use hclx_diag::{SourceId, TextRange};

use super::{Context, Cursor, CursorContext, LoopName, text_end, watched, word_start};
use crate::ast::{Language, Root};
use crate::build::TreeBuilder;
use crate::indent::Guide;
use crate::json::{JsonPlace, json_place};
use crate::place::key_text;

/// The cursor at an offset.
pub(super) fn cursor(bytes: &[u8], offset: usize) -> Cursor {
    let before = &bytes[..offset];
    let build = TreeBuilder::new(Language::Json, SourceId(0), Arc::from(before));
    let Some(place) = json_place(before, build) else {
        return Cursor { word: at(offset), ..Cursor::default() };
    };
    let JsonPlace { tree, path, object, expects_value, string } = place;
    let key = |key| key_text(&tree, key);
    let around = path.into_iter().map(|step| match step {
        Ok(name) => CursorContext::ObjectValue(key(name)),
        Err(index) => CursorContext::Element(index),
    });
    let mut found = Cursor { around: around.collect(), word: at(offset), ..Cursor::default() };
    if let Some(start) = string {
        found.word = TextRange::new(start as u32, text_end(bytes, offset) as u32);
    }
    match object {
        Some((start, given)) => {
            let given = given.into_iter().map(key).collect();
            found.context = Context::ObjectKey { start: start as u32, given };
        }
        None if expects_value => match string {
            Some(start) => in_string(bytes, (start, offset), &mut found),
            None => found.context = Context::Value,
        },
        None => {}
    }
    found
}

fn at(offset: usize) -> TextRange {
    TextRange::at(offset as u32)
}

/// The cursor in the contents of a string, which may be a template.
fn in_string(bytes: &[u8], (start, offset): (usize, usize), found: &mut Cursor) {
    let text = &bytes[start..offset];
    let has_sequence = text.windows(2).any(|pair| pair == b"${" || pair == b"%{");
    if !has_sequence {
        found.context = Context::Text { start: start as u32, is_whole: true };
        return;
    }
    // an escape inside the word ends it
    let word = word_start(bytes, offset).max(start);
    let decoded = crate::json::decoded(&bytes[..word], start);
    let inner = watched(decoded.as_bytes(), Guide::default(), |parser| Root::Expr(parser.bare_template()));
    // without escapes, which are rare in templates, offsets are shifted by the start of the string
    let moved = |range: TextRange| TextRange::new(range.start + start as u32, range.end + start as u32);
    found.around.extend(inner.around.into_iter().map(|around| match around {
        CursorContext::Index { of, place } => CursorContext::Index { of, place: moved(place) },
        around => around,
    }));
    let loops = inner.loops.into_iter();
    found.loops = loops.map(|one| LoopName { collection: moved(one.collection), ..one }).collect();
    (found.steps, found.traversal) = (inner.steps, moved(inner.traversal));
    found.context = match inner.context {
        Context::Text { .. } => Context::Text { start: word as u32, is_whole: false },
        context => context,
    };
    let end = text_end(bytes, offset);
    let len = bytes[offset..end].iter().take_while(|byte| crate::bytes::IDENT[**byte as usize]).count();
    found.word = TextRange::new(word as u32, (offset + len) as u32);
}
