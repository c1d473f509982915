//! Code actions for findings: their edits, all edits of a code or all safe ones at once, and suppressions.

use hclx_diag::Arrange;
use serde_json::{Map, Value, json};

/// The kinds of all actions.
pub(crate) const KINDS: [&str; 7] = [
    "quickfix",
    "refactor.extract",
    "refactor.inline",
    "refactor.move",
    "refactor.rewrite",
    "source.fixAll.hclx",
    "source.format.hclx",
];

/// The request field that passes the actions for findings to the worker.
pub(crate) const FIXES: &str = "hclx: fixes";

/// The requested kinds; empty for all.
pub(crate) fn asked_kinds(params: &Value) -> Vec<&str> {
    params["context"]["only"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The maximum number of actions in an answer.
const MOST: usize = 100;

/// The actions for a range of a document with these diagnostics. `only` are the requested kinds.
pub(crate) fn of_range(uri: &str, diagnostics: &[Value], range: &Value, only: &[&str]) -> Vec<Value> {
    let asks = |kind: &str| only.is_empty() || only.iter().any(|wanted| is_kind(kind, wanted));
    let mut actions = Vec::new();
    if asks("quickfix") {
        let here: Vec<&Value> = diagnostics.iter().filter(|one| touches(&one["range"], range)).collect();
        for diagnostic in &here {
            for fix in fixes(diagnostic) {
                actions.push(json!({
                    "title": fix["title"],
                    "kind": "quickfix",
                    "isPreferred": fix["certain"],
                    "diagnostics": [diagnostic],
                    "edit": {"changes": changes([fix])},
                }));
            }
        }
        let mut codes: Vec<&str> = here.iter().filter_map(|one| one["code"].as_str()).collect();
        codes.arrange();
        codes.dedup();
        actions.extend(codes.iter().filter_map(|code| all_of(uri, diagnostics, range, code)));
        actions.extend(here.iter().filter_map(|one| suppression(uri, one)));
    }
    if asks("source.fixAll.hclx") {
        let certain = apart(uri, diagnostics, |fix| fix["certain"] == true);
        if !certain.is_empty() {
            actions.push(json!({
                "title": "Apply all safe edits of hclx",
                "kind": "source.fixAll.hclx",
                "edit": {"changes": changes(certain)},
            }));
        }
    }
    actions.truncate(MOST);
    actions
}

fn fixes(diagnostic: &Value) -> impl Iterator<Item = &Value> {
    diagnostic["data"]["fixes"].as_array().into_iter().flatten()
}

/// The first fixes of all findings with a code, if several have one. If some are only suggestions, they have not been
/// reviewed one by one, so they are tried together before they are applied.
fn all_of(uri: &str, diagnostics: &[Value], range: &Value, code: &str) -> Option<Value> {
    let own: Vec<Value> = diagnostics.iter().filter(|one| one["code"] == code).cloned().collect();
    let all = apart(uri, &own, |_| true);
    if all.len() < 2 {
        return None;
    }
    let are_certain = all.iter().all(|fix| fix["certain"] == true);
    let changes = changes(all);
    let mut action = json!({"title": format!("fix all of {code} in this file"), "kind": "quickfix"});
    match are_certain {
        true => action["edit"] = json!({"changes": changes}),
        false => action["data"] = json!({"uri": uri, "range": range, "edits": changes[uri]}),
    }
    Some(action)
}

/// The actions with their edits. The others are tried in a run, but not every document is part of one.
pub(crate) fn with_edits(actions: impl IntoIterator<Item = Value>) -> Value {
    actions.into_iter().filter(|action| action.get("edit").is_some()).collect()
}

/// The action that suppresses a finding; its edit is computed later. Syntax errors cannot be suppressed.
fn suppression(uri: &str, diagnostic: &Value) -> Option<Value> {
    let code = diagnostic["code"].as_str()?;
    let is_syntax = hclx_diag::find_code(code).is_some_and(|code| code.stage() == hclx_diag::Stage::Syntax);
    if is_syntax {
        return None;
    }
    let start = &diagnostic["range"]["start"];
    Some(json!({
        "title": format!("suppress here: {code}"),
        "kind": "quickfix",
        "diagnostics": [diagnostic],
        "data": {"uri": uri, "range": {"start": start, "end": start}, "suppress": code},
    }))
}

/// Returns `true` if a kind is the requested one, or below it.
pub(crate) fn is_kind(kind: &str, wanted: &str) -> bool {
    kind.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The findings that `wanted` accepts and whose first edits, in one document, do not overlap; of two that do,
/// the first wins.
fn apart<'v>(uri: &str, diagnostics: &'v [Value], wanted: impl Fn(&Value) -> bool) -> Vec<&'v Value> {
    let mut taken: Vec<&Value> = Vec::new();
    let mut found = Vec::new();
    for diagnostic in diagnostics {
        let Some(fix) = fixes(diagnostic).find(|fix| wanted(fix)) else { continue };
        let Some(edits) = fix["edits"].as_array() else { continue };
        let is_free =
            |edit: &Value| edit["uri"] == uri && !taken.iter().any(|one| touches(one, &edit["range"]));
        if edits.iter().all(is_free) {
            taken.extend(edits.iter().map(|edit| &edit["range"]));
            found.push(fix);
        }
    }
    found
}

/// The edits of fixes by document.
fn changes<'v>(fixes: impl IntoIterator<Item = &'v Value>) -> Value {
    let mut changes = Map::new();
    let edits = fixes.into_iter().filter_map(|fix| fix["edits"].as_array()).flatten();
    for edit in edits {
        let Some(uri) = edit["uri"].as_str() else { continue };
        let list = changes.entry(uri).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(json!({"range": edit["range"], "newText": edit["newText"]}));
        }
    }
    Value::Object(changes)
}

/// Returns `true` if two ranges overlap or touch.
fn touches(one: &Value, other: &Value) -> bool {
    let at = |range: &Value, end: &str| (range[end]["line"].as_u64(), range[end]["character"].as_u64());
    at(one, "start") <= at(other, "end") && at(other, "start") <= at(one, "end")
}
