//! Failing runs as findings of `hclx check`.

use hclx_analysis::{TestFile, TestRun, Verdict};
use hclx_diag::{Certainty, Diagnostic, Findings, Span, code_names as codes};

/// The warnings about runs that certainly fail.
pub(crate) fn of_failing(tests: &[TestFile], reported: &Findings) -> Vec<Diagnostic> {
    let runs = tests.iter().flat_map(|file| &file.runs).filter(|run| run.verdict == Verdict::Fails);
    let failures = runs.flat_map(|run| run.failures.iter().map(move |failure| (run, failure)));
    // an error in an assertion, and a missing value, are reported as such
    let is_reported = |(run, failure): &(&TestRun, &Diagnostic)| {
        let is_missing = failure.code == codes::MISSING_ATTRIBUTE;
        reported.iter().any(|one| match is_missing {
            true => one.code == codes::MISSING_ATTRIBUTE && one.span == Some(run.place),
            false => {
                one.is_error()
                    && one.span.zip(failure.span).is_some_and(|(known, place)| overlap(known, place))
            }
        })
    };
    let told = failures.filter(|one| !is_reported(one));
    told.map(|(run, failure)| warning(run, failure)).collect()
}

fn overlap(a: Span, b: Span) -> bool {
    a.source == b.source && (a.range.contains(b.range) || b.range.contains(a.range))
}

fn warning(run: &TestRun, failure: &Diagnostic) -> Diagnostic {
    let place = failure.span.unwrap_or(run.place);
    let message = format!("run `{}` fails: {}", run.name, failure.message);
    let is_here = place.source == run.place.source;
    let finding =
        Diagnostic::warning(codes::VALIDATION_FAILED, if is_here { place } else { run.place }, message);
    let finding = Diagnostic { certainty: Certainty::May, ..finding };
    match is_here {
        true => finding,
        false => finding.also(place, "fails here"),
    }
}
