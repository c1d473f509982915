//! The arguments of `hclx test`.

use std::ffi::OsString;

use super::{Context, Matches};
use crate::output::Look;

/// The arguments of `test`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Test {
    /// The style of output.
    pub look: Look,
    /// Directories of modules; the current directory by default.
    pub paths: Vec<OsString>,
    /// The output format; `filters` for arguments that run the files with open runs, `coverage` for policies without
    /// mocks.
    pub format: Option<String>,
    /// The runs to print: `FILE` or `FILE:RUN`, with `*` for any characters.
    pub filters: Vec<String>,
    /// The directory of test files in a module.
    pub directory: String,
    /// An open run is a failure.
    pub deny_open: bool,
    /// Judge the runs again whenever a file changes.
    pub watch: bool,
    /// Succeed without a test file.
    pub allow_empty: bool,
    /// The shared flags.
    pub context: Context,
}

impl Matches {
    /// The arguments of `test`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn test(&self) -> anyhow::Result<Test> {
        Ok(Test {
            look: self.look()?,
            paths: self.paths("DIR"),
            format: match (self.is_set("coverage"), self.is_set("open-filters")) {
                (true, _) => Some("coverage".to_owned()),
                (false, true) => Some("filters".to_owned()),
                (false, false) => self.text("format"),
            },
            filters: self.texts("filter"),
            directory: self.text("test-directory").unwrap_or_else(|| "tests".to_owned()),
            deny_open: self.is_set("deny-open"),
            watch: self.is_set("watch"),
            allow_empty: self.is_set("allow-empty"),
            context: self.context()?,
        })
    }
}
