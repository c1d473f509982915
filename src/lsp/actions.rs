//! Code actions: the edits of findings, all certain ones at once, and suppressions.

use serde_json::{Map, Value, json};

/// The maximum number of actions in an answer.
const MOST: usize = 100;

/// The actions for a range of a document with these diagnostics. `only` are the kinds that are asked for.
pub(crate) fn of_range(uri: &str, diagnostics: &[Value], range: &Value, only: &[&str]) -> Vec<Value> {
    let asks = |kind: &str| only.is_empty() || only.iter().any(|wanted| is_kind(kind, wanted));
    let mut actions = Vec::new();
    if asks("quickfix") {
        for diagnostic in diagnostics.iter().filter(|one| touches(&one["range"], range)) {
            for fix in diagnostic["data"]["fixes"].as_array().into_iter().flatten() {
                actions.push(json!({
                    "title": fix["title"],
                    "kind": "quickfix",
                    "isPreferred": fix["certain"],
                    "diagnostics": [diagnostic],
                    "edit": {"changes": changes([fix])},
                }));
            }
        }
    }
    if asks("source.fixAll.hclx") {
        let certain = certain(uri, diagnostics);
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

/// Returns `true` if a kind is one that is asked for, or below it.
fn is_kind(kind: &str, wanted: &str) -> bool {
    kind.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The certain edits in one document, none overlapping another: of two the first one.
fn certain<'v>(uri: &str, diagnostics: &'v [Value]) -> Vec<&'v Value> {
    let mut taken: Vec<&Value> = Vec::new();
    let mut fixes = Vec::new();
    for diagnostic in diagnostics {
        let all = diagnostic["data"]["fixes"].as_array().into_iter().flatten();
        let Some(fix) = all.into_iter().find(|fix| fix["certain"] == true) else { continue };
        let Some(edits) = fix["edits"].as_array() else { continue };
        let is_free =
            |edit: &Value| edit["uri"] == uri && !taken.iter().any(|one| touches(one, &edit["range"]));
        if edits.iter().all(is_free) {
            taken.extend(edits.iter().map(|edit| &edit["range"]));
            fixes.push(fix);
        }
    }
    fixes
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

/// Returns `true` if two ranges share a place, their ends included.
fn touches(one: &Value, other: &Value) -> bool {
    let at = |range: &Value, end: &str| (range[end]["line"].as_u64(), range[end]["character"].as_u64());
    at(one, "start") <= at(other, "end") && at(other, "start") <= at(one, "end")
}
