//! Answers about whole files: attributes and blocks with their places.

use std::sync::Arc;

use hclx_analysis::{self as analysis, BodyItem, Judged, RowType, Unit, value_json};
use hclx_diag::{Diagnostic, SourceId, Sources, Span};
use hclx_eval::{Approximation, Unresolved};
use hclx_mull::answers::{self as mull, TypeText};
use hclx_mull::value::Val;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json, json};

use super::{Answer, diagnostics, place};

/// What was taken as unknown, and where precision was given up.
pub(super) fn approximations(
    sources: &Sources,
    unresolved: &[Unresolved],
    approximations: &[Approximation],
) -> Vec<Json> {
    let names = unresolved.iter().map(|name| {
        let kind = match name.kind {
            hclx_eval::UnresolvedKind::Variable => "variable",
            hclx_eval::UnresolvedKind::Function => "function",
        };
        let what = format!("{kind} `{}` is declared nowhere and was taken as unknown", name.name);
        json!({"what": what, kind: name.name, "range": place(sources, name.span.source, name.span.range)})
    });
    let wider = approximations.iter().map(|approximation| {
        json!({
            "what": approximation.what,
            "range": place(sources, approximation.span.source, approximation.span.range),
        })
    });
    names.chain(wider).collect()
}

/// The answer of `eval_body`.
pub(crate) fn evaluated_body(sources: &Sources, source: SourceId, judged: &Judged) -> Answer {
    let Judged { items, diagnostics, unresolved, approximations } = judged;
    Answer::ok(body(sources, source, (items, diagnostics), unresolved, approximations))
}

/// The answer of `eval` for a file.
pub(crate) fn evaluated_file(sources: &Sources, source: SourceId, answer: &analysis::Answer) -> Answer {
    let good = !answer.findings.iter().any(Diagnostic::is_error);
    let mut file = vec![("file", sources.get(source).name().into()), ("ok", good.into())];
    let found = (&answer.items[..], &answer.findings[..]);
    file.append(&mut body(sources, source, found, &answer.unresolved, &answer.approximations));
    Answer::part([("files", vec![Answer::part(file).into_json()].into())])
}

fn body(
    sources: &Sources,
    source: SourceId,
    (items, findings): (&[BodyItem], &[Diagnostic]),
    unresolved: &[Unresolved],
    wider: &[Approximation],
) -> Vec<(&'static str, Json)> {
    let OpenBody { attributes, blocks, .. } = nested(sources, source, items);
    let mut fields = vec![
        ("attributes", attributes.into()),
        ("blocks", blocks.into()),
        ("diagnostics", diagnostics(sources, findings)),
    ];
    let notes = approximations(sources, unresolved, wider);
    if !notes.is_empty() {
        fields.push(("approximations", notes.into()));
    }
    fields
}

/// The files of a unit that an answer speaks of: those that it has rows of, and those that were asked for.
pub(crate) fn files_of(unit: &Unit, answer: &analysis::Answer) -> Vec<SourceId> {
    let mut files = unit.files.clone();
    for row in &answer.rows {
        if !files.contains(&row.name_span.source) {
            files.push(row.name_span.source);
        }
    }
    files
}

/// The answers of `infer`, one for each file.
pub(crate) fn inferred_run(run: &crate::judging::Run) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (unit, answer) in &run.units {
        for file in files_of(unit, answer) {
            answers.push(match answer.document.as_ref().and_then(|document| document.downcast_ref()) {
                Some(document) => inferred_mull(&run.sources, file, &answer.findings, document),
                None => inferred_file(&run.sources, file, answer),
            });
        }
    }
    answers
}

/// The answer of `infer` for a file of a unit.
fn inferred_file(sources: &Sources, file: SourceId, answer: &analysis::Answer) -> Answer {
    let span = |span: Span| place(sources, span.source, span.range);
    let row = |row: &analysis::Row| {
        let ty = match &row.ty {
            RowType::Hcl(ty) => ty.to_string(),
            RowType::Text { own, .. } => own.to_string(),
        };
        json!({
            "path": row.path,
            "type": ty,
            "name_span": span(row.name_span),
            "value_span": row.value_span.map_or(Json::Null, span),
        })
    };
    let rows = answer.rows.iter().filter(|row| row.name_span.source == file);
    let own = |finding: &&Diagnostic| finding.span.is_none_or(|span| span.source == file);
    let findings: Vec<Diagnostic> = answer.findings.iter().filter(own).cloned().collect();
    let unresolved: Vec<Unresolved> =
        answer.unresolved.iter().filter(|name| name.span.source == file).cloned().collect();
    let wider: Vec<Approximation> =
        answer.approximations.iter().filter(|wider| wider.span.source == file).cloned().collect();
    Answer::ok([
        ("file", sources.get(file).name().into()),
        ("attributes", rows.map(row).collect()),
        ("diagnostics", diagnostics(sources, &findings)),
        ("approximations", approximations(sources, &unresolved, &wider).into()),
    ])
}

