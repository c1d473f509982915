//! Bodies in either syntax. No other module matches a body against a schema.
//!
//! Native syntax distinguishes attributes from blocks; in JSON the schema does. Out of scope: values and
//! types. The caller provides the schema (of a dialect, of a specification): names, labels and required
//! attributes.

mod distinct;
mod json;
mod native;
mod prepared;
mod stranger;
pub mod wording;

use std::sync::Arc;

use hclx_diag::{Diagnostic, OrderedSet, SourceId, TextRange};

pub use prepared::PreparedSchema;
use prepared::Slots;
pub use stranger::{Form, UnexpectedItem};

use crate::ast::{BodyId, ExprId, ExprKind, Root, Tree};

/// The attributes and block types that a body may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyNames {
    /// The attributes.
    pub attributes: Vec<AttributeSchema>,
    /// The blocks.
    pub blocks: Vec<BlockSchema>,
}

impl BodyNames {
    /// A schema without names.
    pub const fn new() -> Self {
        Self { attributes: Vec::new(), blocks: Vec::new() }
    }

    /// Adds an optional attribute.
    #[must_use]
    pub fn attribute(mut self, name: &str) -> Self {
        self.attributes.push(AttributeSchema { name: name.to_owned(), required: false, takes_object: false });
        self
    }

    /// Adds a required attribute.
    #[must_use]
    pub fn required_attribute(mut self, name: &str) -> Self {
        self.attributes.push(AttributeSchema { name: name.to_owned(), required: true, takes_object: false });
        self
    }

    /// Adds an optional attribute whose value may be an object.
    #[must_use]
    pub fn object_attribute(mut self, name: &str) -> Self {
        self.attributes.push(AttributeSchema { name: name.to_owned(), required: false, takes_object: true });
        self
    }

    /// Adds a block type with the names of its labels.
    #[must_use]
    pub fn block(mut self, block_type: &str, labels: &[&str]) -> Self {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        self.blocks.push(BlockSchema { block_type: block_type.to_owned(), labels, ..BlockSchema::default() });
        self
    }

    /// Adds a block type whose labels are all optional.
    #[must_use]
    pub fn block_or_bare(mut self, block_type: &str, labels: &[&str]) -> Self {
        self = self.block(block_type, labels);
        if let Some(block) = self.blocks.last_mut() {
            block.optional_labels = block.labels.len();
        }
        self
    }
}

/// An attribute that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The name.
    pub name: String,
    /// Set for a required attribute.
    pub required: bool,
    /// Set if an object is an allowed value; a block of this name was then probably meant as one.
    pub takes_object: bool,
}

/// A block type that a body may have, with any number of blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSchema {
    /// The type.
    pub block_type: String,
    /// The names of the labels.
    pub labels: Vec<String>,
    /// The number of trailing labels that are optional. In JSON they are missing if the object in their place has
    /// a property whose value cannot be a body, or a property with a known name.
    pub optional_labels: usize,
    /// The names in the body of a block, which show that an object is a body and not a level of labels.
    pub known: Vec<String>,
}

/// An attribute of a body.
#[derive(Clone, Copy, Debug)]
pub struct AttributeView<'t> {
    /// The name as written.
    pub name: &'t str,
    /// The range of the name, with quotes in JSON.
    pub name_range: TextRange,
    /// The value.
    pub value: ExprId,
    /// The range from the name to the end of the value.
    pub range: TextRange,
}

/// A label of a block.
#[derive(Clone, Copy, Debug)]
pub struct LabelView<'t> {
    /// The label.
    pub text: &'t str,
    /// The range, with quotes if the label is quoted.
    pub range: TextRange,
}

/// A block of a body.
#[derive(Clone, Debug)]
pub struct BlockView<'t> {
    /// The type.
    pub block_type: &'t str,
    /// The range of the type.
    pub type_range: TextRange,
    /// The labels, as many as the schema requires.
    pub labels: Vec<LabelView<'t>>,
    /// The header: in native syntax from the type to the last label; in JSON the bracket that opens
    /// the object, or the array of several bodies.
    pub def_range: TextRange,
    /// The body of the block.
    pub body: BodyView<'t>,
    /// The index of its type among the blocks of the schema.
    pub position: usize,
}

