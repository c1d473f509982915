//! A workspace folder: its run, kept between changes, and its findings by file.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::{Question, Snapshot, StaleValues, file_name, file_path};
use hclx_diag::{Diagnostic, Ordered, SourceId, Sources, locked};
use hclx_eval::Cancel;
use serde_json::Value;

use super::actions;
use super::client::Ability;
use super::documents::Text;
use super::kept_run::{self, State};
use super::query::{AnswerState, ClientRequest, Query, Sight, Trial, TriedEdits, Way};
use super::refactorings;
use super::status::Status;
use super::wire::edits::add_versions;
use super::wire::findings::View;
use super::wire::message::{CONTENT_MODIFIED, Failure, Reply};
use super::wire::positions::Encoding;
use crate::accesses::Accesses;
use crate::cli::Check;
use crate::findings::{self, ProcessedFindings, baseline};
use crate::judging::Run;
use crate::open_texts::OpenTexts;
use crate::relative_paths::relative_to;
use crate::verdict::TrialEnd;
use crate::{config, names, unsearched};

/// The findings of one file, as they are sent.
pub(crate) struct FileFindings {
    pub(crate) uri: String,
    pub(crate) diagnostics: Vec<Value>,
}

/// A folder, checked as if `hclx check` ran in it.
pub(crate) struct Folder {
    root: PathBuf,
    /// The names of the files to check, if the folder itself is not part of the workspace.
    single: Option<BTreeSet<String>>,
    asked: Check,
    encoding: Encoding,
    /// The URIs of open documents by clean path, in the client's spelling.
    uris: HashMap<String, String>,
    /// The versions of open documents by URI.
    versions: HashMap<String, i64>,
    state: Option<State>,
    /// Documents whose text changed since they were checked.
    pub(crate) changed: BTreeSet<String>,
    /// Set if the run does not include the latest changes yet.
    is_stale: bool,
    /// Set if something was not checked since the last change.
    pub(crate) is_due: bool,
    /// Set if allowed inputs of open documents were not tried since everything was checked.
    tries_inputs: bool,
    /// The last valid settings, for requests while the settings are invalid.
    valid: Option<kept_run::Settings>,
    /// The status after everything was last checked.
    pub(crate) status: Status,
    /// The tokens that were sent to the client.
    sent: AnswerState,
}

impl Folder {
    /// Creates a folder. If it `is_single`, only the open documents are checked.
    pub(crate) fn new(root: PathBuf, is_single: bool, asked: &Check, encoding: Encoding) -> Self {
        let mut asked = asked.clone();
        asked.context.open = OpenTexts::new(&root);
        asked.context.quiet = true;
        Self {
            root,
            single: is_single.then(BTreeSet::new),
            asked,
            encoding,
            uris: HashMap::new(),
            versions: HashMap::new(),
            state: None,
            changed: BTreeSet::new(),
            is_stale: false,
            is_due: true,
            tries_inputs: false,
            valid: None,
            status: Status::default(),
            sent: AnswerState::default(),
        }
    }

    /// Records reads from disk, so that [`Self::look`] detects changes.
    pub(crate) fn record_accesses(&mut self) {
        self.asked.context.accesses = Accesses::recorded();
    }

    /// Returns `true` if only named files are checked.
    pub(crate) fn is_single(&self) -> bool {
        self.single.is_some()
    }

    /// Adds a file or a directory to the checked ones.
    pub(crate) fn select(&mut self, path: &str) {
        self.single.get_or_insert_default().insert(path.to_owned());
    }

    /// Returns `true` if the run has read files in a directory outside of the folder.
    pub(crate) fn reads_in(&self, folder: &Path) -> bool {
        let run = self.state.as_ref().and_then(|state| state.run.as_ref());
        let path = relative_to(&self.root, &folder.join("x"));
        run.is_some_and(|run| run.snapshot.has_some_in(file_path::parent(&path)))
    }

    /// Sets the text of an open document; `None` closes it.
    pub(crate) fn set(&mut self, path: &str, uri: &str, text: Option<Text>) {
        let was_open = self.uris.contains_key(path);
        let is_open = text.is_some();
        if is_open {
            self.changed.insert(path.to_owned());
        } else {
            self.changed.remove(path);
            locked(&self.sent.tokens).remove(path);
        }
        if let Some(single) = self.single.as_mut().filter(|_| was_open != is_open) {
            match is_open {
                true => single.insert(path.to_owned()),
                false => single.remove(path),
            };
            self.state = None;
        }
        self.is_due = true;
        let is_settings = file_name(path) == config::NAME;
        // an unsaved document appears and disappears with its text, a hidden directory with its documents
        if is_settings || was_open != is_open && (self.is_missing(path) || is_hidden(path)) {
            self.state = None;
        }
        self.set_text(path, uri, text);
        self.changes(path);
        self.is_stale |= self.state.is_some();
    }

