//! Values as JSON, both ways: `{"type": T, "value": P}`, P read in the light of T.
//!
//! Source: the command line's contract, "Value JSON". A map or object whose keys could be taken
//! for one of the notations (`$unknown`, `$marks`, `$type`, `$value`) is wrapped in `{"$value": …}`.

mod read;

use hclx_core::{Data, Defaults, Nullness, Type, TypeKind, Value};
use hclx_diag::{Fallible, Fault, code_names as codes};
use serde_json::{Map, Value as Json, json};

pub use read::{Entries, Text, decode, decode_as};

/// A value with its type.
pub fn encode(value: &Value) -> Json {
    fields([("type", value.ty().to_string().into()), ("value", payload(value, value.ty()))])
}

/// A JSON object of values that are moved, not copied: copies of deep values would be recursive.
pub fn fields<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The payload of a value where a value of type `expected` is.
fn payload(value: &Value, expected: &Type) -> Json {
    hclx_diag::grow(|| {
        if value.ty() != expected && !value.is_null() {
            return fields([("$type", value.ty().to_string().into()), ("$value", marked(value))]);
        }
        marked(value)
    })
}

fn marked(value: &Value) -> Json {
    if value.marks().is_empty() {
        return plain(value);
    }
    let names = value.marks().iter().map(|name| Json::from(&**name)).collect();
    fields([("$marks", names), ("$value", plain(value))])
}

fn plain(value: &Value) -> Json {
    match value.data() {
        Data::Null => Json::Null,
        Data::Unknown(_) => fields([("$unknown", range(value))]),
        Data::Bool(bool) => Json::Bool(*bool),
        Data::Number(number) => Json::String(number.to_string()),
        Data::String(text) => Json::String(text.to_string()),
        Data::Sequence(elements) => sequence(value.ty(), elements),
        Data::Map(entries) => {
            let element = value.ty().element().cloned().unwrap_or(Type::ANY);
            wrapped(entries.iter().map(|(key, value)| (key.to_string(), payload(value, &element))).collect())
        }
    }
}

fn sequence(ty: &Type, elements: &[Value]) -> Json {
    match ty.kind() {
        TypeKind::Object(object) => wrapped(
            object
                .attributes()
                .iter()
                .zip(elements)
                .map(|(attribute, value)| (attribute.name.to_string(), payload(value, &attribute.ty)))
                .collect(),
        ),
        TypeKind::Tuple(types) => elements.iter().zip(types).map(|(value, ty)| payload(value, ty)).collect(),
        _ => {
            let element = ty.element().cloned().unwrap_or(Type::ANY);
            elements.iter().map(|value| payload(value, &element)).collect()
        }
    }
}

fn wrapped(entries: Map<String, Json>) -> Json {
    if is_notation(&entries) { fields([("$value", Json::Object(entries))]) } else { Json::Object(entries) }
}

/// Whether a JSON object would be read as one of the notations.
fn is_notation(entries: &Map<String, Json>) -> bool {
    !entries.is_empty() && entries.keys().all(|key| is_notation_key(key))
}

fn is_notation_key(key: &str) -> bool {
    matches!(key, "$unknown" | "$marks" | "$type" | "$value")
}

/// What is known of an unknown value, only where something is known.
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
        out.insert("one_of".into(), members.iter().map(|member| payload(member, value.ty())).collect());
    }
    Json::Object(out)
}

/// The tree of defaults beside a type: `{"type": T, "default_values": {…}, "children": {…}}`.
///
/// # Errors
/// Each level has its type written out; together they may be longer than an answer of `limit` bytes.
pub fn encode_defaults(defaults: &Defaults, limit: u64) -> Fallible<Json> {
    encode_levels(defaults, &mut { limit }, limit)
}

fn encode_levels(defaults: &Defaults, left: &mut u64, limit: u64) -> Fallible<Json> {
    let mut out = Map::new();
    if let Some(ty) = &defaults.ty {
        let text = ty.to_string();
        *left = left.checked_sub(text.len() as u64).ok_or_else(|| {
            Fault::new(
                codes::EVALUATION_LIMIT,
                format!("the answer is longer than the limit of {limit} bytes"),
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
