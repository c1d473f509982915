//! The results of a run as a cache entry, and back.
//!
//! Sources are not stored but read again. If findings show them with hidden values, only the redacted form is
//! stored. Edits that no format shows are omitted, including their contents.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use hclx_diag::{
    Applicability, Certainty, Diagnostic, Edit, Fix, Label, Ordered, Origin, Path, Severity, SharedCause,
    SharedWords, Source, SourceId, Sources, Span, Step, TextRange, find_code,
};
use hclx_eval::Host;
use hclx_languages::terraform::UnmatchedName;
use hclx_report::{PolicyTotals, Suppressed, Suppression, UncheckedProvider};
use serde::{Deserialize, Serialize};

use crate::cache::{Answers, Reads};
use crate::disk::Disk;
use crate::findings::{Outcome, ProcessedFindings};

/// The maximum number of findings of a cached run.
const MAX_FINDINGS: usize = 100_000;

/// Source, start and end.
type Place = (u32, u32, u32);

/// Replaced places with their replacements.
type Edits = Vec<(Place, String)>;

/// A finding in compact form.
#[derive(Serialize, Deserialize)]
struct Finding {
    code: String,
    severity: u8,
    may: bool,
    message: String,
    at: Option<Place>,
    subject: Option<String>,
    label: Option<String>,
    labels: Vec<(Place, String)>,
    help: Vec<String>,
    /// Title, safety, edits.
    fixes: Vec<(String, bool, Edits)>,
    path: Vec<Part>,
    origin: Option<Place>,
    cause: Option<Cause>,
}

/// The cause that findings share.
#[derive(Serialize, Deserialize)]
struct Cause {
    key: String,
    is_of_run: bool,
    name: String,
    is_lacking: bool,
    words: Words,
    help: Option<String>,
    fixes_all: bool,
}

/// The words of a finding that represents others.
#[derive(Serialize, Deserialize)]
enum Words {
    Others(String, String),
    Names(String, String),
    Count(String, String),
    Arguments(String),
}

/// A step of a path.
#[derive(Serialize, Deserialize)]
enum Part {
    Attr(String),
    Index(usize),
    Key(String),
    Each,
    Member(String),
}

/// A source that findings point into.
#[derive(Serialize, Deserialize)]
struct SourceRow {
    id: u32,
    name: String,
    /// The length in bytes.
    length: usize,
    /// The redacted contents for excerpts, if they differ.
    hidden: Option<String>,
}

/// The findings of a run, collected as they are found.
#[derive(Default)]
pub(crate) struct FindingCollector {
    findings: Vec<Finding>,
    sources: Ordered<u32, SourceRow>,
}

/// A complete entry.
#[derive(Serialize, Deserialize)]
pub(super) struct CacheEntry {
    answers: Answers,
    findings: Vec<Finding>,
    /// The suppressed findings with their reasons.
    suppressed: Vec<(Finding, String)>,
    sources: Vec<SourceRow>,
    files: usize,
    checked: Vec<String>,
    notes: Vec<String>,
    unchecked: Vec<UncheckedProvider>,
    assumed: Vec<String>,
    /// The setting, the message, and whether it is certain.
    unmatched: Vec<(String, String, bool)>,
    policies: Option<PolicyTotals>,
}

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

impl FindingCollector {
    /// Adds findings with the sources that they refer to.
    pub(crate) fn take(&mut self, sources: &Sources, findings: &[Diagnostic]) {
        for finding in findings {
            // One more than the maximum shows that there are too many.
            if self.findings.len() > MAX_FINDINGS {
                return;
            }
            self.sources_of(sources, finding);
            self.findings.push(brief(finding));
        }
    }

    fn sources_of(&mut self, sources: &Sources, finding: &Diagnostic) {
        let origin = finding.origin.map(|origin| origin.place.source);
        for id in finding.sources().chain(origin) {
            if !self.sources.contains_key(&id.0) {
                let source = sources.get(id);
                // Redacted contents are not necessarily UTF-8.
                let hidden = source.is_concealed().then(|| BASE64.encode(source.shown()));
                let (name, length) = (source.name().to_owned(), source.bytes().len());
                self.sources.insert(id.0, SourceRow { id: id.0, name, length, hidden });
            }
        }
    }

