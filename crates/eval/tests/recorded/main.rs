//! The evaluator and the type syntax compared with recorded answers of the reference implementation.

mod evaluation;
mod json;
mod narrower;
mod types;
mod written;

#[path = "../../../core/tests/support/plain_json.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod plain_json;
#[path = "../../../core/tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests of the algebra use more of it")]
mod support;
#[path = "../../../core/tests/support/value_json.rs"]
#[allow(dead_code, reason = "the tests of the algebra use more of it")]
mod value_json;

use hclx_diag::{Diagnostic, Span};
use serde_json::Value as Json;

/// The start of the first recorded error.
fn first_error(diagnostics: &Json) -> Option<u64> {
    let errors = diagnostics.as_array()?.iter().filter(|found| found["severity"] == "error");
    errors.map(|found| found["subject"]["start"]["byte"].as_u64()).next().flatten()
}

/// Returns `true` if a recorded list of findings contains an error.
fn has_error(diagnostics: &Json) -> bool {
    diagnostics.as_array().is_some_and(|list| list.iter().any(|found| found["severity"] == "error"))
}

/// The locations of errors.
fn error_spans(diagnostics: &[Diagnostic]) -> Vec<Span> {
    diagnostics.iter().filter(|found| found.is_error()).filter_map(|found| found.span).collect()
}

/// The findings on one line, for failures.
fn listed(diagnostics: &[Diagnostic]) -> String {
    let list: Vec<String> = diagnostics
        .iter()
        .map(|found| {
            let at = found.span.map_or(0, |span| span.range.start);
            format!("{} at {at}: {}", found.code, found.message)
        })
        .collect();
    list.join("; ")
}
