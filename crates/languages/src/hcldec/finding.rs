//! A finding of a decoding, and where the reference places it.

use hclx_diag::{Diagnostic, Span};

/// The place of an error in the reference implementation. It is written for tools made for the reference;
/// people see the place of the [`Diagnostic`] itself, which is often more precise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The place of the finding.
    Same,
    /// Elsewhere: the whole value with a wrong part.
    At(Span),
    /// One column, this many bytes behind the beginning of a token of JSON; they are counted as columns too, on past
    /// the end of the line.
    Inside(Span, u32),
    /// Nowhere.
    Missing,
    /// Line 0 of a file with this name, which may be empty.
    Nowhere(&'static str),
}

/// A finding for people and for tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The finding for people.
    pub diagnostic: Diagnostic,
    /// The place in the reference.
    pub subject: Subject,
    /// The finding is a consequence of another one: the reference reports it too, people do not need it.
    pub follows: bool,
}

impl Finding {
    /// A finding that the reference places elsewhere.
    pub fn placed(diagnostic: Diagnostic, subject: Subject) -> Self {
        Self { diagnostic, subject, follows: false }
    }

    /// The findings that people are shown: by place, each once.
    pub fn for_people(findings: impl IntoIterator<Item = Finding>) -> Vec<Diagnostic> {
        let told = findings.into_iter().filter(|finding| !finding.follows);
        let mut told: Vec<Diagnostic> = told.map(|finding| finding.diagnostic).collect();
        hclx_analysis::sort(&mut told);
        told
    }
}

impl From<Diagnostic> for Finding {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::placed(diagnostic, Subject::Same)
    }
}

/// Returns `true` if there is an error among findings.
pub(super) fn any_error(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.diagnostic.is_error())
}
