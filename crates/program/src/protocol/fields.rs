//! The fields of a request, borrowed from its line: only the fields that an operation uses are parsed.

use std::borrow::Cow;
use std::fmt;

use hclx_analysis::value_json::Text;
use hclx_diag::{Fault, code_names as codes};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The maximum number of fields in a question: no operation has that many, and each takes more memory than
/// its source.
const MOST_FIELDS: usize = 256;

/// A JSON object with unparsed values; it contains at most one field beyond the limit.
#[derive(Debug)]
pub(crate) struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// The fault for too many fields, a field of more than `most` bytes, or an `id` of more than `id` bytes.
    pub(crate) fn too_long(&self, id: usize, most: usize) -> Option<Fault> {
        if self.0.len() > MOST_FIELDS {
            let message = format!("the question has more than the limit of {MOST_FIELDS} fields");
            return Some(Fault::new(codes::BAD_REQUEST, message));
        }
        self.0.iter().find_map(|(name, raw)| {
            let limit = if name == "id" { id } else { most };
            let message = || format!("`{name}` is longer than the limit of {limit} bytes");
            (raw.get().len() > limit).then(|| Fault::new(codes::BAD_REQUEST, message()))
        })
    }

    /// The value of a field; the last one if the field is repeated.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, raw)| *raw)
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::with_capacity(8);
                while let Some((Text(name), raw)) = map.next_entry()? {
                    // the answer contains the `id` even if the question is invalid
                    if fields.len() <= MOST_FIELDS {
                        fields.push((name, raw));
                    } else if name == "id" {
                        fields[MOST_FIELDS] = (name, raw);
                    }
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}
