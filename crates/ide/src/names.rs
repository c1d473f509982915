//! The name at a place, of a declaration, a loop or a block's instances, with its declaration, uses and
//! assignments.

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind};
use hclx_diag::{SourceId, Span, TextRange};
use hclx_syntax::ast::{Attribute, Block, BodyId, ExprKind, Item, Root, Tree};
use hclx_syntax::statics;

use crate::locals::Locals;
use crate::{Index, Place, Role};

/// The name at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAt {
    /// The requested place, narrowed down to the name.
    pub origin: Span,
    /// The declared name, with the whole declaration.
    pub declared: Vec<(Span, Span)>,
    /// All places, including the declared name.
    pub places: Vec<Place>,
}

/// The name at an offset of a file.
pub fn name_at(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<NameAt> {
    let index = Index::of(snapshot);
    let locals = Locals::of(snapshot, file);
    let is_local = locals.at(offset).is_some();
    // Local names shadow declared ones.
    if let Some((key, origin)) = index.meant(snapshot, file, offset).filter(|_| !is_local) {
        let whole = |name: Span| {
            let symbol = index.symbol(key).filter(|symbol| symbol.name == name);
            (name, symbol.map_or(name, |symbol| symbol.whole))
        };
        let declared = index.definition(snapshot, key).into_iter().map(whole).collect();
        return Some(NameAt { origin, declared, places: index.places(key) });
    }
    let (name, origin) = locals.at(offset)?;
    let declared = Place { span: name.place.in_source(file), role: Role::Declared };
    let used = |place: &TextRange| Place { span: place.in_source(file), role: Role::Mentioned(How::Reads) };
    Some(NameAt {
        origin: origin.in_source(file),
        declared: vec![(declared.span, name.whole.in_source(file))],
        places: std::iter::once(declared).chain(name.uses.iter().map(used)).collect(),
    })
}

/// The call that the name at an offset belongs to: for an output the name of the call, for an argument that
/// of its block. Otherwise, the declared name.
pub fn declaration(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<NameAt> {
    let named = name_at(snapshot, file, offset)?;
    let index = Index::of(snapshot);
    let Some((key, origin)) = index.at(file, offset) else { return Some(named) };
    let is_call = |key: &SymbolKey| index.symbol(key).filter(|symbol| symbol.kind == SymbolKind::Module);
    let foreign = index.symbol(key).filter(|symbol| symbol.name.source != file || symbol.name != origin);
    let call = match foreign.map(|symbol| symbol.kind) {
        Some(SymbolKind::Output) => index.before(origin).and_then(is_call),
        Some(SymbolKind::Variable) => {
            let around = |symbol: &&Symbol| symbol.whole.range.contains(origin.range);
            index.of_file(file).into_iter().filter(|one| one.kind == SymbolKind::Module).find(around)
        }
        _ => None,
    };
    Some(match call {
        Some(call) => NameAt { declared: vec![(call.name, call.whole)], ..named },
        None => named,
    })
}

/// The places that set the value of the name at an offset: for a variable, its default and all assigned
/// values; for other declarations, the expression.
pub fn values(snapshot: &Snapshot, file: SourceId, offset: u32) -> Vec<Span> {
    let index = Index::of(snapshot);
    let Some((key, _)) = index.at(file, offset) else { return Vec::new() };
    let Some(symbol) = index.symbol(key) else { return Vec::new() };
    let gives = |place: &&Place| place.role == Role::Mentioned(How::Gives);
    let places = index.places(key);
    let given = places.iter().filter(gives).map(|place| place.span);
    own_value(snapshot, symbol).into_iter().chain(given).collect()
}

/// The place that defines the type of the name at an offset: the type expression of a variable, the object
/// that is assigned as a value, or the block of a resource.
pub fn type_place(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<Span> {
    /// The maximum number of references followed to reach an object.
    const MOST: usize = 64;
    let index = Index::of(snapshot);
    let mut key = index.at(file, offset)?.0;
    for _ in 0..MOST {
        let symbol = index.symbol(key)?;
        if symbol.kind == SymbolKind::Variable
            && let Some(place) = attribute_of(snapshot, symbol, "type")
        {
            return Some(place);
        }
        let Some(value) = own_value(snapshot, symbol) else { return Some(symbol.whole) };
        let parsed = snapshot.parsed(value.source);
        // a value that is only a reference has the type of its target
        let Some(last) = last_name(&parsed.tree, value) else { return Some(value) };
        match index.at(value.source, last) {
            Some((next, _)) if next != key => key = next,
            _ => return Some(value),
        }
    }
    None
}

/// An offset in the last name of a value, if the value is a reference.
fn last_name(tree: &Tree, value: Span) -> Option<u32> {
    let exprs = tree.expr_ids();
    let whole = exprs.filter(|id| tree.expr(*id).range == value.range).last()?;
    let is_reference = matches!(tree.expr(whole).kind, ExprKind::Traversal { .. } | ExprKind::Variable(_));
    let is_constant = || statics::as_reference(tree, value.source, whole).is_some();
    (is_reference && is_constant()).then_some(value.range.end)
}

/// The expression of a declaration's value.
fn own_value(snapshot: &Snapshot, symbol: &Symbol) -> Option<Span> {
    match symbol.kind {
        SymbolKind::Variable => attribute_of(snapshot, symbol, "default"),
        SymbolKind::Output => attribute_of(snapshot, symbol, "value"),
        SymbolKind::Local => {
            let parsed = snapshot.parsed(symbol.whole.source);
            let Root::Body(root) = parsed.tree.root() else { return None };
            attribute_at(&parsed.tree, root, symbol.name.range)
                .map(|attribute| parsed.tree.expr(attribute.value).range.in_source(symbol.whole.source))
                // Packer also has blocks for local values, with the argument `expression`.
                .or_else(|| attribute_of(snapshot, symbol, "expression"))
        }
        _ => None,
    }
}

/// The value of an attribute in the block of a declaration.
fn attribute_of(snapshot: &Snapshot, symbol: &Symbol, name: &str) -> Option<Span> {
    let parsed = snapshot.parsed(symbol.whole.source);
    let tree = &parsed.tree;
    let block = block_at(tree, symbol.name.range)?;
    let found = tree.attribute(block.body, name)?;
    Some(tree.expr(found.value).range.in_source(symbol.whole.source))
}

/// The root block that contains a place.
pub(crate) fn block_at(tree: &Tree, place: TextRange) -> Option<&Block> {
    let Root::Body(root) = tree.root() else { return None };
    let items = tree.slice(tree.body(root).items);
    let start = |item: &Item| match item {
        Item::Attribute(one) => one.range.start,
        Item::Block(block) => tree.node(*block).range.start,
    };
    let after = items.partition_point(|item| start(item) <= place.start);
    match items[..after].last()? {
        Item::Block(block) => Some(tree.node(*block)).filter(|block| block.range.contains(place)),
        Item::Attribute(_) => None,
    }
}

/// The attribute whose name is at a place.
fn attribute_at(tree: &Tree, root: BodyId, name: TextRange) -> Option<&Attribute> {
    let body = block_at(tree, name).map_or(root, |block| block.body);
    tree.slice(tree.body(body).items).iter().find_map(|item| match item {
        Item::Attribute(attribute) if attribute.name.range.contains(name) => Some(attribute),
        _ => None,
    })
}

/// Returns `true` if the block of a variable or an output has a deprecation message.
pub(crate) fn is_deprecated(snapshot: &Snapshot, symbol: &Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Output)
        && attribute_of(snapshot, symbol, "deprecated").is_some()
}
