//! The findings of earlier runs, reused by runs that would report the same ones.
//!
//! The cache has one entry for each set of arguments and files, with the disk accesses of the run and its
//! findings. An entry is valid while the disk returns the same results.

mod entry;
mod key;

use std::sync::Arc;

use hclx_diag::Sources;

pub(crate) use entry::FindingCollector;
pub(crate) use key::Key;

use crate::cache::{Reads, Store};
use crate::disk::Disk;
use crate::files::Selection;
use crate::findings::Outcome;
use crate::inputs::Inputs;
use entry::CacheEntry;

/// The entries, and the record of the current run.
pub(crate) struct Runs {
    store: Store,
    reads: Arc<Reads>,
    /// The name of the entry of this run, once it is known.
    name: Option<String>,
    /// The number of sources that are not files.
    texts: usize,
}

/// The results of an earlier run, with their sources.
pub(crate) struct CachedRun {
    /// The results.
    pub(crate) outcome: Outcome,
    /// The sources that findings point into.
    pub(crate) sources: Sources,
}

impl Runs {
    /// Opens the entries, if the cache can be used. The files that the run reads are recorded in the
    /// selection.
    pub(crate) fn open(selection: &mut Selection) -> Option<Self> {
        let store = Store::open(selection.disk.places())?;
        let reads = Arc::new(Reads::default());
        selection.reads = Some(Arc::clone(&reads));
        Some(Self { store, reads, name: None, texts: 0 })
    }

    /// The results of an earlier run with this key, if the disk returns the same results as then.
    pub(crate) fn find(&mut self, key: Key, inputs: &Inputs, disk: &Disk) -> Option<CachedRun> {
        self.texts = inputs.sources.len();
        let content = self.store.find(self.name.insert(key.finish(inputs)))?;
        let mut sources = inputs.sources.clone();
        let outcome = read(&content, &mut sources, disk)?;
        Some(CachedRun { outcome, sources })
    }

    /// Stores the results of this run for later ones. A failure to do so does not fail the run.
    pub(crate) fn keep(&self, collected: FindingCollector, outcome: &Outcome, sources: &Sources) {
        let kept = collected.kept(outcome, sources, self.texts, &self.reads);
        let content = kept.and_then(|kept| serde_json::to_vec(&kept).ok());
        if let (Some(name), Some(content)) = (&self.name, content) {
            let _ = self.store.keep(name, &content);
        }
    }
}

/// The results in an entry, if the disk returns the results recorded in it. `sources` contains the sources
/// that are not files, and the others are added.
pub(crate) fn read(content: &[u8], sources: &mut Sources, disk: &Disk) -> Option<Outcome> {
    let kept: CacheEntry = serde_json::from_slice(content).ok()?;
    if kept.holds(disk) { kept.outcome(sources, disk) } else { None }
}