    /// The entry for a run with these findings and those of `outcome`. The first `texts` sources are not
    /// files. `None` if the run cannot be cached.
    pub(super) fn kept(
        mut self,
        outcome: &Outcome,
        sources: &Sources,
        texts: usize,
        reads: &Reads,
    ) -> Option<CacheEntry> {
        self.take(sources, &outcome.treated.findings);
        outcome.treated.suppressed.iter().for_each(|hidden| self.sources_of(sources, &hidden.finding));
        let suppressed = outcome.treated.suppressed.iter();
        let suppressed = suppressed.map(|hidden| (brief(&hidden.finding), hidden.reason.clone())).collect();
        // a source that is not a file of this name cannot be read again
        let is_there = |shown: &SourceRow| (shown.id as usize) < texts || reads.has_read(&shown.name);
        let sources: Vec<SourceRow> = self.sources.into_iter().map(|(_, shown)| shown).collect();
        (self.findings.len() <= MAX_FINDINGS && sources.iter().all(is_there)).then_some(())?;
        Some(CacheEntry {
            answers: reads.answers()?,
            findings: self.findings,
            suppressed,
            sources,
            files: outcome.files,
            checked: outcome.checked.clone(),
            notes: outcome.notes.clone(),
            unchecked: outcome.unchecked.clone(),
            assumed: outcome.assumed.clone(),
            unmatched: outcome.unmatched.iter().map(parts_of_name).collect(),
            policies: outcome.policies.clone(),
        })
    }
}

impl CacheEntry {
    /// Returns `true` if the disk still returns the results of that run.
    pub(super) fn holds(&self, disk: &Disk) -> bool {
        self.answers.hold(disk)
    }

    /// The results of that run. `sources` contains the sources that are not files, and the others are added;
    /// `None` if one of these has changed.
    pub(super) fn outcome(self, sources: &mut Sources, disk: &Disk) -> Option<Outcome> {
        let texts = sources.len();
        let mut ids = Ordered::new();
        for shown in self.sources {
            let id = match shown.id as usize {
                id if id < texts => SourceId(shown.id),
                _ => sources.add(Source::read(&*shown.name, disk.read(&shown.name).ok()?)),
            };
            // The file may have changed since its results were compared.
            let is_same = sources.get(id).bytes().len() == shown.length;
            if let Some(hidden) = shown.hidden.filter(|_| is_same) {
                let hidden = BASE64.decode(hidden).ok().filter(|hidden| hidden.len() == shown.length)?;
                sources.show(id, hidden);
            }
            is_same.then(|| ids.insert(shown.id, id))?;
        }
        let whole = EntryReader { ids };
        let findings: Option<Vec<_>> = self.findings.into_iter().map(|one| whole.finding(one)).collect();
        let hidden = |(one, reason)| {
            // The baseline is also applied to cached findings, so it is not part of an entry.
            Some(Suppressed { finding: whole.finding(one)?, by: Suppression::Comment, reason })
        };
        let suppressed: Option<Vec<_>> = self.suppressed.into_iter().map(hidden).collect();
        Some(Outcome {
            treated: ProcessedFindings { findings: findings?, suppressed: suppressed? },
            files: self.files,
            checked: self.checked,
            notes: self.notes,
            unchecked: self.unchecked,
            assumed: self.assumed,
            unmatched: self.unmatched.into_iter().map(unmatched_name).collect(),
            policies: self.policies,
            ..Outcome::default()
        })
    }
}

fn parts_of_name(name: &UnmatchedName) -> (String, String, bool) {
    (name.setting.clone(), name.message.clone(), name.is_certain)
}

fn unmatched_name((setting, message, is_certain): (String, String, bool)) -> UnmatchedName {
    UnmatchedName { setting, message, is_certain }
}

fn place(span: Span) -> Place {
    (span.source.0, span.range.start, span.range.end)
}

