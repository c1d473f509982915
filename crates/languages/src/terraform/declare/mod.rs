//! Declarations of modules: reads files, merges overrides and checks names.
//!
//! Out of scope: resolution of references (`resolve`), and values (`values`).

pub(crate) mod absent_parts;
pub(crate) mod address;
pub(crate) mod changes;
pub(crate) mod declaration;
pub(crate) mod deployment;
pub(crate) mod duplicates;
pub(crate) mod expressions;
pub(crate) mod generated;
pub(crate) mod holes;
pub(crate) mod leads;
mod leftovers;
pub(crate) mod memory;
pub(crate) mod mentions;
pub(crate) mod merge;
pub(crate) mod missing_header;
pub(crate) mod module;
pub(crate) mod naming;
pub(crate) mod part;
pub(crate) mod provider_calls;
pub(crate) mod required_providers;
pub(crate) mod required_versions;
pub(crate) mod typos;
pub(crate) mod variable;
