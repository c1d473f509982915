//! The files of a unit with their trees, and the places where findings are suppressed.

use std::sync::{Arc, OnceLock};

use hclx_analysis::{DynamicIterator, Snapshot, SyntaxErrors};
use hclx_diag::{Arrange, Batch, Diagnostic, Ordered, OrderedSet, SourceId, TextRange};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{BodyId, ExprId, ExprKind, Item, Root, Tree};
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::{self, Reference};

use super::comparisons::{self, Comparison};
use super::guards::Guards;

/// A file of a unit.
pub struct SourceFile {
    /// The source id.
    pub id: SourceId,
    /// The path.
    pub path: Arc<str>,
    /// The tree, with the syntax findings.
    pub parsed: Arc<Parsed>,
    /// Ranges in which an undeclared name is not an error: types, and arguments of `try` and `can`.
    types: Vec<TextRange>,
    tried: Vec<TextRange>,
    /// Comparisons with a literal, by place.
    comparisons: Vec<Comparison>,
    /// Code under conditions, found on demand.
    guards: OnceLock<Guards>,
    /// The places of syntax errors.
    broken: SyntaxErrors,
}

/// Code in which an undeclared name is not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shield {
    /// A type, whose words are not names.
    Type,
    /// A call of `try` or `can`, which catches the failure.
    Attempt,
}

/// The files of a unit.
#[derive(Default)]
pub struct SourceFiles {
    files: Vec<SourceFile>,
    positions: Ordered<SourceId, usize>,
    are_broken: bool,
    /// The labels of root blocks with unknown types.
    unmatched: OnceLock<OrderedSet<String>>,
}

impl SourceFile {
    /// Reads and parses a file.
    pub fn read(id: SourceId, snapshot: &Snapshot) -> Self {
        let parsed = snapshot.parsed(id);
        Self {
            id,
            path: snapshot.path(id),
            types: in_calls(&parsed.tree, &["convert"]),
            tried: in_calls(&parsed.tree, &["try", "can"]),
            comparisons: comparisons::comparisons(&parsed.tree),
            guards: OnceLock::new(),
            broken: SyntaxErrors::new(&parsed.diagnostics),
            parsed,
        }
    }

    /// The body of the file, and a finding about it.
    pub fn body(&self) -> (BodyView<'_>, Option<Diagnostic>) {
        BodyView::root(&self.parsed.tree, self.id)
    }

    /// Returns `true` if the source has syntax errors.
    pub fn is_broken(&self) -> bool {
        self.parsed.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns `true` if a syntax error starts in a range or directly after it, so that findings in the range
    /// may be its consequences.
    pub fn is_broken_at(&self, range: TextRange) -> bool {
        self.broken.touches(range)
    }

    /// The calls of a function, by place.
    pub fn calls(&self, function: &str) -> Vec<TextRange> {
        let named = calls(&self.parsed.tree).into_iter().filter(|(_, name)| *name == function);
        named.map(|(range, _)| range).collect()
    }

    /// The names that the file uses, except variables of enclosing loops and `dynamic` blocks, and the
    /// iterators of all `dynamic` blocks.
    pub fn references(&self) -> (Vec<Reference<'_>>, Vec<String>) {
        let tree = &self.parsed.tree;
        let mut found = Vec::new();
        let mut all: Vec<String> = Vec::new();
        let mut bodies: Vec<(BodyId, Vec<String>)> = match tree.root() {
            Root::Body(body) => vec![(body, Vec::new())],
            Root::Expr(_) => Vec::new(),
        };
        while let Some((body, iterators)) = bodies.pop() {
            for item in tree.slice(tree.body(body).items) {
                match item {
                    Item::Attribute(attribute) => found.extend(
                        statics::variables(tree, attribute.value)
                            .into_iter()
                            .filter(|reference| !iterators.iter().any(|one| *one == *reference.root)),
                    ),
                    Item::Block(block) => {
                        let block = tree.node(*block);
                        let mut inside = iterators.clone();
                        if let Some(dynamic) = DynamicIterator::of(tree, self.id, block) {
                            let labels = tree.slice(block.labels).iter();
                            inside.extend(labels.map(|label| tree.text(label.text).to_owned()));
                            inside.push(dynamic.name.clone());
                            all.push(dynamic.name);
                        }
                        bodies.push((block.body, inside));
                    }
                }
            }
        }
        (found, all)
    }

    /// The comparisons with literals inside a range.
    pub(crate) fn comparisons(&self, range: TextRange) -> impl Iterator<Item = &Comparison> {
        comparisons::within(&self.comparisons, range)
    }

    /// The code that is only evaluated under a condition.
    pub(crate) fn guards(&self) -> &Guards {
        self.guards.get_or_init(|| Guards::new(&self.parsed.tree))
    }

    /// The code around a range in which an undeclared name is not an error; `try` and `can` shield only names that are
    /// looked up when their expression is evaluated.
    pub(crate) fn shield(&self, range: TextRange, looks_up_first: bool) -> Option<Shield> {
        let is_in = |shields: &[TextRange]| shields.iter().any(|shield| shield.contains(range));
        match is_in(&self.types) {
            true => Some(Shield::Type),
            false => (!looks_up_first && is_in(&self.tried)).then_some(Shield::Attempt),
        }
    }
}

impl SourceFiles {
    /// Reads and parses files.
    pub fn read(files: &[SourceId], snapshot: &Snapshot) -> Self {
        let positions = files.iter().enumerate().map(|(position, file)| (*file, position)).collect();
        let files: Vec<SourceFile> = files.iter().map(|file| SourceFile::read(*file, snapshot)).collect();
        let are_broken = files.iter().any(SourceFile::is_broken);
        Self { positions, are_broken, files, unmatched: OnceLock::new() }
    }

