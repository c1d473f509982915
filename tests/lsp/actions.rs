//! Code actions as markdown pages: the actions for a selection, and the files after each of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::pages::{Scene, Section, compare, edited, position};

/// The capabilities of a client that requests edits later.
pub(super) fn capabilities() -> Value {
    json!({
        "textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}},
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    })
}

/// The actions for the selection of a section.
fn offered(section: &Section, scene: &mut Scene) -> Vec<Value> {
    let (file, start, end) = section.at;
    let text = &section.files[file].1;
    let params = json!({
        "textDocument": {"uri": scene.uris[file]},
        "range": {"start": position(text, start), "end": position(text, end)},
        "context": {"diagnostics": []},
    });
    let answer = scene.client.ask("textDocument/codeAction", params);
    answer["result"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

/// An action with its edits, or the reason for refusing it.
pub(super) fn resolved(client: &mut super::client::Client, action: Value) -> Result<Value, String> {
    if action.get("edit").is_some() {
        return Ok(action["edit"].clone());
    }
    let answer = client.ask("codeAction/resolve", action);
    match answer["error"]["message"].as_str() {
        Some(why) => Err(why.to_owned()),
        None => Ok(answer["result"]["edit"].clone()),
    }
}

/// The new texts of files by URI, based on the previous ones.
pub(super) fn applied(edit: &Value, texts: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut now = texts.clone();
    let mut change = |uri: &str, edits: &Value| {
        let before = now.get(uri).cloned().unwrap_or_default();
        now.insert(uri.to_owned(), edited(&before, edits.as_array().expect("edits")));
    };
    for (uri, edits) in edit["changes"].as_object().into_iter().flatten() {
        change(uri, edits);
    }
    for one in
        edit["documentChanges"].as_array().into_iter().flatten().filter(|one| one.get("edits").is_some())
    {
        change(one["textDocument"]["uri"].as_str().expect("a URI"), &one["edits"]);
    }
    now
}

/// The files that an action changes.
fn changed(section: &Section, scene: &Scene, edit: &Value) -> String {
    let texts: BTreeMap<String, String> =
        scene.uris.iter().cloned().zip(section.files.iter().map(|(_, text)| text.clone())).collect();
    let folder = scene.uris[0].strip_suffix(&*section.files[0].0).expect("a folder").to_owned();
    let mut printed = String::new();
    for (uri, text) in applied(edit, &texts) {
        if texts.get(&uri) != Some(&text) {
            printed.push_str(&format!("```hcl {}\n{text}```\n", uri.trim_start_matches(&folder)));
        }
    }
    printed
}

#[test]
fn actions_change_files_as_their_titles_say() {
    compare("tests/lsp/actions.md", &capabilities(), |section, scene| {
        let actions = offered(section, scene);
        let title = section.words.strip_prefix("Take `").and_then(|rest| rest.strip_suffix("`."));
        let Some(title) = title else {
            let line = |one: &Value| {
                let preferred = if one["isPreferred"] == true { ", preferred" } else { "" };
                let (title, kind) =
                    (one["title"].as_str().expect("a title"), one["kind"].as_str().expect("a kind"));
                format!("* {title} ({kind}{preferred})\n")
            };
            let lines: String = actions.iter().map(line).collect();
            return if lines.is_empty() { "(nothing)".to_owned() } else { lines };
        };
        let titles: Vec<&Value> = actions.iter().map(|one| &one["title"]).collect();
        let Some(action) = actions.iter().find(|one| one["title"] == title) else {
            return format!("not offered: {titles:?}");
        };
        match resolved(&mut scene.client, action.clone()) {
            Ok(edit) => changed(section, scene, &edit),
            Err(why) => format!("refused: {why}"),
        }
    });
}
