//! A finding of a decoding, and where the reference places it.

use hclx_diag::{Diagnostic, Span};

/// Where the reference implementation says that something is wrong. It is what tools read that were
/// written for it; people are shown the place of the [`Diagnostic`] itself, which is often smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Where the finding is.
    Same,
    /// Elsewhere: the whole value with a wrong part.
    At(Span),
    /// One column, this many bytes behind the beginning of a token of JSON; they are counted as columns too, on past
    /// the end of the line.
    Inside(Span, u32),
    /// Nowhere.
    Missing,
    /// In a file of this name, which may be empty, at line 0.
    Nowhere(&'static str),
}

/// What is wrong, for people and for tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// Where the reference says so.
    pub subject: Subject,
    /// It follows from another finding: the reference says it too, people need not hear it.
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

/// Whether an error is among findings.
pub(super) fn any_error(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.diagnostic.is_error())
}
