//! Annotations in a document: inlay hints, code lenses above declarations, and links to files.

use hclx_analysis::symbols::Symbol;
use hclx_ide::{At, Hint, HintKind, Index, Role};
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;
use crate::concealed::GivenValues;
use crate::dialect;

/// The hints in a range of a document.
pub(crate) fn inlay(query: &Query<'_>) -> Result<Value, Failure> {
    let (snapshot, file) = (query.snapshot, query.file);
    let range = query.range()?;
    let budget = || query.budget();
    let place = At { snapshot, file, offset: range.start, dialect: dialect_of(query), budget: &budget };
    let concealed = GivenValues::of(snapshot);
    let hint = |one: &Hint| {
        let at = hclx_diag::TextRange::at(one.offset).in_source(file);
        let mut hint = json!({
            "position": query.view.range(at)["start"],
            "label": concealed.hide_in_text(one.label.clone()),
            "kind": if one.kind == HintKind::Parameter { 2 } else { 1 },
            "paddingLeft": one.kind == HintKind::Value,
            "paddingRight": one.kind == HintKind::Parameter,
        });
        if let Some(whole) = &one.whole {
            hint["tooltip"] = concealed.hide_in_text(whole.clone()).into();
        }
        hint
    };
    Ok(hclx_ide::hints(&place, range, query.asked.settings.hints).iter().map(hint).collect())
}

/// The strings of a document that are links to files.
pub(crate) fn links(query: &Query<'_>) -> Result<Value, Failure> {
    let links = hclx_ide::links(query.snapshot, query.file, dialect_of(query));
    let link = |one: hclx_ide::Link| {
        let target = query.snapshot.find(&one.target).ok();
        let uri = target.and_then(|file| query.view.location(hclx_diag::TextRange::at(0).in_source(file)));
        Some(json!({"range": query.view.range(one.place.in_source(query.file)), "target": uri?["uri"]}))
    };
    Ok(links.into_iter().filter_map(link).collect())
}

/// A code lens above each declaration of a document, with its number of references.
pub(crate) fn lenses(query: &Query<'_>) -> Result<Value, Failure> {
    if !query.asked.settings.shown.lenses {
        return Ok(Value::Null);
    }
    let index = Index::of(query.snapshot);
    let lens = |symbol: &Symbol| {
        let range = query.view.range(symbol.name);
        let places = index.places(&symbol.key).iter().filter(|place| place.role != Role::Declared);
        let places: Vec<Value> = places.filter_map(|place| query.view.location(place.span)).collect();
        let title = match places.len() {
            1 => "1 reference".to_owned(),
            count => format!("{count} references"),
        };
        let arguments = json!([query.params()["textDocument"]["uri"], range["start"], places]);
        let command = query.asked.show_references.as_deref().unwrap_or_default();
        json!({"range": range, "command": {"title": title, "command": command, "arguments": arguments}})
    };
    Ok(index.of_file(query.file).into_iter().map(lens).collect())
}

/// The functions of the language of a document.
fn dialect_of(query: &Query<'_>) -> Option<&'static hclx_eval::Dialect> {
    let unit = query.snapshot.units().iter().find(|unit| unit.files.contains(&query.file))?;
    dialect(unit.language.name())
}
