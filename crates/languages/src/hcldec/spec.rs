//! A specification as data: a tree of what is to be read from a body.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::Span;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::{AttributeSchema, BlockSchema, PreparedSchema, Schema};

/// One block of a specification: what it reads from a body, or makes of what others read.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What it is.
    pub kind: Kind,
    /// Its header in the specification.
    pub place: Span,
    /// The type of what it gives, as far as it is known without a body.
    pub ty: Type,
}

/// The types of blocks in a specification.
#[derive(Clone, Debug)]
pub enum Kind {
    /// `object`: names and what gives their values, no name twice; and the order of these entries by
    /// name, which is that of the attributes of the type.
    Object(Vec<(Arc<str>, Spec)>, Vec<usize>),
    /// `array`.
    Array(Vec<Spec>),
    /// `attr`.
    Attr(Attr),
    /// `block`.
    Block(Single),
    /// `block_list`.
    List(Blocks),
    /// `block_set`.
    Set(Blocks),
    /// `block_map`.
    Map(BlockMap),
    /// `block_attrs`.
    Attrs(BlockAttrs),
    /// `literal`.
    Literal(Value),
    /// `default`: the first that is not null.
    Default(Vec<Spec>),
    /// `transform`.
    Transform {
        /// What gives `nested`.
        nested: Box<Spec>,
        /// An expression over `nested` in the specification; without one the result is null.
        result: Option<ExprId>,
    },
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attr {
    /// Its name.
    pub name: Arc<str>,
    /// The type that its value is converted to.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// Its number in the schema of its level.
    pub slot: usize,
}

/// A block of which there is at most one.
#[derive(Clone, Debug)]
pub struct Single {
    /// Its type.
    pub block_type: Arc<str>,
    /// Its position among the blocks of the schema of its level.
    pub position: usize,
    /// Whether it must be there.
    pub required: bool,
    /// What it holds.
    pub level: Box<Level>,
}

/// Blocks of one type.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// Their type.
    pub block_type: Arc<str>,
    /// Its position among the blocks of the schema of their level.
    pub position: usize,
    /// How many there must be.
    pub min: i64,
    /// How many there may be; 0 and less is no limit.
    pub max: i64,
    /// What each of them holds.
    pub level: Box<Level>,
}

/// Blocks that are found by their labels.
#[derive(Clone, Debug)]
pub struct BlockMap {
    /// Their type.
    pub block_type: Arc<str>,
    /// Its position among the blocks of the schema of their level.
    pub position: usize,
    /// What their labels are called; at least one.
    pub labels: Vec<String>,
    /// What each of them holds.
    pub level: Box<Level>,
}

/// A block of which every attribute is an element of a map.
#[derive(Clone, Debug)]
pub struct BlockAttrs {
    /// Its type.
    pub block_type: Arc<str>,
    /// Its position among the blocks of the schema of its level.
    pub position: usize,
    /// The type that the values are converted to.
    pub element: Type,
    /// Whether it must be there.
    pub required: bool,
}

/// A body: the schema that it has to meet and what is read from it.
#[derive(Clone, Debug)]
pub struct Level {
    /// What is read.
    pub spec: Spec,
    /// What may stand in the body; what must, is in [`Level::required`].
    pub schema: PreparedSchema,
    /// The attributes that must be there, each once, with the block of the specification that says so.
    pub required: Vec<(Arc<str>, Span)>,
}

impl Level {
    /// The body that a specification reads.
    pub fn new(mut spec: Spec) -> Self {
        let (mut schema, mut required) = (Schema::default(), Vec::new());
        spec.collect(&mut schema, &mut required);
        let schema = PreparedSchema::new(schema);
        spec.number(&schema);
        Self { spec, schema, required }
    }

    /// The block of the specification that reads attributes or blocks of a name.
    pub fn reader(&self, name: &str) -> Option<Span> {
        self.spec.reader(name)
    }
}

impl Spec {
    /// Adds what this block and those that read the same body allow and require.
    fn collect(&self, schema: &mut Schema, required: &mut Vec<(Arc<str>, Span)>) {
        let mut block = |block_type: &Arc<str>, labels: &[String]| {
            schema.blocks.push(BlockSchema {
                block_type: block_type.to_string(),
                labels: labels.to_vec(),
                optional_labels: 0,
            });
        };
        match &self.kind {
            Kind::Attr(attr) => {
                if attr.required && !required.iter().any(|(name, _)| *name == attr.name) {
                    required.push((attr.name.clone(), self.place));
                }
                schema.attributes.push(AttributeSchema { name: attr.name.to_string(), required: false });
            }
            Kind::Block(single) => block(&single.block_type, &[]),
            Kind::List(blocks) | Kind::Set(blocks) => block(&blocks.block_type, &[]),
            Kind::Map(map) => block(&map.block_type, &map.labels),
            Kind::Attrs(attrs) => block(&attrs.block_type, &[]),
            Kind::Literal(_) => {}
            Kind::Object(..) | Kind::Array(_) | Kind::Default(_) | Kind::Transform { .. } => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                    self.children().for_each(|child| child.collect(schema, required));
                });
            }
        }
    }

    /// Gives attributes and blocks their numbers in the schema, which holds all of them.
    fn number(&mut self, schema: &PreparedSchema) {
        let position = |block_type: &str| schema.block_position(block_type).unwrap_or_default();
        match &mut self.kind {
            Kind::Attr(attr) => attr.slot = schema.slot(&attr.name).unwrap_or_default(),
            Kind::Block(single) => single.position = position(&single.block_type),
            Kind::List(blocks) | Kind::Set(blocks) => blocks.position = position(&blocks.block_type),
            Kind::Map(map) => map.position = position(&map.block_type),
            Kind::Attrs(attrs) => attrs.position = position(&attrs.block_type),
            _ => self.number_children(schema),
        }
    }

    fn number_children(&mut self, schema: &PreparedSchema) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &mut self.kind {
            Kind::Object(entries, _) => entries.iter_mut().for_each(|(_, spec)| spec.number(schema)),
            Kind::Array(specs) | Kind::Default(specs) => {
                specs.iter_mut().for_each(|spec| spec.number(schema))
            }
            Kind::Transform { nested, .. } => nested.number(schema),
            _ => {}
        });
    }

    fn reader(&self, wanted: &str) -> Option<Span> {
        let name = match &self.kind {
            Kind::Attr(attr) => &attr.name,
            Kind::Block(single) => &single.block_type,
            Kind::List(blocks) | Kind::Set(blocks) => &blocks.block_type,
            Kind::Map(map) => &map.block_type,
            Kind::Attrs(attrs) => &attrs.block_type,
            Kind::Literal(_) => return None,
            Kind::Object(..) | Kind::Array(_) | Kind::Default(_) | Kind::Transform { .. } => {
                return stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                    self.children().find_map(|child| child.reader(wanted))
                });
            }
        };
        (**name == *wanted).then_some(self.place)
    }

    /// The blocks inside that read the same body.
    pub fn children(&self) -> impl Iterator<Item = &Spec> {
        let (named, listed, one) = match &self.kind {
            Kind::Object(entries, _) => (entries.as_slice(), &[][..], None),
            Kind::Array(specs) | Kind::Default(specs) => (&[][..], specs.as_slice(), None),
            Kind::Transform { nested, .. } => (&[][..], &[][..], Some(&**nested)),
            _ => (&[][..], &[][..], None),
        };
        named.iter().map(|(_, spec)| spec).chain(listed).chain(one)
    }
}
