//! The tree under construction: both parsers (native syntax and JSON) push their nodes here.
//!
//! Out of scope: any grammar. A builder accepts any nodes, but they may only contain ids that it returned.

use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId, TextRange};

use crate::ast::*;
use crate::limits::MAX_NODES;

/// A tree under construction.
#[derive(Debug)]
pub struct TreeBuilder {
    pub(crate) source_id: SourceId,
    pub(crate) tree: Tree,
}

/// A node whose lists are stored in a pool of the tree.
pub trait Push: Pooled + Copy {
    /// The pool that stores the elements.
    fn pool_mut(tree: &mut Tree) -> &mut Vec<Self>;
}

macro_rules! push {
    ($($kind:ty => $field:ident),* $(,)?) => {
        $(impl Push for $kind {
            fn pool_mut(tree: &mut Tree) -> &mut Vec<Self> {
                &mut tree.$field
            }
        })*
    };
}

push! {
    ExprId => expr_lists,
    Traverse => traverses,
    ObjectItem => object_items,
    Call => calls,
    For => fors,
    TemplateIf => template_ifs,
    TemplateFor => template_fors,
    Item => items,
    Block => blocks,
    Name => names,
}

/// The number of nodes in a pool as an index; a pool of 2^32 nodes would need a source beyond the maximum
/// length.
fn index(len: usize) -> u32 {
    u32::try_from(len).expect("a source of at most 2^30 bytes has fewer nodes than 2^32")
}

impl TreeBuilder {
    /// An empty tree over `bytes`. `source_id` is the source of the parse diagnostics; the tree itself does
    /// not store it.
    pub fn new(language: Language, source_id: SourceId, bytes: Arc<[u8]>) -> Self {
        Self { source_id, tree: Tree::empty(language, bytes) }
    }

    /// The id of the source, for diagnostics.
    pub fn source_id(&self) -> SourceId {
        self.source_id
    }

