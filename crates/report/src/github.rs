//! Workflow commands of GitHub Actions, which show findings next to the lines of a pull request.
//!
//! GitHub shows ten annotations of each kind per step and drops the others, so the most severe come first;
//! [`step_summary`] is a page with all of them.

use std::io::{self, Write};

use hclx_diag::{Arrange, ColumnUnit, Diagnostic, Severity, Sources, portable_path};

use crate::places::Places;
use crate::{Report, Summary, prose, text};

/// The maximum size of the summary. GitHub allows 1 MiB per step; findings beyond the maximum are counted.
const MOST_BYTES: usize = 1_000_000;

/// Writes a command for each finding.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    for finding in worst_first(report.diagnostics) {
        let kind = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let place = place(&places, finding);
        let message = data(&prose::whole(&places, finding));
        writeln!(out, "::{kind} {place}title={}::{message}", property(finding.code.id()))?;
    }
    Ok(())
}

fn worst_first(findings: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = findings.iter().collect();
    sorted.arrange_by_key(|finding| finding.severity);
    sorted
}

/// The properties of the place, each followed by a comma; columns are included only if the place is on one
/// line.
fn place(places: &Places<'_>, finding: &Diagnostic) -> String {
    let Some(span) = finding.span else { return String::new() };
    let (start, end) = places.positions(span);
    let name = property(&portable_path(places.source(span.source).name()));
    let lines = format!("file={name},line={},endLine={},", start.line, end.line);
    // GitHub accepts columns only for a place on a single line.
    if start.line == end.line {
        lines + &format!("col={},endColumn={},", start.column, end.column)
    } else {
        lines
    }
}

/// Escapes the data of a workflow command: `%` and line breaks are encoded, invisible characters are
/// made visible.
fn data(text: &str) -> String {
    text::lines(text).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes a property of a command, in which `:` and `,` are special as well.
fn property(text: &str) -> String {
    let kept = |c| if matches!(c, '\n' | '\r') { c } else { text::visible(c) };
    let text: String = text.chars().map(kept).collect();
    // `%` is escaped first, because the other escapes contain it.
    [("%", "%25"), ("\n", "%0A"), ("\r", "%0D"), (":", "%3A"), (",", "%2C")]
        .into_iter()
        .fold(text, |text, (c, escape)| text.replace(c, escape))
}

/// All findings as a Markdown table, for the file named by `GITHUB_STEP_SUMMARY`.
pub fn step_summary(sources: &Sources, findings: &[Diagnostic], run: &Summary) -> String {
    let mut counts = crate::Counts::default();
    counts.add(findings);
    let mut page = format!("### hclx: {}\n\n", cell(&crate::summary(&counts, run)));
    if findings.is_empty() {
        return page;
    }
    page.push_str("| | place | code | finding |\n|---|---|---|---|\n");
    let places = Places::new(sources, ColumnUnit::CodePoints);
    for (index, finding) in worst_first(findings).into_iter().enumerate() {
        let place = finding.span.map(|span| cell(&places.name(span))).unwrap_or_default();
        let text = cell(&prose::whole(&places, finding));
        let row = format!("| {} | {place} | {} | {text} |\n", finding.severity.name(), finding.code);
        if page.len() + row.len() > MOST_BYTES {
            page.push_str(&format!("\n{} more are not shown\n", findings.len() - index));
            break;
        }
        page.push_str(&row);
    }
    page
}

/// Escapes a string for a table cell: only backquotes, which quote names, keep their meaning.
fn cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text::lines(text).chars() {
        match c {
            '\n' => safe.push_str("<br>"),
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            // Mentions and numbers of issues, such as `@name` and `#1`, must not become links.
            '|' | '\\' | '*' | '_' | '[' | ']' | '~' | '#' | '!' | '@' | '$' => {
                safe.push_str(&format!("&#{};", c as u32))
            }
            '`' => safe.push_str("&#96;"),
            c => safe.push(c),
        }
    }
    safe
}
