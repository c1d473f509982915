//! Completion of references and calls, as the protocol has it.

use hclx_ide::Candidate;
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;
use crate::dialect;

/// The names that may be written at a position; null where nothing is offered.
pub(crate) fn of(query: &Query<'_>) -> Result<Value, Failure> {
    Ok(at(query, query.offset()?).unwrap_or_default())
}

fn at(query: &Query<'_>, offset: u32) -> Option<Value> {
    let (snapshot, file) = (query.snapshot, query.file);
    let found = hclx_ide::complete(snapshot, file, offset, &|| query.budget())?;
    let range = query.view.range(found.span);
    let edit = |name: &str| json!({"range": range, "newText": name});
    let candidate = |one: &Candidate| {
        let mut item = json!({"label": one.name, "kind": kind(one), "textEdit": edit(&one.name), "sortText": format!("1{}", one.name)});
        if let Some(detail) = one.ty.as_deref().or(one.kind) {
            item["detail"] = detail.into();
        }
        item
    };
    let mut items: Vec<Value> = found.candidates.iter().map(candidate).collect();
    if found.starts {
        let unit = snapshot.units().iter().find(|unit| unit.files.contains(&file));
        let functions = unit.and_then(|unit| dialect(unit.language.name()));
        let functions = functions.map(|dialect| dialect.functions().functions()).unwrap_or_default();
        items.extend(functions.iter().map(|function| {
            let row = &function.row.described;
            json!({
                "label": row.name,
                "kind": 3,
                "detail": row.signature,
                "documentation": row.summary,
                "textEdit": edit(row.name),
                "sortText": format!("2{}", row.name),
            })
        }));
    }
    Some(json!({"isIncomplete": false, "items": items}))
}

/// The number of a kind in the protocol: a field, a module, a class or a variable.
fn kind(one: &Candidate) -> u8 {
    match one.kind {
        None if one.ty.is_some() => 5,
        None => 9,
        Some("resource" | "data source") => 7,
        Some(_) => 6,
    }
}
