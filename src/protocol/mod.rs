//! Answers as JSON: what `batch` says on a line and the subcommands under `--format json`.

mod body;
mod requests;

use hclx_analysis::value_json;
use hclx_core::{Conversion, Reason, Type, Unified, Value};
use hclx_diag::{Code, Diagnostic, Fallible, Fault, Path, Sources, Step, TextRange, code_names as codes};
use hclx_eval::{Outcome, functions::Function};
use hclx_report::diagnostic_json;
use hclx_syntax::{Parsed, tree_spans, tree_text};
use serde_json::{Value as Json, json};

pub use body::{evaluated_body, evaluated_file, inferred_file};
pub use requests::answer;

/// `{"ok": true, …}`.
fn ok(mut fields: Json) -> Json {
    let mut object = serde_json::Map::new();
    object.insert("ok".into(), true.into());
    if let Some(fields) = fields.as_object_mut() {
        object.append(fields);
    }
    Json::Object(object)
}

/// `{"ok": false, "error": …}`.
pub fn failed(fault: &Fault) -> Json {
    let mut error =
        json!({"code": fault.code().id(), "message": fault.message(), "class": class(fault.code())});
    if !fault.path().is_root() {
        error["path"] = path(&fault.path());
    }
    json!({"ok": false, "error": error})
}

/// The answer to a line that is longer than `limit` bytes.
pub fn too_long(limit: usize) -> Json {
    failed(&Fault::new(codes::BAD_REQUEST, format!("the line is longer than the limit of {limit} bytes")))
}

/// What kind of failure a code is, for programs that do not know all codes.
fn class(code: Code) -> &'static str {
    const CLASSES: &[(Code, &str)] = &[
        (codes::CONTRADICTION, "contradiction"),
        (codes::NOT_APPLICABLE, "not_applicable"),
        (codes::NOT_SUPPORTED, "not_supported"),
        (codes::BAD_REQUEST, "bad_request"),
        (codes::UNREADABLE, "bad_request"),
    ];
    CLASSES.iter().find(|(known, _)| *known == code).map_or("value", |(_, class)| class)
}

fn path(path: &Path) -> Json {
    path.0.iter().map(step).collect()
}

fn step(step: &Step) -> Json {
    match step {
        Step::Attr(name) => json!({"attr": &**name}),
        Step::Index(index) => json!({"index": index.to_string()}),
        Step::Key(key) => json!({"key": &**key}),
        Step::Each => json!({"each": true}),
        Step::Member(text) => json!({"element": &**text}),
    }
}

/// A range of a source in lines and columns, as in diagnostics but without the file's name.
pub(super) fn place(sources: &Sources, source: hclx_diag::SourceId, range: TextRange) -> Json {
    let (start, end) = sources.positions(range.in_source(source), hclx_diag::ColumnUnit::Graphemes);
    let position = |p: hclx_diag::Position| json!({"line": p.line, "column": p.column, "byte": p.byte});
    json!({"start": position(start), "end": position(end)})
}

pub(super) fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic]) -> Json {
    diagnostics.iter().map(|diagnostic| diagnostic_json(sources, diagnostic)).collect()
}

/// The answer of `parse`.
pub fn parsed(sources: &Sources, parsed: &Parsed) -> Json {
    ok(json!({
        "tree": tree_text(&parsed.tree),
        "spans": tree_spans(&parsed.tree),
        "diagnostics": diagnostics(sources, &parsed.diagnostics),
    }))
}

/// The answer of `convert`.
pub fn conversion(conversion: Conversion, reason: Option<&Reason>) -> Json {
    let reason = reason.map(|reason| {
        json!({
            "path": path(&reason.path),
            "expected": reason.expected.to_string(),
            "found": reason.found.to_string(),
            "message": reason.message,
        })
    });
    ok(json!({"conversion": conversion.to_string(), "reason": reason}))
}

/// The answer of `convert_value`.
pub fn value_or_fault(answer: &Fallible<Value>) -> Json {
    match answer {
        Ok(value) => ok(json!({"value": value_json::encode(value)})),
        Err(fault) => failed(fault),
    }
}

/// The answer of `unify`.
pub fn unified(unified: &Unified) -> Json {
    let text = |ty: &Option<Type>| ty.as_ref().map(ToString::to_string);
    ok(json!({
        "safe": text(&unified.safe),
        "unsafe": text(&unified.unsafe_),
        "union": unified.union.to_string(),
    }))
}

/// The answer of `refine`.
pub fn refined(value: &Value) -> Json {
    ok(json!({"value": value_json::encode(value), "range": value_json::range(value)}))
}

/// The answer of `refine` when the fact number `index` fails.
pub fn refused(fault: &Fault, index: usize) -> Json {
    let mut answer = failed(fault);
    answer["error"]["op_index"] = index.into();
    answer
}

/// The answer of `eval`.
pub fn evaluated(sources: &Sources, outcome: &Outcome) -> Json {
    let mut answer = ok(json!({
        "value": value_json::encode(&outcome.value),
        "diagnostics": diagnostics(sources, &outcome.diagnostics),
    }));
    add_approximations(&mut answer, sources, outcome);
    answer
}

/// The answer of `infer`.
pub fn inferred(sources: &Sources, outcome: &Outcome) -> Json {
    let mut answer = ok(json!({
        "type": outcome.value.ty().to_string(),
        "diagnostics": diagnostics(sources, &outcome.diagnostics),
    }));
    add_approximations(&mut answer, sources, outcome);
    answer
}

/// What was not judged is said wherever there is something: names that nothing declares, and
/// places where precision was given up.
fn add_approximations(answer: &mut Json, sources: &Sources, outcome: &Outcome) {
    let notes = body::approximations(sources, &outcome.unresolved, &outcome.approximations);
    if notes.as_array().is_some_and(|notes| !notes.is_empty()) {
        answer["approximations"] = notes;
    }
}

/// A row of the table of codes.
pub fn code(code: Code) -> Json {
    let info = code.info();
    json!({
        "code": info.id,
        "title": info.title,
        "explanation": info.explanation,
        "example": info.example,
        "mended": info.mended,
    })
}

/// A row of the table of functions.
pub fn function(function: &Function) -> Json {
    let row = &function.row;
    let example = |(expression, result): &(&str, &str)| json!({"expression": expression, "result": result});
    json!({
        "name": row.name,
        "signature": row.signature,
        "summary": row.summary,
        "examples": row.examples.iter().map(example).collect::<Json>(),
    })
}
