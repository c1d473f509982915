//! The JSON of a schema, read without a struct for each of its objects: what is not asked for is not kept.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

/// Texts by key, still as JSON.
pub(super) type Texts<'a> = BTreeMap<String, &'a RawValue>;

/// Whether a text looks like the schema of a package: an object with `name`, and `resources`,
/// `functions` or `provider`, at its top.
pub fn is_package_schema(text: &[u8]) -> bool {
    serde_json::from_slice::<Texts<'_>>(text).is_ok_and(|top| {
        top.contains_key("name")
            && ["resources", "functions", "provider"].iter().any(|key| top.contains_key(*key))
    })
}

/// The properties of an object.
pub(super) fn texts<'a>(text: Option<&'a RawValue>) -> Result<Texts<'a>, String> {
    match text {
        None => Ok(Texts::new()),
        Some(text) => serde_json::from_str(text.get()).map_err(|error| error.to_string()),
    }
}

/// A text, or nothing.
pub(super) fn text(json: &Json, key: &str) -> Option<String> {
    json.get(key)?.as_str().map(str::to_owned)
}

/// A truth; what is missing is false.
pub(super) fn truth(json: &Json, key: &str) -> bool {
    json.get(key).and_then(Json::as_bool).unwrap_or_default()
}

/// A list of texts; what is missing is empty.
pub(super) fn list(json: &Json, key: &str) -> Vec<String> {
    let elements = json.get(key).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    elements.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// The properties of an object, by name; what is missing is empty.
pub(super) fn entries<'j>(json: &'j Json, key: &str) -> BTreeMap<&'j str, &'j Json> {
    let object = json.get(key).and_then(Json::as_object);
    object.into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect()
}

/// Whether a value is a type of the schema, rather than something for the generators of libraries.
pub(super) fn is_type(json: &Json) -> bool {
    ["type", "$ref", "oneOf", "items", "const"].iter().any(|key| json.get(*key).is_some())
}
