//! Files that one application writes into the folder of another before that runs.

use std::sync::Arc;

/// Files that an application writes into a folder, as far as they are known before it runs.
#[derive(Clone, Debug, Default)]
pub struct GeneratedFiles {
    /// The sources, as far as they are written out.
    pub sources: Vec<Arc<[u8]>>,
    /// A file may declare what is not written out here.
    pub is_open: bool,
    /// The application that writes a file of unknown contents, in prose.
    pub writer: Option<&'static str>,
}

impl GeneratedFiles {
    /// Takes in the files of another.
    pub fn extend(&mut self, other: &Self) {
        self.is_open |= other.is_open;
        self.add(&other.sources);
    }

    /// Takes in sources, each once: many units include the same file.
    pub fn add(&mut self, sources: &[Arc<[u8]>]) {
        for source in sources {
            if !self.sources.iter().any(|known| Arc::ptr_eq(known, source)) {
                self.sources.push(Arc::clone(source));
            }
        }
    }
}
