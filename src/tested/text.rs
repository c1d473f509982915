//! Verdicts as lines for people.

use std::fmt::Write;

use hclx_analysis::{Cause, TestRun, Verdict};
use hclx_core::Value;
use hclx_diag::{ColumnUnit, Diagnostic, Sources, Span, counted};

use super::Tests;

/// The results, with a line for each run and more for its reasons, and a summary.
pub(crate) fn written(tests: &Tests, sources: &Sources) -> String {
    let mut text = String::new();
    for (path, file) in &tests.files {
        let _ = writeln!(text, "{path}");
        let width = file.runs.iter().map(|run| run.name.chars().count()).max().unwrap_or(0);
        for run in &file.runs {
            let dots = ".".repeat(width + 3 - run.name.chars().count());
            let word = if run.verdict == Verdict::Fails { "FAILS" } else { run.verdict.word() };
            let reached = run.reached_if.as_ref().filter(|_| run.verdict != Verdict::Skipped);
            let reached =
                reached.map(|name| format!(", unless `{name}` ends in an error")).unwrap_or_default();
            let _ = writeln!(text, "  {} {dots} {word}{reached}", run.name);
            for reason in reasons(run, sources) {
                let _ = writeln!(text, "      {reason}");
            }
            for (address, value) in &run.values {
                let shown = value_text(value).replace('\n', "\n      ");
                let _ = writeln!(text, "      {address} = {shown}");
            }
        }
    }
    let _ = writeln!(text, "{}", summary(tests));
    text
}

/// The reasons of a failure, or the causes of an open result, one per line.
pub(crate) fn reasons(run: &TestRun, sources: &Sources) -> Vec<String> {
    let place = |span: Option<Span>| span.map(|span| place(sources, span) + ": ").unwrap_or_default();
    let failure = |one: &Diagnostic| format!("{}{}", place(one.span), words(one));
    let cause = |one: &Cause| {
        let remedy = one.remedy.as_ref().map(|remedy| format!(" ({remedy})")).unwrap_or_default();
        format!("{}{}: {}{remedy}", place(one.place), one.kind.word(), one.what)
    };
    run.failures.iter().map(failure).chain(run.causes.iter().map(cause)).collect()
}

/// A value of a plan as `hclx eval` prints it; secret values are not shown.
fn value_text(value: &Value) -> String {
    let marks = value.marks_within();
    match marks.contains("sensitive") || marks.contains("ephemeral") {
        true => "(sensitive)".to_owned(),
        false => value.clone().unmark_deep().0.to_string(),
    }
}

fn words(failure: &Diagnostic) -> String {
    failure.message.to_string()
}

fn place(sources: &Sources, span: Span) -> String {
    let source = sources.get(span.source);
    let at = source.position(span.range.start, ColumnUnit::Graphemes);
    format!("{}:{}:{}", source.name(), at.line, at.column)
}

/// The number of runs by result.
fn summary(tests: &Tests) -> String {
    let all = [Verdict::Passes, Verdict::Fails, Verdict::Open, Verdict::Skipped];
    let counts =
        all.into_iter().map(|verdict| (verdict, tests.count(verdict))).filter(|(_, count)| *count > 0);
    let word = |verdict: Verdict, count: usize| match verdict {
        Verdict::Passes if count != 1 => "pass",
        Verdict::Fails if count != 1 => "fail",
        verdict => verdict.word(),
    };
    let parts: Vec<String> =
        counts.map(|(verdict, count)| format!("{count} {}", word(verdict, count))).collect();
    let runs = counted(tests.runs().count(), "run");
    if parts.is_empty() { runs } else { format!("{runs}: {}", parts.join(", ")) }
}
