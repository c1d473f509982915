//! Files that a run could not read, and the findings that are withheld from the affected units.

use std::sync::{Mutex, PoisonError};

use hclx_diag::{Code, Diagnostic, Ordered, code_names as codes};
use hclx_eval::Refusal;

use crate::file_path;

/// Codes of findings that something is missing: it may be in a file that was not read.
const ABSENCE: &[Code] = &[
    codes::UNKNOWN_NAME,
    codes::REFERENCE_FORM,
    codes::UNKNOWN_TEXT,
    codes::MISSING_INPUT,
    codes::MODULE_SOURCE,
    codes::PROVIDER_CONFIGURATION,
    codes::ADDRESS,
    codes::OVERRIDES_NOTHING,
    codes::UNDECLARED_VALUE,
    codes::UNUSED_DECLARATION,
    codes::UNUSED_SUPPRESSION,
];

/// Files and directories of units that were not read, by path.
#[derive(Debug, Default)]
pub(crate) struct Unread(Mutex<Ordered<String, Refusal>>);

impl Unread {
    /// Records that a path was not read. Missing files, and files of the wrong kind, are reported by the
    /// code that requested them.
    pub(crate) fn keep(&self, path: &str, refusal: &Refusal) {
        if matches!(refusal, Refusal::NotRead(_) | Refusal::Failed(_)) {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.or_insert_with(path.to_owned(), || refusal.clone());
        }
    }

    /// All paths with their refusals, in order.
    pub(crate) fn all(&self) -> Vec<(String, Refusal)> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().map(|(path, refusal)| (path.clone(), refusal.clone())).collect()
    }

    /// Returns `true` if nothing known to be in a directory was left unread.
    pub(crate) fn is_whole(&self, folder: &str) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !kept.keys().any(|path| file_path::parent(path) == folder || path == folder)
    }
}

/// Drops findings that something is missing.
pub(crate) fn drop_absences(findings: &mut Vec<Diagnostic>) {
    findings.retain(|finding| !ABSENCE.contains(&finding.code));
}
