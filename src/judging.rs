//! A session over the selected files, and the answers of its units in a fixed order: the common part of
//! `check`, `infer` and `eval`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::describe::Description;
use hclx_analysis::findings::levels::Levels;
use hclx_analysis::{Answer, LanguageOverride, Question, Session, Settings, Snapshot, Unit, file_path};
use hclx_diag::{
    ColumnUnit, Diagnostic, Ordered, OrderedSet, Severity, SourceId, Sources, code_names as codes, counted,
};
use hclx_eval::{Budget, Cancel, Host, Limits, Refusal};
use hclx_languages::terraform::policy_refusals;
use hclx_program::findings::{FactsByFile, of_selected, sorted};
use hclx_program::notes;
use hclx_program::redaction::GivenValues;

use crate::answering::{AnswerCallbacks, UnitAnswers, UnitQuestion};
use crate::cache::RecordingDisk;
use crate::cli::Context;
use crate::config::Config;
use crate::disk::Disk;
use crate::duplicates::SameFiles;
use crate::files::{self, Selection};
use crate::inputs::{self, Inputs};
use crate::mull;
use crate::parallel;
use crate::registered::{HCLDEC, MULL};
use crate::specs::Specs;
use crate::trust::Trust;
use crate::{config, names, schema_cache};

/// The results of a run.
pub(crate) struct Run {
    /// The session, which can also check other versions of its files.
    pub session: Session,
    /// The disk, as far as the run reads it.
    pub disk: Disk,
    /// The record of the run's reads, if there is one.
    pub recording: Option<Arc<RecordingDisk>>,
    /// Files that were reached under several names.
    pub same: SameFiles,
    /// The files.
    pub snapshot: Snapshot,
    /// Units with their answers, in the order of paths.
    pub units: Vec<(Unit, Answer)>,
    /// Facts about files, collected while their trees existed.
    pub facts: FactsByFile,
    /// Files whose findings were printed already.
    printed: HashSet<SourceId>,
    /// Findings that are no longer part of an answer.
    late: Vec<Diagnostic>,
    /// The number of checked files.
    pub files: usize,
    /// The sources that findings point into.
    pub sources: Sources,
    /// Broken links in searched directories.
    dangling: Vec<String>,
    /// Paths that were found but not read, for example links that were not followed, with the reasons.
    left_out: Ordered<String, String>,
    /// Notes about inputs that select nothing.
    remarks: Vec<String>,
    /// Findings about values that only Mull documents can use, not HCL.
    only_for_documents: Vec<Diagnostic>,
    /// The number of sources at the front that are command-line arguments.
    pub texts: usize,
    /// The state of edits that are tried.
    pub trial: TrialState,
    /// Set if nothing is printed until all findings are known.
    waits: bool,
    /// The revision in which unused values were last dropped.
    swept: u64,
}

/// The contents that a trial replaced.
#[derive(Default)]
pub(crate) struct TrialState {
    /// The texts that were open in an editor, by path.
    pub before: Vec<(String, Option<Arc<[u8]>>)>,
    /// Set if the session has contents that are not reverted.
    pub is_kept: bool,
}

/// The number of revisions after which unused values are dropped.
const SWEPT_EVERY: u64 = 8;

impl Run {
    /// Keeps only the unit of a path, if one of several is meant unambiguously.
    pub(crate) fn keep_meant(&mut self, path: Option<&OsString>) {
        let units = || self.units.iter().map(|(unit, _)| unit);
        if let Some(index) = path.and_then(|path| meant_unit(units(), path)) {
            self.units = vec![self.units.swap_remove(index)];
        }
    }

