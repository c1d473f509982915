//! Decodes values and their types while JSON is parsed. A JSON tree would take many times the memory of the
//! source, as much as the value itself.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use hclx_core::{Budget, Number, ObjectType, Range, Refiner, Rules, Type, TypeKind, Value, nfc};
use hclx_diag::{Fallible, Fault, Step, alternatives, bail, code_names as codes};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::is_notation_key;
use crate::types::TypeReader;

/// The refinements of an unknown, in the order in which they are applied.
const FACTS: &[&str] = &["null", "not_null", "prefix", "min", "max", "len_min", "len_max", "one_of"];

/// The maximum depth of arrays and objects in JSON: `serde_json` fails one level deeper.
const MAX_LEVELS: u32 = 126;

/// The name that `serde_json` uses for numbers with a point or an exponent, if numbers keep all their
/// digits: an object whose value is not valid JSON.
const NUMBER: &str = "$serde_json::private::Number";

/// A JSON string, borrowed if it contains no escapes.
#[derive(Debug)]
pub struct Text<'a>(pub Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// The entries of a JSON object in order, with unparsed values.
#[derive(Debug)]
pub struct Entries<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Entries<'a> {
    /// The value with this name; the last one if it is repeated.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, raw)| *raw)
    }
}

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((Text(name), raw)) = map.next_entry()? {
                    entries.push((name, raw));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// The form of a value with its type, for error messages.
const TYPED: &str = r#"an object {"type": …, "value": …}"#;

/// Reads `{"type": T, "value": P}`.
///
/// # Errors
/// If the type is invalid, or the payload does not fit it, with the path to the place; or if the value
/// exceeds the budget.
pub fn decode(json: &RawValue, types: &TypeReader, budget: &Budget) -> Fallible<Value> {
    if kind(json) != "an object" {
        return Err(expected(TYPED, kind(json)));
    }
    let entries: Entries<'_> = serde_json::from_str(json.get()).map_err(|_| malformed(json))?;
    let Some(ty) = entries.get("type").and_then(string) else {
        return Err(match entries.get("type") {
            Some(found) => expected("a type expression as a string in `type`", kind(found)),
            None => expected(TYPED, "one without `type`"),
        });
    };
    let Some(payload) = entries.get("value") else {
        return Err(expected(TYPED, "one without `value`"));
    };
    decode_as(payload, &types.read(&ty)?, types, budget)
}

/// Reads a payload according to a type.
///
/// # Errors
/// The errors of [`decode`].
pub fn decode_as(payload: &RawValue, ty: &Type, types: &TypeReader, budget: &Budget) -> Fallible<Value> {
    // without repetition, the size of values is proportional to the source
    budget.allow_for_source(payload.get().len());
    let reader = Reader { types, budget, level: Cell::new(0), fault: RefCell::new(None) };
    reader.read(payload, ty)
}

fn string(json: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str(json.get()).ok().map(|Text(text)| text)
}

fn malformed(json: &RawValue) -> Fault {
    Fault::new(codes::BAD_REQUEST, hclx_syntax::not_json(json.get().as_bytes()))
}

/// The kind of a JSON value, determined by its first character, with an article: `a string`.
pub fn kind(json: &RawValue) -> &'static str {
    match json.get().as_bytes().first() {
        Some(b'n') | None => "null",
        Some(b't' | b'f') => "a bool",
        Some(b'"') => "a string",
        Some(b'[') => "an array",
        Some(b'{') => "an object",
        Some(_) => "a number",
    }
}

fn expected(what: &'static str, found: &'static str) -> Fault {
    Fault::late(codes::BAD_REQUEST, move || format!("expected {what}, found {found}")).because(what, found)
}

/// The state for decoding payloads.
struct Reader<'r> {
    types: &'r TypeReader,
    budget: &'r Budget,
    /// The number of open arrays and objects.
    level: Cell<u32>,
    /// The fault that ended decoding; `serde`'s errors cannot contain it.
    fault: RefCell<Option<Fault>>,
}

