//! Reports for GitLab's Code Quality, which shows findings in merge requests.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Severity, fingerprints, portable_path};
use serde_json::json;

use crate::places::Places;
use crate::{Report, json_text, prose};

/// Writes one array with a finding on each line. GitLab compares the fingerprints of two branches.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    let prints = fingerprints(report.sources, report.diagnostics);
    write!(out, "[")?;
    for (index, (finding, print)) in report.diagnostics.iter().zip(prints).enumerate() {
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
        let entry = json!({
            "description": format!("{}: {}", finding.code, finding.message),
            "check_name": finding.code.id(),
            "fingerprint": print,
            "severity": severity,
            "content": { "body": prose::whole(&places, finding) },
            "location": { "path": path, "lines": { "begin": begin, "end": end } },
        });
        write!(out, "{}\n{}", if index > 0 { "," } else { "" }, json_text::compact(&entry))?;
    }
    writeln!(out, "{}]", if report.diagnostics.is_empty() { "" } else { "\n" })
}
