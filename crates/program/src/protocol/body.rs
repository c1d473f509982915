//! Answers about whole files: attributes and blocks with their places.

use std::rc::Rc;
use std::sync::Arc;

use hclx_analysis::{self as analysis, BodyItem, Document, FileJudgement, TypeText, Unit};
use hclx_diag::{Diagnostic, SourceId, Sources, Span};
use hclx_eval::{Approximation, Unresolved};
use hclx_report::diagnostic_json;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json, json};

use super::content::Content;
use super::{Answer, place};

/// The assumptions and approximations.
pub(crate) fn approximations<'a>(
    sources: &'a Sources,
    unresolved: impl Iterator<Item = &'a Unresolved> + Clone + 'a,
    approximations: impl Iterator<Item = &'a Approximation> + Clone + 'a,
) -> Content<'a> {
    let name = |name: &Unresolved| {
        let kind = match name.kind {
            hclx_eval::UnresolvedKind::Variable => "variable",
            hclx_eval::UnresolvedKind::Function => "function",
        };
        let what = format!("undeclared {kind} `{}` was assumed to be unknown", name.name);
        json!({"what": what, kind: *name.name, "range": place(sources, name.span.source, name.span.range)})
    };
    let wider = |approximation: &Approximation| {
        json!({
            "what": approximation.what,
            "range": place(sources, approximation.span.source, approximation.span.range),
        })
    };
    Content::list(move || unresolved.clone().map(name).chain(approximations.clone().map(wider)))
}

/// The answer of `eval_body`.
pub fn evaluated_body<'a>(sources: &'a Sources, source: SourceId, judged: &'a FileJudgement) -> Answer<'a> {
    let FileJudgement { items, diagnostics, unresolved, approximations } = judged;
    Answer::ok(body(sources, source, (items, diagnostics), unresolved, approximations))
}

/// The answer of `eval` for a file.
pub fn evaluated_file<'a>(
    sources: &'a Sources,
    source: SourceId,
    answer: &'a analysis::Answer,
) -> Answer<'a> {
    let file = move || {
        let good = !answer.findings.iter().any(Diagnostic::is_error);
        let head = [("file", sources.get(source).name().into()), ("ok", good.into())];
        let found = (&answer.items[..], &answer.findings[..]);
        let body = body(sources, source, found, &answer.unresolved, &answer.approximations);
        // modules and files of applications have values but no body
        let value = answer.value.as_ref().filter(|_| answer.items.is_empty());
        let value = value.map(|value| ("value", Content::value(value)));
        Answer::part(head.into_iter().chain(value).chain(body))
    };
    Answer::part([("files", Content::list(move || std::iter::once(file())))])
}

fn body<'a>(
    sources: &'a Sources,
    source: SourceId,
    (items, findings): (&'a [BodyItem], &'a [Diagnostic]),
    unresolved: &'a [Unresolved],
    wider: &'a [Approximation],
) -> Vec<(&'static str, Content<'a>)> {
    let mut fields = Body::of(sources, source, items).fields();
    fields.push(("diagnostics", found(sources, findings.iter())));
    if !(unresolved.is_empty() && wider.is_empty()) {
        fields.push(("approximations", approximations(sources, unresolved.iter(), wider.iter())));
    }
    fields
}

/// Findings as JSON.
pub(crate) fn found<'a>(
    sources: &'a Sources,
    findings: impl Iterator<Item = &'a Diagnostic> + Clone + 'a,
) -> Content<'a> {
    Content::list(move || findings.clone().map(|finding| diagnostic_json(sources, finding)))
}

/// The files of a unit in an answer: those with rows, and those that were selected.
pub fn files_of(unit: &Unit, answer: &analysis::Answer) -> Vec<SourceId> {
    let mut files = unit.files.clone();
    for row in &answer.rows {
        if !files.contains(&row.name_span.source) {
            files.push(row.name_span.source);
        }
    }
    files
}

/// The answers to `infer`, one for each file.
pub fn inferred_units<'a>(
    sources: &'a Sources,
    units: &'a [(Unit, analysis::Answer)],
) -> impl Iterator<Item = Answer<'a>> {
    units.iter().flat_map(move |(unit, answer)| {
        let document = answer.document.as_ref();
        files_of(unit, answer).into_iter().map(move |file| match document {
            Some(document) => inferred_document(sources, file, &answer.findings, document),
            None => inferred_file(sources, file, answer),
        })
    })
}

/// The answer to `infer` for a file of a unit.
fn inferred_file<'a>(sources: &'a Sources, file: SourceId, answer: &'a analysis::Answer) -> Answer<'a> {
    let span = |span: Span| place(sources, span.source, span.range);
    let row = move |row: &analysis::TypeRow| {
        json!({
            "path": row.path,
            "type": row.ty.to_string(),
            "name_span": span(row.name_span),
            "value_span": row.value_span.map_or(Json::Null, span),
        })
    };
    let rows = answer.rows.iter().filter(move |row| row.name_span.source == file);
    // A finding without a location concerns the whole unit, so it is in the answers for all files.
    let own = move |finding: &&Diagnostic| finding.span.is_none_or(|span| span.source == file);
    let unresolved = answer.unresolved.iter().filter(move |name| name.span.source == file);
    let wider = answer.approximations.iter().filter(move |wider| wider.span.source == file);
    Answer::ok([
        ("file", sources.get(file).name().into()),
        ("attributes", Content::list(move || rows.clone().map(row))),
        ("diagnostics", found(sources, answer.findings.iter().filter(own))),
        ("approximations", approximations(sources, unresolved, wider)),
    ])
}

