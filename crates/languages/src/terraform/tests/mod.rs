//! Test files: runs, assertions, overrides and mocks.

pub(crate) mod mocks;
pub(crate) mod run_values;
mod state;
pub(crate) mod test_files;
