//! Access to the JSON of a schema without a struct per object; parts that are not requested are not stored.

use std::fmt;

use hclx_diag::Ordered;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// Raw JSON values by key.
pub(crate) type Texts<'a> = Ordered<String, &'a RawValue>;

/// The properties of an object, collected by the JSON parser.
struct Properties<'a>(Texts<'a>);

impl<'de> Deserialize<'de> for Properties<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Properties(Texts::new()))
    }
}

impl<'de> Visitor<'de> for Properties<'de> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some((name, text)) = map.next_entry()? {
            self.0.insert(name, text);
        }
        Ok(self)
    }
}

/// The properties of a serialized object.
pub(crate) fn properties(text: &[u8]) -> Result<Texts<'_>, String> {
    serde_json::from_slice(text).map(|Properties(texts)| texts).map_err(|error| error.to_string())
}

/// Returns `true` if a document looks like a package schema: an object with the property `name`, and `resources`,
/// `functions` or `provider`.
pub fn is_package_schema(text: &[u8]) -> bool {
    properties(text).is_ok_and(|top| {
        top.contains_key("name")
            && ["resources", "functions", "provider"].iter().any(|key| top.contains_key(*key))
    })
}

/// The maximum nesting of JSON; deeper values are not parsed, which would leave their types unknown.
pub(super) const MOST_LEVELS: usize = 127;

/// Returns `true` if JSON nests no deeper than the parser allows. The parts of a schema are parsed on demand,
/// which is too late to report an error.
pub(super) fn is_readable(text: &[u8]) -> bool {
    let (mut levels, mut is_string, mut is_escaped) = (0, false, false);
    text.iter().all(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            b'[' | b'{' if !is_string => levels += 1,
            b']' | b'}' if !is_string => levels -= 1,
            _ => {}
        }
        // Malformed JSON may close more than it opens; the parser reports that.
        levels <= MOST_LEVELS as isize
    })
}

/// The properties of an optional object.
pub(super) fn texts<'a>(text: Option<&'a RawValue>) -> Result<Texts<'a>, String> {
    match text {
        None => Ok(Texts::new()),
        Some(text) => properties(text.get().as_bytes()),
    }
}

/// A string property, if it exists.
pub(super) fn text(json: &Json, key: &str) -> Option<String> {
    json.get(key)?.as_str().map(str::to_owned)
}

/// A boolean property; `false` if it is missing.
pub(super) fn truth(json: &Json, key: &str) -> bool {
    json.get(key).and_then(Json::as_bool).unwrap_or_default()
}

/// A list of strings; empty if it is missing.
pub(super) fn list(json: &Json, key: &str) -> Vec<String> {
    let elements = json.get(key).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    elements.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// The properties of an object, by name; empty if it is missing.
pub(super) fn entries<'j>(json: &'j Json, key: &str) -> Ordered<&'j str, &'j Json> {
    let object = json.get(key).and_then(Json::as_object);
    object.into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect()
}

/// Returns `true` if a value is a type of the schema, rather than data for code generators.
pub(super) fn is_type(json: &Json) -> bool {
    ["type", "$ref", "oneOf", "items", "const"].iter().any(|key| json.get(*key).is_some())
}