    /// Reads the files; those that cannot be read are removed and reported.
    fn read(&mut self, context: &Context, inputs: &mut Inputs) {
        let (files, before) = (self.snapshot.selected(), &self.snapshot);
        let mut unread = Vec::new();
        let read = |index: usize| {
            let refusal = before.bytes(files[index]).err();
            if let (None, Some((language, _))) = (&refusal, before.row(files[index])) {
                language.meet(files[index], before);
            }
            refusal
        };
        parallel::in_order(threads(context, inputs), files.len(), read, |index, refusal| {
            unread.extend(refusal.map(|refusal| (files[index], refusal)));
        });
        for (file, refusal) in &unread {
            inputs.refuse(format!("cannot read `{}`: {}", before.path(*file), files::reason(refusal)));
            self.session.remove(*file);
        }
        if !unread.is_empty() {
            // Revisions are numbered from 1; the plain snapshot of a single run has the number 0 and keeps
            // nothing.
            let is_kept = self.snapshot.number() > 0;
            self.snapshot = if is_kept { self.session.revision() } else { self.session.snapshot() };
        }
    }

    /// Answers a question for some units.
    fn ask(
        &mut self,
        context: &Context,
        inputs: &mut Inputs,
        question: &Question,
        units: &[Unit],
        handling: Option<AnswerCallbacks<'_>>,
    ) {
        let snapshot = self.snapshot.clone();
        let limits = context.most.limits();
        let asking =
            UnitQuestion { snapshot: &snapshot, units, question, limits, show_progress: !context.quiet };
        let mut answered = asking.all(threads(context, inputs), handling, self.texts, self.waits);
        self.sources = answered.shown(&snapshot, self.texts);
        let UnitAnswers { units, facts, printed, late, .. } = answered;
        (self.units, self.facts, self.printed, self.late) = (units, facts, printed, late);
        self.conclude(inputs);
    }

    /// Answers a question again, for the current contents of the session.
    pub(crate) fn answer_again(&mut self, question: &Question, limits: Limits) {
        self.renew();
        self.answer(question, limits, |_| true, None);
    }

    /// Counts the checked files, and collects everything that was not read.
    fn conclude(&mut self, inputs: &mut Inputs) {
        self.files = notes::judged_files(&self.snapshot, &self.units);
        self.refuse_unread(inputs);
        self.left_out = left_out(&self.snapshot, std::mem::take(&mut self.left_out), &self.dangling);
        inputs.sources = self.sources.clone();
    }

    /// Continues with a new selection of the same files, if only the contents of some changed; otherwise returns
    /// `false`.
    pub(crate) fn resume(&mut self, selection: &mut Selection, inputs: &mut Inputs) -> bool {
        let Some(recording) = &self.recording else { return false };
        let own: HashSet<String> = selection.paths.iter().map(|path| file_path::clean(path)).collect();
        let Some(changed) = recording.resume(&selection.disk, |name| own.contains(name)) else {
            return false;
        };
        for path in &changed {
            self.session.changed(path);
        }
        inputs.refuse_unreadable(&selection.unreadable);
        self.disk = selection.disk.clone();
        self.same = std::mem::take(&mut selection.same);
        self.dangling = std::mem::take(&mut selection.dangling);
        self.left_out = std::mem::take(&mut selection.skipped);
        true
    }

    /// Switches to the current contents of the session, and drops all answers.
    pub(crate) fn renew(&mut self) {
        self.snapshot = self.session.snapshot();
        self.units.clear();
        self.facts.clear();
    }

    /// Like [`Self::renew`], but keeps answers whose inputs have not changed.
    pub(crate) fn revise(&mut self) {
        self.snapshot = self.session.revision();
        self.units.clear();
        self.facts.clear();
    }

    /// Drops unused values, in some of the revisions.
    pub(crate) fn sweep(&mut self) {
        let revision = self.snapshot.number();
        if revision >= self.swept + SWEPT_EVERY {
            self.snapshot.sweep();
            self.swept = revision;
        }
    }

