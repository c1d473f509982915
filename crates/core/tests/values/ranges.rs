//! The builder of refinements and the ranges of values: `refine`, `range`.

use hclx_core::{Nullness, Number, Range, Refiner, Rules, Tri, Type, TypeKind, Value, includes};
use hclx_diag::{Fallible, Fault, code_names as codes};
use serde_json::{Value as Json, json};
use unicode_normalization::UnicodeNormalization;

use crate::support::vectors::{Tally, lines, text};
use crate::value_json::{self, canonical, write};

/// Lines in which our prefix differs from go-cty's: it segments by Unicode 15, we by newer tables. Ours is
/// also a prefix of every string that starts with the given one.
const OTHER_PREFIX: &str = include_str!("exceptions_refine.txt");

#[test]
fn refine_vectors() {
    let lines = lines("cty/refine.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let wanted = &line["out"];
        let id = text(line, "id");
        match (refine(line), wanted.get("panic")) {
            (Ok(value), None) => {
                let got = (write(&value), range_json(&value));
                let same = got == (canonical(&wanted["result"]), wanted["range"].clone());
                let known = wanted["known"] == value.is_known();
                if hclx_testkit::excepted(OTHER_PREFIX, id).is_some() && !same {
                    tally.count("other prefix")
                } else if same && known {
                    tally.count("value")
                } else {
                    tally.wrong(format!("{id}: {got:?}, not {wanted}"))
                }
            }
            (Err((_, class)), Some(panic)) if panic["class"] == "crash" => {
                tally.count(format!("crash: {class}"))
            }
            (Err((index, class)), Some(panic)) if panic["class"] == class && panic["op_index"] == index => {
                tally.count(class);
            }
            (got, _) => tally.wrong(format!("{id}: {got:?}, not {wanted}\n  {line}")),
        }
    }
    tally.finish("cty/refine", lines.len());
}

/// Applies the calls of a line; a failure is the index of the call and its class.
fn refine(line: &Json) -> Result<Value, (usize, &'static str)> {
    let mut refiner = Refiner::new(value_json::read(&line["value"]));
    let ops = line["ops"].as_array().expect("calls");
    for (index, op) in ops.iter().enumerate() {
        refiner = step(refiner, op).map_err(|fault| (index, class(&fault)))?;
    }
    refiner.finish().map_err(|fault| (ops.len(), class(&fault)))
}

fn step(refiner: Refiner, op: &Json) -> Fallible<Refiner> {
    let inclusive = op["inclusive"] == true;
    let length = || op["length"].as_i64().expect("a length");
    match text(op, "op") {
        "not_null" => refiner.not_null(),
        "null" => refiner.null(),
        "number_lower" => lower(refiner, &op["value"], inclusive),
        "number_upper" => upper(refiner, &op["value"], inclusive),
        "number_inclusive" => upper(lower(refiner, &op["min"], true)?, &op["max"], true),
        "string_prefix" => refiner.prefix(&normal(text(op, "prefix"))),
        "string_prefix_full" => refiner.prefix_full(&normal(text(op, "prefix"))),
        "length_lower" => refiner.length_min(length()),
        "length_upper" => refiner.length_max(length()),
        "length" => refiner.length(length()),
        "new_value" => Ok(Refiner::new(refiner.finish()?)),
        other => panic!("no call {other}"),
    }
}

/// The string in NFC: HCL's strings are normalized by the code that reads them.
fn normal(text: &str) -> String {
    text.nfc().collect()
}

/// Applies a lower bound. An unknown bound has no effect, like -inf; a null bound is rejected where bounds
/// are written.
fn lower(refiner: Refiner, bound: &Json, inclusive: bool) -> Fallible<Refiner> {
    match bound {
        Json::String(_) => refiner.min(value_json::number(bound), inclusive),
        Json::Null => refused(refiner.min(Number::NEG_INFINITY, true)?),
        _ => refiner.min(Number::NEG_INFINITY, true),
    }
}

fn upper(refiner: Refiner, bound: &Json, inclusive: bool) -> Fallible<Refiner> {
    match bound {
        Json::String(_) => refiner.max(value_json::number(bound), inclusive),
        Json::Null => refused(refiner.max(Number::INFINITY, true)?),
        _ => refiner.max(Number::INFINITY, true),
    }
}

fn refused(refiner: Refiner) -> Fallible<Refiner> {
    let ignored = refiner.clone().finish()?.ty().is_any();
    if ignored { Ok(refiner) } else { Err(Fault::new(codes::NULL_OPERAND, "a bound is not null")) }
}

fn class(fault: &Fault) -> &'static str {
    match fault.code() {
        code if code == codes::CONTRADICTION => {
            assert!(fault.message().ends_with("cannot both hold"), "{}", fault.message());
            "contradiction"
        }
        code if code == codes::NOT_APPLICABLE => "not_applicable",
        code if code == codes::NULL_OPERAND => "null_bound",
        _ => "other",
    }
}

#[test]
fn range_vectors() {
    let lines = lines("cty/range.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let value = value_json::read(&line["value"]);
        let wanted = &line["out"];
        if wanted.get("panic").is_some() {
            // the range of a marked value: ours is the range of the value without its marks
            tally.count(if value.marks().is_empty() { "panic" } else { "marked" });
            continue;
        }
        let got = match line.get("includes") {
            None => json!({"range": range_json(&value)}),
            Some(candidate) => {
                let answer = match includes(&value, &value_json::read(candidate), &Rules::hcl()) {
                    Tri::Yes => "true",
                    Tri::No => "false",
                    Tri::Unknown => "unknown",
                };
                json!({"includes": answer})
            }
        };
        if got == *wanted {
            tally.count("same")
        } else {
            tally.wrong(format!("{got}, not {wanted}\n  {line}"))
        }
    }
    tally.finish("cty/range", lines.len());
}

/// The range in the form of the vectors, including the defaults of the type.
fn range_json(value: &Value) -> Json {
    let range = value.range();
    let ty = value.ty();
    let any = ty.is_any();
    let mut out = json!({
        "type": ty.to_string().replace(' ', ""),
        "definitely_not_null": range.null() == Nullness::Never,
        "could_be_null": range.null() != Nullness::Never,
    });
    let mut put = |name: &str, value: Json| out[name] = value;
    if matches!(ty.kind(), TypeKind::Number) || any {
        put("number_lower", if any { Json::Null } else { bound(&range, true) });
        put("number_upper", if any { Json::Null } else { bound(&range, false) });
    }
    if *ty == Type::STRING || any {
        put("string_prefix", json!(range.prefix().unwrap_or_default()));
    }
    if ty.is_collection() || any {
        put("length_lower", json!(range.len_min()));
        put("length_upper", json!(range.len_max()));
    }
    out
}

fn bound(range: &Range, lower: bool) -> Json {
    match if lower { range.min() } else { range.max() } {
        Some(bound) => json!([bound.number.to_string(), bound.inclusive]),
        None => json!([if lower { "-inf" } else { "inf" }, false]),
    }
}
