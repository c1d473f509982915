//! Conversions between bool, number, int and string.

use hclx_diag::{Fallible, Fault, Message, code_names as codes};

use super::mismatch;
use crate::number::{NotParsed, parse, parse_exact};
use crate::value::Data;
use crate::{Number, Type, TypeKind, Value};

/// A known primitive converted to a primitive type.
pub(super) fn convert(value: &Value, to: &Type) -> Fallible<Value> {
    match (value.data(), to.kind()) {
        (Data::Bool(known), TypeKind::String) => Ok(Value::string(if *known { "true" } else { "false" })),
        (Data::Number(number), TypeKind::String) => Ok(Value::string(number.to_text())),
        (Data::Number(number), TypeKind::Number) => Ok(Value::number(number.without_exact_bits())),
        (Data::Number(number), TypeKind::Int) => integer(number, value.ty()),
        (Data::String(text), TypeKind::Number) => number(parse(text)).map(Value::number),
        (Data::String(text), TypeKind::Int) => integer(&number(parse_exact(text))?, value.ty()),
        (Data::String(text), TypeKind::Bool) => bool(text),
        (Data::String(text), TypeKind::String) => Ok(Value::string(text.clone())),
        (Data::Bool(known), TypeKind::Bool) => Ok(Value::bool(*known)),
        _ => Err(mismatch(value.ty(), to)),
    }
}

fn number(parsed: Result<Number, NotParsed>) -> Fallible<Number> {
    let syntax = || wrong("a number, found a non-numeric string", "number", "string");
    parsed.map_err(|reason| reason.fault().unwrap_or_else(syntax))
}

fn integer(number: &Number, found: &Type) -> Fallible<Value> {
    match number.is_integer() {
        true => Ok(Value::int(number.as_int())),
        false if number.is_infinite() => {
            Err(wrong("a whole number, found infinity", "int", &found.to_string()))
        }
        false => Err(wrong("a whole number, found a fraction", "int", &found.to_string())),
    }
}

fn bool(text: &str) -> Fallible<Value> {
    match text {
        // go-cty accepts the digits too, but no other spelling of the words.
        "true" | "1" => Ok(Value::TRUE),
        "false" | "0" => Ok(Value::FALSE),
        _ => {
            let fault = wrong("a bool, found a string other than `true` or `false`", "bool", "string");
            let word = ["true", "false"].into_iter().find(|word| text.eq_ignore_ascii_case(word));
            Err(match word {
                Some(word) => fault.help(format!("use lower case: `{word}`")),
                None => fault,
            })
        }
    }
}

/// The fault of a known value; `clause` describes what was expected.
fn wrong(clause: &'static str, expected: &'static str, found: &str) -> Fault {
    Fault::new(codes::NOT_CONVERTIBLE, Message::Expected(clause.into())).because(expected, found.to_owned())
}
