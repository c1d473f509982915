//! Answers as JSON: those of `batch`, one per line, of subcommands with `--format json`, and of the
//! playground.

mod body;
mod content;
mod fields;
mod requests;
mod text;

use hclx_analysis::types::TypeReader;
use hclx_analysis::value_json;
use hclx_core::{Conversion, Difference, Reason, Rules, Type, Unification, Value};
use hclx_diag::{Code, Diagnostic, Fallible, Fault, Path, Sources, Step, TextRange, code_names as codes};
use hclx_eval::functions::FunctionDoc;
use hclx_eval::type_syntax::TypeExpr;
use hclx_eval::{Limits, Outcome};
use hclx_report::diagnostic_json;
use hclx_syntax::{Parsed, tree_spans, tree_text};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

pub use body::{
    evaluated_body, evaluated_document, evaluated_file, evaluated_value, files_of, inferred_units,
    inferred_value,
};
use requests::answer;
pub use text::{answer_is_too_long, text};

use content::Content;

/// An answer: its fields in output order. A list instead of a JSON map, because `batch` writes
/// hundreds of thousands per second.
pub struct Answer<'a> {
    ok: Option<bool>,
    fields: Vec<(&'static str, Content<'a>)>,
    /// Serialized plain data, because its numbers may have more digits than a number of `Json`.
    data: Option<Box<RawValue>>,
    id: Option<Box<RawValue>>,
}

impl<'a> Answer<'a> {
    /// `{"ok": true, …}`.
    fn ok<C: Into<Content<'a>>>(fields: impl IntoIterator<Item = (&'static str, C)>) -> Self {
        Self { ok: Some(true), ..Self::part(fields) }
    }

    /// `{"ok": false, "error": …}`.
    fn error(error: Answer<'a>) -> Self {
        Self { ok: Some(false), ..Self::part([("error", error)]) }
    }

    /// An answer that is part of another one.
    fn part<C: Into<Content<'a>>>(fields: impl IntoIterator<Item = (&'static str, C)>) -> Self {
        let fields = fields.into_iter().map(|(name, content)| (name, content.into())).collect();
        Self { ok: None, fields, data: None, id: None }
    }

    /// Removes and returns the `id` of the question.
    pub fn take_id(&mut self) -> Option<Box<RawValue>> {
        self.id.take()
    }

    /// Adds the `id` of the question.
    #[must_use]
    pub fn with_id(mut self, id: Option<Box<RawValue>>) -> Self {
        // control characters in JSON are whitespace between tokens, and an answer never sends them to a
        // terminal
        let blank = |c: char| if c.is_control() { ' ' } else { c };
        self.id = id.map(|id| match id.get().contains(char::is_control) {
            true => RawValue::from_string(id.get().chars().map(blank).collect()).unwrap_or(id),
            false => id,
        });
        self
    }

    /// Sets `ok` as commands do: false if there is an error. In `batch`, a question with findings still
    /// has an answer.
    #[must_use]
    pub fn beside(mut self, findings: &[Diagnostic]) -> Self {
        self.ok = self.ok.map(|ok| ok && !findings.iter().any(Diagnostic::is_error));
        self
    }

    /// Adds a field for programs that show answers to users.
    #[must_use]
    pub fn shown(self, name: &'static str, text: String) -> Self {
        self.with(name, Some(text))
    }

    /// Adds a field, if it has a value.
    fn with(mut self, name: &'static str, value: Option<impl Into<Content<'a>>>) -> Self {
        self.fields.extend(value.map(|value| (name, value.into())));
        self
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(ok) = self.ok {
            map.serialize_entry("ok", &ok)?;
        }
        if let Some(data) = &self.data {
            map.serialize_entry("value", data)?;
        }
        for (name, content) in &self.fields {
            map.serialize_entry(name, content)?;
        }
        if let Some(id) = &self.id {
            map.serialize_entry("id", id)?;
        }
        map.end()
    }
}

/// The answer for a fault.
fn error(fault: &Fault) -> Answer<'static> {
    let (code, message, place) = (fault.code(), fault.message(), fault.path());
    Answer::part([("code", code.id()), ("message", &message), ("class", class(code))])
        .with("path", (!place.is_root()).then(|| path(&place)))
}

