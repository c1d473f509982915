//! The arguments of `hclx schema`.

use super::Matches;
use crate::cli::Schema;
use crate::cli::schemas::FetchArgs;

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
            fetching: FetchArgs {
                is_dry: self.is_set("dry-run"),
                program: self.text("with"),
                is_forced: self.is_set("force"),
                is_confirmed: self.is_set("yes"),
                settings: self.settings(),
            },
        })
    }
}
