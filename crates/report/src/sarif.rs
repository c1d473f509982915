//! SARIF 2.1.0, which code scanning services read.
//!
//! Columns count code points. Paths are relative to the directory of the run, which is called `%SRCROOT%`;
//! no other information about the machine is written. Findings hidden by comments or a baseline are
//! written as suppressed.

use std::io::{self, Write};

use hclx_diag::{
    Applicability, Arrange, Code, ColumnUnit, Diagnostic, Fix, Ordered, Severity, SourceId, Sources, Span,
    fingerprints, uri,
};
use serde_json::{Map, Value, json};

use crate::places::Places;
use crate::policies::{PolicyName, policy_of};
use crate::{Report, Suppressed, Suppression, help_uri, json_text, prose};

/// The maximum number of results that services accept from one run.
pub(crate) const MOST_RESULTS: usize = 25_000;

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The base of relative paths.
const ROOT: &str = "%SRCROOT%";

/// Writes one object with one run.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    let suppressed = &report.summary.suppressed;
    let all: Vec<Diagnostic> = report
        .diagnostics
        .iter()
        .cloned()
        .chain(suppressed.iter().map(|hidden| hidden.finding.clone()))
        .collect();
    let prints = fingerprints(report.sources, &all);
    let kept = kept(&all);
    let mut rules: Vec<ReportingRule> =
        kept.iter().map(|index| ReportingRule::new(report.sources, &all[*index])).collect();
    rules.arrange_by_key(|rule| rule.id.clone());
    rules.dedup_by(|next, rule| next.id == rule.id);

    let frame = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hclx",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": crate::HOME,
                "rules": rules.iter().map(|rule| rule.descriptor(report.sources, &all)).collect::<Value>(),
            } },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "where the run was started" } } },
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(report, all.len() - kept.len()),
            }],
            "results": [],
        }],
    });
    let frame = json_text::pretty(&frame);
    // results are streamed, because there may be many
    // `results` is the last member, so the last `[]` is its list.
    let (head, tail) = frame.rsplit_once("[]").unwrap_or((&frame, ""));
    write!(out, "{head}[")?;
    for (count, index) in kept.iter().enumerate() {
        let id = ReportingRule::new(report.sources, &all[*index]).id;
        let rule = rules.binary_search_by(|rule| rule.id.cmp(&id)).unwrap_or_default();
        let hidden = index.checked_sub(report.diagnostics.len()).map(|index| &suppressed[index]);
        let result = result(&places, &all[*index], (&id, rule), (&prints[*index], hidden));
        write!(out, "{}\n{}", if count > 0 { "," } else { "" }, json_text::compact(&result))?;
    }
    writeln!(out, "]{tail}")
}

/// The indices of the written findings: the most severe ones if there are too many.
fn kept(all: &[Diagnostic]) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..all.len()).collect();
    if all.len() > MOST_RESULTS {
        indexes.arrange_by_key(|index| all[*index].severity);
        indexes.truncate(MOST_RESULTS);
        indexes.arrange();
    }
    indexes
}

fn notifications(report: &Report<'_>, beyond: usize) -> Vec<Value> {
    let left_out = beyond + report.summary.left_out;
    let note = |level: &str, text: String| json!({ "level": level, "message": { "text": text } });
    let cut = (left_out > 0).then(|| note("warning", format!("{left_out} more results are left out")));
    let guesses = report.summary.approximations.iter().map(|text| note("note", text.clone()));
    cut.into_iter().chain(guesses).collect()
}

/// A rule of the run: a code, or a policy of the user.
struct ReportingRule {
    id: String,
    code: Code,
    /// The name of the policy.
    policy: Option<String>,
}

impl ReportingRule {
    /// The rule that a finding is about.
    fn new(sources: &Sources, finding: &Diagnostic) -> Self {
        let policy = policy_of(sources, finding);
        let id = policy.as_ref().map_or_else(|| finding.code.id().to_owned(), PolicyName::rule_id);
        Self { id, code: finding.code, policy: policy.map(|policy| policy.name) }
    }

    fn descriptor(&self, sources: &Sources, all: &[Diagnostic]) -> Value {
        let own = all.iter().filter(|finding| Self::new(sources, finding).id == self.id);
        let worst = own.map(|finding| finding.severity).min();
        let mut descriptor = rule(self.code, worst);
        descriptor["id"] = self.id.as_str().into();
        if let Some(policy) = &self.policy {
            descriptor["name"] = name(policy).into();
            descriptor["shortDescription"]["text"] = format!("policy `{policy}`").into();
        }
        descriptor
    }
}

