//! Parts of sources whose findings count less, known before they are read.
//!
//! `Report::under` reads code with its zones. Out of scope: the reasons, which are rules of the
//! applications.

use crate::{Certainty, Diagnostic, Help, Label, Severity, Span};

/// A part of a source whose findings count less: it is never evaluated, or something else is reported for it. Its place
/// follows from syntax, so that it is known before the part is read.
#[derive(Clone, Debug)]
pub struct Zone {
    place: Span,
    outcome: ZoneOutcome,
    concerns: fn(&Diagnostic) -> bool,
    advice: Option<ZoneAdvice>,
    by: Option<Label>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ZoneOutcome {
    Drop,
    Warn,
    May,
}

#[derive(Clone, Debug)]
enum ZoneAdvice {
    /// Beside the other advice.
    Also(Help),
    /// Instead of it.
    Only(Help),
}

impl Zone {
    const fn new(place: Span, outcome: ZoneOutcome, concerns: fn(&Diagnostic) -> bool) -> Self {
        Self { place, outcome, concerns, advice: None, by: None }
    }

    /// A part without findings.
    pub const fn silent(place: Span) -> Self {
        Self::new(place, ZoneOutcome::Drop, |_| true)
    }

    /// A part without errors; its warnings stay.
    pub const fn without_errors(place: Span) -> Self {
        Self::new(place, ZoneOutcome::Drop, Diagnostic::is_error)
    }

    /// A part whose errors are warnings.
    pub const fn lenient(place: Span) -> Self {
        Self::new(place, ZoneOutcome::Warn, Diagnostic::is_error)
    }

    /// A part whose findings hold for some values of what is unknown.
    pub const fn uncertain(place: Span) -> Self {
        Self::new(place, ZoneOutcome::May, |_| true)
    }

    /// Restricts the zone to some of the findings in it.
    #[must_use]
    pub fn only(mut self, concerns: fn(&Diagnostic) -> bool) -> Self {
        self.concerns = concerns;
        self
    }

    /// Adds a suggested action to the findings.
    #[must_use]
    pub fn help(self, help: impl Into<Help>) -> Self {
        Self { advice: Some(ZoneAdvice::Also(help.into())), ..self }
    }

    /// Suggests an action in place of all others.
    #[must_use]
    pub fn only_help(self, help: impl Into<Help>) -> Self {
        Self { advice: Some(ZoneAdvice::Only(help.into())), ..self }
    }

    /// Labels the place that is the reason.
    #[must_use]
    pub fn by(self, span: Span, text: impl Into<String>) -> Self {
        Self { by: Some(Label { span, message: text.into() }), ..self }
    }

    /// The finding as it counts here, if it does.
    pub(crate) fn weigh(&self, finding: Diagnostic) -> Option<Diagnostic> {
        let is_inside = finding.span.is_some_and(|span| self.place.contains(span));
        if !is_inside || !(self.concerns)(&finding) {
            return Some(finding);
        }
        let mut finding = match self.outcome {
            ZoneOutcome::Drop => return None,
            ZoneOutcome::Warn if !finding.is_error() => return Some(finding),
            ZoneOutcome::Warn => finding.with_severity(Severity::Warning),
            ZoneOutcome::May => finding.with_certainty(Certainty::May),
        };
        finding.labels.extend(self.by.clone());
        Some(match &self.advice {
            None => finding,
            Some(ZoneAdvice::Also(help)) => finding.help(help.clone()),
            Some(ZoneAdvice::Only(help)) => finding.without_advice().help(help.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Findings, Report, SourceId, TextRange, code_names as codes};

    fn place(start: u32, end: u32) -> Span {
        TextRange::new(start, end).in_source(SourceId(0))
    }

    fn seen(zones: &[Zone]) -> Vec<(u32, Severity)> {
        let mut findings = Findings::new();
        findings.push(Diagnostic::error(codes::UNKNOWN_NAME, place(2, 3), "before"));
        findings.under(zones, |findings| {
            findings.push(Diagnostic::error(codes::UNKNOWN_NAME, place(2, 3), "inside"));
            findings.push(Diagnostic::warning(codes::UNKNOWN_NAME, place(2, 4), "inside"));
            findings.push(Diagnostic::error(codes::UNKNOWN_NAME, place(1, 3), "across"));
        });
        findings.iter().skip(1).map(|finding| (finding.span.unwrap().range.end, finding.severity)).collect()
    }

    #[test]
    fn zones_weigh_what_is_inside_of_them() {
        use Severity::{Error, Warning};
        assert_eq!(seen(&[]), [(3, Error), (4, Warning), (3, Error)]);
        assert_eq!(seen(&[Zone::silent(place(2, 4))]), [(3, Error)]);
        assert_eq!(seen(&[Zone::without_errors(place(2, 4))]), [(4, Warning), (3, Error)]);
        assert_eq!(seen(&[Zone::lenient(place(2, 4))]), [(3, Warning), (4, Warning), (3, Error)]);
        let of_types = Zone::silent(place(0, 9)).only(|finding| finding.code == codes::NOT_CONVERTIBLE);
        assert_eq!(seen(&[of_types]).len(), 3);
    }

    #[test]
    fn reasons_join_findings_or_replace_their_advice() {
        let finding = || Diagnostic::error(codes::UNKNOWN_NAME, place(2, 3), "no name").help("declare it");
        let weigh = |zone: Zone| zone.by(place(5, 6), "because of this").weigh(finding()).unwrap();
        let also = weigh(Zone::lenient(place(2, 3)).help("remove it"));
        assert_eq!((also.help.len(), also.labels.len()), (2, 1));
        let only = weigh(Zone::lenient(place(2, 3)).only_help("remove it"));
        assert_eq!((only.help.len(), only.labels.len()), (1, 1));
    }
}
