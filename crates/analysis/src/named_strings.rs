//! Strings that name declarations, such as `sources = ["source.null.x"]` in Packer, `inherits = ["base"]` in
//! bake, and `ports = ["http"]` in Nomad, where nested blocks declare the names.
//!
//! Languages list them in rows. Out of scope: strings that are paths.

use hclx_diag::TextRange;
use hclx_syntax::ast::{Block, BodyId, ExprKind, Item, Root, Tree};

use crate::quotes::unquoted;

/// A place whose strings are names.
#[derive(Clone, Copy, Debug)]
pub struct NamedString {
    /// The type of the innermost block; empty for any type.
    pub block: &'static str,
    /// The attribute; empty for the first label of a block, which is then a nested one.
    pub attribute: &'static str,
    /// The prefix of the name that is a part of the string.
    pub prefix: &'static str,
    /// The first names of the addresses that the string may refer to. A string may also be the whole address.
    pub roots: &'static [&'static str],
    /// Set if the string is a whole address.
    pub is_whole: bool,
}

impl NamedString {
    /// Strings in an attribute of blocks of a type.
    pub const fn new(block: &'static str, attribute: &'static str, roots: &'static [&'static str]) -> Self {
        Self { block, attribute, prefix: "", roots, is_whole: false }
    }

    /// The same strings with a prefix before the name.
    #[must_use]
    pub const fn after(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    /// The same strings, written as whole addresses.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// The string that names a declaration at a place; `None` if no string can.
    pub fn text_of(&self, around: &[(&str, Option<&str>)], address: &str) -> Option<String> {
        (0..=around.len()).find_map(|count| {
            let inside = address.strip_prefix(&*scope_of(&around[..count]))?;
            let root = self
                .roots
                .iter()
                .find(|root| inside.strip_prefix(**root).is_some_and(|rest| rest.starts_with('.')))?;
            let name = if self.is_whole { inside } else { &inside[root.len() + 1..] };
            Some(format!("{}{name}", self.prefix))
        })
    }
}

/// Nested blocks that declare a name with their first label. The name is in scope inside the blocks around
/// them.
#[derive(Clone, Copy, Debug)]
pub struct NestedName {
    /// The types of the blocks, outermost first.
    pub path: &'static [&'static str],
    /// The number of outer blocks in which the name is in scope.
    pub scope: usize,
    /// The first name of the address.
    pub root: &'static str,
    /// The kind in prose.
    pub noun: &'static str,
}

/// The blocks around a place, by type and first label.
type EnclosingBlocks<'t> = Vec<(&'t str, Option<&'t str>)>;

/// The address of the scope of the outermost blocks.
fn scope_of(around: &[(&str, Option<&str>)]) -> String {
    around.iter().filter_map(|(_, label)| *label).flat_map(|label| [label, "."]).collect()
}

/// The addresses that a string may have, most specific first.
pub fn addresses(row: &NamedString, around: &[(&str, Option<&str>)], text: &str) -> Vec<String> {
    let Some(name) = text.strip_prefix(row.prefix) else { return Vec::new() };
    let scopes = (0..=around.len()).rev().map(|count| scope_of(&around[..count]));
    let of_scope = |scope: String| {
        let roots = row.roots.iter().map(move |root| format!("{scope}{root}.{name}"));
        roots.collect::<Vec<_>>()
    };
    let mut all: Vec<String> = scopes.flat_map(of_scope).collect();
    if row.prefix.is_empty() {
        all.push(name.to_owned());
    }
    all.dedup();
    all
}

/// A declaration of a nested block.
pub(crate) struct Nested<'t> {
    pub row: &'static NestedName,
    /// The blocks around a place, by type and first label.
    pub address: String,
    pub block: &'t Block,
    /// The place of the name.
    pub name: TextRange,
}

/// Visits a file: the declarations of nested blocks, and the strings that are names with the addresses that they may have.
pub(crate) struct Visit<'v, 't> {
    pub tree: &'t Tree,
    pub nested: &'static [NestedName],
    pub strings: &'static [NamedString],
    pub declared: &'v mut dyn FnMut(Nested<'t>),
    pub named: &'v mut dyn FnMut(Vec<String>, TextRange),
}

impl<'t> Visit<'_, 't> {
    /// Visits all blocks.
    pub(crate) fn file(&mut self) {
        if self.nested.is_empty() && self.strings.is_empty() {
            return;
        }
        if let Root::Body(root) = self.tree.root() {
            self.body(root, &mut Vec::new());
        }
    }

    fn body(&mut self, body: BodyId, around: &mut EnclosingBlocks<'t>) {
        let tree = self.tree;
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(one) => {
                    let name = tree.text(one.name.text);
                    let block = around.last().map_or("", |(block_type, _)| *block_type);
                    let is_here = |row: &&NamedString| {
                        row.attribute == name && (row.block.is_empty() || row.block == block)
                    };
                    for row in self.strings.iter().filter(is_here) {
                        for part in tree.inside(one.value) {
                            if let ExprKind::String(text) = tree.expr(part).kind {
                                self.string(row, around, (tree.text(text), tree.expr(part).range));
                            }
                        }
                    }
                }
                Item::Block(block) => hclx_diag::grow(|| self.block(tree.node(*block), around)),
            }
        }
    }

    fn block(&mut self, block: &'t Block, around: &mut EnclosingBlocks<'t>) {
        let tree = self.tree;
        let block_type = tree.text(block.block_type.text);
        let label = tree.slice(block.labels).first();
        if let Some(label) = label.filter(|_| !around.is_empty()) {
            let text = (tree.text(label.text), label.range);
            for row in self.strings.iter().filter(|row| row.attribute.is_empty() && row.block == block_type) {
                self.string(row, around, text);
            }
            self.declare(block, around, text);
        }
        around.push((block_type, label.map(|label| tree.text(label.text))));
        self.body(block.body, around);
        around.pop();
    }

    fn declare(&mut self, block: &'t Block, around: &EnclosingBlocks<'t>, (name, place): (&str, TextRange)) {
        let own = self.tree.text(block.block_type.text);
        let is_it = |row: &&'static NestedName| {
            let path = around.iter().map(|(block_type, _)| *block_type).chain([own]);
            row.path.iter().copied().eq(path)
        };
        if let Some(row) = self.nested.iter().find(is_it) {
            let address = format!("{}{}.{name}", scope_of(&around[..row.scope]), row.root);
            (self.declared)(Nested { row, address, block, name: unquoted(self.tree, place) });
        }
    }

    fn string(&mut self, row: &NamedString, around: &EnclosingBlocks<'t>, (text, place): (&str, TextRange)) {
        // the place of the name's last part, which is unknown if the string contains escapes
        let inner = unquoted(self.tree, place);
        if *self.tree.written(inner) != *text {
            return;
        }
        let last = text.rfind(['.', ':']).map_or(0, |at| at + 1);
        let last = TextRange::new(inner.start + last as u32, inner.end);
        (self.named)(addresses(row, around, text), last);
    }
}
