//! The recorded cases that are evaluated or checked: output, and the exact set of findings.

use std::path::Path;
use std::sync::Arc;

use hclx_diag::Diagnostic;
use hclx_eval::mull::run::Given;
use hclx_eval::mull::value::Val;
use hclx_syntax::mull::{Form, read};
use serde_json::Value as Json;

use super::pipeline::{Question, Reply, answer, place};

/// Cases that are known to deviate, each with its reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

fn val(json: &Json) -> Val {
    match json {
        Json::Null => Val::Null,
        Json::Bool(truth) => Val::Bool(*truth),
        Json::Number(number) => {
            let (document, _) =
                read(hclx_diag::SourceId(9), number.to_string().as_bytes().into(), Form::Json);
            Val::from_document(&document).expect("a number")
        }
        Json::String(text) => Val::string(text.as_str()),
        Json::Array(elements) => Val::array(elements.iter().map(val).collect()),
        Json::Object(fields) => Val::object(entries(fields)),
    }
}

fn entries(fields: &serde_json::Map<String, Json>) -> Vec<(Arc<str>, Val)> {
    fields.iter().map(|(name, value)| (Arc::from(name.as_str()), val(value))).collect()
}

fn ask(case: &Json) -> Reply {
    let form = if case["format"] == "json" { Form::Json } else { Form::Yaml };
    let inputs = &case["inputs"];
    let properties = inputs["properties"].as_object().map(entries).unwrap_or_default();
    let given = if case["command"] == "eval" { Given::Known(properties) } else { Given::Unknown(properties) };
    let files = inputs["files"].as_object().map(|files| {
        let file =
            |(name, text): (&String, &Json)| (name.clone(), text.as_str().unwrap_or_default().to_owned());
        files.iter().map(file).collect()
    });
    answer(Question {
        file: case["file"].as_str().unwrap_or(if form == Form::Json { "Mu.json" } else { "Mu.yaml" }),
        source: case["source"].as_str().expect("a source"),
        form,
        files: files.unwrap_or_default(),
        given,
        ctx: inputs.get("ctx").map(val),
    })
}

/// Findings as lines; the end only where the case fixes it.
fn wanted(case: &Json, kind: &str) -> Vec<(String, Vec<u64>)> {
    let findings = case["expect"][kind].as_array().cloned().unwrap_or_default();
    let number = |finding: &Json, key: &str| finding[key].as_u64();
    let mut lines: Vec<_> = findings
        .iter()
        .map(|finding| {
            let keys = ["line", "column", "end_line", "end_column"];
            let place = keys.iter().map_while(|key| number(finding, key)).collect();
            (finding["code"].as_str().expect("a code").to_owned(), place)
        })
        .collect();
    lines.sort();
    lines
}

fn found(source: &str, findings: &[Diagnostic], errors: bool) -> Vec<(String, Vec<u64>)> {
    let of_kind = findings.iter().filter(|finding| finding.is_error() == errors);
    let mut lines: Vec<_> = of_kind
        .map(|finding| {
            let range = finding.span.map_or([0; 4], |span| place(source, span.range));
            (finding.code.id().to_owned(), range.iter().map(|at| *at as u64).collect::<Vec<_>>())
        })
        .collect();
    lines.sort();
    lines
}

fn agrees(wanted: &[(String, Vec<u64>)], found: &[(String, Vec<u64>)]) -> bool {
    wanted.len() == found.len()
        && wanted
            .iter()
            .zip(found)
            .all(|((wanted, place), (code, found))| wanted == code && found.starts_with(place))
}

/// What deviates, in words.
fn deviation(case: &Json) -> Option<String> {
    let source = case["source"].as_str().expect("a source");
    let reply = ask(case);
    let mut wrong = Vec::new();
    for (kind, errors) in [("errors", true), ("warnings", false)] {
        let (wanted, found) = (wanted(case, kind), found(source, &reply.findings, errors));
        if !agrees(&wanted, &found) {
            wrong.push(format!("{kind}: expected {wanted:?}, found {found:?}"));
        }
    }
    if let Some(output) = case["expect"].get("output") {
        let same = reply.value.as_ref().map(|value| value.same(&val(output)));
        if same != Some(hclx_core::value::Tri::Yes) {
            wrong.push(format!(
                "output: expected {output}, found {:?}",
                reply.value.map(|value| value.show())
            ));
        }
    }
    let messages: Vec<_> = reply.findings.iter().map(|finding| &finding.message).collect();
    (!wrong.is_empty()).then(|| format!("{}\n{source}\n{messages:?}", wrong.join("\n")))
}

#[test]
fn recorded_cases_come_out_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/mull");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the vectors").flatten().map(|file| file.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let (mut held, mut excepted, mut failures) = (0, 0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of vectors");
        let cases: Json = serde_json::from_str(&text).expect("JSON");
        for case in cases.as_array().expect("a list") {
            let id = case["id"].as_str().expect("an id");
            let exception = EXCEPTIONS.iter().find(|(known, _)| *known == id);
            match (deviation(case), exception) {
                (None, None) => held += 1,
                (Some(_), Some(_)) => excepted += 1,
                (None, Some(_)) => failures.push(format!("{id} holds: take it off the list")),
                (Some(what), None) => failures.push(format!("{id}: {what}")),
            }
        }
    }
    println!("{held} cases hold, {excepted} excepted, {} fail", failures.len());
    assert!(
        failures.is_empty(),
        "{} of {}:\n\n{}",
        failures.len(),
        held + excepted + failures.len(),
        failures.join("\n\n")
    );
    assert!(held > 300, "all cases are there");
}
