//! One line for each finding with all that is needed to act on it, for programs that read text.
//!
//! `path:line:col: error CODE: message; help: …; fix: OLD -> NEW`

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Edit};

use crate::Report;
use crate::places::Places;
use crate::{prose, text};

/// Characters of a text that is replaced or put in; what is longer is cut.
const MOST_CHARACTERS: usize = 120;

/// Writes the findings.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut places = Places::new(report.sources, ColumnUnit::Graphemes);
    for finding in report.diagnostics {
        let place = finding.span.map(|span| places.name(span) + ": ").unwrap_or_default();
        let mut line = format!(
            "{place}{} {}: {}{}",
            finding.severity.name(),
            finding.code,
            text::one_line(&finding.message),
            prose::labels_in_parentheses(&mut places, finding),
        );
        for help in &finding.help {
            line.push_str(&format!("; help: {}", text::one_line(help)));
        }
        if let Some(fix) = finding.fixes.first() {
            let edits: Vec<String> = fix.edits.iter().map(|edit| replaced(&mut places, edit)).collect();
            line.push_str(&format!("; fix: {}", edits.join(", ")));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// `OLD -> NEW`; what is put in or taken out is said so, with the place of what is put in.
fn replaced(places: &mut Places<'_>, edit: &Edit) -> String {
    let bytes = places.source(edit.span.source).bytes();
    let range = edit.span.range.range();
    let old = bytes.get(range).map(String::from_utf8_lossy).unwrap_or_default();
    let (old, new) = (shown(&old), shown(&edit.text));
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("insert {new} at {}", places.name(edit.span)),
        (false, true) => format!("delete {old}"),
        (false, false) => format!("{old} -> {new}"),
    }
}

fn shown(text: &str) -> String {
    let mut line = text::one_line(text.get(..text.len().min(4 * MOST_CHARACTERS)).unwrap_or(text));
    if let Some((at, _)) = line.char_indices().nth(MOST_CHARACTERS) {
        line.truncate(at);
        line.push('…');
    }
    line
}
