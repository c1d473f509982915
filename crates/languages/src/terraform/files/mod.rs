//! The files of a module and the modules that it may call. They are determined from names, settings, the list of
//! installed modules and the sources of calls, before any module is read.

pub(crate) mod configured;
pub(crate) mod copied;
pub(crate) mod environment;
pub(crate) mod installed;
pub(crate) mod links;
pub(crate) mod placeholders;
pub(crate) mod provider_examples;
pub(crate) mod roles;
pub(crate) mod run;
pub(crate) mod sources;
pub(crate) mod test_steps;
pub(crate) mod tested;
pub(crate) mod text_links;
pub(crate) mod toolchain;
pub(crate) mod versions;

use std::sync::Arc;

/// The path of a directory, as a key.
pub(crate) type Folder = Arc<str>;
