//! The files that functions can read: those in and below the directory of the template.

use std::sync::Arc;

use hclx_analysis::{RootedHost, Snapshot};
use hclx_eval::{Entry, Host, NoHost, Refusal};

/// A host for existing files; a missing one may be created before a build.
#[derive(Debug)]
struct ExistingFiles(RootedHost);

impl ExistingFiles {
    fn forgiven<T>(answer: Result<T, Refusal>) -> Result<T, Refusal> {
        answer.map_err(|refusal| match refusal {
            Refusal::Missing => Refusal::NotRead("it does not exist yet".to_owned()),
            other => other,
        })
    }
}

impl Host for ExistingFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        Self::forgiven(self.0.read(path))
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        Self::forgiven(self.0.look(path))
    }
}

/// The file access of a unit's functions.
pub(super) fn host(folder: &str, snapshot: &Snapshot) -> Arc<dyn Host> {
    let base = if folder.is_empty() { "." } else { folder };
    match RootedHost::new(Arc::clone(snapshot.host()), base, base) {
        Ok(rooted) => Arc::new(ExistingFiles(rooted)),
        Err(_) => Arc::new(NoHost),
    }
}
