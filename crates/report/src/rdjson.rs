//! Reviewdog's diagnostic format, which includes edits; its columns count UTF-8 bytes.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Diagnostic, Position, Severity, Span, portable_path};
use serde_json::{Map, Value, json};

use crate::places::Places;
use crate::{Report, help_uri, json_text, prose};

/// Writes one object with a finding on each line.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::Bytes);
    let source = json!({ "name": "hclx", "url": crate::HOME });
    write!(out, "{{\"source\":{source},\"diagnostics\":")?;
    json_text::list(out, report.diagnostics.iter().map(|finding| entry(&places, finding)))?;
    writeln!(out, "}}")
}

fn entry(places: &Places<'_>, finding: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("message".into(), prose::whole(places, finding).into());
    object.insert("location".into(), location(places, finding.span));
    let severity = match finding.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Note => "INFO",
    };
    object.insert("severity".into(), severity.into());
    let code = finding.code;
    object.insert("code".into(), json!({ "value": code.id(), "url": help_uri(code) }));
    if let Some(suggestions) = suggestions(places, finding) {
        object.insert("suggestions".into(), suggestions);
    }
    if !finding.labels.is_empty() {
        let related = finding.labels.iter();
        let related = related
            .map(|label| json!({ "message": label.message, "location": location(places, Some(label.span)) }));
        let related: Vec<Value> = related.collect();
        object.insert("relatedLocations".into(), related.into());
    }
    Value::Object(object)
}

fn location(places: &Places<'_>, span: Option<Span>) -> Value {
    let Some(span) = span else { return json!({ "path": "" }) };
    let path = portable_path(places.source(span.source).name());
    json!({ "path": path, "range": range(places, span) })
}

fn range(places: &Places<'_>, span: Span) -> Value {
    let (start, end) = places.positions(span);
    let position = |at: Position| json!({ "line": at.line, "column": at.column });
    json!({ "start": position(start), "end": position(end) })
}

/// The edits of the best fix. A suggestion has no path, so they must be in the file of the finding.
fn suggestions(places: &Places<'_>, finding: &Diagnostic) -> Option<Value> {
    let file = finding.span?.source;
    let fits = |fix: &&hclx_diag::Fix| fix.edits.iter().all(|edit| edit.span.source == file);
    let fix = finding.fixes.iter().find(fits)?;
    let edits = fix.edits.iter().map(|edit| json!({ "range": range(places, edit.span), "text": edit.text }));
    Some(edits.collect())
}
