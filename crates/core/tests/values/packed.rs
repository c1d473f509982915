//! MessagePack both ways, against recorded bytes: `msgpack`.

use hclx_core::msgpack::{decode, encode, implied_type};
use hclx_core::{Rules, Value};
use hclx_diag::{Fallible, Step};
use serde_json::{Value as Json, json};

use crate::support::type_text;
use crate::support::vectors::{Tally, lines, text};
use crate::value_json::{self, canonical, write};

/// Strings whose bytes are not UTF-8: Go's strings can contain them, ours cannot, so this is an error.
const NO_UTF8: &str = include_str!("exceptions_msgpack.txt");

#[test]
fn msgpack_vectors() {
    let lines = lines("cty/msgpack.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let got = if line["dir"] == "encode" { encoded(line) } else { decoded(line) };
        let wanted: Vec<Json> = match line.get("any_of") {
            Some(several) => several.as_array().expect("answers").iter().map(wanted).collect(),
            None => vec![wanted(&line["out"])],
        };
        let failed = got.get("error").is_some();
        let crashed = wanted.iter().all(|wanted| wanted.get("panic").is_some());
        if hclx_testkit::excepted(NO_UTF8, text(line, "id")).is_some() && failed {
            tally.count("no UTF-8");
        } else if crashed && failed {
            tally.count("crash: error");
        } else if wanted.contains(&got) {
            tally.count(if failed { "error" } else { text(line, "dir") });
        } else {
            tally.wrong(format!("{got}, not {}\n  {line}", wanted[0]));
        }
    }
    tally.finish("cty/msgpack", lines.len());
}

/// go-cty has no lengths of strings, and does not decode them.
#[test]
fn lengths_of_strings_are_not_encoded() {
    let narrowed = |least, most| {
        let unknown = Value::unknown_in(hclx_core::Type::STRING, hclx_core::Range::not_null());
        let refiner = hclx_core::Refiner::new(unknown).characters(least, most);
        refiner.and_then(hclx_core::Refiner::finish).expect("a fact about any string")
    };
    let bytes = |value: &Value| encode(value, value.ty(), &Rules::hcl()).expect("bytes");
    let encoded = bytes(&narrowed(3, Some(24)));
    assert_eq!(encoded, bytes(&narrowed(0, None)));
    assert_eq!(
        decode(&encoded, &hclx_core::Type::STRING).expect("our own bytes").to_string(),
        "unknown(string, not_null)"
    );
}

fn encoded(line: &Json) -> Json {
    let value = value_json::read(&line["value"]);
    let ty = type_text::read(text(line, "as"));
    match encode(&value, &ty, &Rules::exact()) {
        Ok(bytes) => {
            let implied = implied_type(&bytes).map_or(Json::Null, |ty| json!(ty.to_string()));
            let decoded = decode(&bytes, &ty).map(|value| write(&value));
            json!({"hex": hex(&bytes), "decoded": decoded.expect("our own bytes"), "implied_type": implied})
        }
        Err(fault) => error(&fault),
    }
}

fn decoded(line: &Json) -> Json {
    let ty = type_text::read(text(line, "as"));
    let result: Fallible<Value> = decode(&unhex(text(line, "hex")), &ty);
    match result {
        Ok(value) => {
            let mut answer = json!({"result": write(&value)});
            // an empty array decodes as an empty tuple of any tuple type, which cannot be encoded again
            if let Ok(bytes) = encode(&value, &ty, &Rules::exact()) {
                answer["reencoded"] = json!(hex(&bytes));
            }
            answer
        }
        Err(fault) => error(&fault),
    }
}

fn error(fault: &hclx_diag::Fault) -> Json {
    let step = |step: &Step| match step {
        Step::Attr(name) => json!({"attr": &**name}),
        Step::Index(index) => json!({"index": index.to_string()}),
        Step::Key(key) => json!({"key": &**key}),
        other => json!({"other": other.to_string()}),
    };
    json!({"error": {"path": fault.path().0.iter().map(step).collect::<Vec<_>>()}})
}

fn wanted(out: &Json) -> Json {
    let mut wanted = out.clone();
    for field in ["decoded", "result"] {
        if let Some(value) = out.get(field).filter(|value| value["value"].get("$hex").is_none()) {
            wanted[field] = canonical(value);
        }
    }
    if let Some(implied) = out.get("implied_type").and_then(Json::as_str) {
        wanted["implied_type"] = json!(type_text::read(implied).to_string());
    }
    if let Some(error) = out.get("error") {
        wanted["error"] = json!({"path": error["path"]});
    }
    wanted
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).expect("a digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[test]
fn hostile_bytes_are_errors() {
    let deep = [vec![0x91; 200_000], vec![0xc0]].concat();
    let ty = type_text::read("list(any)");
    assert!(decode(&deep, &ty).is_err());
    for bytes in
        [&[0xdd, 0xff, 0xff, 0xff, 0xff][..], &[0xdf, 0xff, 0xff, 0xff, 0xff], &[0xc9, 0xff], &[0xc1]]
    {
        for ty in ["list(string)", "map(string)", "any", "string", "tuple([string])", "object({a=string})"] {
            assert!(decode(bytes, &type_text::read(ty)).is_err(), "{bytes:x?} as {ty}");
        }
    }
    let refused = implied_type(&deep).expect_err("deeper than the limit");
    assert_eq!(refused.message(), "this needs more than the limit of 10000 levels of nested values");
}
