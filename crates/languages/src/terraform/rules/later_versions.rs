//! Features that later versions introduced: a version constraint that admits earlier ones is one mistake, however many
//! features the module uses.

use hclx_diag::{Diagnostic, Ordered, SharedCause, SharedWords, Span, code_names as codes};

use crate::terraform::files::roles::Flavor;
use crate::terraform::files::versions::{Version, version};

/// The features that one constraint, or one version that the repository selects, lacks.
struct Features {
    /// The cause of the first finding.
    shared: SharedCause,
    count: usize,
    /// The latest of the versions that introduced them.
    latest: Option<Version>,
    /// Set if the application has them all from one version on.
    has_version: bool,
    /// Set if some work in no other way.
    is_required: bool,
}

/// Gives the findings about features that one constraint does not guarantee one cause.
pub(crate) fn summary(flavor: Flavor, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all: Ordered<_, Features> = Ordered::new();
    for finding in &findings {
        let Some(key) = constraint(finding) else { continue };
        let words = SharedWords::Others(
            "another feature requires a later version too".into(),
            "other features require later versions too".into(),
        );
        let first = || Features {
            shared: finding.shared_cause(words),
            count: 0,
            latest: None,
            has_version: true,
            is_required: false,
        };
        let features = all.or_insert_with(key, first);
        features.count += 1;
        let introduction = introduction(flavor, &finding.message);
        // a conditional mends what fails for some values only
        features.is_required |= finding.label.is_none();
        features.has_version &= introduction.is_some() && !finding.labels.is_empty();
        features.latest = features.latest.max(introduction);
    }
    let with_cause = |finding: Diagnostic| {
        if finding.code == codes::LATER_VERSION && finding.origin.is_some() {
            return finding.caused_by(of_calls());
        }
        let features = constraint(&finding).and_then(|key| all.get(&key));
        let Some(features) = features.filter(|features| features.count > 1) else { return finding };
        let Features { shared, latest, has_version, is_required, .. } = features;
        let latest = latest.filter(|_| *has_version && *is_required);
        let help = latest.map(|(major, minor)| format!("require `>= {major}.{minor}` for all of them"));
        finding.caused_by(SharedCause { help, ..shared.clone() })
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

/// Identifies the constraint that a finding about a feature shows, or the version that its help names.
fn constraint(finding: &Diagnostic) -> Option<(bool, Option<Span>, Option<String>)> {
    let is_own = finding.cause.is_none() && finding.origin.is_none();
    if finding.code != codes::LATER_VERSION || !is_own {
        return None;
    }
    let place = finding.labels.first().map(|label| label.span);
    let help = || finding.help.last().map(|help| help.to_string());
    Some((finding.is_error(), place, if place.is_none() { help() } else { None }))
}

/// The version of an application that introduced a feature, as a message names it.
fn introduction(flavor: Flavor, message: &str) -> Option<Version> {
    let (_, after) = message.rsplit_once(&format!("{} ", flavor.title()))?;
    version(after.split(' ').next()?)
}
