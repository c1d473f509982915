//! Formatting of documents, as by `hclx fmt`.

use std::ops::RangeInclusive;

use hclx_diag::Edit;
use hclx_format::Form;
use serde_json::Value;

use super::query::Query;
use super::wire::message::{Failure, INVALID_PARAMS};
use crate::formatting;

/// The edits that format a document; null if it cannot or should not be formatted.
pub(crate) fn whole(query: &Query<'_>) -> Result<Value, Failure> {
    Ok(edits(query, None, |_| true))
}

/// The edits that format the items of a range of lines.
pub(crate) fn range(query: &Query<'_>) -> Result<Value, Failure> {
    let range = &query.params()["range"];
    let (first, last) = (line(&range["start"])?, line(&range["end"])?);
    // a range that ends before the first character of a line does not touch it
    let ends_before = range["end"]["character"] == 0 && last > first;
    Ok(edits(query, Some(first + 1..=last + u32::from(!ends_before)), |_| true))
}

/// The edits that format the item that was just typed: the item that a `}` ends, or the item on the line
/// above.
pub(crate) fn typed(query: &Query<'_>) -> Result<Value, Failure> {
    let line = line(&query.params()["position"])?;
    if query.params()["ch"] != "\n" {
        return Ok(edits(query, Some(line + 1..=line + 1), |_| true));
    }
    // the editor indents the new line
    let start = query.offset_of(&serde_json::json!({"line": line, "character": 0}))?;
    let is_above = |edit: &Edit| edit.span.range.end < start;
    Ok(edits(query, (line > 0).then_some(line..=line), is_above))
}

fn line(position: &Value) -> Result<u32, Failure> {
    let line = position["line"].as_u64().and_then(|line| u32::try_from(line).ok());
    line.filter(|line| *line < u32::MAX).ok_or_else(|| Failure::new(INVALID_PARAMS, "missing position"))
}

/// The edits for the items on some lines, counted from 1; null if there are none.
fn edits(query: &Query<'_>, lines: Option<RangeInclusive<u32>>, is_asked: impl Fn(&Edit) -> bool) -> Value {
    if !query.asked.settings.formats {
        return Value::Null;
    }
    let Some(style) = formatting::style(query.snapshot, query.file) else { return Value::Null };
    let form = Form { lines, ..style.into() };
    let Ok(mut edits) = hclx_format::edits(&query.snapshot.parsed(query.file), query.file, &form) else {
        return Value::Null;
    };
    edits.retain(is_asked);
    query.view.edits(&edits).into()
}
