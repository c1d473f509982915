//! Resources declared with a misspelled type: references with the correct type are consequences of that mistake.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, Severity, Span, code_names as codes, within_edits};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;

/// Moves findings about unknown resources to the declaration whose misspelled type causes them.
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
        let use_in = |finding: &Diagnostic| used_type(snapshot, finding, declaration);
        let Some((first, used)) = findings.iter().filter_map(use_in).min() else { continue };
        let others = findings.into_iter().filter(|finding| use_in(finding).is_none());
        // one of the two is wrong, whatever types the provider has
        let certain = |finding: Diagnostic| match is_missing(&finding) && finding.span == Some(place) {
            true => {
                let finding = finding.without_advice().with_severity(Severity::Error).meant(&used);
                finding.also(first, format!("`{used}.{}` is used here", declaration.name))
            }
            false => finding,
        };
        findings = others.map(certain).collect();
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

/// The place and the type of an unknown resource in a finding, if it has the kind and name of a declaration, and nearly
/// the same type.
fn used_type(snapshot: &Snapshot, finding: &Diagnostic, declaration: &Declaration) -> Option<(Span, String)> {
    let place = finding.span.filter(|_| finding.code == codes::UNKNOWN_NAME)?;
    let bytes = snapshot.bytes(place.source).ok()?;
    let text = std::str::from_utf8(bytes.get(place.range.start as usize..place.range.end as usize)?).ok()?;
    let address = declaration.address();
    let before = address.strip_suffix(&format!("{}.{}", declaration.of_type, declaration.name))?;
    let of_type = text.strip_prefix(before)?.strip_suffix(&*declaration.name)?.strip_suffix('.')?;
    within_edits(of_type, &declaration.of_type, 2).then(|| (place, of_type.to_owned()))
}
