//! Seeded mistakes: each is found exactly once, on its line.

use hclx_analysis::{Settings, ask};
use hclx_diag::{Severity, Source, Sources};
use hclx_eval::{Budget, dialect};
use hclx_syntax::ast::Language;
use serde_json::Value;

use crate::{APPLICATIONS, Found, judged, root};

#[derive(Default)]
struct Score {
    all: u32,
    found: u32,
    placed: u32,
    single: u32,
    wrong: Vec<String>,
}

#[test]
fn mistakes_are_found_at_their_lines_and_once() {
    let text = std::fs::read_to_string(root("tests/vectors/applications/mistakes.jsonl")).expect("recorded");
    let mut failed = String::new();
    for application in APPLICATIONS {
        let mut score = Score::default();
        for line in text.lines() {
            let mistake: Value = serde_json::from_str(line).expect("recorded as JSON");
            if mistake["application"] == *application {
                one(&mistake, &mut score);
            }
        }
        let percent = |part: u32| f64::from(part) * 100.0 / f64::from(score.all.max(1));
        println!(
            "{application}: {} mistakes, {:.1} % found, {:.1} % at the line, {:.1} % once",
            score.all,
            percent(score.found),
            percent(score.placed),
            percent(score.single)
        );
        score.wrong.iter().for_each(|line| println!("  {line}"));
        if percent(score.found) < 97.0 || percent(score.placed) < 93.0 || percent(score.single) < 97.0 {
            failed.push_str(application);
        }
    }
    assert!(failed.is_empty(), "below the figures: {failed}");
}

fn one(mistake: &Value, score: &mut Score) {
    let texts = mistake["files"].as_object().expect("files");
    let values: Vec<&str> =
        mistake["var_files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let file = |name: &str| {
        (name.to_owned(), mistake["files"][name].as_str().expect("a string").as_bytes().to_vec())
    };
    let names = texts.keys().filter(|name| !values.contains(&name.as_str()));
    let files: Vec<(String, Vec<u8>)> = names.map(|name| file(name)).collect();
    let given: Vec<(String, Vec<u8>)> = values.iter().map(|name| file(name)).collect();
    let found = judged(&files, &given, settings(&values, mistake));
    let expected = mistake["diagnostics"].as_array().expect("diagnostics");
    let must_fail = expected.iter().any(|one| one["severity"] == "error");
    let counts: Vec<&Found> =
        found.iter().filter(|one| one.severity == Severity::Error || !must_fail).collect();
    let also = mistake["also"].as_array().cloned().unwrap_or_default();
    let is_at = |one: &Found, place: &Value| {
        let line = place["start"]["line"].as_u64().or_else(|| place["line"].as_u64());
        place["file"] == one.file.as_str() && line == Some(u64::from(one.line))
    };
    score.all += 1;
    score.found += u32::from(!counts.is_empty());
    let placed = counts.iter().any(|one| expected.iter().chain(&also).any(|place| is_at(one, place)));
    score.placed += u32::from(placed);
    score.single += u32::from(counts.len() <= 1);
    if !placed || counts.len() != 1 {
        let shown: Vec<String> =
            found.iter().map(|one| format!("{}:{} {}", one.file, one.line, one.text)).collect();
        score.wrong.push(format!("{}: {}", mistake["id"], shown.join(" | ")));
    }
}

/// The settings from `--var-file`.
fn settings(values: &[&str], mistake: &Value) -> Settings {
    let mut settings = Settings::default();
    let mut sources = Sources::new();
    for name in values {
        let text = mistake["files"][name].as_str().expect("a string");
        let id = sources.add(Source::new(*name, text.as_bytes()));
        let bytes = sources.get(id).bytes().clone();
        let dialect = Some(&dialect::HCL);
        let given = ask::given_values(
            id,
            bytes,
            Language::Native,
            &Settings { dialect, ..Settings::default() },
            &Budget::default(),
        );
        for assignment in given.unwrap_or_default() {
            settings.assign(assignment);
        }
    }
    settings
}