    /// Sets the text of a document of another folder, to which files here may refer.
    pub(crate) fn set_elsewhere(&mut self, file: &Path, uri: &str, text: Option<Text>) {
        let path = relative_to(&self.root, file);
        let was_open = self.uris.contains_key(&path);
        let appears = was_open != text.is_some();
        let is_settings = file_name(&path) == config::NAME && is_above(&path);
        if appears && self.is_missing(&path) || is_settings && self.state.is_some() {
            self.restart();
        }
        self.set_text(&path, uri, text);
        // functions read files that no language claims
        let is_data = crate::rows().of(file_name(&path)).is_none();
        if self.changes(&path) || (appears || is_data) && self.state.is_some() {
            (self.is_stale, self.is_due) = (true, true);
        }
    }

    /// The open documents, with their texts.
    pub(crate) fn documents(&self) -> Vec<(PathBuf, String, Text)> {
        let own = self.uris.iter().filter(|(path, _)| !path.starts_with("../"));
        let text = |(path, uri): (&String, &String)| {
            let bytes = self.asked.context.open.text(path)?;
            let version = self.versions.get(uri).copied().unwrap_or_default();
            Some((self.root.join(&*names::path(path)), uri.clone(), Text { bytes, version }))
        };
        own.filter_map(text).collect()
    }

    fn set_text(&mut self, path: &str, uri: &str, text: Option<Text>) {
        match &text {
            Some(text) => {
                self.uris.insert(path.to_owned(), uri.to_owned());
                self.versions.insert(uri.to_owned(), text.version);
            }
            None => {
                self.uris.remove(path);
                self.versions.remove(uri);
            }
        }
        self.asked.context.open.set(path, text.map(|text| text.bytes));
    }

    /// Informs the session that a text changed. Returns `true` if the session has the file.
    fn changes(&mut self, path: &str) -> bool {
        let run = self.state.as_mut().and_then(|state| state.run.as_mut());
        run.is_some_and(|run| run.text_changed(path))
    }

    /// Returns `true` if a path has no file.
    fn is_missing(&self, path: &str) -> bool {
        self.root.join(&*names::path(path)).symlink_metadata().is_err()
    }

    /// Records that files on disk changed, unless all of them are open.
    pub(crate) fn changed_on_disk(&mut self, paths: &[PathBuf]) {
        let is_shadowed = |path: &PathBuf| {
            let inside = path.strip_prefix(&self.root).ok().map(names::text);
            // A deleted file is no longer selected, even if its text is open.
            path.is_file() && inside.is_some_and(|inside| self.uris.contains_key(&inside))
        };
        if !paths.iter().all(is_shadowed) {
            self.restart();
        }
    }

    /// Polls the disk. If something that was read has changed, drops everything and returns `true`.
    pub(crate) fn look(&mut self) -> bool {
        if self.state.is_none() || std::env::set_current_dir(&self.root).is_err() {
            return false;
        }
        let shadows = |path: &Path| {
            let inside = path.strip_prefix(&self.root).unwrap_or(path);
            self.uris.contains_key(&*file_path::clean(&names::text(inside)))
        };
        let is_changed = self.asked.context.accesses.changed(&shadows);
        if is_changed {
            self.restart();
        }
        is_changed
    }

    /// The paths of a run: the named files, or the folder and the hidden directories of open documents, which a search
    /// skips.
    fn paths(&self) -> BTreeSet<String> {
        let all = || {
            let hidden = self.uris.keys().filter(|path| is_hidden(path));
            let folders = hidden.map(|path| file_path::parent(path).to_owned());
            folders.chain([kept_run::WHOLE.to_owned()]).collect()
        };
        self.single.clone().unwrap_or_else(all)
    }

