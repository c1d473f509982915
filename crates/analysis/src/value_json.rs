//! Conversion between values and JSON: `{"type": T, "value": P}`, where P is interpreted with T.
//!
//! Source of the rules: the command line's contract, "Value JSON". A map or object whose keys could
//! be mistaken for one of the notations (`$unknown`, `$marks`, `$type`, `$value`) is wrapped in
//! `{"$value": …}`.

mod read;

use std::fmt::Display;

use hclx_core::{Data, Defaults, Nullness, ObjectType, Type, TypeKind, Value};
use hclx_diag::{Fallible, Fault, code_names as codes};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json, json};

pub use read::{Entries, Text, decode, decode_as, kind};

/// A value with its type, encoded as JSON while it is written: a tree would take many times the memory of the
/// value.
#[derive(Clone, Copy)]
pub struct TypedJson<'v>(pub &'v Value);

impl Serialize for TypedJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let payload = Payload { value: self.0, expected: self.0.ty() };
        typed(serializer, ["type", "value"], self.0.ty(), &payload)
    }
}

/// Writes `{"type": T, "value": P}` under two names.
fn typed<S: Serializer>(
    serializer: S,
    [type_name, value_name]: [&str; 2],
    ty: &Type,
    value: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry(type_name, &DisplayJson(ty))?;
    map.serialize_entry(value_name, value)?;
    map.end()
}

/// A value that is serialized as a JSON string by printing it.
struct DisplayJson<T>(T);

impl<T: Display> Serialize for DisplayJson<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// The payload of a value in a position of type `expected`.
struct Payload<'v> {
    value: &'v Value,
    expected: &'v Type,
}

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { value, expected } = self;
        hclx_diag::grow(|| {
            // Null is written the same way for all types.
            if value.ty() != *expected && !value.is_null() {
                return typed(serializer, ["$type", "$value"], value.ty(), &PayloadJson(value));
            }
            PayloadJson(value).serialize(serializer)
        })
    }
}

/// The payload of a value, interpreted by its own type.
struct PayloadJson<'v>(&'v Value);

impl Serialize for PayloadJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.marks().is_empty() {
            return Plain(self.0).serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("$marks", &self.0.marks().iter().map(|mark| &**mark).collect::<Vec<_>>())?;
        map.serialize_entry("$value", &Plain(self.0))?;
        map.end()
    }
}

/// A value without its marks.
struct Plain<'v>(&'v Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.0;
        match value.data() {
            Data::Null => serializer.serialize_unit(),
            Data::Unknown(_) => wrap(serializer, "$unknown", &range(value)),
            Data::Bool(bool) => serializer.serialize_bool(*bool),
            // Numbers are written as strings, because many readers of JSON round its numbers.
            Data::Number(number) => serializer.collect_str(number),
            Data::String(text) => serializer.serialize_str(text),
            Data::Sequence(elements) => match value.ty().kind() {
                TypeKind::Object(_) => keyed(value, serializer),
                TypeKind::Tuple(types) => serializer.collect_seq(
                    elements.iter().zip(types).map(|(value, expected)| Payload { value, expected }),
                ),
                _ => {
                    let expected = value.ty().element().unwrap_or(&Type::ANY);
                    serializer.collect_seq(elements.iter().map(|value| Payload { value, expected }))
                }
            },
            Data::Map(_) => keyed(value, serializer),
        }
    }
}

/// Writes an object or map; one whose keys could be mistaken for a notation is wrapped.
fn keyed<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    let mut names = value.iter_entries().map(|(name, _)| name).peekable();
    // Notations have no other keys, so any other key makes the object unambiguous.
    if names.peek().is_some() && names.all(|name| is_notation_key(name)) {
        return wrap(serializer, "$value", &ObjectJson(value));
    }
    ObjectJson(value).serialize(serializer)
}

/// An object or map without a wrapper.
struct ObjectJson<'v>(&'v Value);

impl Serialize for ObjectJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ty = self.0.ty();
        let element = ty.element().unwrap_or(&Type::ANY);
        let object = ty.as_object().map(ObjectType::attributes);
        let entries = self.0.iter_entries().enumerate();
        serializer.collect_map(entries.map(|(index, (name, value))| {
            let expected = object.and_then(|object| Some(&object.get(index)?.ty)).unwrap_or(element);
            (&**name, Payload { value, expected })
        }))
    }
}

fn wrap<S: Serializer>(serializer: S, name: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

/// A value with its type as a JSON tree, for small values.
fn encode(value: &Value) -> Json {
    serde_json::to_value(TypedJson(value)).unwrap_or_default()
}

fn is_notation_key(key: &str) -> bool {
    matches!(key, "$unknown" | "$marks" | "$type" | "$value")
}

/// The range of an unknown value; unknown facts are omitted.
pub fn range(value: &Value) -> Json {
    let range = value.range();
    let mut out = Map::new();
    if range.is_of_unknown_type() {
        return Json::Object(out);
    }
    match range.null() {
        Nullness::Always => drop(out.insert("null".into(), true.into())),
        Nullness::Never => drop(out.insert("not_null".into(), true.into())),
        Nullness::Maybe => {}
    }
    if let Some(prefix) = range.prefix() {
        out.insert("prefix".into(), prefix.into());
    }
    for (name, bound) in [("min", range.min()), ("max", range.max())] {
        if let Some(bound) = bound {
            out.insert(name.into(), json!([bound.number.to_string(), bound.inclusive]));
        }
    }
    if range.len_min() > 0 {
        out.insert("len_min".into(), range.len_min().into());
    }
    if let Some(len) = range.len_max() {
        out.insert("len_max".into(), len.into());
    }
    if let Some(members) = range.one_of() {
        out.insert(
            "one_of".into(),
            members
                .iter()
                .map(|member| serde_json::to_value(Payload { value: member, expected: value.ty() }))
                .filter_map(Result::ok)
                .collect(),
        );
    }
    Json::Object(out)
}

/// The tree of defaults of a type: `{"type": T, "default_values": {…}, "children": {…}}`.
///
/// # Errors If the encoding exceeds `limit` bytes: every level contains its complete type.
pub fn encode_defaults(defaults: &Defaults, limit: u64) -> Fallible<Json> {
    encode_levels(defaults, &mut { limit }, limit)
}

fn encode_levels(defaults: &Defaults, left: &mut u64, limit: u64) -> Fallible<Json> {
    let mut out = Map::new();
    if let Some(ty) = &defaults.ty {
        let text = ty.to_string();
        // Only types are counted, because nothing else is repeated on every level.
        *left = left.checked_sub(text.len() as u64).ok_or_else(|| {
            Fault::new(
                codes::EVALUATION_LIMIT,
                format!("the output is longer than the limit of {limit} bytes"),
            )
        })?;
        out.insert("type".into(), text.into());
    }
    let values: Map<_, _> =
        defaults.values.iter().map(|(name, value)| (name.to_string(), encode(value))).collect();
    let mut children = Map::new();
    for (name, child) in &defaults.children {
        let child = hclx_diag::grow(|| encode_levels(child, left, limit))?;
        children.insert(name.to_string(), child);
    }
    for (name, part) in [("default_values", values), ("children", children)] {
        if !part.is_empty() {
            out.insert(name.into(), part.into());
        }
    }
    Ok(Json::Object(out))
}
