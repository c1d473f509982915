//! Bodies in either syntax, and the one place where a body meets a schema.
//!
//! Native syntax says which items are attributes and which are blocks; JSON leaves that to the
//! schema. Deliberately absent: values and types. What a schema is made from (a dialect, a
//! specification) is the caller's business; it gives names, labels and what is required.

mod json;
mod native;
mod wording;

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId, TextRange};

use crate::ast::{BodyId, ExprId, ExprKind, Root, Tree};

/// Which attributes and blocks a body may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The attributes.
    pub attributes: Vec<AttributeSchema>,
    /// The blocks.
    pub blocks: Vec<BlockSchema>,
}

/// An attribute that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// Its name.
    pub name: String,
    /// Whether the body must have it.
    pub required: bool,
}

/// A type of blocks that a body may have, any number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The type.
    pub block_type: String,
    /// What each label is called; blocks have exactly as many.
    pub labels: Vec<String>,
}

/// An attribute of a body.
#[derive(Clone, Copy, Debug)]
pub struct AttributeView<'t> {
    /// The name: NFC in native syntax, as written in JSON.
    pub name: &'t str,
    /// Where the name stands; with quotes in JSON.
    pub name_range: TextRange,
    /// The value.
    pub value: ExprId,
    /// From the name to the end of the value.
    pub range: TextRange,
}

/// A label of a block.
#[derive(Clone, Copy, Debug)]
pub struct LabelView<'t> {
    /// The label.
    pub text: &'t str,
    /// Where it stands; with quotes if it has some.
    pub range: TextRange,
}

/// A block of a body.
#[derive(Clone, Debug)]
pub struct BlockView<'t> {
    /// The type.
    pub block_type: &'t str,
    /// Where the type stands.
    pub type_range: TextRange,
    /// The labels, as many as the schema wants.
    pub labels: Vec<LabelView<'t>>,
    /// The header: in native syntax from the type to the last label; in JSON the bracket that opens
    /// the object, or the array of several bodies.
    pub def_range: TextRange,
    /// What the block holds.
    pub body: BodyView<'t>,
}

/// What a body holds, as far as a schema knows it.
#[derive(Clone, Debug)]
pub struct Content<'t> {
    /// The attributes, in source order, no name twice.
    pub attributes: Vec<AttributeView<'t>>,
    /// The blocks, in source order.
    pub blocks: Vec<BlockView<'t>>,
    /// Where to say that something is missing.
    pub missing_item: TextRange,
}

impl<'t> Content<'t> {
    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeView<'t>> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// A body of a tree.
#[derive(Clone, Debug)]
pub struct BodyView<'t> {
    tree: &'t Tree,
    source: SourceId,
    node: Node,
    /// What a schema has claimed already.
    claimed: Arc<Claimed>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Native(BodyId),
    Json(ExprId),
    /// Nothing could be read as a body, which a finding has said.
    Unread(TextRange),
}

/// The names that a schema has taken out of a body. JSON does not tell attributes from blocks.
#[derive(Clone, Debug, Default)]
struct Claimed {
    attributes: BTreeSet<String>,
    blocks: BTreeSet<String>,
}

impl<'t> BodyView<'t> {
    /// The body that is the root of a tree, with a finding if a JSON root is neither an object nor an
    /// array (HCL JSON specification, "Structural Elements"). What has no body reads as an empty one
    /// that misses nothing.
    pub fn root(tree: &'t Tree, source: SourceId) -> (Self, Option<Diagnostic>) {
        let view = |node| Self { tree, source, node, claimed: Arc::default() };
        match tree.root() {
            Root::Body(body) => (view(Node::Native(body)), None),
            Root::Expr(value) => match tree.expr(value).kind {
                ExprKind::Object(_) | ExprKind::Tuple(_) => (view(Node::Json(value)), None),
                kind => {
                    let range = tree.expr(value).range;
                    let told = matches!(kind, ExprKind::Missing);
                    let finding = (!told).then(|| wording::root_is_no_body(range.in_source(source)));
                    (view(Node::Unread(range)), finding)
                }
            },
        }
    }

    /// A body in native syntax.
    pub fn native(tree: &'t Tree, source: SourceId, body: BodyId) -> Self {
        Self { tree, source, node: Node::Native(body), claimed: Arc::default() }
    }

    /// A JSON value as a body; whether it can be one shows when content is asked for.
    pub fn json(tree: &'t Tree, source: SourceId, value: ExprId) -> Self {
        Self { tree, source, node: Node::Json(value), claimed: Arc::default() }
    }

    /// The tree that it belongs to.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The number of its source.
    pub fn source(&self) -> SourceId {
        self.source
    }

