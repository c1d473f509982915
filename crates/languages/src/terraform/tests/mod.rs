//! Test files: runs, assertions, overrides and mocks.

mod explain;
mod given;
pub(crate) mod mocks;
mod override_targets;
pub(crate) mod run_values;
mod state;
pub(crate) mod test_files;
pub(crate) mod verdicts;
