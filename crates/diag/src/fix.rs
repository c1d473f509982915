//! Edits that make a finding go away.

use crate::Span;

/// The safety of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Certain: applying it removes the finding and changes nothing else.
    Certain,
    /// Probably intended; needs review.
    Suggested,
}

/// A replacement of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span; an empty span inserts.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

/// Edits that belong together, with the action they carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The action, in the imperative: `quote the value`.
    pub title: String,
    /// The edits, none overlapping another.
    pub edits: Vec<Edit>,
    /// The safety of the edits.
    pub applicability: Applicability,
}

impl Fix {
    /// A safe fix with one edit.
    pub fn certain(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let edits = vec![Edit { span, text: text.into() }];
        Self { title: title.into(), edits, applicability: Applicability::Certain }
    }

    /// One edit that a person should look at.
    pub fn suggested(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        Self { applicability: Applicability::Suggested, ..Self::certain(title, span, text) }
    }
}
