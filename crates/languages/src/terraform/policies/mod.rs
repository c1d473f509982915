//! Policies of Terraform: read from the directories of the settings, and judged for each instance of a resource.
//!
//! A verdict is about the values after apply: **violated** if a condition is false whatever is unknown, **satisfied** if
//! all are true or the filter certainly excludes the instance, **open** otherwise.
//!
//! Source of the rules: HashiCorp's reference of policies. Out of scope: tests of policies, providers and modules.

pub(crate) mod guesses;
mod read;
mod rule;
mod verdict;

use super::values::rule::Rule;

pub(crate) use read::POLICY_FILE;

/// The rule that judges resources by policies.
pub(crate) const RULES: &[&dyn Rule] = &[&rule::ResourcePolicies];
