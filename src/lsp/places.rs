//! Questions about a document, and the declarations and mentions of names in it as the protocol has them.

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{How, SymbolKind};
use hclx_diag::SourceId;
use hclx_ide::{Index, Place, Role};
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
    let symbol = |symbol: &hclx_analysis::symbols::Symbol| {
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
