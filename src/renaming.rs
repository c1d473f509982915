//! Renames that are verified not to change the findings.

use hclx_analysis::symbols::SymbolKey;
use hclx_diag::{Diagnostic, Edit, code_names as codes};
use hclx_eval::Limits;
use hclx_ide::RenameError;

use crate::findings::fixing::Change;
use crate::formatting;
use crate::judging::Run;
use crate::verdict;

/// A rename that does not change the findings.
pub(crate) struct CheckedRename {
    /// The edits, by place in each file.
    pub(crate) edits: Vec<Edit>,
    /// The same edits as changes of files, by path.
    pub(crate) changes: Vec<Change>,
    /// The edit among them that keeps deployed objects, if there is one.
    pub(crate) moved: Option<Edit>,
    /// The warning that the module allows versions without `moved` blocks.
    pub(crate) newer: Option<Diagnostic>,
}

/// Renames a symbol in an answered run, with a `moved` block if requested. Afterwards the run's session
/// contains the changed texts.
///
/// # Errors
/// The reason why it is refused.
pub(crate) fn rename(
    run: &mut Run,
    (key, to): (&SymbolKey, &str),
    with_moved: bool,
    limits: Limits,
) -> Result<CheckedRename, RenameError> {
    let snapshot = run.snapshot.clone();
    let renamed = hclx_ide::rename(&snapshot, key, to)?;
    let moved = renamed.moved.filter(|_| with_moved);
    let edits = renamed.edits.into_iter().chain(moved.clone()).collect();
    Ok(CheckedRename { moved, ..prove(run, edits, limits)? })
}

/// Applies edits to an answered run. Afterwards its session contains the changed files.
///
/// # Errors
/// If they cause an error.
pub(crate) fn prove(run: &mut Run, edits: Vec<Edit>, limits: Limits) -> Result<CheckedRename, RenameError> {
    let snapshot = run.snapshot.clone();
    let edits = formatting::alignment(&snapshot, edits);
    let changes = verdict::changes(&snapshot, edits.iter().cloned());
    let new = verdict::fresh(run, (&changes, &[]), verdict::MatchScope::File, limits);
    let newer = new.iter().find(|one| one.code == codes::LATER_VERSION).cloned();
    match new.into_iter().find(Diagnostic::is_error) {
        // the name is used in a way that the rename does not cover
        Some(new) => {
            let why = format!("the new name causes an error: {}", new.message);
            Err(RenameError { why, place: new.span })
        }
        None => Ok(CheckedRename { edits, changes, moved: None, newer }),
    }
}
