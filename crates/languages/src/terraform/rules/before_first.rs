//! Syntax, functions and experiments of earlier releases of Terraform that later ones reject. In a module that only
//! earlier releases run, they are not mistakes.

use hclx_diag::{Code, Diagnostic, OrderedSet, code_names as codes};

use crate::missing_names::text_at;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions::{allowed, asked};
use crate::terraform::files::environment::lowest_release;
use crate::terraform::files::run::Run;
use crate::terraform::files::toolchain::Toolchain;
use crate::terraform::files::versions::{Version, bounds};
use crate::terraform::resolve::callers::CandidateCalls;
use crate::terraform::resolve::modules;

/// A form that releases reject or warn about, starting with one.
struct Refusal {
    since: Version,
    code: Code,
    /// Returns `true` for the source text that the finding points at.
    is_meant: fn(&str) -> bool,
}

const REFUSALS: &[Refusal] = &[
    // the name of a resource with `count` also denoted its only instance
    Refusal { since: (0, 12), code: codes::INSTANCE_KEY, is_meant: |_| true },
    // the version of a provider moved to `required_providers`
    Refusal { since: (0, 13), code: codes::DEPRECATED_NAME, is_meant: |text| text == "version" },
    Refusal { since: (0, 15), code: codes::TYPE_SYNTAX, is_meant: |text| text.starts_with('"') },
    Refusal {
        since: (0, 15),
        code: codes::UNKNOWN_FUNCTION,
        is_meant: |text| matches!(text, "list" | "map"),
    },
    Refusal { since: (1, 3), code: codes::UNKNOWN_FUNCTION, is_meant: |text| text == "defaults" },
    Refusal {
        since: (1, 3),
        code: codes::STATIC_EXPRESSION,
        is_meant: |text| text == "module_variable_optional_attrs",
    },
];

/// The maximum length of a chain of calls to follow.
const DEEPEST: usize = 8;

/// The findings without those about forms that all releases accept that may run the module, and a note about these
/// releases.
pub(crate) fn without_excused(
    run: Run<'_>,
    module: &Module,
    findings: Vec<Diagnostic>,
) -> (Vec<Diagnostic>, Option<String>) {
    let refused_since = |finding: &Diagnostic| {
        let mut of_code = REFUSALS.iter().filter(|refusal| refusal.code == finding.code).peekable();
        of_code.peek()?;
        let text = text_at(run.snapshot, finding)?;
        of_code.find(|refusal| (refusal.is_meant)(&text)).map(|refusal| refusal.since)
    };
    let refused: OrderedSet<Version> = findings.iter().filter_map(refused_since).collect();
    let excused: Vec<Version> =
        refused.iter().copied().filter(|since| is_only_before(run, module, *since, 0)).collect();
    let Some(since) = excused.iter().min().copied() else { return (findings, None) };
    let is_excused =
        |finding: &Diagnostic| refused_since(finding).is_some_and(|since| excused.contains(&since));
    let others = findings.into_iter().filter(|finding| !is_excused(finding)).collect();
    let folder = if module.folder.is_empty() { "." } else { &module.folder };
    let (major, minor) = since;
    let note = format!(
        "`{folder}` only works with Terraform before {major}.{minor}, but was checked by the rules of later releases"
    );
    (others, Some(note))
}

/// Returns `true` if only releases before `since` run a module, according to its constraint, or those of all its
/// callers, or, in the absence of constraints, the pipelines of the repository.
fn is_only_before(run: Run<'_>, module: &Module, since: Version, depth: usize) -> bool {
    if allowed(run, module).are_all_before(since) || is_installed_before(run, module, since) {
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
            is_only_before(run, &caller, since, depth + 1)
        })
}

/// Returns `true` if the pipelines of the repository install a release before `since`, and neither the module nor a
/// version file selects one.
fn is_installed_before(run: Run<'_>, module: &Module, since: Version) -> bool {
    let is_said =
        asked(module).is_some() || Toolchain::of(run.snapshot, &module.folder).get(run.flavor).is_some();
    let release = || lowest_release(run.snapshot, &module.folder, run.flavor.into());
    !is_said
        && release()
            .and_then(|release| bounds(&release.version))
            .is_some_and(|bounds| bounds.are_all_before(since))
}
