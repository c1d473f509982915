//! Names that no file of a directory declares: the files are excerpts, a script combines them with other modules, or
//! one declaration was forgotten. Such names have one cause, so they get one finding.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SharedCause, SharedWords, Span, code_names as codes};

/// The minimum number of missing names that are reported together.
const FEWEST_NAMES: usize = 5;

/// The minimum if one of the names is close to a declared name.
const FEWEST_WITH_SLIPS: usize = 10;

/// The minimum in a directory that declares none of the names that it uses.
const FEWEST_WITHOUT_DECLARATIONS: usize = 2;

/// The minimum in a directory that declares few of the names that it uses: less than half as many as are missing.
const FEWEST_WITH_FEW_DECLARATIONS: usize = 3;

/// The minimum number of names with the same first word that are reported together.
const FEWEST_OF_FAMILY: usize = 4;

/// The minimum number of uses of a misspelled name that are reported together; fewer are reported one by one, each with
/// its edit.
const FEWEST_SLIPS: usize = 3;

/// Groups the findings about unknown names under one cause if a third of all names used in a directory are unknown.
/// Otherwise, only findings about several uses of one name are grouped. `used` is the number of declarations that are
/// used elsewhere.
pub(crate) fn summary(snapshot: &Snapshot, findings: Vec<Diagnostic>, used: usize) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME && finding.is_error();
    let missing: Vec<&Diagnostic> = findings.iter().filter(|finding| is_missing(finding)).collect();
    let names: OrderedSet<String> = missing.iter().filter_map(|finding| text_at(snapshot, finding)).collect();
    // a name that is close to a declared one is probably misspelled
    let are_slips = missing.iter().any(|finding| !finding.fixes.is_empty());
    // a help that leads to another mistake is worth its own finding
    let are_plain = missing.iter().all(|finding| finding.help.is_empty());
    let fewest = match (used, are_slips) {
        (_, true) => FEWEST_WITH_SLIPS,
        (0, false) if are_plain => FEWEST_WITHOUT_DECLARATIONS,
        (used, false) if are_plain && 2 * used < names.len() => FEWEST_WITH_FEW_DECLARATIONS,
        (0, false) => FEWEST_WITH_FEW_DECLARATIONS,
        (_, false) => FEWEST_NAMES,
    };
    if names.len() < fewest || !is_most(names.len(), used) {
        return without_repeats(snapshot, with_families_once(snapshot, findings));
    }
    let Some(first) = missing.iter().min_by_key(|finding| finding.span) else { return findings };
    let words = SharedWords::Names(String::new(), " names are not declared in this directory".into());
    let help = "if these files are parts of other modules, leave them out with `exclude` in `hclx.toml`";
    let cause = SharedCause { help: Some(help.into()), ..first.shared_cause(words) };
    let with_cause = |finding: Diagnostic| match is_missing(&finding) {
        true => {
            let name = text_at(snapshot, &finding).unwrap_or_default();
            finding.caused_by(SharedCause { name, ..cause.clone() })
        }
        false => finding,
    };
    findings.into_iter().map(with_cause).collect()
}

/// Returns `true` if a third of all names that a directory uses are unknown. `used` is the number of those it declares.
pub(crate) fn is_most(unknown: usize, used: usize) -> bool {
    2 * unknown >= used
}

/// Groups the findings about many names with the same first word under one cause: whatever declares all of them is
/// missing.
fn with_families_once(snapshot: &Snapshot, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let family = |finding: &Diagnostic| {
        let is_missing = finding.code == codes::UNKNOWN_NAME && finding.is_error() && finding.cause.is_none();
        let name = text_at(snapshot, finding).filter(|_| is_missing)?;
        let (root, rest) = name.split_once('.')?;
        let word = rest.split_once('_').map(|(word, _)| word).filter(|word| !word.contains('.'))?;
        let family = format!("{root}.{word}_");
        // if such a name is declared, the others may be misspelled
        let is_slip =
            finding.help.iter().filter_map(|help| help.meant()).any(|meant| meant.starts_with(&family));
        (!is_slip).then_some((family, name))
    };
    let mut families: Ordered<String, (OrderedSet<String>, SharedCause)> = Ordered::new();
    for finding in &findings {
        if let Some((family, name)) = family(finding) {
            let words = SharedWords::Names(String::new(), format!(" names with `{family}` are not declared"));
            let help = "declare them, or add the file that does";
            let shared = || SharedCause { help: Some(help.into()), ..finding.shared_cause(words) };
            families.or_insert_with(family, || (OrderedSet::new(), shared())).0.insert(name);
        }
    }
    let with_cause = |finding: Diagnostic| {
        let Some((family, name)) = family(&finding) else { return finding };
        match families.get(&family).filter(|(names, _)| names.len() >= FEWEST_OF_FAMILY) {
            Some((_, cause)) => finding.caused_by(SharedCause { name, ..cause.clone() }),
            None => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}

/// Groups findings about the same missing name under one cause.
pub(crate) fn without_repeats(snapshot: &Snapshot, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut uses: Ordered<String, (usize, SharedCause)> = Ordered::new();
    let mut slips: OrderedSet<String> = OrderedSet::new();
    let is_missing = |finding: &Diagnostic| {
        let repeatable = [codes::UNKNOWN_NAME, codes::REFERENCE_FORM, codes::PROVIDER_CONFIGURATION];
        finding.is_error() && finding.cause.is_none() && repeatable.contains(&finding.code)
    };
    // an incomplete reference is a separate mistake
    let name = |finding: &Diagnostic| {
        let text = text_at(snapshot, finding).filter(|_| is_missing(finding))?;
        Some(format!("{} {text}", finding.code == codes::UNKNOWN_NAME))
    };
    findings.sort_by_key(|finding| finding.span);
    for finding in &findings {
        if let Some(name) = name(finding) {
            let is_slip = finding.code == codes::UNKNOWN_NAME && !finding.fixes.is_empty();
            slips.extend(is_slip.then(|| name.clone()));
            let cause = || finding.shared_cause(SharedWords::uses()).fixing_all();
            uses.or_insert_with(name, || (0, cause())).0 += 1;
        }
    }
    let fewest = |name: &String| if slips.contains(name) { FEWEST_SLIPS } else { 2 };
    let with_cause = |finding: Diagnostic| {
        let name = name(&finding);
        let cause = name.as_ref().and_then(|name| uses.get(name)).zip(name.as_ref());
        match cause.filter(|((count, _), name)| *count >= fewest(name)) {
            Some(((_, cause), _)) => finding.caused_by(cause.clone()),
            None => finding,
        }
    };
    findings.into_iter().map(with_cause).collect()
}

/// The source text at the place of a finding.
pub(crate) fn text_at(snapshot: &Snapshot, finding: &Diagnostic) -> Option<String> {
    text_in(snapshot, finding.span?)
}

/// The source text in a span.
pub(crate) fn text_in(snapshot: &Snapshot, span: Span) -> Option<String> {
    let bytes = snapshot.bytes(span.source).ok()?;
    let text = bytes.get(span.range.start as usize..span.range.end as usize)?;
    Some(String::from_utf8_lossy(text).into_owned())
}
