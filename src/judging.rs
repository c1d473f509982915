//! A session over what the command line names, and the answers of its units in one order: what `check`,
//! `infer` and `eval` share.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use clap::ArgMatches;
use hclx_analysis::{Answer, Binding, Question, Session, Snapshot, Unit, row_of};
use hclx_diag::{Diagnostic, SourceId, Sources};
use hclx_eval::{Budget, Unresolved, UnresolvedKind};
use rayon::prelude::*;

use crate::files::{self, Disk, Selection};
use crate::inputs::{self, Inputs};
use crate::mull;
use crate::specs::Specs;

/// The language of Mull's documents.
pub const MULL: &str = "mull";
/// The language of files that a specification describes.
const HCLDEC: &str = "hcldec";

/// What a run found out.
pub struct Run {
    /// The session, for judging other versions of its files.
    pub session: Session,
    /// The files.
    pub snapshot: Snapshot,
    /// Units with their answers, in the order of paths.
    pub units: Vec<(Unit, Answer)>,
    /// How many files were judged.
    pub files: usize,
    /// Files and texts that findings point into.
    pub sources: Sources,
}

impl Run {
    /// Answers a question again, for the texts that the session has now.
    pub fn answer_again(&mut self, question: &Question) {
        let snapshot = self.session.snapshot();
        let answer = |unit: &Unit| (unit.clone(), snapshot.answer(unit, question, &Budget::default()));
        self.units = snapshot.units().par_iter().map(answer).collect();
        self.sources = snapshot.sources(|_| true);
        self.snapshot = snapshot;
    }

    /// All findings, by file, then place, each once.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let mut findings: Vec<Diagnostic> =
            self.units.iter().flat_map(|(_, answer)| answer.findings.iter().cloned()).collect();
        let path = |finding: &Diagnostic| finding.span.map(|span| self.snapshot.path(span.source));
        findings.sort_by_cached_key(|finding| {
            (path(finding), finding.span, finding.code, finding.message.clone())
        });
        findings.dedup();
        findings
    }
}

/// Reads and judges what the command line names; what cannot be read is kept in `inputs`. Nothing is
/// judged if the inputs that flags give are wrong.
///
/// # Errors
/// If the pool of threads cannot be made.
pub fn judge_all(
    matches: &ArgMatches,
    inputs: &mut Inputs,
    specs: Specs,
    question: &Question,
) -> anyhow::Result<Option<Run>> {
    let named = matches.try_get_many::<OsString>("PATH").ok().flatten();
    let listed = matches.try_get_one::<OsString>("files-from").ok().flatten();
    let paths: Vec<OsString> = match (named, listed) {
        (None, None) => vec![OsString::from(".")],
        (named, listed) => {
            let listed = listed.map(files::names_from).transpose()?.unwrap_or_default();
            named.into_iter().flatten().cloned().chain(listed).collect()
        }
    };
    let selection = files::select(&paths, stdin_name(matches));
    judge_selection(matches, inputs, specs, question, selection)
}

