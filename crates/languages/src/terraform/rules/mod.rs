//! Rules of the language for blocks, one subject per file.

pub(crate) mod call_parts;
pub(crate) mod conditions;
pub(crate) mod connections;
pub(crate) mod constants;
pub(crate) mod constructs;
pub(crate) mod cycles;
pub(crate) mod enabled;
pub(crate) mod encryption;
pub(crate) mod ephemeral_arguments;
pub(crate) mod lifecycle;
pub(crate) mod moved;
pub(crate) mod provider_passing;
pub(crate) mod remote_state;
pub(crate) mod reserved;
pub(crate) mod settings;
pub(crate) mod statements;
pub(crate) mod typos;
