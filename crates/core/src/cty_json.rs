//! JSON encoding of values, as go-cty writes it.
//!
//! Out of scope: decoding, which is parsing by the JSON parser and a conversion.

use hclx_diag::{Fallible, Fault, Step, code_names as codes};

use crate::json_text::{FOR_HTML, JsonText};
use crate::stack;
use crate::{Data, Number, Type, TypeKind, Value};

/// The value as plain JSON. Marks are left out; numbers are written in full.
///
/// # Errors
/// If a part is not known or is an infinity, with the path to it.
pub fn to_json(value: &Value) -> Fallible<String> {
    let mut out = JsonText::compact(FOR_HTML);
    write_json(&mut out, value, Number::to_string)?;
    Ok(out.finish())
}

/// Writes a value as plain JSON. `number` writes its numbers.
///
/// # Errors
/// Same as [`to_json`].
pub fn write_json(out: &mut JsonText, value: &Value, number: fn(&Number) -> String) -> Fallible<()> {
    Writer { out, plain: true, nulls: true, number }.write(value, value.ty())
}

/// Like [`to_json`], without the null properties of objects and maps at any depth; null elements of arrays
/// are kept.
///
/// # Errors
/// Same as [`to_json`].
pub fn to_json_without_nulls(value: &Value) -> Fallible<String> {
    let mut out = JsonText::compact(FOR_HTML);
    let number = Number::to_string;
    Writer { out: &mut out, plain: true, nulls: false, number }.write(value, value.ty())?;
    Ok(out.finish())
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
    let mut out = JsonText::compact(FOR_HTML);
    let number = Number::to_string;
    Writer { out: &mut out, plain: false, nulls: true, number }.write(value, ty)?;
    Ok(out.finish())
}

struct Writer<'a> {
    out: &'a mut JsonText,
    /// Writes only the data: without types, and with the contents of marked values.
    plain: bool,
    /// Writes properties that are null.
    nulls: bool,
    /// Writes a number.
    number: fn(&Number) -> String,
}

impl Writer<'_> {
    /// Writes a value in a place where a type is expected.
    fn write(&mut self, value: &Value, ty: &Type) -> Fallible<()> {
        if !self.plain && !value.marks().is_empty() {
            return Err(Fault::new(codes::NOT_CONVERTIBLE, "a marked value cannot be written as JSON"));
        }
        match ty.kind() {
            // A null of unknown type has no type to write beside it: like go-cty, we write a bare `null`.
            TypeKind::Any | TypeKind::Union(_) if !self.plain && !value.ty().is_any() && value.is_known() => {
                self.out.open('{');
                self.out.member("value");
                stack::grow(|| self.data(value, value.ty()))?;
                self.out.member("type");
                value.ty().write_cty_json(self.out);
                self.out.close('}');
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
            Data::Null => self.out.scalar("null"),
            Data::Bool(known) => self.out.scalar(known),
            Data::Number(number) => self.out.scalar((self.number)(number)),
            Data::String(text) => self.out.string(text),
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
        self.out.open('[');
        for (index, element) in elements.iter().enumerate() {
            self.out.element();
            let ty = ty.element().or_else(|| ty.as_tuple()?.get(index)).unwrap_or(element.ty());
            // plain JSON does not contain the types of parts
            let ty = if self.plain { element.ty() } else { ty };
            self.write(element, ty).map_err(|fault| fault.within(Step::Index(index)))?;
        }
        self.out.close(']');
        Ok(())
    }

    fn members<'v>(
        &mut self,
        members: impl Iterator<Item = (&'v str, Step, &'v Value, &'v Type)>,
    ) -> Fallible<()> {
        self.out.open('{');
        let nulls = self.nulls;
        for (name, step, value, ty) in members.filter(|(_, _, value, _)| nulls || !value.is_null()) {
            self.out.member(name);
            let ty = if self.plain { value.ty() } else { ty };
            self.write(value, ty).map_err(|fault| fault.within(step))?;
        }
        self.out.close('}');
        Ok(())
    }
}
