//! A rename with its proof: the findings stay as they are.

use hclx_analysis::symbols::SymbolKey;
use hclx_diag::Edit;
use hclx_eval::Limits;
use hclx_ide::Refused;

use crate::findings::fixing::Change;
use crate::judging::Run;
use crate::verdict;

/// A rename that leaves the findings as they are.
pub(crate) struct Renamed {
    /// The edits, by place in each file.
    pub(crate) edits: Vec<Edit>,
    /// The same as changes of files, by path.
    pub(crate) changes: Vec<Change>,
}

/// Renames a symbol in an answered run, whose session has the changed texts afterwards; with a `moved` block, if wanted.
///
/// # Errors
/// The reason why it is refused.
pub(crate) fn rename(
    run: &mut Run,
    (key, to): (&SymbolKey, &str),
    with_moved: bool,
    limits: Limits,
) -> Result<Renamed, Refused> {
    let snapshot = run.session.snapshot();
    let renamed = hclx_ide::rename(&snapshot, key, to)?;
    let moved = renamed.moved.filter(|_| with_moved);
    prove(run, renamed.edits.into_iter().chain(moved).collect(), limits)
}

/// Makes edits in an answered run. Its session holds the changed files afterwards.
///
/// # Errors
/// If they bring an error.
pub(crate) fn prove(run: &mut Run, edits: Vec<Edit>, limits: Limits) -> Result<Renamed, Refused> {
    let snapshot = run.session.snapshot();
    let changes = verdict::changes(&snapshot, edits.iter().cloned());
    match verdict::worse(run, (&changes, &[]), verdict::Same::File, limits) {
        // a name is used in a way that is not known
        Some(new) => {
            let why = format!("the new name would be wrong: {}", new.message);
            Err(Refused { why, place: new.span })
        }
        None => Ok(Renamed { edits, changes }),
    }
}
