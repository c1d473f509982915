//! The contents of an answer's field. Long contents are generated while they are written, so the output limit
//! bounds the memory.

use hclx_analysis::value_json::TypedJson;
use hclx_core::Value;
use hclx_diag::grow;
use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::Answer;
use super::text::{Deep, discard};

/// The maximum length of indented JSON in bytes.
const INDENTED_BYTES: usize = 1 << 16;

/// Generates the elements of a list on demand.
type Elements<'a> = Box<dyn Fn() -> Box<dyn Iterator<Item = Content<'a>> + 'a> + 'a>;

/// The contents of a field.
pub(crate) enum Content<'a> {
    /// Short JSON.
    Json(Leaf),
    /// A value with its type.
    Value(Value),
    /// Serialized JSON.
    Text(Box<RawValue>),
    /// A list whose elements are generated while it is written.
    List(Elements<'a>),
    /// An object that is part of the answer.
    Object(Answer<'a>),
}

impl<'a> Content<'a> {
    /// Serialized JSON of any depth. Short JSON is indented like the rest of the answer; a tree of long JSON
    /// would take many times its size.
    pub(crate) fn text(json: String) -> Self {
        let short = (json.len() <= INDENTED_BYTES).then(|| serde_json::from_str::<Json>(&json).ok());
        // `serde_json` does not parse deeply nested JSON; it stays a string, on one line.
        let shallow = short.flatten().map(Self::from);
        let deep = || RawValue::from_string(json).ok().map(Self::Text);
        shallow.or_else(deep).unwrap_or_else(|| Json::Null.into())
    }

    /// A value with its type.
    pub(crate) fn value(value: &Value) -> Self {
        Self::Value(value.clone())
    }

    /// A list. `elements` may be called more than once.
    pub(crate) fn list<I>(elements: impl Fn() -> I + 'a) -> Self
    where
        I: Iterator<Item: Into<Content<'a>>> + 'a,
    {
        Self::List(Box::new(move || Box::new(elements().map(Into::into))))
    }
}

/// JSON that is dropped without recursion.
pub(crate) struct Leaf(Json);

impl Drop for Leaf {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

impl<T: Into<Json>> From<T> for Content<'_> {
    fn from(value: T) -> Self {
        Self::Json(Leaf(value.into()))
    }
}

impl<'a> From<Answer<'a>> for Content<'a> {
    fn from(part: Answer<'a>) -> Self {
        Self::Object(part)
    }
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(Leaf(value)) => Deep(value).serialize(serializer),
            Self::Value(value) => TypedJson(value).serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::List(elements) => grow(|| {
                let mut list = serializer.serialize_seq(None)?;
                elements().try_for_each(|element| list.serialize_element(&element))?;
                list.end()
            }),
            Self::Object(part) => grow(|| part.serialize(serializer)),
        }
    }
}
