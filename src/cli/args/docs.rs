//! The arguments of `docs`.

use std::ffi::OsString;

use super::{Context, Matches};
use crate::output::Look;

/// The arguments of `docs`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Docs {
    /// The style of output.
    pub look: Look,
    /// The directories of modules; this directory by default.
    pub paths: Vec<OsString>,
    /// The output format of pages.
    pub format: Option<String>,
    /// The only file with settings of terraform-docs.
    pub docs_config: Option<OsString>,
    /// The file of a module that contains its page.
    pub inject: Option<OsString>,
    /// Write nothing, and exit with 1 if a file would change.
    pub check: bool,
    /// Document all modules below the directories.
    pub recursive: bool,
    /// The program whose output is imitated.
    pub compat: Option<String>,
    /// The order of rows.
    pub sort: Option<String>,
    /// The columns of inputs.
    pub columns: Option<String>,
    /// Give attributes of inputs their own rows.
    pub nested: bool,
    /// The sections to show, separated by commas.
    pub show: Option<String>,
    /// The sections to hide.
    pub hide: Option<String>,
    /// The file with the text above the page.
    pub header: Option<String>,
    /// The file with the text below the page.
    pub footer: Option<String>,
    /// The shared flags.
    pub context: Context,
}

impl Matches {
    /// The arguments of `docs`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn docs(&self) -> anyhow::Result<Docs> {
        Ok(Docs {
            look: self.look()?,
            paths: self.paths("PATH"),
            format: self.text("format"),
            docs_config: self.path("docs-config"),
            inject: self.path("inject"),
            check: self.is_set("check"),
            recursive: self.is_set("recursive"),
            compat: self.text("compat"),
            sort: self.text("sort"),
            columns: self.text("columns"),
            nested: self.is_set("nested"),
            show: self.text("show"),
            hide: self.text("hide"),
            header: self.text("header"),
            footer: self.text("footer"),
            context: self.context()?,
        })
    }
}
