//! Terraform modules, compared with `terraform validate`.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings, Snapshot, row_of};
use hclx_diag::{Certainty, ColumnUnit, Diagnostic, Span};
use hclx_eval::Budget;
use hclx_testkit::{Vector, vectors};

/// The files and findings of a vector's module.
fn judged(vector: &Vector) -> (Snapshot, Vec<Diagnostic>) {
    let mut memory = Memory::default();
    let files = vector["files"].as_object().expect("files");
    for (name, text) in files {
        memory.insert(name, text.as_str().expect("a string").as_bytes());
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
    let known = |name: &&String| row_of(hclx_languages::ALL.iter().copied(), name).is_some();
    for name in files.keys().filter(known) {
        session.add(name);
    }
    let snapshot = session.snapshot();
    let mut findings = Vec::new();
    for unit in snapshot.units() {
        findings.extend(snapshot.answer(unit, &Question::Check, &Budget::default()).findings);
    }
    hclx_analysis::sort(&mut findings);
    (snapshot, findings)
}

fn line(snapshot: &Snapshot, span: Span) -> (String, u64) {
    let sources = snapshot.sources(|file| file == span.source);
    let position = sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes);
    (snapshot.path(span.source).to_string(), u64::from(position.line))
}

/// Files and lines of the places of findings, including their labels.
fn places(snapshot: &Snapshot, findings: &[Diagnostic], errors: bool) -> BTreeSet<(String, u64)> {
    let wanted = findings.iter().filter(|one| !errors || one.is_error());
    let spans = wanted.flat_map(|one| one.span.into_iter().chain(one.labels.iter().map(|label| label.span)));
    spans.map(|span| line(snapshot, span)).collect()
}

fn expected(vector: &Vector) -> BTreeSet<(String, u64)> {
    let list = vector["diagnostics"].as_array().expect("diagnostics");
    let errors = list.iter().filter(|one| one["severity"] == "error");
    errors
        .filter_map(|one| Some((one["file"].as_str()?.to_owned(), one["start"]["line"].as_u64()?)))
        .collect()
}

fn told(snapshot: &Snapshot, findings: &[Diagnostic]) -> String {
    let one = |finding: &Diagnostic| {
        let (file, line) = finding.span.map(|span| line(snapshot, span)).unwrap_or_default();
        let sure = if finding.certainty == Certainty::May { " may" } else { "" };
        format!("{file}:{line} {}{sure} {} {}", finding.severity.name(), finding.code, finding.message)
    };
    findings.iter().map(one).collect::<Vec<_>>().join("\n      ")
}

/// The score for a file of modules; prints the failures.
fn score(file: &str, exceptions: &str) -> (usize, usize, usize, usize) {
    let (mut total, mut right, mut placed, mut wanted) = (0, 0, 0, 0);
    for vector in vectors(file) {
        let skipped = ["env_dependent", "unstable"].iter().any(|key| vector[*key] == true);
        if skipped || vector["phase"] != "full" || hclx_testkit::excepted(exceptions, &vector.id()).is_some()
        {
            continue;
        }
        total += 1;
        let (snapshot, findings) = judged(&vector);
        // errors that only `plan` reports, or nobody, may be errors here
        let open = vector["valid"] == true && vector["author_expect"] == "invalid";
        let valid = !findings.iter().any(Diagnostic::is_error);
        let theirs = vector["valid"] == true;
        if valid == theirs || open {
            right += 1;
        } else {
            let verdict = if theirs { "ALARM" } else { "SILENT" };
            println!(
                "{verdict} {} {:?}\n      {}",
                vector.id(),
                expected(&vector),
                told(&snapshot, &findings)
            );
        }
        if !theirs && !expected(&vector).is_empty() {
            wanted += 1;
            if places(&snapshot, &findings, true).intersection(&expected(&vector)).next().is_some() {
                placed += 1;
            } else if !valid {
                println!(
                    "PLACE {} {:?}\n      {}",
                    vector.id(),
                    expected(&vector),
                    told(&snapshot, &findings)
                );
            }
        }
    }
    println!("{file}: {right} of {total} verdicts, {placed} of {wanted} places");
    (total, right, wanted, placed)
}

/// Cases in which the newest language differs from the version that was recorded, and deliberate differences.
const DIFFERENT: &str = include_str!("exceptions_modules.txt");

