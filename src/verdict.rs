//! Proves that changes to files keep the verdict, by comparing the findings of a run before and
//! after.

use std::sync::Arc;

use hclx_analysis::{Question, Snapshot, file_name, file_path};
use hclx_diag::{Arrange, Diagnostic, Edit, Ordered, Severity, SourceId};
use hclx_eval::Limits;
use hclx_syntax::ast::{Item, Root};

use crate::findings::fixing::Change;
use crate::judging::Run;

impl Run {
    /// Answers a question with other contents of files. In an editor, this keeps answers that the contents do not change,
    /// and [`Self::end_trial`] takes the contents back.
    pub(crate) fn try_contents(
        &mut self,
        (changed, created): (&[Change], &[(String, String)]),
        question: &Question,
        limits: Limits,
    ) {
        let open = self.disk.open_texts().clone();
        if self.snapshot.number() > 0 && open.is_of_editor() && created.is_empty() {
            for change in changed {
                for name in open.names(change.path()) {
                    let before = open.set(&name, Some(change.after().into()));
                    self.trial.before.push((name, before));
                }
                self.text_changed(change.path());
            }
            self.revise();
        } else {
            for change in changed {
                self.session.set(change.path(), change.after());
            }
            for (path, text) in created {
                self.session.set(path, text.as_bytes());
            }
            self.trial.is_kept = true;
            self.renew();
        }
        self.answer(question, limits, |_| true, None);
    }

    /// Takes back the contents of a trial; the next revision has those before it. Returns `false` if they are part of the
    /// session.
    pub(crate) fn end_trial(&mut self) -> bool {
        for (path, text) in std::mem::take(&mut self.trial.before).into_iter().rev() {
            self.disk.open_texts().set(&path, text);
            self.text_changed(&path);
        }
        !self.trial.is_kept
    }

    /// Tells the session that the text of a file changed under all of its names. Returns `true` if it knows one of them.
    pub(crate) fn text_changed(&mut self, path: &str) -> bool {
        let names = self.disk.open_texts().names(path);
        names.iter().filter(|name| self.session.changed(name)).count() > 0
    }
}

/// The changes of files that edits make, by path.
pub(crate) fn changes(snapshot: &Snapshot, edits: impl IntoIterator<Item = Edit>) -> Vec<Change> {
    let mut by_file: Ordered<SourceId, Vec<Edit>> = Ordered::new();
    for edit in edits {
        by_file.or_default(edit.span.source).push(edit);
    }
    let change = |(file, mut edits): (SourceId, Vec<Edit>)| {
        edits.arrange_by_key(|edit| (edit.span.range.start, edit.span.range.end));
        let before: Arc<[u8]> = snapshot.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]));
        let after = hclx_format::apply(&before, &edits);
        Change::new(file, snapshot.path(file), before, after)
    };
    by_file.into_iter().map(change).collect()
}

/// Returns `true` if changes only move blocks between files of a module, each with the same tokens as before. Declarations mean
/// the same in all of its files, so that no value and no finding depends on the file.
///
/// Files that override others, and those with comments for hclx, may change the verdict.
pub(crate) fn only_move(snapshot: &Snapshot, (changes, created): (&[Change], &[(String, String)])) -> bool {
    let unit_of = |path: &str| snapshot.find(path).ok().and_then(|file| snapshot.unit_of(file));
    let Some(unit) = changes.first().and_then(|change| unit_of(change.path())) else { return false };
    let languages = [unit.language];
    let role = |path: &str| hclx_analysis::row_of(languages, path).map(|(_, row)| row.role);
    let paths = || changes.iter().map(Change::path).chain(created.iter().map(|(path, _)| path.as_str()));
    let first = role(changes[0].path());
    let is_plain = |path: &str| role(path) == first && !file_name(path).contains("override");
    let folder = file_path::parent(changes[0].path());
    let is_alike = first.is_some() && paths().all(|path| is_plain(path) && file_path::parent(path) == folder);
    if !is_alike || !unit.language.row().editor.has_modules {
        return false;
    }
    let before = blocks(changes.iter().map(Change::old_text));
    let after = changes.iter().map(Change::after).chain(created.iter().map(|(_, text)| text.as_bytes()));
    before.is_some() && before == blocks(after)
}

/// The tokens of the root items of some files in native syntax, sorted; `None` if one has an error or a comment for hclx.
fn blocks<'t>(texts: impl Iterator<Item = &'t [u8]>) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for text in texts {
        let parsed = hclx_syntax::parse_body(SourceId(0), text.into());
        let has_errors = parsed.diagnostics.iter().any(Diagnostic::is_error);
        let Root::Body(root) = parsed.tree.root() else { return None };
        if has_errors || text.windows(5).any(|part| part == b"hclx:") {
            return None;
        }
        let tokens = hclx_syntax::tokens::lexemes(text).ok()?;
        for item in parsed.tree.slice(parsed.tree.body(root).items) {
            let range = match item {
                Item::Attribute(attribute) => attribute.range,
                Item::Block(block) => parsed.tree.node(*block).range,
            };
            let inside = tokens.iter().filter(|token| range.contains(token.range));
            all.push(inside.flat_map(|token| [&text[token.range.range()], b"\0"].concat()).collect());
        }
    }
    all.arrange();
    Some(all)
}

/// The range in which findings with the same code count as the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchScope {
    /// One file.
    File,
    /// All files, for edits that move code between files.
    Run,
}

/// The new errors and warnings that changed and created files cause in an answered run, which has them afterwards. A finding is new if its code occurred less often before.
pub(crate) fn fresh(
    run: &mut Run,
    (changes, created): (&[Change], &[(String, String)]),
    place: MatchScope,
    limits: Limits,
) -> Vec<Diagnostic> {
    let key = |one: &Diagnostic| {
        let file = one.span.map(|span| span.source).filter(|_| place == MatchScope::File);
        (one.code, one.is_error(), file)
    };
    let findings = |run: &Run| -> Vec<Diagnostic> {
        let found = run.units.iter().flat_map(|(_, answer)| &answer.findings);
        found.filter(|one| one.severity <= Severity::Warning).cloned().collect()
    };
    let before = findings(run);
    run.try_contents((changes, created), &Question::Trial, limits);
    let mut left: Vec<_> = before.iter().map(key).collect();
    let is_new = |one: &Diagnostic| {
        let same = key(one);
        match left.iter().position(|old| *old == same) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        }
    };
    let mut found = findings(run);
    found.retain(is_new);
    found
}
