//! The arguments of `hclx generate`.

use std::ffi::OsString;

use hclx_present::{Draft, SchemaForm};

use super::{Context, Matches};
use crate::output::Look;

/// The arguments of `generate`.
#[derive(Clone, Debug)]
pub(crate) struct Generate {
    /// The style of output.
    pub look: Look,
    /// The kind of file to generate.
    pub what: String,
    /// The directories of modules; this directory by default.
    pub paths: Vec<OsString>,
    /// Include all modules below the directories.
    pub recursive: bool,
    /// The form of a JSON Schema.
    pub form: SchemaForm,
    /// The file to write; its name in each module if there may be several.
    pub out: Option<OsString>,
    /// Write nothing, and exit with 1 if the file would change.
    pub check: bool,
    /// The shared flags.
    pub context: Context,
}

impl Generate {
    /// Returns `true` if each module gets a file of its own.
    pub(crate) fn is_for_each(&self) -> bool {
        self.recursive || self.paths.len() > 1
    }
}

impl Matches {
    /// The arguments of `generate`.
    ///
    /// # Errors
    /// If a number is malformed, a flag does not apply to the kind of file, or several modules have no `--out`.
    pub(crate) fn generate(&self) -> anyhow::Result<Generate> {
        let what = self.text("WHAT").unwrap_or_default();
        let form = SchemaForm {
            draft: if self.text("draft").as_deref() == Some("07") {
                Draft::Draft07
            } else {
                Draft::Draft2020
            },
            is_exact: self.is_set("exact"),
            required_only: self.is_set("required-only"),
            id: self.text("id"),
        };
        let of_schema = self.text("draft").is_some() || form.is_exact || form.id.is_some();
        anyhow::ensure!(
            what == "json-schema" || !of_schema,
            "`--draft`, `--exact` and `--id` are for schemas\n  help: run `hclx generate json-schema`, or remove them"
        );
        let (out, check) = (self.path("out"), self.is_set("check"));
        anyhow::ensure!(out.is_some() || !check, "`--check` needs the file to look at: `--out FILE`");
        let (paths, recursive) = (self.paths("DIR"), self.is_set("recursive"));
        let (look, context) = (self.look()?, self.context()?);
        let asked = Generate { look, what, paths, recursive, form, out, check, context };
        anyhow::ensure!(
            asked.out.is_some() || !asked.is_for_each(),
            "several modules need a file for each\n  help: add `--out NAME`"
        );
        anyhow::ensure!(
            asked.form.id.is_none() || !asked.is_for_each(),
            "`--id` is for one module: several schemas cannot have the same `$id`"
        );
        Ok(asked)
    }
}
