//! The blocks of the language itself, as rows: modules, backends, test files.
//!
//! Deliberately absent: what providers add (`providers`).

pub(crate) mod backends;
mod blocks;
pub(crate) mod test_files;

pub(crate) use blocks::{
    ESCAPE, MANAGED_ONLY, REMOVED_PROVISIONERS, block, built_in_provider, check, data, escaped, free, import,
    joined, language, meta, module, module_file, moved, open, output, provider, provisioner, query_file,
    relaxed, removed, resource, terraform, terraform_data, terraform_remote_state, value, variable,
};
