//! Functions on arbitrary values: conversions, tests, failures.

use std::sync::Arc;

use hclx_core::{Number, Type};
use hclx_diag::mull_codes::{CANNOT_PARSE, FUNCTION_FAILED};
use hclx_diag::{Fallible, Fault, SourceId};

use crate::syntax::{Form, ReadOptions, read_in};

use super::{Answer, Arguments, Call, EarlyReturn, Row};
use crate::ty::{Ty, read_numeral};
use crate::value::Val;

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "string",
        "(v: any?) -> string",
        "the value as a string; collections as JSON",
        &[("string(1.50)", "\"1.5\""), ("string([1])", "\"[1]\"")],
        string,
    ),
    Row::new(
        "number",
        "(v: string | number) -> number",
        "the number, or the string parsed as a number",
        &[("number(\"0x10\")", "16")],
        |call| number(call, false),
    ),
    Row::new(
        "int",
        "(v: string | number) -> int",
        "the int, or the string parsed as an int",
        &[("int(\"42\")", "42")],
        |call| number(call, true),
    ),
    Row::new(
        "bool",
        "(v: string | bool) -> bool",
        "the bool, or the string parsed as a bool",
        &[("bool(\"True\")", "true")],
        bool,
    ),
    Row::new(
        "jsonencode",
        "(v: any?) -> string",
        "the value as JSON, with sorted keys",
        &[("jsonencode({ \"a\": 1 })", "\"{\\\"a\\\":1}\"")],
        jsonencode,
    ),
    Row::new(
        "json",
        "(v: any?) -> string",
        "the value as JSON; an alias of `jsonencode`",
        &[("json([1])", "\"[1]\"")],
        jsonencode,
    ),
    Row::new(
        "jsondecode",
        "(s: string) -> any",
        "the value decoded from JSON",
        &[("jsondecode(\"[1]\")", "[1]")],
        jsondecode,
    ),
    Row::new(
        "defined",
        "(v: any?) -> bool",
        "true if the value is defined",
        &[("defined(null)", "true")],
        defined,
    ),
    Row::new(
        "coalesce",
        "(first: any?, rest: any?...) -> any",
        "the first value that is neither null nor undefined",
        &[("coalesce(null, 1)", "1")],
        coalesce,
    )
    .typed(coalesce_type),
    Row::new(
        "require",
        "(c: bool, msg: string) -> none",
        "null, or an error with the message if the condition is false",
        &[],
        require,
    ),
    Row::new("fail", "(msg: string) -> any", "an error with the message", &[], fail),
    Row::new(
        "import",
        "(path: string, props?: any) -> any",
        "the body of another file; the path must be a literal",
        &[],
        |_| Err(EarlyReturn::Unknown),
    ),
];

fn string(call: &Call<'_>) -> Answer {
    match &call.args[0] {
        // Undefined stays undefined, so an absent property is also omitted from the output as a string.
        Val::Undefined => Ok(Val::Undefined),
        Val::Unknown(value) if *value.ty() == Type::STRING => Ok(call.args[0].clone()),
        value => text_of(value).map(Val::String).ok_or(EarlyReturn::Unknown),
    }
}

/// A bool, number or string unchanged; anything else as JSON.
pub(super) fn text_of(value: &Val) -> Option<Arc<str>> {
    value.primitive_text().or_else(|| value.to_compact_json().map(Into::into))
}

fn unparsed(text: &str, what: &str) -> EarlyReturn {
    let message = format!("cannot parse {} as {what}", Val::String(text.into()).show());
    Fault::new(CANNOT_PARSE, message).argument(0).into()
}

fn number(call: &Call<'_>, integral: bool) -> Answer {
    let what = if integral { "an int" } else { "a number" };
    let number = match &call.args[0] {
        Val::Number(number) => number.clone(),
        Val::Unknown(value) if value.ty().is_numeric() && (!integral || *value.ty() == Type::INT) => {
            // The number stays the same, so the facts about it are kept.
            return Ok(call.args[0].clone());
        }
        Val::Unknown(_) => return Err(EarlyReturn::Unknown),
        _ => {
            let text = call.string(0)?.scan()?;
            text_number(text).ok_or_else(|| unparsed(text, what))?
        }
    };
    if integral && !number.is_integer() {
        let message = format!("expected an integer, found {number}");
        return Err(Fault::new(CANNOT_PARSE, message).argument(0).into());
    }
    Ok(Val::Number(number))
}

/// Parses a number of YAML or JSON, with its sign.
fn text_number(text: &str) -> Option<Number> {
    read_numeral(text)
}

fn bool(call: &Call<'_>) -> Answer {
    match &call.args[0] {
        Val::Bool(truth) => Ok(Val::Bool(*truth)),
        // These are the spellings in the core schema of YAML 1.2.
        _ => match call.string(0)?.scan()? {
            "true" | "True" | "TRUE" => Ok(Val::Bool(true)),
            "false" | "False" | "FALSE" => Ok(Val::Bool(false)),
            text => Err(unparsed(text, "a bool")),
        },
    }
}

fn jsonencode(call: &Call<'_>) -> Answer {
    match &call.args[0] {
        // JSON has no undefined.
        Val::Undefined => Ok(Val::String("null".into())),
        value => super::bounded_text(value.to_compact_json().ok_or(EarlyReturn::Unknown)?),
    }
}

fn jsondecode(call: &Call<'_>) -> Answer {
    let text = call.string(0)?.scan()?;
    let literal = ReadOptions { literal: true, ..ReadOptions::default() };
    let (document, findings) = read_in(SourceId(0), text.as_bytes().into(), Form::Json, literal);
    let wrong = |why: &str| Fault::new(CANNOT_PARSE, format!("not JSON: {why}")).argument(0).into();
    if let Some(finding) = findings.first() {
        return Err(wrong(&finding.message));
    }
    if document.root().is_none() {
        return Err(wrong("the string is empty"));
    }
    Val::from_document(&document).map_err(|_| wrong("it is not plain data"))
}

fn defined(call: &Call<'_>) -> Answer {
    match &call.args[0] {
        Val::Undefined => Ok(Val::Bool(false)),
        // An unknown value that may be null may also be undefined: types do not distinguish them.
        Val::Unknown(_) if call.tys[0].has_none() || call.tys[0].is_any() => Err(EarlyReturn::Unknown),
        _ => Ok(Val::Bool(true)),
    }
}

/// The type of `coalesce`: all arguments except the last may be none; the last one is the fallback.
fn coalesce_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let some: Vec<Ty> = arguments.tys.iter().filter(|ty| !ty.is_none()).map(Ty::without_none).collect();
    Ok(if some.is_empty() { Ty::any() } else { arguments.types.join_all(&some) })
}

fn coalesce(call: &Call<'_>) -> Answer {
    for (value, ty) in call.args.iter().zip(call.tys) {
        match value {
            Val::Null | Val::Undefined => {}
            Val::Unknown(_) if ty.has_none() || ty.is_any() => return Err(EarlyReturn::Unknown),
            value => return Ok(value.clone()),
        }
    }
    Err(Fault::new(FUNCTION_FAILED, "all values are null or undefined").into())
}

fn require(call: &Call<'_>) -> Answer {
    if call.bool(0)? {
        return Ok(Val::Undefined);
    }
    Err(Fault::new(FUNCTION_FAILED, call.string(1)?.scan()?.to_owned()).argument(0).into())
}

fn fail(call: &Call<'_>) -> Answer {
    Err(Fault::new(FUNCTION_FAILED, call.string(0)?.scan()?.to_owned()).into())
}
