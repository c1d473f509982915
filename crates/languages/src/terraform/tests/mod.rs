//! Test files: runs, assertions, overrides and mocks.

mod explain;
pub(crate) mod findings;
mod judgement;
mod mock_blocks;
mod mock_fixes;
mod mocked_values;
pub(crate) mod mocks;
mod override_targets;
mod plan_options;
mod shared_plans;
mod shared_values;
pub(crate) mod test_files;
pub(crate) mod verdicts;
