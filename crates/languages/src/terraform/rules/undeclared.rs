//! Directories whose files refer mostly to names that no file declares: parts of other modules, which a script copies, or
//! excerpts for a page. They have one cause, so they get one finding.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, OrderedSet, code_names as codes, listed_names};

use crate::terraform::declare::module::Module;

/// Fewer missing names are reported one by one.
const FEWEST_NAMES: usize = 10;

/// Replaces the findings about unknown names by a summary if a third of all names that the module uses are unknown.
pub(crate) fn summary(snapshot: &Snapshot, module: &Module, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_missing = |finding: &Diagnostic| finding.code == codes::UNKNOWN_NAME && finding.is_error();
    if findings.iter().filter(|finding| is_missing(finding)).take(FEWEST_NAMES).count() < FEWEST_NAMES {
        return findings;
    }
    let missing: Vec<&Diagnostic> = findings.iter().filter(|finding| is_missing(finding)).collect();
    let names: OrderedSet<String> = missing.iter().filter_map(|finding| text_at(snapshot, finding)).collect();
    if names.len() < FEWEST_NAMES || 2 * names.len() < use_count(module) {
        return findings;
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
