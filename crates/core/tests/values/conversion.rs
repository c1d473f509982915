//! Conversion of values, with defaults: `convert_value`.

use hclx_core::{Rules, Value, convert, to_typed_json};
use hclx_diag::{Fault, Step};
use serde_json::{Value as Json, json};

use crate::support::type_text;
use crate::support::vectors::{Tally, lines, text};
use crate::type_defaults;
use crate::value_json::{self, canonical, write};

#[test]
fn convert_value_vectors() {
    let rules = Rules::exact();
    let lines = lines("cty/convert_value.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let value = value_json::read(&line["in"]);
        let to = text(line, "to");
        let got = if line["defaults"] == true {
            let (ty, defaults) = type_defaults::read(to, &rules);
            let applied = defaults.apply(&value, &rules);
            let mut got = answer(convert(&applied, &ty, &rules));
            if !defaults.is_empty() {
                got["applied"] = write(&applied);
            }
            got
        } else {
            answer(convert(&value, &type_text::read(to), &rules))
        };
        let wanted: Vec<Json> = match line.get("any_of") {
            Some(several) => several.as_array().expect("answers").iter().map(wanted).collect(),
            None => vec![wanted(&line["out"])],
        };
        let kind = if got.get("error").is_some() { "error" } else { "result" };
        if wanted.contains(&got) {
            tally.count(kind)
        } else {
            tally.wrong(format!("{got}, not {}\n  {line}", wanted[0]))
        }
    }
    tally.finish("cty/convert_value", lines.len());
}

fn answer(result: Result<Value, Fault>) -> Json {
    match result {
        Ok(value) => json!({"result": write(&value)}),
        Err(fault) => json!({"error": {"path": path(&fault)}}),
    }
}

fn path(fault: &Fault) -> Json {
    let step = |step: &Step| match step {
        Step::Attr(name) => json!({"attr": &**name}),
        Step::Index(index) => json!({"index": index.to_string()}),
        Step::Key(key) => json!({"key": &**key}),
        other => json!({"other": other.to_string()}),
    };
    fault.path().0.iter().map(step).collect()
}

fn wanted(out: &Json) -> Json {
    let mut wanted = json!({});
    for field in ["result", "applied"] {
        if let Some(value) = out.get(field) {
            wanted[field] = canonical(value);
        }
    }
    if let Some(error) = out.get("error") {
        wanted["error"] = json!({"path": error["path"]});
    }
    wanted
}

#[test]
fn json_of_results() {
    let mut tally = Tally::default();
    let mut texts = 0;
    for file in ["cty/convert_value.jsonl", "cty/ops.jsonl", "cty/refine.jsonl", "cty/msgpack.jsonl"] {
        for line in &lines(file) {
            let recorded = [&line["out"]["result"], &line["out"]["decoded"], &line["in"], &line["value"]];
            for wanted in recorded.into_iter().filter(|value| value.get("json").is_some()) {
                texts += 1;
                if wanted["value"].get("$hex").is_some() {
                    tally.count("no UTF-8");
                    continue;
                }
                let value = value_json::read(wanted);
                let json = text(wanted, "json");
                let got = to_typed_json(&value, value.ty()).expect("a wholly known value");
                if got == json { tally.count("same") } else { tally.wrong(format!("{got}, not {json}")) }
            }
        }
    }
    tally.finish("JSON texts", texts);
}
