//! Checkstyle XML, supported by many servers and editors.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Severity, portable_path};

use crate::by_file::by_file;
use crate::places::Places;
use crate::xml::Xml;
use crate::{Report, prose};

/// The version of the format, as readers expect it.
const VERSION: &str = "4.3";

/// Writes one document: an element for each file that has findings.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    let mut xml = Xml::new(out)?;
    xml.open("checkstyle", &[("version", VERSION)])?;
    for file in by_file(report).iter().filter(|file| !file.findings.is_empty()) {
        xml.open("file", &[("name", &file.name.map(portable_path).unwrap_or_default())])?;
        for finding in &file.findings {
            let start = finding.span.map(|span| places.positions(span).0);
            let (line, column) = start.map_or((0, 0), |at| (at.line, at.column));
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "info",
            };
            xml.empty(
                "error",
                &[
                    ("line", &line.to_string()),
                    ("column", &column.to_string()),
                    ("severity", severity),
                    ("message", &prose::whole(&places, finding)),
                    ("source", &format!("hclx.{}", finding.code)),
                ],
            )?;
        }
        xml.close()?;
    }
    xml.close()
}