/// The contents of a body as classified by a schema.
#[derive(Clone, Debug)]
pub struct Content<'t> {
    /// The attributes, in source order, without duplicate names.
    pub attributes: Vec<AttributeView<'t>>,
    /// The blocks, in source order.
    pub blocks: Vec<BlockView<'t>>,
    /// The range at which missing items are reported.
    pub missing_item: TextRange,
    /// The positions of the attributes, by their slots in the schema.
    slots: Slots,
}

impl<'t> Content<'t> {
    /// The attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeView<'t>> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The attribute in a slot, as returned by [`PreparedSchema::slot`] of the same schema.
    pub fn in_slot(&self, slot: usize) -> Option<&AttributeView<'t>> {
        self.attributes.get(self.slots.get(slot)?)
    }
}

/// The contents of a body, split into items of the schema and unexpected items, which are left to the caller.
#[derive(Clone, Debug)]
pub struct MatchedBody<'t> {
    /// The items of the schema.
    pub content: Content<'t>,
    /// The unexpected items, in source order.
    pub strangers: Vec<UnexpectedItem<'t>>,
    /// Blocks with the wrong number of labels, which are reported in `findings`.
    pub mislabelled: Vec<BlockView<'t>>,
    /// Findings about wrong numbers of labels, JSON that is not a body, and duplicate JSON properties; in
    /// source order.
    pub findings: Vec<Diagnostic>,
}

/// A body of a tree.
#[derive(Clone, Debug)]
pub struct BodyView<'t> {
    tree: &'t Tree,
    source: SourceId,
    node: Node,
    /// The items that earlier schemas have claimed.
    claimed: Option<Arc<ClaimedNames>>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Native(BodyId),
    Json(ExprId),
    /// A source that could not be parsed as a body, which was already reported.
    Unread(TextRange),
}

/// The position of a body in a tree: a [`BodyView`] without the tree.
#[derive(Clone, Copy, Debug)]
pub struct BodyRef(Node);

/// The names that earlier schemas have claimed from a body. JSON does not distinguish attributes from blocks.
#[derive(Clone, Debug, Default)]
struct ClaimedNames {
    attributes: OrderedSet<String>,
    blocks: OrderedSet<String>,
}

impl<'t> BodyView<'t> {
    /// The body at the root of a tree, with a finding if a JSON root is neither an object nor an array (HCL
    /// JSON specification, "Structural Elements"). A source without a body results in an empty one that
    /// reports nothing as missing.
    pub fn root(tree: &'t Tree, source: SourceId) -> (Self, Option<Diagnostic>) {
        let view = |node| Self { tree, source, node, claimed: None };
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
        Self { tree, source, node: Node::Native(body), claimed: None }
    }

    /// A JSON value as a body; whether it can be one is checked when its content is requested.
    pub fn json(tree: &'t Tree, source: SourceId, value: ExprId) -> Self {
        Self { tree, source, node: Node::Json(value), claimed: None }
    }

    /// The body of a tree at a position that [`BodyView::reference`] returned.
    pub fn at(tree: &'t Tree, source: SourceId, reference: BodyRef) -> Self {
        Self { tree, source, node: reference.0, claimed: None }
    }

    /// The position of the body, for [`BodyView::at`]; items claimed by a schema are part of it again.
    pub fn reference(&self) -> BodyRef {
        BodyRef(self.node)
    }

    /// The JSON value, if it is one.
    pub fn json_id(&self) -> Option<ExprId> {
        match self.node {
            Node::Json(value) => Some(value),
            _ => None,
        }
    }

    /// The tree that the body belongs to.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The id of the source.
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

    /// The position of the body, for [`BodyView::at`]. It forgets which items schemas have claimed.
    pub fn native_id(&self) -> Option<BodyId> {
        match self.node {
            Node::Native(body) => Some(body),
            _ => None,
        }
    }

