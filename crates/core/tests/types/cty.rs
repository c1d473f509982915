//! go-cty's answers, which rules `hcl` give exactly.

use hclx_core::{Conversion, Rules, Type, convertible, unify, unify_conversions};
use serde_json::{Value, json};

use crate::support::type_text::read;
use crate::support::vectors::{Tally, lines, text};

#[test]
fn convert() {
    let lines = lines("cty/convert.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let (from, to) = (read(text(line, "from")), read(text(line, "to")));
        let out = &line["out"];
        let expected = match (out["equal"] == true, out["safe"] == true, out["unsafe"] == true) {
            (true, ..) => Conversion::Same,
            (_, true, _) => Conversion::Safe,
            (_, _, true) => Conversion::Unsafe,
            _ => Conversion::None,
        };
        let answer = convertible(&from, &to, &Rules::hcl());
        if answer == expected {
            tally.count(answer.to_string());
        } else {
            tally.wrong(format!("{from} -> {to}: {answer}, recorded {expected}"));
        }
    }
    tally.finish("cty/convert", lines.len());
}

#[test]
fn unify_as_recorded() {
    let lines = lines("cty/unify.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let types: Vec<Type> =
            line["types"].as_array().unwrap().iter().map(|ty| read(ty.as_str().unwrap())).collect();
        let unified = unify(&types, &Rules::hcl());
        let answer =
            json!({"unify": shown(&types, &unified.safe), "unify_unsafe": shown(&types, &unified.unsafe_)});
        let recorded = line["any_of"].as_array().cloned().unwrap_or_else(|| vec![line["out"].clone()]);
        if recorded.iter().any(|out| canonical(out) == answer) {
            tally.count("as recorded");
        } else {
            tally.wrong(format!("{types:?}: {answer}, recorded {recorded:?}"));
        }
    }
    tally.finish("cty/unify", lines.len());
}

fn shown(types: &[Type], common: &Option<Type>) -> Value {
    match common {
        None => Value::Null,
        Some(ty) => json!({"type": ty.to_string(), "converts": unify_conversions(types, ty)}),
    }
}

/// The recorded answer with its types in our notation.
fn canonical(out: &Value) -> Value {
    let mut out = out.clone();
    for part in ["unify", "unify_unsafe"] {
        if let Some(ty) = out[part]["type"].as_str() {
            out[part]["type"] = json!(read(ty).to_string());
        }
    }
    out
}
