//! Policies of Terraform, read from the directories in the settings and checked for each instance in the tree of a
//! module: resources, module calls and provider configurations.
//!
//! A verdict is about the values after apply: **violated** if a condition is false whatever the unknown values are,
//! **satisfied** if all conditions are true or the filter excludes the instance, and **open** otherwise.
//!
//! Source of the rules: HashiCorp's reference of policies, with assumptions in `guesses`.

mod causes;
pub(crate) mod expressions;
pub(crate) mod guesses;
mod judge;
pub(crate) mod lookup;
mod places;
pub(crate) mod read;
mod report;
mod search;
mod starter;
mod stored;
mod tree;
pub(crate) mod verdict;

pub(crate) use judge::judge;
pub(crate) use read::POLICY_FILE;
pub(crate) use search::policies;
pub use search::policy_refusals;
pub use starter::{STARTER, STARTER_GROUPS, StarterPolicy};
