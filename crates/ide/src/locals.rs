//! Local names, which are not declarations of a unit: the names of `for` expressions and `dynamic` blocks,
//! `each` and `count`.

use std::sync::Arc;

use hclx_analysis::graph::each_reference;
use hclx_analysis::symbols::unquoted;
use hclx_analysis::{DynamicIterator, Snapshot, query};
use hclx_diag::{Arrange, SourceId, TextRange};
use hclx_syntax::ast::{Attribute, Block, BodyId, Item, Root, Tree};
use hclx_syntax::statics::{Mention, loop_names};

/// The kind of a local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// A name of a `for` expression.
    Loop,
    /// The iterator of a `dynamic` block: its label, or the name that `iterator` sets.
    Iterator {
        /// Set if it is the label. A label is also the type of the generated blocks, so it cannot
        /// be renamed.
        is_label: bool,
    },
    /// `each` and `count`, declared by the argument `for_each` or `count`.
    Instance,
}

/// A local name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// The name.
    pub text: Box<str>,
    /// The kind.
    pub kind: LocalKind,
    /// The place that declares it.
    pub place: TextRange,
    /// The range of the loop or the block.
    pub whole: TextRange,
    /// A part of that range in which the name is not in scope.
    pub without: Option<TextRange>,
    /// The places that refer to it.
    pub uses: Vec<TextRange>,
}

/// The local names of a file.
#[derive(Debug, Default)]
pub struct Locals {
    names: Vec<LocalName>,
    /// Their places with their indices, sorted by place.
    places: Vec<(TextRange, usize)>,
}

query! {
    /// The local names of a file.
    struct LocalsInFile(SourceId) -> Locals, of File |LocalsInFile(file)| *file;
    |LocalsInFile(file), snapshot| {
        let parsed = snapshot.parsed(*file);
        let tree = &parsed.tree;
        let of_loop = |name: hclx_syntax::statics::LoopName<'_>| LocalName {
            text: name.text.into(),
            kind: LocalKind::Loop,
            place: name.place,
            whole: name.whole,
            without: Some(name.collection),
            uses: name.uses,
        };
        let names = loop_names(tree).into_iter().map(of_loop).collect();
        let mut blocks = Blocks { tree, file: *file, names };
        if let Root::Body(root) = tree.root() {
            blocks.root(root);
        }
        Locals::new(blocks.names)
    }
}

impl Locals {
    /// The local names of a file, computed once.
    pub fn of(snapshot: &Snapshot, file: SourceId) -> Arc<Self> {
        snapshot.get(&LocalsInFile(file))
    }

    fn new(names: Vec<LocalName>) -> Self {
        let of_name = |(number, name): (usize, &LocalName)| {
            let all = std::iter::once(name.place).chain(name.uses.iter().copied());
            all.map(move |place| (place, number)).collect::<Vec<_>>()
        };
        let mut places: Vec<(TextRange, usize)> = names.iter().enumerate().flat_map(of_name).collect();
        places.arrange_by_key(|(place, number)| (place.start, *number));
        Self { names, places }
    }

    /// The local names; within each kind, outer ones first.
    pub fn names(&self) -> &[LocalName] {
        &self.names
    }

    /// All places with their names, sorted by place.
    pub fn places(&self) -> impl Iterator<Item = (TextRange, &LocalName)> {
        self.places.iter().map(|(place, number)| (*place, &self.names[*number]))
    }

    /// Returns `true` if a name refers to a local one at an offset.
    pub fn binds(&self, text: &str, offset: u32) -> bool {
        let is_at = |range: &TextRange| range.start <= offset && offset < range.end;
        self.names.iter().any(|name| {
            *name.text == *text && is_at(&name.whole) && !name.without.as_ref().is_some_and(is_at)
        })
    }

    /// The local name that covers an offset or ends there, with its place.
    pub fn at(&self, offset: u32) -> Option<(&LocalName, TextRange)> {
        let after = self.places.partition_point(|(place, _)| place.start <= offset);
        let (place, number) = self.places[..after].last()?;
        (offset <= place.end).then(|| (&self.names[*number], *place))
    }
}

struct Blocks<'t> {
    tree: &'t Tree,
    file: SourceId,
    names: Vec<LocalName>,
}

impl<'t> Blocks<'t> {
    /// Visits a file: its root blocks may have instances.
    fn root(&mut self, root: BodyId) {
        for item in self.tree.slice(self.tree.body(root).items) {
            let Item::Block(block) = item else { continue };
            let block = self.tree.node(*block);
            let mut scope = Vec::new();
            for (argument, text) in [("for_each", "each"), ("count", "count")] {
                if let Some(attribute) = self.tree.attribute(block.body, argument) {
                    scope.push(self.add(text, LocalKind::Instance, attribute.name.range, block.range));
                }
            }
            self.block(block, &mut scope);
        }
    }

    /// Visits a body. `scope` contains the indices of the names in scope, inner ones last.
    fn body(&mut self, body: BodyId, scope: &mut Vec<usize>) {
        let tree = self.tree;
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) => self.attribute(attribute, scope),
                Item::Block(block) => hclx_diag::grow(|| self.block(tree.node(*block), scope)),
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, scope: &[usize]) {
        if scope.is_empty() {
            return;
        }
        let names = &mut self.names;
        each_reference(self.tree, attribute.value, &mut |mention: Mention<'_>| {
            let meant = scope.iter().rev().find(|number| *names[**number].text == *mention.root);
            if let Some(number) = meant {
                names[*number].uses.push(mention.root_range());
            }
        });
    }

    fn block(&mut self, block: &Block, scope: &mut Vec<usize>) {
        if let Some(DynamicIterator { name, place, is_label, .. }) =
            DynamicIterator::of(self.tree, self.file, block)
        {
            let place = if is_label { unquoted(self.tree, place) } else { place };
            return self.dynamic(block, (name, place), LocalKind::Iterator { is_label }, scope);
        }
        self.body(block.body, scope);
    }

    /// Visits a `dynamic` block, whose iterator is in scope in `content` and `labels`.
    fn dynamic(
        &mut self,
        block: &Block,
        (text, place): (String, TextRange),
        kind: LocalKind,
        scope: &mut Vec<usize>,
    ) {
        let tree = self.tree;
        let own = self.add(&text, kind, place, block.range);
        for item in tree.slice(tree.body(block.body).items) {
            match item {
                // This argument is the name of the iterator, not a reference to it.
                Item::Attribute(attribute) if tree.is_text(attribute.name.text, "iterator") => {}
                Item::Attribute(attribute) if tree.is_text(attribute.name.text, "labels") => {
                    scope.push(own);
                    self.attribute(attribute, scope);
                    scope.pop();
                }
                Item::Attribute(attribute) => {
                    // This is `for_each`, in which the iterator is not in scope.
                    self.names[own].without = Some(tree.expr(attribute.value).range);
                    self.attribute(attribute, scope);
                }
                Item::Block(inner) => {
                    scope.push(own);
                    self.body(tree.node(*inner).body, scope);
                    scope.pop();
                }
            }
        }
    }

    fn add(&mut self, text: &str, kind: LocalKind, place: TextRange, whole: TextRange) -> usize {
        self.names.push(LocalName { text: text.into(), kind, place, whole, without: None, uses: Vec::new() });
        self.names.len() - 1
    }
}
