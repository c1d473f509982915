//! Answers many units on several threads. The findings of a file are printed as soon as no other answer can
//! add to them, and the data of a unit is dropped with its answer.
//!
//! Out of scope: selecting files, and choosing the question (`judging`).

use std::collections::{HashMap, HashSet};

use hclx_analysis::{Answer, Question, ReportedFiles, Snapshot, Unit};
use hclx_diag::{Diagnostic, OrderedSet, SharedCause, Source, SourceId, Sources};
use hclx_eval::{Budget, Limits};

use hclx_program::findings::{FactsByFile, TextFacts, sorted};
use hclx_program::redaction::GivenValues;

use crate::parallel;
use crate::progress::Progress;

/// Findings grouped by file, and the completeness of each file.
///
/// The findings of a file are complete when every unit that it belongs to is answered and no remaining
/// unit can report findings in files of other units (`ReportedFiles`).
struct Complete {
    /// The selected files by path.
    files: Vec<OpenFile>,
    index_of: HashMap<SourceId, usize>,
    /// The index of the first file that was not passed on.
    next: usize,
    /// The number of unanswered units that may report findings in files of other units.
    open: usize,
    /// Findings without a place, with a place in a command-line argument, or reported after their file was
    /// passed on.
    others: Vec<Diagnostic>,
    /// The first and the last file with findings of a cause.
    extents: HashMap<String, (usize, usize)>,
    /// The number of sources at the front that are command-line arguments.
    texts: usize,
}

/// A file whose findings are not complete.
struct OpenFile {
    file: SourceId,
    /// The number of unanswered units.
    open: usize,
    findings: Vec<Diagnostic>,
    /// The index of the last file that shares a cause with findings of this one.
    last: usize,
}

impl Complete {
    /// The state before any answer.
    fn new(snapshot: &Snapshot, texts: usize) -> Self {
        let mut files: Vec<OpenFile> = snapshot.selected().iter().map(|file| OpenFile::new(*file)).collect();
        let index_of: HashMap<SourceId, usize> =
            files.iter().enumerate().map(|(index, open)| (open.file, index)).collect();
        for file in snapshot.units().iter().flat_map(|unit| &unit.files) {
            if let Some(index) = index_of.get(file) {
                files[*index].open += 1;
            }
        }
        let open = snapshot
            .units()
            .iter()
            .filter(|unit| unit.language.row().reports_in == ReportedFiles::Any)
            .count();
        Self { files, index_of, next: 0, open, others: Vec::new(), extents: HashMap::new(), texts }
    }

    /// Adds the findings of a unit, and returns the files that are now complete, by path, with their findings. Files
    /// that share a cause are returned together.
    fn take(&mut self, unit: &Unit, findings: Vec<Diagnostic>) -> Vec<Vec<(SourceId, Vec<Diagnostic>)>> {
        for finding in findings {
            let source = finding.span.map(|span| span.source);
            match source.and_then(|source| self.index_of.get(&source)) {
                Some(index) if *index >= self.next => {
                    let index = *index;
                    if let Some(cause) = &finding.cause {
                        self.spread(index, cause);
                    }
                    self.files[index].findings.push(finding);
                }
                // a unit may read files that were not selected; findings there are not reported
                None if source.is_some_and(|source| source.0 as usize >= self.texts) => {}
                _ => self.others.push(finding),
            }
        }
        for file in &unit.files {
            if let Some(index) = self.index_of.get(file) {
                self.files[*index].open -= 1;
            }
        }
        self.open -= usize::from(unit.language.row().reports_in == ReportedFiles::Any);
        // findings without a place come first
        if self.open > 0 || !self.others.is_empty() {
            return Vec::new();
        }
        let mut complete = Vec::new();
        while let Some(end) = self.end_of_next() {
            let files = self.files[self.next..end].iter_mut();
            complete.push(files.map(|open| (open.file, std::mem::take(&mut open.findings))).collect());
            self.next = end;
        }
        complete
    }

