//! Questions about a document, and the declarations and mentions of names in it as the protocol has them.

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{How, Symbol, SymbolKind};
use hclx_diag::{SourceId, TextRange};
use hclx_ide::{Index, Place, Role};
use hclx_syntax::tokens::{LexemeKind, lexemes};
use serde_json::{Value, json};

use super::wire::findings::View;

/// A question about a document.
pub(crate) enum Asked {
    /// The edits that format it.
    Format,
    /// The declarations in it.
    Outline,
    /// The places of the name at a position: line and character.
    Name { what: Wanted, at: (usize, usize) },
    /// The facts about the name or the expression at a position.
    Hover { at: (usize, usize) },
    /// The place of the name at a position, if it can be renamed.
    Prepare { at: (usize, usize) },
    /// The edits that rename the name at a position.
    Rename { at: (usize, usize), to: String },
    /// The names that may be written at a position.
    Complete { at: (usize, usize) },
    /// The parts that can be folded.
    Folding,
}

/// The wanted places of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Its declaration.
    Declaration,
    /// All of them in the workspace; `with_declaration` includes the declared name.
    All { with_declaration: bool },
    /// Those in the same document.
    Here,
}

/// The places of the name at a position; `None` if none is there.
pub(crate) fn of_name(
    snapshot: &Snapshot,
    file: SourceId,
    at: (usize, usize),
    wanted: Wanted,
    view: &View<'_>,
) -> Option<Vec<Value>> {
    let offset = view.offset(file, at)?;
    let index = Index::of(snapshot);
    let (key, _) = index.at(file, offset)?;
    let locations = |places: &mut dyn Iterator<Item = Place>| -> Vec<Value> {
        places.filter_map(|place| view.location(place.span)).collect()
    };
    let is_declared = |place: &Place| place.role == Role::Declared;
    let places = index.places(key).iter().copied();
    Some(match wanted {
        Wanted::Declaration => {
            index.definition(key).into_iter().filter_map(|span| view.location(span)).collect()
        }
        Wanted::All { with_declaration } => {
            locations(&mut places.filter(|place| with_declaration || !is_declared(place)))
        }
        Wanted::Here => places
            .filter(|place| place.span.source == file)
            .map(|place| json!({"range": view.range(place.span), "kind": highlight(place.role)}))
            .collect(),
    })
}

/// The kind of a highlight in the protocol: 2 reads, 3 writes.
const fn highlight(role: Role) -> u8 {
    match role {
        Role::Declared | Role::Mentioned(How::Gives) => 3,
        Role::Mentioned(_) => 2,
    }
}

/// The declarations of a document, by place.
pub(crate) fn outline(snapshot: &Snapshot, file: SourceId, view: &View<'_>) -> Vec<Value> {
    let symbol = |symbol: &Symbol| {
        json!({
            "name": &*symbol.key.key,
            "detail": symbol.noun,
            "kind": kind(symbol.kind),
            "range": view.range(symbol.whole),
            "selectionRange": view.range(symbol.name),
        })
    };
    Index::of(snapshot).of_file(file).into_iter().map(symbol).collect()
}

/// The maximum number of declarations in an answer about the workspace.
const MOST_SYMBOLS: usize = 500;

/// The declarations of all files whose addresses contain the letters of a query in this order, by address.
pub(crate) fn symbols(snapshot: &Snapshot, query: &str, view: &View<'_>) -> Vec<Value> {
    let index = Index::of(snapshot);
    let mut found = index.symbols();
    found.retain(|symbol| has_letters(&symbol.key.key, query));
    found.sort_by(|one, other| (&one.key.key, one.name).cmp(&(&other.key.key, other.name)));
    found.truncate(MOST_SYMBOLS);
    let symbol = |symbol: &Symbol| {
        Some(json!({
            "name": &*symbol.key.key,
            "kind": kind(symbol.kind),
            "containerName": &*symbol.key.root,
            "location": view.location(symbol.name)?,
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
pub(crate) fn folding(snapshot: &Snapshot, file: SourceId, view: &View<'_>) -> Vec<Value> {
    let Ok(bytes) = snapshot.bytes(file) else { return Vec::new() };
    let Ok(tokens) = lexemes(&bytes) else { return Vec::new() };
    let mut open = Vec::new();
    let mut ranges = Vec::new();
    for token in tokens {
        match token.kind {
            LexemeKind::OpenBrace | LexemeKind::OpenBracket | LexemeKind::OpenParen => open.push(token.range),
            LexemeKind::CloseBrace | LexemeKind::CloseBracket | LexemeKind::CloseParen => {
                let Some(start) = open.pop() else { continue };
                let range = view.range(TextRange::new(start.start, token.range.start).in_source(file));
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
    ranges
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
