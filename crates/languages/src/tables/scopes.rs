//! The bodies of a file in which blocks declare names, according to `declares` in its table.

use std::sync::Arc;

use hclx_diag::TextRange;
use hclx_schema::{Block, BodyMatch, DeclaredNames, match_body};
use hclx_syntax::body::{BlockView, BodyView, Form};
use hclx_syntax::statics::Mention;

pub(super) struct Declaration {
    /// The name as it appears in references: `step.http.get`.
    pub(super) key: Arc<str>,
    /// The range of the last word of the name, including quotes.
    pub(super) name: TextRange,
    /// The range of the block or attribute.
    pub(super) whole: TextRange,
    pub(super) kind: Arc<DeclaredNames>,
}

/// A body in which blocks declare names.
#[derive(Default)]
pub(super) struct NameScope {
    /// The range of the body; `None` for the body of the file.
    pub(super) range: Option<TextRange>,
    /// The type and the labels of the block; empty for a file.
    pub(super) block: String,
    /// The kinds of declarations in its schema, each with the number of words after the root.
    kinds: Vec<(Arc<DeclaredNames>, usize)>,
    pub(super) all: Vec<Declaration>,
    /// Labels of blocks with unknown or misspelled types, which may be names.
    pub(super) strange: Vec<Arc<str>>,
    /// The first words of the names of blocks with too few labels.
    pub(super) open: Vec<Arc<str>>,
}

/// The scopes of a file, outermost first.
pub(super) fn scopes(view: &BodyView<'_>, schema: &Arc<Block>) -> Vec<NameScope> {
    let mut found = Vec::new();
    add(view, schema, NameScope::default(), &mut found);
    found
}

fn add(view: &BodyView<'_>, schema: &Arc<Block>, mut scope: NameScope, found: &mut Vec<NameScope>) {
    hclx_diag::grow(|| {
        let matched = match_body(view, schema);
        scope.fill(&matched, schema);
        if !scope.kinds.is_empty() {
            found.push(scope);
        }
        for block in &matched.content.blocks {
            let Some(nested) = schema.blocks().get(block.position) else { continue };
            let labels = block.labels.iter().map(|label| label.text);
            let words: Vec<&str> = std::iter::once(block.block_type).chain(labels).collect();
            let inner =
                NameScope { range: Some(block.body.range()), block: words.join("."), ..NameScope::default() };
            add(&block.body, &nested.body.of(&block.labels), inner, found);
        }
    });
}

impl NameScope {
    fn fill(&mut self, matched: &BodyMatch<'_>, schema: &Block) {
        self.kinds = schema
            .blocks()
            .iter()
            .filter_map(|nested| Some((Arc::clone(nested.declares.as_ref()?), nested.labels.len().max(1))))
            .collect();
        for block in &matched.content.blocks {
            let Some(nested) = schema.blocks().get(block.position) else { continue };
            if let Some(kind) = &nested.declares {
                self.declare(block, kind, nested.labels.len());
            }
        }
        for block in &matched.mislabelled {
            let kind = schema.blocks().get(block.position).and_then(|nested| nested.declares.as_ref());
            self.open.extend(kind.map(|kind| Arc::clone(&kind.root)));
        }
        for item in matched.others.iter().chain(&matched.refused) {
            let Form::Block(block, _) = &item.form else { continue };
            self.strange.extend(block.labels.last().map(|label| Arc::from(label.text)));
        }
    }

    fn declare(&mut self, block: &BlockView<'_>, kind: &Arc<DeclaredNames>, labels: usize) {
        if labels == 0 {
            let attributes = block.body.just_attributes().0.into_iter();
            self.all.extend(attributes.map(|attribute| Declaration {
                key: format!("{}.{}", kind.root, attribute.name).into(),
                name: attribute.name_range,
                whole: attribute.range,
                kind: Arc::clone(kind),
            }));
            return;
        }
        let Some(last) = block.labels.last() else { return };
        let words = block.labels.iter().map(|label| label.text);
        let words: Vec<&str> = std::iter::once(&*kind.root).chain(words).collect();
        self.all.push(Declaration {
            key: words.join(".").into(),
            name: last.range,
            whole: block.def_range.cover(block.body.range()),
            kind: Arc::clone(kind),
        });
    }

    /// The kinds of declarations with a first word, each with the number of words after it.
    pub(super) fn kinds_of(&self, root: &str) -> impl Iterator<Item = &(Arc<DeclaredNames>, usize)> {
        self.kinds.iter().filter(move |(kind, _)| *kind.root == *root)
    }

    /// Returns `true` if the names of the body are in scope at a place.
    pub(super) fn is_around(&self, place: TextRange) -> bool {
        self.range.is_none_or(|range| range.contains(place))
    }
}

/// The name in a reference with `words` words after the root, and the ranges of these words.
pub(super) fn name(mention: &Mention<'_>, words: usize) -> Option<(String, Vec<TextRange>)> {
    let mut key = mention.root.to_owned();
    let mut ranges = Vec::new();
    for at in 0..words {
        key.push('.');
        key.push_str(mention.attribute(at)?);
        ranges.push(mention.name_range(at)?);
    }
    Some((key, ranges))
}
