//! The recorded vectors: plain data, the exact set of findings with their locations, types.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hclx_analysis::{Memory, Purpose, Session, Settings};
use hclx_core::Number;
use hclx_diag::{ColumnUnit, Diagnostic, Severity, SourceId, Sources};
use hclx_eval::Budget;
use hclx_mull::Mull;
use hclx_mull::answers::{Answer, DocumentQuestion, Inputs, answer, data};
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;
use hclx_testkit::{Tally, workspace_root};
use serde_json::Value as Json;

/// Cases with a different answer, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// A case with its sources.
struct Case<'a> {
    case: &'a Json,
    sources: Sources,
}

fn input(value: &Json) -> Val {
    let text = value.to_string();
    data(SourceId(0), text.as_bytes().into(), Form::Json).expect("inputs are JSON")
}

impl Case<'_> {
    fn run(&mut self) -> (Answer, SourceId) {
        let case = self.case;
        let json = case["format"] == "json";
        let name = case["file"].as_str().unwrap_or(if json { "Mu.json" } else { "Mu.yaml" });
        let purpose = match case["command"].as_str() {
            Some("eval") => Purpose::Eval,
            Some("infer") => Purpose::Infer,
            _ => Purpose::Check,
        };
        let mut inputs = Inputs { import_root: Some(".".to_owned()), ..Inputs::default() };
        for (name, value) in case["inputs"]["properties"].as_object().into_iter().flatten() {
            inputs.properties.insert(name.as_str().into(), input(value));
        }
        inputs.options = case["inputs"].get("ctx").map(input);
        let mut host = Memory::default();
        for (path, text) in case["inputs"]["files"].as_object().into_iter().flatten() {
            host.insert(path, text.as_str().expect("a text").as_bytes());
        }
        let mut session = Session::new(&[&Mull], Arc::new(host), Settings::default());
        let file = session.set(name, case["source"].as_str().expect("a source").as_bytes());
        let snapshot = session.snapshot();
        let asked = DocumentQuestion {
            snapshot: &snapshot,
            file,
            schema: None,
            inputs: &inputs,
            budget: &Budget::default(),
        };
        let answer = answer(purpose, &asked);
        self.sources = snapshot.sources(|_| true);
        (answer, file)
    }

    /// The code and location; ends only if the case has them.
    fn found(&self, finding: &Diagnostic, main: SourceId) -> (String, [u64; 4]) {
        let Some(span) = finding.span.filter(|span| span.source == main) else {
            return (finding.code.id().to_owned(), [0; 4]);
        };
        let (start, end) = self.sources.positions(span, ColumnUnit::CodePoints);
        let place = [start.line, start.column, end.line, end.column].map(u64::from);
        (finding.code.id().to_owned(), place)
    }

    fn check_findings(&self, answer: &Answer, main: SourceId, wrong: &mut Vec<String>) {
        for (key, severity) in [("errors", Severity::Error), ("warnings", Severity::Warning)] {
            let mut found: BTreeSet<(String, [u64; 4])> = answer
                .diagnostics
                .iter()
                .filter(|finding| finding.severity == severity)
                .map(|finding| self.found(finding, main))
                .collect();
            for expected in self.case["expect"][key].as_array().into_iter().flatten() {
                let number = |field: &str| expected[field].as_u64();
                let fits = |(code, place): &(String, [u64; 4])| {
                    let fields = ["line", "column", "end_line", "end_column"];
                    *code == expected["code"].as_str().unwrap_or_default()
                        && fields
                            .iter()
                            .zip(place)
                            .all(|(field, is)| number(field).is_none_or(|it| it == *is))
                };
                match found.iter().find(|found| fits(found)).cloned() {
                    Some(fitting) => {
                        found.remove(&fitting);
                    }
                    None => wrong.push(format!("{key}: expected {expected}")),
                }
            }
            for (code, place) in found {
                let messages = answer.diagnostics.iter().filter(|finding| finding.code.id() == code);
                let messages: Vec<&str> = messages.map(|finding| finding.message.as_str()).collect();
                wrong.push(format!("{key}: unexpected {code} at {place:?}: {messages:?}"));
            }
        }
    }

    fn check_types(&self, answer: &Answer, wrong: &mut Vec<String>) {
        let types = &self.case["expect"]["types"];
        if let Some(expected) = types["body"].as_str() {
            let found = answer.body.as_ref().map(|body| body.own.as_str());
            if found != Some(expected) {
                wrong.push(format!("body: expected {expected}, found {found:?}"));
            }
        }
        let lets: BTreeMap<&str, &str> =
            answer.lets.iter().map(|(_, name, ty)| (&**name, ty.own.as_str())).collect();
        let properties: BTreeMap<&str, &str> =
            answer.properties.iter().map(|(name, ty)| (&**name, ty.own.as_str())).collect();
        for (key, found) in [("lets", lets), ("properties", properties)] {
            for (name, expected) in types[key].as_object().into_iter().flatten() {
                if found.get(name.as_str()).copied() != expected.as_str() {
                    wrong.push(format!(
                        "{key} {name}: expected {expected}, found {:?}",
                        found.get(name.as_str())
                    ));
                }
            }
        }
    }

    fn check_output(&self, answer: &Answer, wrong: &mut Vec<String>) {
        let Some(expected) = self.case["expect"].get("output") else { return };
        let text = answer.value.as_ref().and_then(Val::to_json);
        let found: Option<Json> = text.as_deref().map(|text| serde_json::from_str(text).expect("JSON"));
        if !found.as_ref().is_some_and(|found| same(found, expected)) {
            wrong.push(format!("output: expected {expected}, found {text:?}"));
        }
    }
}

/// Compares numbers by value, and objects without order.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => {
            let number = |text: String| Number::parse_string(&text).expect("a number");
            number(a.to_string()).equals(&number(b.to_string()))
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// The recorded cases, by file.
pub(crate) fn recorded() -> Vec<(String, Vec<Json>)> {
    let folder = workspace_root().join("tests/vectors/mull");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("vectors").flatten().collect();
    files.sort_by_key(|file| file.file_name());
    let cases = |file: std::fs::DirEntry| {
        let text = std::fs::read_to_string(file.path()).expect("vectors are text");
        let cases = serde_json::from_str(&text).expect("an array of cases");
        (file.file_name().to_string_lossy().into_owned(), cases)
    };
    files.into_iter().map(cases).collect()
}

#[test]
fn every_vector_answers_as_recorded() {
    let mut tally = Tally::new("Mull").except(EXCEPTIONS);
    for (name, cases) in recorded() {
        for case in &cases {
            let mut wrong = Vec::new();
            let mut running = Case { case, sources: Sources::default() };
            let (answer, main) = running.run();
            running.check_findings(&answer, main, &mut wrong);
            running.check_types(&answer, &mut wrong);
            running.check_output(&answer, &mut wrong);
            let source = case["source"].as_str().unwrap_or_default();
            let result =
                if wrong.is_empty() { Ok(()) } else { Err(format!("{}\n{source}", wrong.join("\n  "))) };
            tally.count(&name, case["id"].as_str().expect("an id"), result);
        }
    }
    tally.finish();
}
