//! The run that `check --watch` keeps between rounds: after a change, only results that depend on the changed files
//! are recomputed.

use std::sync::Arc;

use hclx_diag::Sources;

use crate::files::Selection;
use crate::inputs::Inputs;
use crate::judging::Run;

/// The run of the last round.
#[derive(Default)]
pub(crate) struct Live {
    kept: Option<Run>,
    /// The files of the run, and the sources that are not files, such as settings and arguments.
    of: (Vec<String>, Sources),
}

impl Live {
    /// The run of the last round, if only contents of its files changed since. Otherwise, the reads of a new run are
    /// recorded.
    pub(crate) fn resume(&mut self, selection: &mut Selection, inputs: &mut Inputs) -> Option<Run> {
        let of = (selection.paths.clone(), inputs.sources.clone());
        let is_same = of.0 == self.of.0 && are_like(&of.1, &self.of.1);
        self.of = of;
        let mut kept = self.kept.take();
        let resumed = kept.take_if(|run| is_same && run.resume(selection, inputs));
        if resumed.is_none() {
            selection.reads = Some(Arc::default());
        }
        resumed
    }

    /// Keeps a run for the next round.
    pub(crate) fn keep(&mut self, mut run: Run) {
        run.sweep();
        drop(run.snapshot.take_outdated());
        self.kept = Some(run);
    }

    /// The files that the run has read or looked for, including those accessed by functions.
    pub(crate) fn files(&self) -> Vec<String> {
        let recording = self.kept.as_ref().and_then(|run| run.recording.as_ref());
        recording.map(|recording| recording.files()).unwrap_or_default()
    }
}

/// Returns `true` if two collections have the same sources.
fn are_like(one: &Sources, other: &Sources) -> bool {
    let mut pairs = one.iter().zip(other.iter());
    one.len() == other.len() && pairs.all(|((_, a), (_, b))| a.name() == b.name() && a.bytes() == b.bytes())
}
