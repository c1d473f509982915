//! A host whose paths are relative to a directory and confined to a root, for the functions of a
//! configuration.

use std::sync::Arc;

use hclx_eval::{Entry, Host, Refusal};

use crate::file_path;

/// A host with paths relative to `base`. Files outside of `root`, even if reached through links, are not
/// read, so their contents are unknown.
#[derive(Debug)]
pub struct RootedHost {
    host: Arc<dyn Host>,
    base: Arc<str>,
    /// The root, with all links resolved.
    root: String,
}

impl RootedHost {
    /// A host for paths from `base` to files below `root`.
    ///
    /// # Errors
    /// If the root does not exist.
    pub fn new(host: Arc<dyn Host>, base: &str, root: &str) -> Result<Self, Refusal> {
        match host.look(root)? {
            Entry::Directory => {}
            _ => return Err(Refusal::NotRead("not a directory".to_owned())),
        }
        let root = host.resolve(root)?;
        Ok(Self { host, base: base.into(), root })
    }

    fn find(&self, path: &str) -> Result<String, Refusal> {
        let outside = || Refusal::NotRead(format!("`{path}` is outside of the root"));
        let found = match self.host.resolve(&file_path::join(&self.base, path)) {
            Ok(found) => found,
            Err(Refusal::NotRead(_)) => return Err(outside()),
            Err(refusal) => return Err(refusal),
        };
        if file_path::is_inside(&found, &self.root) { Ok(found) } else { Err(outside()) }
    }
}

impl Host for RootedHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.host.read(&self.find(path)?)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.host.look(&self.find(path)?)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let folder = self.find(path)?;
        let mut entries = Vec::new();
        for (name, entry) in self.host.list(&folder)? {
            // a broken link, or a link to a target outside the root, leaves the contents of the directory
            // unknown
            match self.find(&file_path::join(&folder, &name)) {
                Ok(_) => entries.push((name, entry)),
                Err(Refusal::Missing) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(entries)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.find(path)
    }
}
