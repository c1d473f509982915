//! The type that encoded values imply by themselves: maps are objects, arrays are tuples.

use std::sync::Arc;

use hclx_diag::Fallible;

use super::reader::{Reader, is_extension};
use crate::Type;

/// The type that the bytes imply; null and unknowns are `any`.
///
/// # Errors
/// [`hclx_diag::code_names::MSGPACK`] for malformed bytes, trailing bytes, and values that imply no type
/// (binary data).
pub fn implied_type(bytes: &[u8]) -> Fallible<Type> {
    let mut reader = Reader::new(bytes);
    let ty = implied(&mut reader)?;
    if reader.is_at_end() { Ok(ty) } else { Err(reader.fault("expected the end")) }
}

fn implied(reader: &mut Reader<'_>) -> Fallible<Type> {
    match reader.peek()? {
        0xc0 => {
            reader.code()?;
            Ok(Type::ANY)
        }
        code if is_extension(code) => {
            let (_, length) = reader.extension()?;
            reader.take(length)?;
            Ok(Type::ANY)
        }
        0xc2 | 0xc3 => reader.bool().map(|_| Type::BOOL),
        0x00..=0x7f | 0xe0..=0xff | 0xca..=0xcf | 0xd0..=0xd3 => reader.number().map(|_| Type::NUMBER),
        0xa0..=0xbf | 0xd9..=0xdb => reader.string().map(|_| Type::STRING),
        0x80..=0x8f | 0xde | 0xdf => reader.level(implied_object),
        0x90..=0x9f | 0xdc | 0xdd => reader.level(implied_tuple),
        _ => Err(reader.fault("expected a value whose type can be inferred")),
    }
}

fn implied_object(reader: &mut Reader<'_>) -> Fallible<Type> {
    let length = reader.map()?.unwrap_or_default();
    let mut attributes = Vec::with_capacity(length.min(reader.left()));
    for _ in 0..length {
        let name: Arc<str> = reader.string()?.into();
        attributes.push((name, implied(reader)?));
    }
    // the last of several attributes with the same name counts
    attributes.reverse();
    Ok(Type::object(attributes))
}

fn implied_tuple(reader: &mut Reader<'_>) -> Fallible<Type> {
    let length = reader.array()?.unwrap_or_default();
    let mut elements = Vec::with_capacity(length.min(reader.left()));
    for _ in 0..length {
        elements.push(implied(reader)?);
    }
    Ok(Type::tuple(elements))
}