/// Judges files that were found.
///
/// # Errors
/// If the pool of threads cannot be made.
pub fn judge_selection(
    matches: &ArgMatches,
    inputs: &mut Inputs,
    mut specs: Specs,
    question: &Question,
    selection: Selection,
) -> anyhow::Result<Option<Run>> {
    let pool = pool(matches)?;
    for (name, reason) in &selection.unreadable {
        inputs.refuse(format!("cannot read `{name}`: {reason}"));
    }
    let stdin = selection.stdin;
    let names: Vec<&str> =
        selection.paths.iter().chain(stdin.iter().map(|(name, _)| name)).map(|name| &**name).collect();
    let forced = inputs::language(matches);
    let is_mull = |name: &str| match forced {
        Some(language) => language == MULL,
        None => row_of(crate::languages(), name).is_some_and(|(language, _)| language.name() == MULL),
    };
    let refused = inputs.refused.len();
    // values for HCL are expressions, those for Mull are data: flags are read as what there is to judge
    let documents = names.iter().filter(|name| is_mull(name)).count();
    let mut settings = match documents {
        0 => inputs.settings(matches),
        count if count == names.len() => hclx_analysis::Settings::default(),
        _ => inputs.settings(matches),
    };
    if documents > 0 {
        settings.inputs.push(Arc::new(mull::inputs(matches, inputs)));
    }
    settings.language = forced;
    settings.syntax = inputs::syntax(matches);
    for (name, spec) in specs.bindings(names.iter().copied().filter(|name| !is_mull(name)), inputs) {
        let applies = Box::new(move |path: &str| path == name);
        settings.bindings.push(Binding { applies, language: HCLDEC, argument: Some(spec) });
    }
    if inputs.refused.len() > refused {
        return Ok(None);
    }
    let languages: Vec<_> = crate::languages().collect();
    let mut session = Session::new(&languages, Arc::new(Disk), settings);
    for (_, source) in inputs.sources.iter() {
        session.text(source.name(), Arc::clone(source.bytes()));
    }
    let files: Vec<SourceId> = selection.paths.iter().map(|path| session.add(path)).collect();
    if let Some((name, bytes)) = stdin {
        session.set(&name, bytes);
    }
    let before = session.snapshot();
    let unread: Vec<_> = pool
        .install(|| files.par_iter().filter_map(|file| Some((*file, before.bytes(*file).err()?))).collect());
    for (file, refusal) in unread {
        inputs.refuse(format!("cannot read `{}`: {}", before.path(file), files::reason(&refusal)));
        session.remove(file);
    }
    let snapshot = session.snapshot();
    let answer = |unit: &Unit| (unit.clone(), snapshot.answer(unit, question, &Budget::default()));
    let units: Vec<(Unit, Answer)> = pool.install(|| snapshot.units().par_iter().map(answer).collect());
    let sources = snapshot.sources(|_| true);
    let mut refusals: Vec<&Diagnostic> = units.iter().flat_map(|(_, answer)| &answer.refused).collect();
    refusals.dedup();
    inputs.refused.extend(refusals.into_iter().cloned());
    inputs.sources = sources.clone();
    let judged = units.iter().filter(|(_, answer)| answer.refused.is_empty());
    let files =
        judged.map(|(unit, _)| unit.files.iter().filter(|file| snapshot.is_selected(**file)).count()).sum();
    Ok(Some(Run { session, snapshot, units, files, sources }))
}

/// The name of standard input in messages.
pub fn stdin_name(matches: &ArgMatches) -> &str {
    matches.get_one::<String>("stdin-filename").map_or("<stdin>", String::as_str)
}

fn pool(matches: &ArgMatches) -> anyhow::Result<rayon::ThreadPool> {
    let jobs = match matches.try_get_one::<String>("jobs").ok().flatten() {
        Some(text) => {
            text.parse().map_err(|_| anyhow::anyhow!("`--jobs {text}`: expected a number of threads"))?
        }
        None => 0,
    };
    Ok(rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?)
}

fn counted(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// What was not judged by its own rules, in sentences for the summary: languages that are not judged,
/// applications whose rules do not exist, and what answers say.
pub fn notes(run: &Run) -> Vec<String> {
    let mut foreign: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, language) in run.snapshot.foreign() {
        *foreign.entry(language).or_default() += 1;
    }
    let mut plain: Vec<(&str, usize)> = Vec::new();
    for (unit, _) in run.units.iter().filter(|(unit, _)| !unit.language.has_rules()) {
        match plain.iter_mut().find(|(title, _)| *title == unit.language.title()) {
            Some((_, count)) => *count += unit.files.len(),
            None => plain.push((unit.language.title(), unit.files.len())),
        }
    }
    let mut others: Vec<(&str, usize)> = Vec::new();
    for note in run.units.iter().flat_map(|(_, answer)| &answer.notes) {
        match others.iter_mut().find(|(known, _)| *known == note) {
            Some((_, count)) => *count += 1,
            None => others.push((note, 1)),
        }
    }
    let foreign =
        foreign.into_iter().map(|(language, count)| format!("{} of {language} not judged", counted(count)));
    let plain = plain.into_iter().map(|(title, count)| {
        format!(
            "{} of {title} judged as plain HCL; {title}'s own rules are not supported yet",
            counted(count)
        )
    });
    let others = others.into_iter().map(|(note, count)| match count {
        1 => note.to_owned(),
        count => format!("{note} ({count} times)"),
    });
    foreign.chain(plain).chain(others).collect()
}

/// Names that nothing declares, each once for a file, with how often it is used.
pub fn unresolved(names: &[Unresolved]) -> Vec<(String, usize)> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let what = match name.kind {
            UnresolvedKind::Function => format!("{}()", name.name),
            UnresolvedKind::Variable => name.name.clone(),
        };
        *uses.entry(what).or_default() += 1;
    }
    uses.into_iter().collect()
}
