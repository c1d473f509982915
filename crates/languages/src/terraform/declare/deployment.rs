//! Modules that a repository runs itself, with a state and values of its own.

use hclx_analysis::Snapshot;
use hclx_syntax::body::BodyNames;

use super::module::Module;
use crate::terraform::files::roles;
use crate::terraform::packages::LOCK_FILE;

/// Returns `true` if a module contains what only a root has: automatically loaded values, a lock file, a backend.
pub(crate) fn is_deployed(snapshot: &Snapshot, module: &Module) -> bool {
    let is_held = |name: &str| roles::is_automatic(name) || name == LOCK_FILE;
    let listed = snapshot.list(&module.folder);
    listed.is_ok_and(|listed| listed.iter().any(|(name, _)| is_held(name))) || has_backend(module)
}

/// Returns `true` for the directory of a module that others call, by convention: below one with the name `modules`.
pub(crate) fn is_inner(folder: &str) -> bool {
    folder.split('/').any(|step| step == "modules")
}

/// Returns `true` if a module sets the place of its state.
pub(crate) fn has_backend(module: &Module) -> bool {
    let schema = BodyNames::new().block("backend", &["name"]).block("cloud", &[]);
    let mut settings = module.others.iter().filter(|written| &*written.block_type == "terraform");
    settings.any(|written| !written.view().partial_content(&schema).0.blocks.is_empty())
}
