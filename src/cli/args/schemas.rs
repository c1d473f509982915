//! The arguments of `hclx schema`.

use clap::parser::ValueSource;

use super::Matches;
use crate::cli::Schema;
use crate::cli::schemas::FetchArgs;
use crate::flags::Flag;

impl Matches {
    /// The arguments of `schema`, which has these flags.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn schema(&self, flags: &[&'static Flag]) -> anyhow::Result<Schema> {
        Ok(Schema {
            look: self.look()?,
            action: self.text("ACTION").unwrap_or_default(),
            given: self.flag_names(flags),
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

    /// The names of the flags that were given.
    fn flag_names(&self, flags: &[&'static Flag]) -> Vec<&'static str> {
        let is_given = |flag: &&&Flag| self.0.value_source(flag.long) == Some(ValueSource::CommandLine);
        flags.iter().filter(is_given).map(|flag| flag.long).collect()
    }
}
