//! Hovers: the facts about a place.

use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;

/// The hover at a position; null if there is none.
pub(crate) fn of(query: &Query<'_>) -> Result<Value, Failure> {
    let offset = query.offset()?;
    Ok(super::runs::hover(query, offset).or_else(|| at(query, offset)).unwrap_or_default())
}

fn at(query: &Query<'_>, offset: u32) -> Option<Value> {
    let (snapshot, file) = (query.snapshot, query.file);
    let shows_values = query.asked.settings.shown.values;
    let (span, text) = hclx_program::hover::text(snapshot, file, offset, shows_values, &|| query.budget())?;
    let mut answer = json!({"contents": {"kind": "markdown", "value": text}});
    if let Some(span) = span {
        answer["range"] = query.view.range(span);
    }
    Some(answer)
}
