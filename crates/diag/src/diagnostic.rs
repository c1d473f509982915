//! Findings: problems in a source, with their location, cause and remedy.

use crate::{Arrange, Code, Fix, Help, Path, SharedCause, SourceId, Span, Suggestion};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Certainly wrong.
    Error,
    /// Worth a look; only fails a run under `--deny-warnings`.
    Warning,
    /// Informational.
    Note,
}

impl Severity {
    /// The lower-case name: `error`, `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// The certainty of a finding with regard to unknown values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// The code is wrong for every value of the unknowns.
    Must,
    /// The code is wrong for some values of the unknowns, or it is wrong but may never run.
    May,
}

impl Certainty {
    /// The lower-case name: `must` or `may`.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Must => "must",
            Certainty::May => "may",
        }
    }
}

/// A secondary location of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The location.
    pub span: Span,
    /// The relation of this location to the finding.
    pub message: String,
}

/// The cause of a finding reported at a call: an error in the called module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The location in that module.
    pub place: Span,
}

/// A finding. The message is lower case without a final period; names are in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The row of the table of codes.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The certainty.
    pub certainty: Certainty,
    /// The problem in one line, with its facts.
    pub message: String,
    /// The smallest range that must change; `None` for a finding without a location in a source.
    pub span: Option<Span>,
    /// The file, setting or entry that a finding without a location is about. It is part of the fingerprint,
    /// but no format prints it.
    pub subject: Option<String>,
    /// The label of the primary location, in a few words.
    pub label: Option<String>,
    /// Secondary locations.
    pub labels: Vec<Label>,
    /// Suggested actions, best first.
    pub help: Vec<Help>,
    /// Fixes, best first.
    pub fixes: Vec<Fix>,
    /// Fixes that may be applied but that no format prints, because their replacements may quote hidden
    /// values.
    pub unshown: Vec<Fix>,
    /// The path from the value at `span` to the part at fault.
    pub path: Path,
    /// The location in a called module, if the finding is about a call.
    pub origin: Option<Origin>,
    /// The cause, if it is shared with other findings.
    pub cause: Option<Box<SharedCause>>,
}

