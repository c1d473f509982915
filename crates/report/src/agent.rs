//! One line per finding with everything needed to act on it, for programs that read plain output.
//!
//! `path:line:col: error CODE: message; help: …; fix: OLD -> NEW`

use std::io::{self, Write};

use hclx_diag::{Arrange, ColumnUnit, Edit};

use crate::Report;
use crate::places::Places;
use crate::{prose, text};

/// The maximum number of characters shown of a replaced or inserted string.
const MOST_CHARACTERS: usize = 120;

/// Writes the findings.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    for finding in report.diagnostics {
        let place = finding.span.map(|span| places.name(span) + ": ").unwrap_or_default();
        let mut line = format!(
            "{place}{} {}: {}{}",
            finding.severity.name(),
            finding.code,
            text::one_line(&finding.message),
            prose::labels_in_parentheses(&places, finding),
        );
        for help in &finding.help {
            line.push_str(&format!("; help: {}", text::one_line(help)));
        }
        // The other fixes are alternatives.
        if let Some(fix) = finding.fixes.first() {
            let whole = joined(&places, &fix.edits);
            let edits = whole.as_ref().map_or(&fix.edits[..], std::slice::from_ref);
            let edits: Vec<Edit> = edits.iter().map(|edit| widened(&places, edit)).collect();
            let edits: Vec<String> = edits.iter().map(|edit| replaced(&places, edit)).collect();
            line.push_str(&format!("; fix: {}", edits.join(", ")));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Combines several edits on one line, because one edit is easier to read and apply.
fn joined(places: &Places<'_>, edits: &[Edit]) -> Option<Edit> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.arrange_by_key(|edit| (edit.span.range.start, edit.span.range.end));
    let (first, last) = (sorted.first()?, sorted.last()?);
    let source = places.source(first.span.source);
    let bytes = source.shown();
    let (start, end) = (first.span.range.start, last.span.range.end);
    let one_line = source.lines().line_of(start) == source.lines().line_of(end.min(bytes.len() as u32));
    let one_file = edits.iter().all(|edit| edit.span.source == first.span.source);
    if edits.len() < 2 || !one_line || !one_file || (end - start) as usize > MOST_CHARACTERS {
        return None;
    }
    let mut text = Vec::new();
    let mut at = start as usize;
    for edit in &sorted {
        text.extend_from_slice(bytes.get(at..edit.span.range.start as usize)?);
        text.extend_from_slice(edit.text.as_bytes());
        at = edit.span.range.end as usize;
    }
    let span = hclx_diag::TextRange::new(start, end).in_source(first.span.source);
    Some(Edit { span, text: String::from_utf8(text).ok()? })
}

/// Extends an insertion, a deletion or an edit of spaces by the adjacent words, so that both sides of the
/// arrow are readable and can be searched for.
fn widened(places: &Places<'_>, edit: &Edit) -> Edit {
    let bytes = places.source(edit.span.source).shown();
    let range = edit.span.range.range();
    let is_seen = |text: &[u8]| !text.is_empty() && text.trim_ascii() == text;
    if range.end > bytes.len() || is_seen(&bytes[range.clone()]) && is_seen(edit.text.as_bytes()) {
        return edit.clone();
    }
    let start = range.start - word_beside(bytes[..range.start].iter().rev());
    let end = range.end + word_beside(bytes[range.end..].iter());
    let text = |from, to| std::str::from_utf8(&bytes[from..to]);
    let (Ok(left), Ok(right)) = (text(start, range.start), text(range.end, end)) else { return edit.clone() };
    let span = hclx_diag::TextRange::new(start as u32, end as u32).in_source(edit.span.source);
    Edit { span, text: format!("{left}{}{right}", edit.text) }
}

/// The length of the next word in bytes, with the spaces before it; 0 at the end of a line.
fn word_beside<'b>(text: impl Iterator<Item = &'b u8> + Clone) -> usize {
    let blanks = text.clone().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let word =
        text.skip(blanks).take_while(|byte| !byte.is_ascii_whitespace()).take(MOST_CHARACTERS / 2).count();
    if word == 0 { 0 } else { blanks + word }
}

/// Formats an edit as `OLD -> NEW`. Insertions and deletions are described in words, insertions
/// with their place.
fn replaced(places: &Places<'_>, edit: &Edit) -> String {
    let bytes = places.source(edit.span.source).shown();
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
