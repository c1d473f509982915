//! Files in memory as a host: for tests, fuzzing and callers without a disk.

use std::sync::Arc;

use hclx_diag::Ordered;
use hclx_eval::{Entry, Host, Refusal};

use crate::file_path::{clean, is_inside, parent};

/// Files by clean path; only directories that contain files exist.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: Ordered<String, Arc<[u8]>>,
}

impl Memory {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(clean(path), bytes.into());
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
        let is_folder = path == "." || self.files.keys().any(|file| is_inside(file, &path));
        if is_folder { Ok(Entry::Directory) } else { Err(Refusal::Missing) }
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let folder = clean(path);
        if self.look(&folder)? != Entry::Directory {
            return Err(Refusal::Other("a file".to_owned()));
        }
        let mut names: Ordered<String, Entry> = Ordered::new();
        for file in self.files.keys() {
            let mut at = file.as_str();
            let mut entry = Entry::File;
            while at != "." && at != "/" {
                if parent(at) == folder {
                    names.insert(crate::file_name(at).to_owned(), entry);
                    break;
                }
                at = parent(at);
                entry = Entry::Directory;
            }
        }
        Ok(names.into_iter().collect())
    }
}
