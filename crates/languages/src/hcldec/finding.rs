//! A finding from decoding, with the place at which the reference reports it.

use hclx_diag::{Diagnostic, Span};

/// The place of an error in the reference implementation, for tools written for it. Users see the place of the
/// [`Diagnostic`] itself, which is often more precise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The same place as the finding.
    Same,
    /// Another place, such as the whole value with a wrong part.
    At(Span),
    /// A single column, this many bytes after the start of a JSON token; bytes count as columns, even past
    /// the end of the line.
    Inside(Span, u32),
    /// No place.
    Missing,
    /// Line 0 of a file with this name, which may be empty.
    Nowhere(&'static str),
}

/// A finding for users and for tools that expect the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceFinding {
    /// The finding for users.
    pub diagnostic: Diagnostic,
    /// The place in the reference.
    pub subject: Subject,
    /// Set if the finding is a consequence of another one: the reference reports it too, but users do not need it.
    pub follows: bool,
}

impl ReferenceFinding {
    /// A finding that the reference reports at another place.
    pub fn placed(diagnostic: Diagnostic, subject: Subject) -> Self {
        Self { diagnostic, subject, follows: false }
    }

    /// The findings to show to users, sorted by place and without duplicates.
    pub fn for_people(findings: impl IntoIterator<Item = ReferenceFinding>) -> Vec<Diagnostic> {
        let told = findings.into_iter().filter(|finding| !finding.follows);
        let mut told: Vec<Diagnostic> = told.map(|finding| finding.diagnostic).collect();
        hclx_analysis::sort(&mut told);
        told
    }
}

impl From<Diagnostic> for ReferenceFinding {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::placed(diagnostic, Subject::Same)
    }
}

/// Returns `true` if one of the findings is an error.
pub(super) fn any_error(findings: &[ReferenceFinding]) -> bool {
    findings.iter().any(|finding| finding.diagnostic.is_error())
}