    /// The files.
    pub fn iter(&self) -> std::slice::Iter<'_, SourceFile> {
        self.files.iter()
    }

    /// The file with a source id.
    pub fn get(&self, id: SourceId) -> Option<&SourceFile> {
        self.files.get(*self.positions.get(&id)?)
    }

    /// Returns `true` if one of the files has syntax errors, so that declarations may be missing.
    pub fn are_broken(&self) -> bool {
        self.are_broken
    }

    /// Stores the labels of root blocks whose types are not in the schema, given the labels of the others: it is not
    /// known what such blocks declare.
    pub(crate) fn match_labels(&self, known: &OrderedSet<&str>) {
        let mut unmatched = OrderedSet::new();
        for tree in self.files.iter().map(|file| &file.parsed.tree) {
            let Root::Body(body) = tree.root() else { continue };
            for item in tree.slice(tree.body(body).items) {
                let Item::Block(block) = item else { continue };
                let labels = tree.slice(tree.node(*block).labels).iter().map(|label| tree.text(label.text));
                unmatched.extend(labels.filter(|label| !known.contains(label)).map(str::to_owned));
            }
        }
        self.unmatched.get_or_init(|| unmatched);
    }

    /// Returns `true` if a root block of unknown type may declare a name.
    pub fn may_declare(&self, name: &str) -> bool {
        self.unmatched.get().is_some_and(|unmatched| unmatched.contains(name))
    }

    /// The syntax findings of all files.
    pub fn findings(&self) -> Vec<Diagnostic> {
        self.files.iter().flat_map(|source| source.parsed.diagnostics.iter().cloned()).collect()
    }

    /// Removes findings that are consequences of syntax errors.
    pub fn without_consequences(&self, batch: Batch) -> Batch {
        batch.without(|finding| {
            let source = finding.span.and_then(|span| Some((self.get(span.source)?, span.range)));
            source.is_some_and(|(source, range)| source.is_broken_at(range))
        })
    }
}

/// The names of the functions that a file calls, by place.
pub fn calls(tree: &Tree) -> Vec<(TextRange, &str)> {
    let call = |id: ExprId| {
        let ExprKind::Call(call) = tree.expr(id).kind else { return None };
        let name = tree.node(call).name;
        Some((name.range, tree.text(name.text)))
    };
    let mut found: Vec<_> = tree.expr_ids().filter_map(call).collect();
    found.arrange();
    found
}

/// The calls of some functions; for `convert` only the second argument, which is a type.
fn in_calls(tree: &Tree, functions: &[&str]) -> Vec<TextRange> {
    let place = |id: ExprId| {
        let ExprKind::Call(call) = tree.expr(id).kind else { return None };
        let call = tree.node(call);
        match tree.text(call.name.text) {
            name if !functions.contains(&name) => None,
            "convert" => tree.slice(call.args).get(1).map(|ty| tree.expr(*ty).range),
            _ => Some(tree.expr(id).range),
        }
    };
    tree.expr_ids().filter_map(place).collect()
}
