//! Redaction of given values in findings.

use std::sync::{Arc, Mutex};

use hclx_analysis::redact::{Notation, Redactor, VisibleNames, masked, without_parts};
use hclx_analysis::{Answer, CaseVerdict, Snapshot, Unit, query};
use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, Sources, TextRange, locked};

/// The name of settings files.
pub(crate) const SETTINGS: &str = "hclx.toml";

/// The notation of a source of values: arguments, files named by flags, settings. Files of languages are
/// recognized by their tables.
pub fn form_of_text(name: &str) -> Option<Notation> {
    let settings = format!("{}: ", SETTINGS);
    if name.starts_with("--var ") || name.starts_with(&settings) {
        return Some(Notation::Expression);
    }
    (hclx_analysis::file_name(name) == SETTINGS).then_some(Notation::Settings)
}

/// Hides all values in a source about which nothing is known.
pub fn hide(sources: &mut Sources, id: SourceId, form: Notation) {
    let shown = masked(sources.get(id).bytes(), form, &[]);
    sources.show(id, shown);
}

/// The known values that were given to a run.
pub struct GivenValues {
    given: Arc<Redactor>,
    /// The values that may be shown, by source.
    open: Ordered<SourceId, Vec<TextRange>>,
    /// The sources of values given by flags.
    of_flags: OrderedSet<SourceId>,
}

impl GivenValues {
    /// The values of flags, and those that languages found in their files.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut given = snapshot.given();
        // in languages without secret variables, only marked values are secret
        let may_be_secret = snapshot.units().iter().any(|unit| unit.language.row().has_secrets);
        let by_flags = &snapshot.settings().assignments;
        let of_flags = by_flags.iter().map(|assignment| assignment.value_span.source);
        let of_flags = of_flags.chain(snapshot.settings().values_files.iter().copied()).collect();
        // The language that declares the variable decides whether its value may be shown.
        let unknown: Vec<_> = by_flags.iter().filter(|one| !given.knows(one.value_span)).collect();
        for one in unknown {
            Arc::make_mut(&mut given).take(&one.value, one.value_span, !may_be_secret);
        }
        let mut open: Ordered<SourceId, Vec<TextRange>> = Ordered::new();
        for place in given.open() {
            open.or_default(place.source).push(place.range);
        }
        Self { given, open, of_flags }
    }

    /// Hides values in a finding.
    pub fn hide_in_finding(&self, sources: &Sources, finding: Diagnostic) -> Diagnostic {
        let visible = VisibleNames::of(&finding, sources);
        without_parts(self.given.redact_but(finding, &visible), sources)
    }

    /// Hides values in a text, as in the message of a finding.
    pub fn hide_in_text(&self, text: String) -> String {
        self.given.redact(Diagnostic::placeless(codes::UNREADABLE, text)).message
    }

    /// Hides values in the findings of answers.
    pub fn hide_in_answers(&self, sources: &Sources, units: &mut [(Unit, Answer)]) {
        for (_, answer) in units {
            let findings = std::mem::take(&mut answer.findings).into_iter();
            answer.findings = findings.map(|finding| self.hide_in_finding(sources, finding)).collect();
            for case in &mut answer.policies.cases {
                let CaseVerdict::Violated { values, .. } = &mut case.verdict else { continue };
                values.iter_mut().for_each(|(_, value)| *value = self.hide_in_text(std::mem::take(value)));
            }
        }
    }

    /// Hides values in the sources of a snapshot. The first `texts` of them are not files.
    pub fn hide(&self, snapshot: &Snapshot, sources: &mut Sources, texts: usize) {
        let ids: Vec<SourceId> = sources.iter().map(|(id, _)| id).collect();
        self.hide_in(snapshot, sources, texts, ids);
    }

    /// Like [`Self::hide`], for some of the sources.
    pub fn hide_in(
        &self,
        snapshot: &Snapshot,
        sources: &mut Sources,
        texts: usize,
        ids: impl IntoIterator<Item = SourceId>,
    ) {
        for id in ids {
            let name = sources.get(id).name();
            let row = snapshot.row(id).map(|(_, row)| row.role);
            let of_text = Some(name).filter(|_| (id.0 as usize) < texts).and_then(form_of_text);
            let form = match of_text {
                Some(form) => form,
                None if self.of_flags.contains(&id) || matches!(row, Some("values" | "named values")) => {
                    Notation::of(name)
                }
                None => continue,
            };
            let ranges = self.open.get(&id).map(Vec::as_slice).unwrap_or_default();
            // Masking takes long for large files, but depends only on their contents and on which values may
            // be shown.
            let last = snapshot.get(&LastMask(id));
            let mut mask = locked(&last);
            let known = mask.take().filter(|mask| mask.open == ranges);
            let kept = known.unwrap_or_else(|| {
                let shown = masked(sources.get(id).bytes(), form, ranges).into();
                Mask { open: ranges.to_vec(), shown }
            });
            sources.show(id, Arc::clone(&kept.shown));
            *mask = Some(kept);
        }
    }
}

/// The masked contents of a version of a file.
struct Mask {
    /// The values that may be shown.
    open: Vec<TextRange>,
    shown: Arc<[u8]>,
}

query! {
    /// The last mask of a version of a file.
    struct LastMask(SourceId) -> Mutex<Option<Mask>>, of File |LastMask(file)| *file;
    |_, _| Mutex::default()
}
