//! The arguments about stored schemas.

use std::ffi::OsString;

use super::args::Matches;
use crate::config::Choice;
use crate::output::Look;

/// The arguments of `schema`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schema {
    /// The style of output.
    pub look: Look,
    /// The action.
    pub action: String,
    /// Files, types or providers.
    pub operands: Vec<String>,
    /// `--provider-version`, in order.
    pub versions: Vec<String>,
    /// The lock file.
    pub lock: Option<OsString>,
    /// `--append`.
    pub appends: bool,
    /// `--derived`.
    pub is_derived: bool,
    /// Schema files to use instead of the cache.
    pub provider_schemas: Vec<OsString>,
    /// The arguments of `fetch`.
    pub fetching: Fetching,
}

/// The arguments of `schema fetch`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fetching {
    /// `--dry-run`.
    pub is_dry: bool,
    /// `--with`.
    pub program: Option<String>,
    /// `--force`.
    pub is_forced: bool,
    /// `--yes`.
    pub is_confirmed: bool,
    /// The source of the settings.
    pub settings: Choice,
}

/// The schemas that are used in addition to those given by flags and settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SchemaSources {
    /// Those in the cache and in other directories, and those that are part of the program.
    #[default]
    Stored,
    /// Those that are part of the program.
    Shipped,
    /// None.
    Given,
}

impl Matches {
    /// The arguments of `schema`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn schema(&self) -> anyhow::Result<Schema> {
        Ok(Schema {
            look: self.look()?,
            action: self.text("ACTION").unwrap_or_default(),
            operands: self.texts("WHAT"),
            versions: self.texts("provider-version"),
            lock: self.path("lock"),
            appends: self.is_set("append"),
            is_derived: self.is_set("derived"),
            provider_schemas: self.paths("provider-schema"),
            fetching: Fetching {
                is_dry: self.is_set("dry-run"),
                program: self.text("with"),
                is_forced: self.is_set("force"),
                is_confirmed: self.is_set("yes"),
                settings: self.settings(),
            },
        })
    }
}