    /// Prepares a run, unless there is one. Changes the current directory to the folder, because paths are
    /// relative to it.
    fn prepare(&mut self) -> anyhow::Result<&mut State> {
        std::env::set_current_dir(&self.root)?;
        if self.state.is_none() {
            self.asked.context.accesses.clear();
            State::record_settings(&self.asked, &self.root);
            self.asked.context.open.forget_links();
            let paths = self.paths();
            self.state = Some(State::new(&self.asked, &paths, &mut self.valid)?);
            self.is_stale = true;
        }
        let state = self.state.as_mut().expect("prepared above");
        if std::mem::take(&mut self.is_stale)
            && let Some(run) = &mut state.run
        {
            run.revise();
        }
        Ok(state)
    }

    /// Checks the units of the documents that changed, and returns the findings of these documents from these
    /// units. `None` if findings depend on other units, or if this was canceled.
    ///
    /// # Errors If the folder cannot be checked.
    pub(crate) fn judge_changed(&mut self, cancel: &Cancel) -> anyhow::Result<Option<Vec<FileFindings>>> {
        let changed = std::mem::take(&mut self.changed);
        let limits = self.asked.context.most.limits();
        let State { run, options, invalid, .. } = self.prepare()?;
        let Some(run) = run.as_mut().filter(|_| invalid.is_none()) else { return Ok(None) };
        // A baseline counts the findings of all files, and names of the same file share findings.
        if options.baseline.is_some() || !run.same.is_empty() {
            return Ok(None);
        }
        let snapshot = run.snapshot.clone();
        let files: Vec<SourceId> = changed
            .iter()
            .filter_map(|path| snapshot.find(path).ok())
            .filter(|file| snapshot.is_selected(*file))
            .collect();
        let Some(found) = run.findings_in(&files, limits, cancel) else {
            self.changed.extend(changed);
            return Ok(None);
        };
        let all: Vec<(SourceId, Vec<Diagnostic>)> = files.iter().copied().zip(found).collect();
        let found = all.iter().flat_map(|(_, found)| found);
        let sources = run.shown(found.flat_map(Diagnostic::all_sources).chain(files));
        let treated = |(file, own): (SourceId, Vec<Diagnostic>)| {
            let facts = findings::facts_of(&snapshot, file, options);
            let mut treated = findings::treat_file(&snapshot, file, own, options, facts);
            findings::conceal(&mut treated, &sources);
            (file, Diagnostic::one_for_each_cause(treated.findings))
        };
        let all: Vec<_> = all.into_iter().map(treated).collect();
        let texts = run.texts;
        Ok(Some(all.into_iter().map(|(file, found)| self.sent(file, &found, &sources, texts)).collect()))
    }

    /// Returns the values that the last revision replaced.
    pub(crate) fn take_outdated(&self) -> Option<StaleValues> {
        let run = self.state.as_ref().and_then(|state| state.run.as_ref())?;
        Some(run.snapshot.take_outdated())
    }

    /// The findings of a file in the form that is sent.
    fn sent(&self, file: SourceId, found: &[Diagnostic], sources: &Sources, texts: usize) -> FileFindings {
        let uri = |id: SourceId| self.uri(id, sources.get(id).name(), texts);
        let (uri_of, bytes) = (|id| Some(uri(id)), |id| Arc::clone(sources.get(id).bytes()));
        let view = View::new(&bytes, self.encoding, &uri_of);
        let diagnostics = view.diagnostics(&found.iter().collect::<Vec<_>>());
        FileFindings { uri: uri(file), diagnostics }
    }

    /// Checks everything that is not checked yet, and returns the findings of all files that have some.
    /// `None` if this was canceled.
    ///
    /// # Errors If the folder cannot be checked.
    pub(crate) fn judge_all(&mut self, cancel: &Cancel) -> anyhow::Result<Option<Vec<FileFindings>>> {
        let limits = self.asked.context.most.limits();
        let State { run, invalid, .. } = self.prepare()?;
        if let Some(invalid) = invalid {
            let (findings, sources) = (invalid.findings.clone(), invalid.sources.clone());
            let settings = findings.first().map(|finding| finding.message.clone());
            self.status = Status { settings, notes: Vec::new() };
            self.is_due = false;
            return Ok(Some(self.by_file(&findings, &sources, sources.len())));
        }
        if let Some(run) = run {
            if !run.answer(&Question::Check, limits, |_| true, Some(cancel)) {
                return Ok(None);
            }
            // This drops everything that the last answers did not use, so they must be complete.
            run.sweep();
            if cancel.is_canceled() {
                return Ok(None);
            }
        }
        let found = self.files_of_run(cancel)?;
        if found.is_some() {
            (self.is_due, self.tries_inputs) = (false, true);
        }
        Ok(found)
    }

