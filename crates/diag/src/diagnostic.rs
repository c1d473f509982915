//! Findings: a problem in a source, with its place, its reason and the action to take.

use crate::{Arrange, Code, Fix, Help, Meant, Path, SourceId, Span};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Certainly wrong.
    Error,
    /// Worth a look; fails a run only under `--deny-warnings`.
    Warning,
    /// Information.
    Note,
}

impl Severity {
    /// `error`, `warning`, `note`.
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
    /// The code is wrong for some values of the unknowns, or it may never run.
    May,
}

impl Certainty {
    /// `must`, `may`.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Must => "must",
            Certainty::May => "may",
        }
    }
}

/// A second place of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The relation of this place to the finding.
    pub message: String,
}

/// The reason for reporting a finding at a call: the error is in the called module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place in that module.
    pub place: Span,
}

/// A finding. The message is lower case without a full stop; names are in backquotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The row of the table of codes.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The certainty.
    pub certainty: Certainty,
    /// The problem on one line, with its facts.
    pub message: String,
    /// The smallest piece that has to change; `None` for a finding without a place in a source.
    pub span: Option<Span>,
    /// The file, setting or entry that a finding without a place is about. Fingerprints read it, formats do not.
    pub subject: Option<String>,
    /// A word at that place.
    pub label: Option<String>,
    /// Other places it conflicts with.
    pub labels: Vec<Label>,
    /// Actions, best first.
    pub help: Vec<Help>,
    /// Edits, best first.
    pub fixes: Vec<Fix>,
    /// Edits that may be applied but that no format shows, because their replacements may quote hidden
    /// values.
    pub unshown: Vec<Fix>,
    /// The path from the value at `span` to the blamed part.
    pub path: Path,
    /// The place in a called module, if a call is to blame.
    pub origin: Option<Origin>,
}

impl Diagnostic {
    /// An error that is certain for all values of the unknowns.
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
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// An error without a place in a source.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        let nowhere = crate::TextRange::at(0).in_source(crate::SourceId(0));
        Self { span: None, ..Self::error(code, nowhere, message) }
    }

    /// Sets the subject of a finding without a place, so that its fingerprint does not depend on the message.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Sets the label of the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Labels another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: text.into() });
        self
    }

    /// Adds an action.
    #[must_use]
    pub fn help(mut self, text: impl Into<Help>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Asks whether a word was meant in place of the one that is blamed. The edit is offered where the place of that
    /// word is known: [`Diagnostic::offer`].
    #[must_use]
    pub fn meant(mut self, word: impl Into<String>) -> Self {
        self.help.push(Meant::word(word).into());
        self
    }

    /// Asks whether a word was meant in place of what is written at `place`, and offers the edit.
    #[must_use]
    pub fn meant_at(self, place: Span, meant: impl Into<Meant>) -> Self {
        self.fix(meant.into().edit(place))
    }

    /// Returns true if it says what to do.
    pub fn advises(&self) -> bool {
        !self.help.is_empty() || !self.fixes.is_empty()
    }

    /// The same without actions and edits.
    #[must_use]
    pub fn without_advice(self) -> Self {
        Self { help: Vec::new(), fixes: Vec::new(), ..self }
    }

    /// The word that is asked for, and that no edit writes yet.
    pub fn asks_for(&self) -> Option<&str> {
        self.help.iter().find_map(Help::meant).filter(|_| self.fixes.is_empty())
    }

    /// Offers the edit that writes the word that is asked for at `place`; the question becomes its title.
    pub fn offer(&mut self, place: Span) {
        if let Some(at) = self.help.iter().position(|help| help.meant().is_some()) {
            self.fixes.extend(self.help.remove(at).into_edit(place));
        }
    }

    /// The same with another severity.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Adds an edit.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Sets the certainty; a `may` finding is a warning at most.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = certainty;
        if certainty == Certainty::May && self.severity == Severity::Error {
            self.severity = Severity::Warning;
        }
        self
    }

    /// The sources that it points into: with its place, its labels and its edits.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> {
        let edits = self.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let spans = self.span.into_iter().chain(self.labels.iter().map(|label| label.span)).chain(edits);
        spans.map(|span| span.source)
    }

    /// The finding with all its places as `place` maps them; `None` if one of them is gone.
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

    /// Returns `true` for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The order of findings in a report: place, then code, then message.
    pub fn sort_key(&self) -> (Option<Span>, Code, &str) {
        (self.span, self.code, &self.message)
    }

    /// Sorts findings as a report has them.
    pub fn sort(findings: &mut [Self]) {
        findings.arrange_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    }

    /// Sorts findings by place alone: those of one place stay as they were found.
    pub fn sort_by_place(findings: &mut [Self]) {
        findings.arrange_by_key(|finding| finding.span);
    }
}
