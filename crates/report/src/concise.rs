//! One line for each finding: `path:line:col: error[HX0123] message (label at path:line:col)`.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Diagnostic, Label};

use crate::Report;
use crate::paint::Paint;
use crate::places::Places;
use crate::text;

/// At most so many other places are named.
const MOST_LABELS: usize = 8;

/// Writes the findings.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut places = Places::new(report.sources, ColumnUnit::Graphemes);
    let paint = Paint(report.style.color);
    for finding in report.diagnostics {
        if let Some(span) = finding.span {
            write!(out, "{}: ", paint.strong(places.name(span)))?;
        }
        let head = format!("{}[{}]", finding.severity.name(), finding.code);
        let message = text::one_line(&finding.message);
        let others = labels(&mut places, finding);
        writeln!(out, "{} {message}{others}", paint.severity(finding.severity, head))?;
    }
    Ok(())
}

/// The other places in parentheses; nothing if there are none.
fn labels(places: &mut Places<'_>, finding: &Diagnostic) -> String {
    let shown = finding.labels.iter().take(MOST_LABELS);
    let mut parts: Vec<String> = shown.map(|label| labelled_place(places, label)).collect();
    let more = finding.labels.len().saturating_sub(MOST_LABELS);
    if more > 0 {
        parts.push(format!("and {more} more place{}", if more == 1 { "" } else { "s" }));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// `declared at main.tf:3:4` for the label `declared here`.
pub(crate) fn labelled_place(places: &mut Places<'_>, label: &Label) -> String {
    let text = text::one_line(&label.message);
    let text = text.strip_suffix(" here").unwrap_or(&text);
    let text = if text == "here" { "" } else { text };
    let space = if text.is_empty() { "" } else { " " };
    format!("{text}{space}at {}", places.name(label.span))
}