    /// Answers a question for all unanswered units that `wanted` selects. If this is canceled, no answer is
    /// kept. Returns `true` on completion.
    pub(crate) fn answer(
        &mut self,
        question: &Question,
        limits: Limits,
        wanted: impl Fn(&Unit) -> bool,
        cancel: Option<&Cancel>,
    ) -> bool {
        let snapshot = &self.snapshot;
        // Several units can have the same root: those of different languages, and single files of one
        // directory.
        let key =
            |unit: &Unit| (unit.language.row().name, Arc::clone(&unit.root), unit.files.first().copied());
        let known: HashSet<_> = self.units.iter().map(|(unit, _)| key(unit)).collect();
        let is_open = |unit: &&Unit| wanted(unit) && !known.contains(&key(unit));
        let answer = |unit: Unit| {
            let answer = uncanceled(limits, cancel, |budget| match question {
                Question::Check if snapshot.number() > 0 => (*snapshot.checked(&unit, budget)).clone(),
                Question::Trial if snapshot.number() > 0 => (*snapshot.tried(&unit, budget)).clone(),
                _ => snapshot.answer(&unit, question, budget),
            });
            answer.map(|answer| (unit, answer))
        };
        let open: Vec<Unit> = snapshot.units().iter().filter(is_open).cloned().collect();
        let answered: Option<Vec<_>> = parallel::map(open, answer).into_iter().collect();
        let Some(answered) = answered else { return false };
        self.units.extend(answered);
        if cancel.is_some_and(Cancel::is_canceled) {
            return false;
        }
        self.sources = snapshot.sources(|_| true);
        let given = GivenValues::of(snapshot);
        given.hide(snapshot, &mut self.sources, self.texts);
        given.hide_in_answers(&self.sources, &mut self.units);
        true
    }

    /// Adds the failures for allowed inputs to the answers of units that have some of these files. Returns `true` if
    /// there are any; `None` if this is canceled.
    pub(crate) fn try_inputs(&mut self, files: &[SourceId], limits: Limits, cancel: &Cancel) -> Option<bool> {
        let snapshot = &self.snapshot;
        let is_wanted = |index: &usize| self.units[*index].0.files.iter().any(|file| files.contains(file));
        let wanted: Vec<usize> = (0..self.units.len()).filter(is_wanted).collect();
        let failures = |index: usize| {
            let unit = &self.units[index].0;
            let found = uncanceled(limits, Some(cancel), |budget| snapshot.failing_inputs(unit, budget))?;
            Some((index, found))
        };
        let found = parallel::map(wanted, failures).into_iter().collect::<Option<Vec<_>>>()?;
        let given = GivenValues::of(snapshot);
        let has_some = found.iter().any(|(_, found)| !found.is_empty());
        for (index, found) in found {
            let hidden = found.into_iter().map(|finding| given.hide_in_finding(&self.sources, finding));
            self.units[index].1.findings.extend(hidden);
        }
        Some(has_some)
    }

    /// The findings in each of some files, from the units of these files; `None` if this is canceled.
    pub(crate) fn findings_in(
        &self,
        files: &[SourceId],
        limits: Limits,
        cancel: &Cancel,
    ) -> Option<Vec<Vec<Diagnostic>>> {
        let snapshot = &self.snapshot;
        let has_some = |unit: &&Unit| unit.files.iter().any(|file| files.contains(file));
        let units: Vec<Unit> = snapshot.units().iter().filter(has_some).cloned().collect();
        let answer = |unit| uncanceled(limits, Some(cancel), |budget| snapshot.checked(&unit, budget));
        let answers = parallel::map(units, answer).into_iter().collect::<Option<Vec<_>>>()?;
        let given = GivenValues::of(snapshot);
        let of_file = |file: &SourceId| {
            let is_own = |finding: &&Diagnostic| finding.span.is_some_and(|span| span.source == *file);
            let own: Vec<_> =
                answers.iter().flat_map(|answer| &answer.findings).filter(is_own).cloned().collect();
            let sources = self.shown(own.iter().flat_map(Diagnostic::all_sources));
            let own = own.into_iter().map(|one| given.hide_in_finding(&sources, one)).collect();
            sorted(snapshot, own)
        };
        Some(files.iter().map(of_file).collect())
    }

