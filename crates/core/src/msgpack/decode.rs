//! Decoding: bytes to values.

use std::sync::Arc;

use hclx_diag::{Fallible, Fault, Step, code_names as codes};

use super::reader::{Reader, is_extension};
use super::{LENGTH_MAX, LENGTH_MIN, NULLNESS, NUMBER_MAX, NUMBER_MIN, PREFIX, UNKNOWN};
use crate::range::Refiner;
use crate::{Number, Type, TypeKind, Value, nfc};

/// The maximum size of refinements in bytes; larger ones are rejected.
const MAX_REFINEMENTS: usize = 1024;

/// Decodes a value of the given type. Strings are normalized to NFC. Trailing bytes are ignored.
///
/// # Errors
/// [`codes::MSGPACK`] with the offset of the invalid byte and the path to the value that contains it;
/// [`codes::CONTRADICTION`] for refinements that leave no value.
pub fn decode(bytes: &[u8], ty: &Type) -> Fallible<Value> {
    value(&mut Reader::new(bytes), &ty.without_optional())
}

fn value(reader: &mut Reader<'_>, ty: &Type) -> Fallible<Value> {
    let code = reader.peek()?;
    reader.level(|reader| match ty.kind() {
        TypeKind::Promise(inner) => value(reader, inner).map(|inner| wrapped(inner, Type::promise)),
        TypeKind::Output(inner) => value(reader, inner).map(|inner| wrapped(inner, Type::output)),
        _ if is_extension(code) => unknown(reader, ty),
        TypeKind::Any | TypeKind::Union(_) => dynamic(reader, ty),
        _ if code == 0xc0 => {
            reader.code()?;
            Ok(Value::null(ty.clone()))
        }
        _ => known(reader, ty),
    })
}

fn wrapped(value: Value, wrap: fn(Type) -> Type) -> Value {
    Value { ty: wrap(value.ty.clone()), ..value }
}

fn known(reader: &mut Reader<'_>, ty: &Type) -> Fallible<Value> {
    match ty.kind() {
        TypeKind::Bool => reader.bool().map(Value::bool),
        TypeKind::Number => reader.number().map(Value::number),
        TypeKind::Int => {
            let start = reader.clone();
            let number = reader.number()?;
            if !number.is_integer() {
                return Err(start.fault("expected an integer"));
            }
            Ok(Value::int(number.as_int()))
        }
        TypeKind::String => reader.string().map(|text| Value::string(nfc(text))),
        TypeKind::List(element) => {
            let elements = elements(reader, |_| element)?;
            Ok(Value::list(element_type(reader, &elements, element)?, elements))
        }
        TypeKind::Set(element) => {
            let elements = elements(reader, |_| element)?;
            Ok(Value::set(element_type(reader, &elements, element)?, elements))
        }
        TypeKind::Map(element) => map(reader, element),
        TypeKind::Tuple(types) => {
            let start = reader.clone();
            match reader.clone().array()? {
                // go-cty accepts any empty array as an empty tuple
                Some(length) if length != 0 && length != types.len() => {
                    Err(start.fault(&format!("expected an array of {} elements", types.len())))
                }
                _ => elements(reader, |index| &types[index]).map(Value::tuple),
            }
        }
        TypeKind::Object(object) => self::object(reader, object),
        _ => Err(reader.fault(&format!("expected a type that MessagePack supports, not {},", ty.shown()))),
    }
}

fn elements<'t>(reader: &mut Reader<'_>, ty: impl Fn(usize) -> &'t Type) -> Fallible<Vec<Value>> {
    let length = reader.array()?.unwrap_or_default();
    // The declared length may be wrong. Each element takes at least one byte, so the remaining bytes bound
    // the memory.
    let mut elements = Vec::with_capacity(length.min(reader.left()));
    for index in 0..length {
        elements.push(value(reader, ty(index)).map_err(|fault| fault.within(Step::Index(index)))?);
    }
    Ok(elements)
}

/// The element type; if the type leaves it open, the common type of the elements.
fn element_type(reader: &Reader<'_>, elements: &[Value], element: &Type) -> Fallible<Type> {
    if !element.has_any() {
        return Ok(element.clone());
    }
    let mut types = elements.iter().map(Value::ty).filter(|ty| !ty.is_any());
    let first = types.next().unwrap_or(element);
    if types.any(|ty| ty != first) {
        return Err(reader.fault("expected elements of one type before the element"));
    }
    Ok(first.clone())
}

fn map(reader: &mut Reader<'_>, element: &Type) -> Fallible<Value> {
    let length = reader.map()?.unwrap_or_default();
    let mut entries = Vec::with_capacity(length.min(reader.left()));
    for _ in 0..length {
        // go-cty treats a key that is not a string as the empty string
        let key: Arc<str> = reader.string().map_or_else(|_| Arc::from(""), |text| nfc(text).into());
        let part = value(reader, element).map_err(|fault| fault.within(Step::Key(key.clone())))?;
        entries.push((key, part));
    }
    let parts: Vec<Value> = entries.iter().map(|(_, part)| part.clone()).collect();
    Ok(Value::map(element_type(reader, &parts, element)?, entries))
}

