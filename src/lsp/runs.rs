//! Results of the runs of a test file: labels next to runs, hovers with causes, and missing defaults as actions.

use hclx_analysis::{Question, TestRun, Verdict, file_name};
use hclx_diag::{Fix, TextRange};
use serde_json::{Map, Value, json};

use super::query::Query;

/// The directory of tests that Terraform uses without a flag.
const TESTS: &str = "tests";

/// The runs of a document; none if it is not a test file.
fn runs(query: &Query<'_>) -> Vec<TestRun> {
    let (snapshot, file) = (query.snapshot, query.file);
    let path = snapshot.path(file);
    let name = file_name(&path);
    if ![".tftest.", ".tofutest."].iter().any(|part| name.contains(part)) {
        return Vec::new();
    }
    let Some(unit) = snapshot.unit_of(file) else { return Vec::new() };
    let answer = snapshot.answer(
        unit,
        &Question::Tests { directory: TESTS.into(), has_values: false },
        &query.budget(),
    );
    let own = answer.tests.into_iter().find(|one| one.file == file);
    own.map(|tests| tests.runs).unwrap_or_default()
}

/// A hint with the result after the header of each run in a range.
pub(crate) fn hints(query: &Query<'_>, range: TextRange) -> Vec<Value> {
    let runs = runs(query);
    let shown =
        runs.iter().filter(|run| range.start <= run.place.range.end && run.place.range.start <= range.end);
    let hint = |run: &TestRun| {
        let end = TextRange::at(run.place.range.end).in_source(query.file);
        json!({
            "position": query.view.range(end)["start"],
            "label": run.verdict.word(),
            "tooltip": reasons(run).join("\n"),
            "paddingLeft": true,
        })
    };
    shown.map(hint).collect()
}

/// The hover at the header of a run.
pub(crate) fn hover(query: &Query<'_>, offset: u32) -> Option<Value> {
    let runs = runs(query);
    let run = runs.iter().find(|run| run.place.range.start <= offset && offset <= run.place.range.end)?;
    let reached = run.reached_if.as_ref().filter(|_| run.verdict != Verdict::Skipped);
    let reached = reached.map(|name| format!(", unless `{name}` ends in an error")).unwrap_or_default();
    let mut text = format!("**{}**{reached}", run.verdict.word());
    for reason in reasons(run) {
        text += &format!("\n* {reason}");
    }
    let range = query.view.range(run.place);
    Some(json!({"contents": {"kind": "markdown", "value": text}, "range": range}))
}

/// Actions that add the missing defaults of mocks, for the runs in a range.
pub(crate) fn actions(query: &Query<'_>, range: TextRange) -> Vec<Value> {
    let uri = query.params()["textDocument"]["uri"].as_str().unwrap_or_default();
    let touched = |run: &&TestRun| run.place.range.start <= range.end && range.start <= run.place.range.end;
    let runs = runs(query);
    let mut fixes: Vec<&Fix> = Vec::new();
    for fix in runs.iter().filter(touched).flat_map(|run| &run.causes).filter_map(|cause| cause.fix.as_ref())
    {
        if !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    let action = |fix: &&Fix| {
        let edits = fix.edits.iter();
        let edits = edits.map(|edit| json!({"range": query.view.range(edit.span), "newText": edit.text}));
        let mut changes = Map::new();
        changes.insert(uri.to_owned(), edits.collect());
        json!({"title": fix.title, "kind": "quickfix", "edit": {"changes": changes}})
    };
    fixes.iter().map(action).collect()
}

/// The failures of a run, or the causes of an open result.
fn reasons(run: &TestRun) -> Vec<String> {
    let failures = run.failures.iter().map(|failure| failure.message.to_string());
    let causes = run.causes.iter().map(|cause| {
        let remedy = cause.remedy.as_ref().map(|remedy| format!(" ({remedy})")).unwrap_or_default();
        format!("{}: {}{remedy}", cause.kind.word(), cause.what)
    });
    failures.chain(causes).collect()
}
