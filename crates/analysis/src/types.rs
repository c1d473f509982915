//! Type expressions that are given to the tool: in flags, arguments and requests.

use hclx_core::Type;
use hclx_diag::{Diagnostic, Fallible, Fault, SourceId};
use hclx_eval::type_syntax::{TypeExpression, TypeOptions, parse_type_json, parse_type_text};

/// Reads a type as it is given to the tool: with the words of the extensions, quoted attribute
/// names, `any` and `optional`.
pub fn read_type(source: SourceId, text: &str) -> TypeExpression {
    parse_type_text(source, text, &TypeOptions::for_tool())
}

/// Reads a type written in the JSON profile: a JSON string that holds a type expression.
pub fn read_type_json(source: SourceId, text: &str) -> TypeExpression {
    parse_type_json(source, text, &TypeOptions::for_tool())
}

/// Reads a type where there is no source to point into.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn parse_type(text: &str) -> Fallible<Type> {
    let read = read_type(SourceId(0), text);
    match read.diagnostics.into_iter().find(Diagnostic::is_error) {
        None => Ok(read.ty),
        Some(first) => Err(Fault::new(first.code, format!("bad type expression `{}`: {}", shortened(text), first.message))),
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain(['…']).collect() }
}
