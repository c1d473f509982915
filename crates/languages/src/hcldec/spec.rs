//! Specifications as data: a tree of the items to read from a body.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Ordered, Span};
use hclx_schema::{Attribute, Block, Nested, Nesting};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::PreparedSchema;

/// A block of a specification: an item that it reads from a body, or a combination of other results.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The kind of block, with its arguments.
    pub kind: Kind,
    /// The header in the specification.
    pub place: Span,
    /// The type of the result, as far as it can be determined without a body.
    pub ty: Type,
}

impl Drop for Spec {
    /// Drops the parts on a growing stack, because they may be deeply nested.
    fn drop(&mut self) {
        if !matches!(self.kind, Kind::Attr(_) | Kind::Attrs(_) | Kind::Literal(_)) {
            hclx_diag::grow(|| drop(std::mem::replace(&mut self.kind, Kind::Array(Vec::new()))));
        }
    }
}

/// The types of blocks in a specification.
#[derive(Clone, Debug)]
pub enum Kind {
    /// `object`: unique names with the specifications of their values, and the order of these entries sorted
    /// by name, like the attributes of the type.
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
    /// `default`: the first result that is not null.
    Default(Vec<Spec>),
    /// `transform`.
    Transform {
        /// The block whose result is `nested`.
        nested: Box<Spec>,
        /// An expression over `nested` in the specification; if it is missing, the result is null.
        result: Option<ExprId>,
    },
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attr {
    /// The name of the attribute.
    pub name: Arc<str>,
    /// The type that its value is converted to.
    pub ty: Type,
    /// Set for a required item.
    pub required: bool,
    /// The slot in the schema of its level.
    pub slot: usize,
}

/// A block that occurs at most once.
#[derive(Clone, Debug)]
pub struct Single {
    /// The block type.
    pub block_type: Arc<str>,
    /// The position among the blocks of the schema of its level.
    pub position: usize,
    /// Set for a required item.
    pub required: bool,
    /// The contents.
    pub level: Box<Level>,
}

/// Blocks of one type.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The block type.
    pub block_type: Arc<str>,
    /// The position among the blocks of the schema of their level.
    pub position: usize,
    /// The minimum number of blocks.
    pub min: i64,
    /// The maximum number of blocks; 0 or less for no limit.
    pub max: i64,
    /// The contents of each block.
    pub level: Box<Level>,
}

/// Blocks that become a map by their labels.
#[derive(Clone, Debug)]
pub struct BlockMap {
    /// The block type.
    pub block_type: Arc<str>,
    /// The position among the blocks of the schema of their level.
    pub position: usize,
    /// The names of the labels; at least one.
    pub labels: Vec<String>,
    /// The contents of each block.
    pub level: Box<Level>,
}

/// A block whose attributes become the elements of a map.
#[derive(Clone, Debug)]
pub struct BlockAttrs {
    /// The block type.
    pub block_type: Arc<str>,
    /// The position among the blocks of the schema of its level.
    pub position: usize,
    /// The type that the values are converted to.
    pub element: Type,
    /// Set for a required item.
    pub required: bool,
}

/// A body: its schema, and the specification of the items to read.
#[derive(Clone, Debug)]
pub struct Level {
    /// The specification.
    pub spec: Spec,
    /// The schema.
    pub block: Arc<Block>,
}

impl Level {
    /// Creates the level for the body that a specification reads.
    pub fn new(mut spec: Spec) -> Self {
        let mut parts = Parts::default();
        spec.collect(&mut parts);
        let mut block = Block::new();
        parts.attributes.into_iter().for_each(|attribute| block.push_attribute(attribute));
        parts.blocks.into_iter().for_each(|nested| block.push_nested(nested));
        spec.number(block.prepared());
        Self { spec, block: Arc::new(block) }
    }

    /// The block of the specification that reads the attribute or blocks with a name.
    pub fn reader(&self, name: &str) -> Option<Span> {
        self.spec.reader(name)
    }
}

/// The items that the specification blocks for one body allow, without duplicates.
#[derive(Default)]
struct Parts {
    attributes: Vec<Attribute>,
    blocks: Vec<Nested>,
    /// Positions by name.
    known: Ordered<Arc<str>, usize>,
    /// Positions by block type.
    types: Ordered<Arc<str>, usize>,
}

impl Parts {
    /// Adds an attribute. It is required if one block of the specification requires it, and messages refer to
    /// that block.
    fn attribute(&mut self, attribute: Attribute) {
        match self.known.get(&attribute.name) {
            Some(position) if attribute.required && !self.attributes[*position].required => {
                self.attributes[*position] = attribute;
            }
            Some(_) => {}
            None => {
                self.known.insert(attribute.name.clone(), self.attributes.len());
                self.attributes.push(attribute);
            }
        }
    }

    /// Adds a block type; for duplicates the last one wins, as in the reference.
    fn nested(&mut self, nested: Nested) {
        match self.types.get(&nested.block_type) {
            Some(position) => self.blocks[*position] = nested,
            None => {
                self.types.insert(nested.block_type.clone(), self.blocks.len());
                self.blocks.push(nested);
            }
        }
    }
}

impl Spec {
    /// Adds the items that this block, and nested blocks that read the same body, allow and
    /// require.
    fn collect(&self, parts: &mut Parts) {
        match &self.kind {
            Kind::Attr(attr) => {
                let place = Some(self.place);
                let attribute = Attribute { place, ..Attribute::new(attr.name.clone(), attr.ty.clone()) };
                parts.attribute(if attr.required { attribute.required() } else { attribute });
            }
            Kind::Literal(_) => {}
            Kind::Object(..) | Kind::Array(_) | Kind::Default(_) | Kind::Transform { .. } => {
                hclx_diag::grow(|| {
                    self.children().for_each(|child| child.collect(parts));
                });
            }
            Kind::Block(_) | Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Attrs(_) => {
                self.nested().into_iter().for_each(|nested| parts.nested(nested));
            }
        }
    }

    /// The block type that it reads.
    pub fn nested(&self) -> Option<Nested> {
        let place = Some(self.place);
        let nested = |block_type: &Arc<str>, nesting, level: &Level| Nested {
            place,
            nesting,
            ..Nested::new(block_type.clone()).body(level.block.clone())
        };
        let several = |blocks: &Blocks, nesting| Nested {
            min: usize::try_from(blocks.min).unwrap_or_default(),
            max: usize::try_from(blocks.max).ok().filter(|max| *max > 0),
            ..nested(&blocks.block_type, nesting, &blocks.level)
        };
        Some(match &self.kind {
            Kind::Block(single) => Nested {
                min: usize::from(single.required),
                ..nested(&single.block_type, Nesting::Single, &single.level)
            },
            Kind::List(blocks) => several(blocks, Nesting::List),
            Kind::Set(blocks) => several(blocks, Nesting::Set),
            Kind::Map(map) => nested(&map.block_type, Nesting::Map, &map.level).labels(map.labels.clone()),
            Kind::Attrs(attrs) => Nested {
                place,
                min: usize::from(attrs.required),
                ..Nested::new(attrs.block_type.clone()).single().holding(Block::map_of(attrs.element.clone()))
            },
            _ => return None,
        })
    }

    /// Assigns the slots and positions in the schema, which contains all attributes and blocks.
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
        hclx_diag::grow(|| match &mut self.kind {
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
                return hclx_diag::grow(|| self.children().find_map(|child| child.reader(wanted)));
            }
        };
        (**name == *wanted).then_some(self.place)
    }

    /// The nested blocks that read the same body.
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
