//! A host that records the files that functions read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hclx_eval::{Entry, Host, Refusal};

use super::node::Dependency;
use super::recording::note;

/// The access to files for languages and functions.
#[derive(Debug)]
pub(crate) struct TrackedHost {
    host: Arc<dyn Host>,
    is_noted: Arc<AtomicBool>,
}

impl TrackedHost {
    pub(crate) fn new(host: Arc<dyn Host>, is_noted: Arc<AtomicBool>) -> Self {
        Self { host, is_noted }
    }
}

impl Host for TrackedHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        if self.is_noted.load(Ordering::Relaxed) {
            note(|| Dependency::Bytes(Arc::from(path), self.host.version(path)));
        }
        self.host.read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.host.look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.host.list(path)
    }

    fn resolve(&self, path: &str) -> Result<String, Refusal> {
        self.host.resolve(path)
    }

    fn version(&self, path: &str) -> u64 {
        self.host.version(path)
    }
}
