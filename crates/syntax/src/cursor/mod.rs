//! The context of an editor's cursor in an incomplete source: what may come next there.
//!
//! The parser parses the source up to the cursor and records its state when the source ends
//! (`parser/watch.rs`), without a second grammar. There is an answer for every prefix of every source. Out of
//! scope: the meaning of names.

mod json;

use std::sync::Arc;

use hclx_diag::{MAX_SOURCE_BYTES, SourceId, TextRange};

pub use crate::place::{Context, Cursor, CursorContext, ExistingItem, LoopName, OpenBody, WrittenStep};

use crate::ast::{Language, Root};
use crate::build::TreeBuilder;
use crate::bytes::{continues_identifier, starts_identifier};
use crate::indent::Guide;
use crate::parser::Parser;

/// The cursor at an offset of a source.
///
/// An offset past the end counts as the end. A source that is too long for the parser has no context.
pub fn cursor(bytes: &[u8], offset: u32, language: Language) -> Cursor {
    let offset = (offset as usize).min(bytes.len());
    if bytes.len() > MAX_SOURCE_BYTES {
        return Cursor { word: TextRange::at(0), ..Cursor::default() };
    }
    match language {
        Language::Native => native(bytes, offset),
        Language::Json => json::cursor(bytes, offset),
    }
}

fn native(bytes: &[u8], offset: usize) -> Cursor {
    let start = word_start(bytes, offset);
    // braces that are unclosed at the end of the file are unclosed at the cursor
    let unclosed = crate::unclosed_openers(&bytes.into());
    let missing = unclosed.iter().filter(|open| (**open as usize) < start).count();
    let guide = match unclosed.last() {
        Some(outermost) => Guide { from: *outermost, missing, ..Guide::default() },
        None => Guide::default(),
    };
    let mut found = watched(&bytes[..start], guide, |parser| Root::Body(parser.file()));
    found.word = word_at(bytes, start, offset, &found.context);
    found
}

/// Parses the source before a cursor.
fn watched(before: &[u8], guide: Guide, parse: impl FnOnce(&mut Parser<'_, '_>) -> Root) -> Cursor {
    // No finding leaves this function, so the source id is arbitrary.
    let mut build = TreeBuilder::new(Language::Native, SourceId(0), Arc::from(before));
    let mut parser = Parser::new(before, &mut build, false);
    parser.guide = guide;
    parser.watch = Some(Box::default());
    parse(&mut parser);
    let comment = parser.lexer.comments.last().copied();
    let watch = parser.watch.take().unwrap_or_default();
    let mut found = watch.finish();
    // a comment that ends here is not finished yet
    let is_open = |comment: &TextRange| {
        comment.end as usize == before.len() && !(is_block(before, *comment) && is_closed(before, *comment))
    };
    if let Some(comment) = comment.filter(is_open) {
        found.context = Context::Comment { start: comment.start };
    }
    found
}

fn is_block(bytes: &[u8], comment: TextRange) -> bool {
    bytes[comment.range()].starts_with(b"/*")
}

fn is_closed(bytes: &[u8], comment: TextRange) -> bool {
    // `/*/` is not closed.
    comment.len() >= 4 && bytes[comment.range()].ends_with(b"*/")
}

/// The start of the word that ends at an offset, or the offset itself if there is none.
fn word_start(bytes: &[u8], offset: usize) -> usize {
    let before = &bytes[..offset];
    let mut start = offset;
    while let Some((at, c)) = last_char(&before[..start])
        && continues_identifier(c)
    {
        start = at;
    }
    // a name does not start with a digit or a dash
    let word = before[start..].utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    start + word.find(starts_identifier).unwrap_or(word.len())
}

/// The last character of a source and its offset.
fn last_char(text: &[u8]) -> Option<(usize, char)> {
    // A continuation byte of UTF-8 does not start a character.
    let at = text.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    let c = std::str::from_utf8(&text[at..]).ok()?.chars().next()?;
    Some((at, c))
}

/// The range that a completion item replaces.
fn word_at(bytes: &[u8], start: usize, offset: usize, context: &Context) -> TextRange {
    match context {
        Context::Text { start, .. } => TextRange::new(*start, text_end(bytes, offset) as u32),
        Context::Header { text: Some(start), .. } => TextRange::new(*start, text_end(bytes, offset) as u32),
        _ => {
            let after = bytes[offset..].utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
            let len: usize = after.chars().take_while(|c| continues_identifier(*c)).map(char::len_utf8).sum();
            // directly after a number, no word can start
            let is_word = start < offset || after.chars().next().is_some_and(starts_identifier);
            TextRange::new(start as u32, (offset + if is_word { len } else { 0 }) as u32)
        }
    }
}

/// The end of the contents of a string: its closing quote, a template sequence, or the end of the line.
fn text_end(bytes: &[u8], offset: usize) -> usize {
    let mut at = offset;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\n' | b'\r' => break,
            b'$' | b'%' if bytes.get(at + 1) == Some(&b'{') => break,
            // An escaped quote does not end the string.
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}
