//! Reports for GitLab's Code Quality, which shows findings in merge requests.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Diagnostic, Severity, fingerprints, portable_path};
use serde_json::json;

use crate::places::Places;
use crate::{Report, json_text, prose};

/// Writes one array with a finding on each line. GitLab compares the fingerprints of two branches.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    let prints = fingerprints(report.sources, report.diagnostics);
    let entry = |(finding, print): (&Diagnostic, _)| {
        let (path, begin, end) = match finding.span {
            Some(span) => {
                let (start, end) = places.positions(span);
                (portable_path(places.source(span.source).name()), start.line, end.line)
            }
            // GitLab requires a place
            None => (".".to_owned(), 1, 1),
        };
        let severity = match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        };
        json!({
            "description": format!("{}: {}", finding.code, finding.message),
            "check_name": finding.code.id(),
            "fingerprint": print,
            "severity": severity,
            "content": { "body": prose::whole(&places, finding) },
            "location": { "path": path, "lines": { "begin": begin, "end": end } },
        })
    };
    json_text::list(out, report.diagnostics.iter().zip(prints).map(entry))?;
    writeln!(out)
}
