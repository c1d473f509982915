//! The selection ranges around a place, innermost first: word, step, traversal, expression, attribute, body,
//! block, file.

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, SourceId, TextRange};
use hclx_syntax::ast::{BodyId, Expr, ExprKind, Item, Root, Tree};
use hclx_syntax::tokens::LexemeKind;

use crate::tokens::lexemes;

/// The ranges around an offset, each contained in the next one.
pub fn selection(snapshot: &Snapshot, file: SourceId, offset: u32) -> Vec<TextRange> {
    let parsed = snapshot.parsed(file);
    let tree = &parsed.tree;
    let mut parts = Parts { offset, found: Vec::new() };
    parts.add(TextRange::new(0, tree.source().len() as u32));
    for id in tree.expr_ids() {
        let expr = tree.expr(id);
        if parts.add(expr.range) {
            parts.inside(tree, expr);
        }
    }
    if let Root::Body(root) = tree.root() {
        parts.body(tree, root);
    }
    for token in lexemes(snapshot, file).iter() {
        if matches!(token.kind, LexemeKind::Ident | LexemeKind::Number) {
            parts.add(token.range);
        }
    }
    parts.nested()
}

struct Parts {
    offset: u32,
    found: Vec<TextRange>,
}

impl Parts {
    /// Adds a range if it contains the offset or ends there; returns `true` if it does.
    fn add(&mut self, range: TextRange) -> bool {
        let is_around = range.start <= self.offset && self.offset <= range.end && !range.is_empty();
        if is_around {
            self.found.push(range);
        }
        is_around
    }

    /// Adds the parts of an expression that are not expressions themselves.
    fn inside(&mut self, tree: &Tree, expr: &Expr) {
        match expr.kind {
            ExprKind::Traversal { steps, .. } => {
                for step in tree.slice(steps) {
                    self.add(TextRange::new(expr.range.start, step.range.end));
                }
            }
            ExprKind::Call(call) => {
                let call = tree.node(call);
                self.add(call.open.cover(call.close));
            }
            ExprKind::Object(items) => {
                for item in tree.slice(items) {
                    self.add(tree.expr(item.key).range.cover(tree.expr(item.value).range));
                }
            }
            ExprKind::String(_) | ExprKind::Template(_) | ExprKind::JsonString { .. }
                if tree.is_quoted(expr.range) && expr.range.len() > 2 =>
            {
                self.add(TextRange::new(expr.range.start + 1, expr.range.end - 1));
            }
            _ => {}
        }
    }

    /// Adds the attributes and blocks around the offset.
    fn body(&mut self, tree: &Tree, root: BodyId) {
        let mut bodies = vec![root];
        while let Some(body) = bodies.pop() {
            for item in tree.slice(tree.body(body).items) {
                match item {
                    Item::Attribute(attribute) => {
                        self.add(attribute.range);
                    }
                    Item::Block(block) => {
                        let block = tree.node(*block);
                        if self.add(block.range) {
                            self.add(block.open.cover(block.close));
                            for label in tree.slice(block.labels) {
                                self.add(label.range);
                            }
                            bodies.push(block.body);
                        }
                    }
                }
            }
        }
    }

    /// The ranges, smallest first, each contained in the next.
    fn nested(mut self) -> Vec<TextRange> {
        self.found.arrange_by_key(|range| (range.len(), range.start));
        let mut nested: Vec<TextRange> = Vec::new();
        for range in self.found {
            let last = nested.last();
            let holds =
                |last: &TextRange| range.start <= last.start && last.end <= range.end && range != *last;
            if last.is_none_or(holds) {
                nested.push(range);
            }
        }
        nested
    }
}
