//! The layout of documents, as `hclx fmt` has it.

use serde_json::Value;

use super::query::Query;
use super::wire::message::Failure;
use crate::formatting;

/// The edits that format a document; null if it cannot be formatted, or is not to be.
pub(crate) fn whole(query: &Query<'_>) -> Result<Value, Failure> {
    if !query.asked.settings.formats {
        return Ok(Value::Null);
    }
    let Some(style) = formatting::style(query.snapshot, query.file) else { return Ok(Value::Null) };
    let edits = hclx_format::edits(&query.snapshot.parsed(query.file), query.file, &style.into());
    Ok(edits.map_or(Value::Null, |edits| query.view.edits(&edits).into()))
}