    /// The whole body.
    pub fn range(&self) -> TextRange {
        match self.node {
            Node::Native(body) => self.tree.body(body).range,
            Node::Json(value) => self.tree.expr(value).range,
            Node::Unread(range) => range,
        }
    }

    /// The native body, if it is one.
    pub fn native_id(&self) -> Option<BodyId> {
        match self.node {
            Node::Native(body) => Some(body),
            _ => None,
        }
    }

    /// Where to say that something is missing: the start of a native body, the closing brace of a
    /// JSON object, the opening bracket of a JSON array.
    pub fn missing_item(&self) -> TextRange {
        match self.node {
            Node::Native(body) => TextRange::at(self.tree.body(body).range.start),
            Node::Json(value) => json::missing_item(self.tree, value),
            Node::Unread(range) => range,
        }
    }

    /// Whether something of this name is written in the body, in whatever form; in JSON, unless it is
    /// null or empty.
    pub fn mentions(&self, name: &str) -> bool {
        match self.node {
            Node::Native(body) => native::mentions(self.tree, body, name),
            Node::Json(value) => json::mentions(self.tree, value, name),
            Node::Unread(_) => false,
        }
    }

    /// Every attribute, whatever its name; blocks are errors. In JSON every property is an attribute,
    /// the root must be an object, and `"//"` is a comment.
    pub fn just_attributes(&self) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
        match self.node {
            Node::Native(body) => native::just_attributes(self, body),
            Node::Json(value) => json::just_attributes(self, value),
            Node::Unread(_) => Default::default(),
        }
    }

    /// Every property of a JSON body where nothing says which of them are blocks: a name may come
    /// again, unless both values are scalars, which no block is. In native syntax the same as
    /// [`BodyView::just_attributes`].
    pub fn properties(&self) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
        match self.node {
            Node::Json(value) => json::any_properties(self, value),
            Node::Native(_) | Node::Unread(_) => self.just_attributes(),
        }
    }

    /// What the schema wants; everything else is an error.
    pub fn content(&self, schema: &Schema) -> (Content<'t>, Vec<Diagnostic>) {
        let (content, _, findings) = self.matched(schema, true);
        (content, findings)
    }

    /// What the schema wants, and the body without it.
    pub fn partial_content(&self, schema: &Schema) -> (Content<'t>, BodyView<'t>, Vec<Diagnostic>) {
        self.matched(schema, false)
    }

    fn matched(&self, schema: &Schema, strict: bool) -> (Content<'t>, BodyView<'t>, Vec<Diagnostic>) {
        let mut matching = Matching {
            view: self,
            schema,
            strict,
            attributes: Vec::new(),
            blocks: Vec::new(),
            claimed: (*self.claimed).clone(),
            findings: Vec::new(),
        };
        match self.node {
            Node::Native(body) => native::content(&mut matching, body),
            Node::Json(value) => json::content(&mut matching, value),
            Node::Unread(_) => {}
        }
        matching.findings.sort_by_key(|finding| finding.span);
        let Matching { attributes, blocks, claimed, findings, .. } = matching;
        let content = Content { attributes, blocks, missing_item: self.missing_item() };
        (content, BodyView { claimed: Arc::new(claimed), ..self.clone() }, findings)
    }

    fn place(&self, range: TextRange) -> hclx_diag::Span {
        range.in_source(self.source)
    }
}

/// A body while it is laid beside a schema.
struct Matching<'v, 't> {
    view: &'v BodyView<'t>,
    schema: &'v Schema,
    /// Whether what the schema does not know is an error.
    strict: bool,
    attributes: Vec<AttributeView<'t>>,
    blocks: Vec<BlockView<'t>>,
    claimed: Claimed,
    findings: Vec<Diagnostic>,
}

impl<'t> Matching<'_, 't> {
    /// Says which required attributes are not there, each name once.
    fn tell_missing(&mut self) {
        let present: BTreeSet<&str> = self.attributes.iter().map(|attribute| attribute.name).collect();
        let mut told = BTreeSet::new();
        for wanted in self.schema.attributes.iter().filter(|wanted| wanted.required) {
            let name = wanted.name.as_str();
            if !present.contains(name) && told.insert(name) {
                let place = self.view.place(self.view.missing_item());
                self.findings.push(wording::missing_attribute(place, name));
            }
        }
    }

    /// The names of attributes that could still be set.
    fn unset_attributes(&self) -> impl Iterator<Item = &str> {
        let names = self.schema.attributes.iter().map(|wanted| wanted.name.as_str());
        names.filter(|name| !self.claimed.attributes.contains(*name))
    }

    fn wants_attribute(&self, name: &str) -> bool {
        self.schema.attributes.iter().any(|wanted| wanted.name == name)
    }
}
