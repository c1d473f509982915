//! Completion and signature help in the protocol's form.

use std::borrow::Cow;

use hclx_diag::locked;
use hclx_eval::Budget;
use hclx_ide::{Candidate, CandidateKind, CompletionPlace};
use serde::Serialize;
use serde_json::{Value, json};

use super::client::Ability;
use super::query::Query;
use super::wire::message::{Failure, Reply};

/// The capability, with the characters that trigger completion.
pub(crate) fn capability() -> Value {
    json!({"triggerCharacters": [".", "\"", "[", "{", "(", "=", ",", " ", "/"], "resolveProvider": true})
}

/// A completion list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct List<'a> {
    is_incomplete: bool,
    items: Vec<Item<'a>>,
}

/// An item of a list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item<'a> {
    label: &'a str,
    kind: u8,
    filter_text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_details: Option<Details<'a>>,
    detail: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<[u8; 1]>,
    data: Data<'a>,
    text_edit: TextEdit<'a>,
    sort_text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    insert_text_format: Option<u8>,
}

/// The details next to a label.
#[derive(Serialize)]
struct Details<'a> {
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl<'a> Details<'a> {
    fn of(one: &'a Candidate, ty: Option<&str>) -> Self {
        let sign = if one.kind == CandidateKind::Function { "" } else { ": " };
        Self { description: &one.noun, detail: ty.map(|ty| format!("{sign}{ty}")) }
    }
}

/// The number of an item, by which it is resolved.
#[derive(Serialize)]
struct Data<'a> {
    uri: &'a Value,
    list: u64,
    item: usize,
}

/// The edit of an item, with one or two ranges.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", untagged)]
enum TextEdit<'a> {
    #[serde(rename_all = "camelCase")]
    Both { new_text: &'a str, insert: &'a Value, replace: &'a Value },
    #[serde(rename_all = "camelCase")]
    One { new_text: &'a str, range: &'a Value },
}

/// The completion list at a position.
pub(crate) fn of(query: &Query<'_>) -> Result<Reply, Failure> {
    let offset = query.offset()?;
    let Some(found) = hclx_ide::complete(&place(query, offset, &|| query.budget())) else {
        return Ok(Value::Null.into());
    };
    let (insert, replace) = (&query.view.range(found.inserted), &query.view.range(found.replaced));
    let has = |ability| query.asked.abilities.has(ability);
    let snippets = has(Ability::Snippets) && query.asked.settings.shown.snippets;
    let both = has(Ability::InsertReplace);
    let list = {
        let mut sent = locked(&query.sent.items);
        *sent = (sent.0 + 1, found.candidates.iter().map(|one| one.docs.clone()).collect());
        sent.0
    };
    let uri = &query.params()["textDocument"]["uri"];
    let details = has(Ability::LabelDetails);
    let items = found.candidates.iter().enumerate().map(|(order, one)| {
        let snippet = one.snippet.as_ref().filter(|_| snippets);
        let new_text = snippet.unwrap_or(&one.text);
        let ty = one.ty.as_deref().map(short);
        Item {
            label: &one.name,
            kind: kind(one.kind),
            filter_text: filter(one),
            label_details: details.then(|| Details::of(one, ty.as_deref())),
            detail: ty.unwrap_or(Cow::Borrowed(&one.noun)),
            // Tag 1 is `Deprecated`, and format 2 is `Snippet`.
            tags: one.is_deprecated.then_some([1]),
            data: Data { uri, list, item: order },
            text_edit: match both {
                true => TextEdit::Both { new_text, insert, replace },
                false => TextEdit::One { new_text, range: replace },
            },
            // Clients sort by this text instead of the order of the list.
            sort_text: format!("{order:05}"),
            insert_text_format: snippet.map(|_| 2),
        }
    });
    Reply::written(&List { is_incomplete: found.is_incomplete, items: items.collect() })
}

/// Adds the documentation to an item of the last list; an item of an earlier list is returned
/// unchanged.
pub(crate) fn resolve(query: &Query<'_>) -> Result<Value, Failure> {
    let mut item = query.params().clone();
    let sent = locked(&query.sent.items);
    let number = item["data"]["item"].as_u64().and_then(|number| usize::try_from(number).ok());
    let known =
        number.filter(|_| item["data"]["list"] == sent.0).and_then(|number| sent.1.get(number)?.as_ref());
    if let Some(docs) = known {
        item["documentation"] = json!({"kind": "markdown", "value": &**docs});
    }
    Ok(item)
}

/// The text that is matched against the letters before the cursor.
fn filter(one: &Candidate) -> &str {
    // Clients compare this with the text that the edit replaces, which may begin with a quote.
    let is_plain = one.text.starts_with('"') && one.kind == CandidateKind::Value;
    if is_plain { &one.text } else { &one.name }
}

/// A type on one line, truncated if it is long.
fn short(ty: &str) -> Cow<'_, str> {
    const LONGEST: usize = 80;
    match ty.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &ty[..end]).into(),
        None => ty.into(),
    }
}

/// The signature of the call around a position.
pub(crate) fn signature(query: &Query<'_>) -> Result<Value, Failure> {
    let offset = query.offset()?;
    let Some(help) = hclx_ide::signature_help(&place(query, offset, &|| query.budget())) else {
        return Ok(Value::Null);
    };
    let parameters: Vec<Value> = help
        .parameters
        .iter()
        .map(|(start, end)| json!({"label": help.label.get(*start..*end).unwrap_or_default()}))
        .collect();
    let mut signature = json!({
        "label": help.label,
        "documentation": {"kind": "markdown", "value": help.docs},
        "parameters": parameters,
    });
    let mut answer = json!({"activeSignature": 0});
    if let Some(active) = help.active {
        // Up to version 3.15 of the protocol, clients read it from the answer, later from the signature.
        signature["activeParameter"] = active.into();
        answer["activeParameter"] = active.into();
    }
    answer["signatures"] = json!([signature]);
    Ok(answer)
}

fn place<'a>(query: &'a Query<'_>, offset: u32, budget: &'a dyn Fn() -> Budget) -> CompletionPlace<'a> {
    hclx_program::editor::place(query.snapshot, query.file, offset, budget)
}

/// The number of a candidate's kind in the protocol.
fn kind(kind: CandidateKind) -> u8 {
    match kind {
        CandidateKind::Function => 3,
        CandidateKind::Member => 5,
        CandidateKind::Declaration => 6,
        CandidateKind::Block => 7,
        CandidateKind::Root => 9,
        CandidateKind::Attribute => 10,
        CandidateKind::Value => 12,
        CandidateKind::Keyword => 14,
        CandidateKind::File => 17,
        CandidateKind::Folder => 19,
        CandidateKind::Label => 20,
        CandidateKind::Code => 21,
        CandidateKind::Type => 25,
    }
}
