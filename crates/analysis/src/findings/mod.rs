//! Processing of findings: levels, suppressions, baseline, fixes.
//!
//! All functions here are pure: they map sources and findings to findings and sources. Out of scope:
//! reading and writing files, flags (the binary), and detecting problems in configuration.

pub mod baseline;
mod directives;
pub mod fixes;
mod foreign;
pub mod levels;
pub(crate) mod number;
mod reach;
pub(crate) mod suggestions;
mod suppress;

pub use directives::awaits_code;
pub use suppress::{Comments, SuppressedFinding, SuppressionResult, SuppressionRules, is_marked, suppress};