/// The answer of `infer` for an expression or a place in a unit.
pub(crate) fn inferred_value(
    sources: &Sources,
    answer: &analysis::Answer,
    findings: &[Diagnostic],
) -> Answer {
    let ty = answer.value.as_ref().map_or(Json::Null, |value| value.described_type().to_string().into());
    Answer::ok([
        ("type", ty),
        ("diagnostics", diagnostics(sources, findings)),
        ("approximations", approximations(sources, &answer.unresolved, &answer.approximations).into()),
    ])
}

/// The answer of `eval` for an expression in a unit.
pub(crate) fn evaluated_value(
    sources: &Sources,
    answer: &analysis::Answer,
    findings: &[Diagnostic],
) -> Answer {
    let value = answer.value.as_ref().map_or(Json::Null, value_json::encode);
    Answer::ok([
        ("value", value),
        ("diagnostics", diagnostics(sources, findings)),
        ("approximations", approximations(sources, &answer.unresolved, &answer.approximations).into()),
    ])
}

/// A body that is being built: its attributes and blocks so far, and the head of its block.
#[derive(Default)]
struct OpenBody {
    head: Map<String, Json>,
    attributes: Vec<Json>,
    blocks: Vec<Json>,
}

impl OpenBody {
    fn close(mut self) -> Json {
        self.head.insert("attributes".into(), self.attributes.into());
        self.head.insert("blocks".into(), self.blocks.into());
        Json::Object(self.head)
    }
}

/// The attributes and blocks of a body, blocks within blocks.
fn nested(sources: &Sources, source: SourceId, items: &[BodyItem]) -> OpenBody {
    let mut open = vec![OpenBody::default()];
    for item in items {
        match item {
            BodyItem::Attribute { name, name_range, value_range, value } => {
                let attribute = value_json::fields([
                    ("name", (&**name).into()),
                    ("name_span", place(sources, source, *name_range)),
                    ("value_span", place(sources, source, *value_range)),
                    ("value", value_json::encode(value)),
                ]);
                if let Some(body) = open.last_mut() {
                    body.attributes.push(attribute);
                }
            }
            BodyItem::Open { block_type, labels, range } => {
                let mut head = Map::new();
                head.insert("type".into(), (&**block_type).into());
                head.insert("labels".into(), labels.iter().map(|label| Json::from(&**label)).collect());
                head.insert("span".into(), place(sources, source, *range));
                open.push(OpenBody { head, ..OpenBody::default() });
            }
            BodyItem::Close => close(&mut open),
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

fn close(open: &mut Vec<OpenBody>) {
    if let (Some(block), Some(parent)) = (open.pop(), open.last_mut()) {
        parent.blocks.push(block.close());
    }
}

/// The answer of `infer` for a document of Mull: types in Mull's own notation.
fn inferred_mull(
    sources: &Sources,
    source: SourceId,
    findings: &[Diagnostic],
    answer: &mull::Answer,
) -> Answer {
    let object = |list: &[(Arc<str>, TypeText)]| -> Json {
        list.iter().map(|(name, ty)| (name.to_string(), Json::from(&*ty.mull))).collect::<Map<_, _>>().into()
    };
    let of_let = |(span, name, ty): &(Span, Arc<str>, TypeText)| json!({"name": **name, "type": ty.mull, "name_span": place(sources, span.source, span.range)});
    Answer::ok([
        ("file", sources.get(source).name().into()),
        ("types", object(&answer.types)),
        ("properties", object(&answer.properties)),
        ("lets", answer.lets.iter().map(of_let).collect()),
        ("body", answer.body.as_ref().map_or(Json::Null, |body| body.mull.clone().into())),
        ("diagnostics", diagnostics(sources, findings)),
    ])
}

/// The answer of `eval` for a document of Mull: its plain data, or null where something is wrong or unknown.
pub(crate) fn evaluated_mull(sources: &Sources, findings: &[Diagnostic], answer: &mull::Answer) -> Answer {
    let wrong = findings.iter().any(Diagnostic::is_error);
    let text = answer.value.as_ref().filter(|_| !wrong).and_then(Val::to_json);
    let text = text.unwrap_or_else(|| "null".to_owned());
    let findings = diagnostics(sources, findings);
    let mut answer = Answer::ok([("diagnostics", findings)]);
    answer.data = RawValue::from_string(text).ok();
    answer
}
