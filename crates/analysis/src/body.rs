//! The items of a body as a flat list, so that deeply nested blocks need no recursion.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use hclx_core::{Budget, Value, charge_made};
use hclx_diag::{Diagnostic, Fault, SourceId, TextRange};
use hclx_syntax::ast::{BodyId, ExprId, Item, Root, Tree};
use hclx_syntax::body::BodyView;

use crate::BodyItem;

/// Traverses the body of a tree in source order.
pub(crate) struct Walk<'t> {
    tree: &'t Tree,
    source: SourceId,
    items: Vec<BodyItem>,
    diagnostics: Vec<Diagnostic>,
    may_be_blocks: bool,
    /// Set if items are collected.
    keeps: bool,
}

impl<'t> Walk<'t> {
    /// Creates a walk. With `may_be_blocks`, properties of a JSON body may be blocks, so names may repeat.
    pub(crate) fn new(tree: &'t Tree, source: SourceId, may_be_blocks: bool) -> Self {
        Self { tree, source, items: Vec::new(), diagnostics: Vec::new(), may_be_blocks, keeps: true }
    }

    /// Like [`Self::new`], for callers that do not need items.
    pub(crate) fn without_items(tree: &'t Tree, source: SourceId, may_be_blocks: bool) -> Self {
        Self { keeps: false, ..Self::new(tree, source, may_be_blocks) }
    }

    /// Visits every attribute; `value` evaluates an expression.
    pub(crate) fn items(&mut self, value: &mut dyn FnMut(&Tree, ExprId) -> Value) {
        match self.tree.root() {
            Root::Body(body) => self.native(body, value),
            Root::Expr(_) => self.json(value),
        }
    }

    /// The items, and the findings about the body itself.
    pub(crate) fn finish(self) -> (Vec<BodyItem>, Vec<Diagnostic>) {
        (self.items, self.diagnostics)
    }

    fn native(&mut self, body: BodyId, value: &mut dyn FnMut(&Tree, ExprId) -> Value) {
        // the remaining items of each open body
        let mut open = vec![self.items_of(body)];
        while let Some(rest) = open.last_mut() {
            match rest.next() {
                None => {
                    open.pop();
                    if !open.is_empty() {
                        self.push(|_| BodyItem::Close);
                    }
                }
                Some(Item::Attribute(attribute)) => {
                    let value = value(self.tree, attribute.value);
                    let name = self.tree.text(attribute.name.text);
                    self.attribute(name, attribute.name.range, attribute.value, value);
                }
                Some(Item::Block(block)) => {
                    let block = self.tree.node(*block);
                    self.push(|tree| BodyItem::Open {
                        block_type: tree.text(block.block_type.text).into(),
                        labels: tree
                            .slice(block.labels)
                            .iter()
                            .map(|name| tree.text(name.text).into())
                            .collect(),
                        range: block.range,
                    });
                    open.push(self.items_of(block.body));
                }
            }
        }
    }

    fn items_of(&self, body: BodyId) -> std::slice::Iter<'t, Item> {
        self.tree.slice(self.tree.body(body).items).iter()
    }

    /// Visits a JSON body. Without a schema, every property is an attribute, unless it may be a
    /// block.
    fn json(&mut self, value: &mut dyn FnMut(&Tree, ExprId) -> Value) {
        let (root, wrong) = BodyView::root(self.tree, self.source);
        let (attributes, diagnostics) =
            if self.may_be_blocks { root.properties() } else { root.just_attributes() };
        self.diagnostics.extend(wrong.into_iter().chain(diagnostics));
        for attribute in attributes {
            let value = value(self.tree, attribute.value);
            self.attribute(attribute.name, attribute.name_range, attribute.value, value);
        }
    }

    fn attribute(&mut self, name: &str, name_range: TextRange, expr: ExprId, value: Value) {
        self.push(|tree| BodyItem::Attribute {
            name: name.into(),
            name_range,
            value_range: tree.expr(expr).range,
            value,
        });
    }

    fn push(&mut self, item: impl FnOnce(&'t Tree) -> BodyItem) {
        if self.keeps {
            self.items.push(item(self.tree));
        }
    }
}

/// The path of an attribute from the root of its file: `service.http.port`.
pub type ItemPath = String;

/// Every attribute with its path, in source order. Among blocks with the same type and labels, the
/// first has no number and the others have `[1]`, `[2]` …
///
/// # Errors
/// If the paths exceed the budget, with the place of a name: the total length of the paths of nested blocks
/// is quadratic.
pub fn paths<'i>(
    items: &'i [BodyItem],
    budget: &Budget,
) -> Result<Vec<(ItemPath, &'i BodyItem)>, (Fault, TextRange)> {
    let mut path = String::new();
    // the length of the path of each open block
    let mut open: Vec<usize> = Vec::new();
    // hashes of paths, because the paths themselves would double the size of the answer
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut found = Vec::new();
    for item in items {
        match item {
            BodyItem::Attribute { name, name_range, .. } => {
                let before = path.len();
                push_step(&mut path, name);
                charge_made(path.len());
                budget.collect().map_err(|fault| (fault, *name_range))?;
                found.push((path.clone(), item));
                path.truncate(before);
            }
            BodyItem::Open { block_type, labels, .. } => {
                open.push(path.len());
                push_step(&mut path, block_type);
                labels.iter().for_each(|label| push_step(&mut path, label));
                let mut hash = DefaultHasher::new();
                path.hash(&mut hash);
                let count = seen.entry(hash.finish()).or_default();
                if *count > 0 {
                    let _ = write!(path, "[{count}]");
                }
                *count += 1;
            }
            BodyItem::Close => path.truncate(open.pop().unwrap_or_default()),
        }
    }
    Ok(found)
}

fn push_step(path: &mut String, name: &Arc<str>) {
    let step = hclx_diag::Step::Attr(name.clone()).to_string();
    path.push_str(if path.is_empty() { step.strip_prefix('.').unwrap_or(&step) } else { &step });
}
