//! Encoding: values to bytes.

use hclx_diag::{Fallible, Fault, Step, code_names as codes};

use super::{LENGTH_MAX, LENGTH_MIN, NULLNESS, NUMBER_MAX, NUMBER_MIN, PREFIX, UNKNOWN};
use crate::range::{Bound, conforms, safe_prefix};
use crate::stack;
use crate::value::Data;
use crate::{Number, Range, Rules, Type, TypeKind, Value, convert};

/// The maximum length of an encoded prefix in bytes; longer ones are truncated, so that the extension stays
/// small.
const MAX_PREFIX: usize = 256;

/// Encodes a value, converted to the type if it does not conform to it.
///
/// ```
/// use hclx_core::msgpack::{decode, encode};
/// use hclx_core::{Rules, Type, Value};
/// let bytes = encode(&Value::unknown(Type::STRING), &Type::STRING, &Rules::hcl()).unwrap();
/// assert_eq!(bytes, [0xd4, 0, 0]);
/// assert_eq!(decode(&bytes, &Type::STRING).unwrap(), Value::unknown(Type::STRING));
/// ```
///
/// # Errors
/// If the value does not convert, or if it contains a mark, with the path to it.
pub fn encode(value: &Value, ty: &Type, rules: &Rules) -> Fallible<Vec<u8>> {
    let converted = if conforms(value.ty(), ty) { value.clone() } else { convert(value, ty, rules)? };
    let mut out = Vec::new();
    write(&mut out, &converted, ty)?;
    Ok(out)
}

fn write(out: &mut Vec<u8>, value: &Value, ty: &Type) -> Fallible<()> {
    if !value.marks().is_empty() {
        return Err(Fault::new(codes::NOT_CONVERTIBLE, "a marked value cannot be written as MessagePack"));
    }
    stack::grow(|| match ty.kind() {
        // An unknown of unknown type has no type that could be written.
        TypeKind::Any if value.ty().is_any() => write_data(out, value, ty),
        TypeKind::Any | TypeKind::Union(_) => {
            write_length(out, 2, 0x90, 0xdc);
            write_bytes(out, value.ty().to_cty_json().as_bytes());
            let own = value.ty();
            // Otherwise a value whose own type is a union would be wrapped again and again.
            if own.is_union() { write_data(out, value, own) } else { write(out, value, own) }
        }
        TypeKind::Promise(inner) | TypeKind::Output(inner) => write(out, value, inner),
        _ => write_data(out, value, ty),
    })
}

fn write_data(out: &mut Vec<u8>, value: &Value, ty: &Type) -> Fallible<()> {
    match value.data() {
        Data::Null => out.push(0xc0),
        Data::Unknown(range) => write_unknown(out, range, value.ty()),
        Data::Bool(known) => out.push(if *known { 0xc3 } else { 0xc2 }),
        Data::Number(number) => write_number(out, number),
        Data::String(text) => write_string(out, text),
        Data::Sequence(elements) => match ty.kind() {
            TypeKind::Object(object) => {
                write_length(out, elements.len(), 0x80, 0xde);
                for (attribute, element) in object.attributes().iter().zip(elements.iter()) {
                    write_string(out, &attribute.name);
                    write(out, element, &attribute.ty)
                        .map_err(|fault| fault.within(Step::Attr(attribute.name.clone())))?;
                }
            }
            _ => {
                write_length(out, elements.len(), 0x90, 0xdc);
                for (index, element) in elements.iter().enumerate() {
                    let ty = ty.element().or_else(|| ty.as_tuple()?.get(index)).unwrap_or(element.ty());
                    write(out, element, ty).map_err(|fault| fault.within(Step::Index(index)))?;
                }
            }
        },
        Data::Map(entries) => {
            write_length(out, entries.len(), 0x80, 0xde);
            for (key, element) in entries.iter() {
                write_string(out, key);
                let ty = ty.element().unwrap_or(element.ty());
                write(out, element, ty).map_err(|fault| fault.within(Step::Key(key.clone())))?;
            }
        }
    }
    Ok(())
}

/// Writes 64-bit integers and doubles in binary form, and other numbers as decimal strings.
fn write_number(out: &mut Vec<u8>, number: &Number) {
    if let Some(value) = number.to_i64() {
        return write_int(out, value);
    }
    let float = number.to_f64();
    // Like go-cty, a whole number beyond 64 bits is written as a string even if a double is exact.
    let exact = Number::from_f64(float).is_some_and(|same| same.compare(number).is_eq());
    if number.is_infinite() || exact && !number.is_integer() {
        out.push(0xcb);
        out.extend(float.to_be_bytes());
    } else {
        write_string(out, &number.to_string());
    }
}

