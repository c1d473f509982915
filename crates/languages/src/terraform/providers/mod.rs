//! What providers say of resources: packages of schemas, and which of them a module uses.

pub mod packages;
pub(crate) mod provider_functions;
pub(crate) mod provider_schemas;

pub use packages::*;