    /// Some sources, with given values hidden.
    pub(crate) fn shown(&self, ids: impl Iterator<Item = SourceId>) -> Sources {
        let ids: OrderedSet<SourceId> = ids.collect();
        let mut sources = Sources::new();
        self.snapshot.fill_alone(&mut sources, ids.iter().copied());
        GivenValues::of(&self.snapshot).hide_in(&self.snapshot, &mut sources, self.texts, ids);
        sources
    }

    /// Reports the files that units need but could not read, and the refusals of units.
    pub(crate) fn refuse_unread(&self, inputs: &mut Inputs) {
        not_given(&self.snapshot, &self.units).into_iter().for_each(|why| inputs.refuse(why));
        let refusals = notes::refusals(&self.units);
        inputs.in_tables.extend(refusals.iter().filter(|refusal| refusal.span.is_some()).cloned());
        inputs.refused.extend(refusals);
        policy_refusals(&self.snapshot).into_iter().for_each(|why| inputs.refuse(why));
    }

    /// Rejects the files in the directories of described modules that were found but not read, for example links out of
    /// the repository, and returns their paths: their declarations are missing from the descriptions.
    pub(crate) fn refuse_unread_in(&self, described: &[&Description], inputs: &mut Inputs) -> Vec<String> {
        let parent = |path: &str| file_path::clean(file_path::parent(path));
        let is_of_one = |path: &str| {
            let folder = parent(path);
            described.iter().any(|one| file_path::clean(&one.root) == folder)
        };
        // a module consists of the files of its directory; directories below it are not part of it
        let is_file = |path: &str| !Path::new(path).is_dir();
        let unread: Vec<(&String, &String)> =
            self.left_out.iter().filter(|(path, _)| is_of_one(path) && is_file(path)).collect();
        unread.iter().for_each(|(path, why)| inputs.refuse(format!("`{path}` was not read: {why}")));
        unread.into_iter().map(|(path, _)| path.clone()).collect()
    }

    /// The names of the checked files.
    pub(crate) fn checked(&self) -> Vec<String> {
        let selected = self.snapshot.selected();
        selected.iter().map(|file| self.snapshot.path(*file).to_string()).collect()
    }

    /// Returns `true` if the findings of a file were already printed.
    pub(crate) fn is_printed(&self, file: SourceId) -> bool {
        self.printed.contains(&file)
    }

    /// All findings that were not printed, by file, then place, with the levels of the settings and one finding for
    /// each cause.
    pub(crate) fn findings(&self, config: &Config) -> Vec<Diagnostic> {
        let leveled = |finding: Diagnostic| {
            let path = finding.span.map(|span| self.snapshot.path(span.source)).unwrap_or_default();
            let mut levels = Levels::default();
            config.levels(&path).into_iter().for_each(|(rule, level)| levels.set(rule, level));
            levels.apply(finding)
        };
        Diagnostic::one_for_each_cause(self.all_findings().into_iter().filter_map(leveled).collect())
    }

    /// All distinct findings that were not printed, by file, then place.
    pub(crate) fn all_findings(&self) -> Vec<Diagnostic> {
        let of_units = self.units.iter().flat_map(|(_, answer)| &answer.findings).chain(&self.late).cloned();
        let findings = lead_nowhere(&self.dangling).into_iter().chain(of_units).collect();
        of_selected(&self.snapshot, findings, self.texts)
    }

    /// The sentences of the summary about everything that was not fully checked.
    pub(crate) fn notes(&self) -> Vec<String> {
        let skipped = self.left_out.iter().map(|(path, why)| format!("`{path}` was not read: {why}"));
        let only_for_documents = self.only_for_documents.iter().map(|finding| {
            let name = finding.span.map_or("a value", |span| self.sources.get(span.source).name());
            format!("`{name}` is only used for Mull documents; as an HCL expression: {}", finding.message)
        });
        notes::notes(&self.snapshot, &self.units)
            .into_iter()
            .chain(self.remarks.iter().cloned())
            .chain(skipped)
            .chain(only_for_documents)
            .collect()
    }
}