    /// Returns `true` if the tree has as many expressions and blocks as a source may have.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.tree.exprs.len() + self.tree.blocks.len() >= MAX_NODES
    }

    /// Adds an expression. Children must be added before their parents.
    #[inline]
    pub fn expr(&mut self, kind: ExprKind, range: TextRange) -> ExprId {
        let id = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(Expr { kind, range });
        id
    }

    /// Adds a list of nodes, or a single node for the kinds that are stored in a pool of their own.
    #[inline]
    pub fn list<T: Push>(&mut self, elements: &[T]) -> Slice<T> {
        let pool = T::pool_mut(&mut self.tree);
        let start = index(pool.len());
        pool.extend_from_slice(elements);
        Slice { start, len: elements.len() as u32, of: std::marker::PhantomData }
    }

    /// Adds the items of a body from the end of a stack. The items of a file with a single body are not
    /// copied: the stack becomes the pool.
    pub(crate) fn items(&mut self, stack: &mut Vec<Item>, mark: usize) -> Slice<Item> {
        let pool = &mut self.tree.items;
        let (start, len) = (index(pool.len()), index(stack.len() - mark));
        if mark == 0 && pool.is_empty() {
            std::mem::swap(pool, stack);
        } else {
            pool.extend_from_slice(&stack[mark..]);
            stack.truncate(mark);
        }
        Slice { start, len, of: std::marker::PhantomData }
    }

    /// Adds a node that lives in a pool of its own kind.
    #[inline]
    pub fn node<T: Push>(&mut self, node: T) -> Slice<T> {
        let pool = T::pool_mut(&mut self.tree);
        let start = index(pool.len());
        pool.push(node);
        Slice { start, len: 1, of: std::marker::PhantomData }
    }

    /// Adds a string that is not a slice of the source, because escapes were decoded or it was normalized.
    pub fn text(&mut self, text: &str) -> Str {
        let start = index(self.tree.pool.len());
        self.tree.pool.push_str(text);
        Str { start, len: text.len() as u32 | POOLED }
    }

    /// A string that is a slice of the source. The caller ensures that the slice is UTF-8 and, for a string
    /// or a name, NFC.
    #[inline]
    pub fn verbatim(&self, range: TextRange) -> Str {
        Str { start: range.start, len: range.len() }
    }

    /// Adds a body.
    pub fn body(&mut self, body: Body) -> BodyId {
        let id = BodyId(index(self.tree.bodies.len()));
        self.tree.bodies.push(body);
        id
    }

    /// Stores the diagnostics of a JSON string parsed as a template. Strings must be added in the order of
    /// their ids.
    pub fn template_diagnostics(&mut self, string: ExprId, diagnostics: Vec<Diagnostic>) {
        debug_assert!(self.tree.template_diagnostics.last().is_none_or(|(last, _)| *last < string));
        if !diagnostics.is_empty() {
            self.tree.template_diagnostics.push((string, diagnostics));
        }
    }

    /// Reserves space for dense native syntax of this length, so that large trees are not moved as they grow.
    /// Unused space costs no memory, and [`TreeBuilder::finish`] releases it.
    pub(crate) fn expect_bytes(&mut self, bytes: usize) {
        let tree = &mut self.tree;
        tree.exprs.reserve(bytes / 7);
        tree.items.reserve(bytes / 28);
        tree.traverses.reserve(bytes / 48);
        tree.object_items.reserve(bytes / 48);
        tree.expr_lists.reserve(bytes / 16);
        tree.calls.reserve(bytes / 128);
        tree.bodies.reserve(bytes / 128);
        tree.blocks.reserve(bytes / 128);
        tree.names.reserve(bytes / 128);
    }

    /// The current size of the tree, to roll back to.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        let tree = &self.tree;
        Checkpoint {
            exprs: tree.exprs.len(),
            expr_lists: tree.expr_lists.len(),
            traverses: tree.traverses.len(),
            object_items: tree.object_items.len(),
            calls: tree.calls.len(),
            fors: tree.fors.len(),
            template_ifs: tree.template_ifs.len(),
            template_fors: tree.template_fors.len(),
            pool: tree.pool.len(),
            operators: tree.operators.len(),
            interpolated: tree.interpolated.len(),
        }
    }

    /// Removes the expressions added since the checkpoint; nothing may refer to them. Bodies are not removed.
    pub(crate) fn rollback(&mut self, to: Checkpoint) {
        let tree = &mut self.tree;
        tree.exprs.truncate(to.exprs);
        tree.expr_lists.truncate(to.expr_lists);
        tree.traverses.truncate(to.traverses);
        tree.object_items.truncate(to.object_items);
        tree.calls.truncate(to.calls);
        tree.fors.truncate(to.fors);
        tree.template_ifs.truncate(to.template_ifs);
        tree.template_fors.truncate(to.template_fors);
        tree.pool.truncate(to.pool);
        tree.operators.truncate(to.operators);
        tree.interpolated.truncate(to.interpolated);
    }

    /// The finished tree.
    pub fn finish(self, root: Root) -> Tree {
        let mut tree = self.finish_roomy(root);
        tree.exprs.shrink_to_fit();
        tree.items.shrink_to_fit();
        tree.traverses.shrink_to_fit();
        tree.object_items.shrink_to_fit();
        tree.expr_lists.shrink_to_fit();
        tree.calls.shrink_to_fit();
        tree.bodies.shrink_to_fit();
        tree.blocks.shrink_to_fit();
        tree.names.shrink_to_fit();
        tree.comments.shrink_to_fit();
        tree
    }

    /// Like [`TreeBuilder::finish`], but keeps unused space.
    pub(crate) fn finish_roomy(mut self, root: Root) -> Tree {
        self.tree.root = root;
        self.tree
    }
}

impl Tree {
    /// A tree without nodes.
    pub(crate) fn empty(language: Language, source: Arc<[u8]>) -> Self {
        Self {
            language,
            source,
            root: Root::Expr(ExprId(0)),
            exprs: Vec::new(),
            expr_lists: Vec::new(),
            traverses: Vec::new(),
            object_items: Vec::new(),
            calls: Vec::new(),
            fors: Vec::new(),
            template_ifs: Vec::new(),
            template_fors: Vec::new(),
            bodies: Vec::new(),
            items: Vec::new(),
            blocks: Vec::new(),
            names: Vec::new(),
            pool: String::new(),
            comments: Vec::new(),
            template_diagnostics: Vec::new(),
            operators: Vec::new(),
            interpolated: Vec::new(),
            respelled_numbers: Vec::new(),
            utf8: std::sync::OnceLock::new(),
            kept: std::sync::OnceLock::new(),
        }
    }

