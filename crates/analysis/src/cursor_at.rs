//! A cursor in a file of a session, with its context.

use std::sync::Arc;

use hclx_diag::{SourceId, Span, TextRange};
use hclx_schema::Block as Schema;
use hclx_syntax::ast::{
    Attribute, Block, Body, ExprId, ExprKind, Item, Language as Syntax, ObjectItem, Root, Tree,
};
use hclx_syntax::cursor::{Context, Cursor, CursorContext, ExistingItem, OpenBody, cursor};

use crate::expected::{ScopeName, with_bodies};
use crate::{DynamicIterator, Snapshot, Unit};

/// A cursor in a file.
#[derive(Clone)]
pub struct CursorAt<'a> {
    /// The file.
    pub file: SourceId,
    /// The offset in bytes.
    pub offset: u32,
    /// The source.
    pub bytes: Arc<[u8]>,
    /// The syntactic context. Its bodies contain all items, including those after the cursor.
    pub cursor: Cursor,
    /// The schema of the file's body, if the language has one.
    pub schema: Option<Arc<Schema>>,
    /// The names that enclosing `dynamic` blocks bring into scope.
    pub iterators: Vec<ScopeName>,
    snapshot: &'a Snapshot,
}

impl<'a> CursorAt<'a> {
    /// The cursor at an offset of a file; `None` if the file cannot be read.
    pub fn new(snapshot: &'a Snapshot, unit: &Unit, file: SourceId, offset: u32) -> Option<Self> {
        let bytes = snapshot.bytes(file).ok()?;
        let syntax = snapshot.syntax(file);
        let mut at = cursor(&bytes, offset, syntax);
        let schema = unit.language.schema(unit, snapshot, file);
        let parsed = snapshot.parsed(file);
        let mut iterators = Vec::new();
        match (syntax, &schema) {
            (Syntax::Json, Some(schema)) => at = with_bodies(schema, &at),
            (Syntax::Json, None) => {}
            (Syntax::Native, _) => {
                add_rest(&parsed.tree, &mut at);
                add_ahead(&bytes, &parsed.tree, &mut at);
                iterators = self::iterators(&parsed.tree, file, &at);
            }
        }
        Some(Self { file, offset, bytes, cursor: at, schema, iterators, snapshot })
    }

    /// The source text in a range.
    pub fn text(&self, range: TextRange) -> &str {
        std::str::from_utf8(self.bytes.get(range.range()).unwrap_or_default()).unwrap_or_default()
    }

    /// The range of the word at the cursor, up to the cursor.
    pub fn typed_range(&self) -> TextRange {
        let start = self.cursor.word.start;
        TextRange::new(start, self.offset.max(start))
    }

    /// The range of the attribute that contains the cursor, or the cursor's line if the attribute
    /// cannot be parsed.
    pub fn own_attribute(&self) -> TextRange {
        let parsed = self.snapshot.parsed(self.file);
        let body = self.cursor.bodies.last().and_then(|open| body_at(&parsed.tree, open.start));
        let covers = |attribute: &&Attribute| {
            attribute.range.start <= self.offset && self.offset <= attribute.range.end
        };
        let found = body.and_then(|body| attributes(&parsed.tree, body).find(covers).map(|one| one.range));
        found.unwrap_or_else(|| {
            let at = (self.offset as usize).min(self.bytes.len());
            let is_end = |byte: &u8| *byte == b'\n';
            let start = self.bytes[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
            let length = self.bytes[at..].iter().position(is_end).unwrap_or(self.bytes.len() - at);
            TextRange::new(start as u32, (at + length) as u32)
        })
    }

    /// The place of an open body.
    pub fn range_of(&self, open: &OpenBody) -> Option<TextRange> {
        body_at(&self.snapshot.parsed(self.file).tree, open.start).map(|body| body.range)
    }

    /// The place of the value of an attribute in an open body.
    pub fn attribute(&self, body: &OpenBody, name: &str) -> Option<Span> {
        let parsed = self.snapshot.parsed(self.file);
        value_place(&parsed.tree, body.start, name).map(|range| range.in_source(self.file))
    }
}

impl CursorAt<'_> {
    /// The names that an attribute of the outermost enclosing block declares: keys, for the elements of their values,
    /// or names in a list.
    pub(crate) fn names_in(&self, attribute: &str) -> Vec<ScopeName> {
        let parsed = self.snapshot.parsed(self.file);
        let tree = &parsed.tree;
        let body = self.cursor.bodies.get(1).and_then(|open| body_at(tree, open.start));
        let is_it = |written: &&Attribute| tree.is_text(written.name.text, attribute);
        let value = body.and_then(|body| attributes(tree, body).find(is_it)).map(|written| written.value);
        let of_key = |item: &ObjectItem| {
            let element_of = Some(tree.expr(item.value).range.in_source(self.file));
            Some(ScopeName { element_of, ..ScopeName::new(tree.string(item.key)?, "name of the block") })
        };
        let of_element = |element: &ExprId| match tree.expr(*element).kind {
            ExprKind::Variable(name) => Some(ScopeName::new(tree.text(name), "name of the block")),
            _ => None,
        };
        match value.map(|value| tree.expr(value).kind) {
            Some(ExprKind::Object(items)) => tree.slice(items).iter().filter_map(of_key).collect(),
            Some(ExprKind::Tuple(elements)) => tree.slice(elements).iter().filter_map(of_element).collect(),
            _ => Vec::new(),
        }
    }
}