/// Computes an answer within limits; `None` if it is canceled.
fn uncanceled<T>(limits: Limits, cancel: Option<&Cancel>, answer: impl FnOnce(&Budget) -> T) -> Option<T> {
    let is_canceled = || cancel.is_some_and(Cancel::is_canceled);
    if is_canceled() {
        return None;
    }
    let budget = Budget::new(limits);
    let budget = if let Some(cancel) = cancel { budget.until(cancel.clone()) } else { budget };
    let answer = answer(&budget);
    // An answer that was canceled halfway may lack findings.
    (!is_canceled()).then_some(answer)
}

/// Reads and checks the selected files; unreadable ones are kept in `inputs`. Nothing is checked if the
/// inputs from flags are invalid.
///
/// # Errors
/// If the question does not apply to the files.
pub(crate) fn judge_all(
    context: &Context,
    paths: &[OsString],
    inputs: &mut Inputs,
    specs: Specs,
    question: &dyn Fn(&Snapshot) -> anyhow::Result<Question>,
) -> anyhow::Result<Option<Run>> {
    let selection = select(context, paths, specs.named(), inputs);
    judge_selection(context, inputs, specs, question, selection)
}

/// Like [`judge_all`], but keeps only the findings of answers; the handler consumes the rest.
///
/// # Errors
/// If the question does not apply to the files.
pub(crate) fn judge_handled(
    context: &Context,
    paths: &[OsString],
    inputs: &mut Inputs,
    specs: Specs,
    question: Question,
    handling: AnswerCallbacks<'_>,
) -> anyhow::Result<Option<Run>> {
    let selection = select(context, paths, specs.named(), inputs);
    judge(context, inputs, specs, &|_| Ok(question.clone()), selection, Some(handling))
}

/// Selects files; paths given by the user are read in any location.
pub(crate) fn select(
    context: &Context,
    paths: &[OsString],
    spec: Option<&str>,
    inputs: &Inputs,
) -> Selection {
    let of_flags = context.provider_schemas.iter().chain(&context.policies).map(Path::new);
    let texts = [&context.root, &context.import_root, &context.schema];
    let texts = texts.into_iter().flatten().map(String::as_str).chain(spec);
    let named = paths.iter().filter(|path| *path != "-").map(Path::new);
    // standard input counts as a file in the current directory
    let here = paths.iter().any(|path| path == "-").then_some(Path::new("."));
    let mut trust = Trust::new(named.chain(here).chain(of_flags).chain(texts.map(Path::new)));
    if let Some(path) = &inputs.config.path {
        trust.keep(&config::top_of(&std::path::absolute(path).unwrap_or_else(|_| path.clone())));
    }
    for folder in schema_cache::folder().into_iter().chain(schema_cache::folders()) {
        trust.keep(Path::new(&folder));
    }
    let disk = Disk::new(trust).within(context.most.longest_source()).under(context.open.clone());
    let disk = disk.recorded_in(context.accesses.clone());
    let mut selection = files::select(paths, &context.stdin_name, &inputs.config, disk);
    files::select_unsaved(&mut selection, &context.open, &inputs.config);
    selection
}

/// A session over the selected files without values from flags, for questions that need none.
pub(crate) fn unjudged(context: &Context, selection: Selection, inputs: &Inputs) -> Session {
    let mut settings = Settings { language: inputs::language(context), ..Settings::default() };
    settings.bindings.extend(inputs.config.languages());
    let languages: Vec<_> = crate::languages().collect();
    let mut session = Session::new(&languages, Arc::new(selection.disk), settings);
    for path in &selection.paths {
        session.add(path);
    }
    if let Some((name, bytes)) = selection.stdin {
        session.set(&name, bytes);
    }
    session
}