/// `{"ok": false, "error": …}`.
pub fn failed(fault: &Fault) -> Answer<'static> {
    Answer::error(error(fault))
}

/// The maximum length of an answer in bytes, unless [`BYTES_PER_BYTE`] times the length of the question is
/// more.
const LONGEST_ANSWER: u64 = 8 << 20;
/// The factor by which an answer may exceed its question.
const BYTES_PER_BYTE: u64 = 16;

/// The serialized answer to a question, on one line; an invalid question gets an error answer.
///
/// # Errors
/// If an answer cannot be serialized.
pub fn answered(question: &[u8], types: &TypeReader, limits: Limits) -> Result<Vec<u8>, String> {
    let limit = LONGEST_ANSWER.max(BYTES_PER_BYTE * question.len() as u64).min(limits.bytes);
    let mut written = Ok(Vec::new());
    answer(question, types, limits, &mut |answer| written = written_within(limit, answer));
    written
}

/// The serialized answer, or an error answer if it is longer than `limit` bytes.
fn written_within(limit: u64, mut answer: Answer<'_>) -> Result<Vec<u8>, String> {
    text(&answer, false, limit).or_else(|_| {
        let refused = answer_too_long(limit).with_id(answer.take_id());
        // Only the `id` can be long here, and its length was limited when the question was read.
        text(&refused, false, u64::MAX)
    })
}

/// The answer to a line that is longer than `limit` bytes.
pub fn too_long(limit: usize) -> Answer<'static> {
    failed(&Fault::new(codes::BAD_REQUEST, format!("the line is longer than the limit of {limit} bytes")))
}

/// The error answer for an answer that is longer than `limit` bytes.
fn answer_too_long(limit: u64) -> Answer<'static> {
    let message = format!("the output is longer than the limit of {limit} bytes");
    failed(&Fault::new(codes::EVALUATION_LIMIT, message))
}

/// The class of a code, for programs that do not know every code.
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

/// A range of a source in lines and columns, as in diagnostics but without the file name.
pub fn place(sources: &Sources, source: hclx_diag::SourceId, range: TextRange) -> Json {
    let (start, end) = sources.positions(range.in_source(source), hclx_diag::ColumnUnit::Graphemes);
    let position = |p: hclx_diag::Position| json!({"line": p.line, "column": p.column, "byte": p.byte});
    json!({"start": position(start), "end": position(end)})
}

fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic]) -> Json {
    diagnostics.iter().map(|diagnostic| diagnostic_json(sources, diagnostic)).collect()
}

/// The answer of `parse`.
pub fn parsed<'a>(sources: &'a Sources, parsed: &'a Parsed) -> Answer<'a> {
    Answer::ok([
        ("tree", tree_text(&parsed.tree).into()),
        ("spans", Content::list(|| tree_spans(&parsed.tree).map(Json::from))),
        ("diagnostics", body::found(sources, parsed.diagnostics.iter())),
    ])
}

/// The answer of `type`.
///
/// # Errors
/// If a default cannot be written as JSON.
pub fn typed(sources: &Sources, read: &TypeExpr, limits: Limits) -> Fallible<Answer<'static>> {
    let answer = Answer::ok([
        ("type", read.ty.to_string().into()),
        ("ctype", Content::text(read.ty.to_cty_json())),
        ("diagnostics", diagnostics(sources, &read.diagnostics).into()),
    ]);
    let defaults = read.defaults.as_ref();
    let defaults =
        defaults.map(|defaults| value_json::encode_defaults(defaults, limits.answer)).transpose()?;
    Ok(answer.with("defaults", defaults))
}

/// The answer of `convert`.
pub fn conversion(conversion: Conversion, reason: Option<&Reason>) -> Answer<'static> {
    let reason = reason.map_or(Json::Null.into(), |reason| {
        let found = [
            ("path", path(&reason.path)),
            ("expected", reason.expected.to_string().into()),
            ("found", reason.found.to_string().into()),
            ("message", reason.message.to_string().into()),
        ];
        Content::from(Answer::part(found))
    });
    Answer::ok([("conversion", conversion.name().into()), ("reason", reason)])
}

