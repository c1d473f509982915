//! Failing runs as findings of `hclx check`.

use hclx_analysis::{TestFile, TestRun, Verdict};
use hclx_diag::{
    Certainty, Diagnostic, Findings, Ordered, OrderedSet, SharedWords, SourceId, Span, code_names as codes,
};

/// The warnings about runs that always fail. Missing values of variables that the repository sets elsewhere do not
/// count; `is_given` detects them by the places of their names.
pub(crate) fn of_failing(
    tests: &[TestFile],
    reported: &Findings,
    is_given: &dyn Fn(Span) -> bool,
) -> Vec<Diagnostic> {
    let runs = tests.iter().flat_map(|file| &file.runs).filter(|run| run.verdict == Verdict::Fails);
    let failures = runs.flat_map(|run| run.failures.iter().map(move |failure| (run, failure)));
    // errors in assertions and missing values are already reported as such
    let is_reported = |(run, failure): &(&TestRun, &Diagnostic)| {
        let is_missing = failure.code == codes::MISSING_ATTRIBUTE;
        reported.iter().any(|one| match is_missing {
            true => one.code == codes::MISSING_ATTRIBUTE && one.span == Some(run.place),
            false => {
                (one.is_error() || one.code == failure.code)
                    && one.span.zip(failure.span).is_some_and(|(known, place)| overlap(known, place))
            }
        })
    };
    let (missing, others): (Vec<_>, Vec<_>) = failures
        .filter(|finding| !is_reported(finding))
        .partition(|(_, failure)| failure.code == codes::MISSING_ATTRIBUTE);
    let mut told: Vec<Diagnostic> = others.iter().map(|(run, failure)| warning(run, failure)).collect();
    let mut by_file: Ordered<SourceId, Vec<(&TestRun, &Diagnostic)>> = Ordered::new();
    for (run, failure) in missing {
        if failure.span.is_some_and(is_given) {
            continue;
        }
        by_file.or_default(run.place.source).push((run, failure));
    }
    told.extend(by_file.values().filter_map(|failures| without_values(failures)));
    told
}

/// The warning about variables without values in the runs of a file. They share a cause, the missing environment of the
/// tests.
fn without_values(failures: &[(&TestRun, &Diagnostic)]) -> Option<Diagnostic> {
    let (first, failure) = failures.first()?;
    let mut finding = warning(first, failure);
    let mut others = failures.iter().skip(1).peekable();
    if others.peek().is_some() {
        let runs: OrderedSet<&str> = failures.iter().map(|(run, _)| &*run.name).collect();
        let runs = match runs.len() {
            1 => format!("run `{}` fails", first.name),
            count => format!("{count} runs fail"),
        };
        let told: OrderedSet<&str> = failures.iter().map(|(_, failure)| &*failure.message).collect();
        finding.message = format!("{runs}: {}", told.iter().copied().collect::<Vec<_>>().join(", "));
    }
    Some(
        finding
            .help("values from the command line or the environment, such as `TF_VAR_…`, are not known here"),
    )
}

fn overlap(a: Span, b: Span) -> bool {
    a.contains(b) || b.contains(a)
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
        false => {
            let words = SharedWords::Others(
                "another error of the module makes it fail too".into(),
                "other errors of the module make it fail too".into(),
            );
            let cause = finding.shared_cause(words);
            finding.also(place, "fails here").caused_by(cause)
        }
    }
}
