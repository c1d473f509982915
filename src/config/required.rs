//! The schemas that a run requires, because of a flag or the settings.

/// The schemas that a run requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequiredSchemas {
    /// For each provider, the schema of a release that may be selected.
    Admitted,
    /// For each provider, the schema of the one release that is selected.
    Exact,
}

impl RequiredSchemas {
    /// The names, in the order of the flag's choices.
    pub(crate) const NAMES: &[&str] = &["admitted", "exact"];

    /// The requirement with a name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "admitted" => Some(Self::Admitted),
            "exact" => Some(Self::Exact),
            _ => None,
        }
    }
}
