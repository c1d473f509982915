//! Syntax and functions of Terraform before 0.15, which later releases refuse: no mistakes in a module that only earlier
//! ones run.

use hclx_diag::{Diagnostic, code_names as codes};

use crate::missing_names::text_at;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions::{allowed, asked};
use crate::terraform::files::run::Run;
use crate::terraform::files::versions::Version;
use crate::terraform::resolve::callers::CandidateCalls;
use crate::terraform::resolve::modules;

/// The release that refuses quoted types and removed the functions `list` and `map`.
const REFUSED_SINCE: Version = (0, 15);

/// The maximum length of a chain of calls that is followed.
const DEEPEST: usize = 8;

/// The findings without those about what all releases accept that may run a module, and a note about the releases.
pub(crate) fn without_excused(
    run: Run<'_>,
    module: &Module,
    findings: Vec<Diagnostic>,
) -> (Vec<Diagnostic>, Option<String>) {
    let is_old = |finding: &Diagnostic| {
        let is_type = finding.code == codes::TYPE_SYNTAX;
        if !is_type && finding.code != codes::UNKNOWN_FUNCTION {
            return false;
        }
        let text = text_at(run.snapshot, finding).unwrap_or_default();
        if is_type { text.starts_with('"') } else { matches!(&*text, "list" | "map") }
    };
    if !findings.iter().any(is_old) || !is_only_before(run, module, 0) {
        return (findings, None);
    }
    let (_, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_old);
    let folder = if module.folder.is_empty() { "." } else { &module.folder };
    let note =
        format!("only Terraform before 0.15 runs `{folder}`, which is judged by the rules of later releases");
    (others, Some(note))
}

/// Returns `true` if only releases before the one that refuses it run a module: its constraint says so, or those of
/// all that call it.
fn is_only_before(run: Run<'_>, module: &Module, depth: usize) -> bool {
    if allowed(run, module).are_all_before(REFUSED_SINCE) {
        return true;
    }
    if depth == DEEPEST || asked(module).is_some() {
        return false;
    }
    let all = CandidateCalls::of(run.snapshot);
    let callers = all.callers(&module.folder);
    !callers.is_empty()
        && callers.iter().all(|caller| {
            let caller = modules::load(run.snapshot, caller, run.flavor);
            is_only_before(run, &caller, depth + 1)
        })
}
