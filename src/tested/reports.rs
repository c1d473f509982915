//! Results in the formats of other programs: JUnit, and failures as findings.

use hclx_analysis::{TestRun, Verdict};
use hclx_diag::{ColumnUnit, Diagnostic, Sources, Span};
use hclx_report::{Format, Style, Summary, TestCase, TestOutcome, TestSuite, render, render_tests};

use super::Tests;
use super::text::reasons;
use crate::output;

/// Prints the results as JUnit XML.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn print_junit(tests: &Tests, sources: &Sources) -> anyhow::Result<()> {
    let line = |span: Span| sources.get(span.source).position(span.range.start, ColumnUnit::CodePoints).line;
    let case = |run: &TestRun| {
        let reasons = reasons(run, sources).join("\n");
        let outcome = match run.verdict {
            Verdict::Passes => TestOutcome::Passed,
            Verdict::Fails => TestOutcome::Failed(reasons),
            Verdict::Open => TestOutcome::Skipped(reasons),
            Verdict::Skipped => TestOutcome::Skipped("an earlier run ends in an error".to_owned()),
        };
        TestCase { name: run.name.to_string(), line: line(run.place), outcome }
    };
    let suite = |(path, file): &(String, hclx_analysis::TestFile)| TestSuite {
        name: path.clone(),
        cases: file.runs.iter().map(case).collect(),
    };
    let suites: Vec<TestSuite> = tests.files.iter().map(suite).collect();
    let mut text = Vec::new();
    render_tests(&suites, &mut text)?;
    Ok(output::write(&text)?)
}

/// Prints the failures as findings.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn print_findings(format: Format, tests: &Tests, sources: &Sources) -> anyhow::Result<()> {
    let failing = tests.runs().filter(|run| run.verdict == Verdict::Fails);
    let findings: Vec<Diagnostic> =
        failing.flat_map(|run| run.failures.iter().map(|one| named(run, one))).collect();
    let checked = tests.files.iter().map(|(path, _)| path.clone()).collect();
    let summary = Summary { files: tests.files.len(), checked, ..Summary::default() };
    let mut text = Vec::new();
    render(format, sources, &findings, &summary, Style::default(), &mut text)?;
    Ok(output::write(&text)?)
}

/// A failure with the name of its run.
fn named(run: &TestRun, failure: &Diagnostic) -> Diagnostic {
    let place = failure.span.or(Some(run.place));
    let finding = Diagnostic { span: place, ..failure.clone() };
    match place == Some(run.place) {
        true => finding,
        false => finding.also(run.place, format!("run `{}` fails", run.name)),
    }
}