/// The settings from flags for `files` files, `documents` of which are Mull documents, and the findings about
/// values that only these can use.
fn settings(
    context: &Context,
    inputs: &mut Inputs,
    documents: usize,
    files: usize,
) -> (Settings, Vec<Diagnostic>) {
    let refused = inputs.refused.len();
    let only_documents = documents > 0 && documents == files;
    let mut settings = if only_documents { Settings::default() } else { inputs.settings(context) };
    if documents == 0 {
        return (settings, Vec::new());
    }
    let wrong = inputs.refused.split_off(refused);
    settings.documents = mull::inputs(context, inputs);
    // A value that neither HCL nor Mull can read is an error; a value that only Mull can read causes a note.
    if inputs.refused.len() > refused {
        inputs.refused.extend(wrong);
        return (settings, Vec::new());
    }
    // a file that one of the languages reads is passed only to that language
    (settings, wrong)
}

/// Keeps errors in values from flags that neither HCL nor Mull can use, regardless of the files.
pub(crate) fn refuse_values(context: &Context, inputs: &mut Inputs) {
    // one file of each kind
    settings(context, inputs, 1, 2);
}

/// Judges files that were already selected.
///
/// # Errors
/// If the question does not apply to the files.
pub(crate) fn judge_selection(
    context: &Context,
    inputs: &mut Inputs,
    specs: Specs,
    question: &dyn Fn(&Snapshot) -> anyhow::Result<Question>,
    selection: Selection,
) -> anyhow::Result<Option<Run>> {
    judge(context, inputs, specs, question, selection, None)
}

fn judge(
    context: &Context,
    inputs: &mut Inputs,
    specs: Specs,
    question: &dyn Fn(&Snapshot) -> anyhow::Result<Question>,
    selection: Selection,
    handling: Option<AnswerCallbacks<'_>>,
) -> anyhow::Result<Option<Run>> {
    let Some(run) = settle(context, inputs, specs, selection) else { return Ok(None) };
    judge_settled(context, inputs, run, question, handling).map(Some)
}

/// Reads and checks the files of a run from [`settle`].
///
/// # Errors
/// If the question does not apply to the files.
pub(crate) fn judge_settled(
    context: &Context,
    inputs: &mut Inputs,
    mut run: Run,
    question: &dyn Fn(&Snapshot) -> anyhow::Result<Question>,
    handling: Option<AnswerCallbacks<'_>>,
) -> anyhow::Result<Run> {
    run.read(context, inputs);
    let snapshot = run.snapshot.clone();
    run.ask(context, inputs, &question(&snapshot)?, snapshot.units(), handling);
    Ok(run)
}

/// Reads the selected files, and answers a question for the wanted units only; `None` if the inputs from flags are invalid.
pub(crate) fn judge_wanted(
    context: &Context,
    inputs: &mut Inputs,
    question: &Question,
    selection: Selection,
    wanted: &dyn Fn(&Unit) -> bool,
) -> Option<Run> {
    let mut run = prepare(context, inputs, Specs::default(), selection)?;
    let units: Vec<Unit> = run.snapshot.units().iter().filter(|unit| wanted(unit)).cloned().collect();
    run.ask(context, inputs, question, &units, None);
    Some(run)
}

/// Checks the files of a cached run: only results that depend on changed files are recomputed.
pub(crate) fn judge_kept(context: &Context, inputs: &mut Inputs, run: &mut Run) {
    run.revise();
    run.read(context, inputs);
    run.answer(&Question::Check, context.most.limits(), |_| true, None);
    run.conclude(inputs);
}

/// The number of threads that a run uses.
fn threads(context: &Context, inputs: &Inputs) -> usize {
    let jobs = if context.jobs == 0 { inputs.config.jobs.unwrap_or_default() } else { context.jobs };
    parallel::threads(jobs)
}

/// A run over the selected files without any answers; unreadable files are kept in `inputs`. `None` if the
/// inputs from flags are invalid.
pub(crate) fn prepare(
    context: &Context,
    inputs: &mut Inputs,
    specs: Specs,
    selection: Selection,
) -> Option<Run> {
    let mut run = settle(context, inputs, specs, selection)?;
    run.read(context, inputs);
    Some(run)
}

