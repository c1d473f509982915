//! Failures of calls that are mistakes of the called module: it fails at the same place with its own inputs, or in
//! every call of the run.

use hclx_analysis::{Snapshot, file_path, graph};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SharedCause, SharedWords, Span};

use super::resolve::callers::CandidateCalls;

/// The maximum number of modules with calls of the same module that are compared.
const COMPARED_CALLERS: usize = 16;

/// Computes the errors of the module in a directory.
type ErrorsOf<'a> = &'a dyn Fn(&str) -> Vec<Diagnostic>;

/// The errors of modules by directory, computed once.
struct ModuleErrors<'a>(ErrorsOf<'a>, Ordered<String, Vec<Diagnostic>>);

impl ModuleErrors<'_> {
    fn of_module(&mut self, folder: &str) -> &[Diagnostic] {
        let Self(errors_of, known) = self;
        known.or_insert_with(folder.to_owned(), || errors_of(folder))
    }
}

/// Drops failures of calls that are already reported in the called module. If all calls of a module fail at the same
/// place, the failures get one cause.
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
    let Some(place) = finding.origin.map(|origin| origin.place).filter(|_| finding.is_error()) else {
        return Some(finding);
    };
    if is_beside_module(snapshot, place) {
        return Some(with_cause_at(snapshot, place, finding));
    }
    if !snapshot.is_selected(place.source) {
        return Some(finding);
    }
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
    Some(with_cause_at(snapshot, place, finding))
}

/// The failure of a call, with a cause at a place in the called module that the other calls share.
fn with_cause_at(snapshot: &Snapshot, place: Span, finding: Diagnostic) -> Diagnostic {
    let words =
        SharedWords::Others("another call fails there too".into(), "other calls fail there too".into());
    let path = snapshot.path(place.source);
    let key = format!("calls that fail at {path}:{} {}", place.range.start, finding.code);
    finding.caused_by(SharedCause::of_run(key, words))
}

/// Returns `true` if the value at a place is the same in all calls of its module, as the path of a file next to the
/// module is.
fn is_beside_module(snapshot: &Snapshot, place: Span) -> bool {
    let tree = &*snapshot.parsed(place.source).tree;
    let mut roots = OrderedSet::new();
    for expr in tree.expr_ids().filter(|expr| tree.expr(*expr).range == place.range) {
        graph::each_reference(tree, expr, &mut |mention| {
            roots.insert((mention.root, mention.attribute(0)));
        });
    }
    roots.iter().eq([&("path", Some("module"))])
}
