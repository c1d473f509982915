//! The structure of a document: folding ranges, and selection ranges around a position.

use hclx_ide::FoldKind;
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::{Failure, INVALID_PARAMS};

/// The parts of a document that can be folded.
pub(crate) fn folding(query: &Query<'_>) -> Result<Value, Failure> {
    let mut ranges: Vec<Value> = Vec::new();
    for fold in hclx_ide::folds(query.snapshot, query.file) {
        let range = query.view.range(fold.range.in_source(query.file));
        let (first, last) = (&range["start"]["line"], &range["end"]["line"]);
        // of several ranges that start on one line, the first is the longest
        if ranges.last().is_some_and(|before| before["startLine"] == *first) {
            continue;
        }
        let mut folded = json!({"startLine": first, "endLine": last});
        match fold.kind {
            FoldKind::Code => {}
            FoldKind::Comment => folded["kind"] = "comment".into(),
            FoldKind::Region => folded["kind"] = "region".into(),
        }
        ranges.push(folded);
    }
    Ok(ranges.into())
}

/// The enclosing parts of each position, innermost first.
pub(crate) fn selection(query: &Query<'_>) -> Result<Value, Failure> {
    let Some(positions) = query.params()["positions"].as_array() else {
        return Err(Failure::new(INVALID_PARAMS, "positions are missing"));
    };
    let around = |position: &Value| {
        let offset = query.offset_of(position)?;
        let parts = hclx_ide::selection(query.snapshot, query.file, offset);
        let chain = parts.into_iter().rev().fold(None, |parent: Option<Value>, part| {
            let mut own = json!({"range": query.view.range(part.in_source(query.file))});
            if let Some(parent) = parent {
                own["parent"] = parent;
            }
            Some(own)
        });
        Ok(chain.unwrap_or_else(|| json!({"range": {"start": position, "end": position}})))
    };
    positions.iter().map(around).collect()
}