/// The body whose opening brace is at an offset.
fn body_at(tree: &Tree, start: u32) -> Option<&Body> {
    match (start, tree.root()) {
        (0, Root::Body(root)) => Some(tree.body(root)),
        _ => block_at(tree, start).map(|block| tree.body(block.body)),
    }
}

/// The block whose opening brace is at an offset.
fn block_at(tree: &Tree, start: u32) -> Option<&Block> {
    let Root::Body(root) = tree.root() else { return None };
    let mut body = tree.body(root);
    loop {
        let inner = tree.slice(body.items).iter().find_map(|item| match item {
            Item::Block(block) => {
                let block = tree.node(*block);
                let inner = tree.body(block.body).range;
                let is_around =
                    inner.start <= start && start < inner.end.max(start + 1) && block.range.end > start;
                is_around.then_some(block)
            }
            Item::Attribute(_) => None,
        })?;
        body = tree.body(inner.body);
        if body.range.start == start {
            return Some(inner);
        }
    }
}

fn attributes<'t>(tree: &'t Tree, body: &Body) -> impl Iterator<Item = &'t Attribute> {
    tree.slice(body.items).iter().filter_map(|item| match item {
        Item::Attribute(attribute) => Some(attribute),
        Item::Block(_) => None,
    })
}

fn value_place(tree: &Tree, start: u32, name: &str) -> Option<TextRange> {
    let body = body_at(tree, start)?;
    let attribute = attributes(tree, body).find(|one| tree.is_text(one.name.text, name))?;
    Some(tree.expr(attribute.value).range)
}

/// Adds the items after the cursor to the open bodies.
fn add_rest(tree: &Tree, cursor: &mut Cursor) {
    let word = cursor.word;
    for open in &mut cursor.bodies {
        let Some(body) = body_at(tree, open.start) else { continue };
        for item in tree.slice(body.items) {
            let (name, start) = match item {
                Item::Attribute(one) => (one.name, one.range.start),
                Item::Block(block) => (tree.node(*block).block_type, tree.node(*block).range.start),
            };
            let is_typed = name.range.start <= word.end && word.start <= name.range.end;
            // The name that is being typed does not count as set.
            if start >= word.start && !(is_typed && cursor.context == Context::Body) {
                open.items.push(ExistingItem::of(tree, item));
            }
        }
    }
}

/// Adds the construct that starts with the expression at the cursor and continues after it.
fn add_ahead(bytes: &[u8], tree: &Tree, cursor: &mut Cursor) {
    if cursor.context != Context::Value {
        return;
    }
    let word = cursor.word;
    let start = if cursor.steps.is_empty() { word.start } else { cursor.traversal.start };
    // a missing name would hide everything that follows it
    let with_name = word.is_empty().then(|| {
        let (before, after) = bytes.split_at((word.start as usize).min(bytes.len()));
        hclx_syntax::parse_body(SourceId(0), [before, b"x", after].concat().into())
    });
    let end = word.end + u32::from(word.is_empty());
    let tree = with_name.as_ref().map_or(tree, |parsed| &parsed.tree);
    let all = tree.expr_ids().map(|id| tree.expr(id));
    let longer = all.filter(|expr| expr.range.start == start && end < expr.range.end);
    let around = longer.filter_map(|one| {
        let around = match one.kind {
            ExprKind::Conditional { .. } => CursorContext::Condition,
            ExprKind::Binary { op, .. } => CursorContext::Operand(op),
            ExprKind::Traversal { .. } | ExprKind::Splat { .. } => CursorContext::Source,
            _ => return None,
        };
        Some((one.range.len(), around))
    });
    let innermost = around.min_by_key(|(length, _)| *length);
    cursor.around.extend(innermost.map(|(_, around)| around));
}

/// The iterators of `dynamic` blocks around a cursor: `name.key` and `name.value`.
fn iterators(tree: &Tree, file: SourceId, cursor: &Cursor) -> Vec<ScopeName> {
    // The iterator of a `dynamic` block is not in scope in the block itself, only in the blocks inside it.
    let inside = cursor.bodies.len().saturating_sub(1);
    let blocks = cursor.bodies[..inside].iter().filter_map(|open| block_at(tree, open.start));
    let names =
        blocks.filter_map(|block| DynamicIterator::of(tree, file, block)).flat_map(|dynamic_iterator| {
            let element_of = dynamic_iterator.collection.map(|range| range.in_source(file));
            [
                ScopeName::new(format!("{}.key", dynamic_iterator.name), ""),
                ScopeName { element_of, ..ScopeName::new(format!("{}.value", dynamic_iterator.name), "") },
            ]
        });
    names.collect()
}

/// The first labels of the root blocks of a type that start before an offset.
pub fn blocks_before(tree: &Tree, block_type: &str, offset: u32) -> Vec<String> {
    let Root::Body(root) = tree.root() else { return Vec::new() };
    let items = tree.slice(tree.body(root).items).iter();
    let label = |item: &Item| {
        let Item::Block(block) = item else { return None };
        let block = tree.node(*block);
        let is_before = tree.is_text(block.block_type.text, block_type) && block.range.end <= offset;
        let label = tree.slice(block.labels).first().filter(|_| is_before)?;
        Some(tree.text(label.text).to_owned())
    };
    items.filter_map(label).collect()
}
