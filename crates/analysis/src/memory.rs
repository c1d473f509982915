//! A host of in-memory files, for tests, fuzzing and callers without a disk.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_diag::Ordered;
use hclx_eval::{Entry, Host, Refusal};

use crate::file_path::{clean, parent};

/// Files by clean path; a directory exists only if it contains files.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: Ordered<String, Arc<[u8]>>,
    /// The entries of each directory.
    folders: HashMap<String, Ordered<String, Entry>>,
}

impl Memory {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) {
        let path = clean(path);
        let (mut at, mut entry) = (path.as_str(), Entry::File);
        // the parent of a root is the root itself
        while parent(at) != at {
            let folder = parent(at);
            let entries = self.folders.entry(folder.to_owned()).or_default();
            let is_known = entries.insert(crate::file_name(at).to_owned(), entry).is_some();
            if is_known && entry == Entry::Directory {
                break;
            }
            (at, entry) = (folder, Entry::Directory);
        }
        self.files.insert(path, bytes.into());
    }
}

impl Host for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        match self.look(path)? {
            Entry::File => Ok(self.files[&clean(path)].to_vec()),
            _ => Err(Refusal::Other("a directory".to_owned())),
        }
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        let path = clean(path);
        if self.files.contains_key(&path) {
            return Ok(Entry::File);
        }
        let is_folder = path == "." || self.folders.contains_key(&path);
        if is_folder { Ok(Entry::Directory) } else { Err(Refusal::Missing) }
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let folder = clean(path);
        if self.look(&folder)? != Entry::Directory {
            return Err(Refusal::Other("a file".to_owned()));
        }
        let names = self.folders.get(&folder).into_iter().flat_map(Ordered::iter);
        Ok(names.map(|(name, entry)| (name.clone(), *entry)).collect())
    }
}