impl Reader<'_> {
    fn read(&self, json: &RawValue, ty: &Type) -> Fallible<Value> {
        self.read_payload(json, &Payload { reader: self, ty, is_plain: false })
    }

    fn read_payload(&self, json: &RawValue, payload: &Payload<'_>) -> Fallible<Value> {
        let mut deserializer = serde_json::Deserializer::from_str(json.get());
        hclx_diag::grow(|| payload.deserialize(&mut deserializer))
            .map_err(|_| self.fault.take().unwrap_or_else(|| malformed(json)))
    }

    /// Stores a fault, and returns an error that ends decoding.
    fn fail<E: Error>(&self, fault: Fault) -> E {
        *self.fault.borrow_mut() = Some(fault);
        E::custom("")
    }

    /// Prefixes the path of the stored fault with a step.
    fn within<E>(&self, error: E, step: impl FnOnce() -> Step) -> E {
        let fault = self.fault.take().map(|fault| fault.within(step()));
        *self.fault.borrow_mut() = fault;
        error
    }

    /// Reads the parts of an array or object.
    fn open<T, E: Error>(&self, parts: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let level = self.level.get() + 1;
        if level > MAX_LEVELS {
            let message = format!("nested deeper than the limit of {MAX_LEVELS} levels");
            return Err(self.fail(Fault::new(codes::BAD_REQUEST, message)));
        }
        self.level.set(level);
        // After an error, the level does not matter: nothing else is read.
        let parts = hclx_diag::grow(parts)?;
        self.level.set(level - 1);
        self.budget.collect().map_err(|fault| self.fail(fault))?;
        Ok(parts)
    }

    /// A value in one of the special notations.
    fn notation(&self, entries: &Entries<'_>, ty: &Type) -> Fallible<Value> {
        if let Some(range) = entries.get("$unknown") {
            return self.read_unknown(range, ty);
        }
        let own = entries.get("$type").and_then(string);
        let own = own.map(|text| self.types.read(&text)).transpose()?;
        let ty = own.as_ref().unwrap_or(ty);
        let marks = entries.get("$marks");
        let value = match entries.get("$value") {
            None => Value::null(ty.clone()),
            Some(inner) => {
                // Alone, `$value` protects data with the keys of a notation.
                let is_plain = own.is_none() && marks.is_none();
                self.read_payload(inner, &Payload { reader: self, ty, is_plain })?
            }
        };
        let names: Option<Vec<Json>> = marks.and_then(|marks| serde_json::from_str(marks.get()).ok());
        Ok(names.iter().flatten().filter_map(Json::as_str).fold(value, Value::with_mark))
    }

    /// Applies refinements in the fixed order of the notation. A prefix is exact here, so that output can be
    /// read back.
    fn read_unknown(&self, json: &RawValue, ty: &Type) -> Fallible<Value> {
        if kind(json) != "an object" {
            return Err(expected("an object of refinements", kind(json)));
        }
        let facts: Entries<'_> = serde_json::from_str(json.get()).map_err(|_| malformed(json))?;
        if facts.0.is_empty() {
            return Ok(Value::unknown(ty.clone()));
        }
        let mut refiner = Refiner::new(Value::unknown_in(ty.clone(), Range::any())).with_text_lengths();
        if let Some((strange, _)) = facts.0.iter().find(|(name, _)| !FACTS.contains(&&**name)) {
            bail!(
                codes::BAD_REQUEST,
                "unknown refinement `{strange}`: expected {}",
                alternatives(strange, FACTS.iter().copied(), "or")
            );
        }
        for name in FACTS {
            refiner = match facts.get(name) {
                Some(argument) if *name == "one_of" && kind(argument) == "an array" => {
                    let list = self.read(argument, &Type::list(ty.clone()))?;
                    refiner.one_of(list.elements().unwrap_or_default().to_vec())?
                }
                Some(argument) => {
                    let argument = serde_json::from_str(argument.get()).map_err(|_| malformed(argument))?;
                    read_fact(refiner, name, &argument)?
                }
                None => refiner,
            };
        }
        refiner.finish()
    }
}

