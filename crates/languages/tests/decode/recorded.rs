//! The recorded runs of the reference command: exit code and result of each, and the places of its
//! errors.
//!
//! Places are compared as sets: if the reference reports one place twice, it is one finding here.
//! Deliberate improvements are in the lists of exceptions, each with its reason.

use std::collections::BTreeSet;

use base64::Engine;
use hclx_languages::hcldec::{Answer, Reply, Request, diagnostics_json, run};
use hclx_testkit::{Tally, Vector, vectors};
use rayon::prelude::*;
use serde_json::Value;

/// The output of a run.
#[derive(Default)]
struct Ran {
    exit: u64,
    stdout: String,
    /// The findings as JSON.
    stderr: String,
    /// Set if a source could not be read.
    unreadable: bool,
}

fn texts(vector: &Vector, key: &str) -> Vec<String> {
    let list = vector[key].as_array().into_iter().flatten();
    list.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

/// The contents of a file in a vector.
fn file(vector: &Vector, name: &str) -> Result<Vec<u8>, String> {
    let decoded = |text: &str| base64::engine::general_purpose::STANDARD.decode(text).expect("base64");
    if name == "spec.hcldec" {
        return Ok(match vector["spec"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => decoded(vector["spec_b64"].as_str().unwrap_or_default()),
        });
    }
    for key in ["files", "vars_files"] {
        if let Some(text) = vector[key][name].as_str() {
            return Ok(text.as_bytes().to_vec());
        }
    }
    vector["files_b64"][name].as_str().map(decoded).ok_or_else(|| "no such file".to_owned())
}

fn ran(vector: &Vector) -> Ran {
    let flags = texts(vector, "flags");
    let has = |flag: &str| flags.iter().any(|given| given == flag);
    let (vars, files) = (texts(vector, "vars"), texts(vector, "args"));
    let request = Request {
        spec: "spec.hcldec",
        vars: &vars,
        files: &files,
        with_type: has("--with-type"),
        keep_nulls: has("--keep-nulls"),
        var_refs: has("--var-refs"),
    };
    let Answer { sources, reply } = run(
        &request,
        &mut |name| match name {
            Some(name) => file(vector, name),
            None => Ok(vector["stdin"].as_str().unwrap_or_default().as_bytes().to_vec()),
        },
        &hclx_eval::Budget::default(),
    );
    match reply {
        Reply::Text(text) => Ran { exit: 0, stdout: text + "\n", ..Ran::default() },
        Reply::Failed(_) => Ran { exit: 1, ..Ran::default() },
        Reply::Refused(findings) => Ran {
            exit: 2,
            unreadable: findings.iter().any(|finding| finding.diagnostic.code.id().starts_with("HX1")),
            stderr: diagnostics_json(&findings, &sources),
            ..Ran::default()
        },
    }
}

/// Compares exit code and result with one of the recorded variants.
fn answers(ran: &Ran, recorded: &Value) -> Result<(), String> {
    if recorded["crash"] == true {
        return Ok(());
    }
    if recorded["exit"] != ran.exit {
        return Err(format!(
            "exits with {}, recorded {}: {}{}",
            ran.exit, recorded["exit"], ran.stdout, ran.stderr
        ));
    }
    if ran.exit != 0 {
        return Ok(());
    }
    match recorded["stdout"].as_str() {
        Some(stdout) if stdout == ran.stdout => Ok(()),
        Some(stdout) => Err(format!("prints {:?}, recorded {stdout:?}", ran.stdout)),
        None => {
            let found: Value = serde_json::from_str(&ran.stdout).map_err(|error| error.to_string())?;
            let set = |list: &Value| {
                list.as_array().cloned().unwrap_or_default().iter().map(Value::to_string).collect()
            };
            let (found, wanted): (BTreeSet<_>, BTreeSet<_>) = (set(&found), set(&recorded["out"]));
            if found == wanted { Ok(()) } else { Err(format!("prints {found:#?}, recorded {wanted:#?}")) }
        }
    }
}

/// The places of findings, without duplicates.
fn places(list: &Value) -> BTreeSet<String> {
    let place = |finding: &Value| {
        format!("{} {}", finding["severity"].as_str().unwrap_or_default(), shown(&finding["subject"]))
    };
    list.as_array().into_iter().flatten().map(place).collect()
}

fn shown(subject: &Value) -> String {
    if subject.is_null() {
        return "nowhere".to_owned();
    }
    let at =
        |end: &str| format!("{}:{}({})", subject[end]["line"], subject[end]["column"], subject[end]["byte"]);
    format!("{} {}-{}", subject["filename"].as_str().unwrap_or_default(), at("start"), at("end"))
}

fn subjects(ran: &Ran, recorded: &Value) -> Result<(), String> {
    let found: Value = serde_json::from_str(&ran.stderr).map_err(|error| error.to_string())?;
    let (found, mut wanted) = (places(&found["diagnostics"]), places(&recorded["diagnostics"]));
    // for a source with syntax errors, the reference also reports follow-up errors: only its first
    // error counts
    if ran.unreadable {
        let first = |list: &Value| shown(&list["diagnostics"][0]["subject"]);
        let (found, wanted) = (first(&serde_json::from_str(&ran.stderr).expect("JSON")), first(recorded));
        return if found == wanted { Ok(()) } else { Err(format!("found {found}, recorded {wanted}")) };
    }
    // for a wrong type, the reference has a second finding without a place
    if recorded["spec_error"] == true && wanted.len() > 1 {
        wanted.remove("error nowhere");
    }
    if found == wanted { Ok(()) } else { Err(format!("found {found:?}, recorded {wanted:?}")) }
}

fn any(ways: &[&Value], test: impl Fn(&Value) -> Result<(), String>) -> Result<(), String> {
    let mut result = Err("no way is recorded".to_owned());
    for way in ways {
        result = test(way);
        if result.is_ok() {
            break;
        }
    }
    result
}

#[test]
fn runs_are_as_recorded() {
    let vectors = vectors("decode/decode.jsonl");
    let results: Vec<_> = vectors
        .par_iter()
        .map(|vector| {
            let ran = ran(vector);
            let own = [&vector.value];
            let alternatives: Vec<&Value> = vector["alternatives"].as_array().into_iter().flatten().collect();
            let ways = if alternatives.is_empty() { &own[..] } else { &alternatives };
            let answer = any(ways, |way| answers(&ran, way));
            let compared = ran.exit == 2 && ways.iter().all(|way| way["exit"] == 2 && way["crash"] != true);
            (answer, compared.then(|| any(ways, |way| subjects(&ran, way))))
        })
        .collect();
    let mut answers = Tally::new("exit code and result").except_lines(include_str!("exceptions_answers.txt"));
    let mut subjects = Tally::new("places of findings").except_lines(include_str!("exceptions_places.txt"));
    for (vector, (answer, places)) in vectors.iter().zip(results) {
        answers.count(vector["cat"].as_str().unwrap_or(vector.file()), &vector.id(), answer);
        if let Some(places) = places {
            subjects.count(vector.file(), &vector.id(), places);
        }
    }
    answers.finish();
    subjects.finish();
}

/// The first syntax error of a source has the same start and end as in the reference.
#[test]
fn broken_texts_are_placed_as_recorded() {
    let mut tally = Tally::new("first error of a text").except_lines(include_str!("exceptions_broken.txt"));
    for vector in vectors("syntax/snippets.jsonl") {
        if vector["accept"] == true {
            continue;
        }
        let bytes = match vector["source"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => {
                base64::engine::general_purpose::STANDARD.decode(vector.str("source_b64")).expect("base64")
            }
        };
        tally.run(&vector, || first_place("in.hcl", bytes, &vector["errors"][0]));
    }
    for vector in vectors("decode/json.jsonl") {
        let recorded = &vector["parse_diagnostics"];
        if vector["mode"] == "broken" && !recorded[0].is_null() {
            let bytes = vector.str("src").as_bytes().to_vec();
            tally.run(&vector, || first_place("in.hcl.json", bytes, &recorded[0]["subject"]));
        }
    }
    tally.finish();
}

fn first_place(name: &str, bytes: Vec<u8>, wanted: &Value) -> Result<(), String> {
    let files = [name.to_owned()];
    let request = Request {
        spec: "s.hcldec",
        vars: &[],
        files: &files,
        with_type: false,
        keep_nulls: false,
        var_refs: false,
    };
    let read = &mut |name: Option<&str>| match name {
        Some("s.hcldec") => Ok(b"literal {\n  value = null\n}\n".to_vec()),
        _ => Ok(bytes.clone()),
    };
    let Answer { sources, reply } = run(&request, read, &hclx_eval::Budget::default());
    let Reply::Refused(findings) = reply else { return Err("is read".to_owned()) };
    let found: Value = serde_json::from_str(&diagnostics_json(&findings, &sources)).expect("JSON");
    let subject = &found["diagnostics"][0]["subject"];
    match subject["start"] == wanted["start"] && subject["end"] == wanted["end"] {
        true => Ok(()),
        false => Err(format!("found {subject}, recorded {wanted}")),
    }
}
