//! One line for each finding: `path:line:col: error[HX0123] message (label at path:line:col)`.

use std::io::{self, Write};

use hclx_diag::ColumnUnit;

use crate::Report;
use crate::paint::Paint;
use crate::places::Places;
use crate::{prose, text};

/// Writes the findings.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    let paint = Paint(report.style.color);
    for finding in report.diagnostics {
        if let Some(span) = finding.span {
            write!(out, "{}: ", paint.strong(places.name(span)))?;
        }
        let head = format!("{}[{}]", finding.severity.name(), finding.code);
        let message = text::one_line(&finding.message);
        let others = prose::labels_in_parentheses(&places, finding);
        writeln!(out, "{} {message}{others}", paint.severity(finding.severity, head))?;
    }
    Ok(())
}