    /// Notes that the findings of a file have a cause.
    fn spread(&mut self, index: usize, cause: &SharedCause) {
        if cause.is_of_run {
            // any later unit may have findings with it
            self.files[index].last = self.files.len();
            return;
        }
        let extent = self.extents.entry(cause.key.clone()).or_insert((index, index));
        *extent = (extent.0.min(index), extent.1.max(index));
        let first = &mut self.files[extent.0];
        first.last = first.last.max(extent.1);
    }

    /// The end of the next group of complete files, which share no cause with others.
    fn end_of_next(&self) -> Option<usize> {
        let (mut end, mut last) = (self.next, self.next);
        while end <= last {
            let next = self.files.get(end).filter(|file| file.open == 0)?;
            last = last.max(next.last);
            end += 1;
        }
        Some(end)
    }

    /// The remaining findings after all answers.
    fn rest(&mut self) -> Vec<Diagnostic> {
        let waiting = self.files[self.next..].iter_mut().flat_map(|open| std::mem::take(&mut open.findings));
        std::mem::take(&mut self.others).into_iter().chain(waiting).collect()
    }
}

impl OpenFile {
    fn new(file: SourceId) -> Self {
        Self { file, open: 0, findings: Vec::new(), last: 0 }
    }
}

/// Callbacks that handle each answer while others are still being computed.
pub(crate) struct AnswerCallbacks<'a> {
    /// Collects facts about a file when its unit is answered.
    pub facts: &'a (dyn Fn(&Snapshot, SourceId) -> TextFacts + Sync),
    /// Prints the findings of complete files, with the sources that they refer to.
    pub print: Option<Print<'a>>,
    /// Called with each answer, in the order of units, before computed data is dropped.
    pub each: Option<Each<'a>>,
    /// Set if approximations are reported.
    pub tells_approximations: bool,
}

/// Called with the answer of a unit.
pub(crate) type Each<'a> = &'a mut (dyn FnMut(&Snapshot, &Unit, &Answer) + Send);

/// Prints the complete findings of files that may share causes, with the sources that they refer to.
pub(crate) type Print<'a> = &'a mut (dyn FnMut(&Snapshot, &Sources, Vec<CompleteFile>) + Send);

/// A file whose findings are complete.
pub(crate) struct CompleteFile {
    /// The file.
    pub(crate) file: SourceId,
    /// The findings.
    pub(crate) findings: Vec<Diagnostic>,
    /// Its style findings, and whether it may contain suppressions.
    pub(crate) facts: TextFacts,
}

/// A question about units of a snapshot.
pub(crate) struct UnitQuestion<'a> {
    /// The files.
    pub(crate) snapshot: &'a Snapshot,
    /// The units.
    pub(crate) units: &'a [Unit],
    /// The question.
    pub(crate) question: &'a Question,
    /// The limits of each answer.
    pub(crate) limits: Limits,
    /// Set if progress is shown.
    pub(crate) show_progress: bool,
}

/// The answers of all units.
pub(crate) struct UnitAnswers {
    /// The units with their answers, in order.
    pub(crate) units: Vec<(Unit, Answer)>,
    /// The facts about files that were not printed.
    pub(crate) facts: FactsByFile,
    /// Files whose findings were printed.
    pub(crate) printed: HashSet<SourceId>,
    /// Findings from answers that belong to no printed file.
    pub(crate) late: Vec<Diagnostic>,
    /// Set if answers and contents are kept completely.
    keeps_all: bool,
}

