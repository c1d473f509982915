//! Modules that a repository runs itself, with their own state and values.

use hclx_analysis::Snapshot;
use hclx_syntax::body::BodyNames;

use super::module::Module;
use crate::terraform::files::roles;
use crate::terraform::packages::LOCK_FILE;

/// Returns `true` if a module has something that only roots have: automatically loaded values, a lock file, a backend.
pub(crate) fn is_deployed(snapshot: &Snapshot, module: &Module) -> bool {
    let is_held = |name: &str| roles::is_automatic(name) || name == LOCK_FILE;
    let listed = snapshot.list(&module.folder);
    listed.is_ok_and(|listed| listed.iter().any(|(name, _)| is_held(name))) || has_backend(module)
}

/// Returns `true` for a directory whose module is meant to be called, by convention: one below a directory named
/// `modules`.
pub(crate) fn is_inner(folder: &str) -> bool {
    folder.split('/').any(|step| step == "modules")
}

/// Returns `true` if a module configures where its state is stored.
pub(crate) fn has_backend(module: &Module) -> bool {
    let schema = BodyNames::new().block("backend", &["name"]).block("cloud", &[]);
    let mut settings = module.others.iter().filter(|written| &*written.block_type == "terraform");
    settings.any(|written| !written.view().partial_content(&schema).0.blocks.is_empty())
}
