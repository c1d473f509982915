//! Directories whose files refer mostly to names that no file declares: parts of other modules, which a script copies, or
//! excerpts for a page. They have one cause, so they get one finding.

use hclx_analysis::{Snapshot, file_name};
use hclx_diag::{Certainty, Diagnostic, Ordered, OrderedSet, code_names as codes, listed_names};

use crate::terraform::declare::module::Module;
use crate::terraform::files::roles;

/// Fewer missing names are reported one by one.
const FEWEST_NAMES: usize = 10;

/// The same for a directory that declares nothing of what it uses.
const FEWEST_WITHOUT_DECLARATIONS: usize = 4;

/// Fewer uses of one missing name are reported one by one.
const FEWEST_USES: usize = 10;

/// Replaces the findings about unknown names by a summary if a third of all names that the module uses are unknown, and
/// those about many uses of one name by the first. A directory of overrides alone gets one finding.
pub(crate) fn summary(snapshot: &Snapshot, module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME && finding.is_error();
    let is_override = |finding: &Diagnostic| finding.code == codes::OVERRIDES_NOTHING && finding.is_error();
    if findings.iter().any(is_override) && is_made_of_overrides(snapshot, module) {
        return overrides_of_another(findings, |finding| is_missing(finding) || is_override(finding));
    }
    let uses = findings.iter().filter(|finding| is_missing(finding)).count();
    if uses < FEWEST_WITHOUT_DECLARATIONS {
        return findings;
    }
    let missing: Vec<&Diagnostic> = findings.iter().filter(|finding| is_missing(finding)).collect();
    let names: OrderedSet<String> = missing.iter().filter_map(|finding| text_at(snapshot, finding)).collect();
    let used = use_count(module);
    // a name that is nearly one of those declared is a slip
    let are_slips = missing.iter().any(|finding| !finding.fixes.is_empty());
    let fewest = if used == 0 && !are_slips { FEWEST_WITHOUT_DECLARATIONS } else { FEWEST_NAMES };
    if names.len() < fewest || 2 * names.len() < used {
        return without_repeats(snapshot, findings, is_missing);
    }
    let message = format!(
        "{} names are not declared in this directory: {}",
        names.len(),
        listed_names(names.iter().map(String::as_str), "and")
    );
    let summary = missing.iter().min_by_key(|finding| finding.span).map(|first| Diagnostic {
        message,
        help: vec![
            "if these files are parts of other modules, leave them out with `exclude` in `hclx.toml`".into(),
        ],
        fixes: Vec::new(),
        ..Diagnostic::clone(first)
    });
    let others = findings.iter().filter(|finding| !is_missing(finding)).cloned();
    summary.into_iter().chain(others).collect()
}

/// Returns `true` if all files of a module are overrides, of a module that is elsewhere.
fn is_made_of_overrides(snapshot: &Snapshot, module: &Module) -> bool {
    module.files.iter().all(|file| roles::overrides(file_name(&snapshot.path(*file))) == Some(true))
}

/// Replaces findings about what overrides lack by a warning.
fn overrides_of_another(
    findings: Vec<Diagnostic>,
    is_consequence: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let (lacking, others): (Vec<Diagnostic>, Vec<Diagnostic>) =
        findings.into_iter().partition(|finding| is_consequence(finding));
    let first = lacking.into_iter().min_by_key(|finding| finding.span).map(|first| Diagnostic {
        message: "this directory only has overrides: what they override is elsewhere and was not checked"
            .into(),
        help: Vec::new(),
        fixes: Vec::new(),
        ..first.with_certainty(Certainty::May)
    });
    first.into_iter().chain(others).collect()
}

/// Keeps the first of many findings about the same missing name.
fn without_repeats(
    snapshot: &Snapshot,
    mut findings: Vec<Diagnostic>,
    is_missing: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let mut uses: Ordered<String, usize> = Ordered::new();
    let name = |finding: &Diagnostic| text_at(snapshot, finding).filter(|_| is_missing(finding));
    findings.iter().filter_map(&name).for_each(|name| *uses.or_default(name) += 1);
    let mut uses: Ordered<String, usize> =
        uses.into_iter().filter(|(_, count)| *count >= FEWEST_USES).collect();
    if uses.is_empty() {
        return findings;
    }
    findings.sort_by_key(|finding| finding.span);
    let mut kept = Vec::new();
    for finding in findings {
        let count = name(&finding).and_then(|name| uses.get_mut(&name));
        match count.map(std::mem::take) {
            None => kept.push(finding),
            Some(0) => {}
            Some(count) => kept.push(finding.help(format!("{} other uses of it are not listed", count - 1))),
        }
    }
    kept
}

/// The text at the place of a finding.
fn text_at(snapshot: &Snapshot, finding: &Diagnostic) -> Option<String> {
    let span = finding.span?;
    let bytes = snapshot.bytes(span.source).ok()?;
    let text = bytes.get(span.range.start as usize..span.range.end as usize)?;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// The number of declarations that others use.
fn use_count(module: &Module) -> usize {
    let graph = &module.links().graph;
    graph.len() - graph.unused().len()
}