impl UnitQuestion<'_> {
    /// The answers for all units, computed on `threads` threads. `texts` is the number of sources that are not files. If
    /// `waits` is set, nothing is printed until all findings are known.
    pub(crate) fn all(
        &self,
        threads: usize,
        handling: Option<AnswerCallbacks<'_>>,
        texts: usize,
        waits: bool,
    ) -> UnitAnswers {
        let (snapshot, units) = (self.snapshot, self.units);
        let progress = Progress::new(units.len(), self.show_progress);
        let find = handling.as_ref().map(|handling| handling.facts);
        let tells_approximations = handling.as_ref().is_some_and(|handling| handling.tells_approximations);
        let (print, mut each) = handling.map_or((None, None), |handling| (handling.print, handling.each));
        let is_taken = each.is_some();
        let facts_of_file = |file| find.map_or_else(TextFacts::default, |find| find(snapshot, file));
        let mut printing = print.filter(|_| !waits).map(|print| FindingPrinter {
            complete: Complete::new(snapshot, texts),
            sources: Sources::new(),
            given: None,
            print,
            texts,
        });
        let answer = |index: usize| {
            let unit: &Unit = &units[index];
            let (answer, round) = self.first_round(unit);
            progress.step();
            // `each` needs complete answers, so an answer is reduced after the call, in order.
            match find {
                Some(find) if !is_taken && round == Round::Complete => {
                    let (answer, facts) = finish(snapshot, unit, answer, find, tells_approximations);
                    (answer, facts, round)
                }
                _ => (answer, FactsByFile::new(), round),
            }
        };
        let mut pool = Pool::new(self.limits);
        let mut answered = UnitAnswers {
            units: Vec::with_capacity(units.len()),
            facts: FactsByFile::new(),
            printed: HashSet::new(),
            late: Vec::new(),
            keeps_all: find.is_none(),
        };
        parallel::in_order(threads, units.len(), answer, |index, (mut answer, facts, round)| {
            let unit = &units[index];
            if round == Round::Exceeded {
                if let Some(complete) = pool.second_round(self, unit) {
                    answer = complete;
                }
                if let Some(find) = find.filter(|_| !is_taken) {
                    let facts;
                    (answer, facts) = finish(snapshot, unit, answer, find, tells_approximations);
                    answered.facts.extend(facts);
                }
            }
            answered.facts.extend(facts);
            if let (Some(each), Some(find)) = (&mut each, find) {
                each(snapshot, unit, &answer);
                (answer, _) = finish(snapshot, unit, answer, find, tells_approximations);
            }
            if let Some(printing) = &mut printing {
                let findings = std::mem::take(&mut answer.findings);
                printing.take((snapshot, unit), findings, &mut answered, (&facts_of_file, &progress));
            }
            answered.units.push((unit.clone(), answer));
        });
        answered.late = printing.map(|mut printing| printing.complete.rest()).unwrap_or_default();
        answered
    }
}

/// The divisor of the limits that a unit has in the first round.
const FIRST_ROUND: u64 = 32;
/// The factor by which all units together may use the limits in the second round.
const MOST_OF_RUN: u64 = 10;

/// The outcome of the first round for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Complete,
    /// A limit of the first round was exceeded.
    Exceeded,
}

impl UnitQuestion<'_> {
    /// The answer within a fraction of the limits, which is enough for nearly all units. A single unit has the
    /// full limits immediately.
    fn first_round(&self, unit: &Unit) -> (Answer, Round) {
        let is_alone = self.units.len() < 2;
        let limits = if is_alone { self.limits } else { self.limits.divided(FIRST_ROUND) };
        let budget = Budget::new(limits);
        let answer = self.snapshot.answer(unit, self.question, &budget);
        let is_exceeded = !is_alone && (budget.is_spent() || budget.is_exceeded());
        (answer, if is_exceeded { Round::Exceeded } else { Round::Complete })
    }
}

/// The steps and bytes that the units of a run may spend beyond the first round. Units use it in order, one at a time,
/// so that the number of threads does not affect answers.
struct Pool {
    steps: u64,
    bytes: u64,
}

impl Pool {
    fn new(limits: Limits) -> Self {
        let of_run = |limit: u64| limit.saturating_mul(MOST_OF_RUN);
        Self { steps: of_run(limits.steps), bytes: of_run(limits.bytes) }
    }

