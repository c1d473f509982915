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
    /// The directory of the module.
    pub folder: Option<OsString>,
    /// The form of a JSON Schema.
    pub form: SchemaForm,
    /// The file to write.
    pub out: Option<OsString>,
    /// Write nothing, and exit with 1 if the file would change.
    pub check: bool,
    /// The shared flags.
    pub context: Context,
}

impl Matches {
    /// The arguments of `generate`.
    ///
    /// # Errors
    /// If a number is malformed, or a flag does not apply to the kind of file.
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
            "`--draft`, `--exact` and `--id` are for `hclx generate json-schema`"
        );
        let (out, check) = (self.path("out"), self.is_set("check"));
        anyhow::ensure!(out.is_some() || !check, "`--check` needs the file to look at: `--out FILE`");
        let folder = self.path("DIR");
        Ok(Generate { look: self.look()?, what, folder, form, out, check, context: self.context()? })
    }
}