/// Like [`prepare`], but without reading the files.
pub(crate) fn settle(
    context: &Context,
    inputs: &mut Inputs,
    mut specs: Specs,
    selection: Selection,
) -> Option<Run> {
    inputs.refuse_unreadable(&selection.unreadable);
    let remarks = selection.remarks().collect();
    let Selection { stdin, dangling, skipped, disk, same, named, reads, .. } = selection;
    let names: Vec<&str> =
        selection.paths.iter().chain(stdin.iter().map(|(name, _)| name)).map(|name| &**name).collect();
    let forced = inputs::language(context);
    let is_mull = |name: &&str| match forced {
        Some(language) => language == MULL,
        None => crate::rows().of(name).is_some_and(|(language, _)| language.row().name == MULL),
    };
    let refused = inputs.refused.len();
    // values for HCL are expressions and those for Mull are data, so flags are parsed according to the files
    let (documents, files): (Vec<&str>, Vec<&str>) = names.iter().copied().partition(is_mull);
    if documents.is_empty() {
        inputs.refuse_flags_of_mull(context);
    }
    inputs.expect_texts(files.iter().copied());
    let (mut settings, only_for_documents) = settings(context, inputs, documents.len(), names.len());
    settings.language = forced;
    settings.named = named;
    settings.syntax = inputs::syntax(context.lang);
    for (name, spec) in specs.bindings(files, inputs, disk.seen()) {
        let applies = Box::new(move |path: &str| path == name);
        settings.bindings.push(LanguageOverride { applies, language: HCLDEC, argument: Some(spec) });
    }
    settings.bindings.extend(inputs.config.languages());
    if inputs.refused.len() > refused {
        return None;
    }
    // given values may be invalid, which any unit may discover, and they are redacted in all findings;
    // findings without a place come first
    let waits =
        settings.has_inputs() || !settings.file_scopes.is_empty() || !dangling.is_empty() || !same.is_empty();
    let languages: Vec<_> = crate::languages().collect();
    let recording = reads.map(|reads| Arc::new(RecordingDisk::new(disk.clone(), reads)));
    let host: Arc<dyn Host> = match &recording {
        Some(recording) => Arc::clone(recording) as Arc<dyn Host>,
        None => Arc::new(disk.clone()),
    };
    let mut session = Session::new(&languages, host, settings);
    // Arguments come first, so they have the same numbers as in `inputs.sources`.
    for (_, source) in inputs.sources.iter() {
        session.text(source.name(), Arc::clone(source.bytes()));
    }
    let texts = inputs.sources.len();
    for path in &selection.paths {
        session.add(path);
    }
    if let Some((name, bytes)) = stdin {
        session.set(&name, bytes);
    }
    let snapshot = session.snapshot();
    Some(Run {
        session,
        disk,
        recording,
        same,
        files: 0,
        snapshot,
        units: Vec::new(),
        facts: FactsByFile::new(),
        printed: HashSet::new(),
        late: Vec::new(),
        sources: Sources::new(),
        dangling,
        left_out: skipped,
        remarks,
        only_for_documents,
        texts,
        trial: TrialState::default(),
        waits,
        swept: 0,
    })
}

/// Files that units need but that could not be read. Failures in directories above a unit do not count,
/// because these are only searched.
fn not_given(snapshot: &Snapshot, units: &[(Unit, Answer)]) -> Vec<String> {
    let is_above = |path: &str| {
        units.iter().any(|(unit, _)| *unit.root != *path && file_path::is_inside(&unit.root, path))
    };
    let unread = snapshot.unread().into_iter();
    let failed = unread.filter_map(|(path, refusal)| match refusal {
        Refusal::Failed(why) => Some((path, why)),
        _ => None,
    });
    let failed = failed.filter(|(path, _)| !is_above(path));
    failed.map(|(path, why)| format!("cannot read `{path}`: {why}")).collect()
}

/// Paths that were found but not read, with the reasons, from the walk and from units. Broken links already
/// have findings.
fn left_out(
    snapshot: &Snapshot,
    skipped: Ordered<String, String>,
    dangling: &[String],
) -> Ordered<String, String> {
    let dangling: HashSet<&String> = dangling.iter().collect();
    let all = skipped.into_iter().chain(not_read(snapshot));
    all.filter(|(path, _)| !dangling.contains(path)).collect()
}

