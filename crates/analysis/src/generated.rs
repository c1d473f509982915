//! Files that one application generates in the directory of another before the other one runs.

use std::sync::Arc;

/// The files that an application generates in a directory, where they are known in advance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratedFiles {
    /// The literal parts of the contents.
    pub sources: Vec<Arc<[u8]>>,
    /// The literal ends of their paths; empty for a path that is not literal.
    pub ends: Vec<Arc<str>>,
    /// Set if a file may declare additional names.
    pub is_open: bool,
    /// The application, in prose, that writes a file with unknown contents.
    pub writer: Option<&'static str>,
}

impl GeneratedFiles {
    /// Adds the files of another set without duplicates, because many units include the same file.
    pub fn extend(&mut self, other: &Self) {
        self.is_open |= other.is_open;
        for source in &other.sources {
            if !self.sources.iter().any(|known| Arc::ptr_eq(known, source)) {
                self.sources.push(Arc::clone(source));
            }
        }
        for end in &other.ends {
            if !self.ends.contains(end) {
                self.ends.push(Arc::clone(end));
            }
        }
    }
}
