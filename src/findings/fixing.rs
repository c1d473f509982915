//! Applies edits to files: all of them in memory first, then each file atomically.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::Arc;

use hclx_analysis::findings::fixes::{self, Safety};
use hclx_analysis::{Question, Session, Unit};
use hclx_diag::{Diagnostic, Ordered, SourceId, Sources, counted};
use hclx_eval::{Budget, Limits};
use hclx_format::{Form, Style};
use hclx_program::findings::sorted;

use crate::disk::Disk;
use crate::duplicates::SameFiles;
use crate::files::reason;
use crate::findings::options::Options;
use crate::findings::{FactsByFile, diff, treat};
use crate::formatting;
use crate::names;
use crate::output;
use crate::parallel;
use crate::writing::{Failure, Replacement, Scope, WriteBatch};

/// A file that edits change.
pub(crate) struct Change {
    file: SourceId,
    /// The path.
    path: Arc<str>,
    before: Arc<[u8]>,
    after: Arc<[u8]>,
    /// The number of fixed findings.
    pub(crate) applied: usize,
}

impl Change {
    /// A file whose content is replaced by one edit.
    pub(crate) fn new(file: SourceId, path: Arc<str>, before: Arc<[u8]>, after: Vec<u8>) -> Self {
        Self { file, path, before, after: after.into(), applied: 1 }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The change of the file at its path, which is new if it had no contents.
    ///
    /// # Errors
    /// If its directory does not exist.
    pub(crate) fn replacement(&self) -> std::io::Result<Replacement> {
        let path = names::path(&self.path);
        let before = path.exists().then(|| Arc::clone(&self.before));
        Replacement::after(&path, before, Arc::clone(&self.after))
    }

    /// The old content.
    pub(crate) fn old_text(&self) -> &[u8] {
        &self.before
    }

    /// The new content.
    pub(crate) fn after(&self) -> &[u8] {
        &self.after
    }
}

/// The files changed by the edits of findings. Afterwards the session has the new contents.
///
/// Most edits are correct, so all are tried at once. Units that get worse are reverted and then fixed file by
/// file.
pub(crate) fn changes(
    session: &mut Session,
    findings: &[Diagnostic],
    options: &Options,
    safety: Safety,
    limits: Limits,
) -> Vec<Change> {
    let snapshot = session.snapshot();
    let mut by_file: Ordered<SourceId, Vec<&Diagnostic>> = Ordered::new();
    for finding in findings {
        let file = finding.span.map(|span| span.source).filter(|file| snapshot.is_selected(*file));
        // Findings without an editable file are grouped under a number that no file has.
        by_file.or_default(file.unwrap_or(SourceId(u32::MAX))).push(finding);
    }
    let mut changes: BTreeMap<SourceId, Change> = BTreeMap::new();
    for (file, own) in by_file {
        let Ok(before) = snapshot.bytes(file) else { continue };
        let fixes = fixes::proposed(file, before.len(), own, safety);
        let after: Arc<[u8]> = fixes::edited(&before, &fixes).into();
        if after != before {
            let change = Change { file, path: snapshot.path(file), before, after, applied: fixes.len() };
            session.set(&change.path, Arc::clone(&change.after));
            changes.insert(file, change);
        }
    }
    let mut again = take_back(session, findings, options, limits, &mut changes);
    let fixable =
        |file, findings: &[Diagnostic]| findings.iter().any(|one| fixes::chosen(one, file, safety).is_some());
    again.retain(|(file, findings)| fixable(*file, findings));
    for (file, _) in again {
        let Some(more) = change(session, file, options, safety, limits) else { continue };
        let first = changes.remove(&file);
        let applied = more.applied + first.as_ref().map_or(0, |first| first.applied);
        let before = first.map_or(more.before, |first| first.before);
        changes.insert(file, Change { before, applied, ..more });
    }
    let mut changes: Vec<Change> =
        changes.into_values().filter(|change| change.before != change.after).collect();
    for change in &mut changes {
        lay_out(session, change);
    }
    changes
}

/// Formats a file that was formatted before; otherwise only the items on lines that edits added. Files that still have
/// errors and JSON files are left unchanged.
fn lay_out(session: &mut Session, change: &mut Change) {
    let snapshot = session.snapshot();
    let texts = (&change.before, &change.after);
    let style = formatting::style(&snapshot, change.file);
    if let Some(after) = style.and_then(|style| formatting::layout_again(style, change.file, texts)) {
        change.after = after;
        session.set(&change.path, Arc::clone(&change.after));
        return;
    }
    for lines in diff::added_lines(&change.before, &change.after) {
        let form = Form { lines: Some(lines), ..Style::Plain.into() };
        let parsed = session.snapshot().parsed(change.file);
        let Ok(edits) = hclx_format::edits(&parsed, change.file, &form) else { return };
        // the number of lines does not change, so later line numbers stay valid
        change.after = hclx_format::apply(&change.after, &edits).into();
        session.set(&change.path, Arc::clone(&change.after));
    }
}

/// Checks all changed units, reverts the changes that made a unit worse, and returns the files that can be
/// fixed further with their findings.
fn take_back(
    session: &mut Session,
    before: &[Diagnostic],
    options: &Options,
    limits: Limits,
    changes: &mut BTreeMap<SourceId, Change>,
) -> Vec<(SourceId, Vec<Diagnostic>)> {
    let snapshot = session.snapshot();
    let changed = |unit: &&Unit| unit.files.iter().any(|file| changes.contains_key(file));
    let units: Vec<&Unit> = snapshot.units().iter().filter(changed).collect();
    let answer = |unit: &Unit| snapshot.answer(unit, &Question::Check, &Budget::new(limits)).findings;
    let after = parallel::map(units.clone(), answer).into_iter().flatten().collect();
    let after = sorted(&snapshot, after);
    let after = treat(&snapshot, after, options, &mut FactsByFile::new(), &|_| false).findings;
    let by_source = |findings: &[Diagnostic]| {
        let mut sorted: HashMap<SourceId, Vec<Diagnostic>> = HashMap::new();
        for finding in findings {
            if let Some(span) = finding.span {
                sorted.entry(span.source).or_default().push(finding.clone());
            }
        }
        sorted
    };
    let (before, after) = (by_source(before), by_source(&after));
    let of = |map: &HashMap<SourceId, Vec<Diagnostic>>, unit: &Unit| -> Vec<Diagnostic> {
        unit.files.iter().filter_map(|file| map.get(file)).flatten().cloned().collect()
    };
    let mut again = Vec::new();
    for unit in units {
        let left = of(&after, unit);
        let good = fixes::improves(&of(&before, unit), &left);
        for file in &unit.files {
            let Some(change) = changes.get(file) else { continue };
            let still = if good { after.get(file) } else { before.get(file) };
            again.push((*file, still.cloned().unwrap_or_default()));
            if !good {
                session.set(&change.path, Arc::clone(&change.before));
                changes.remove(file);
            }
        }
    }
    again
}

/// Applies more fixes to one file.
fn change(
    session: &mut Session,
    file: SourceId,
    options: &Options,
    safety: Safety,
    limits: Limits,
) -> Option<Change> {
    let snapshot = session.snapshot();
    let path = snapshot.path(file);
    let before = snapshot.bytes(file).ok()?;
    let mut judge = |bytes: &Arc<[u8]>| judged(session, file, bytes, options, limits);
    let findings = judge(&before);
    let fixed = fixes::fix(file, &before, findings, safety, &mut judge);
    let after = fixed.as_ref().map_or(&before, |fixed| &fixed.bytes);
    session.set(&path, Arc::clone(after));
    let fixed = fixed?;
    Some(Change { file, path, before, after: fixed.bytes, applied: fixed.applied })
}

/// The findings of the units that a file belongs to, after its contents are replaced.
fn judged(
    session: &mut Session,
    file: SourceId,
    bytes: &Arc<[u8]>,
    options: &Options,
    limits: Limits,
) -> Vec<Diagnostic> {
    let path = session.snapshot().path(file);
    session.set(&path, Arc::clone(bytes));
    let snapshot = session.snapshot();
    let units = snapshot.units().iter().filter(|unit| unit.files.contains(&file));
    let answers = units.map(|unit| snapshot.answer(unit, &Question::Check, &Budget::new(limits)));
    let mut findings: Vec<Diagnostic> = answers.flat_map(|answer| answer.findings).collect();
    Diagnostic::sort(&mut findings);
    let of_file = |finding: &Diagnostic| finding.span.is_none_or(|span| span.source == file);
    let (own, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(of_file);
    let mut all = treat(&snapshot, own, options, &mut FactsByFile::new(), &|_| false).findings;
    all.retain(of_file);
    // A fix must not cause an error in another file of the unit.
    all.extend(others);
    all
}

/// Prints the changes. Lines that may contain given values are omitted, with a note.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print(changes: &[Change], sources: &Sources) -> anyhow::Result<()> {
    let mut out = output::data();
    for change in changes {
        if sources.get(change.file).is_concealed() {
            let path = &change.path;
            output::say(&format!(
                "`{path}` would change too; its lines are not shown because it contains values"
            ));
        } else {
            diff::write(&change.path, &change.before, &change.after, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

/// Writes the files that changed, and returns those that were not written.
pub(crate) fn write(changes: &[Change], disk: &Disk, scope: Scope) -> Vec<Failure> {
    let mut writing = WriteBatch::new(scope);
    for change in changes {
        match replacement(change, disk) {
            Ok(file) => writing.extend(file),
            Err(error) => writing.fail(&change.path, error),
        }
    }
    writing.finish()
}

/// Writes all files that changed, or none.
///
/// # Errors
/// The reason why none was written.
pub(crate) fn write_all(changes: &[Change], disk: &Disk) -> anyhow::Result<()> {
    let failures = write(changes, disk, Scope::All);
    let Some(first) = failures.first() else { return Ok(()) };
    let more = match failures.len() - 1 {
        0 => String::new(),
        more => format!(" and {} more", counted(more, "file")),
    };
    anyhow::bail!("{}{more}; nothing was changed", first.message())
}

/// The file that a change replaces; `None` if it has the new contents, because it was written under another name.
///
/// # Errors If it cannot be read, or has changed since it was checked.
fn replacement(change: &Change, disk: &Disk) -> anyhow::Result<Option<Replacement>> {
    // the compared file is the one that is replaced, even if links change in the meantime
    let (target, _, now) =
        disk.read_again(&change.path).map_err(|refusal| anyhow::anyhow!("{}", reason(&refusal)))?;
    if now == *change.after {
        return Ok(None);
    }
    anyhow::ensure!(now == *change.before, "it changed while it was checked");
    let (before, after) = (Some(Arc::clone(&change.before)), Arc::clone(&change.after));
    Ok(Some(Replacement { shown: Arc::clone(&change.path), target, before, after }))
}

/// Sets the new contents of files in the session under their other names as well.
pub(crate) fn under_all_names(changes: &[Change], same: &SameFiles, session: &mut Session) {
    for change in changes {
        for name in same.names(&change.path).iter().filter(|name| **name != *change.path) {
            session.set(name, Arc::clone(&change.after));
        }
    }
}