/// Reads a payload according to a type.
#[derive(Clone, Copy)]
struct Payload<'r> {
    reader: &'r Reader<'r>,
    ty: &'r Type,
    /// Set if the value cannot be in a special notation.
    is_plain: bool,
}

impl<'r> Payload<'r> {
    fn of(&self, ty: &'r Type) -> Self {
        Self { reader: self.reader, ty, is_plain: false }
    }

    /// The type of the data: a promise has the notation of its contents.
    fn inner(&self) -> &'r Type {
        let mut ty = self.ty;
        while let TypeKind::Promise(inner) | TypeKind::Output(inner) = ty.kind() {
            ty = inner;
        }
        ty
    }

    /// The decoded data as a value of the type.
    fn finish<E: Error>(&self, value: Fallible<Value>) -> Result<Value, E> {
        fn wrapped(value: Value, ty: &Type) -> Fallible<Value> {
            match ty.kind() {
                TypeKind::Promise(inner) | TypeKind::Output(inner) => {
                    hclx_core::convert(&wrapped(value, inner)?, ty, &Rules::extended())
                }
                _ => Ok(value),
            }
        }
        value.and_then(|value| wrapped(value, self.ty)).map_err(|fault| self.reader.fail(fault))
    }

    /// The fault for data that does not fit the type.
    fn misfit<E: Error>(&self, found: &'static str) -> E {
        self.reader.fail(expected(
            match self.inner().kind() {
                TypeKind::Bool => "a bool",
                TypeKind::String => "a string",
                TypeKind::Number | TypeKind::Int => "a number as a string",
                TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => "an array",
                TypeKind::Map(_) | TypeKind::Object(_) => "an object",
                TypeKind::None => "null",
                TypeKind::Asset | TypeKind::Archive => "an unknown: its values are opaque",
                TypeKind::Any | TypeKind::Union(_) | TypeKind::Promise(_) | TypeKind::Output(_) => {
                    r#"{"$type": …, "$value": …}, because the type alone does not tell"#
                }
            },
            found,
        ))
    }

    fn part<'de, A: SeqAccess<'de>>(
        &self,
        parts: &mut A,
        index: usize,
        ty: &'r Type,
    ) -> Result<Option<Value>, A::Error> {
        let part = parts.next_element_seed(self.of(ty));
        part.map_err(|error| self.reader.within(error, || Step::Index(index)))
    }

    fn elements<'de, A: SeqAccess<'de>>(
        &self,
        mut parts: A,
        element: &'r Type,
    ) -> Result<Vec<Value>, A::Error> {
        let mut elements = Vec::new();
        while let Some(value) = self.part(&mut parts, elements.len(), element)? {
            elements.push(value);
        }
        Ok(elements)
    }

    fn tuple<'de, A: SeqAccess<'de>>(&self, mut parts: A, types: &'r [Type]) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        for (index, ty) in types.iter().enumerate() {
            match self.part(&mut parts, index, ty)? {
                Some(value) => elements.push(value),
                None => break,
            }
        }
        let mut found = elements.len();
        // The others are only counted, for the message.
        while parts.next_element::<&RawValue>()?.is_some() {
            found += 1;
        }
        if found != types.len() {
            let message = format!("expected {} elements, found {found}", types.len());
            return Err(self.reader.fail(Fault::new(codes::BAD_REQUEST, message)));
        }
        Ok(Value::tuple(elements))
    }

    /// Reads the entries of an object; the first ones were already read.
    fn entries<'de, A: MapAccess<'de>>(
        &self,
        seen: Entries<'de>,
        next: Option<Cow<'de, str>>,
        mut map: A,
    ) -> Result<Fallible<Value>, A::Error> {
        let mut made = match self.inner().kind() {
            TypeKind::Map(element) => ObjectBuilder::Map(element, Vec::new()),
            TypeKind::Object(object) => ObjectBuilder::Object(object, vec![None; object.attributes().len()]),
            _ => return Err(self.misfit("an object")),
        };
        for (key, raw) in seen.0 {
            let (ty, step) = made.slot(&key).map_err(|fault| self.reader.fail(fault))?;
            let value = self.reader.read(raw, ty).map_err(|fault| self.reader.fail(fault.within(step())))?;
            made.put(key, value);
        }
        let mut next = next;
        while let Some(key) = next {
            let (ty, step) = made.slot(&key).map_err(|fault| self.reader.fail(fault))?;
            let value = map.next_value_seed(self.of(ty));
            let value = value.map_err(|error| self.reader.within(error, step))?;
            made.put(key, value);
            next = map.next_key()?.map(|Text(key)| key);
        }
        Ok(Ok(made.finish()))
    }
}

