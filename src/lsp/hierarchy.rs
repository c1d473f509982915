//! The call hierarchy: module calls, as clients navigate them.

use hclx_analysis::{file_name, file_path};
use hclx_diag::{Arrange, Span, TextRange};
use hclx_ide::{Call, Calls, main_file};
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;

/// The module at a position.
pub(crate) fn prepare(query: &Query<'_>) -> Result<Value, Failure> {
    let calls = Calls::of(query.snapshot);
    let Some(module) = calls.module_at(query.snapshot, query.file, query.offset()?) else {
        return Ok(Value::Null);
    };
    Ok(item(query, &module).map_or(Value::Null, |item| json!([item])))
}

/// The callers of a module: an item for each file with calls.
pub(crate) fn incoming(query: &Query<'_>) -> Result<Value, Failure> {
    let calls = Calls::of(query.snapshot);
    let calls: Vec<&Call> = calls.incoming(module_of(query)).collect();
    let group = |group: &[&Call]| {
        let Call { name, whole, .. } = *group[0];
        let ranges: Vec<Value> = group.iter().map(|call| query.view.range(call.name)).collect();
        json!({"from": at(query, &group[0].caller, whole, name), "fromRanges": ranges})
    };
    let is_same =
        |one: &&Call, other: &&Call| (&one.caller, one.name.source) == (&other.caller, other.name.source);
    Ok(calls.chunk_by(is_same).map(group).collect())
}

/// The modules that a module calls.
pub(crate) fn outgoing(query: &Query<'_>) -> Result<Value, Failure> {
    let calls = Calls::of(query.snapshot);
    let mut calls: Vec<&Call> = calls.outgoing(module_of(query)).collect();
    calls.arrange_by(|one, other| one.called.cmp(&other.called));
    let group = |group: &[&Call]| {
        // the ranges are in the document of the item
        let here = group.iter().filter(|call| call.name.source == query.file);
        let ranges: Vec<Value> = here.map(|call| query.view.range(call.name)).collect();
        Some(json!({"to": item(query, &group[0].called)?, "fromRanges": ranges}))
    };
    Ok(calls.chunk_by(|one, other| one.called == other.called).filter_map(group).collect())
}

/// The module that an item represents.
fn module_of<'q>(query: &'q Query<'_>) -> &'q str {
    query.params()["item"]["data"]["module"].as_str().unwrap_or_default()
}

/// The item of a module, at the top of its main file.
fn item(query: &Query<'_>, module: &str) -> Option<Value> {
    let file = main_file(query.snapshot, module)?;
    let length = query.snapshot.bytes(file).map_or(0, |bytes| bytes.len() as u32);
    let (whole, start) = (TextRange::new(0, length).in_source(file), TextRange::at(0).in_source(file));
    Some(at(query, module, whole, start))
}

/// An item of a module at a place.
fn at(query: &Query<'_>, module: &str, whole: Span, name: Span) -> Value {
    json!({
        "name": name_of(query, module),
        "detail": &*query.snapshot.path(name.source),
        // Kind 2 is `Module`.
        "kind": 2,
        "uri": query.view.location(name).map(|location| location["uri"].clone()),
        "range": query.view.range(whole),
        "selectionRange": query.view.range(name),
        "data": {"module": module},
    })
}

/// The name of a module, which is that of its directory: the name of a file alone would be ambiguous.
fn name_of(query: &Query<'_>, module: &str) -> String {
    let name = file_name(module);
    // The root of some units is a file.
    match query.snapshot.find(module) {
        Ok(_) => file_path::join(file_name(file_path::parent(module)), name),
        Err(_) if module == "." => "root module".to_owned(),
        Err(_) => name.to_owned(),
    }
}
