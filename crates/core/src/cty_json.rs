//! JSON encoding of values, as go-cty writes it.
//!
//! Out of scope: decoding, which is parsing by the JSON parser and a conversion.

use hclx_diag::{Fallible, Fault, Step, code_names as codes};

use crate::stack;
use crate::{Data, Type, TypeKind, Value};

/// The value as plain JSON. Marks are left out; numbers are written in full.
///
/// # Errors
/// If a part is not known or is an infinity, with the path to it.
pub fn to_json(value: &Value) -> Fallible<String> {
    let mut out = String::new();
    Writer { out: &mut out, plain: true, nulls: true }.write(value, value.ty())?;
    Ok(out)
}

/// Like [`to_json`], without the null properties of objects and maps at any depth; null elements of arrays
/// are kept.
///
/// # Errors
/// Same as [`to_json`].
pub fn to_json_without_nulls(value: &Value) -> Fallible<String> {
    let mut out = String::new();
    Writer { out: &mut out, plain: true, nulls: false }.write(value, value.ty())?;
    Ok(out)
}

/// The value as JSON that can be decoded with its type, which the value must have. Where the type is `any` or
/// a union, the JSON is `{"value":V,"type":T}`, where T is the type in cty's JSON form.
///
/// ```
/// use hclx_core::{Type, Value, to_typed_json};
/// let text = to_typed_json(&Value::string("a"), &Type::ANY).unwrap();
/// assert_eq!(text, r#"{"value":"a","type":"string"}"#);
/// ```
///
/// # Errors
/// Same as [`to_json`], and if a part is marked.
pub fn to_typed_json(value: &Value, ty: &Type) -> Fallible<String> {
    let mut out = String::new();
    Writer { out: &mut out, plain: false, nulls: true }.write(value, ty)?;
    Ok(out)
}

struct Writer<'a> {
    out: &'a mut String,
    /// Writes only the data: without types, and with the contents of marked values.
    plain: bool,
    /// Writes properties that are null.
    nulls: bool,
}

impl Writer<'_> {
    /// Writes a value in a place where a type is expected.
    fn write(&mut self, value: &Value, ty: &Type) -> Fallible<()> {
        if !self.plain && !value.marks().is_empty() {
            return Err(Fault::new(codes::NOT_CONVERTIBLE, "a marked value cannot be written as JSON"));
        }
        match ty.kind() {
            TypeKind::Any | TypeKind::Union(_) if !self.plain && !value.ty().is_any() && value.is_known() => {
                self.out.push_str("{\"value\":");
                stack::grow(|| self.data(value, value.ty()))?;
                self.out.push_str(",\"type\":");
                self.out.push_str(&value.ty().to_cty_json());
                self.out.push('}');
                Ok(())
            }
            TypeKind::Promise(inner) | TypeKind::Output(inner) => self.write(value, inner),
            _ => stack::grow(|| self.data(value, ty)),
        }
    }

    fn data(&mut self, value: &Value, ty: &Type) -> Fallible<()> {
        let fault = |message: &'static str| Err(Fault::new(codes::NOT_CONVERTIBLE, message));
        match value.data() {
            Data::Unknown(_) => return fault("the value is unknown"),
            Data::Number(number) if number.is_infinite() => return fault("JSON has no infinity"),
            Data::Null => self.out.push_str("null"),
            Data::Bool(known) => self.out.push_str(if *known { "true" } else { "false" }),
            Data::Number(number) => self.out.push_str(&number.to_string()),
            Data::String(text) => write_json_string(self.out, text),
            Data::Sequence(elements) => match ty.kind() {
                TypeKind::Object(object) => {
                    let members = object.attributes().iter().zip(elements.iter());
                    self.members(members.map(|(attribute, element)| {
                        (&*attribute.name, Step::Attr(attribute.name.clone()), element, &attribute.ty)
                    }))?;
                }
                _ => self.array(elements, ty)?,
            },
            Data::Map(entries) => {
                self.members(entries.iter().map(|(key, element)| {
                    (&**key, Step::Key(key.clone()), element, ty.element().unwrap_or(element.ty()))
                }))?;
            }
        }
        Ok(())
    }

    fn array(&mut self, elements: &[Value], ty: &Type) -> Fallible<()> {
        self.out.push('[');
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            let ty = ty.element().or_else(|| ty.as_tuple()?.get(index)).unwrap_or(element.ty());
            // plain JSON does not contain the types of parts
            let ty = if self.plain { element.ty() } else { ty };
            self.write(element, ty).map_err(|fault| fault.within(Step::Index(index)))?;
        }
        self.out.push(']');
        Ok(())
    }

    fn members<'v>(
        &mut self,
        members: impl Iterator<Item = (&'v str, Step, &'v Value, &'v Type)>,
    ) -> Fallible<()> {
        self.out.push('{');
        let nulls = self.nulls;
        let members = members.filter(|(_, _, value, _)| nulls || !value.is_null());
        for (index, (name, step, value, ty)) in members.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write_json_string(self.out, name);
            self.out.push(':');
            let ty = if self.plain { value.ty() } else { ty };
            self.write(value, ty).map_err(|fault| fault.within(step))?;
        }
        self.out.push('}');
        Ok(())
    }
}

/// Appends a JSON string. Like go-cty, it also escapes `<`, `>`, `&` and the line separators, so that the
/// result can be embedded in HTML and JavaScript.
pub fn write_json_string(out: &mut String, text: &str) {
    write_json_string_escaping(out, text, |c| matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}'));
}

/// Appends a JSON string with the escapes that JSON requires, and with escapes for the characters in `also`,
/// which have at most 16 bits.
pub fn write_json_string_escaping(out: &mut String, text: &str, also: impl Fn(char) -> bool) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' || also(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}
