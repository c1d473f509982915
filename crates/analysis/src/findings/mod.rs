//! Processing of findings: levels of rules, suppressions, baseline, fixes.
//!
//! Everything here is pure: sources and findings in, findings and sources out. Out of scope: reading and
//! writing files, flags (the binary), and finding mistakes in configuration.

pub mod baseline;
mod directives;
pub mod fixes;
pub mod levels;
pub(crate) mod misspelt;
mod reach;
mod suppress;

pub use suppress::{Comments, Hidden, Suppressed, is_marked, suppress};