    /// The answer within the full limits; `None` if other units have spent them.
    fn second_round(&mut self, asking: &UnitQuestion<'_>, unit: &Unit) -> Option<Answer> {
        if self.steps == 0 || self.bytes == 0 {
            return None;
        }
        let budget = Budget::new(asking.limits);
        let answer = asking.snapshot.answer(unit, asking.question, &budget);
        let (steps, bytes) = budget.used();
        self.steps = self.steps.saturating_sub(steps);
        self.bytes = self.bytes.saturating_sub(bytes);
        Some(answer)
    }
}

impl UnitAnswers {
    /// The sources that may appear in the output, by number. Values that must not be shown are redacted in
    /// them and in all findings.
    pub(crate) fn shown(&mut self, snapshot: &Snapshot, texts: usize) -> Sources {
        let with_facts = self.facts.iter().filter(|(_, facts)| facts.matters()).map(|(file, _)| *file);
        let of_answers = self.units.iter().flat_map(|(_, answer)| pointed_at(answer));
        let of_others = self.late.iter().flat_map(Diagnostic::sources);
        let wanted: HashSet<SourceId> = of_answers.chain(of_others).chain(with_facts).collect();
        let is_wanted = |id: SourceId| self.keeps_all || (id.0 as usize) < texts || wanted.contains(&id);
        let mut sources = snapshot.sources(is_wanted);
        let given = GivenValues::of(snapshot);
        given.hide(snapshot, &mut sources, texts);
        given.hide_in_answers(&sources, &mut self.units);
        let late = std::mem::take(&mut self.late).into_iter();
        self.late = late.map(|one| given.hide_in_finding(&sources, one)).collect();
        sources
    }
}

/// Keeps the facts about the files of an answered unit, then drops its computed data.
fn finish(
    snapshot: &Snapshot,
    unit: &Unit,
    answer: Answer,
    facts: &(dyn Fn(&Snapshot, SourceId) -> TextFacts + Sync),
    tells_approximations: bool,
) -> (Answer, FactsByFile) {
    let selected = unit.files.iter().filter(|file| snapshot.is_selected(**file));
    let facts: FactsByFile = selected.map(|file| (*file, facts(snapshot, *file))).collect();
    let Answer {
        findings,
        unresolved,
        mut approximations,
        notes,
        meant_to_fail,
        unchecked,
        refused,
        policies,
        ..
    } = answer;
    if !tells_approximations {
        approximations = Vec::new();
    }
    // The remaining parts of an answer may be large, and no output of findings needs them.
    let answer = Answer {
        findings,
        unresolved,
        approximations,
        notes,
        meant_to_fail,
        unchecked,
        refused,
        policies,
        ..Answer::default()
    };
    let needed: OrderedSet<SourceId> = pointed_at(&answer).collect();
    snapshot.release(unit, |file| needed.contains(&file) || facts.get(&file).is_some_and(TextFacts::matters));
    (answer, facts)
}

/// The sources to which the printable parts of an answer refer.
fn pointed_at(answer: &Answer) -> impl Iterator<Item = SourceId> {
    let findings = answer.findings.iter().chain(&answer.refused).flat_map(Diagnostic::sources);
    findings.chain(answer.approximations.iter().map(|one| one.span.source))
}

/// Prints findings while units are answered.
struct FindingPrinter<'a> {
    complete: Complete,
    /// All sources by number; only those that may be printed have contents.
    sources: Sources,
    /// The values to hide in the sources. No file is complete before they are known.
    given: Option<GivenValues>,
    print: Print<'a>,
    texts: usize,
}