/// The value of a JSON object, under construction.
enum ObjectBuilder<'r> {
    Map(&'r Type, Vec<(Arc<str>, Value)>),
    /// An object, with values indexed by the positions of attributes.
    Object(&'r ObjectType, Vec<Option<Value>>),
}

impl<'r> ObjectBuilder<'r> {
    /// The type of a part, and the step to it.
    fn slot<'k>(&self, key: &'k str) -> Fallible<(&'r Type, impl FnOnce() -> Step + use<'k>)> {
        let (ty, is_key) = match self {
            ObjectBuilder::Map(element, _) => (*element, true),
            ObjectBuilder::Object(object, _) => match object.get(key) {
                Some(attribute) => (&attribute.ty, false),
                None => bail!(codes::BAD_REQUEST, "the type has no attribute `{key}`"),
            },
        };
        Ok((ty, move || if is_key { Step::Key(key.into()) } else { Step::Attr(key.into()) }))
    }

    fn put(&mut self, key: Cow<'_, str>, value: Value) {
        match self {
            ObjectBuilder::Map(_, entries) => entries.push((key.into(), value)),
            ObjectBuilder::Object(object, slots) => {
                if let Some(slot) = object.position(&key).and_then(|position| slots.get_mut(position)) {
                    *slot = Some(value);
                }
            }
        }
    }

    /// Builds the value; missing attributes are null.
    fn finish(self) -> Value {
        match self {
            ObjectBuilder::Map(element, entries) => Value::map(element.clone(), entries),
            ObjectBuilder::Object(object, slots) => {
                let attributes = object.attributes().iter().zip(slots);
                Value::object(attributes.map(|(attribute, value)| {
                    let null = || Value::null(attribute.ty.clone());
                    (attribute.name.clone(), value.unwrap_or_else(null))
                }))
            }
        }
    }
}