/// The answer to `infer` for an expression or a place in a unit.
pub fn inferred_value<'a>(
    sources: &'a Sources,
    answer: &'a analysis::Answer,
    findings: &'a [Diagnostic],
) -> Answer<'a> {
    let ty = answer.value.as_ref().map_or(Json::Null, |value| value.described_type().to_string().into());
    of_value(sources, ("type", ty.into()), answer, findings)
}

/// The answer to `eval` for an expression in a unit.
pub fn evaluated_value<'a>(
    sources: &'a Sources,
    answer: &'a analysis::Answer,
    findings: &'a [Diagnostic],
) -> Answer<'a> {
    let value = answer.value.as_ref().map_or_else(|| Json::Null.into(), Content::value);
    of_value(sources, ("value", value), answer, findings)
}

fn of_value<'a>(
    sources: &'a Sources,
    (name, what): (&'static str, Content<'a>),
    answer: &'a analysis::Answer,
    findings: &'a [Diagnostic],
) -> Answer<'a> {
    Answer::ok([
        (name, what),
        ("diagnostics", found(sources, findings.iter())),
        ("approximations", approximations(sources, answer.unresolved.iter(), answer.approximations.iter())),
    ])
}

/// A body of a file: a contiguous range of its items.
#[derive(Clone)]
struct Body<'a> {
    sources: &'a Sources,
    source: SourceId,
    items: &'a [BodyItem],
    /// For each start of a block, the position after its end.
    ends: Rc<[usize]>,
    range: (usize, usize),
}

impl<'a> Body<'a> {
    /// The body of a file.
    fn of(sources: &'a Sources, source: SourceId, items: &'a [BodyItem]) -> Self {
        let (mut ends, mut open) = (vec![items.len(); items.len()], Vec::new());
        for (at, item) in items.iter().enumerate() {
            match item {
                BodyItem::Attribute { .. } => ends[at] = at + 1,
                BodyItem::Open { .. } => open.push(at),
                BodyItem::Close => {
                    ends[at] = at + 1;
                    if let Some(start) = open.pop() {
                        ends[start] = at + 1;
                    }
                }
            }
        }
        Self { sources, source, items, ends: ends.into(), range: (0, items.len()) }
    }

    /// The starts of the body's attributes and blocks.
    fn starts(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (first, end, ends) = (self.range.0, self.range.1, self.ends.clone());
        std::iter::successors(Some(first), move |at| ends.get(*at).copied()).take_while(move |at| *at < end)
    }

    fn fields(self) -> Vec<(&'static str, Content<'a>)> {
        let with_blocks = self.clone();
        let attributes = move || {
            let body = self.clone();
            self.starts().filter_map(move |at| body.attribute(at))
        };
        let blocks = move || {
            let body = with_blocks.clone();
            with_blocks.starts().filter_map(move |at| body.block(at))
        };
        vec![("attributes", Content::list(attributes)), ("blocks", Content::list(blocks))]
    }

    fn attribute(&self, at: usize) -> Option<Answer<'a>> {
        let BodyItem::Attribute { name, name_range, value_range, value } = &self.items[at] else {
            return None;
        };
        Some(Answer::part([
            ("name", Content::from(&**name)),
            ("name_span", place(self.sources, self.source, *name_range).into()),
            ("value_span", place(self.sources, self.source, *value_range).into()),
            ("value", Content::value(value)),
        ]))
    }

    fn block(&self, at: usize) -> Option<Answer<'a>> {
        let BodyItem::Open { block_type, labels, range } = &self.items[at] else { return None };
        let head = [
            ("type", (&**block_type).into()),
            ("labels", labels.iter().map(|label| Json::from(&**label)).collect::<Json>().into()),
            ("span", place(self.sources, self.source, *range).into()),
        ];
        let inside = Self { range: (at + 1, self.ends[at]), ..self.clone() };
        Some(Answer::part(head.into_iter().chain(inside.fields())))
    }
}

/// The answer to `infer` for a Mull document, with types in Mull's own notation.
fn inferred_document<'a>(
    sources: &'a Sources,
    source: SourceId,
    findings: &'a [Diagnostic],
    answer: &'a Document,
) -> Answer<'a> {
    let object = |list: &[(Arc<str>, TypeText)]| -> Json {
        list.iter().map(|(name, ty)| (name.to_string(), Json::from(&*ty.own))).collect::<Map<_, _>>().into()
    };
    let of_let = |(span, name, ty): &(Span, Arc<str>, TypeText)| json!({"name": **name, "type": ty.own, "name_span": place(sources, span.source, span.range)});
    Answer::ok([
        ("file", sources.get(source).name().into()),
        ("types", object(&answer.types).into()),
        ("properties", object(&answer.properties).into()),
        ("lets", answer.lets.iter().map(of_let).collect::<Json>().into()),
        ("body", answer.body.as_ref().map_or(Json::Null, |body| body.own.clone().into()).into()),
        ("diagnostics", found(sources, findings.iter())),
    ])
}

/// The answer to `eval` for a Mull document: its plain data, or null if it has errors or unknown parts.
pub fn evaluated_document<'a>(
    sources: &'a Sources,
    findings: &'a [Diagnostic],
    answer: &Document,
) -> Answer<'a> {
    let wrong = findings.iter().any(Diagnostic::is_error);
    let text = answer.data.as_ref().filter(|_| !wrong).and_then(|data| data.to_json(false));
    let text = text.unwrap_or_else(|| "null".to_owned());
    let mut answer = Answer::ok([("diagnostics", found(sources, findings.iter()))]);
    answer.data = RawValue::from_string(text).ok();
    answer
}
