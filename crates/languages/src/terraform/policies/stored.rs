//! The values that providers store for arguments. Schemas state neither their defaults nor whether an empty collection
//! is kept.
//!
//! Source of the rules: plans of `hashicorp/aws` 5.100.0, in `tests/cli/policies.md`.

use std::sync::Arc;

use hclx_core::{Number, Type, TypeKind, Value};
use hclx_schema::{Attribute, Block};

use crate::terraform::values::planned::is_null_if_absent;

/// The arguments of a resource as its provider may store them, according to its schema.
pub(super) fn stored_attrs(of_type: &str, attrs: &Value, block: Option<&Block>) -> Value {
    let part = |(name, value): (&Arc<str>, &Value)| {
        let value = match value.is_null() && is_null_if_absent(of_type, name) {
            true => zero(value),
            false => part(value, (name, block), true),
        };
        (Arc::clone(name), value)
    };
    Value::object(attrs.iter_entries().map(part).collect::<Vec<_>>())
}

/// The value that older resources store for an argument that is null in the plan; collections are null.
fn zero(value: &Value) -> Value {
    match value.ty() {
        ty if *ty == Type::BOOL => Value::bool(false),
        ty if *ty == Type::STRING => Value::string(""),
        ty if *ty == Type::NUMBER => Value::number(Number::from_len(0)),
        _ => value.clone(),
    }
}

/// Part of a body: an argument, or the blocks of a type.
fn part(value: &Value, (name, block): (&str, Option<&Block>), is_top: bool) -> Value {
    let attribute = block.and_then(|block| block.find_attribute(name));
    let nested = block.and_then(|block| block.find_block(name)).map(|nested| nested.body.fixed());
    let inner = attribute.and_then(|attribute| attribute.object.clone()).or(nested);
    if let Some(attribute) = attribute
        && let Some(value) = empty(value, attribute)
    {
        return value;
    }
    match value.is_null() {
        true => absent(value, is_top),
        false => stored_parts(value, inner.as_deref()),
    }
}

/// The elements of a value, or the parts of an object, whose schema is `block`.
fn stored_parts(value: &Value, block: Option<&Block>) -> Value {
    let is_object = matches!(value.ty().kind(), TypeKind::Object(_));
    let parts = hclx_diag::grow(|| match is_object {
        true => {
            let parts = value.iter_entries();
            let parts = parts.map(|(name, value)| (Arc::clone(name), part(value, (name, block), false)));
            let parts: Vec<_> = parts.collect();
            (value.is_known() && !value.is_null()).then(|| Value::object(parts))
        }
        false => value.map_parts(|element| match element.is_null() {
            true => absent(element, false),
            false => stored_parts(element, block),
        }),
    });
    parts.map_or_else(|| value.clone(), |parts| parts.with_marks(value.marks()))
}

/// The value that is stored for an empty argument; `None` if the argument is not empty. A provider may choose an
/// argument that it can compute, and an empty set or map may become null.
fn empty(value: &Value, attribute: &Attribute) -> Option<Value> {
    let is_empty = value.is_known()
        && !value.is_null()
        && match value.ty().kind() {
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => value.parts().next().is_none(),
            _ => value.as_str() == Some(""),
        };
    let becomes_null = matches!(value.ty().kind(), TypeKind::Set(_) | TypeKind::Map(_));
    match (is_empty, attribute.computed) {
        (true, true) => Some(Value::unknown(value.ty().clone())),
        (true, false) if becomes_null => Some(Value::null(value.ty().clone())),
        _ => None,
    }
}

/// The value that is stored for an absent argument. Collections are stored as null at the top level, and may be stored
/// as empty ones inside of others.
fn absent(value: &Value, is_top: bool) -> Value {
    match value.ty() {
        ty if *ty == Type::BOOL => Value::bool(false),
        ty if ty.is_primitive() || !is_top => Value::unknown(ty.clone()),
        _ => value.clone(),
    }
}
