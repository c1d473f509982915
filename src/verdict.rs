//! Proves that changes to files cause no new findings, by comparing the findings of a run before and after.

use std::sync::Arc;

use hclx_analysis::{Question, Snapshot, file_name, file_path};
use hclx_diag::{Arrange, Diagnostic, Edit, Ordered, Severity, SourceId, TextRange};
use hclx_eval::Limits;
use hclx_syntax::ast::{BodyId, Item, Root, Tree};
use hclx_syntax::tokens::{Lexeme, LexemeKind};

use crate::findings::fixing::Change;
use crate::judging::Run;

impl Run {
    /// Answers a question with different contents of files. In an editor, this keeps answers that the contents do not
    /// affect, and [`Self::end_trial`] reverts the contents.
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

    /// Reverts the contents of a trial; the next revision has the previous ones.
    pub(crate) fn end_trial(&mut self) -> TrialEnd {
        if self.trial.is_kept {
            return TrialEnd::Kept;
        }
        if self.trial.before.is_empty() {
            return TrialEnd::Untried;
        }
        for (path, text) in std::mem::take(&mut self.trial.before).into_iter().rev() {
            self.disk.open_texts().set(&path, text);
            self.text_changed(&path);
        }
        TrialEnd::TakenBack
    }

    /// Informs the session that the text of a file changed under all of its names. Returns `true` if the session has
    /// one of them.
    pub(crate) fn text_changed(&mut self, path: &str) -> bool {
        let names = self.disk.open_texts().names(path);
        names.iter().filter(|name| self.session.changed(name)).count() > 0
    }
}

/// The state of a run after a trial.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrialEnd {
    /// Nothing was tried: all answers are still valid.
    Untried,
    /// The previous texts are restored, for the next revision.
    TakenBack,
    /// The texts that were tried are part of the session.
    Kept,
}

/// The changes of files that edits cause, by path.
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

/// Returns `true` if changes keep the meaning of the code: each file has the same arguments and blocks with the same
/// tokens, where the arguments of a body may be in any order; or blocks move between files of a module in which
/// declarations have the same meaning.
///
/// Files that override others, and files with comments for hclx, may change the findings.
pub(crate) fn keeps_meaning(
    snapshot: &Snapshot,
    (changes, created): (&[Change], &[(String, String)]),
) -> bool {
    let before: Option<Vec<_>> = changes.iter().map(|change| items(change.old_text())).collect();
    let after: Option<Vec<_>> = changes.iter().map(|change| items(change.after())).collect();
    let (Some(before), Some(mut after)) = (before, after) else { return false };
    if created.is_empty() && before == after {
        return true;
    }
    let Some(made) = created.iter().map(|(_, text)| items(text.as_bytes())).collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    after.extend(made);
    let sorted = |files: Vec<Vec<Vec<u8>>>| {
        let mut all = files.concat();
        all.arrange();
        all
    };
    are_of_one_module(snapshot, changes, created) && sorted(before) == sorted(after)
}

/// Returns `true` for files of one module in which blocks have the same meaning.
fn are_of_one_module(snapshot: &Snapshot, changes: &[Change], created: &[(String, String)]) -> bool {
    let unit_of = |path: &str| snapshot.find(path).ok().and_then(|file| snapshot.unit_of(file));
    let Some(unit) = changes.first().and_then(|change| unit_of(change.path())) else { return false };
    let languages = [unit.language];
    let role = |path: &str| hclx_analysis::row_of(languages, path).map(|(_, row)| row.role);
    let mut paths = changes.iter().map(Change::path).chain(created.iter().map(|(path, _)| path.as_str()));
    let first = role(changes[0].path());
    let is_plain = |path: &str| role(path) == first && !file_name(path).contains("override");
    let folder = file_path::parent(changes[0].path());
    first.is_some()
        && unit.language.row().editor.has_modules
        && paths.all(|path| is_plain(path) && file_path::parent(path) == folder)
}

/// The tokens of each root item of a file in native syntax, without layout and comments; `None` if it has an error or a
/// comment for hclx.
fn items(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let parsed = hclx_syntax::parse_body(SourceId(0), text.into());
    let has_errors = parsed.diagnostics.iter().any(Diagnostic::is_error);
    let Root::Body(root) = parsed.tree.root() else { return None };
    if has_errors || text.windows(5).any(|part| part == b"hclx:") {
        return None;
    }
    let tokens = hclx_syntax::tokens::lexemes(text).ok()?;
    let body = ItemTokens { text, tokens: &tokens, tree: &parsed.tree };
    Some(body.items(root))
}

/// The tokens of a file and its tree.
struct ItemTokens<'t> {
    text: &'t [u8],
    tokens: &'t [Lexeme],
    tree: &'t Tree,
}

impl ItemTokens<'_> {
    /// The items of a body, each in a form that does not depend on layout, comments and the order of
    /// arguments.
    fn items(&self, body: BodyId) -> Vec<Vec<u8>> {
        let of_item = |item: &Item| match item {
            Item::Attribute(attribute) => self.code(attribute.range),
            Item::Block(block) => {
                let block = self.tree.node(*block);
                let header = self.code(TextRange::new(block.range.start, block.open.end));
                let items = self.tree.slice(self.tree.body(block.body).items);
                let mut inside: Vec<_> =
                    items.iter().zip(hclx_diag::grow(|| self.items(block.body))).collect();
                // the sort is stable, so blocks and duplicates keep their order
                inside.arrange_by(|(one, _), (other, _)| self.name(one).cmp(&self.name(other)));
                let inside = inside.into_iter().map(|(_, code)| code);
                [header].into_iter().chain(inside).chain([b"}".to_vec()]).collect::<Vec<_>>().concat()
            }
        };
        self.tree.slice(self.tree.body(body).items).iter().map(of_item).collect()
    }

    /// The name of an argument; blocks have none, and come first.
    fn name(&self, item: &Item) -> Option<&str> {
        match item {
            Item::Attribute(attribute) => Some(self.tree.text(attribute.name.text)),
            Item::Block(_) => None,
        }
    }

    /// The tokens in a range.
    fn code(&self, range: TextRange) -> Vec<u8> {
        let first = self.tokens.partition_point(|token| token.range.start < range.start);
        let inside = self.tokens[first..].iter().take_while(|token| token.range.end <= range.end);
        let is_code = |token: &&Lexeme| !matches!(token.kind, LexemeKind::Newline | LexemeKind::Comment);
        inside.filter(is_code).flat_map(|token| [&self.text[token.range.range()], b"\0"].concat()).collect()
    }
}

/// The range in which findings with the same code count as the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchScope {
    /// One file.
    File,
    /// All files, for edits that move code between files.
    Run,
}

/// The new errors and warnings that changed and created files cause in an answered run, which contains the files
/// afterwards. A finding is new if its code occurred less often before.
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
