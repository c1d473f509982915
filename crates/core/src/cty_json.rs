//! Values as plain JSON text, as go-cty's JSON encoding of a value in the light of its own type.
//!
//! Deliberately absent: types in the text, reading.

use std::fmt::Write;

use hclx_diag::{Fallible, Fault, Step, code_names as codes};

use crate::stack;
use crate::{Data, TypeKind, Value};

/// The value as JSON. Marks are left out; numbers are written in full.
///
/// # Errors
/// If a part is not known or is an infinity, with the path to it.
pub fn to_json(value: &Value) -> Fallible<String> {
    let mut out = String::new();
    write(&mut out, value)?;
    Ok(out)
}

fn write(out: &mut String, value: &Value) -> Fallible<()> {
    stack::grow(|| match value.data() {
        Data::Null => push(out, "null"),
        Data::Unknown(_) => Err(Fault::new(codes::NOT_CONVERTIBLE, "the value is not known")),
        Data::Bool(bool) => push(out, if *bool { "true" } else { "false" }),
        Data::Number(number) if number.is_infinite() => {
            Err(Fault::new(codes::NOT_CONVERTIBLE, "JSON has no infinity"))
        }
        Data::Number(number) => push(out, &number.to_string()),
        Data::String(text) => {
            quote(out, text);
            Ok(())
        }
        Data::Sequence(elements) => match value.ty().kind() {
            TypeKind::Object(object) => {
                let names = object.attributes().iter().map(|attribute| (&*attribute.name, Step::Attr(attribute.name.clone())));
                members(out, names.zip(elements.iter()))
            }
            _ => array(out, elements),
        },
        Data::Map(entries) => {
            members(out, entries.iter().map(|(key, value)| ((&**key, Step::Key(key.clone())), value)))
        }
    })
}

fn push(out: &mut String, text: &str) -> Fallible<()> {
    out.push_str(text);
    Ok(())
}

fn array(out: &mut String, elements: &[Value]) -> Fallible<()> {
    out.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, element).map_err(|fault| fault.within(Step::Index(index)))?;
    }
    push(out, "]")
}

fn members<'v>(out: &mut String, members: impl Iterator<Item = ((&'v str, Step), &'v Value)>) -> Fallible<()> {
    out.push('{');
    for (index, ((name, step), value)) in members.enumerate() {
        if index > 0 {
            out.push(',');
        }
        quote(out, name);
        out.push(':');
        write(out, value).map_err(|fault| fault.within(step))?;
    }
    push(out, "}")
}

/// A JSON string. As go-cty does, `<`, `>`, `&` and the line separators are escaped too, so that the
/// text may stand in HTML and JavaScript.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}
