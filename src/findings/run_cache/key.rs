//! The cache key of a run: everything that its findings depend on, except the disk.

use std::fmt::Debug;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use crate::cache::{self, hex};
use crate::cli::{Check, Context};
use crate::files::Selection;
use crate::inputs::Inputs;
use crate::open_texts::OpenTexts;
use crate::schema_cache;

/// A key under construction.
pub(crate) struct Key(Sha256);

impl Key {
    /// The key of a run with these arguments and a new selection. `forms` describes the influence of the
    /// output on the findings.
    pub(crate) fn new(asked: &Check, selection: &Selection, forms: &dyn Debug) -> Self {
        let mut key = Self(Sha256::new());
        // threads and progress output do not affect findings
        let context = Context { jobs: 0, quiet: false, open: OpenTexts::default(), ..asked.context.clone() };
        key.add("program", &(env!("CARGO_PKG_VERSION"), program()));
        key.add("folder", &std::env::current_dir().ok());
        key.add("context", &context);
        key.add("paths", &asked.paths);
        key.add("spec", &asked.spec);
        key.add("levels", &(&asked.select, &asked.ignore, &asked.warn, &asked.deny, asked.no_ignores));
        key.add("forms", forms);
        key.add("cache", &(cache::folder("schemas"), schema_cache::folders()));
        key.add("found", &(&selection.named, &selection.dangling));
        selection.paths.iter().for_each(|path| key.bytes(path.as_bytes()));
        selection.skipped.iter().for_each(|skipped| key.add("skipped", &skipped));
        key.add("same", &selection.same.groups());
        key.add("trust", &selection.disk.places().limits());
        key
    }

    /// Completes the key with the arguments and settings of the run.
    pub(super) fn finish(mut self, inputs: &Inputs) -> String {
        for (_, source) in inputs.sources.iter() {
            self.bytes(source.name().as_bytes());
            self.bytes(source.bytes());
        }
        hex(&self.0.finalize())
    }

    fn add(&mut self, name: &str, value: &dyn Debug) {
        self.bytes(name.as_bytes());
        self.bytes(format!("{value:?}").as_bytes());
    }

    /// Adds a part with its length, so that different lists of parts never have the same bytes.
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// The size and modification time of the program: another build of the same version may report different
/// findings.
fn program() -> Option<(u64, u128)> {
    let metadata = std::env::current_exe().ok()?.metadata().ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((metadata.len(), modified.as_nanos()))
}
