//! Annotations in a document: inlay hints, code lenses above declarations, and links to files.

use hclx_analysis::symbols::Symbol;
use hclx_diag::{Span, TextRange, counted};
use hclx_ide::{Calls, CompletionPlace, Hint, HintKind, Index, Role, main_file};
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;
use crate::dialect;
use crate::redaction::GivenValues;

/// The hints in a range of a document.
pub(crate) fn inlay(query: &Query<'_>) -> Result<Value, Failure> {
    let (snapshot, file) = (query.snapshot, query.file);
    let range = query.range()?;
    let budget = || query.budget();
    let place =
        CompletionPlace { snapshot, file, offset: range.start, dialect: dialect_of(query), budget: &budget };
    let concealed = GivenValues::of(snapshot);
    let hint = |one: &Hint| {
        let at = TextRange::at(one.offset).in_source(file);
        let mut hint = json!({
            "position": query.view.range(at)["start"],
            "label": concealed.hide_in_text(one.label.clone()),
            // Kind 1 is `Type`, also used for values, and kind 2 is `Parameter`.
            "kind": if one.kind == HintKind::Parameter { 2 } else { 1 },
            "paddingLeft": one.kind == HintKind::Value,
            "paddingRight": one.kind == HintKind::Parameter,
        });
        if let Some(whole) = &one.whole {
            hint["tooltip"] = concealed.hide_in_text(whole.clone()).into();
        }
        hint
    };
    let hints = hclx_ide::hints(&place, range, query.asked.settings.hints);
    Ok(hints.iter().map(hint).chain(super::runs::hints(query, range)).collect())
}

/// The strings of a document that are links to files.
pub(crate) fn links(query: &Query<'_>) -> Result<Value, Failure> {
    let links = hclx_ide::links(query.snapshot, query.file, dialect_of(query));
    let link = |one: hclx_ide::Link| {
        let target = query.snapshot.find(&one.target).ok();
        let uri = target.and_then(|file| query.view.location(TextRange::at(0).in_source(file)));
        Some(json!({"range": query.view.range(one.place.in_source(query.file)), "target": uri?["uri"]}))
    };
    Ok(links.into_iter().filter_map(link).collect())
}

/// A code lens above each declaration of a document, with its number of references, and one above the first line of a
/// module's main file, with its number of calls.
pub(crate) fn lenses(query: &Query<'_>) -> Result<Value, Failure> {
    if !query.asked.settings.shown.lenses {
        return Ok(Value::Null);
    }
    let index = Index::of(query.snapshot);
    let lens = |name: Span, places: Vec<Span>, noun: &str| {
        let range = query.view.range(name);
        let places: Vec<Value> = places.into_iter().filter_map(|place| query.view.location(place)).collect();
        let title = counted(places.len(), noun);
        let arguments = json!([query.params()["textDocument"]["uri"], range["start"], places]);
        // Without this command of the client, a lens only shows its title.
        let command = query.asked.show_references.as_deref().unwrap_or_default();
        json!({"range": range, "command": {"title": title, "command": command, "arguments": arguments}})
    };
    let declared = |symbol: &Symbol| {
        let places = index.places(&symbol.key);
        let places = places.iter().filter(|place| place.role != Role::Declared);
        lens(symbol.name, places.map(|place| place.span).collect(), "reference")
    };
    let callers = callers(query);
    let module =
        (!callers.is_empty()).then(|| lens(TextRange::at(0).in_source(query.file), callers, "caller"));
    Ok(module.into_iter().chain(index.of_file(query.file).into_iter().map(declared)).collect())
}

/// The calls of the module whose main file a document is.
fn callers(query: &Query<'_>) -> Vec<Span> {
    let unit = query.snapshot.unit_of(query.file);
    let root = unit.map(|unit| &*unit.root);
    let root = root.filter(|root| main_file(query.snapshot, root) == Some(query.file));
    let callers = |root: &str| Calls::of(query.snapshot).incoming(root).map(|call| call.name).collect();
    root.map(callers).unwrap_or_default()
}

/// The functions of the language of a document.
pub(super) fn dialect_of(query: &Query<'_>) -> Option<&'static hclx_eval::Dialect> {
    let unit = query.snapshot.unit_of(query.file)?;
    dialect(unit.language.row().name)
}
