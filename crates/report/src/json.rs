//! Findings as JSON: a superset of what `terraform validate -json` writes, so that its readers work
//! unchanged.
//!
//! `summary` is the message and `detail` says the rest in prose (the label of the place, other places,
//! help), for readers that know only these two. `range` and `snippet` are missing where a finding has
//! no place. Columns count grapheme clusters from 1, `byte` and the offsets of `snippet` bytes from 0.

use std::io::{self, Write};

use hclx_diag::{Applicability, ColumnUnit, Diagnostic, Edit, Fix, Path, Position, Severity, Span, Step};
use hclx_diag::{Label, Sources};
use serde_json::{Map, Value, json};

use crate::places::Places;
use crate::prose::{actions, detail};
use crate::snippet::snippet;
use crate::{Report, json_text};

/// The version of the format, which is terraform's.
const FORMAT_VERSION: &str = "1.0";

/// One finding as an element of `diagnostics`.
pub fn diagnostic_json(sources: &Sources, finding: &Diagnostic) -> Value {
    to_json(&Places::new(sources, ColumnUnit::Graphemes), finding)
}

/// Writes one object: the totals and the findings, each on its own line.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    let totals = json_text::compact(&Value::Object(totals(report)));
    write!(out, "{},\"diagnostics\":[", totals.strip_suffix('}').unwrap_or(&totals))?;
    for (index, finding) in report.diagnostics.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(out, "{comma}\n{}", json_text::compact(&to_json(&places, finding)))?;
    }
    let end = if report.diagnostics.is_empty() { "" } else { "\n" };
    writeln!(out, "{end}]}}")
}

/// Writes each finding as one line, then the totals.
pub(crate) fn write_lines(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    for finding in report.diagnostics {
        writeln!(out, "{}", json_text::compact(&to_json(&places, finding)))?;
    }
    writeln!(out, "{}", json_text::compact(&json!({ "totals": totals(report) })))
}

fn totals(report: &Report<'_>) -> Map<String, Value> {
    let errors = report.count(Severity::Error);
    let mut totals = Map::new();
    totals.insert("format_version".into(), FORMAT_VERSION.into());
    totals.insert("valid".into(), (errors == 0).into());
    totals.insert("error_count".into(), errors.into());
    totals.insert("warning_count".into(), report.count(Severity::Warning).into());
    totals.insert("files".into(), report.summary.files.into());
    totals.insert("approximations".into(), report.summary.approximations.clone().into());
    // only where there are any, so that readers of what `terraform` writes see nothing new
    for (key, count) in
        [("suppressed", report.summary.suppressed.len()), ("left_out", report.summary.left_out)]
    {
        if count > 0 {
            totals.insert(key.into(), count.into());
        }
    }
    totals
}

fn to_json(places: &Places<'_>, finding: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("severity".into(), finding.severity.name().into());
    object.insert("code".into(), finding.code.id().into());
    object.insert("certainty".into(), finding.certainty.name().into());
    object.insert("summary".into(), finding.message.as_str().into());
    object.insert("detail".into(), detail(places, finding).into());
    if let Some(span) = finding.span {
        object.insert("range".into(), range(places, span));
        let place = span.range.start..span.range.end;
        object.insert("snippet".into(), snippet(places.source(span.source), place));
    }
    let mut label = |label: &Label| json!({ "range": range(places, label.span), "message": label.message });
    object.insert("labels".into(), finding.labels.iter().map(&mut label).collect());
    object.insert("help".into(), actions(finding).collect());
    object.insert("fixes".into(), finding.fixes.iter().map(|edits| fix(places, edits)).collect());
    object.insert("path".into(), path(&finding.path));
    Value::Object(object)
}

fn range(places: &Places<'_>, span: Span) -> Value {
    let (start, end) = places.positions(span);
    json!({
        "filename": places.source(span.source).name(),
        "start": position(start),
        "end": position(end),
    })
}

fn position(at: Position) -> Value {
    json!({ "line": at.line, "column": at.column, "byte": at.byte })
}

fn fix(places: &Places<'_>, fix: &Fix) -> Value {
    let applicability = match fix.applicability {
        Applicability::Certain => "certain",
        Applicability::Suggested => "suggested",
    };
    let mut edit = |edit: &Edit| json!({ "range": range(places, edit.span), "text": edit.text });
    let edits: Vec<Value> = fix.edits.iter().map(&mut edit).collect();
    json!({ "title": fix.title, "applicability": applicability, "edits": edits })
}

/// Steps as objects of one key: `attr`, `index`, `key`, `member`, or `each`, which is always true.
fn path(path: &Path) -> Value {
    let step = |step: &Step| match step {
        Step::Attr(name) => json!({ "attr": name.as_ref() }),
        Step::Index(index) => json!({ "index": index }),
        Step::Key(key) => json!({ "key": key.as_ref() }),
        Step::Each => json!({ "each": true }),
        Step::Member(text) => json!({ "member": text.as_ref() }),
    };
    path.0.iter().map(step).collect()
}
