//! The facts about the run and the totals at the top of the page.

use std::fmt::Write;

use hclx_diag::{Arrange, Ordered, Severity};

use super::escaped;
use crate::Report;

/// The maximum number of codes and of directories with separate totals.
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
    let of_severity = |name| severities.get(name).map(|count| (name, *count));
    let worst_first = ["error", "warning", "note"].into_iter().filter_map(of_severity);
    row(&mut text, ("By severity", root), &worst_first.collect::<Vec<_>>());
    let codes = codes.iter().map(|(name, count)| (*name, *count));
    row(&mut text, ("By code", root), &greatest_first(codes.collect()));
    let folders = folders.iter().map(|(name, count)| (&**name, *count));
    row(&mut text, ("By directory", root), &greatest_first(folders.collect()));
    text
}

fn greatest_first(mut totals: Vec<(&str, usize)>) -> Vec<(&str, usize)> {
    totals.arrange_by(|(one, count), (other, more)| more.cmp(count).then_with(|| one.cmp(other)));
    totals
}

/// The word by which the script refers to files in the top directory.
const AT_TOP: &str = "./";

/// A row of totals. A single total is omitted, because the summary already contains it. The top directory has the
/// name `root`.
fn row(text: &mut String, (title, root): (&str, &str), totals: &[(&str, usize)]) {
    if totals.len() < 2 {
        return;
    }
    let button = |(name, count): &(&str, usize)| {
        let (words, name) = if *name == "." { (AT_TOP, root) } else { (*name, *name) };
        let (words, name) = (escaped(words), escaped(name));
        format!("<button class=\"total\" data-words=\"{words}\">{name} <b>{count}</b></button>")
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
