//! Reads a type with defaults, `object({a=optional(string,"d")})`, into the type and the tree of
//! defaults. Defaults are literals.

use std::sync::Arc;

use hclx_core::{Defaults, Number, Rules, Type, TypeKind, Value, convert};
use hclx_diag::Ordered;

use crate::support::type_text;

/// Reads a type, and its defaults converted to the types of the attributes.
pub(crate) fn read(text: &str, rules: &Rules) -> (Type, Defaults) {
    let mut found = Vec::new();
    let plain = strip(text, &mut found);
    let ty = type_text::read(&plain);
    let mut found = found.into_iter();
    let defaults = tree(&ty, &mut found, rules);
    (ty, defaults)
}

/// The type without defaults; `found` receives the default of each `optional(…)` in order of its opening.
fn strip(text: &str, found: &mut Vec<Option<String>>) -> String {
    let Some(at) = text.find("optional(") else { return text.to_owned() };
    let start = at + "optional(".len();
    let slot = found.len();
    found.push(None);
    let (mut depth, mut comma, mut end) = (0, None, text.len());
    for (index, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' if depth == 0 => {
                end = index;
                break;
            }
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => comma = comma.or(Some(index)),
            _ => {}
        }
    }
    let ty_end = comma.unwrap_or(end);
    let inner = strip(&text[start..ty_end], found);
    found[slot] = comma.map(|comma| text[comma + 1..end].to_owned());
    format!("{}optional({inner}){}", &text[..at], strip(&text[end + 1..], found))
}

/// The tree of defaults. Defaults belong to the optional attributes in source order, but recorded types sort
/// attributes differently, so they are looked up by name.
fn tree(ty: &Type, found: &mut impl Iterator<Item = Option<String>>, rules: &Rules) -> Defaults {
    let mut defaults = Defaults::default();
    defaults.ty = Some(ty.clone());
    let mut child = |name: &str, ty: &Type, found: &mut dyn Iterator<Item = Option<String>>| {
        let inside = tree_dyn(ty, found, rules);
        if !inside.is_empty() {
            defaults.children.insert(name.into(), inside);
        }
    };
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            child("", element, found)
        }
        TypeKind::Tuple(types) => {
            for (index, ty) in types.iter().enumerate() {
                child(&index.to_string(), ty, found);
            }
        }
        TypeKind::Object(object) => {
            let mut values = Ordered::new();
            for attribute in object.attributes() {
                let default = if attribute.optional { found.next().expect("an optional") } else { None };
                child(&attribute.name, &attribute.ty, found);
                let value = default.map(|text| literal(&text));
                if let Some(Ok(value)) = value.map(|value| convert(&value, &attribute.ty, rules)) {
                    values.insert(attribute.name.clone(), value);
                }
            }
            defaults.values = values;
        }
        _ => {}
    }
    defaults
}

fn tree_dyn(ty: &Type, mut found: &mut dyn Iterator<Item = Option<String>>, rules: &Rules) -> Defaults {
    tree(ty, &mut found, rules)
}

/// Reads an HCL literal that is JSON except for bare keys with `=`.
fn literal(text: &str) -> Value {
    let json = text.replace("k=", "\"k\":").replace("b=", "\"b\":");
    value(&serde_json::from_str(&json).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::null(Type::ANY),
        serde_json::Value::Bool(known) => Value::bool(*known),
        serde_json::Value::Number(number) => {
            Value::number(Number::parse_string(&number.to_string()).expect("a number"))
        }
        serde_json::Value::String(text) => Value::string(text.as_str()),
        serde_json::Value::Array(parts) => Value::tuple(parts.iter().map(value).collect()),
        serde_json::Value::Object(parts) => {
            Value::object(parts.iter().map(|(name, part)| (Arc::from(name.as_str()), value(part))))
        }
    }
}