    /// The range at which missing items are reported: the start of a native body, the closing brace of a JSON
    /// object, or the opening bracket of a JSON array.
    pub fn missing_item(&self) -> TextRange {
        match self.node {
            Node::Native(body) => TextRange::at(self.tree.body(body).range.start),
            Node::Json(value) => json::missing_item(self.tree, value),
            Node::Unread(range) => range,
        }
    }

    /// Returns `true` if an attribute or block of this name is in the body, in any form; in JSON, only if its
    /// value is neither null nor empty.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentions_one_of(&[name])
    }

    /// Like [`BodyView::mentions`], for several names.
    pub fn mentions_one_of(&self, names: &[&str]) -> bool {
        match self.node {
            Node::Native(body) => native::mentions(self.tree, body, names),
            Node::Json(value) => json::mentions(self.tree, value, names),
            Node::Unread(_) => false,
        }
    }

    /// Returns `true` if two attributes have the same name. The parser reports this.
    pub fn repeats_attribute(&self) -> bool {
        self.native_id().is_some_and(|body| native::repeats_attribute(self.tree, body))
    }

    /// The name of the attribute, or the type of the block, at an offset of the source.
    pub fn name_at(&self, offset: u32) -> Option<&'t str> {
        match self.node {
            Node::Native(body) => native::name_at(self.tree, body, offset),
            Node::Json(value) => json::name_at(self.tree, value, offset),
            Node::Unread(_) => None,
        }
    }

    /// Every attribute, whatever its name; blocks are errors. In JSON every property is an attribute, the
    /// root must be an object, and `"//"` is a comment.
    pub fn just_attributes(&self) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
        match self.node {
            Node::Native(body) => native::just_attributes(self, body),
            Node::Json(value) => json::just_attributes(self, value),
            Node::Unread(_) => Default::default(),
        }
    }

    /// Every property of a JSON body without a schema: a name may be repeated unless both values are scalars,
    /// which cannot be blocks. In native syntax the same as [`BodyView::just_attributes`].
    pub fn properties(&self) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
        match self.node {
            Node::Json(value) => json::any_properties(self, value),
            Node::Native(_) | Node::Unread(_) => self.just_attributes(),
        }
    }

    /// The items that the schema contains; all others are errors.
    pub fn content(&self, schema: &BodyNames) -> (Content<'t>, Vec<Diagnostic>) {
        self.content_of(&PreparedSchema::new(schema.clone()))
    }

    /// Like [`BodyView::content`], for a schema that is used for many bodies.
    pub fn content_of(&self, schema: &PreparedSchema) -> (Content<'t>, Vec<Diagnostic>) {
        let matching = self.matched(schema, true);
        (matching.0, matching.2)
    }

    /// The items that the schema contains, and the body without them.
    pub fn partial_content(&self, schema: &BodyNames) -> (Content<'t>, BodyView<'t>, Vec<Diagnostic>) {
        self.partial_content_of(&PreparedSchema::new(schema.clone()))
    }

    /// Like [`BodyView::partial_content`], for a schema that is used for many bodies.
    pub fn partial_content_of(
        &self,
        schema: &PreparedSchema,
    ) -> (Content<'t>, BodyView<'t>, Vec<Diagnostic>) {
        self.matched(schema, false)
    }

    /// The items that the schema contains, and the other items. Neither these nor missing attributes are
    /// reported.
    pub fn sorted(&self, schema: &PreparedSchema) -> MatchedBody<'t> {
        self.sort(schema).finish()
    }

    fn sort<'v>(&'v self, schema: &'v PreparedSchema) -> BodyMatcher<'v, 't> {
        let mut matching = BodyMatcher {
            view: self,
            schema,
            attributes: Vec::new(),
            taken: Slots::new(schema.slots()),
            blocks: Vec::new(),
            strangers: Vec::new(),
            mislabelled: Vec::new(),
            findings: Vec::new(),
        };
        match self.node {
            Node::Native(body) => native::content(&mut matching, body),
            Node::Json(value) => json::content(&mut matching, value),
            Node::Unread(_) => {}
        }
        matching
    }

    fn matched(&self, schema: &PreparedSchema, strict: bool) -> (Content<'t>, BodyView<'t>, Vec<Diagnostic>) {
        let mut matching = self.sort(schema);
        if strict {
            for stranger in std::mem::take(&mut matching.strangers) {
                let finding = stranger.refused(schema, matching.unset_attributes()).0;
                matching.findings.push(finding);
            }
        }
        // In a source without a body, everything would be missing.
        if !matches!(self.node, Node::Unread(_)) {
            matching.tell_missing();
        }
        let rest = if strict { self.clone() } else { matching.rest() };
        let sorted = matching.finish();
        (sorted.content, rest, sorted.findings)
    }

    /// Returns `true` if an earlier schema has claimed the attributes of this name.
    fn is_claimed(&self, name: &str) -> bool {
        self.claimed.as_ref().is_some_and(|claimed| claimed.attributes.contains(name))
    }

    /// Returns `true` if an earlier schema has claimed the blocks of this type.
    fn is_claimed_block(&self, block_type: &str) -> bool {
        self.claimed.as_ref().is_some_and(|claimed| claimed.blocks.contains(block_type))
    }

    fn place(&self, range: TextRange) -> hclx_diag::Span {
        range.in_source(self.source)
    }
}

