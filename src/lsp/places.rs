//! The declarations and mentions of names in the protocol's form.

use hclx_analysis::symbols::{How, Symbol, SymbolKind};
use hclx_diag::{Arrange, Span, TextRange};
use hclx_ide::{Index, NameAt, Place, Role};
use serde_json::{Value, json};

use super::client::Ability;
use super::hints::dialect_of;
use super::query::{Query, Sight};
use super::wire::message::Failure;

/// The declaration of the name at a position, or the file that a string there refers to.
pub(crate) fn definition(query: &Query<'_>) -> Result<Value, Failure> {
    let offset = query.offset()?;
    match hclx_ide::name_at(query.snapshot, query.file, offset) {
        Some(named) => Ok(declared(query, &named)),
        None => Ok(linked(query, offset).unwrap_or_default()),
    }
}

/// The start of the file that a string at an offset refers to.
fn linked(query: &Query<'_>, offset: u32) -> Option<Value> {
    let links = hclx_ide::links(query.snapshot, query.file, dialect_of(query));
    let link = links.into_iter().find(|link| link.place.start <= offset && offset <= link.place.end)?;
    let target = query.snapshot.find(&link.target).ok()?;
    Some(locations(query, [TextRange::at(0).in_source(target)]))
}

/// The call that the name at a position belongs to, or its declaration.
pub(crate) fn declaration(query: &Query<'_>) -> Result<Value, Failure> {
    let named = hclx_ide::declaration(query.snapshot, query.file, query.offset()?);
    Ok(named.map_or(Value::Null, |named| declared(query, &named)))
}

/// The place that defines the type of the name at a position.
pub(crate) fn type_definition(query: &Query<'_>) -> Result<Value, Failure> {
    let place = hclx_ide::type_place(query.snapshot, query.file, query.offset()?);
    Ok(place.map_or(Value::Null, |place| locations(query, [place])))
}

/// The places that set the value of the name at a position.
pub(crate) fn implementation(query: &Query<'_>) -> Result<Value, Failure> {
    Ok(locations(query, hclx_ide::values(query.snapshot, query.file, query.offset()?)))
}

/// The declarations of a name, as links if the client supports them.
fn declared(query: &Query<'_>, named: &NameAt) -> Value {
    if !query.asked.abilities.has(Ability::Links) {
        return locations(query, named.declared.iter().map(|(name, _)| *name));
    }
    let link = |(name, whole): &(Span, Span)| {
        Some(json!({
            "originSelectionRange": query.view.range(named.origin),
            "targetUri": query.view.location(*name)?["uri"],
            "targetRange": query.view.range(*whole),
            "targetSelectionRange": query.view.range(*name),
        }))
    };
    named.declared.iter().filter_map(link).collect()
}

/// The places of the name at a position, in the entire workspace.
pub(crate) fn references(query: &Query<'_>) -> Result<Value, Failure> {
    let with_declaration = query.params()["context"]["includeDeclaration"].as_bool().unwrap_or(false);
    let Some(named) = hclx_ide::name_at(query.snapshot, query.file, query.offset()?) else {
        return Ok(Value::Null);
    };
    let places = named.places.iter().filter(|place| with_declaration || place.role != Role::Declared);
    Ok(locations(query, places.map(|place| place.span)))
}

/// The places of the name at a position in the same document.
pub(crate) fn highlights(query: &Query<'_>) -> Result<Value, Failure> {
    let offset = query.offset()?;
    let named = hclx_ide::name_at(query.snapshot, query.file, offset);
    let is_at_name = |named: &NameAt| named.origin.range.start <= offset && offset <= named.origin.range.end;
    let Some(named) = named.filter(is_at_name) else { return Ok(Value::Null) };
    let here = named.places.iter().filter(|place| place.span.source == query.file);
    let highlight =
        |place: &Place| json!({"range": query.view.range(place.span), "kind": highlight(place.role)});
    Ok(here.map(highlight).collect())
}

fn locations(query: &Query<'_>, spans: impl IntoIterator<Item = Span>) -> Value {
    spans.into_iter().filter_map(|span| query.view.location(span)).collect()
}

/// The kind of a highlight in the protocol: 2 reads, 3 writes.
const fn highlight(role: Role) -> u8 {
    match role {
        Role::Declared | Role::Mentioned(How::Gives) => 3,
        Role::Mentioned(_) => 2,
    }
}

/// The declarations of a document, by place.
pub(crate) fn outline(query: &Query<'_>) -> Result<Value, Failure> {
    let symbol = |symbol: &Symbol| {
        json!({
            "name": &*symbol.key.key,
            "detail": symbol.noun,
            "kind": kind(symbol.kind),
            "range": query.view.range(symbol.whole),
            "selectionRange": query.view.range(symbol.name),
        })
    };
    Ok(Index::of(query.snapshot).of_file(query.file).into_iter().map(symbol).collect())
}

/// The maximum number of declarations in an answer about the workspace.
const MOST_SYMBOLS: usize = 500;

/// The declarations in all files whose addresses contain the letters of a query in this order, sorted by
/// address.
pub(crate) fn symbols(sight: &Sight<'_>) -> Vec<Value> {
    let query = sight.params()["query"].as_str().unwrap_or_default();
    let index = Index::of(sight.snapshot);
    let mut found = index.symbols();
    found.retain(|symbol| has_letters(&symbol.key.key, query));
    found.arrange_by(|one, other| (&one.key.key, one.name).cmp(&(&other.key.key, other.name)));
    found.truncate(MOST_SYMBOLS);
    let symbol = |symbol: &Symbol| {
        Some(json!({
            "name": &*symbol.key.key,
            "kind": kind(symbol.kind),
            "containerName": &*symbol.key.root,
            "location": sight.view.location(symbol.name)?,
        }))
    };
    found.into_iter().filter_map(symbol).collect()
}

/// Returns `true` if a text contains the letters of a query in order, ignoring case.
fn has_letters(text: &str, query: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// The number of a symbol's kind in the protocol.
const fn kind(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Module => 2,
        SymbolKind::Resource | SymbolKind::Block => 5,
        SymbolKind::Output => 7,
        SymbolKind::Variable => 13,
        SymbolKind::Local => 14,
        SymbolKind::Data => 19,
    }
}
