//! Variables whose defaults are unused in the tree, because every values file of a root, or every call of the module,
//! sets them.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, is_demonstration, query};
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::body::BodyView;

use super::rule::Evaluator;
use crate::terraform::files::Folder;
use crate::terraform::files::roles::{self, Flavor, Role};
use crate::terraform::resolve::call_targets::called_by;
use crate::terraform::resolve::callers::CandidateCalls;
use crate::terraform::resolve::modules;
use crate::terraform::schemas::kind::Kind;

/// The calls of a module that are considered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountedCalls {
    /// All calls except those in examples and tests.
    OfUsers,
    /// All calls, if a default indicates that callers must set the variable.
    All,
}

/// The names of variables that are set by every values file in or below a module, and by every call of it.
pub(crate) fn always_set(run: Evaluator<'_>, folder: &str, counted: CountedCalls) -> OrderedSet<String> {
    let of_files = values_files(run, folder).into_iter().map(|file| names_in(run.snapshot, file));
    let mut all = of_files.chain(of_calls(run, folder, counted));
    let Some(first) = all.next() else { return OrderedSet::new() };
    all.fold(first, |common, names| common.into_iter().filter(|name| names.contains(name)).collect())
}

/// The values files for which this is the nearest directory with a module.
fn values_files(run: Evaluator<'_>, folder: &str) -> Vec<SourceId> {
    let is_module = |folder: &&str| roles::has_module(run.snapshot, folder, run.flavor);
    let belongs = |file: &&SourceId| {
        let path = run.snapshot.path(**file);
        file_path::is_inside(&path, folder)
            && file_path::upward(file_path::parent(&path)).find(is_module) == Some(folder)
    };
    run.snapshot.get(&SelectedValuesFiles).iter().filter(belongs).copied().collect()
}

query! {
    /// The values files among the selected files.
    struct SelectedValuesFiles -> Vec<SourceId>;
    |_, snapshot| {
        let is_values = |file: &&SourceId| roles::of_file(snapshot, **file) == Role::Values;
        snapshot.selected().iter().filter(is_values).copied().collect()
    }
}

/// The names that a values file sets.
fn names_in(snapshot: &Snapshot, file: SourceId) -> OrderedSet<String> {
    let parsed = snapshot.parsed(file);
    let (root, _) = BodyView::root(&parsed.tree, file);
    root.just_attributes().0.into_iter().map(|attribute| attribute.name.to_owned()).collect()
}

/// The names that each call of a module sets.
fn of_calls(run: Evaluator<'_>, folder: &str, counted: CountedCalls) -> Vec<OrderedSet<String>> {
    let candidates = CandidateCalls::of(run.snapshot);
    let is_counted = |caller: &&Folder| counted == CountedCalls::All || !is_demonstration(caller);
    let callers = candidates.callers(folder).iter().filter(is_counted);
    callers.flat_map(|caller| of_caller(run.snapshot, run.flavor, (caller, folder))).collect()
}

fn of_caller(snapshot: &Snapshot, flavor: Flavor, (caller, folder): (&str, &str)) -> Vec<OrderedSet<String>> {
    let called = called_by(snapshot, flavor, caller);
    let names: OrderedSet<&Arc<str>> =
        called.iter().filter(|(call, _)| call.folder == folder).map(|(call, _)| &call.name).collect();
    let module = modules::load(snapshot, caller, flavor);
    let calls = module.of_kind(Kind::Module).filter(|call| names.contains(&call.name));
    let set = calls.map(|call| {
        let view = call.written.view();
        view.just_attributes().0.into_iter().map(|attribute| attribute.name.to_owned()).collect()
    });
    set.collect()
}
