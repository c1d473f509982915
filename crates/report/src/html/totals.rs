//! The facts about the run and the totals at the top of the page.

use std::fmt::Write;

use hclx_diag::{Arrange, Ordered, Severity};

use super::escaped;
use crate::Report;

/// The maximum number of codes and of directories that are counted one by one.
const MOST_TOTALS: usize = 8;

/// The facts and totals as elements. The script searches for the words of a button.
pub(super) fn of(report: &Report<'_>) -> String {
    let mut text = String::new();
    let run = &report.summary.run;
    let facts = [("", &run.date), ("", &run.version), ("commit ", &run.commit), ("", &run.command)];
    let facts: Vec<String> = facts
        .into_iter()
        .filter(|(_, fact)| !fact.is_empty())
        .map(|(name, fact)| format!("<span>{name}{}</span>", escaped(fact)))
        .collect();
    if !facts.is_empty() {
        let _ = writeln!(text, "<p class=\"facts dim\">{}</p>", facts.join(" "));
    }
    let mut severities: Ordered<&str, usize> = Ordered::new();
    let mut codes: Ordered<&str, usize> = Ordered::new();
    let mut folders: Ordered<String, usize> = Ordered::new();
    for finding in report.diagnostics {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        *severities.or_default(severity) += 1;
        *codes.or_default(finding.code.id()) += 1;
        if let Some(span) = finding.span {
            let name = report.sources.get(span.source).name();
            *folders.or_default(name.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned()) += 1;
        }
    }
    let root = super::title(report);
    row(&mut text, ("By severity", root), severities.iter().map(|(name, count)| (*name, *count)).collect());
    row(&mut text, ("By code", root), codes.iter().map(|(name, count)| (*name, *count)).collect());
    row(&mut text, ("By directory", root), folders.iter().map(|(name, count)| (&**name, *count)).collect());
    text
}

/// A row of totals, greatest first. A single total says nothing that the summary does not say. The directory at the top has
/// the name `root`, and is no button: there is no word that only its files have.
fn row(text: &mut String, (title, root): (&str, &str), mut totals: Vec<(&str, usize)>) {
    if totals.len() < 2 {
        return;
    }
    totals.arrange_by(|(one, count), (other, more)| more.cmp(count).then_with(|| one.cmp(other)));
    let button = |(name, count): &(&str, usize)| match *name {
        "." => format!("<span class=\"total\">{} <b>{count}</b></span>", escaped(root)),
        name => {
            format!("<button class=\"total\" data-words=\"{0}\">{0} <b>{count}</b></button>", escaped(name))
        }
    };
    let shown: Vec<String> = totals.iter().take(MOST_TOTALS).map(button).collect();
    let more = match totals.len().saturating_sub(MOST_TOTALS) {
        0 => String::new(),
        more => format!(" <span class=\"dim\">and {more} more</span>"),
    };
    let _ = writeln!(
        text,
        "<div class=\"totals\"><span class=\"dim\">{title}</span> {}{more}</div>",
        shown.join(" ")
    );
}
