//! Suppressions in the form of other tools. hclx does not read them, but explains those that cover a finding.

use hclx_diag::{Code, Diagnostic, SourceId, TextRange, code_names as codes};

/// The starts of suppressions that hclx does not read, and the tool that reads them.
const MARKS: &[(&str, Option<&str>)] = &[
    ("tflint-ignore", Some("TFLint")),
    ("tfsec:ignore", Some("tfsec")),
    ("trivy:ignore", Some("Trivy")),
    ("checkov:skip", Some("Checkov")),
    ("terrascan:ignore", Some("Terrascan")),
    ("kics-scan", Some("KICS")),
    ("nosemgrep", Some("Semgrep")),
    ("hclx-ignore", None),
    ("hclx ignore", None),
];

/// Returns `true` if a source may contain suppressions in another form.
pub(super) fn is_marked(bytes: &[u8]) -> bool {
    MARKS.iter().any(|(mark, _)| memchr::memmem::find(bytes, mark.as_bytes()).is_some())
}

/// A suppression that hclx does not read.
pub(super) enum ForeignSuppression {
    /// A suppression that is meant for hclx, with the finding that explains it.
    OfHclx(Box<Diagnostic>),
    /// A suppression for another tool, with the marker and the tool.
    OfTool(&'static str, &'static str),
}

impl ForeignSuppression {
    pub(super) fn is_for_hclx(&self) -> bool {
        matches!(self, Self::OfHclx(_))
    }

    /// The help for a finding that the suppression covers but does not hide.
    pub(super) fn help(mark: &str, tool: &str, covered: Code) -> String {
        let code = covered.id();
        format!(
            "`{mark}` only hides findings of {tool}: to hide this one, write `hclx: ignore[{code}] reason`"
        )
    }
}

/// Reads the comment at `at`; `None` if it is not a suppression in another form.
pub(super) fn read(source: SourceId, at: u32, text: &str) -> Option<ForeignSuppression> {
    let lead = text.len() - text.trim_start().len();
    let (mark, tool) = MARKS.iter().find(|(mark, _)| text.trim_start().starts_with(mark))?;
    if let Some(tool) = tool {
        return Some(ForeignSuppression::OfTool(mark, tool));
    }
    let start = at + lead as u32;
    let place = TextRange::new(start, start + mark.len() as u32).in_source(source);
    let finding =
        Diagnostic::warning(codes::SUPPRESSION_FORM, place, format!("unknown suppression `{mark}`"));
    let finding = finding.help("to hide a finding of hclx, write `hclx: ignore[CODE] reason`");
    Some(ForeignSuppression::OfHclx(Box::new(finding)))
}