    /// Tries the inputs that the units of open documents allow, once after everything was checked. Returns the findings
    /// of all files if some inputs fail; `None` if none fails or this was canceled.
    ///
    /// # Errors If the folder cannot be checked.
    pub(crate) fn judge_inputs(&mut self, cancel: &Cancel) -> anyhow::Result<Option<Vec<FileFindings>>> {
        if !self.tries_inputs || self.is_due {
            return Ok(None);
        }
        let limits = self.asked.context.most.limits();
        let open: Vec<String> = self.uris.keys().cloned().collect();
        let Some(run) = &mut self.prepare()?.run else { return Ok(None) };
        let snapshot = &run.snapshot;
        let is_selected = |file: &SourceId| snapshot.is_selected(*file);
        let files: Vec<SourceId> =
            open.iter().filter_map(|path| snapshot.find(path).ok()).filter(is_selected).collect();
        let Some(has_some) = run.try_inputs(&files, limits, cancel) else { return Ok(None) };
        self.tries_inputs = false;
        if has_some { self.files_of_run(cancel) } else { Ok(None) }
    }

    /// The findings of all files, from the answers of the run; `None` if this was canceled.
    fn files_of_run(&mut self, cancel: &Cancel) -> anyhow::Result<Option<Vec<FileFindings>>> {
        let State { run, inputs, options, refused, .. } = self.prepare()?;
        inputs.refused.truncate(*refused);
        let mut treated = ProcessedFindings::default();
        let (mut texts, mut notes) = (0, Vec::new());
        if let Some(run) = run {
            run.refuse_unread(inputs);
            inputs.sources = run.sources.clone();
            treated = findings::of_run(run, options);
            if cancel.is_canceled() {
                return Ok(None);
            }
            if let Some(file) = options.baseline.as_ref().zip(options.read_baseline(inputs)) {
                let (sources, checked) = (&run.sources, &*run.checked());
                let judged = baseline::RunExtent { sources, checked, is_whole: true };
                baseline::apply(file, judged, options.baseline_use.strict, &mut treated);
            }
            (texts, notes) = (run.texts, run.notes());
        }
        let treated = Diagnostic::one_for_each_cause(treated.findings);
        let found: Vec<Diagnostic> = inputs.refused.iter().cloned().chain(treated).collect();
        let sources = inputs.sources.clone();
        self.status = Status { settings: None, notes };
        Ok(Some(self.by_file(&found, &sources, texts)))
    }

    /// Indexes the names in all files, for which the first request about a name would otherwise wait.
    pub(crate) fn index(&mut self, cancel: &Cancel) {
        let Some(State { run: Some(run), is_indexed, .. }) = &mut self.state else { return };
        if !*is_indexed {
            *is_indexed = hclx_ide::index_names(&run.snapshot, &|| cancel.is_canceled());
        }
    }

    /// Groups findings by file, in the form that is sent.
    fn by_file(&self, found: &[Diagnostic], sources: &Sources, texts: usize) -> Vec<FileFindings> {
        let uri_of = |id: SourceId| self.uri(id, sources.get(id).name(), texts);
        let (some_uri, bytes) = (|id| Some(uri_of(id)), |id| Arc::clone(sources.get(id).bytes()));
        let view = View::new(&bytes, self.encoding, &some_uri);
        let mut by_file: Ordered<String, Vec<&Diagnostic>> = Ordered::new();
        for finding in found {
            let uri = match (finding.span, &finding.subject) {
                (Some(span), _) => uri_of(span.source),
                (None, Some(subject)) => self.uri_of(subject),
                (None, None) => names::uri(&self.root),
            };
            by_file.or_default(uri).push(finding);
        }
        let sent = |(uri, found): (String, Vec<&Diagnostic>)| FileFindings {
            uri,
            diagnostics: view.diagnostics(&found),
        };
        by_file.into_iter().map(sent).collect()
    }

    /// The URI of a source. Values in settings are not files: their URI is that of the settings.
    fn uri(&self, id: SourceId, name: &str, texts: usize) -> String {
        let is_text = (id.0 as usize) < texts && !names::path(name).is_file();
        match is_text {
            true if name.starts_with(config::NAME) => self.uri_of(config::NAME),
            true => names::uri(&self.root),
            false => self.uri_of(name),
        }
    }

