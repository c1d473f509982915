//! Processing of findings: levels of rules, suppressions, baseline, fixes.
//!
//! All of it is pure: texts and findings go in, findings and texts come out. Deliberately absent: reading
//! and writing files, flags (the binary), and finding anything wrong with configuration itself.

pub mod baseline;
mod directives;
pub mod fixes;
pub mod levels;
pub(crate) mod misspelt;
mod reach;
mod suppress;

pub use suppress::{Comments, Hidden, Suppressed, is_marked, suppress};
