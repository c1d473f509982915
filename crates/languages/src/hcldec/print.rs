//! Results, findings and references as JSON in the format of `hcldec`.

use hclx_core::{
    FOR_HTML, JsonText, Number, Type, Value, to_json, to_json_without_nulls, to_typed_json, write_json,
};
use hclx_diag::{ColumnUnit, Fallible, Position, Sources, Span};
use hclx_syntax::statics::ReferenceKey;

use super::finding::{ReferenceFinding, Subject};
use super::references::{ResolvedReference, key};

/// A result as one line of JSON. Null properties are omitted unless `keep_nulls` is set; `with_type` adds
/// the type. A result with unknown parts is written with its type and the known facts about these parts.
///
/// # Errors
/// If a number has no JSON representation.
pub fn value_json(value: &Value, with_type: bool, keep_nulls: bool) -> Fallible<String> {
    if !value.is_wholly_known() {
        return Ok(serde_json::to_string(&hclx_analysis::value_json::TypedJson(value)).unwrap_or_default());
    }
    // marks are meant for users, not for data
    let (value, _) = value.clone().unmark_deep();
    match (with_type, keep_nulls) {
        (false, true) => to_json(&value),
        (false, false) => to_json_without_nulls(&value),
        (true, true) => to_typed_json(&value, &Type::ANY),
        (true, false) if value.ty().is_any() => to_json_without_nulls(&value),
        (true, false) => {
            let ty = value.ty().to_cty_json();
            Ok(match value.is_null() {
                true => format!("{{\"type\":{ty}}}"),
                false => format!("{{\"type\":{ty},\"value\":{}}}", to_json_without_nulls(&value)?),
            })
        }
    }
}

/// Findings as JSON: `severity`, `summary`, `detail` and `subject` of each.
pub fn diagnostics_json(findings: &[ReferenceFinding], sources: &Sources) -> String {
    let mut out = JsonText::indented(FOR_HTML);
    out.open('{');
    out.member("diagnostics");
    out.open('[');
    for finding in findings {
        out.element();
        out.open('{');
        let diagnostic = &finding.diagnostic;
        out.string_member("severity", diagnostic.severity.name());
        out.string_member("summary", &diagnostic.message);
        let detail = detail(finding, sources);
        if !detail.is_empty() {
            out.string_member("detail", &detail);
        }
        subject(&mut out, finding, sources);
        out.close('}');
    }
    out.close(']');
    out.close('}');
    out.finish()
}

fn subject(out: &mut JsonText, finding: &ReferenceFinding, sources: &Sources) {
    let span = match finding.subject {
        Subject::Missing => None,
        Subject::Same => finding.diagnostic.span,
        Subject::At(span) => Some(span),
        Subject::Inside(token, bytes) => {
            let (mut start, _) = sources.positions(token, ColumnUnit::Graphemes);
            start.byte += bytes;
            start.column += bytes;
            let end = Position { column: start.column + 1, byte: start.byte + 1, ..start };
            out.member("subject");
            return positions(out, sources.get(token.source).name(), start, end);
        }
        Subject::Nowhere(name) => {
            let nowhere = Position { line: 0, column: 0, byte: 0 };
            out.member("subject");
            return positions(out, name, nowhere, nowhere);
        }
    };
    if let Some(span) = span {
        out.member("subject");
        range(out, sources, span);
    }
}

/// The details of a finding: labels, other places, helps.
fn detail(finding: &ReferenceFinding, sources: &Sources) -> String {
    let diagnostic = &finding.diagnostic;
    let mut lines: Vec<String> = diagnostic.label.iter().cloned().collect();
    for label in &diagnostic.labels {
        let name = sources.get(label.span.source).name();
        let (start, _) = sources.positions(label.span, ColumnUnit::Graphemes);
        lines.push(format!("{name}:{}:{}: {}", start.line, start.column, label.message));
    }
    lines.extend(diagnostic.help.iter().map(ToString::to_string));
    lines.join("\n")
}

/// Writes the members of a step that describe its key.
fn kind(out: &mut JsonText, step: &ReferenceKey) {
    match step {
        ReferenceKey::Attr(name) => {
            out.string_member("kind", "attr");
            out.string_member("name", name);
        }
        other => {
            out.string_member("kind", "index");
            value_member(out, "key", key(other).ok().as_ref());
        }
    }
}

/// References as JSON: `root_name`, `value` if it is known, `steps` and `range` of each.
pub fn references_json(references: &[ResolvedReference], sources: &Sources) -> String {
    let mut out = JsonText::indented(FOR_HTML);
    out.open('[');
    for referenced in references {
        let (source, reference) = (referenced.source, &referenced.reference);
        out.element();
        out.open('{');
        out.string_member("root_name", &reference.root);
        value_member(&mut out, "value", referenced.value.as_ref());
        out.member("steps");
        out.open('[');
        out.element();
        out.open('{');
        out.string_member("kind", "root");
        out.string_member("name", &reference.root);
        out.member("range");
        range(&mut out, sources, reference.root_range.in_source(source));
        out.close('}');
        for step in &reference.steps {
            out.element();
            out.open('{');
            kind(&mut out, &step.kind);
            out.member("range");
            range(&mut out, sources, step.range.in_source(source));
            out.close('}');
        }
        out.close(']');
        out.member("range");
        range(&mut out, sources, reference.range().in_source(source));
        out.close('}');
    }
    out.close(']');
    out.finish()
}

/// Writes a member with a value that has a JSON representation.
fn value_member(out: &mut JsonText, name: &str, value: Option<&Value>) {
    // the writer cannot take back what it wrote, so the value is checked before its member is written
    let Some(value) = value.filter(|value| to_json(value).is_ok()) else { return };
    out.member(name);
    let _ = write_json(out, value, Number::to_string);
}

fn range(out: &mut JsonText, sources: &Sources, span: Span) {
    let (start, end) = sources.positions(span, ColumnUnit::Graphemes);
    positions(out, sources.get(span.source).name(), start, end);
}

fn positions(out: &mut JsonText, name: &str, start: Position, end: Position) {
    out.open('{');
    out.string_member("filename", name);
    for (name, at) in [("start", start), ("end", end)] {
        out.member(name);
        out.open('{');
        for (name, number) in [("line", at.line), ("column", at.column), ("byte", at.byte)] {
            out.member(name);
            out.scalar(number);
        }
        out.close('}');
    }
    out.close('}');
}
