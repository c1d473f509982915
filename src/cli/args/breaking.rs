//! The arguments of `hclx breaking`.

use std::ffi::OsString;

use anyhow::Context as _;
use hclx_report::Format;

use super::{Context, Matches};
use crate::output::Look;

/// The arguments of `breaking`.
#[derive(Clone, Debug)]
pub(crate) struct BreakingArgs {
    /// The style of output.
    pub look: Look,
    /// The directory of the new version.
    pub folder: Option<OsString>,
    /// The old version: a git revision or a directory.
    pub against: String,
    /// The highest level of change that is allowed.
    pub expect: Option<String>,
    /// Patterns of modules without callers outside of the repository.
    pub internal: Vec<String>,
    /// Also compare the interfaces of internal modules.
    pub all: bool,
    /// The form of findings.
    pub format: Option<Format>,
    /// Print a changelog.
    pub changelog: bool,
    /// The shared flags.
    pub context: Context,
}

impl Matches {
    /// The arguments of `breaking`.
    ///
    /// # Errors
    /// If a number is malformed, or there is nothing to compare with.
    pub(crate) fn breaking(&self) -> anyhow::Result<BreakingArgs> {
        let against = self.text("against");
        Ok(BreakingArgs {
            look: self.look()?,
            folder: self.path("DIR"),
            against: against.context("missing `--against`: expected a git revision or a directory")?,
            expect: self.text("expect"),
            internal: self.texts("internal"),
            all: self.is_set("all"),
            format: self.text("format").as_deref().and_then(Format::from_name),
            changelog: self.is_set("changelog"),
            context: self.context()?,
        })
    }
}