    /// The URI of a path, as the client writes it if the document is open.
    fn uri_of(&self, path: &str) -> String {
        let known = self.uris.get(path).cloned();
        known.unwrap_or_else(|| names::uri(&config::plain(&self.root.join(Path::new(&*names::path(path))))))
    }

    /// Sets the number of threads; 0 means the value from the command line.
    pub(crate) fn use_threads(&mut self, jobs: usize) {
        self.asked.context.jobs = jobs;
    }

    /// Drops everything that was read, so that it is checked again.
    pub(crate) fn restart(&mut self) {
        self.state = None;
        self.is_due = true;
    }

    /// Answers a request about a document, with null if there is no answer, or with a refusal.
    ///
    /// # Errors If the folder cannot be checked.
    pub(crate) fn answer(
        &mut self,
        path: &str,
        asked: &ClientRequest,
    ) -> anyhow::Result<Result<Reply, Failure>> {
        let State { run, .. } = self.prepare()?;
        let Some(run) = run else { return Ok(Ok(Value::Null.into())) };
        let Ok(file) = run.snapshot.find(path) else {
            // settings have findings too
            let fixes = asked.params[actions::FIXES].as_array().filter(|_| matches!(asked.way, Way::Actions));
            return Ok(Ok(fixes.map(|fixes| actions::with_edits(fixes.clone())).unwrap_or_default().into()));
        };
        let answered = match asked.way {
            Way::Document(answer) | Way::Across(answer) => {
                let (snapshot, texts) = (run.snapshot.clone(), run.texts);
                self.seen(&snapshot, texts, asked, |sight| answer(&Query { sight, file }))
            }
            Way::Written(answer) => {
                let (snapshot, texts) = (run.snapshot.clone(), run.texts);
                return Ok(self.seen(&snapshot, texts, asked, |sight| answer(&Query { sight, file })));
            }
            Way::Trial(edits) => self.tried(file, asked, edits)?,
            Way::Actions => self.actions(file, asked)?,
            Way::Resolve => self.resolved(file, asked, asked.params.clone())?,
            Way::Folders(..) | Way::Findings(_) | Way::Command => Ok(Value::Null),
        };
        Ok(answered.map(Reply::from))
    }