impl Diagnostic {
    /// Creates an error that holds for all values of the unknowns.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            certainty: Certainty::Must,
            message: message.into(),
            span: Some(span),
            subject: None,
            label: None,
            labels: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            unshown: Vec::new(),
            path: Path::root(),
            origin: None,
            cause: None,
        }
    }

    /// Creates a warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Creates the warning that an allowed input causes a failure. `input` names the input and its value as a clause
    /// (``fails if `env` is "prd"``), and `declared` is the place that allows it, with a label.
    pub fn failing_input(input: &str, failure: &Self, place: Span, declared: (Span, &'static str)) -> Self {
        let message = format!("{input}: {}", failure.message);
        let found =
            Self::warning(crate::code_names::INPUT_FAILS, place, message).also(declared.0, declared.1);
        failure.help.iter().fold(found, |found, help| found.help(help.clone()))
    }

    /// Creates an error without a location in a source.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        // `error` requires a location, which is removed again here.
        let nowhere = crate::TextRange::at(0).in_source(crate::SourceId(0));
        Self { span: None, ..Self::error(code, nowhere, message) }
    }

    /// Sets the subject of a finding without a location, so that its fingerprint does not depend on the
    /// message.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Sets the label of the primary location.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Labels another location.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: text.into() });
        self
    }

    /// Adds a suggested action.
    #[must_use]
    pub fn help(mut self, text: impl Into<Help>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Suggests a word in place of the mistaken one. The fix is offered by [`Diagnostic::offer`] once the
    /// location of the word is known.
    #[must_use]
    pub fn meant(mut self, word: impl Into<String>) -> Self {
        self.help.push(Suggestion::word(word).into());
        self
    }

    /// Suggests a word in place of the source at `place`, and offers the fix.
    #[must_use]
    pub fn meant_at(self, place: Span, meant: impl Into<Suggestion>) -> Self {
        self.fix(meant.into().edit(place))
    }

    /// Suggests a word as [`Diagnostic::meant`] does, if one was found.
    #[must_use]
    pub fn perhaps_meant(self, word: Option<impl Into<String>>) -> Self {
        word.into_iter().fold(self, Self::meant)
    }

    /// Suggests a word as [`Diagnostic::meant_at`] does, if one was found.
    #[must_use]
    pub fn perhaps_meant_at(self, place: Span, meant: Option<impl Into<Suggestion>>) -> Self {
        meant.into_iter().fold(self, |finding, meant| finding.meant_at(place, meant))
    }

    /// Suggests a word as [`Diagnostic::meant`] does, or another action if none was found.
    #[must_use]
    pub fn meant_or(self, word: Option<impl Into<String>>, otherwise: impl Into<Help>) -> Self {
        match word {
            Some(word) => self.meant(word),
            None => self.help(otherwise),
        }
    }

    /// Returns `true` if the finding has a suggested action.
    pub fn advises(&self) -> bool {
        !self.help.is_empty() || !self.fixes.is_empty()
    }

    /// The finding without suggested actions and fixes.
    #[must_use]
    pub fn without_advice(self) -> Self {
        Self { help: Vec::new(), fixes: Vec::new(), ..self }
    }

    /// The suggested word, if no fix inserts it yet.
    pub fn asks_for(&self) -> Option<&str> {
        self.help.iter().find_map(Help::meant).filter(|_| self.fixes.is_empty())
    }

    /// Offers the fix that inserts the suggested word at `place`; the question becomes its title.
    pub fn offer(&mut self, place: Span) {
        if let Some(at) = self.help.iter().position(|help| help.meant().is_some()) {
            self.fixes.extend(self.help.remove(at).into_edit(place));
        }
    }

    /// The finding with a different severity.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Sets the certainty; a `may` finding is at most a warning.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = certainty;
        if certainty == Certainty::May && self.severity == Severity::Error {
            self.severity = Severity::Warning;
        }
        self
    }

    /// The sources of the location, labels and fixes.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> {
        let edits = self.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let spans = self.span.into_iter().chain(self.labels.iter().map(|label| label.span)).chain(edits);
        spans.map(|span| span.source)
    }

    /// The sources of all locations that [`Self::moved`] maps.
    pub fn all_sources(&self) -> impl Iterator<Item = SourceId> {
        let unshown = self.unshown.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.source);
        let origin = self.origin.iter().map(|origin| origin.place.source);
        self.sources().chain(unshown).chain(origin)
    }

    /// Returns `true` if one of the locations that [`Self::moved`] maps is in a source for which `is_such`
    /// returns `true`.
    pub fn has_place_in(&self, is_such: &dyn Fn(SourceId) -> bool) -> bool {
        self.all_sources().any(is_such)
    }

    /// The finding with all locations mapped by `place`; `None` if one of them no longer exists.
    pub fn moved(mut self, place: &dyn Fn(Span) -> Option<Span>) -> Option<Self> {
        let fixes = self.fixes.iter_mut().chain(&mut self.unshown);
        let edits = fixes.flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        let origin = self.origin.iter_mut().map(|origin| &mut origin.place);
        for span in self.span.iter_mut().chain(labels).chain(origin).chain(edits) {
            *span = place(*span)?;
        }
        Some(self)
    }

    /// Returns `true` if the severity is error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The sort key of findings in a report: location, then code, then message.
    pub fn sort_key(&self) -> (Option<Span>, Code, &str) {
        // `None` is less than any place, so findings without a location come first.
        (self.span, self.code, &self.message)
    }

    /// Sorts findings in the order of a report.
    pub fn sort(findings: &mut [Self]) {
        findings.arrange_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    }

    /// Sorts findings by location only: those at one location keep their order.
    pub fn sort_by_place(findings: &mut [Self]) {
        findings.arrange_by_key(|finding| finding.span);
    }
}
