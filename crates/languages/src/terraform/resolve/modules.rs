//! The modules of directories, read once; their references are resolved on demand.

use std::sync::Arc;

use hclx_analysis::{Snapshot, UnchangedReads, query};
use hclx_diag::SourceId;

use super::dependencies;
use crate::terraform::declare::changes::ModuleDiff;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::{self, Flavor, ModuleFiles, ModuleKey};

/// The module in a directory, read once.
pub(crate) fn load(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Arc<Module> {
    snapshot.get(&LoadModule(ModuleKey::new(folder, flavor)))
}

query! {
    /// The module in a directory.
    struct LoadModule(ModuleKey) -> Module, of Unit |LoadModule(key)| &key.folder;
    |LoadModule(ModuleKey { folder, flavor }), snapshot, cx| {
        let (later, before) = (cx.lazy(), cx.previous());
        let files = roles::of_folder(snapshot, folder, *flavor);
        let again = before.as_ref().and_then(|before| resolved_again(snapshot, before, &files));
        let mut module = again.unwrap_or_else(|| Module::read(snapshot, folder, &files, None));
        module.later = Arc::clone(&later);
        let changes = before.and_then(|before| ModuleDiff::between(before, &module));
        if let Some(mut changes) = changes {
            let unchanged = snapshot.takes_over(&later, &changes.before.later, &module.files);
            changes.has_same_children = unchanged == UnchangedReads::All;
            if unchanged != UnchangedReads::None {
                changes.keep(&module);
            }
        }
        module
    }
}

/// The files of the module in a directory, if its declarations follow from facts about single files. A query that reads
/// these facts instead of the module is known to be unchanged after most edits, before the module, on which it depends,
/// is read again. `None` if files override declarations, or if nothing is kept for another revision.
pub(crate) fn apart(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Option<Arc<ModuleFiles>> {
    let files = (snapshot.number() > 0).then(|| roles::of_folder(snapshot, folder, flavor))?;
    files.overrides.is_empty().then_some(files)
}

/// The module in a directory as seen by `terraform query`: including the declarations of query
/// files.
pub(crate) fn with_queries(
    snapshot: &Snapshot,
    folder: &str,
    flavor: Flavor,
    queries: &[SourceId],
) -> Module {
    let files = roles::of_folder(snapshot, folder, flavor);
    Module::read(snapshot, folder, &files, Some(queries))
}

/// The module after an edit. Only the edited files, and those that mention changed names, are resolved again.
fn resolved_again(snapshot: &Snapshot, before: &Module, files: &ModuleFiles) -> Option<Module> {
    let (module, reread) = Module::read_again(snapshot, before, files)?;
    dependencies::connect_again(&module, before, &reread).then_some(module)
}
