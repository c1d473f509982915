//! Verdicts as JSON: one object for each run.

use hclx_analysis::TestRun;
use hclx_diag::{Sources, Span};
use serde_json::{Value, json};

use super::Tests;
use crate::cli::Test;
use crate::protocol;

/// Prints the verdicts.
///
/// # Errors
/// If the answer is too long, or cannot be written.
pub(crate) fn print(asked: &Test, tests: &Tests, sources: &Sources) -> anyhow::Result<()> {
    let runs = tests.files.iter().flat_map(|(path, file)| file.runs.iter().map(move |run| (path, run)));
    let runs: Vec<Value> = runs.map(|(path, run)| row(path, run, sources)).collect();
    protocol::answer_json(&asked.look, &json!({"format_version": "1.0", "runs": runs}))
}

fn row(path: &str, run: &TestRun, sources: &Sources) -> Value {
    let place = |span: Span| protocol::place(sources, span.source, span.range);
    let name = |span: Span| sources.get(span.source).name().to_owned();
    let assertions: Vec<Value> = run
        .assertions
        .iter()
        .map(|one| json!({"verdict": one.verdict.word(), "range": place(one.place)}))
        .collect();
    let failures = run.failures.iter().map(|one| {
        json!({
            "code": one.code.id(),
            "message": one.message.to_string(),
            "path": one.span.map(name),
            "range": one.span.map(place),
        })
    });
    let causes = run.causes.iter().map(|one| {
        json!({
            "kind": one.kind.word(),
            "what": one.what,
            "remedy": one.remedy,
            "path": one.place.map(name),
            "range": one.place.map(place),
        })
    });
    json!({
        "file": path,
        "run": &*run.name,
        "command": run.command.word(),
        "verdict": run.verdict.word(),
        "range": place(run.place),
        "assertions": assertions,
        "failures": failures.collect::<Vec<_>>(),
        "causes": causes.collect::<Vec<_>>(),
        "reached_if": run.reached_if.as_deref(),
    })
}
