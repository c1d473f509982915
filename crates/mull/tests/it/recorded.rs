//! The recorded cases and those of our own (`cases`, in the same form): plain data, the exact set of
//! findings with their places, types.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use hclx_core::Number;
use hclx_diag::{ColumnUnit, Diagnostic, Severity, Source, SourceId, Sources};
use hclx_mull::answers::{Answer, Given, Question, Text, answer, data};
use hclx_mull::declare::Imports;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;
use serde_json::Value as Json;

/// Cases that answer otherwise, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// A case, and the texts it is made of.
struct Case<'a> {
    case: &'a Json,
    sources: Sources,
}

/// Files in memory: those of the case.
struct Files<'a> {
    files: &'a Json,
    sources: &'a mut Sources,
}

impl Imports for Files<'_> {
    fn load(&mut self, from: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or("it lies outside of the root")?;
                }
                part => parts.push(part),
            }
        }
        let name = parts.join("/");
        let text = self.files[&name].as_str().ok_or_else(|| format!("there is no file `{name}`"))?;
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let source = self.sources.add(Source::new(name.clone(), text.as_bytes()));
        let form = if name.ends_with(".json") { Form::Json } else { Form::Yaml };
        Ok((name.into(), source, bytes, form))
    }
}

fn input(value: &Json) -> Val {
    let text = value.to_string();
    data(SourceId(0), text.as_bytes().into(), Form::Json).expect("inputs are JSON")
}

impl Case<'_> {
    fn run(&mut self) -> (Answer, SourceId) {
        let case = self.case;
        let form = if case["format"] == "json" { Form::Json } else { Form::Yaml };
        let name = case["file"].as_str().unwrap_or(if form == Form::Json { "Mu.json" } else { "Mu.yaml" });
        let bytes: Arc<[u8]> = case["source"].as_str().expect("a source").as_bytes().into();
        let source = self.sources.add(Source::new(name, &*bytes));
        let question = match case["command"].as_str() {
            Some("eval") => Question::Eval,
            Some("infer") => Question::Infer,
            _ => Question::Check,
        };
        let mut given = Given::default();
        if let Some(properties) = case["inputs"]["properties"].as_object() {
            for (name, value) in properties {
                given.properties.insert(name.as_str().into(), input(value));
            }
        }
        given.options = case["inputs"].get("ctx").map(input);
        let text = Text { source, path: name.into(), bytes, form, schema: None };
        let mut files = Files { files: &case["inputs"]["files"], sources: &mut self.sources };
        (answer(question, text, &given, &mut files), source)
    }

    /// Code and place, ends only where the case has them.
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
            let found = answer.body.as_ref().map(|body| body.mull.as_str());
            if found != Some(expected) {
                wrong.push(format!("body: expected {expected}, found {found:?}"));
            }
        }
        let lets: BTreeMap<&str, &str> =
            answer.lets.iter().map(|(_, name, ty)| (&**name, ty.mull.as_str())).collect();
        let properties: BTreeMap<&str, &str> =
            answer.properties.iter().map(|(name, ty)| (&**name, ty.mull.as_str())).collect();
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

/// Numbers by value, objects without order.
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

#[test]
fn every_case_answers_as_recorded() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../../tests/vectors/mull", "tests/it/cases"].map(|folder| here.join(folder));
    let files = folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let (mut count, mut failures, mut excepted) = (0, Vec::new(), BTreeSet::new());
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let text = std::fs::read_to_string(file).expect("a file");
        let cases: Vec<Json> = serde_json::from_str(&text).expect("JSON");
        for case in &cases {
            count += 1;
            let id = case["id"].as_str().expect("an id");
            let mut wrong = Vec::new();
            let mut running = Case { case, sources: Sources::default() };
            let (answer, main) = running.run();
            running.check_findings(&answer, main, &mut wrong);
            running.check_types(&answer, &mut wrong);
            running.check_output(&answer, &mut wrong);
            if EXCEPTIONS.iter().any(|(excepted, _)| *excepted == id) {
                assert!(!wrong.is_empty(), "{id} answers as recorded: take it off the list");
                excepted.insert(id.to_owned());
            } else if !wrong.is_empty() {
                let source = case["source"].as_str().unwrap_or_default();
                failures.push(format!("{id}\n{source}\n  {}", wrong.join("\n  ")));
            }
        }
    }
    println!("{count} cases, {} excepted", excepted.len());
    assert!(count > 300, "only {count} cases");
    assert!(failures.is_empty(), "{} of {count} cases differ:\n{}", failures.len(), failures.join("\n\n"));
}