fn rule(code: Code, worst: Option<Severity>) -> Value {
    let info = code.info();
    let (mut text, mut markdown) = (info.explanation.to_owned(), info.explanation.to_owned());
    for (title, example) in [("Example", info.example), ("Fixed", info.fixed)] {
        if !example.is_empty() {
            text.push_str(&format!("\n\n{title}:\n{example}"));
            markdown.push_str(&format!("\n\n{title}:\n\n```hcl\n{}\n```", example.trim_end()));
        }
    }
    json!({
        "id": code.id(),
        "name": name(info.title),
        "shortDescription": { "text": info.title },
        "fullDescription": { "text": info.explanation },
        "help": { "text": text, "markdown": markdown },
        "helpUri": help_uri(code),
        "defaultConfiguration": { "level": level(worst.unwrap_or(Severity::Error)) },
    })
}

/// A title as one word in camel case: `ValueOfTheWrongType`.
fn name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        })
        .collect()
}

const fn level(severity: Severity) -> &'static str {
    // SARIF has the same words for its levels.
    severity.name()
}

fn result(
    places: &Places<'_>,
    finding: &Diagnostic,
    (id, rule): (&str, usize),
    (print, hidden): (&str, Option<&Suppressed>),
) -> Value {
    let mut object = Map::new();
    object.insert("ruleId".into(), id.into());
    object.insert("ruleIndex".into(), rule.into());
    object.insert("level".into(), level(finding.severity).into());
    object.insert("message".into(), message(&prose::whole(places, finding)));
    let location = finding.span.map(|span| {
        let mut location = json!({ "physicalLocation": physical(places, span) });
        if let Some(label) = &finding.label {
            location["message"] = message(label);
        }
        location
    });
    object.insert("locations".into(), location.into_iter().collect());
    if !finding.labels.is_empty() {
        let related = finding.labels.iter().enumerate().map(|(id, label)| {
            json!({ "id": id + 1, "message": message(&label.message), "physicalLocation": physical(places, label.span) })
        });
        let related: Vec<Value> = related.collect();
        object.insert("relatedLocations".into(), related.into());
    }
    object
        // GitHub recognizes results by `primaryLocationLineHash`.
        .insert("partialFingerprints".into(), json!({ "hclx/v1": print, "primaryLocationLineHash": print }));
    if !finding.fixes.is_empty() {
        let fixes: Vec<Value> = finding.fixes.iter().map(|edits| fix(places, edits)).collect();
        object.insert("fixes".into(), fixes.into());
    }
    // if some results have suppressions, the others need an empty list
    object.insert("suppressions".into(), hidden.map(suppression).into_iter().collect());
    object.insert("properties".into(), json!({ "certainty": finding.certainty.name() }));
    Value::Object(object)
}

/// Escapes a message, because `](` would create a link.
fn message(text: &str) -> Value {
    json!({ "text": text.replace("](", "\\](") })
}

fn physical(places: &Places<'_>, span: Span) -> Value {
    json!({ "artifactLocation": artifact(places, span.source), "region": region(places, span) })
}

fn artifact(places: &Places<'_>, source: SourceId) -> Value {
    let uri = uri::reference(places.source(source).name());
    if uri.starts_with("file:") { json!({ "uri": uri }) } else { json!({ "uri": uri, "uriBaseId": ROOT }) }
}

fn region(places: &Places<'_>, span: Span) -> Value {
    let (start, end) = places.positions(span);
    json!({
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end.column,
        "byteOffset": start.byte, "byteLength": end.byte - start.byte,
    })
}

fn fix(places: &Places<'_>, fix: &Fix) -> Value {
    let mut files: Ordered<SourceId, Vec<Value>> = Ordered::new();
    for edit in &fix.edits {
        let replacement =
            json!({ "deletedRegion": region(places, edit.span), "insertedContent": { "text": edit.text } });
        files.or_default(edit.span.source).push(replacement);
    }
    let changes: Vec<Value> = files
        .into_iter()
        .map(|(file, edits)| json!({ "artifactLocation": artifact(places, file), "replacements": edits }))
        .collect();
    let sure = fix.applicability == Applicability::Certain;
    json!({
        "description": message(&fix.title),
        "artifactChanges": changes,
        "properties": { "applicability": if sure { "certain" } else { "suggested" } },
    })
}

fn suppression(hidden: &Suppressed) -> Value {
    let kind = match hidden.by {
        Suppression::Comment => "inSource",
        Suppression::Baseline => "external",
    };
    json!({ "kind": kind, "status": "accepted", "justification": hidden.reason })
}
