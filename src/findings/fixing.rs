//! Applies edits to files: all of them in memory first, then each file atomically.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hclx_analysis::findings::fixes::{self, Safety};
use hclx_analysis::{Question, Session, Unit};
use hclx_diag::{Diagnostic, Ordered, SourceId, Sources};
use hclx_eval::{Budget, Limits};
use hclx_format::{Form, Style};
use hclx_program::findings::sorted;

use crate::disk::Disk;
use crate::files::reason;
use crate::findings::options::Options;
use crate::findings::{FactsByFile, diff, treat};
use crate::output;
use crate::parallel;
use crate::same::SameFiles;

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

    /// The new content.
    pub(crate) fn after(&self) -> &[u8] {
        &self.after
    }
}

/// The files changed by the edits of findings. Afterwards the session has the new contents.
///
/// Most edits are correct, so all are tried at once; units that get worse are reverted and then fixed file
/// by file.
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
        // Findings without a file that can be edited are grouped under a number that no file has.
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

/// Formats the items on lines that edits added. Files that still have errors and JSON files are left as they
/// are.
fn lay_out(session: &mut Session, change: &mut Change) {
    for lines in diff::added_lines(&change.before, &change.after) {
        let form = Form { lines: Some(lines), ..Style::Plain.into() };
        let parsed = session.snapshot().parsed(change.file);
        let Ok(edits) = hclx_format::edits(&parsed, change.file, &form) else { return };
        // the number of lines does not change, so later line numbers stay valid
        change.after = hclx_format::apply(&change.after, &edits).into();
        session.set(&change.path, Arc::clone(&change.after));
    }
}

/// Judges all changed units, reverts the changes that made one worse, and returns the files that can be
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

/// Applies further fixes to one file.
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

/// The findings of the units that a file belongs to, after replacing its contents.
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
    // A fix must not cause an error in another file of the unit either.
    all.extend(others);
    all
}

/// Prints the changes. Lines that may contain given values are left out, with a note.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print(changes: &[Change], sources: &Sources) -> anyhow::Result<()> {
    let mut out = output::patch();
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

/// Writes the files that changed.
///
/// # Errors
/// If a file cannot be written, or has changed since it was judged. The files before it are already
/// written.
pub(crate) fn write(changes: &[Change], disk: &Disk) -> anyhow::Result<()> {
    for change in changes {
        let again = |refusal| anyhow::anyhow!("cannot read `{}` again: {}", change.path, reason(&refusal));
        // the compared file is the one that is replaced, even if links change meanwhile
        let (target, metadata, now) = disk.read_again(&change.path).map_err(again)?;
        // it was written under another name, which a link leads to
        if now == *change.after {
            continue;
        }
        anyhow::ensure!(
            now == *change.before,
            "`{}` changed while it was checked; it was not modified",
            change.path
        );
        replace_itself(&target, &change.after, Some(&metadata))
            .with_context(|| format!("cannot write `{}`", change.path))?;
    }
    Ok(())
}

/// Gives the session the new contents of files under their other names as well.
pub(crate) fn under_all_names(changes: &[Change], same: &SameFiles, session: &mut Session) {
    for change in changes {
        for name in same.names(&change.path).iter().filter(|name| **name != *change.path) {
            session.set(name, Arc::clone(&change.after));
        }
    }
}

/// Replaces the contents of a file atomically: readers see the old or the new contents, also if the run is killed or
/// the disk is full. Nothing is synced, so a power failure can undo or truncate a file that was just written, as with
/// other formatters. Permissions are kept; the target of a link is replaced, not the link.
///
/// # Errors
/// If the directory or the file cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // a link has no permissions of its own
    let like = std::fs::symlink_metadata(&target).ok().filter(std::fs::Metadata::is_file);
    replace_itself(&target, bytes, like.as_ref())
}

/// Like [`replace`] for a path that is not a link, with the permissions of `like`; if it becomes a link, the link itself
/// is replaced.
fn replace_itself(target: &Path, bytes: &[u8], like: Option<&std::fs::Metadata>) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (beside, file) = new_beside(folder)?;
    let written = fill(file, bytes, like);
    let moved = written.and_then(|()| std::fs::rename(&beside, target));
    if moved.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    moved
}

/// The number of names tried in a directory: taken ones are left over from runs that were killed.
const MOST_NAMES: u32 = 100;

/// Creates a file with a unique name in a directory.
fn new_beside(folder: &Path) -> io::Result<(PathBuf, std::fs::File)> {
    let mut number = 0;
    loop {
        let path = folder.join(format!(".hclx-{}-{number}.tmp", std::process::id()));
        // never through a link
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_NAMES => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn fill(mut file: std::fs::File, bytes: &[u8], like: Option<&std::fs::Metadata>) -> io::Result<()> {
    if let Some(like) = like {
        // The permissions are set first, so that nobody else can read the contents meanwhile.
        file.set_permissions(like.permissions())?;
    }
    file.write_all(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn contents_are_replaced_and_permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("hclx-replace-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("a.hcl"), folder.join("link.hcl"));
        std::fs::write(&file, "old").expect("written");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        replace(&link, b"new").expect("replaced");
        assert_eq!(std::fs::read(&file).expect("read"), b"new");
        assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(std::fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2);
        // a failed write loses nothing
        assert!(replace(&folder.join("none/a.hcl"), b"x").is_err());
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
