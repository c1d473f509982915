//! The recorded cases of Mull: reading finds exactly the MU1xxx and MU9001 that they expect, where they do.
//!
//! Deliberately absent: types and values, which are tested where they are made.

use std::sync::Arc;

use hclx_diag::{ColumnUnit, LineIndex, Severity, SourceId};
use hclx_mull::syntax::{Form, read};
use hclx_testkit::{Tally, workspace_root};
use serde_json::Value;

/// What reading says.
fn is_ours(code: &str) -> bool {
    code.starts_with("MU1") || code == "MU9001"
}

fn found(case: &Value) -> Vec<(String, [u32; 4])> {
    let source: Arc<[u8]> = case["source"].as_str().expect("a source").as_bytes().into();
    let form = if case["format"] == "json" { Form::Json } else { Form::Yaml };
    let (_, diagnostics) = read(SourceId(0), source.clone(), form);
    let lines = LineIndex::new(&source);
    let place = |offset| {
        let position = lines.position(&source, offset, ColumnUnit::CodePoints);
        [position.line, position.column]
    };
    diagnostics
        .iter()
        .filter(|diagnostic| is_ours(&diagnostic.code.to_string()))
        .map(|diagnostic| {
            let range = diagnostic.span.expect("every finding has a place").range;
            let ([line, column], [end_line, end_column]) = (place(range.start), place(range.end));
            assert_eq!(diagnostic.severity == Severity::Warning, diagnostic.code.to_string() == "MU9001");
            (diagnostic.code.to_string(), [line, column, end_line, end_column])
        })
        .collect()
}

fn expected(case: &Value) -> Vec<(String, [Option<u64>; 4])> {
    let list = |key: &str| case["expect"][key].as_array().cloned().unwrap_or_default();
    let mut all = [list("errors"), list("warnings")].concat();
    all.retain(|error| is_ours(error["code"].as_str().expect("a code")));
    let places = ["line", "column", "end_line", "end_column"];
    all.iter()
        .map(|error| {
            (error["code"].as_str().expect("a code").to_owned(), places.map(|key| error[key].as_u64()))
        })
        .collect()
}

fn compare(case: &Value) -> Result<(), String> {
    let (found, expected) = (found(case), expected(case));
    let same = found.len() == expected.len()
        && found.iter().zip(&expected).all(|(found, expected)| {
            let places = found.1.iter().zip(&expected.1);
            found.0 == expected.0
                && places
                    .into_iter()
                    .all(|(found, expected)| expected.is_none_or(|at| at == u64::from(*found)))
        });
    if same { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}\n{}", case["source"])) }
}

#[test]
fn recorded_cases_are_read_as_recorded() {
    let mut tally = Tally::new("Mull: what reading says");
    let folder = workspace_root().join("tests/vectors/mull");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("there are vectors").flatten().collect();
    files.sort_by_key(|file| file.file_name());
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).expect("vectors are text");
        let cases: Vec<Value> = serde_json::from_str(&text).expect("an array of cases");
        for case in &cases {
            tally.count(&name, case["id"].as_str().expect("an id"), compare(case));
        }
    }
    tally.finish();
}