fn brief(finding: &Diagnostic) -> Finding {
    let edits = |fix: &Fix| fix.edits.iter().map(|edit| (place(edit.span), edit.text.clone())).collect();
    let fix = |fix: &Fix| (fix.title.clone(), fix.applicability == Applicability::Certain, edits(fix));
    let part = |step: &Step| match step {
        Step::Attr(name) => Part::Attr(name.to_string()),
        Step::Index(index) => Part::Index(*index),
        Step::Key(name) => Part::Key(name.to_string()),
        Step::Each => Part::Each,
        Step::Member(name) => Part::Member(name.to_string()),
    };
    Finding {
        code: finding.code.id().to_owned(),
        severity: SEVERITIES.iter().position(|one| *one == finding.severity).unwrap_or_default() as u8,
        may: finding.certainty == Certainty::May,
        message: finding.message.clone(),
        at: finding.span.map(place),
        subject: finding.subject.clone(),
        label: finding.label.clone(),
        labels: finding.labels.iter().map(|label| (place(label.span), label.message.clone())).collect(),
        help: finding.help.iter().map(|help| help.to_string()).collect(),
        fixes: finding.fixes.iter().map(fix).collect(),
        path: finding.path.0.iter().map(part).collect(),
        origin: finding.origin.map(|origin| place(origin.place)),
        cause: finding.cause.as_deref().cloned().map(brief_cause),
    }
}

fn brief_cause(cause: SharedCause) -> Cause {
    let SharedCause { key, is_of_run, name, is_lacking, shown, help, fixes_all } = cause;
    let words = match shown {
        SharedWords::Others(one, many) => Words::Others(one, many),
        SharedWords::Names(before, after) => Words::Names(before, after),
        SharedWords::Count(before, after) => Words::Count(before, after),
        SharedWords::Arguments(call) => Words::Arguments(call),
    };
    Cause { key, is_of_run, name, is_lacking, words, help, fixes_all }
}

fn whole_cause(cause: Cause) -> SharedCause {
    let Cause { key, is_of_run, name, is_lacking, words, help, fixes_all } = cause;
    let shown = match words {
        Words::Others(one, many) => SharedWords::Others(one, many),
        Words::Names(before, after) => SharedWords::Names(before, after),
        Words::Count(before, after) => SharedWords::Count(before, after),
        Words::Arguments(call) => SharedWords::Arguments(call),
    };
    SharedCause { key, is_of_run, name, is_lacking, shown, help, fixes_all }
}

/// Expands compact findings.
struct EntryReader {
    /// The sources by their numbers in the entry.
    ids: Ordered<u32, SourceId>,
}

impl EntryReader {
    fn span(&self, (source, start, end): Place) -> Option<Span> {
        let id = self.ids.get(&source)?;
        (start <= end).then(|| TextRange::new(start, end).in_source(*id))
    }

    /// Expands an optional place; `None` if it is invalid.
    fn maybe(&self, place: Option<Place>) -> Option<Option<Span>> {
        place.map_or(Some(None), |place| self.span(place).map(Some))
    }

    fn finding(&self, one: Finding) -> Option<Diagnostic> {
        let part = |part: Part| match part {
            Part::Attr(name) => Step::Attr(name.into()),
            Part::Index(index) => Step::Index(index),
            Part::Key(name) => Step::Key(name.into()),
            Part::Each => Step::Each,
            Part::Member(name) => Step::Member(name.into()),
        };
        let labels: Option<Vec<Label>> = one
            .labels
            .into_iter()
            .map(|(at, message)| Some(Label { span: self.span(at)?, message }))
            .collect();
        let fixes: Option<Vec<Fix>> = one.fixes.into_iter().map(|fix| self.fix(fix)).collect();
        Some(Diagnostic {
            code: find_code(&one.code)?,
            severity: *SEVERITIES.get(usize::from(one.severity))?,
            certainty: if one.may { Certainty::May } else { Certainty::Must },
            message: one.message,
            span: self.maybe(one.at)?,
            subject: one.subject,
            label: one.label,
            labels: labels?,
            help: one.help.into_iter().map(Into::into).collect(),
            fixes: fixes?,
            unshown: Vec::new(),
            path: Path(one.path.into_iter().map(part).collect()),
            origin: self.maybe(one.origin)?.map(|place| Origin { place }),
            cause: one.cause.map(|cause| Box::new(whole_cause(cause))),
        })
    }

    fn fix(&self, (title, certain, edits): (String, bool, Edits)) -> Option<Fix> {
        let edits: Option<Vec<Edit>> =
            edits.into_iter().map(|(at, text)| Some(Edit { span: self.span(at)?, text })).collect();
        let applicability = if certain { Applicability::Certain } else { Applicability::Suggested };
        Some(Fix { title, edits: edits?, applicability })
    }
}
