//! The schemas of the language's own blocks, as rows: modules, backends, test files.
//!
//! Out of scope: the schemas of providers (`providers`).

mod attributes;
pub(crate) mod backends;
mod blocks;
pub(crate) mod encryption;
pub(crate) mod kind;
pub(crate) mod test_files;

pub(crate) use attributes::{free, is_implied_id, joined};
pub(crate) use blocks::{
    ESCAPE, EVENTS, MANAGED_ONLY, PROVIDER_ARGUMENTS, PROVIDER_BLOCKS, REMOVED_PROVISIONERS, built_in,
    built_in_provider, built_in_types, check, connection, data, escaped, import, is_meta, language, meta,
    meta_of_type, module, module_blocks, module_file, moved, open, output, overriding, provider, provisioner,
    query_file, relaxed, removed, resource, terraform, variable,
};
