//! Values in the form of recorded answers: `{"type": T, "value": P}`, where P is interpreted with T.

use std::sync::Arc;

use hclx_core::{Data, Marks, Nullness, Number, Range, Refiner, Type, TypeKind, Value};
use serde_json::{Map, Value as Json, json};

use crate::support::type_text;

/// Reads a recorded value.
pub(crate) fn read(json: &Json) -> Value {
    let ty = type_text::read(json["type"].as_str().expect("a type"));
    payload(&ty, &json["value"])
}

/// Reads a recorded number, including those that no literal can express.
pub(crate) fn number(json: &Json) -> Number {
    let text = json.as_str().unwrap_or_else(|| panic!("a number is a JSON string, not {json}"));
    Number::parse_string(text).unwrap_or_else(|| panic!("no number: {text}"))
}

fn payload(ty: &Type, json: &Json) -> Value {
    if let Some(unknown) = json.get("$unknown") {
        return unknown_value(ty, unknown);
    }
    if let Some(marks) = json.get("$marks") {
        let names =
            marks.as_array().expect("marks").iter().map(|name| Arc::from(name.as_str().expect("a mark")));
        return payload(ty, &json["$value"]).with_marks(&Marks::from_iter(names));
    }
    if json.is_null() {
        return Value::null(ty.clone());
    }
    let list = |element: &Type| -> Vec<Value> {
        json.as_array().expect("elements").iter().map(|part| payload(element, part)).collect()
    };
    let fields = || json.as_object().expect("attributes");
    match ty.kind() {
        TypeKind::Bool => Value::bool(json.as_bool().expect("a bool")),
        TypeKind::String => Value::string(json.as_str().expect("a string")),
        TypeKind::Number => Value::number(number(json)),
        TypeKind::Int => Value::int(number(json)),
        TypeKind::List(element) => Value::list(element.clone(), list(element)),
        TypeKind::Set(element) => Value::set(element.clone(), list(element)),
        TypeKind::Map(element) => Value::map(
            element.clone(),
            fields().iter().map(|(key, part)| (Arc::from(key.as_str()), payload(element, part))),
        ),
        TypeKind::Tuple(types) => {
            let parts = json.as_array().expect("elements").iter();
            Value::tuple(types.iter().zip(parts).map(|(ty, part)| payload(ty, part)).collect())
        }
        TypeKind::Object(object) => {
            Value::object(object.attributes().iter().map(|attribute| {
                (attribute.name.clone(), payload(&attribute.ty, &fields()[&*attribute.name]))
            }))
        }
        _ => panic!("no known value of type {ty}: {json}"),
    }
}

fn unknown_value(ty: &Type, facts: &Json) -> Value {
    let mut refiner = Refiner::new(Value::unknown(ty.clone()));
    let bound = |json: &Json| (number(&json[0]), json[1].as_bool().expect("inclusive"));
    let length = |json: &Json| json.as_i64().expect("a length");
    for name in ["not_null", "prefix", "min", "max", "len_min", "len_max"] {
        let Some(fact) = facts.get(name) else { continue };
        refiner = match name {
            "not_null" => refiner.not_null(),
            "prefix" => refiner.prefix_full(fact.as_str().expect("a prefix")),
            "min" => refiner.min(bound(fact).0, bound(fact).1),
            "max" => refiner.max(bound(fact).0, bound(fact).1),
            "len_min" => refiner.length_min(length(fact)),
            _ => refiner.length_max(length(fact)),
        }
        .unwrap_or_else(|fault| panic!("{}: {facts}", fault.message()));
    }
    refiner.finish().expect("a value")
}

/// The value in recorded form, with sets in an order of their own.
pub(crate) fn write(value: &Value) -> Json {
    json!({"type": value.ty().to_string(), "value": written(value)})
}

/// A recorded value in the form that [`write`] produces.
pub(crate) fn canonical(json: &Json) -> Json {
    let ty = type_text::read(json["type"].as_str().expect("a type"));
    json!({"type": ty.to_string(), "value": sorted(&ty, &json["value"])})
}

fn written(value: &Value) -> Json {
    if !value.marks().is_empty() {
        let names: Vec<&str> = value.marks().iter().map(|name| &**name).collect();
        return json!({"$marks": names, "$value": written(&value.clone().unmark().0)});
    }
    match value.data() {
        Data::Null => Json::Null,
        Data::Unknown(range) => json!({"$unknown": facts(range)}),
        Data::Bool(value) => json!(value),
        Data::Number(number) => json!(number.to_string()),
        Data::String(text) => json!(&**text),
        Data::Sequence(_) | Data::Map(_)
            if value.ty().as_object().is_some() || value.elements().is_none() =>
        {
            Json::Object(value.iter_entries().map(|(key, part)| (key.to_string(), written(part))).collect())
        }
        _ => {
            let parts = value.elements().unwrap_or_default().iter().map(written).collect();
            if is_loose_set(value.ty()) { Json::Array(in_order(parts)) } else { Json::Array(parts) }
        }
    }
}

/// The object under `$unknown`.
pub(crate) fn facts(range: &Range) -> Json {
    let mut facts = Map::new();
    match range.null() {
        Nullness::Never => drop(facts.insert("not_null".into(), json!(true))),
        Nullness::Always => drop(facts.insert("null".into(), json!(true))),
        Nullness::Maybe => {}
    }
    if let Some(prefix) = range.prefix() {
        facts.insert("prefix".into(), json!(prefix));
    }
    if let Some(bound) = range.min() {
        facts.insert("min".into(), json!([bound.number.to_string(), bound.inclusive]));
    }
    if let Some(bound) = range.max() {
        facts.insert("max".into(), json!([bound.number.to_string(), bound.inclusive]));
    }
    if range.len_min() > 0 {
        facts.insert("len_min".into(), json!(range.len_min()));
    }
    if let Some(max) = range.len_max() {
        facts.insert("len_max".into(), json!(max));
    }
    if let Some(values) = range.one_of() {
        facts.insert("one_of".into(), values.iter().map(written).collect());
    }
    Json::Object(facts)
}

/// Returns `true` for sets of non-primitive elements, whose order is not significant.
fn is_loose_set(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Set(element) if !element.is_primitive())
}

fn in_order(mut parts: Vec<Json>) -> Vec<Json> {
    parts.sort_by_cached_key(Json::to_string);
    parts
}

fn sorted(ty: &Type, json: &Json) -> Json {
    if json.is_null() || json.get("$unknown").is_some() {
        return json.clone();
    }
    if let Some(marks) = json.get("$marks") {
        return json!({"$marks": marks, "$value": sorted(ty, &json["$value"])});
    }
    match (ty.kind(), json) {
        (TypeKind::List(element) | TypeKind::Set(element), Json::Array(parts)) => {
            let parts = parts.iter().map(|part| sorted(element, part)).collect();
            Json::Array(if is_loose_set(ty) { in_order(parts) } else { parts })
        }
        (TypeKind::Tuple(types), Json::Array(parts)) => {
            Json::Array(types.iter().zip(parts).map(|(ty, part)| sorted(ty, part)).collect())
        }
        (TypeKind::Map(element), Json::Object(parts)) => {
            Json::Object(parts.iter().map(|(key, part)| (key.clone(), sorted(element, part))).collect())
        }
        (TypeKind::Object(object), Json::Object(parts)) => Json::Object(
            parts
                .iter()
                .map(|(key, part)| (key.clone(), sorted(&object.get(key).expect("an attribute").ty, part)))
                .collect(),
        ),
        _ => json.clone(),
    }
}
