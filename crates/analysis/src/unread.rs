//! The files that a run could not read, and the findings that are withheld from affected units.

use std::sync::Mutex;

use hclx_diag::{Diagnostic, Ordered, locked};
use hclx_eval::Refusal;

use crate::file_path;

/// Files and directories of units that were not read, by path.
#[derive(Debug, Default)]
pub(crate) struct UnreadFiles(Mutex<Ordered<String, Refusal>>);

impl UnreadFiles {
    /// Records that a path was not read. Missing files, and files of the wrong kind, are reported by the
    /// code that requested them.
    pub(crate) fn keep(&self, path: &str, refusal: &Refusal) {
        if matches!(refusal, Refusal::NotRead(_) | Refusal::Failed(_)) {
            let mut kept = locked(&self.0);
            kept.or_insert_with(path.to_owned(), || refusal.clone());
        }
    }

    /// All paths with their refusals, in order.
    pub(crate) fn all(&self) -> Vec<(String, Refusal)> {
        let kept = locked(&self.0);
        kept.iter().map(|(path, refusal)| (path.clone(), refusal.clone())).collect()
    }

    /// Returns `true` if nothing that is known to be in a directory and may declare something was left
    /// unread.
    pub(crate) fn is_whole(&self, folder: &str, declares: impl Fn(&str) -> bool) -> bool {
        let kept = locked(&self.0);
        let is_in = |path: &&String| file_path::parent(path) == folder || *path == folder;
        !kept.keys().filter(is_in).any(|path| declares(path))
    }
}

/// Withholds findings that report a missing declaration, which may be in an unread file.
pub(crate) fn withhold_absences(findings: &mut Vec<Diagnostic>) {
    findings.retain(|finding| !finding.code.info().needs_all_files);
}
