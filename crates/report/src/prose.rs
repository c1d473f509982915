//! Findings as plain lines, for formats with a single string per finding.

use hclx_diag::{Diagnostic, Label, counted};

use crate::places::Places;
use crate::text;

/// The maximum number of other places in a list.
const MOST_LABELS: usize = 8;

/// The message, followed by the contents of the other fields, one per line.
pub(crate) fn whole(places: &Places<'_>, finding: &Diagnostic) -> String {
    let mut lines = vec![finding.message.clone()];
    lines.extend(finding.label.iter().cloned());
    let shown = finding.labels.iter().take(MOST_LABELS);
    lines.extend(shown.map(|label| labelled_place(places, label)));
    let more = finding.labels.len().saturating_sub(MOST_LABELS);
    if more > 0 {
        lines.push(format!("and {}", counted(more, "more place")));
    }
    lines.extend(actions(finding).map(|help| format!("help: {help}")));
    lines.join("\n")
}

/// The details for which other formats have separate fields, as lines of prose.
pub(crate) fn detail(places: &Places<'_>, finding: &Diagnostic) -> String {
    let mut lines: Vec<String> = finding.label.iter().cloned().collect();
    lines.extend(finding.labels.iter().map(|label| labelled_place(places, label)));
    lines.extend(actions(finding).map(str::to_owned));
    lines.join("\n")
}

/// The suggested actions: helps, and titles of edits that no help repeats.
pub(crate) fn actions(finding: &Diagnostic) -> impl Iterator<Item = &str> {
    let titles = finding.fixes.iter().map(|fix| fix.title.as_str());
    let fresh = titles.filter(|title| finding.help.iter().all(|help| help != title));
    finding.help.iter().map(|help| &**help).chain(fresh)
}

/// The other places in parentheses; empty if there are none.
pub(crate) fn labels_in_parentheses(places: &Places<'_>, finding: &Diagnostic) -> String {
    let shown = finding.labels.iter().take(MOST_LABELS);
    let mut parts: Vec<String> = shown.map(|label| labelled_place(places, label)).collect();
    let more = finding.labels.len().saturating_sub(MOST_LABELS);
    if more > 0 {
        parts.push(format!("and {}", counted(more, "more place")));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// A label with its place, for example `declared at main.tf:3:4` for the label `declared here`.
pub(crate) fn labelled_place(places: &Places<'_>, label: &Label) -> String {
    let text = text::one_line(&label.message);
    let text = text.strip_suffix(" here").unwrap_or(&text);
    let text = if text == "here" { "" } else { text };
    let space = if text.is_empty() { "" } else { " " };
    format!("{text}{space}at {}", places.name(label.span))
}
