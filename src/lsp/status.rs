//! The status of a folder: the reasons why something is not checked, or changes are detected late.

/// The status of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    /// The first error in the settings, if they are invalid.
    pub(crate) settings: Option<String>,
    /// Sentences about everything that was not fully checked, such as providers without a schema.
    pub(crate) notes: Vec<String>,
}
