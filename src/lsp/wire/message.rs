//! Messages of JSON-RPC.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Error codes.
pub(crate) const PARSE_ERROR: i32 = -32700;
pub(crate) const INVALID_REQUEST: i32 = -32600;
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
pub(crate) const INVALID_PARAMS: i32 = -32602;
pub(crate) const NOT_INITIALIZED: i32 = -32002;
pub(crate) const REQUEST_CANCELLED: i32 = -32800;
pub(crate) const CONTENT_MODIFIED: i32 = -32801;
pub(crate) const SERVER_CANCELLED: i32 = -32802;
pub(crate) const REQUEST_FAILED: i32 = -32803;

/// A message of the client.
#[derive(Debug, PartialEq)]
pub(crate) enum ClientMessage {
    /// A request, which gets one response.
    Request { id: Value, method: String, params: Value },
    /// A message without a response.
    Notification { method: String, params: Value },
    /// The response to a request of the server.
    Response,
}

/// An error response.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure {
    /// The error code.
    pub(crate) code: i32,
    /// The reason.
    pub(crate) message: String,
    /// Set if the client should retry.
    pub(crate) retry: bool,
}

impl Failure {
    /// An error with a code and a reason.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retry: false }
    }
}

impl ClientMessage {
    /// Parses a message.
    ///
    /// # Errors
    /// The error response, if it is not a valid message.
    pub(crate) fn read(message: Value) -> Result<Self, Value> {
        let invalid = |id: Value, why: &str| answer(id, Err(Failure::new(INVALID_REQUEST, why)));
        let Value::Object(mut fields) = message else {
            return Err(invalid(Value::Null, "a message is not an object"));
        };
        let id = fields.remove("id");
        let params = fields.remove("params").unwrap_or_default();
        match (id, fields.remove("method")) {
            (None, Some(Value::String(method))) => Ok(Self::Notification { method, params }),
            (Some(id @ (Value::Number(_) | Value::String(_))), Some(Value::String(method))) => {
                Ok(Self::Request { id, method, params })
            }
            (Some(_), None) if fields.contains_key("result") || fields.contains_key("error") => {
                Ok(Self::Response)
            }
            (id, _) => Err(invalid(id.unwrap_or_default(), "a message has no method")),
        }
    }
}

/// An object of values, which are moved, whereas `json!` would serialize them.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    fields.into_iter().collect()
}

/// The result of a request.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    Value(Value),
    /// Serialized JSON: building a tree of a long list takes longer than serializing it.
    Written(Box<RawValue>),
}

impl Reply {
    /// Writes a result.
    ///
    /// # Errors
    /// If it has a key that is not a string.
    pub(crate) fn written(result: &impl Serialize) -> Result<Self, Failure> {
        let written = serde_json::value::to_raw_value(result);
        written.map(Self::Written).map_err(|error| Failure::new(REQUEST_FAILED, error.to_string()))
    }
}

impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// A message of the server.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ServerMessage {
    Value(Value),
    /// A response with a written result.
    Response {
        jsonrpc: &'static str,
        id: Value,
        result: Box<RawValue>,
    },
}

impl From<Value> for ServerMessage {
    fn from(message: Value) -> Self {
        Self::Value(message)
    }
}

/// The response to a request.
pub(crate) fn response(id: Value, result: Result<Reply, Failure>) -> ServerMessage {
    let result = match result {
        Ok(Reply::Written(result)) => return ServerMessage::Response { jsonrpc: "2.0", id, result },
        Ok(Reply::Value(result)) => Ok(result),
        Err(failure) => Err(failure),
    };
    answer(id, result).into()
}

/// The response to a request, as a value.
pub(crate) fn answer(id: Value, result: Result<Value, Failure>) -> Value {
    match result {
        Ok(result) => object([("jsonrpc", "2.0".into()), ("id", id), ("result", result)]),
        Err(Failure { code, message, retry }) => {
            let mut error = json!({"code": code, "message": message});
            if retry {
                error["data"] = json!({"retriggerRequest": true});
            }
            object([("jsonrpc", "2.0".into()), ("id", id), ("error", error)])
        }
    }
}

/// A notification of the server.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    object([("jsonrpc", "2.0".into()), ("method", method.into()), ("params", params)])
}

/// A request of the server.
pub(crate) fn request(id: &str, method: &str, params: Value) -> Value {
    object([("jsonrpc", "2.0".into()), ("id", id.into()), ("method", method.into()), ("params", params)])
}
