//! Modules with the schemas of their providers, compared with `terraform validate` and `terraform plan`.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings, Snapshot, row_of};
use hclx_diag::{ColumnUnit, Diagnostic, Span};
use hclx_eval::Budget;
use hclx_testkit::{Vector, vectors};
use serde_json::Value as Json;

fn judged(vector: &Vector) -> (Snapshot, Vec<Diagnostic>) {
    let mut memory = Memory::default();
    memory.insert("schemas/schema.json", super::recorded());
    let files = vector["files"].as_object().expect("files");
    for (name, text) in files {
        memory.insert(name, text.as_str().expect("a string").as_bytes());
    }
    let settings = Settings { provider_schemas: vec!["schemas/schema.json".into()], ..Settings::default() };
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
    let known = |name: &&String| row_of(hclx_languages::ALL.iter().copied(), name).is_some();
    for name in files.keys().filter(known) {
        session.add(name);
    }
    let snapshot = session.snapshot();
    let answers = snapshot.units().iter();
    let answers = answers.map(|unit| snapshot.answer(unit, &Question::Check, &Budget::default()));
    let mut findings: Vec<Diagnostic> = answers.flat_map(|answer| answer.findings).collect();
    hclx_analysis::sort(&mut findings);
    (snapshot, findings)
}

type Line = (String, u64);

fn line(snapshot: &Snapshot, span: Span) -> Line {
    let sources = snapshot.sources(|file| file == span.source);
    let position = sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes);
    (snapshot.path(span.source).to_string(), u64::from(position.line))
}

fn lines(snapshot: &Snapshot, findings: &[Diagnostic]) -> BTreeSet<Line> {
    let errors = findings.iter().filter(|one| one.is_error());
    errors.filter_map(|one| Some(line(snapshot, one.span?))).collect()
}

fn expected(list: &Json) -> BTreeSet<Line> {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    let place = |one: &Json| Some((one["file"].as_str()?.to_owned(), one["start"]["line"].as_u64()?));
    list.iter().filter(|one| one["severity"] == "error").filter_map(place).collect()
}

/// Modules that real providers reject, unlike the provider that answered when they were recorded, which knew only the
/// schema: a required argument is null.
const REJECTED_BY_PROVIDERS: &[&str] = &["sch-bad-required-null"];

#[test]
fn recorded_modules() {
    let mut wrong = Vec::new();
    for vector in vectors("provider-schema/modules.jsonl") {
        let (snapshot, findings) = judged(&vector);
        let found = lines(&snapshot, &findings);
        let mut wanted = expected(&vector["diagnostics"]);
        wanted.extend(expected(&vector["late"]));
        let is_rejected = REJECTED_BY_PROVIDERS.contains(&&*vector.id());
        if is_rejected && found.is_empty() || !is_rejected && found != wanted {
            let told = findings.iter().map(|one| format!("{} {}", one.code, one.message));
            let told = told.collect::<Vec<_>>().join("\n  ");
            wrong.push(format!("{}: expected {wanted:?}, found {found:?}\n  {told}", vector.id()));
        }
    }
    assert!(wrong.is_empty(), "{} modules:\n{}", wrong.len(), wrong.join("\n"));
}
