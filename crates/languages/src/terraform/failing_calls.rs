//! Failures of calls that are mistakes of the called module: it fails in the same place for its own inputs, or for every
//! call in the run.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Diagnostic, Ordered, SharedCause, SharedWords};

use super::resolve::callers::CandidateCalls;

/// The most modules with calls of one that are compared.
const COMPARED_CALLERS: usize = 16;

/// The errors of a module.
type ErrorsOf<'a> = &'a dyn Fn(&str) -> Vec<Diagnostic>;

/// The errors of modules by directory, computed once.
struct ModuleErrors<'a>(ErrorsOf<'a>, Ordered<String, Vec<Diagnostic>>);

impl ModuleErrors<'_> {
    fn of_module(&mut self, folder: &str) -> &[Diagnostic] {
        let Self(errors_of, known) = self;
        known.or_insert_with(folder.to_owned(), || errors_of(folder))
    }
}

/// Drops failures of calls that are reported in the called module, and gives those of all calls of a module in one place one
/// cause.
pub(super) fn summary(
    snapshot: &Snapshot,
    own: &str,
    findings: Vec<Diagnostic>,
    errors_of: ErrorsOf<'_>,
) -> Vec<Diagnostic> {
    let mut errors = ModuleErrors(errors_of, Ordered::new());
    findings.into_iter().filter_map(|finding| report_once(snapshot, own, finding, &mut errors)).collect()
}

fn report_once(
    snapshot: &Snapshot,
    own: &str,
    finding: Diagnostic,
    errors: &mut ModuleErrors<'_>,
) -> Option<Diagnostic> {
    let origin = finding.origin.map(|origin| origin.place);
    let Some(place) = origin.filter(|place| finding.is_error() && snapshot.is_selected(place.source)) else {
        return Some(finding);
    };
    let path = snapshot.path(place.source);
    let called = file_path::parent(&path);
    let is_own = |one: &Diagnostic| one.span == Some(place) && one.code == finding.code;
    if called != own && errors.of_module(called).iter().any(is_own) {
        return None;
    }
    let calls = CandidateCalls::of(snapshot);
    let callers: Vec<&str> = calls.callers(called).iter().map(|caller| &**caller).collect();
    if callers.len() < 2 || callers.len() > COMPARED_CALLERS || !callers.contains(&own) {
        return Some(finding);
    }
    let others = callers.iter().filter(|caller| **caller != own);
    let is_alike = |error: &Diagnostic| {
        error.code == finding.code && error.origin.is_some_and(|origin| origin.place == place)
    };
    for caller in others {
        if !errors.of_module(caller).iter().any(is_alike) {
            return Some(finding);
        }
    }
    let words =
        SharedWords::Others("another call fails there too".into(), "other calls fail there too".into());
    let key = format!("calls that fail at {}:{} {}", path, place.range.start, finding.code);
    Some(finding.caused_by(SharedCause::of_run(key, words)))
}