impl<'de> DeserializeSeed<'de> for Payload<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Payload<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::null(self.ty.clone()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        match self.inner().kind() {
            TypeKind::Bool => self.finish(Ok(Value::bool(value))),
            _ => Err(self.misfit("a bool")),
        }
    }

    // Numbers are strings in this notation, because many readers of JSON round its numbers.
    fn visit_i64<E: Error>(self, _: i64) -> Result<Value, E> {
        Err(self.misfit("a number"))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Value, E> {
        Err(self.misfit("a number"))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Value, E> {
        Err(self.misfit("a number"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        match self.inner().kind() {
            TypeKind::String => self.finish(Ok(Value::string(nfc(text)))),
            TypeKind::Number => self.finish(read_number(text).map(Value::number)),
            TypeKind::Int => self.finish(read_integer(text).map(Value::int)),
            _ => Err(self.misfit("a string")),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Value, A::Error> {
        let value = self.reader.open(|| match self.inner().kind() {
            TypeKind::List(element) => Ok(Value::list(element.clone(), self.elements(parts, element)?)),
            TypeKind::Set(element) => Ok(Value::set(element.clone(), self.elements(parts, element)?)),
            TypeKind::Tuple(types) => self.tuple(parts, types),
            _ => Err(self.misfit("an array")),
        })?;
        self.finish(Ok(value))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        self.reader.open(|| {
            let mut seen = Entries(Vec::new());
            loop {
                let key = map.next_key()?.map(|Text(key)| key);
                match key {
                    // An ordinary object may have this key too, with valid JSON as its value.
                    Some(key) if key == NUMBER && seen.0.is_empty() => {
                        let raw = map.next_value().map_err(|_| self.misfit("a number"))?;
                        let (seen, next) = (Entries(vec![(key, raw)]), map.next_key()?);
                        let value = self.entries(seen, next.map(|Text(key)| key), map)?;
                        return self.finish(value);
                    }
                    // It remains unparsed until it is clear whether all keys belong to a notation.
                    Some(key) if !self.is_plain && is_notation_key(&key) => {
                        seen.0.push((key, map.next_value()?));
                    }
                    None if !seen.0.is_empty() => {
                        let value = self.reader.notation(&seen, self.ty);
                        return value.map_err(|fault| self.reader.fail(fault));
                    }
                    next => {
                        let value = self.entries(seen, next, map)?;
                        return self.finish(value);
                    }
                }
            }
        })
    }
}

fn read_fact(refiner: Refiner, name: &str, argument: &Json) -> Fallible<Refiner> {
    let text = |json: &Json| {
        json.as_str().map_or_else(|| Err(expected("a number as a string", kind_of(json))), read_number)
    };
    match (name, argument) {
        ("null", Json::Bool(true)) => refiner.null(),
        ("not_null", Json::Bool(true)) => refiner.not_null(),
        ("prefix", Json::String(prefix)) => refiner.prefix_full(&nfc(prefix)),
        ("min" | "max", Json::Array(bound)) if bound.len() == 2 => {
            let number = text(&bound[0])?;
            let inclusive = bound[1].as_bool().ok_or_else(|| expected("a bool", kind_of(&bound[1])))?;
            if name == "min" { refiner.min(number, inclusive) } else { refiner.max(number, inclusive) }
        }
        ("len_min" | "len_max", Json::Number(length)) => {
            let length = length.as_i64().filter(|length| *length >= 0);
            let length = length.ok_or_else(|| expected("a length", kind_of(argument)))?;
            if name == "len_min" { refiner.length_min(length) } else { refiner.length_max(length) }
        }
        _ => {
            let takes = match name {
                "null" | "not_null" => "true",
                "prefix" => "a string",
                "min" | "max" => "a number as a string and whether it is in the range, [\"5\", true],",
                "one_of" => "an array of values",
                _ => "a length",
            };
            let found = kind_of(argument);
            Err(Fault::new(codes::BAD_REQUEST, format!("expected {takes} for `{name}`, found {found}")))
        }
    }
}

fn kind_of(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a bool",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

fn read_number(text: &str) -> Fallible<Number> {
    match text {
        "inf" => Ok(Number::INFINITY),
        "-inf" => Ok(Number::NEG_INFINITY),
        // Literals have no sign.
        _ => match text.strip_prefix('-') {
            Some(positive) => Ok(Number::parse_literal(positive)?.neg()),
            None => Number::parse_literal(text),
        },
    }
}

fn read_integer(text: &str) -> Fallible<Number> {
    let number = read_number(text)?;
    if !number.is_integer() {
        bail!(codes::BAD_REQUEST, "expected an integer, found {number}");
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ty: &str, payload: &str) -> String {
        let text = format!("{{\"value\": {payload}, \"type\": \"{ty}\"}}");
        let json: &RawValue = serde_json::from_str(&text).expect("JSON");
        match decode(json, &TypeReader::default(), &Budget::default()) {
            Ok(value) => format!("{value} ({})", value.ty()),
            Err(fault) => format!("{}: {}", fault.path(), fault.message()),
        }
    }

    #[test]
    fn payloads_are_read_in_the_light_of_their_type() {
        for (ty, payload, result) in [
            ("list(string)", r#"["a", null, "\u0041"]"#, r#"["a", null, "A"] (list(string))"#),
            ("set(bool)", "[true, true, false]", "[false, true] (set(bool))"),
            ("tuple([int, string])", r#"["1", "a"]"#, r#"[1, "a"] (tuple([int, string]))"#),
            ("tuple([int, string])", r#"["1", "a", {}]"#, ": expected 2 elements, found 3"),
            ("tuple([int, string])", r#"["1"]"#, ": expected 2 elements, found 1"),
            // for duplicate keys, the last entry wins
            ("map(int)", r#"{"b": "1", "a": "2", "b": "3"}"#, "{ a = 2, b = 3 } (map(int))"),
            (
                "object({a = int, b = string})",
                r#"{"a": "1", "a": "2"}"#,
                "{ a = 2, b = null } (object({a = int, b = string}))",
            ),
            ("object({a = int})", r#"{"c": "1"}"#, ": the type has no attribute `c`"),
            // an object with additional names is not in a notation
            (
                "map(string)",
                r#"{"$type": "a", "$value": "b", "c": "d"}"#,
                r#"{ "$type" = "a", "$value" = "b", c = "d" } (map(string))"#,
            ),
            ("map(string)", r#"{"$value": {"$type": "a"}}"#, r#"{ "$type" = "a" } (map(string))"#),
            ("any", r#"{"$value": [true], "$type": "list(bool)"}"#, "[true] (list(bool))"),
            (
                "any",
                "[true]",
                ": expected {\"$type\": …, \"$value\": …}, because the type alone does not tell, found an array",
            ),
            ("string", r#"{"$marks": ["sensitive"], "$value": "a"}"#, r#"sensitive("a") (string)"#),
            (
                "string",
                r#"{"$unknown": {"prefix": "a", "not_null": true}}"#,
                r#"unknown(string, not_null, prefix("a")) (string)"#,
            ),
            (
                "string",
                r#"{"$unknown": {"len_min": 1, "len_max": 3}}"#,
                "unknown(string, length_min(1), length_max(3)) (string)",
            ),
            (
                "string",
                r#"{"$unknown": {"one_of": ["a", "b"]}}"#,
                r#"unknown(string, one_of("a", "b")) (string)"#,
            ),
            (
                "string",
                r#"{"$unknown": {"first": "a"}}"#,
                ": unknown refinement `first`: expected `null`, `not_null`, `prefix`, `min`, `max`, `len_min`, `len_max` or `one_of`",
            ),
            (
                "list(map(int))",
                r#"[{}, {"a": 1}]"#,
                "[1][\"a\"]: expected a number as a string, found a number",
            ),
            ("object({a = list(int)})", r#"{"a": ["1", "1.5"]}"#, ".a[1]: expected an integer, found 1.5"),
            ("map(string)", "1.5", ": expected an object, found a number"),
            (
                "map(string)",
                r#"{"$serde_json::private::Number": "1", "a": "b"}"#,
                r#"{ "$serde_json::private::Number" = "1", a = "b" } (map(string))"#,
            ),
            ("int", "true", ": expected a number as a string, found a bool"),
            ("string", r#""\ud800""#, ": not JSON: an escape in a string is not a valid character"),
        ] {
            assert_eq!(read(ty, payload), result, "{ty} {payload}");
        }
    }

    #[test]
    fn levels_and_bytes_are_limited() {
        let nested = |open: &str, close: &str, n| format!("{}null{}", open.repeat(n), close.repeat(n));
        let deep = read("any", &nested(r#"{"$type":"any","$value":"#, "}", 127));
        assert_eq!(deep, ": nested deeper than the limit of 126 levels");
        assert_eq!(read("any", &nested(r#"{"$type":"any","$value":"#, "}", 126)), "null (any)");
        let json: &RawValue = serde_json::from_str(r#"[true, false, true, true]"#).expect("JSON");
        let budget = Budget::new(hclx_core::Limits { bytes: 8, per_source_byte: 0, ..Default::default() });
        let types = TypeReader::default();
        let fault = decode_as(json, &Type::list(Type::BOOL), &types, &budget).expect_err("a limit");
        assert_eq!(fault.message(), "this needs more than the limit of 8 bytes of results");
    }
}
