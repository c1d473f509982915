//! Edits of a workspace with the versions of the documents that they apply to.

use serde_json::{Map, Value, json};

/// Adds the versions of documents to the edits of a workspace, because a client rejects edits of other versions.
/// Documents that are not open have no version.
pub(crate) fn add_versions(edit: &mut Value, version_of: &dyn Fn(&str) -> Option<i64>) {
    let document = |uri: &str| json!({"uri": uri, "version": version_of(uri)});
    if let Some(changes) = edit.get_mut("changes").map(Value::take) {
        let changes: Map<String, Value> = changes.as_object().cloned().unwrap_or_default();
        let all: Vec<Value> = changes
            .into_iter()
            .map(|(uri, edits)| json!({"textDocument": document(&uri), "edits": edits}))
            .collect();
        *edit = json!({"documentChanges": all});
        return;
    }
    for one in edit["documentChanges"].as_array_mut().into_iter().flatten() {
        if let Some(uri) = one["textDocument"]["uri"].as_str().map(str::to_owned) {
            one["textDocument"] = document(&uri);
        }
    }
}