/// A body that is being matched against a schema.
struct BodyMatcher<'v, 't> {
    view: &'v BodyView<'t>,
    schema: &'v PreparedSchema,
    attributes: Vec<AttributeView<'t>>,
    /// The found attribute for each slot of the schema.
    taken: Slots,
    blocks: Vec<BlockView<'t>>,
    strangers: Vec<UnexpectedItem<'t>>,
    mislabelled: Vec<BlockView<'t>>,
    findings: Vec<Diagnostic>,
}

impl<'t> BodyMatcher<'_, 't> {
    fn finish(mut self) -> MatchedBody<'t> {
        Diagnostic::sort_by_place(&mut self.findings);
        let BodyMatcher { view, attributes, blocks, taken, strangers, mislabelled, findings, .. } = self;
        let content = Content { attributes, blocks, missing_item: view.missing_item(), slots: taken };
        MatchedBody { content, strangers, mislabelled, findings }
    }

    /// Sets the attribute of a slot. If the slot is taken, returns the earlier attribute.
    fn take(&mut self, slot: usize, attribute: AttributeView<'t>) -> Option<&AttributeView<'t>> {
        if let Some(before) = self.taken.get(slot) {
            return self.attributes.get(before);
        }
        self.taken.set(slot, self.attributes.len());
        self.attributes.push(attribute);
        None
    }

    /// Reports missing required attributes, each name only once.
    fn tell_missing(&mut self) {
        let mut told = OrderedSet::new();
        for wanted in self.schema.schema().attributes.iter().filter(|wanted| wanted.required) {
            let name = wanted.name.as_str();
            if !self.has(name) && told.insert(name) {
                let place = self.view.place(self.view.missing_item());
                self.findings.push(wording::missing_attribute(place, name));
            }
        }
    }

    /// Returns `true` if the attribute of a name was found.
    fn has(&self, name: &str) -> bool {
        self.schema.find(name).slot.is_some_and(|slot| self.taken.get(slot).is_some())
    }

    /// The names of attributes that could still be set.
    fn unset_attributes(&self) -> impl Iterator<Item = &str> {
        let names = self.schema.schema().attributes.iter().map(|wanted| wanted.name.as_str());
        names.filter(|name| !self.has(name) && !self.view.is_claimed(name))
    }

    /// The body without the items of the schema.
    fn rest(&self) -> BodyView<'t> {
        let mut claimed = self.view.claimed.as_deref().cloned().unwrap_or_default();
        // As in HCL, an attribute is only claimed if it is there, but a block type always.
        claimed.attributes.extend(self.attributes.iter().map(|attribute| attribute.name.to_owned()));
        let types = self.schema.schema().blocks.iter().map(|block| block.block_type.clone());
        match self.view.node {
            // in this case, properties of such names have been read as blocks
            Node::Json(_) => claimed.attributes.extend(types),
            Node::Native(_) | Node::Unread(_) => claimed.blocks.extend(types),
        }
        BodyView { claimed: Some(Arc::new(claimed)), ..self.view.clone() }
    }
}
