//! Results, findings and references as JSON in the format of `hcldec`.

use std::fmt::Write;

use hclx_core::{Type, Value, to_json, to_json_without_nulls, to_typed_json, write_json_string};
use hclx_diag::{ColumnUnit, Fallible, Position, Sources, Span};
use hclx_syntax::statics::ReferenceKey;

use super::finding::{Finding, Subject};
use super::references::{Referenced, key};

/// A result as one line of JSON. Null properties are omitted unless `keep_nulls` is set; `with_type` adds
/// the type. A result with unknown parts is written with its type and the known facts about these parts.
///
/// # Errors
/// If a number has no JSON representation.
pub fn value_json(value: &Value, with_type: bool, keep_nulls: bool) -> Fallible<String> {
    if !value.is_wholly_known() {
        return Ok(serde_json::to_string(&hclx_analysis::value_json::Encoded(value)).unwrap_or_default());
    }
    // marks are for people who look at values, not for data
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
pub fn diagnostics_json(findings: &[Finding], sources: &Sources) -> String {
    let mut out = String::from("{\"diagnostics\":[");
    for (index, finding) in findings.iter().enumerate() {
        out.push_str(if index > 0 { ",{" } else { "{" });
        let diagnostic = &finding.diagnostic;
        member(&mut out, "severity", diagnostic.severity.name());
        out.push(',');
        member(&mut out, "summary", &diagnostic.message);
        let detail = detail(finding, sources);
        if !detail.is_empty() {
            out.push(',');
            member(&mut out, "detail", &detail);
        }
        subject(&mut out, finding, sources);
        out.push('}');
    }
    out.push_str("]}");
    indented(&out)
}

fn subject(out: &mut String, finding: &Finding, sources: &Sources) {
    let span = match finding.subject {
        Subject::Missing => None,
        Subject::Same => finding.diagnostic.span,
        Subject::At(span) => Some(span),
        Subject::Inside(token, bytes) => {
            let (mut start, _) = sources.positions(token, ColumnUnit::Graphemes);
            start.byte += bytes;
            start.column += bytes;
            let end = Position { column: start.column + 1, byte: start.byte + 1, ..start };
            out.push_str(",\"subject\":");
            return positions(out, sources.get(token.source).name(), start, end);
        }
        Subject::Nowhere(name) => {
            let nowhere = Position { line: 0, column: 0, byte: 0 };
            out.push_str(",\"subject\":");
            return positions(out, name, nowhere, nowhere);
        }
    };
    if let Some(span) = span {
        out.push_str(",\"subject\":");
        range(out, sources, span);
    }
}

/// The details of a finding: labels, other places, helps.
fn detail(finding: &Finding, sources: &Sources) -> String {
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
fn kind(out: &mut String, step: &ReferenceKey) {
    match step {
        ReferenceKey::Attr(name) => {
            out.push_str("\"kind\":\"attr\",");
            member(out, "name", name);
        }
        other => {
            out.push_str("\"kind\":\"index\"");
            if let Some(text) = key(other).ok().and_then(|key| to_json(&key).ok()) {
                let _ = write!(out, ",\"key\":{text}");
            }
        }
    }
}

/// References as JSON: `root_name`, `value` if it is known, `steps` and `range` of each.
pub fn references_json(references: &[Referenced], sources: &Sources) -> String {
    let mut out = String::from("[");
    for (index, referenced) in references.iter().enumerate() {
        let (source, reference) = (referenced.source, &referenced.reference);
        out.push_str(if index > 0 { ",{" } else { "{" });
        member(&mut out, "root_name", &reference.root);
        if let Some(value) = referenced.value.as_ref().and_then(|value| to_json(value).ok()) {
            let _ = write!(out, ",\"value\":{value}");
        }
        out.push_str(",\"steps\":[{\"kind\":\"root\",");
        member(&mut out, "name", &reference.root);
        out.push_str(",\"range\":");
        range(&mut out, sources, reference.root_range.in_source(source));
        out.push('}');
        for step in &reference.steps {
            out.push_str(",{");
            kind(&mut out, &step.kind);
            out.push_str(",\"range\":");
            range(&mut out, sources, step.range.in_source(source));
            out.push('}');
        }
        out.push_str("],\"range\":");
        range(&mut out, sources, reference.range().in_source(source));
        out.push('}');
    }
    out.push(']');
    indented(&out)
}

fn member(out: &mut String, name: &str, text: &str) {
    write_json_string(out, name);
    out.push(':');
    write_json_string(out, text);
}

fn range(out: &mut String, sources: &Sources, span: Span) {
    let (start, end) = sources.positions(span, ColumnUnit::Graphemes);
    positions(out, sources.get(span.source).name(), start, end);
}

fn positions(out: &mut String, name: &str, start: Position, end: Position) {
    out.push('{');
    member(out, "filename", name);
    for (name, at) in [("start", start), ("end", end)] {
        let _ =
            write!(out, ",\"{name}\":{{\"line\":{},\"column\":{},\"byte\":{}}}", at.line, at.column, at.byte);
    }
    out.push('}');
}

/// Formats single-line JSON with a line for each member and element, indented by two spaces per
/// level.
fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    let mut chars = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(c) = chars.next() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            out.push(c);
            continue;
        }
        match c {
            '{' | '[' => {
                out.push(c);
                if chars.peek().is_some_and(|next| matches!(next, '}' | ']')) {
                    out.extend(chars.next());
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                in_string = c == '"';
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_indented() {
        let text = indented(r#"{"a":[],"b":[{"c:":"x,\"y"}],"d":{}}"#);
        let wanted =
            "{\n  \"a\": [],\n  \"b\": [\n    {\n      \"c:\": \"x,\\\"y\"\n    }\n  ],\n  \"d\": {}\n}";
        assert_eq!(text, wanted);
    }
}
