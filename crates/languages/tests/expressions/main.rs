//! Functions and types of expressions in the dialects of applications, against recorded answers of the
//! applications.

mod infer_pulumi;
mod infer_terraform;
mod terraform;

#[path = "../../../core/tests/support/plain_json.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod plain_json;
#[path = "../../../core/tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests of the algebra use more of it")]
mod support;

use hclx_diag::Diagnostic;

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
