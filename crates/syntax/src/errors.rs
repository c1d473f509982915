//! The messages of the native reader: one function for each kind.
//!
//! Out of scope: the conditions for reporting them, and JSON's messages (`json`).

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
pub(crate) enum Listed {
    Element,
    Argument,
    Item,
}

impl Listed {
    fn one(self) -> &'static str {
        match self {
            Listed::Element => "element",
            Listed::Argument => "argument",
            Listed::Item => "item",
        }
    }
}

/// Longer pieces of the source are cut in messages, in characters.
const LONGEST_SHOWN: usize = 40;

/// A piece of the source as messages show it: on one line, without control characters, not too long.
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

/// An edit that is right as it is.
fn surely(title: impl Into<String>, at: Span, text: impl Into<String>) -> Fix {
    edit(title, at, text, Applicability::Certain)
}

/// An edit that a person should look at.
fn perhaps(title: impl Into<String>, at: Span, text: impl Into<String>) -> Fix {
    edit(title, at, text, Applicability::Suggested)
}

/// The empty place at the start of a span.
fn before(mut at: Span) -> Span {
    at.range.end = at.range.start;
    at
}

/// The empty place at the end of a span.
fn after(mut at: Span) -> Span {
    at.range.start = at.range.end;
    at
}
