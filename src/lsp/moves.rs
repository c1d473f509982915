//! Edits of paths for files and directories that a client is about to move.

use hclx_analysis::file_path;
use hclx_ide::{Move, moved_paths, relative};
use serde_json::{Map, Value, json};

use super::query::Sight;
use crate::{config, names};

/// The capability: any file or directory may be part of a path.
pub(crate) fn capability() -> Value {
    json!({"filters": [{"scheme": "file", "pattern": {"glob": "**/*"}}]})
}

/// The edits in one folder before files and directories are moved.
pub(crate) fn edits(sight: &Sight<'_>) -> Vec<Value> {
    let root = names::text(&config::plain(sight.root));
    let path = |value: &Value| {
        let path = names::text(&config::plain(&names::of_uri(value.as_str()?)?));
        Some(relative(&file_path::clean(&root), &file_path::clean(&path)))
    };
    let moves = sight.params()["files"].as_array().into_iter().flatten();
    let moves: Vec<Move> =
        moves.filter_map(|one| Some((path(&one["oldUri"])?, path(&one["newUri"])?))).collect();
    let snapshot = sight.snapshot;
    let files = snapshot.selected();
    let edits = files.iter().flat_map(|file| {
        let unit = snapshot.unit_of(*file);
        let dialect = unit.and_then(|unit| crate::dialect(unit.language.row().name));
        moved_paths(snapshot, *file, dialect, &moves)
    });
    let edits: Vec<_> = edits.collect();
    vec![sight.view.workspace_edit(&edits)]
}

/// The edits of all folders as one answer.
pub(crate) fn joined(edits: Vec<Value>) -> Value {
    let mut changes = Map::new();
    for edit in edits {
        let Value::Object(fields) = edit else { continue };
        changes.extend(fields.into_iter().filter_map(|(_, changes)| changes.as_object().cloned()).flatten());
    }
    if changes.is_empty() { Value::Null } else { json!({"changes": changes}) }
}