/// Paths that units do not read because of their location, with the reasons.
fn not_read(snapshot: &Snapshot) -> impl Iterator<Item = (String, String)> {
    let reason = |(path, refusal)| match refusal {
        Refusal::NotRead(why) => Some((path, why)),
        _ => None,
    };
    snapshot.unread().into_iter().filter_map(reason)
}

/// The findings for broken links that a walk found, one for each target: a file may be missing, but no run depends on
/// it.
fn lead_nowhere(links: &[String]) -> Vec<Diagnostic> {
    let mut by_target: Ordered<String, Vec<&String>> = Ordered::new();
    for link in links {
        let target = std::fs::read_link(names::path(link)).unwrap_or_default();
        let path = file_path::join(file_path::parent(link), &names::text(&target));
        by_target.or_default(path).push(link);
    }
    by_target.into_iter().filter_map(|(_, links)| leads_nowhere(&links)).collect()
}

/// The finding about broken links to the same target.
fn leads_nowhere(links: &[&String]) -> Option<Diagnostic> {
    let first = links.first()?;
    let message = match links.len() {
        1 => format!("`{first}` is a broken symbolic link"),
        count => format!("`{first}` and {} are broken symbolic links", counted(count - 1, "other path")),
    };
    let finding = Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::placeless(codes::UNREADABLE, message).about(first.as_str())
    };
    Some(finding.help("remove the link, or add its target, or `exclude` it in `hclx.toml`"))
}

/// The index of the unit that a path refers to: the only one, the one with this path (a directory that contains modules
/// or components below it still counts by its own kind), or the only one of a language whose files declare names, such
/// as a Terragrunt unit next to a lock file.
pub(crate) fn meant_unit<'u>(
    units: impl Iterator<Item = &'u Unit> + Clone,
    path: &OsString,
) -> Option<usize> {
    let path = file_path::clean(&names::text(Path::new(path)));
    let only = |is_meant: &dyn Fn(&Unit) -> bool| {
        let mut meant = units.clone().enumerate().filter(|(_, unit)| is_meant(unit));
        let (index, _) = meant.next()?;
        meant.next().is_none().then_some(index)
    };
    only(&|_| true)
        .or_else(|| only(&|unit| *unit.root == *path))
        .or_else(|| only(&|unit| !unit.language.row().symbols.is_empty()))
}

/// Splits `FILE:LINE:COL`.
///
/// # Errors
/// If the text does not have this form.
pub(crate) fn place(text: &str) -> anyhow::Result<(&str, u32, u32)> {
    let parts = || {
        // File names may contain `:`, so both numbers are split off from the end.
        let (rest, column) = text.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some((file, line.parse().ok()?, column.parse().ok()?))
    };
    parts().ok_or_else(|| anyhow::anyhow!("`--at {text}`: expected FILE:LINE:COL, such as main.tf:7:12"))
}

/// The byte offset of a line and column, both counted from 1; columns count grapheme clusters, as
/// everywhere.
///
/// # Errors
/// If the file has no such place.
pub(crate) fn offset(snapshot: &Snapshot, file: SourceId, line: u32, column: u32) -> anyhow::Result<u32> {
    let sources = snapshot.sources(|id| id == file);
    let source = sources.get(file);
    let position = |offset: u32| source.position(offset, ColumnUnit::Graphemes);
    let end = source.bytes().len() as u32;
    let wanted = (line, column);
    // binary search: positions grow with offsets, so find the last offset at or before the place
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let found = position(middle);
        if (found.line, found.column) <= wanted { low = middle } else { high = middle - 1 }
    }
    let found = position(low);
    // A column beyond the end of its line means the end.
    anyhow::ensure!(
        found.line == line && column > 0,
        "`{}` has no line {line}, column {column}",
        snapshot.path(file)
    );
    Ok(low)
}
