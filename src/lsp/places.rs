//! The declarations and mentions of names in it as the protocol has them.

use hclx_analysis::symbols::{How, Symbol, SymbolKind};
use hclx_diag::{Span, TextRange};
use hclx_ide::{Index, Place, Role};
use hclx_syntax::tokens::{LexemeKind, lexemes};
use serde_json::{Value, json};

use super::client::Ability;
use super::query::{Query, Sight};
use super::wire::message::Failure;

/// The declaration of the name at a position.
pub(crate) fn definition(query: &Query<'_>) -> Result<Value, Failure> {
    let index = Index::of(query.snapshot);
    let Some((key, origin)) = index.at(query.file, query.offset()?) else { return Ok(Value::Null) };
    let names = index.definition(key);
    if !query.asked.abilities.has(Ability::Links) {
        return Ok(locations(query, names));
    }
    let link = |name: Span| {
        let whole =
            index.symbol(key).filter(|symbol| symbol.name == name).map_or(name, |symbol| symbol.whole);
        Some(json!({
            "originSelectionRange": query.view.range(origin),
            "targetUri": query.view.location(name)?["uri"],
            "targetRange": query.view.range(whole),
            "targetSelectionRange": query.view.range(name),
        }))
    };
    Ok(names.into_iter().filter_map(link).collect())
}

/// The places of the name at a position, in the whole workspace.
pub(crate) fn references(query: &Query<'_>) -> Result<Value, Failure> {
    let with_declaration = query.params()["context"]["includeDeclaration"].as_bool().unwrap_or(false);
    let index = Index::of(query.snapshot);
    let Some((key, _)) = index.at(query.file, query.offset()?) else { return Ok(Value::Null) };
    let places = index.places(key).iter().filter(|place| with_declaration || place.role != Role::Declared);
    Ok(locations(query, places.map(|place| place.span)))
}

/// The places of the name at a position in the same document.
pub(crate) fn highlights(query: &Query<'_>) -> Result<Value, Failure> {
    let index = Index::of(query.snapshot);
    let Some((key, _)) = index.at(query.file, query.offset()?) else { return Ok(Value::Null) };
    let here = index.places(key).iter().filter(|place| place.span.source == query.file);
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

/// The declarations of all files whose addresses contain the letters of a query in this order, by address.
pub(crate) fn symbols(sight: &Sight<'_>) -> Vec<Value> {
    let query = sight.params()["query"].as_str().unwrap_or_default();
    let index = Index::of(sight.snapshot);
    let mut found = index.symbols();
    found.retain(|symbol| has_letters(&symbol.key.key, query));
    found.sort_by(|one, other| (&one.key.key, one.name).cmp(&(&other.key.key, other.name)));
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

/// Returns `true` if a text has the letters of a query in their order, in any case.
fn has_letters(text: &str, query: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// The blocks, lists and objects of a document that have several lines.
pub(crate) fn folding(query: &Query<'_>) -> Result<Value, Failure> {
    let Ok(bytes) = query.snapshot.bytes(query.file) else { return Ok(Value::Null) };
    let Ok(tokens) = lexemes(&bytes) else { return Ok(Value::Null) };
    let mut open = Vec::new();
    let mut ranges = Vec::new();
    for token in tokens {
        match token.kind {
            LexemeKind::OpenBrace | LexemeKind::OpenBracket | LexemeKind::OpenParen => open.push(token.range),
            LexemeKind::CloseBrace | LexemeKind::CloseBracket | LexemeKind::CloseParen => {
                let Some(start) = open.pop() else { continue };
                let range =
                    query.view.range(TextRange::new(start.start, token.range.start).in_source(query.file));
                let (first, last) = (range["start"]["line"].as_u64(), range["end"]["line"].as_u64());
                // the line of the closing bracket stays
                if let (Some(first), Some(last)) = (first, last)
                    && last > first + 1
                {
                    ranges.push(json!({"startLine": first, "endLine": last - 1}));
                }
            }
            _ => {}
        }
    }
    ranges.sort_by_key(|range| range["startLine"].as_u64());
    ranges.dedup_by_key(|range| range["startLine"].as_u64());
    Ok(ranges.into())
}

/// The number of a kind in the protocol.
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
