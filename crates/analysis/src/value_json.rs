//! Values as JSON, both ways: `{"type": T, "value": P}`, P read in the light of T.
//!
//! Source: the command line's contract, "Value JSON". A map or object whose keys could be taken
//! for one of the notations (`$unknown`, `$marks`, `$type`, `$value`) is wrapped in `{"$value": …}`.

use std::sync::Arc;

use hclx_core::{Data, Defaults, Nullness, Number, Range, Refiner, Rules, Type, TypeKind, Value, nfc};
use hclx_diag::{Fallible, Fault, bail, code_names as codes};
use serde_json::{Map, Value as Json, json};

use crate::types::TypeReader;

/// The refinements of an unknown, in the order in which they apply.
const FACTS: &[&str] = &["null", "not_null", "prefix", "min", "max", "len_min", "len_max", "one_of"];

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
    !entries.is_empty()
        && entries.keys().all(|key| matches!(key.as_str(), "$unknown" | "$marks" | "$type" | "$value"))
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

/// Reads `{"type": T, "value": P}`.
///
/// # Errors
/// A type that is none, or a payload that does not fit it, with the path to the place.
pub fn decode(json: &Json, types: &TypeReader) -> Fallible<Value> {
    let Some(object) = json.as_object() else {
        return Err(expected(r#"an object {"type": …, "value": …}"#, json));
    };
    let Some(ty) = object.get("type").and_then(Json::as_str) else {
        return Err(Fault::new(
            codes::BAD_REQUEST,
            "`type` is missing: expected a type expression as a string",
        ));
    };
    let Some(payload) = object.get("value") else {
        return Err(Fault::new(codes::BAD_REQUEST, "`value` is missing"));
    };
    decode_as(payload, &types.read(ty)?, types)
}

/// Reads a payload in the light of a type.
///
/// # Errors
/// A payload that does not fit the type, with the path to the place.
pub fn decode_as(payload: &Json, ty: &Type, types: &TypeReader) -> Fallible<Value> {
    Reader { types }.read(payload, ty)
}

fn expected(what: &'static str, found: &Json) -> Fault {
    let found = match found {
        Json::Null => "null",
        Json::Bool(_) => "a bool",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    };
    Fault::late(codes::BAD_REQUEST, move || format!("expected {what}, found {found}")).because(what, found)
}

/// Reads payloads.
struct Reader<'t> {
    types: &'t TypeReader,
}

impl Reader<'_> {
    fn read(&self, json: &Json, ty: &Type) -> Fallible<Value> {
        hclx_diag::grow(|| {
            let Some(object) = json.as_object().filter(|object| is_notation(object)) else {
                return self.read_plain(json, ty);
            };
            if let Some(range) = object.get("$unknown") {
                return self.read_unknown(range, ty);
            }
            let inner = object.get("$value").unwrap_or(&Json::Null);
            let own =
                object.get("$type").and_then(Json::as_str).map(|text| self.types.read(text)).transpose()?;
            let ty = own.as_ref().unwrap_or(ty);
            let value = if own.is_none() && !object.contains_key("$marks") {
                self.read_plain(inner, ty)?
            } else {
                self.read(inner, ty)?
            };
            match object.get("$marks").and_then(Json::as_array) {
                Some(names) => Ok(names.iter().filter_map(Json::as_str).fold(value, Value::with_mark)),
                None => Ok(value),
            }
        })
    }

    fn read_plain(&self, json: &Json, ty: &Type) -> Fallible<Value> {
        if json.is_null() {
            return Ok(Value::null(ty.clone()));
        }
        match ty.kind() {
            TypeKind::Bool => json.as_bool().map(Value::bool).ok_or_else(|| expected("a bool", json)),
            TypeKind::String => {
                json.as_str().map(|text| Value::string(nfc(text))).ok_or_else(|| expected("a string", json))
            }
            TypeKind::Number => read_number(json).map(Value::number),
            TypeKind::Int => read_integer(json).map(Value::int),
            TypeKind::List(element) => Ok(Value::list(element.clone(), self.read_elements(json, element)?)),
            TypeKind::Set(element) => Ok(Value::set(element.clone(), self.read_elements(json, element)?)),
            TypeKind::Map(element) => self.read_map(json, element),
            TypeKind::Tuple(types) => self.read_tuple(json, types),
            TypeKind::Object(object) => self.read_object(json, object),
            TypeKind::None => Err(expected("null", json)),
            TypeKind::Promise(inner) | TypeKind::Output(inner) => {
                hclx_core::convert(&self.read(json, inner)?, ty, &Rules::extended())
            }
            TypeKind::Asset | TypeKind::Archive => Err(expected("an unknown: its values are opaque", json)),
            TypeKind::Any | TypeKind::Union(_) => {
                Err(expected(r#"{"$type": …, "$value": …}, because the type alone does not tell"#, json))
            }
        }
    }

    fn read_elements(&self, json: &Json, element: &Type) -> Fallible<Vec<Value>> {
        let elements = json.as_array().ok_or_else(|| expected("an array", json))?;
        let read = |(index, json)| {
            self.read(json, element).map_err(|fault| fault.within(hclx_diag::Step::Index(index)))
        };
        elements.iter().enumerate().map(read).collect()
    }

    fn read_tuple(&self, json: &Json, types: &[Type]) -> Fallible<Value> {
        let elements = json.as_array().ok_or_else(|| expected("an array", json))?;
        if elements.len() != types.len() {
            bail!(codes::BAD_REQUEST, "expected {} elements, found {}", types.len(), elements.len());
        }
        let read = |(index, (json, ty))| {
            self.read(json, ty).map_err(|fault| fault.within(hclx_diag::Step::Index(index)))
        };
        Ok(Value::tuple(elements.iter().zip(types).enumerate().map(read).collect::<Fallible<Vec<_>>>()?))
    }

    fn read_map(&self, json: &Json, element: &Type) -> Fallible<Value> {
        let entries = json.as_object().ok_or_else(|| expected("an object", json))?;
        let read = |(key, json): (&String, &Json)| {
            let key: Arc<str> = key.as_str().into();
            let value =
                self.read(json, element).map_err(|fault| fault.within(hclx_diag::Step::Key(key.clone())))?;
            Ok((key, value))
        };
        Ok(Value::map(element.clone(), entries.iter().map(read).collect::<Fallible<Vec<_>>>()?))
    }

    fn read_object(&self, json: &Json, object: &hclx_core::ObjectType) -> Fallible<Value> {
        let entries = json.as_object().ok_or_else(|| expected("an object", json))?;
        if let Some(extra) = entries.keys().find(|key| object.get(key).is_none()) {
            bail!(codes::BAD_REQUEST, "the type has no attribute `{extra}`");
        }
        let read = |attribute: &hclx_core::Attribute| {
            let json = entries.get(&*attribute.name).unwrap_or(&Json::Null);
            let step = || hclx_diag::Step::Attr(attribute.name.clone());
            Ok((
                attribute.name.clone(),
                self.read(json, &attribute.ty).map_err(|fault| fault.within(step()))?,
            ))
        };
        Ok(Value::object(object.attributes().iter().map(read).collect::<Fallible<Vec<_>>>()?))
    }

    /// Applies what is known in a fixed order, as the notation of the contract lists it; a prefix is
    /// exact here, so that output reads back.
    fn read_unknown(&self, json: &Json, ty: &Type) -> Fallible<Value> {
        let facts = json.as_object().ok_or_else(|| expected("an object of refinements", json))?;
        if facts.is_empty() {
            return Ok(Value::unknown(ty.clone()));
        }
        let mut refiner = Refiner::new(Value::unknown_in(ty.clone(), Range::any()));
        if let Some(strange) = facts.keys().find(|name| !FACTS.contains(&name.as_str())) {
            bail!(
                codes::BAD_REQUEST,
                "`{strange}` is not a refinement: expected one of {}",
                FACTS.join(", ")
            );
        }
        for name in FACTS {
            if let Some(argument) = facts.get(*name) {
                refiner = self.read_fact(refiner, name, argument, ty)?;
            }
        }
        refiner.finish()
    }

    fn read_fact(&self, refiner: Refiner, name: &str, argument: &Json, ty: &Type) -> Fallible<Refiner> {
        match (name, argument) {
            ("null", Json::Bool(true)) => refiner.null(),
            ("not_null", Json::Bool(true)) => refiner.not_null(),
            ("prefix", Json::String(prefix)) => refiner.prefix_full(&nfc(prefix)),
            ("min" | "max", Json::Array(bound)) if bound.len() == 2 => {
                let number = read_number(&bound[0])?;
                let inclusive = bound[1].as_bool().ok_or_else(|| expected("a bool", &bound[1]))?;
                if name == "min" { refiner.min(number, inclusive) } else { refiner.max(number, inclusive) }
            }
            ("len_min" | "len_max", Json::Number(length)) => {
                let length = length.as_i64().filter(|length| *length >= 0);
                let length = length.ok_or_else(|| expected("a length", argument))?;
                if name == "len_min" { refiner.length_min(length) } else { refiner.length_max(length) }
            }
            ("one_of", Json::Array(_)) => refiner.one_of(self.read_elements(argument, ty)?),
            _ => {
                Err(Fault::new(codes::BAD_REQUEST, format!("the argument of `{name}` is of the wrong form")))
            }
        }
    }
}

fn read_number(json: &Json) -> Fallible<Number> {
    let Some(text) = json.as_str() else { return Err(expected("a number as a string", json)) };
    match text {
        "inf" => Ok(Number::INFINITY),
        "-inf" => Ok(Number::NEG_INFINITY),
        _ => match text.strip_prefix('-') {
            Some(positive) => Ok(Number::parse_literal(positive)?.neg()),
            None => Number::parse_literal(text),
        },
    }
}

fn read_integer(json: &Json) -> Fallible<Number> {
    let number = read_number(json)?;
    if !number.is_integer() {
        bail!(codes::BAD_REQUEST, "expected an integer, found {number}");
    }
    Ok(number)
}
