//! Findings as JSON: a superset of the output of `terraform validate -json`, whose readers work
//! unchanged.
//!
//! `summary` is the message, and `detail` is everything else in prose (the label of the place, other places,
//! helps), for readers that know only these two. `range` and `snippet` are missing for findings without a
//! place. Columns count grapheme clusters from 1; `byte` and the offsets of `snippet` count bytes from 0.

use std::io::{self, Write};

use hclx_diag::{Applicability, ColumnUnit, Diagnostic, Edit, Fix, Path, Position, Severity, Span, Step};
use hclx_diag::{Label, Sources};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use crate::places::Places;
use crate::prose::{actions, detail};
use crate::snippet::Snippet;
use crate::{Report, UncheckedProvider, json_text};

/// The version of the format, which is Terraform's.
const FORMAT_VERSION: &str = "1.0";

/// One finding as an element of `diagnostics`.
pub fn diagnostic_json(sources: &Sources, finding: &Diagnostic) -> Value {
    let places = Places::new(sources, ColumnUnit::Graphemes);
    serde_json::to_value(FindingJson(&places, finding)).expect("keys are strings")
}

/// Writes one object: the totals and the findings, each on its own line.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    let totals = json_text::compact(&Value::Object(totals(report)));
    // The findings are written into the object one by one, so its closing brace comes after them.
    write!(out, "{},\"diagnostics\":", totals.strip_suffix('}').unwrap_or(&totals))?;
    json_text::list(out, report.diagnostics.iter().map(|finding| FindingJson(&places, finding)))?;
    writeln!(out, "}}")
}

/// Writes each finding as one line, then the totals.
pub(crate) fn write_lines(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Graphemes);
    for finding in report.diagnostics {
        writeln!(out, "{}", json_text::compact(&FindingJson(&places, finding)))?;
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
    if let Some(policies) = &report.summary.policies {
        totals.insert("policies".into(), json!(policies));
    }
    if !report.summary.unchecked.is_empty() {
        let all = report.summary.unchecked.iter().map(UncheckedProvider::object);
        totals.insert("unchecked".into(), all.collect());
    }
    // only if there are any, so that readers of Terraform's format see nothing new
    for (key, count) in
        [("suppressed", report.summary.suppressed.len()), ("left_out", report.summary.left_out)]
    {
        if count > 0 {
            totals.insert(key.into(), count.into());
        }
    }
    totals
}

/// A finding that is serialized part by part: building a tree for a million findings would take longer than
/// computing them.
struct FindingJson<'a>(&'a Places<'a>, &'a Diagnostic);

impl Serialize for FindingJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(places, finding) = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("severity", finding.severity.name())?;
        object.serialize_entry("code", finding.code.id())?;
        object.serialize_entry("certainty", finding.certainty.name())?;
        object.serialize_entry("summary", &finding.message)?;
        object.serialize_entry("detail", &detail(places, finding))?;
        if let Some(span) = finding.span {
            object.serialize_entry("range", &Range(places, span))?;
            let place = span.range.start..span.range.end;
            object.serialize_entry("snippet", &Snippet::new(places.source(span.source), place))?;
        }
        let label = |label| LabelJson(places, label);
        object.serialize_entry("labels", &List(|| finding.labels.iter().map(label)))?;
        object.serialize_entry("help", &List(|| actions(finding)))?;
        object.serialize_entry("fixes", &List(|| finding.fixes.iter().map(|fix| FixJson(places, fix))))?;
        object.serialize_entry("path", &path(&finding.path))?;
        object.end()
    }
}

/// A list whose elements are generated while it is written.
struct List<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

struct Range<'a>(&'a Places<'a>, Span);

impl Serialize for Range<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(places, span) = self;
        let (start, end) = places.positions(*span);
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("filename", places.source(span.source).name())?;
        object.serialize_entry("start", &PositionJson(start))?;
        object.serialize_entry("end", &PositionJson(end))?;
        object.end()
    }
}

struct PositionJson(Position);

impl Serialize for PositionJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("line", &self.0.line)?;
        object.serialize_entry("column", &self.0.column)?;
        object.serialize_entry("byte", &self.0.byte)?;
        object.end()
    }
}

struct LabelJson<'a>(&'a Places<'a>, &'a Label);

impl Serialize for LabelJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("range", &Range(self.0, self.1.span))?;
        object.serialize_entry("message", &self.1.message)?;
        object.end()
    }
}

struct FixJson<'a>(&'a Places<'a>, &'a Fix);

impl Serialize for FixJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(places, fix) = self;
        let applicability = match fix.applicability {
            Applicability::Certain => "certain",
            Applicability::Suggested => "suggested",
        };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("title", &fix.title)?;
        object.serialize_entry("applicability", applicability)?;
        object.serialize_entry("edits", &List(|| fix.edits.iter().map(|edit| EditJson(places, edit))))?;
        object.end()
    }
}

struct EditJson<'a>(&'a Places<'a>, &'a Edit);

impl Serialize for EditJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("range", &Range(self.0, self.1.span))?;
        object.serialize_entry("text", &self.1.text)?;
        object.end()
    }
}

/// The steps of a path as objects with one key: `attr`, `index`, `key`, `member`, or `each`, which
/// is always true.
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