#[test]
fn modules() {
    for file in ["terraform/modules.jsonl", "terraform/modules2.jsonl"] {
        let (total, right, wanted, placed) = score(file, DIFFERENT);
        assert!(right * 100 >= total * 99, "{right} of {total} verdicts");
        assert!(placed * 100 >= wanted * 97, "{placed} of {wanted} places");
    }
}

#[test]
fn late() {
    let modules = vectors("terraform/modules.jsonl");
    let (mut found, mut total) = (0, 0);
    for vector in vectors("terraform/late.jsonl") {
        let Some(module) = modules.iter().find(|module| module.id() == vector.id()) else { continue };
        total += 1;
        let (snapshot, findings) = judged(module);
        let place = vector["start"]["line"].as_u64().map(|line| (vector.str("file").to_owned(), line));
        let places = places(&snapshot, &findings, false);
        if place.as_ref().is_none_or(|place| places.contains(place)) && !findings.is_empty() {
            found += 1;
        } else {
            println!("LATE {} {place:?}\n      {}", vector.id(), told(&snapshot, &findings));
        }
    }
    println!("terraform/late.jsonl: {found} of {total}");
    assert!(found * 100 >= total * 90, "{found} of {total}");
}

#[test]
fn values_files() {
    let (mut total, mut right, mut wanted, mut placed, mut values, mut equal) = (0, 0, 0, 0, 0, 0);
    for vector in vectors("terraform/tfvars.jsonl") {
        let names: Vec<&str> =
            vector["var_file"].as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        total += 1;
        let (snapshot, findings, rows) = with_values(&vector, &names);
        let accepted = !findings.iter().any(Diagnostic::is_error);
        let theirs = vector["accepted"] == true;
        if accepted == theirs {
            right += 1;
        } else {
            println!("VERDICT {} {theirs}\n      {}", vector.id(), told(&snapshot, &findings));
        }
        if !theirs && !expected(&vector).is_empty() {
            wanted += 1;
            if places(&snapshot, &findings, true).intersection(&expected(&vector)).next().is_some() {
                placed += 1;
            } else {
                println!(
                    "PLACE {} {:?}\n      {}",
                    vector.id(),
                    expected(&vector),
                    told(&snapshot, &findings)
                );
            }
        }
        for (name, expected) in vector["values"].as_object().into_iter().flatten().filter(|_| theirs) {
            values += 1;
            let path = format!("variable.{name}");
            let found = rows.iter().find(|row| row.path == path).expect("a row");
            let (value, _) = found.value.clone().unmark_deep();
            let text = hclx_core::to_json(&value);
            let text = text.unwrap_or_else(|_| "unknown".to_owned());
            let json: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            if json.as_ref() == Some(&expected["value"]) {
                equal += 1;
            } else {
                println!("VALUE {} {name}: {} found {text}", vector.id(), expected["value"]);
            }
        }
    }
    println!("tfvars: {right} of {total} verdicts, {placed} of {wanted} places, {equal} of {values} values");
    assert!(right * 100 >= total * 97 && placed * 100 >= wanted * 97 && equal * 100 >= values * 97);
}

/// A module with values files as given on the command line.
fn with_values(vector: &Vector, names: &[&str]) -> (Snapshot, Vec<Diagnostic>, Vec<hclx_analysis::TypeRow>) {
    let mut memory = Memory::default();
    let files = vector["files"].as_object().expect("files");
    let values_files = (0..names.len()).map(|index| hclx_diag::SourceId(index as u32)).collect();
    let settings = Settings { values_files, ..Settings::default() };
    for (name, text) in files {
        memory.insert(name, text.as_str().expect("a string").as_bytes());
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
    for name in names {
        session.text(name, files[*name].as_str().expect("a string").as_bytes());
    }
    for name in files.keys().filter(|name| !names.contains(&name.as_str())) {
        session.add(name);
    }
    let snapshot = session.snapshot();
    let (mut findings, mut rows) = (Vec::new(), Vec::new());
    for unit in snapshot.units() {
        let answer = snapshot.answer(unit, &Question::Infer, &Budget::default());
        findings.extend(answer.findings);
        rows.extend(answer.rows);
    }
    (snapshot, findings, rows)
}
