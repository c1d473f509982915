//! The arguments that select a part of the files and of the findings.

use super::Matches;

/// A part of the files and of the findings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// `--only`: rules.
    pub only: Vec<String>,
    /// `--exclude`: patterns of files.
    pub exclude: Vec<String>,
    /// `--show-files`: print the names of the files instead of checking them.
    pub lists_files: bool,
}

impl Matches {
    /// The scope of a run.
    pub(super) fn scope(&self) -> Scope {
        Scope {
            only: self.texts("only"),
            exclude: self.texts("exclude"),
            lists_files: self.is_set("show-files"),
        }
    }
}

/// The names of rules in values of flags, in which commas separate several.
pub(crate) fn rule_names(values: &[String]) -> impl Iterator<Item = &str> {
    values.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|name| !name.is_empty())
}
