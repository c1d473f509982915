//! Resources whose declaration misspells the type: references that spell it right are consequences of the one mistake.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, Severity, Span, code_names as codes};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;

/// Moves the findings about unknown resources that are meant as one with a misspelled type to its declaration.
pub(crate) fn summary(
    snapshot: &Snapshot,
    module: &Module,
    mut findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::NO_SUCH_TYPE;
    let missing: Vec<Span> =
        findings.iter().filter(|finding| is_missing(finding)).filter_map(|finding| finding.span).collect();
    for place in missing {
        let Some(declaration) = declaration_at(module, place) else { continue };
        let address = declaration.address();
        let (uses, others): (Vec<Diagnostic>, Vec<Diagnostic>) =
            findings.into_iter().partition(|finding| is_meant_as(finding, &address));
        let first = uses.iter().filter_map(|finding| finding.span).min();
        let used = first.and_then(|first| type_at(snapshot, first, declaration));
        findings = others;
        let Some((first, used)) = first.zip(used) else {
            findings.extend(uses);
            continue;
        };
        // one of the two is wrong, whatever the provider has
        let certain = |finding: Diagnostic| match is_missing(&finding) && finding.span == Some(place) {
            true => {
                let finding = finding.without_advice().with_severity(Severity::Error).meant(&used);
                finding.also(first, format!("`{used}.{}` is used here", declaration.name))
            }
            false => finding,
        };
        findings = findings.into_iter().map(certain).collect();
    }
    findings
}

/// The resource whose type is at a place.
fn declaration_at(module: &Module, place: Span) -> Option<&Declaration> {
    let is_at = |declaration: &&Declaration| {
        let written = &declaration.written;
        written.labels.first().is_some_and(|label| written.span(label.range) == place)
    };
    module.declarations.iter().find(is_at)
}

/// Returns `true` if a finding is about an unknown name that is meant as an address.
fn is_meant_as(finding: &Diagnostic, address: &str) -> bool {
    let mut edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    finding.code == codes::UNKNOWN_NAME && edits.any(|edit| edit.text == address)
}

/// The type of a resource in a reference, if the reference has the name of the declaration.
fn type_at(snapshot: &Snapshot, place: Span, declaration: &Declaration) -> Option<String> {
    let bytes = snapshot.bytes(place.source).ok()?;
    let text = bytes.get(place.range.start as usize..place.range.end as usize)?;
    let address = std::str::from_utf8(text).ok()?.strip_suffix(&*declaration.name)?.strip_suffix('.')?;
    Some(address.rsplit('.').next()?.to_owned())
}