impl FindingPrinter<'_> {
    /// Takes the findings of a unit, and prints those of the files that are now complete.
    fn take(
        &mut self,
        (snapshot, unit): (&Snapshot, &Unit),
        findings: Vec<Diagnostic>,
        answered: &mut UnitAnswers,
        (facts_of, progress): (&dyn Fn(SourceId) -> TextFacts, &Progress),
    ) {
        for files in self.complete.take(unit, findings) {
            let numbers: Vec<SourceId> = files.iter().map(|(file, _)| *file).collect();
            let complete = |(file, findings): (SourceId, Vec<Diagnostic>)| {
                let facts = answered.facts.remove(&file).unwrap_or_else(|| facts_of(file));
                let is_shown = !findings.is_empty() || facts.matters();
                is_shown.then_some(CompleteFile { file, findings, facts })
            };
            let printed: Vec<CompleteFile> = files.into_iter().filter_map(complete).collect();
            if !printed.is_empty() {
                progress.end();
                self.files(snapshot, printed);
            }
            for file in numbers {
                snapshot.forget(file);
                answered.printed.insert(file);
            }
        }
    }

    fn files(&mut self, snapshot: &Snapshot, mut files: Vec<CompleteFile>) {
        let given = self.given.get_or_insert_with(|| GivenValues::of(snapshot));
        let findings = files.iter().flat_map(|complete| &complete.findings);
        let mut ids: OrderedSet<SourceId> = findings.flat_map(Diagnostic::sources).collect();
        ids.extend(files.iter().map(|complete| complete.file));
        snapshot.fill(&mut self.sources, ids.iter().copied());
        given.hide_in(snapshot, &mut self.sources, self.texts, ids.iter().copied());
        for complete in &mut files {
            let findings = std::mem::take(&mut complete.findings).into_iter();
            let hidden = findings.map(|finding| given.hide_in_finding(&self.sources, finding)).collect();
            complete.findings = sorted(snapshot, hidden);
        }
        (self.print)(snapshot, &self.sources, files);
        // Only contents that are being printed are held, because a run may select more files than fit into
        // memory.
        for id in ids {
            self.sources.set(id, Source::new(snapshot.path(id), &[][..]));
        }
    }
}

#[cfg(test)]
mod tests {
    /// Units that need more than the first round have the full limits until the run's limits are spent; the remaining
    /// units report this.
    #[test]
    fn what_units_spend_is_bounded_for_the_run() {
        let limits = Limits { steps: 64, raise: hclx_core::Raise::ByFlag, ..Limits::default() };
        let said = |limits: Limits| {
            let budget = Budget::new(limits);
            while budget.take_step() {}
            assert!(budget.is_spent());
            budget.nothing_left().message()
        };
        assert_eq!(
            said(limits.divided(FIRST_ROUND)),
            "this needs more than the limit of 2 evaluation steps (the limit of the run was spent by other units)"
        );
        assert!(said(limits).ends_with("64 evaluation steps; raise it with --max-steps"));
        let pool = Pool::new(limits);
        assert_eq!((pool.steps, pool.bytes), (640, limits.bytes * 10));
    }

    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use hclx_analysis::{Ask, FileRow, Language, LanguageRow, Memory, Pattern, Purpose, Session, Settings};
    use hclx_diag::{TextRange, code_names as codes};

    use super::*;

    /// A language that keeps data for each file and reports one finding in it.
    struct Finding(&'static LanguageRow);

    static ALONE: Finding = Finding(&row(ReportedFiles::OwnUnit));
    static TOGETHER: Finding = Finding(&row(ReportedFiles::Any));

    const fn row(reports_in: ReportedFiles) -> LanguageRow {
        const FILES: &[FileRow] = &[FileRow::native(Pattern::Suffix(".x"), "x")];
        LanguageRow { reports_in, ..LanguageRow::new("finding", "Finding", FILES) }
    }

    /// The number of data items held now, and the maximum so far.
    static HELD: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

    struct CountedItem;

    impl CountedItem {
        fn new() -> Self {
            let held = HELD[0].fetch_add(1, Ordering::SeqCst) + 1;
            HELD[1].fetch_max(held, Ordering::SeqCst);
            Self
        }
    }

    impl Drop for CountedItem {
        fn drop(&mut self) {
            HELD[0].fetch_sub(1, Ordering::SeqCst);
        }
    }

    impl Language for Finding {
        fn row(&self) -> &'static LanguageRow {
            self.0
        }

        fn judge(&self, ask: Ask<'_>, _: Purpose) -> Answer {
            let Ask { unit, snapshot, .. } = ask;
            let file = unit.files[0];
            let of_file = snapshot.get(&ItemOfFile(file));
            let of_unit = snapshot.get(&ItemOfUnit(Arc::clone(&unit.root)));
            let place = TextRange::at(0).in_source(file);
            let finding = Diagnostic::warning(codes::UNREADABLE, place, snapshot.path(file).to_string());
            drop((of_file, of_unit));
            Answer { findings: vec![finding], ..Answer::default() }
        }
    }

