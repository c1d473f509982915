//! Findings that recur throughout a repository. Those about one deprecated name share a cause and are reported once,
//! and so are those about the required attributes that a block lacks.

use hclx_diag::{Diagnostic, Ordered, SharedCause, SharedWords, Span, code_names as codes};

/// The cause shared by all findings of a run about one habit.
pub(crate) fn cause(habit: String) -> SharedCause {
    let words = SharedWords::Others(
        "another similar finding is not listed".into(),
        "similar findings are not listed".into(),
    );
    SharedCause::of_run(habit, words)
}

/// Groups the findings about each deprecated name of a language under one cause.
pub(crate) fn with_deprecated_once(language: &str, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let with_cause = |finding: Diagnostic| {
        let is_habit = finding.code == codes::DEPRECATED_NAME && !finding.is_error();
        match is_habit && finding.cause.is_none() {
            true => {
                let habit = cause(format!("{language}: {}", finding.message));
                finding.caused_by(habit)
            }
            false => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}

/// Groups the findings about the required attributes that one block lacks under one cause.
pub(crate) fn with_missing_once(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| {
        finding.code == codes::MISSING_ATTRIBUTE && finding.is_error() && finding.cause.is_none()
    };
    let mut blocks: Ordered<Option<Span>, (usize, SharedCause)> = Ordered::new();
    for finding in findings.iter().filter(|finding| is_missing(finding)) {
        let words = SharedWords::Others(
            "another required attribute of it is missing too".into(),
            "other required attributes of it are missing too".into(),
        );
        blocks.or_insert_with(finding.span, || (0, finding.shared_cause(words))).0 += 1;
    }
    let with_cause = |finding: Diagnostic| {
        let cause = blocks.get(&finding.span).filter(|(count, _)| *count > 1 && is_missing(&finding));
        match cause {
            Some((_, cause)) => finding.caused_by(cause.clone()),
            None => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}
