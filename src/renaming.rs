//! A rename with its proof: the findings stay as they are.

use std::sync::Arc;

use hclx_analysis::symbols::SymbolKey;
use hclx_analysis::{Question, Session, Snapshot};
use hclx_diag::{Diagnostic, Edit, Ordered, SourceId};
use hclx_eval::Limits;
use hclx_ide::Refused;

use crate::findings::fixing::Change;
use crate::judging::Run;

/// A rename that leaves the findings as they are.
pub(crate) struct Renamed {
    /// The edits, by place in each file.
    pub(crate) edits: Vec<Edit>,
    /// The same as changes of files, by path.
    pub(crate) changes: Vec<Change>,
}

/// Renames a symbol in an answered run, whose session has the changed texts afterwards.
///
/// # Errors
/// The reason why it is refused.
pub(crate) fn rename(run: &mut Run, key: &SymbolKey, to: &str, limits: Limits) -> Result<Renamed, Refused> {
    let snapshot = run.session.snapshot();
    let renamed = hclx_ide::rename(&snapshot, key, to)?;
    prove(run, renamed.edits.into_iter().chain(renamed.moved).collect(), limits)
}

/// Makes edits in an answered run. Its session holds the changed files afterwards.
///
/// # Errors
/// If they bring an error.
pub(crate) fn prove(run: &mut Run, edits: Vec<Edit>, limits: Limits) -> Result<Renamed, Refused> {
    let snapshot = run.session.snapshot();
    let changes = changes(&snapshot, edits.iter().cloned());
    match worse(run, &changes, limits) {
        Some(worse) => Err(worse),
        None => Ok(Renamed { edits, changes }),
    }
}

/// The files that edits change, by path.
fn changes(snapshot: &Snapshot, edits: impl Iterator<Item = Edit>) -> Vec<Change> {
    let mut by_file: Ordered<SourceId, Vec<Edit>> = Ordered::new();
    for edit in edits {
        by_file.or_default(edit.span.source).push(edit);
    }
    let change = |(file, mut edits): (SourceId, Vec<Edit>)| {
        edits.sort_by_key(|edit| (edit.span.range.start, edit.span.range.end));
        let before: Arc<[u8]> = snapshot.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]));
        let after = hclx_format::apply(&before, &edits);
        Change::new(file, snapshot.path(file), before, after)
    };
    by_file.into_iter().map(change).collect()
}

/// The first error that the changes bring, which were wrong then: a name is used in a way that is not known.
fn worse(run: &mut Run, changes: &[Change], limits: Limits) -> Option<Refused> {
    let errors = |run: &Run| -> Vec<Diagnostic> {
        run.units
            .iter()
            .flat_map(|(_, answer)| &answer.findings)
            .filter(|one| one.is_error())
            .cloned()
            .collect()
    };
    let before = errors(run);
    apply(&mut run.session, changes);
    run.answer_again(&Question::Check, limits);
    let mut left: Vec<_> = before.iter().map(|one| (one.code, one.span.map(|span| span.source))).collect();
    let new = errors(run).into_iter().find(|one| {
        let same = (one.code, one.span.map(|span| span.source));
        match left.iter().position(|old| *old == same) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        }
    })?;
    let why = format!("the new name would be wrong: {}", new.message);
    Some(Refused { why, place: new.span })
}

fn apply(session: &mut Session, changes: &[Change]) {
    for change in changes {
        session.set(change.path(), change.after());
    }
}
