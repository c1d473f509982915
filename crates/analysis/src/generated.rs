//! Files that one application generates in the directory of another before the latter runs.

use std::sync::Arc;

/// Files that an application generates in a directory, as far as they can be known in advance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratedFiles {
    /// The contents, as far as they are literal.
    pub sources: Vec<Arc<[u8]>>,
    /// Set if a file may declare further names.
    pub is_open: bool,
    /// The application, in prose, that writes a file with unknown contents.
    pub writer: Option<&'static str>,
}

impl GeneratedFiles {
    /// Adds the files of another set.
    pub fn extend(&mut self, other: &Self) {
        self.is_open |= other.is_open;
        self.add(&other.sources);
    }

    /// Adds sources without duplicates: many units include the same file.
    pub fn add(&mut self, sources: &[Arc<[u8]>]) {
        for source in sources {
            if !self.sources.iter().any(|known| Arc::ptr_eq(known, source)) {
                self.sources.push(Arc::clone(source));
            }
        }
    }
}