fn write_int(out: &mut Vec<u8>, value: i64) {
    match value {
        -32..=-1 => out.push(value as u8),
        -0x80..=-33 => out.extend([0xd0, value as u8]),
        -0x8000..=-0x81 => {
            out.push(0xd1);
            out.extend((value as i16).to_be_bytes());
        }
        -0x8000_0000..=-0x8001 => {
            out.push(0xd2);
            out.extend((value as i32).to_be_bytes());
        }
        ..=-0x8000_0001 => {
            out.push(0xd3);
            out.extend(value.to_be_bytes());
        }
        0..=0x7f => out.push(value as u8),
        0x80..=0xff => out.extend([0xcc, value as u8]),
        0x100..=0xffff => {
            out.push(0xcd);
            out.extend((value as u16).to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(0xce);
            out.extend((value as u32).to_be_bytes());
        }
        0x1_0000_0000.. => {
            out.push(0xcf);
            out.extend(value.to_be_bytes());
        }
    }
}

fn write_string(out: &mut Vec<u8>, text: &str) {
    match text.len() {
        length @ 0..=31 => out.push(0xa0 | length as u8),
        length @ 32..=0xff => out.extend([0xd9, length as u8]),
        length => write_wide(out, length, 0xda),
    }
    out.extend(text.as_bytes());
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    match bytes.len() {
        length @ 0..=0xff => out.extend([0xc4, length as u8]),
        length => write_wide(out, length, 0xc5),
    }
    out.extend(bytes);
}

/// Writes the length of an array or map, in the first byte or after it.
fn write_length(out: &mut Vec<u8>, length: usize, short: u8, wide: u8) {
    if length < 16 { out.push(short | length as u8) } else { write_wide(out, length, wide) }
}

/// Writes a length as two bytes after `code`, or as four bytes after the next code.
fn write_wide(out: &mut Vec<u8>, length: usize, code: u8) {
    match u16::try_from(length) {
        Ok(length) => {
            out.push(code);
            out.extend(length.to_be_bytes());
        }
        Err(_) => {
            out.push(code + 1);
            out.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
        }
    }
}

fn write_unknown(out: &mut Vec<u8>, range: &Range, ty: &Type) {
    let range = if range.is_of_unknown_type() { Range::any() } else { range.hull() };
    let mut facts = Vec::new();
    let mut count = 0;
    let mut fact = |key: i64, write: &dyn Fn(&mut Vec<u8>)| {
        count += 1;
        write_int(&mut facts, key);
        write(&mut facts);
    };
    // go-cty has no refinements of unknown values of unknown type.
    if range.is_not_null() && !ty.is_any() {
        fact(NULLNESS, &|out| out.push(0xc2));
    }
    let bound = |out: &mut Vec<u8>, bound: &Bound| {
        write_length(out, 2, 0x90, 0xdc);
        write_number(out, &bound.number);
        out.push(if bound.inclusive { 0xc3 } else { 0xc2 });
    };
    if let Some(min) = range.min() {
        fact(NUMBER_MIN, &|out| bound(out, min));
    }
    if let Some(max) = range.max() {
        fact(NUMBER_MAX, &|out| bound(out, max));
    }
    if let Some(prefix) = range.prefix().map(shortened).filter(|prefix| !prefix.is_empty()) {
        fact(PREFIX, &|out| write_string(out, prefix));
    }
    let length = |out: &mut Vec<u8>, length: usize| write_int(out, i64::try_from(length).unwrap_or(i64::MAX));
    // go-cty has no lengths of strings
    let has_length = !matches!(ty.strip_eventual().0.kind(), TypeKind::String);
    if range.len_min() > 0 && has_length {
        fact(LENGTH_MIN, &|out| length(out, range.len_min()));
    }
    if let Some(max) = range.len_max().filter(|_| has_length) {
        fact(LENGTH_MAX, &|out| length(out, max));
    }
    if count == 0 {
        // This is how go-cty writes an unknown value without refinements.
        return out.extend([0xd4, 0, 0]);
    }
    let mut body = Vec::new();
    write_length(&mut body, count, 0x80, 0xde);
    body.extend(facts);
    write_extension(out, &body);
}

fn write_extension(out: &mut Vec<u8>, body: &[u8]) {
    match body.len() {
        1 => out.push(0xd4),
        2 => out.push(0xd5),
        4 => out.push(0xd6),
        8 => out.push(0xd7),
        16 => out.push(0xd8),
        length @ 0..=0xff => out.extend([0xc7, length as u8]),
        length => write_wide(out, length, 0xc8),
    }
    out.push(UNKNOWN);
    out.extend(body);
}

/// A long prefix, truncated where nothing that follows can change it.
fn shortened(prefix: &str) -> &str {
    if prefix.len() <= MAX_PREFIX {
        return prefix;
    }
    let end = (0..MAX_PREFIX).rev().find(|&end| prefix.is_char_boundary(end)).unwrap_or(0);
    safe_prefix(&prefix[..end])
}
