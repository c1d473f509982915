//! Features that later versions introduced: a version constraint that admits earlier ones is one mistake for a feature,
//! however often the module uses it.

use hclx_diag::{Diagnostic, Ordered, SharedCause, SharedWords, Span, code_names as codes};

/// Gives the findings about a feature that one constraint does not guarantee one cause.
pub(crate) fn summary(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all: Ordered<_, (usize, SharedCause)> = Ordered::new();
    for finding in &findings {
        let Some(key) = constraint(finding) else { continue };
        let words = SharedWords::Others(
            "another use of it requires a later version too".into(),
            "other uses of it require a later version too".into(),
        );
        all.or_insert_with(key, || (0, finding.shared_cause(words))).0 += 1;
    }
    let with_cause = |finding: Diagnostic| {
        if finding.code == codes::LATER_VERSION && finding.origin.is_some() {
            return finding.caused_by(of_calls());
        }
        match constraint(&finding).and_then(|key| all.get(&key)) {
            Some((count, cause)) if *count > 1 => finding.caused_by(cause.clone()),
            _ => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}

/// The cause of findings about what calls give to modules: each has constraints of its own, and one habit repeats them.
fn of_calls() -> SharedCause {
    let words = SharedWords::Others(
        "another call requires a later version for its arguments too".into(),
        "other calls require later versions for their arguments too".into(),
    );
    SharedCause::of_run("arguments for which versions skip the right side", words)
}

/// Identifies a feature, and the constraint that a finding about it shows, or the version that its help names.
fn constraint(finding: &Diagnostic) -> Option<(String, Option<Span>, Option<String>)> {
    let is_own = finding.cause.is_none() && finding.origin.is_none();
    if finding.code != codes::LATER_VERSION || !is_own {
        return None;
    }
    let place = finding.labels.first().map(|label| label.span);
    let help = || finding.help.last().map(|help| help.to_string());
    Some((finding.message.to_string(), place, if place.is_none() { help() } else { None }))
}
