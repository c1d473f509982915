//! The names of a module that other modules can mention: its variables and outputs.

use std::sync::Arc;

use hclx_analysis::graph::Graph;
use hclx_analysis::symbols::{Names, SymbolKey};
use hclx_analysis::{Snapshot, query};
use hclx_diag::{Ordered, SourceId, TextRange};

use super::{call_targets, modules};
use crate::terraform::declare::declaration::{Declaration, find};
use crate::terraform::declare::part::{self, Place};
use crate::terraform::files::roles::{Flavor, ModuleKey};
use crate::terraform::schemas::kind::Kind;

/// The variables and outputs of the module in a directory.
#[derive(Default)]
pub(crate) struct PublicNames {
    /// The directory of the module.
    pub(crate) folder: Arc<str>,
    /// The keys of the variables and outputs, without references.
    pub(crate) names: Graph,
    /// Set if the directory contains no module.
    pub(crate) is_empty: bool,
}

impl PartialEq for PublicNames {
    fn eq(&self, other: &Self) -> bool {
        self.folder == other.folder
            && self.is_empty == other.is_empty
            && self.names.has_same_keys(&other.names)
    }
}

impl Eq for PublicNames {}

impl PublicNames {
    /// Finds a variable or output by name.
    pub(crate) fn find(&self, kind: Kind, name: &str) -> Option<SymbolKey> {
        find_in(&self.names, &self.folder, kind, name)
    }
}

/// Finds a variable or output by name in the graph of the module in a directory.
pub(crate) fn find_in(graph: &Graph, folder: &Arc<str>, kind: Kind, name: &str) -> Option<SymbolKey> {
    let node = find(graph, kind, "", name)?;
    Some(SymbolKey { root: Arc::clone(folder), key: graph.key(node).into() })
}

/// The keys of declarations that other modules can mention.
fn public_keys<'d>(declared: impl IntoIterator<Item = &'d Declaration>) -> Vec<Arc<str>> {
    let is_visible = |declaration: &&Declaration| matches!(declaration.kind, Kind::Variable | Kind::Output);
    declared.into_iter().filter(is_visible).map(|declaration| declaration.key().into()).collect()
}

/// The public names of the module in a directory. They follow from facts about files, so that dependents stay valid
/// after edits that declare the same names.
pub(crate) fn of(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Arc<PublicNames> {
    snapshot.get(&PublicNamesQuery(ModuleKey::new(folder, flavor)))
}

query! {
    /// The names of a module that other modules can mention.
    struct PublicNamesQuery(ModuleKey) -> PublicNames, when Revision(PartialEq::eq);
    |PublicNamesQuery(ModuleKey { folder, flavor }), snapshot| {
        let mut surface = PublicNames { folder: Arc::clone(folder), ..PublicNames::default() };
        let mut declare = |keys: &[Arc<str>]| {
            for key in keys {
                // a second declaration of a name does not count; without places, edits that only move declarations
                // produce an equal result
                let _ = surface.names.declare(Arc::clone(key), TextRange::new(0, 0).in_source(SourceId(0)));
            }
        };
        match modules::apart(snapshot, folder, *flavor) {
            Some(files) => {
                files.primary.iter().for_each(|file| declare(&snapshot.get(&PublicKeysInFile(*file))));
                surface.is_empty = files.primary.is_empty();
            }
            None => {
                let module = modules::load(snapshot, folder, *flavor);
                declare(&public_keys(&module.declarations));
                surface.is_empty = module.files.is_empty();
            }
        }
        surface
    }
}

/// The public names of the modules that a module calls.
#[derive(Default)]
pub(crate) struct CalledSurfaces {
    /// The public names by the name of the call.
    pub(crate) by_call: Ordered<Arc<str>, Arc<PublicNames>>,
    /// The keys of all called modules, without duplicates.
    pub(crate) names: Arc<Vec<Names>>,
}

impl PartialEq for CalledSurfaces {
    fn eq(&self, other: &Self) -> bool {
        self.by_call.iter().eq(other.by_call.iter())
    }
}

/// The public names of the modules that the module in a directory calls, without duplicates.
pub(crate) fn called(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Arc<CalledSurfaces> {
    snapshot.get(&CalledNames(ModuleKey::new(folder, flavor)))
}

query! {
    /// The public names of the modules that a module calls.
    struct CalledNames(ModuleKey) -> CalledSurfaces, when Revision(PartialEq::eq);
    |CalledNames(ModuleKey { folder, flavor }), snapshot| {
        let mut by_call = Ordered::new();
        let mut names = Vec::new();
        for call in call_targets::calls_of(snapshot, *flavor, folder).iter() {
            let surface = of(snapshot, &call.folder, *flavor);
            names.push((Arc::clone(&call.name), Arc::clone(&surface.folder), surface.names.keys_alone()));
            by_call.or_insert(Arc::clone(&call.name), surface);
        }
        CalledSurfaces { by_call, names: Arc::new(names) }
    }
}

query! {
    /// The keys that a file declares and other modules can mention, in source order.
    struct PublicKeysInFile(SourceId) -> Vec<Arc<str>>, when Revision(PartialEq::eq),
        of File |PublicKeysInFile(file)| *file;
    |PublicKeysInFile(file), snapshot| public_keys(&part::of(snapshot, *file, Place::Primary).declared)
}