    /// Answers a request about all folders with a list.
    ///
    /// # Errors If the folder cannot be checked.
    pub(crate) fn list(
        &mut self,
        asked: &ClientRequest,
        answer: fn(&Sight<'_>) -> Vec<Value>,
    ) -> anyhow::Result<Vec<Value>> {
        let Some(run) = &self.prepare()?.run else { return Ok(Vec::new()) };
        let (snapshot, texts) = (run.snapshot.clone(), run.texts);
        Ok(self.seen(&snapshot, texts, asked, |sight| answer(&sight)))
    }

    /// Answers a request from a snapshot.
    fn seen<T>(
        &self,
        snapshot: &Snapshot,
        texts: usize,
        asked: &ClientRequest,
        answer: impl FnOnce(Sight<'_>) -> T,
    ) -> T {
        let uri = |id: SourceId| Some(self.uri(id, &snapshot.path(id), texts));
        let bytes = |id: SourceId| snapshot.bytes(id).unwrap_or_else(|_| Arc::from(&[][..]));
        let view = View::new(&bytes, self.encoding, &uri);
        let limits = self.asked.context.most.of_request();
        answer(Sight { root: &self.root, snapshot, view: &view, asked, limits, sent: &self.sent })
    }

    /// The actions for a selection, with their edits if the client does not resolve them later.
    fn actions(&mut self, file: SourceId, asked: &ClientRequest) -> anyhow::Result<Result<Value, Failure>> {
        let Some(run) = &self.prepare()?.run else { return Ok(Ok(Value::Null)) };
        let (snapshot, texts) = (run.snapshot.clone(), run.texts);
        let mut offered =
            self.seen(&snapshot, texts, asked, |sight| refactorings::offered(&Query { sight, file }));
        // the place of an action refers to the current text of the document
        let all = offered.iter_mut().filter_map(Value::as_array_mut).flatten();
        let data = all.filter_map(|action| action.get_mut("data"));
        for data in data.filter(|data| data.get("version").is_none()) {
            data["version"] = data["uri"].as_str().and_then(|uri| self.versions.get(uri)).copied().into();
        }
        if asked.abilities.has(Ability::Resolve) {
            return Ok(offered);
        }
        let mut all = Vec::new();
        for action in offered.iter().filter_map(Value::as_array).flatten() {
            match action.get("data").is_some() {
                true => all.extend(self.resolved(file, asked, action.clone())?.ok()),
                false => all.push(action.clone()),
            }
        }
        Ok(Ok(all.into()))
    }

    /// Resolves the edits of an action, which are tried in the run, or refuses it.
    fn resolved(
        &mut self,
        file: SourceId,
        asked: &ClientRequest,
        mut action: Value,
    ) -> anyhow::Result<Result<Value, Failure>> {
        let limits = self.asked.context.most.limits();
        let Some(run) = &mut self.prepare()?.run else { return Ok(Ok(action)) };
        let (snapshot, texts) = (run.snapshot.clone(), run.texts);
        let data = &action["data"];
        let version = data["uri"].as_str().and_then(|uri| self.versions.get(uri));
        // the edits of findings refer to the version for which they were offered
        if data["version"].as_i64().is_some_and(|offered| Some(&offered) != version) {
            return Ok(Err(Failure::new(CONTENT_MODIFIED, "the document has changed")));
        }
        let (range, fixes) = self.seen(&snapshot, texts, asked, |sight| {
            let query = Query { sight, file };
            (query.range_of(&data["range"]), query.edits_of(file, &data["edits"]))
        });
        // `seen` needs the whole folder, so the run cannot stay borrowed.
        let Some(run) = &mut self.prepare()?.run else { return Ok(Ok(action)) };
        let made = range.and_then(|range| refactorings::resolve(run, (file, range), &action, fixes, limits));
        self.end_trial();
        let edit = made.and_then(|changes| {
            let creates = asked.abilities.has(Ability::Creates);
            self.seen(&snapshot, texts, asked, |sight| {
                refactorings::workspace_edit(&changes, sight.view, creates, &|path| self.uri_of(path))
            })
        });
        Ok(edit.map(|edit| {
            action["edit"] = self.with_versions(edit, asked);
            action
        }))
    }

    /// The edits of a request, which are tried in the run, or a refusal.
    fn tried(
        &mut self,
        file: SourceId,
        asked: &ClientRequest,
        edits: fn(Trial<'_>) -> Result<TriedEdits, Failure>,
    ) -> anyhow::Result<Result<Value, Failure>> {
        let limits = self.asked.context.most.limits();
        let Some(run) = &mut self.prepare()?.run else { return Ok(Ok(Value::Null)) };
        let texts = run.texts;
        // Edits are accepted if they add no findings, so the findings before them must be known.
        run.answer(&Question::Check, limits, |_| true, None);
        let snapshot = run.snapshot.clone();
        let offset = self.seen(&snapshot, texts, asked, |sight| Query { sight, file }.offset());
        let Some(run) = &mut self.prepare()?.run else { return Ok(Ok(Value::Null)) };
        let tried = offset.and_then(|offset| {
            edits(Trial { run, file, offset, params: &asked.params, settings: &asked.settings, limits })
        });
        self.end_trial();
        let annotates = asked.abilities.has(Ability::Annotates);
        Ok(tried.map(|tried| {
            let edit =
                self.seen(&snapshot, texts, asked, |sight| match tried.annotation.filter(|_| annotates) {
                    Some(annotation) => refactorings::annotated_edit(&tried.edits, &annotation, sight.view),
                    None => sight.view.workspace_edit(&tried.edits),
                });
            self.with_versions(edit, asked)
        }))
    }

    /// Reverts the changed texts of a trial in the run, because the client may not accept them.
    fn end_trial(&mut self) {
        let run = self.state.as_mut().and_then(|state| state.run.as_mut());
        match run.map(Run::end_trial) {
            Some(TrialEnd::Untried) => return,
            Some(TrialEnd::TakenBack) => self.is_stale = true,
            Some(TrialEnd::Kept) | None => self.state = None,
        }
        self.is_due = true;
    }

    /// Adds the versions of documents to edits, if the client supports them.
    fn with_versions(&self, mut edit: Value, asked: &ClientRequest) -> Value {
        if asked.abilities.has(Ability::Versions) {
            add_versions(&mut edit, &|uri| self.versions.get(uri).copied());
        }
        edit
    }
}

/// Returns `true` for a file inside of a folder that a search skips because a directory is hidden.
fn is_hidden(path: &str) -> bool {
    unsearched::is_hidden(file_path::parent(path))
}

/// Returns `true` for a file in a directory above.
fn is_above(path: &str) -> bool {
    file_path::parent(path).split('/').all(|part| part == "..")
}
