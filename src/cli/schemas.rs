//! The arguments about stored schemas.

use std::ffi::OsString;

use crate::config::Choice;
use crate::output::Look;

/// The arguments of `schema`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schema {
    /// The style of output.
    pub look: Look,
    /// The action.
    pub action: String,
    /// The names of the flags that were given.
    pub given: Vec<&'static str>,
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
    pub fetching: FetchArgs,
}

/// The arguments of `schema fetch`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FetchArgs {
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
