//! The versions of Terraform and OpenTofu that a module allows.

use hclx_analysis::Snapshot;
use hclx_diag::Span;

use super::declaration::BlockSource;
use super::deployment::is_deployed;
use super::module::Module;
use crate::terraform::files::environment;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::toolchain::Toolchain;
use crate::terraform::files::versions::{Bounds, RightSide, Version, bounds};
use crate::terraform::schemas;

/// The Terraform versions in which callers lose the sensitivity of outputs: the first, and the one that fixed
/// it.
pub(crate) const FORGETFUL: (Version, Version) = ((1, 8), (1, 13));

/// Returns `true` if the module and the repository allow a version in which callers lose the sensitivity of
/// outputs.
pub(crate) fn may_forget_sensitive(run: Run<'_>, module: &Module) -> bool {
    let (since, until) = FORGETFUL;
    let meets = |bounds: &Bounds| bounds.meet(since, until);
    *module.may_forget_sensitive.get_or_init(|| {
        run.flavor == Flavor::Terraform
            && asked(module).is_none_or(|asked| meets(&asked.bounds))
            && pin_bounds(run, module).is_none_or(|bounds| meets(&bounds))
    })
}

/// The first versions that skip the right side of `&&` and `||` if the left side decides.
pub(crate) const SKIPPING: [(&str, Version); 2] = [("Terraform", (1, 12)), ("OpenTofu", (1, 10))];

/// Determines whether the versions that a module and the settings allow evaluate the right side of `&&` and `||`.
pub(crate) fn right_side(run: Run<'_>, module: &Module) -> RightSide {
    *module.right_side.get_or_init(|| {
        let (_, since) = SKIPPING[usize::from(run.flavor == Flavor::OpenTofu)];
        let asked = asked_of_runs(run.snapshot, run.flavor, module).map(|asked| asked.bounds);
        let all: Vec<Bounds> = asked.into_iter().chain(pin_bounds(run, module)).collect();
        let (Some(first), rest) = (all.first(), all.iter().skip(1)) else { return RightSide::Skipped };
        let bounds = rest.fold(*first, |all, one| all.and(*one));
        match (bounds.meet((0, 0), since), bounds.meet(since, (u32::MAX, 0))) {
            (true, false) => RightSide::Evaluated,
            (true, true) => RightSide::Either,
            (false, _) => RightSide::Skipped,
        }
    })
}

/// Returns `true` if all versions that a module allows skip the right side of `&&` and `||` when the left side decides.
pub(crate) fn always_skips(run: Run<'_>, module: &Module) -> bool {
    let (_, since) = SKIPPING[usize::from(run.flavor == Flavor::OpenTofu)];
    allowed(run, module).are_all_from(since)
}

/// The first release of OpenTofu.
const FIRST_OF_OPENTOFU: Version = (1, 6);

/// The last known release of OpenTofu.
pub(crate) const LAST_OF_OPENTOFU: Version = (1, 13);

/// The first version that may run a module, regardless of its constraints: the first release of the application, or the
/// lowest one that pipelines install if only the repository runs the module.
fn first_that_runs(snapshot: &Snapshot, flavor: Flavor, module: &Module) -> Option<Version> {
    let first = (flavor == Flavor::OpenTofu).then_some(FIRST_OF_OPENTOFU);
    first_installation(snapshot, flavor, module).filter(|_| is_deployed(snapshot, module)).max(first)
}

/// The allowed versions of a module among those that may run it; `None` if it has no constraint.
pub(crate) fn asked_of_runs(
    snapshot: &Snapshot,
    flavor: Flavor,
    module: &Module,
) -> Option<RequiredVersions> {
    let mut asked = asked(module)?;
    if let Some(first) = first_that_runs(snapshot, flavor, module) {
        asked.bounds = asked.bounds.among(first);
        asked
            .constraints
            .iter_mut()
            .for_each(|constraint| constraint.bounds = constraint.bounds.among(first));
    }
    Some(asked)
}

/// The bounds of the version that the repository pins for a module.
fn pin_bounds(run: Run<'_>, module: &Module) -> Option<Bounds> {
    let toolchain = Toolchain::of(run.snapshot, &module.folder);
    toolchain.get(run.flavor).and_then(|pinned| bounds(&pinned.version))
}

/// The lowest version that pipelines install, unless the repository pins one.
fn first_installation(snapshot: &Snapshot, flavor: Flavor, module: &Module) -> Option<Version> {
    let toolchain = Toolchain::of(snapshot, &module.folder);
    match toolchain.get(flavor) {
        Some(_) => None,
        None => environment::first_release(snapshot, &module.folder, flavor.into()),
    }
}

/// The bounds of the versions that may run a module, according to its constraints and the repository.
pub(crate) fn allowed(run: Run<'_>, module: &Module) -> Bounds {
    let by_module = asked(module).map_or_else(Bounds::default, |asked| asked.bounds);
    pin_bounds(run, module).map_or(by_module, |pinned| by_module.and(pinned))
}

/// The bounds of the versions that test a module: those that may run it, starting with the lowest one that pipelines
/// install.
pub(crate) fn test_bounds(run: Run<'_>, module: &Module) -> Bounds {
    let allowed = allowed(run, module);
    let installed = first_installation(run.snapshot, run.flavor, module).map(Bounds::since);
    installed
        .filter(|installed| !allowed.exclude(installed))
        .map_or(allowed, |installed| allowed.and(installed))
}

/// The versions that a module allows.
pub(crate) struct RequiredVersions {
    /// The constraints; a version must satisfy all of them.
    pub(crate) constraints: Vec<Constraint>,
    /// The combined bounds of all constraints.
    pub(crate) bounds: Bounds,
}

/// A version constraint of a module.
pub(crate) struct Constraint {
    pub(crate) place: Span,
    pub(crate) text: String,
    pub(crate) bounds: Bounds,
}

/// The versions allowed by a module's constraints; `None` if there are none.
pub(crate) fn asked(module: &Module) -> Option<RequiredVersions> {
    let of_terraform = module.others.iter().filter(|one| &*one.block_type == "terraform");
    let mut found: Vec<(&BlockSource, Constraint)> = of_terraform
        .filter_map(|written| {
            let attribute = written.attribute(&schemas::terraform(), "required_version")?;
            let text = written.parsed.tree.string(attribute.value)?.to_owned();
            // A malformed constraint is reported, but restricts nothing.
            let bounds = bounds(&text)?;
            let place = written.expr_span(attribute.value);
            Some((&**written, Constraint { place, text, bounds }))
        })
        .collect();
    // An override file replaces the constraints of all files before it.
    let last = found.last()?.0;
    if last.is_override {
        let source = last.source;
        found.retain(|(written, _)| written.source == source);
    }
    let constraints: Vec<Constraint> = found.into_iter().map(|(_, constraint)| constraint).collect();
    let bounds = constraints.iter().fold(Bounds::default(), |all, one| all.and(one.bounds));
    Some(RequiredVersions { constraints, bounds })
}
