//! Renames, as `hclx rename` does them.

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::SymbolKey;
use hclx_diag::{Edit, SourceId};
use hclx_eval::Limits;
use hclx_ide::{Index, Refused};
use serde_json::{Map, Value, json};

use super::wire::findings::View;
use super::wire::message::{Failure, REQUEST_FAILED};
use crate::judging::Run;
use crate::renaming;

/// The place and the last part of the name at an offset.
///
/// # Errors
/// The reason why nothing there can be renamed.
pub(crate) fn prepare(
    snapshot: &Snapshot,
    file: SourceId,
    offset: Option<u32>,
    view: &View<'_>,
) -> Result<Value, Failure> {
    let index = Index::of(snapshot);
    let (key, span) = offset.and_then(|offset| index.at(file, offset)).ok_or_else(nothing)?;
    hclx_ide::check_name(&index, key).map_err(failure)?;
    let name = key.key.rsplit('.').next().unwrap_or(&key.key);
    Ok(json!({"range": view.range(span), "placeholder": name}))
}

/// The edits that rename the name at an offset, in a run that is answered. The run has the changed texts afterwards.
///
/// # Errors
/// The reason why it is refused.
pub(crate) fn rename(
    run: &mut Run,
    (file, offset): (SourceId, Option<u32>),
    to: &str,
    limits: Limits,
) -> Result<Vec<Edit>, Failure> {
    let index = Index::of(&run.session.snapshot());
    let key: Option<SymbolKey> = offset.and_then(|offset| index.at(file, offset)).map(|(key, _)| key.clone());
    let key = key.ok_or_else(nothing)?;
    renaming::rename(run, &key, to, limits).map(|renamed| renamed.edits).map_err(failure)
}

/// Edits of several files.
pub(crate) fn workspace_edit(edits: &[Edit], view: &View<'_>) -> Value {
    let mut changes = Map::new();
    for edit in edits {
        let Some(place) = view.location(edit.span) else { continue };
        let list = changes.entry(place["uri"].as_str().unwrap_or_default()).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(json!({"range": place["range"], "newText": edit.text}));
        }
    }
    json!({"changes": changes})
}

fn nothing() -> Failure {
    Failure::new(REQUEST_FAILED, "no name of a declaration is here")
}

fn failure(refused: Refused) -> Failure {
    Failure::new(REQUEST_FAILED, refused.why)
}
