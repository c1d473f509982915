//! Names that only exist in releases of a provider other than the known ones: a module written for these has many of
//! them, and the same name occurs in many modules.

use hclx_analysis::Snapshot;
use hclx_diag::{
    Code, Diagnostic, Ordered, OrderedSet, SharedCause, SharedWords, code_names as codes, counted,
};

use crate::habits;
use crate::missing_names::text_at;
use crate::misspelled::is_slip;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;

/// The minimum number of names in one module that are reported together.
const FEWEST_NAMES: usize = 4;

/// The codes of findings about names that no known release has.
const UNKNOWN: &[Code] = &[codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK, codes::NO_SUCH_TYPE];

/// Groups the names of one provider in a module under one cause if there are many, and the same name of one type in a
/// run.
pub(crate) fn summary(snapshot: &Snapshot, module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut by_provider: Ordered<String, (usize, SharedCause)> = Ordered::new();
    let provider = |finding: &Diagnostic| {
        let is_unknown = UNKNOWN.contains(&finding.code) && !is_slip(finding);
        let owner = owner(module, finding).filter(|_| is_unknown && is_of_releases(finding))?;
        Some(provider_of(owner).to_owned())
    };
    for finding in &findings {
        if let Some(provider) = provider(finding) {
            let words =
                SharedWords::Names(String::new(), format!(" names are in no known release of `{provider}`"));
            let help =
                "require the releases that the module is written for in `required_providers`, or adapt it";
            let shared = || SharedCause { help: Some(help.into()), ..finding.shared_cause(words) };
            by_provider.or_insert_with(provider, || (0, shared())).0 += 1;
        }
    }
    let findings = without_renamed(module, findings);
    let with_cause = |finding: Diagnostic| {
        let many = provider(&finding).and_then(|provider| by_provider.get(&provider));
        if let Some((_, cause)) = many.filter(|(count, _)| *count >= FEWEST_NAMES) {
            let name = text_at(snapshot, &finding).unwrap_or_default().trim_matches('"').to_owned();
            return finding.caused_by(SharedCause { name, ..cause.clone() });
        }
        match owner(module, &finding).filter(|_| is_of_releases(&finding)) {
            Some(owner) => {
                let habit = format!("{} {} {}", owner.of_type, finding.code.id(), finding.message);
                finding.caused_by(habits::cause(habit))
            }
            None => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}

/// Drops the findings about types that no known release has where later releases are admitted, with a note: unless a type is
/// like a known one, it is newer.
pub(crate) fn without_newer_types(
    snapshot: &Snapshot,
    findings: Vec<Diagnostic>,
) -> (Vec<Diagnostic>, Option<String>) {
    let is_newer = |finding: &Diagnostic| {
        finding.code == codes::NO_SUCH_TYPE && is_of_releases(finding) && finding.help.is_empty()
    };
    let (newer, others): (Vec<Diagnostic>, Vec<Diagnostic>) = findings.into_iter().partition(is_newer);
    let names: OrderedSet<String> = newer.iter().filter_map(|finding| text_at(snapshot, finding)).collect();
    let note = names.iter().next().map(|first| {
        let name = first.trim_matches('"');
        let (others, are) = match names.len() - 1 {
            0 => (String::new(), "is"),
            count => (format!(" and {}", counted(count, "other type")), "are"),
        };
        format!("`{name}`{others} {are} in no known release of the provider: blocks with such types were not checked")
    });
    (others, note)
}

/// Drops findings about missing arguments in blocks that set an argument which no known release has, because an unknown
/// release may have renamed it.
fn without_renamed(module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_unknown = |finding: &&Diagnostic| {
        finding.code == codes::UNSUPPORTED_ATTRIBUTE && !is_slip(finding) && is_of_releases(finding)
    };
    let place = |finding: &Diagnostic| Some(owner(module, finding)?.written.place());
    let unknown: Vec<_> = findings.iter().filter(is_unknown).map(place).collect();
    let is_renamed = |finding: &Diagnostic| {
        let is_missing = finding.code == codes::MISSING_ATTRIBUTE && !finding.is_error();
        is_missing && !unknown.is_empty() && unknown.contains(&place(finding))
    };
    findings.into_iter().filter(|finding| !is_renamed(finding)).collect()
}

/// Returns `true` for a warning that depends on the release of a provider, which its label mentions.
fn is_of_releases(finding: &Diagnostic) -> bool {
    let is_name = UNKNOWN.contains(&finding.code) || finding.code == codes::NEWER_RELEASE;
    is_name && !finding.is_error() && finding.label.is_some() && finding.cause.is_none()
}

/// The declaration that contains a finding.
fn owner<'m>(module: &'m Module, finding: &Diagnostic) -> Option<&'m Declaration> {
    let span = finding.span?;
    module.declarations.iter().find(|declaration| declaration.covers(span))
}

/// The local name of the provider of a declaration, which may be a provider configuration.
fn provider_of(owner: &Declaration) -> &str {
    match owner.of_type.is_empty() {
        true => &owner.name,
        false => owner.of_type.split('_').next().unwrap_or_default(),
    }
}