    /// Removes all nodes and the source, but keeps the space of large lists.
    pub(crate) fn emptied(self) -> Self {
        let Self { mut exprs, mut expr_lists, mut traverses, mut object_items, mut calls, .. } = self;
        let Self { mut bodies, mut items, mut blocks, mut names, mut comments, mut operators, .. } = self;
        exprs.clear();
        expr_lists.clear();
        traverses.clear();
        object_items.clear();
        calls.clear();
        bodies.clear();
        items.clear();
        blocks.clear();
        names.clear();
        comments.clear();
        operators.clear();
        let empty = Self::empty(self.language, Arc::default());
        Self {
            exprs,
            expr_lists,
            traverses,
            object_items,
            calls,
            bodies,
            items,
            blocks,
            names,
            comments,
            operators,
            ..empty
        }
    }
}

/// The sizes of the parts of a tree that contain expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    pub exprs: usize,
    pub expr_lists: usize,
    pub traverses: usize,
    pub object_items: usize,
    pub calls: usize,
    pub fors: usize,
    pub template_ifs: usize,
    pub template_fors: usize,
    pub pool: usize,
    pub operators: usize,
    pub interpolated: usize,
}

/// A map from the bytes of a decoded string to the source: JSON escapes shift offsets.
///
/// Built from left to right: [`OffsetMap::verbatim`] for bytes that are copied, [`OffsetMap::escape`] for
/// each escape sequence, [`OffsetMap::finish`] at the end.
#[derive(Debug, Clone, Default)]
pub struct OffsetMap {
    pieces: Vec<Piece>,
    end: Piece,
}

#[derive(Debug, Clone, Copy, Default)]
struct Piece {
    decoded: u32,
    source: u32,
    escape: bool,
}

impl OffsetMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// From offset `decoded` on, bytes are verbatim copies of the source from offset `source` on, until the
    /// next call.
    pub fn verbatim(&mut self, decoded: u32, source: u32) {
        self.pieces.push(Piece { decoded, source, escape: false });
    }

    /// The result of an escape sequence at `source` starts at offset `decoded`, until the next call.
    pub fn escape(&mut self, decoded: u32, source: u32) {
        self.pieces.push(Piece { decoded, source, escape: true });
    }

    /// The string ends at `decoded`, in the source at `source` (before the closing quote).
    pub fn finish(&mut self, decoded: u32, source: u32) {
        self.end = Piece { decoded, source, escape: false };
    }

    /// The range of the source for a range of the decoded string. A range that starts or ends inside one
    /// escape's result covers the whole escape.
    pub fn range(&self, decoded: TextRange) -> TextRange {
        let start = self.start(decoded.start);
        let end = if decoded.is_empty() { start } else { self.end(decoded.end) };
        TextRange::new(start, end.max(start))
    }

    /// The piece that contains an offset; inside the string there always is one.
    fn piece_at(&self, decoded: u32) -> Option<usize> {
        self.pieces.partition_point(|piece| piece.decoded <= decoded).checked_sub(1)
    }

    fn start(&self, decoded: u32) -> u32 {
        if decoded >= self.end.decoded {
            return self.end.source;
        }
        match self.piece_at(decoded).map(|found| self.pieces[found]) {
            Some(piece) if piece.escape => piece.source,
            Some(piece) => piece.source + (decoded - piece.decoded),
            None => self.end.source,
        }
    }

    /// The source offset after the byte before `decoded`.
    fn end(&self, decoded: u32) -> u32 {
        match self.piece_at(decoded - 1) {
            Some(found) if self.pieces[found].escape => {
                self.pieces.get(found + 1).unwrap_or(&self.end).source
            }
            Some(found) => self.pieces[found].source + (decoded - self.pieces[found].decoded),
            None => self.end.source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `"a\nb"` at offset 10: the string `a⏎b` starts at 11, and its line break is two bytes long in the
    /// source.
    fn sample() -> OffsetMap {
        let mut map = OffsetMap::new();
        map.verbatim(0, 11);
        map.escape(1, 12);
        map.verbatim(2, 14);
        map.finish(3, 15);
        map
    }

    #[test]
    fn escapes_shift_places() {
        let map = sample();
        assert_eq!(map.range(TextRange::new(0, 1)), TextRange::new(11, 12));
        assert_eq!(map.range(TextRange::new(1, 2)), TextRange::new(12, 14));
        assert_eq!(map.range(TextRange::new(0, 3)), TextRange::new(11, 15));
        assert_eq!(map.range(TextRange::new(2, 3)), TextRange::new(14, 15));
    }

    #[test]
    fn empty_ranges_stay_empty() {
        let map = sample();
        assert_eq!(map.range(TextRange::at(1)), TextRange::at(12));
        assert_eq!(map.range(TextRange::at(3)), TextRange::at(15));
        assert_eq!(OffsetMap::new().range(TextRange::at(0)), TextRange::at(0));
    }
}
