//! The files of a module, and the modules that it may call: known from names, settings, the manifest of
//! installed modules and the sources of calls, before anything is read as a module.

pub(crate) mod configured;
pub(crate) mod installed;
pub(crate) mod roles;
pub(crate) mod run;
pub(crate) mod sources;
pub(crate) mod versions;