fn object(reader: &mut Reader<'_>, object: &crate::ObjectType) -> Fallible<Value> {
    let start = reader.clone();
    let length = reader.map()?.unwrap_or_default();
    let wanted = object.attributes().len();
    // go-cty accepts any empty map as an empty object
    if length != 0 && length != wanted {
        return Err(start.fault(&format!("expected a map of {wanted} attributes")));
    }
    let mut attributes = Vec::with_capacity(length);
    for _ in 0..length {
        let before = reader.clone();
        let name: Arc<str> = reader.string()?.into();
        let within = |fault: Fault| fault.within(Step::Key(name.clone()));
        let Some(attribute) = object.get(&name) else {
            return Err(within(before.fault("expected the name of an attribute")));
        };
        let part = value(reader, &attribute.ty).map_err(within)?;
        attributes.push((name, part));
    }
    Ok(Value::object(attributes))
}

/// Decodes a pair of type and value.
fn dynamic(reader: &mut Reader<'_>, ty: &Type) -> Fallible<Value> {
    let start = reader.clone();
    match reader.array()? {
        None => return Ok(Value::null(if ty.is_any() { Type::ANY } else { Type::NONE })),
        Some(2) => {}
        Some(_) => return Err(start.fault("expected a pair of type and value")),
    }
    let before = reader.clone();
    let json = reader.bytes()?.unwrap_or_default();
    let text = std::str::from_utf8(json).map_err(|_| before.fault("expected a type in UTF-8"))?;
    let own = Type::from_cty_json(text)
        .map_err(|fault| before.fault(&format!("expected a type ({})", fault.message())))?;
    if !crate::range::conforms(&own, ty) {
        return Err(before.fault(&format!("expected a type of {}", ty.shown())));
    }
    // A known value has the type of a member, so only an unknown has a union as its type.
    if own.is_union() {
        return if is_extension(reader.peek()?) {
            unknown(reader, &own)
        } else {
            Err(reader.fault("expected an unknown"))
        };
    }
    value(reader, &own)
}

fn unknown(reader: &mut Reader<'_>, ty: &Type) -> Fallible<Value> {
    let start = reader.clone();
    let (kind, length) = reader.extension()?;
    // go-cty ignores the kind of an extension without refinements.
    if length <= 1 {
        reader.take(length)?;
        return Ok(Value::unknown(ty.clone()));
    }
    if kind != UNKNOWN {
        return Err(start.fault("expected the extension of an unknown"));
    }
    if length > MAX_REFINEMENTS {
        return Err(start.fault(&format!("expected at most {MAX_REFINEMENTS} bytes of refinements")));
    }
    let mut facts = Reader::new(reader.take(length)?);
    let count = facts.map()?.unwrap_or_default();
    // go-cty has no refinements of values of unknown type: they are read and dropped.
    if ty.is_any() {
        return Ok(Value::dynamic());
    }
    let mut refiner = Refiner::new(Value::unknown(ty.clone()));
    for _ in 0..count {
        refiner = fact(refiner, &mut facts)?;
    }
    refiner.finish()
}

/// Decodes one refinement. The value of an unknown refinement is read as the next key, as in go-cty.
fn fact(refiner: Refiner, facts: &mut Reader<'_>) -> Fallible<Refiner> {
    match facts.int()? {
        NULLNESS if facts.bool()? => refiner.null(),
        NULLNESS => refiner.not_null(),
        PREFIX => {
            let prefix = facts.string()?;
            applicable(refiner.prefix_full(&nfc(prefix)))
        }
        NUMBER_MIN => {
            let (number, inclusive) = bound(facts)?;
            applicable(refiner.min(number, inclusive))
        }
        NUMBER_MAX => {
            let (number, inclusive) = bound(facts)?;
            applicable(refiner.max(number, inclusive))
        }
        LENGTH_MIN => applicable(refiner.length_min(facts.int()?)),
        LENGTH_MAX => applicable(refiner.length_max(facts.int()?)),
        _ => Ok(refiner),
    }
}

/// Treats a refinement that the type does not support as malformed input.
fn applicable(refined: Fallible<Refiner>) -> Fallible<Refiner> {
    refined.map_err(|fault| match fault.code() {
        code if code == codes::NOT_APPLICABLE => Fault::new(codes::MSGPACK, fault.message()),
        _ => fault,
    })
}

fn bound(facts: &mut Reader<'_>) -> Fallible<(Number, bool)> {
    match facts.clone().array()? {
        Some(2) => {}
        _ => return Err(facts.fault("expected a bound: a pair of number and bool")),
    }
    facts.array()?;
    match (facts.peek(), facts.number(), facts.peek()) {
        (Ok(0xc0), ..) => Err(facts.fault("expected a number before the bound")),
        (_, Ok(number), Ok(0xc2 | 0xc3)) => Ok((number, facts.bool()?)),
        (_, Err(fault), _) => Err(fault),
        _ => Err(facts.fault("expected a bool")),
    }
}
