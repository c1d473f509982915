//! The messages of the native parser: one function per kind.
//!
//! Out of scope: the conditions for reporting them, and messages about JSON (`json`).

mod items;
mod text;
mod tokens;
mod values;

use hclx_diag::{Applicability, Code, Diagnostic, Edit, Fix, Span};

pub(crate) use items::*;
pub(crate) use text::*;
pub(crate) use tokens::*;
pub(crate) use values::*;

/// The kind of list, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    Element,
    Argument,
    Item,
}

impl ListKind {
    fn one(self) -> &'static str {
        match self {
            ListKind::Element => "element",
            ListKind::Argument => "argument",
            ListKind::Item => "item",
        }
    }
}

/// The maximum length of quoted source in messages, in characters.
const LONGEST_SHOWN: usize = 40;

/// A part of the source as shown in messages: on one line, without control characters, truncated.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == LONGEST_SHOWN {
            shown.push('…');
            break;
        }
        if c.is_control() || c == '\u{FEFF}' { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    shown
}

fn error(code: Code, at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, at, message)
}

fn edit(title: impl Into<String>, at: Span, text: impl Into<String>, applicability: Applicability) -> Fix {
    Fix { title: title.into(), edits: vec![Edit { span: at, text: text.into() }], applicability }
}

/// A fix that is certain.
fn surely(title: impl Into<String>, at: Span, text: impl Into<String>) -> Fix {
    edit(title, at, text, Applicability::Certain)
}

/// A fix that needs review.
fn perhaps(title: impl Into<String>, at: Span, text: impl Into<String>) -> Fix {
    edit(title, at, text, Applicability::Suggested)
}

/// The empty range at the start of a span.
fn before(mut at: Span) -> Span {
    at.range.end = at.range.start;
    at
}

/// The empty range at the end of a span.
fn after(mut at: Span) -> Span {
    at.range.start = at.range.end;
    at
}
