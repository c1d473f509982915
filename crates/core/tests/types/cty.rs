//! Recorded answers of go-cty, which rules `hcl` must reproduce exactly.

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

/// cty's JSON form, as recorded for types that were read from expressions.
#[test]
fn json_form() {
    let lines = lines("cty/typeexpr.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let mut wrong = Vec::new();
        let mut types = 0;
        for part in ["exact", "constraint", "with_defaults"] {
            let out = &line["out"][part];
            let (Some(ty), false) = (out["type"].as_str(), out["ctype"].is_null()) else { continue };
            let ty = read(ty);
            types += 1;
            let recorded = out["ctype"].to_string();
            if sorted(&ty.to_cty_json()) != sorted(&recorded) {
                wrong.push(format!("{ty}: {}, recorded {recorded}", ty.to_cty_json()));
            }
            match Type::from_cty_json(&recorded) {
                Ok(back) if back == ty => {}
                other => wrong.push(format!("{recorded} is read as {other:?}")),
            }
        }
        if wrong.is_empty() {
            tally.count(if types == 0 { "without a type" } else { "as recorded" });
        } else {
            tally.wrong(wrong.join("; "));
        }
    }
    tally.finish("cty/typeexpr, JSON form", lines.len());
}

/// The JSON with sorted keys, because their order is not significant.
fn sorted(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn malformed_json_forms_say_where() {
    let message = |text: &str| Type::from_cty_json(text).expect_err("a fault").message();
    assert_eq!(message(""), "expected `[` at byte 0 of the type, found the end");
    assert_eq!(message("\"strin\""), "expected the name of a type at byte 0 of the type, found '\"'");
    assert_eq!(message("[\"list\",\"int\""), "expected `]` at byte 13 of the type, found the end");
    assert_eq!(
        message("[\"object\",{},[\"a\"]]"),
        "expected the name of an attribute of the object at byte 14 of the type, found '\"'"
    );
    assert_eq!(message("\"int\" 1"), "expected nothing more at byte 6 of the type, found '1'");
    let text = "[\"map\" , \"string\"\n]";
    assert_eq!(Type::from_cty_json(text).unwrap().to_string(), "map(string)");
    // Truncated or altered anywhere, the JSON is a type or a fault, never a panic.
    let whole = r#"["object",{"a":["tuple",["string","\u00e9\ud83d\ude00"]],"ä":"dynamic"},["ä"]]"#;
    for at in (0..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
        for bend in ["", "\"", "\\", "[", "ü", "\\u12", "\\ud800"] {
            let _ = Type::from_cty_json(&format!("{}{bend}{}", &whole[..at], &whole[at..]));
            let _ = Type::from_cty_json(&format!("{}{bend}", &whole[..at]));
        }
    }
}
