//! Values as plain JSON, the form in most vectors.

use hclx_core::{Data, Type, TypeKind, Value};
use serde_json::{Map, Value as Json, json};

/// A type in cty's JSON form.
pub(crate) fn ctype(ty: &Type) -> Json {
    serde_json::from_str(&ty.to_cty_json()).expect("cty's JSON form is JSON")
}

/// The value as recorded: plain JSON, with unknowns and infinities marked.
pub(crate) fn plain(value: &Value) -> Json {
    match value.data() {
        Data::Null => Json::Null,
        Data::Unknown(_) => json!({"$unknown": ctype(value.ty())}),
        Data::Bool(value) => json!(value),
        Data::Number(number) if number.is_infinite() => {
            json!({"$inf": if number.is_negative() { -1 } else { 1 }})
        }
        Data::Number(number) => serde_json::from_str(&number.to_string()).expect("a number"),
        Data::String(text) => json!(&**text),
        _ if matches!(value.ty().kind(), TypeKind::Object(_) | TypeKind::Map(..)) => Json::Object(
            value.iter_entries().map(|(key, part)| (key.to_string(), plain(part))).collect::<Map<_, _>>(),
        ),
        _ => Json::Array(value.elements().unwrap_or_default().iter().map(plain).collect()),
    }
}