    hclx_analysis::query! {
        /// Data of a file.
        struct ItemOfFile(hclx_diag::SourceId) -> CountedItem, of File |ItemOfFile(file)| *file;
        |_, _| CountedItem::new()
    }

    hclx_analysis::query! {
        /// Data of the unit with a root.
        struct ItemOfUnit(Arc<str>) -> CountedItem, of Unit |ItemOfUnit(root)| root;
        |_, _| CountedItem::new()
    }

    const UNITS: usize = 1000;

    /// The number of units that were answered before the first output, on one thread or several.
    fn printed(language: &'static dyn Language, threads: usize) -> usize {
        let mut host = Memory::default();
        let names: Vec<String> = (0..UNITS).map(|number| format!("{number:04}.x")).collect();
        names.iter().for_each(|name| host.insert(name, name.as_bytes()));
        let mut session = Session::new(&[language], Arc::new(host), Settings::default());
        names.iter().for_each(|name| {
            session.add(name);
        });
        let snapshot = session.snapshot();
        let asking = UnitQuestion {
            snapshot: &snapshot,
            units: snapshot.units(),
            question: &Question::Check,
            limits: Limits::default(),
            show_progress: false,
        };
        let answered = AtomicUsize::new(0);
        let facts = |_: &Snapshot, _: SourceId| {
            answered.fetch_add(1, Ordering::SeqCst);
            TextFacts::default()
        };
        let mut messages = Vec::new();
        let mut before = None;
        let mut print = |_: &Snapshot, sources: &Sources, files: Vec<CompleteFile>| {
            before.get_or_insert_with(|| answered.load(Ordering::SeqCst));
            let [CompleteFile { file, findings: found, .. }] = &files[..] else { panic!("one file") };
            assert_eq!(sources.get(*file).bytes()[..], *found[0].message.as_bytes());
            let with_text = sources.iter().filter(|(_, source)| !source.bytes().is_empty());
            assert_eq!(with_text.count(), 1, "one text at a time");
            messages.push(found[0].message.clone());
        };
        let handling = AnswerCallbacks {
            facts: &facts,
            print: Some(&mut print),
            each: None,
            tells_approximations: false,
        };
        let all = asking.all(threads, Some(handling), 0, false);
        assert_eq!((all.units.len(), all.late.len(), all.printed.len()), (UNITS, 0, UNITS));
        assert!(names == messages, "in the order of paths");
        before.expect("something was printed")
    }

    #[test]
    fn what_was_made_of_a_unit_goes_with_its_answer() {
        assert_eq!(printed(&ALONE, 1), 1, "findings are printed before everything is answered");
        printed(&ALONE, 3);
        // one of a file and one of a unit on each thread
        let most = HELD[1].load(Ordering::SeqCst);
        assert!(most <= 2 * 3, "{most} trees were held at once");
        assert_eq!(HELD[0].load(Ordering::SeqCst), 0);
        // findings that other units may repeat are held back until those are answered, and files
        // that others may need are kept
        assert_eq!(printed(&TOGETHER, 3), UNITS);
        assert_eq!(HELD[1].load(Ordering::SeqCst), 2 * UNITS);
    }
}
