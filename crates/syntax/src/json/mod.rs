//! The parser of HCL's JSON profile and of plain JSON data, with the range of every key and value.
//!
//! Order, duplicates and the digits of numbers are kept; every independent error is reported once, where it
//! must be fixed. Out of scope: bodies and schemas (see [`crate::body`]), the values of templates, and the
//! rule against duplicate keys (keys may be templates).

mod brackets;
mod complaint;
mod number;
mod place;
mod quotes;
mod reader;
mod recovery;
mod scan;
mod string;

use std::sync::Arc;

use hclx_diag::{MAX_SOURCE_BYTES, SourceId, TextRange};

use crate::Parsed;
use crate::ast::{ExprKind, Language, Root};
use crate::build::{OffsetMap, TreeBuilder};
use crate::limits::MAX_NESTING;
pub use number::length as number_length;
pub(crate) use place::{JsonPlace, decoded, json_place};
use reader::Reader;
use scan::Scanner;

/// The interpretation of JSON strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strings {
    /// Templates, as in configuration: a string that contains `${` or `%{` is also parsed as a template.
    Templates,
    /// Literal strings, as in data (`jsondecode`, values files).
    Verbatim,
}

/// Options of the JSON parser.
#[derive(Clone, Copy, Debug)]
pub struct JsonOptions {
    /// The interpretation of strings.
    pub strings: Strings,
    /// The maximum number of open brackets; [`MAX_NESTING`] by default.
    pub max_nesting: u32,
}

impl Default for JsonOptions {
    fn default() -> Self {
        Self { strings: Strings::Templates, max_nesting: MAX_NESTING }
    }
}

impl JsonOptions {
    /// Options for plain data: strings are literals.
    pub const DATA: Self = Self { strings: Strings::Verbatim, max_nesting: MAX_NESTING };
}

/// Parses a JSON configuration file. The root of the tree is an expression: any JSON value, or
/// [`ExprKind::Missing`] if there is none. [`crate::body::BodyView::root`] decides whether the root can be a
/// body.
pub fn parse_json(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    parse_json_with(source, bytes, JsonOptions::default())
}

/// Parses a JSON value as an expression, with the grammar of a file.
pub fn parse_json_expression(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    parse_json(source, bytes)
}

/// Parses plain JSON data: like [`parse_json`], but strings are never templates.
pub fn parse_json_data(source: SourceId, bytes: Arc<[u8]>) -> Parsed {
    parse_json_with(source, bytes, JsonOptions::DATA)
}

/// Parses JSON with options.
pub fn parse_json_with(source: SourceId, bytes: Arc<[u8]>, options: JsonOptions) -> Parsed {
    if bytes.len() > MAX_SOURCE_BYTES {
        return too_long(source, bytes.len());
    }
    let builder = TreeBuilder::new(Language::Json, source, bytes.clone());
    Reader::new(&bytes, builder, options).read()
}

/// The maximum length in bytes of invalid JSON that is parsed again to find the reason.
const LONGEST_EXPLAINED: usize = 1 << 20;

/// The reason why data that another parser rejected is not JSON, with its location:
/// `not JSON at column 5: …`.
///
/// ```
/// let fault = hclx_syntax::not_json(b"[1 2]");
/// assert_eq!(fault, "not JSON at column 3: missing comma in an array");
/// ```
pub fn not_json(bytes: &[u8]) -> String {
    if bytes.len() > LONGEST_EXPLAINED {
        return "not JSON".to_owned();
    }
    let found = parse_json_data(SourceId(0), bytes.into()).diagnostics.into_iter().find(|it| it.is_error());
    let Some((message, place)) = found.and_then(|it| Some((it.message.clone(), it.span?.range.start))) else {
        // HCL's JSON accepts an unpaired UTF-16 surrogate and replaces it
        return "not JSON: an escape in a string is not a valid character".to_owned();
    };
    let before = &bytes[..place as usize];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    let line = if line == 1 { String::new() } else { format!("line {line}, ") };
    format!("not JSON at {line}column {column}: {message}")
}

/// Decodes the JSON string at `range` (with its quotes) of `bytes`, with the offsets of its bytes. `None` if
/// there is no JSON string: recovery also creates strings from bare words.
pub(crate) fn string_places(bytes: &[u8], range: TextRange) -> Option<(String, OffsetMap)> {
    let string = &bytes[range.range()];
    let content = string.strip_prefix(b"\"")?;
    let closed = content.ends_with(b"\"");
    let end = range.end - u32::from(closed);
    Some(Scanner::new(bytes).decode_with_places(range.start as usize + 1, end as usize))
}

fn too_long(source: SourceId, len: usize) -> Parsed {
    let mut builder = TreeBuilder::new(Language::Json, source, Arc::from(&b""[..]));
    let root = builder.expr(ExprKind::Missing, TextRange::at(0));
    let tree = Arc::new(builder.finish(Root::Expr(root)));
    Parsed { tree, diagnostics: vec![complaint::source_too_long(source, len)] }
}