/// The answer of `convert_value`.
pub fn value_or_fault(answer: &Fallible<Value>) -> Answer<'static> {
    match answer {
        Ok(value) => Answer::ok([("value", Content::value(value))]),
        Err(fault) => failed(fault),
    }
}

/// Describes the difference between two types: `.a[*]` is bool in TYPE 1, number in TYPE 2.
pub fn parting(difference: &Difference, first: &str, second: &str) -> String {
    let shown =
        |ty: &Option<Type>| ty.as_ref().map_or_else(|| "missing".to_owned(), |ty| ty.shown().to_string());
    let (left, right) = (shown(&difference.left), shown(&difference.right));
    match difference.path.0.is_empty() {
        true => format!("{first} is {left}, {second} is {right}"),
        false => format!("`{}` is {left} in {first}, {right} in {second}", difference.path),
    }
}

/// The answer for types without a common type to which all convert safely.
fn no_common_type(types: &[Type], rules: &Rules) -> Option<Answer<'static>> {
    let ([first, second], difference) = hclx_core::first_difference(types, rules, false)?;
    let text = |ty: &Option<Type>| ty.as_ref().unwrap_or(&Type::NONE).to_string();
    let [one, other] = [first, second].map(|index| format!("types[{index}]"));
    Some(Answer::part([
        ("path", path(&difference.path)),
        ("expected", text(&difference.left).into()),
        ("found", text(&difference.right).into()),
        ("message", parting(&difference, &one, &other).into()),
    ]))
}

/// The answer of `unify`.
pub fn unified(types: &[Type], unified: &Unification, rules: &Rules) -> Answer<'static> {
    let text = |ty: &Option<Type>| ty.as_ref().map_or(Json::Null, |ty| ty.to_string().into()).into();
    let reason = unified.safe.is_none().then(|| no_common_type(types, rules)).flatten();
    let reason = reason.map_or(Json::Null.into(), Content::from);
    Answer::ok([
        ("safe", text(&unified.safe)),
        ("unsafe", text(&unified.unsafe_)),
        ("union", unified.union.to_string().into()),
        ("reason", reason),
    ])
}

/// The answer of `refine`.
pub fn refined(value: &Value) -> Answer<'static> {
    Answer::ok([("value", Content::value(value)), ("range", value_json::range(value).into())])
}

/// The answer to `refine` if the fact at `index` fails.
pub fn refused(fault: &Fault, index: usize) -> Answer<'static> {
    Answer::error(error(fault).with("op_index", Some(index)))
}

/// The answer of `eval`.
pub fn evaluated<'a>(sources: &'a Sources, outcome: &'a Outcome) -> Answer<'a> {
    Answer::ok([
        ("value", Content::value(&outcome.value)),
        ("diagnostics", body::found(sources, outcome.diagnostics.iter())),
    ])
    .with("approximations", approximations(sources, outcome))
}

/// The answer of `infer`.
pub fn inferred<'a>(sources: &'a Sources, outcome: &'a Outcome) -> Answer<'a> {
    Answer::ok([
        ("type", outcome.value.described_type().to_string().into()),
        ("diagnostics", body::found(sources, outcome.diagnostics.iter())),
    ])
    .with("approximations", approximations(sources, outcome))
}

/// The field for undeclared names and approximations, present only if there are any.
fn approximations<'a>(sources: &'a Sources, outcome: &'a Outcome) -> Option<Content<'a>> {
    let is_exact = outcome.unresolved.is_empty() && outcome.approximations.is_empty();
    let notes = || body::approximations(sources, outcome.unresolved.iter(), outcome.approximations.iter());
    (!is_exact).then(notes)
}

/// A row of the table of codes.
pub fn code(code: Code) -> Json {
    let info = code.info();
    json!({
        "code": info.id,
        "title": info.title,
        "explanation": info.explanation,
        "example": info.example,
        "fixed": info.fixed,
    })
}

/// A row of the table of functions.
pub fn function(row: &FunctionDoc) -> Json {
    let example = |(expression, result): &(&str, &str)| json!({"expression": expression, "result": result});
    json!({
        "name": row.name,
        "signature": row.signature,
        "summary": row.summary,
        "examples": row.examples.iter().map(example).collect::<Json>(),
    })
}
