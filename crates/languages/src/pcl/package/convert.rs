//! Converts the JSON of a schema into shapes.

use std::sync::Arc;

use hclx_core::Type;
use hclx_diag::Ordered;
use serde_json::Value as Json;

use super::raw::{entries, list, text, truth};
use super::{
    Constant, Definition, Enumeration, Function, Object, Property, Reference, Shape, Slot, Target, Union,
};

/// The maximum nesting of types in a schema; deeper ones become `any`.
const DEEPEST: usize = 200;

/// The properties under one key; those listed under another key are required.
pub(super) fn object(
    package: &Arc<str>,
    token: &str,
    json: &Json,
    properties: &str,
    required: &str,
) -> Object {
    object_at(package, token, &entries(json, properties), &list(json, required), 0)
}

fn object_at(
    package: &Arc<str>,
    token: &str,
    properties: &Ordered<&str, &Json>,
    required: &[String],
    depth: usize,
) -> Object {
    let property = |(name, json): (&&str, &&Json)| Property {
        name: (*name).into(),
        slot: slot(package, json, depth + 1),
        required: required.iter().any(|required| required == name),
        constant: json.get("const").and_then(constant),
        deprecated: text(json, "deprecationMessage").map(Into::into),
    };
    Object { token: token.into(), properties: properties.iter().map(property).collect() }
}

pub(super) fn definition(package: &Arc<str>, token: &str, json: &Json) -> Definition {
    match json.get("enum").and_then(Json::as_array) {
        Some(values) => Definition::Enum(Enumeration {
            token: token.into(),
            base: text(json, "type").and_then(|word| base(&word)).unwrap_or(Type::STRING),
            values: values.iter().filter_map(|member| constant(member.get("value")?)).collect(),
        }),
        None => Definition::Object(Arc::new(object(package, token, json, "properties", "required"))),
    }
}

pub(super) fn function(package: &Arc<str>, token: &str, json: &Json) -> Function {
    let inputs = json.get("inputs").filter(|inputs| inputs.is_object());
    // `returnType` can be any type; `outputs` is its predecessor, which is always an object.
    let result = json.get("returnType").or(json.get("outputs")).filter(|result| result.is_object());
    Function {
        token: token.into(),
        deprecated: text(json, "deprecationMessage").map(Into::into),
        inputs: inputs.map(|inputs| Arc::new(object(package, token, inputs, "properties", "required"))),
        positional: list(json, "multiArgumentInputs").into_iter().map(Into::into).collect(),
        result: result.map(|result| slot(package, result, 0)),
    }
}

fn slot(package: &Arc<str>, json: &Json, depth: usize) -> Slot {
    Slot { shape: shape(package, json, depth), plain: truth(json, "plain") }
}

fn shape(package: &Arc<str>, json: &Json, depth: usize) -> Shape {
    // Only inline types nest here: references are resolved when they are needed, so they may be recursive.
    if depth > DEEPEST {
        return Shape::Any;
    }
    let inner = |key: &str, otherwise: Shape| {
        Arc::new(json.get(key).map_or(Slot::new(otherwise), |json| slot(package, json, depth + 1)))
    };
    if let Some(reference) = text(json, "$ref") {
        return referenced(package, &reference, json);
    }
    if json.get("oneOf").is_some() {
        return union(package, json, depth);
    }
    if json.get("properties").is_some() {
        let properties = entries(json, "properties");
        return Shape::Object(Arc::new(object_at(package, "", &properties, &list(json, "required"), depth)));
    }
    match text(json, "type").as_deref() {
        Some("array") => Shape::List(inner("items", Shape::Any)),
        // In a schema, elements of a map without `additionalProperties` are strings.
        Some("object") => Shape::Map(inner("additionalProperties", Shape::Base(Type::STRING))),
        Some(word) => base(word).map_or(Shape::Any, Shape::Base),
        None => Shape::Any,
    }
}

fn base(word: &str) -> Option<Type> {
    Some(match word {
        "boolean" => Type::BOOL,
        "integer" => Type::INT,
        "number" => Type::NUMBER,
        "string" => Type::STRING,
        _ => return None,
    })
}

fn union(package: &Arc<str>, json: &Json, depth: usize) -> Shape {
    let members = json.get("oneOf").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let members = members.iter().map(|member| slot(package, member, depth + 1)).collect();
    let found = json.get("discriminator").unwrap_or(&Json::Null);
    let discriminator = text(found, "propertyName").map(Into::into);
    let target = |(value, target): (&str, &Json)| {
        let target = target.as_str()?;
        let name = target.rsplit('/').next().unwrap_or(target);
        // Slashes inside of a token are percent-encoded, so the last slash ends the path before it.
        Some((value.into(), decoded(name).into()))
    };
    let mapping = entries(found, "mapping").into_iter().filter_map(target).collect();
    Shape::Union(Arc::new(Union { members, discriminator, mapping }))
}

/// Parses a reference: `#/types/…`, `#/resources/…`, `pulumi.json#/…` or
/// `/package/version/schema.json#/…`.
fn referenced(package: &Arc<str>, reference: &str, json: &Json) -> Shape {
    let (file, path) = reference.split_once('#').unwrap_or((reference, ""));
    if file.ends_with("pulumi.json") {
        return match path {
            "/Archive" => Shape::Base(Type::ARCHIVE),
            // The SDKs accept archives where an asset is expected, and so does the reference.
            "/Asset" => Shape::Asset,
            _ => Shape::Any,
        };
    }
    let package = match file.trim_start_matches('/').split('/').next() {
        None | Some("") => package.clone(),
        Some(other) => other.into(),
    };
    let target = |target, token: String| {
        Shape::Reference(Arc::new(Reference { package, target, token: token.into() }))
    };
    if let Some(token) = path.strip_prefix("/types/") {
        target(Target::Type, decoded(token))
    } else if let Some(token) = path.strip_prefix("/resources/") {
        target(Target::Resource, decoded(token))
    } else if path == "/provider" {
        target(Target::Provider, String::new())
    } else {
        text(json, "type").and_then(|word| base(&word)).map_or(Shape::Any, Shape::Base)
    }
}

/// Decodes percent-encoding.
fn decoded(encoded: &str) -> String {
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%')
            .then(|| after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok()))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn constant(json: &Json) -> Option<Constant> {
    match json {
        Json::String(text) => Some(Constant::Text(text.as_str().into())),
        Json::Number(number) => number.as_f64().map(Constant::Number),
        Json::Bool(truth) => Some(Constant::Bool(*truth)),
        _ => None,
    }
}
