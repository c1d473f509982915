//! Habits of a repository: many files have what is deprecated, which is reported once.

use hclx_diag::{Diagnostic, SharedCause, SharedWords, code_names as codes};

/// The cause that findings about one habit share in a run.
pub(crate) fn cause(habit: String) -> SharedCause {
    let words = SharedWords::Others("another one is not listed".into(), "others are not listed".into());
    SharedCause::of_run(habit, words)
}

/// Gives the findings about each deprecated name of a language one cause.
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
