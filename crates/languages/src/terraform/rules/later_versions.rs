//! Features that later versions introduced. A version constraint that allows earlier versions is one mistake, however many
//! features of a version the module uses.

use hclx_diag::{Diagnostic, Ordered, SharedCause, SharedWords, Span, code_names as codes};

/// Groups the findings about features that one constraint does not guarantee under one cause.
pub(crate) fn summary(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all: Ordered<_, (usize, SharedCause)> = Ordered::new();
    for finding in &findings {
        let Some(key) = constraint(finding) else { continue };
        let words = SharedWords::Others(
            "another place requires a later version too".into(),
            "other places require a later version too".into(),
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

/// The cause of findings about values that calls pass to modules: each module has its own constraints, but the mistake
/// is habitual.
fn of_calls() -> SharedCause {
    let words = SharedWords::Others(
        "another call requires a later version for its arguments too".into(),
        "other calls require later versions for their arguments too".into(),
    );
    SharedCause::of_run("arguments for which versions skip the right side", words)
}

/// Identifies the fix of a finding: the constraint that it shows and its help. The message is part of it without a
/// constraint, and for errors.
fn constraint(finding: &Diagnostic) -> Option<(Option<Span>, Option<String>, Option<String>)> {
    let is_own = finding.cause.is_none() && finding.origin.is_none();
    if finding.code != codes::LATER_VERSION || !is_own {
        return None;
    }
    let place = finding.labels.first().map(|label| label.span);
    let help = finding.help.last().map(|help| help.to_string());
    let is_mended_alone = place.is_none() || finding.is_error();
    Some((place, help, is_mended_alone.then(|| finding.message.to_string())))
}
