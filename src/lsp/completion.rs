//! Completion and signature help in the protocol's form.

use hclx_diag::locked;
use hclx_eval::Budget;
use hclx_ide::{At, Candidate, CandidateKind};
use serde_json::{Value, json};

use super::client::Ability;
use super::query::Query;
use super::wire::message::{Failure, object};

/// The capability, with the characters that trigger completion.
pub(crate) fn capability() -> Value {
    json!({"triggerCharacters": [".", "\"", "[", "{", "(", "=", ",", " ", "/"], "resolveProvider": true})
}

/// The completion list at a position.
pub(crate) fn of(query: &Query<'_>) -> Result<Value, Failure> {
    let offset = query.offset()?;
    let Some(found) = hclx_ide::complete(&place(query, offset, &|| query.budget())) else {
        return Ok(Value::Null);
    };
    let (insert, replace) = (query.view.range(found.inserted), query.view.range(found.replaced));
    let has = |ability| query.asked.abilities.has(ability);
    let snippets = has(Ability::Snippets) && query.asked.settings.shown.snippets;
    let both = has(Ability::InsertReplace);
    let list = {
        let mut sent = locked(&query.sent.items);
        *sent = (sent.0 + 1, found.candidates.iter().map(|one| one.docs.clone()).collect());
        sent.0
    };
    let uri = &query.params()["textDocument"]["uri"];
    let items = found.candidates.iter().enumerate().map(|(order, one)| {
        let snippet = one.snippet.as_ref().filter(|_| snippets);
        let text = snippet.unwrap_or(&one.text);
        let mut item = item(one, query);
        item["data"] = json!({"uri": uri, "list": list, "item": order});
        item["textEdit"] = match both {
            true => json!({"newText": text, "insert": insert, "replace": replace}),
            false => json!({"newText": text, "range": replace}),
        };
        item["sortText"] = format!("{order:05}").into();
        if snippet.is_some() {
            item["insertTextFormat"] = 2.into();
        }
        item
    });
    Ok(object([("isIncomplete", found.is_incomplete.into()), ("items", items.collect())]))
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

fn item(one: &Candidate, query: &Query<'_>) -> Value {
    let mut item = json!({"label": one.name, "kind": kind(one.kind), "filterText": filter(one)});
    let ty = one.ty.as_deref().map(short);
    if query.asked.abilities.has(Ability::LabelDetails) {
        let mut details = json!({"description": one.noun});
        if let Some(ty) = &ty {
            let sign = if one.kind == CandidateKind::Function { "" } else { ": " };
            details["detail"] = format!("{sign}{ty}").into();
        }
        item["labelDetails"] = details;
    }
    item["detail"] = ty.unwrap_or_else(|| one.noun.clone()).into();
    if one.is_deprecated {
        item["tags"] = json!([1]);
    }
    item
}

/// The text that is matched against the letters before the cursor.
fn filter(one: &Candidate) -> &str {
    let is_plain = one.text.starts_with('"') && one.kind == CandidateKind::Value;
    if is_plain { &one.text } else { &one.name }
}

/// A type on one line, truncated if it is long.
fn short(ty: &str) -> String {
    const LONGEST: usize = 80;
    match ty.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &ty[..end]),
        None => ty.to_owned(),
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
        signature["activeParameter"] = active.into();
        answer["activeParameter"] = active.into();
    }
    answer["signatures"] = json!([signature]);
    Ok(answer)
}

fn place<'a>(query: &'a Query<'_>, offset: u32, budget: &'a dyn Fn() -> Budget) -> At<'a> {
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
