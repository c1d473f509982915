//! The tree of a Mull document: markup and the expressions inside quotations in one arena.
//!
//! Ranges are byte offsets in the file, even for decoded scalars and re-indented lines. Statements are
//! normalized: a body has the kind of the collection that it contributes to, so that traversals of the tree
//! need not determine it (the kinds of bodies, Mull §2.6). Out of scope: the meaning of declarations and
//! names.

use std::ops::Range;
use std::sync::Arc;

use hclx_diag::TextRange;

/// The form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// YAML-like.
    Yaml,
    /// JSON-like.
    Json,
}

impl Form {
    /// The name of the form.
    pub fn name(self) -> &'static str {
        match self {
            Form::Yaml => "yaml",
            Form::Json => "json",
        }
    }
}
pub use hclx_syntax::ast::{BinaryOp, UnaryOp};

/// A node of a [`Document`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A node with its range. A scalar that consists of a single quotation is the node of its expression, with
/// the range of the expression.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind, with the children.
    pub kind: NodeKind,
    /// The range; for a quoted scalar with its quotes.
    pub range: TextRange,
}

/// A name and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub text: Arc<str>,
    /// The source range.
    pub range: TextRange,
}

/// The forms of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A placeholder from recovery; the reason was reported.
    Missing,

    // Scalars of markup, and literals of expressions.
    /// `null`, `~`, nothing.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number as written: decimal, `0x…` or `0o…`.
    Number {
        /// The digits.
        text: Arc<str>,
        /// Set if written as an integer; `1.0` is not.
        integral: bool,
    },
    /// A string without quotations, decoded.
    String(Arc<str>),
    /// A string with quotations: literal parts ([`NodeKind::String`]) and expressions. Only in markup.
    Text(Box<[NodeId]>),

    // Collections of markup.
    /// A mapping; its entries are [`Entry::Pair`] and statements whose bodies are mappings.
    Mapping(Box<[Entry]>),
    /// A sequence; its entries are [`Entry::Element`] and statements whose bodies are sequences.
    Sequence(Box<[Entry]>),
    /// A mapping of statement keys in place of a scalar or a quotation: exactly one statement ([`Entry::If`],
    /// [`Entry::For`] or [`Entry::Insert`]) besides [`Entry::Let`]s. Bodies can be any nodes: an `if`
    /// evaluates to the selected body or undefined, a `for` like the expression `for`, an insert to its
    /// value.
    Statement(Box<[Entry]>),

    // Expressions.
    /// `undefined`.
    Undefined,
    /// A name that is not called.
    Name(Arc<str>),
    /// `this`.
    This,
    /// `type`.
    Type,
    /// `ctx`.
    Ctx,
    /// `base.name`.
    Member {
        /// Before the dot.
        base: NodeId,
        /// After the dot.
        name: Word,
    },
    /// `base[index]`.
    Index {
        /// Before the bracket.
        base: NodeId,
        /// The index in brackets.
        index: NodeId,
        /// The opening bracket.
        bracket: TextRange,
    },
    /// `name(args…)`.
    Call {
        /// The function.
        name: Word,
        /// The arguments.
        args: Box<[NodeId]>,
    },
    /// `if(condition, yes)`, `if(condition, yes, no)`.
    If {
        /// The condition.
        condition: NodeId,
        /// The value if the condition is true.
        yes: NodeId,
        /// The value if the condition is false; undefined if it is omitted.
        no: Option<NodeId>,
    },
    /// `for(subject, body)`.
    For {
        /// The subject.
        subject: NodeId,
        /// The body.
        body: NodeId,
    },
    /// `-x`, `!x`.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: NodeId,
    },
    /// `l op r`.
    Binary {
        /// The operator between the operands.
        op: BinaryOp,
        /// Left operand.
        left: NodeId,
        /// Right operand.
        right: NodeId,
        /// The range of the operator.
        at: TextRange,
    },
    /// `l ?? r`.
    Coalesce {
        /// Left operand.
        left: NodeId,
        /// Right operand.
        right: NodeId,
    },
    /// `[a, b]`.
    Array(Box<[NodeId]>),
    /// `{ k: v }`. Keys are expressions, except in a map that is asserted to be of an object type, where keys
    /// are names ([`NodeKind::Name`] or [`NodeKind::String`]).
    Map(Box<[(NodeId, NodeId)]>),
    /// `T{…}`, `!T node`, `${as T}`: asserts that the value has the type. With entries or nothing between the
    /// braces, the value is a [`NodeKind::Map`].
    Assert {
        /// The type.
        ty: Arc<TypeExpr>,
        /// The value.
        value: NodeId,
        /// Set for an assertion with entries (or nothing) in braces; the keys of an object type are then
        /// names.
        entries: bool,
    },
}

/// An entry of a mapping or an element of a sequence.
#[derive(Clone, Debug)]
pub enum Entry {
    /// `key: value`. A literal key is a [`NodeKind::String`] with its decoded contents (`1` and `true` are
    /// strings as keys); any other key is computed.
    Pair {
        /// The key.
        key: NodeId,
        /// The value.
        value: NodeId,
    },
    /// An element of a sequence.
    Element(NodeId),
    /// `${let name = value}`, `${let name}: node`.
    Let {
        /// The name.
        name: Word,
        /// The value.
        value: NodeId,
    },
    /// A lone quotation next to siblings, or `${insert}: node`.
    Insert(NodeId),
    /// `${if …}` to `${done}`.
    If(Box<[Arm]>),
    /// `${for …}` to `${done}`.
    For {
        /// The subject.
        subject: NodeId,
        /// The repeated body, which has the kind of the enclosing collection.
        body: NodeId,
        /// The quotation `${for …}`.
        marker: TextRange,
    },
}

/// A branch of an `if` cascade.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The condition; `None` for `else`.
    pub condition: Option<NodeId>,
    /// The body, which has the kind of the enclosing collection.
    pub body: NodeId,
    /// The quotation `${if …}`, `${else if …}`, `${else}`.
    pub marker: TextRange,
}

/// A type expression.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// The kind, with the children.
    pub kind: TypeKind,
    /// The source range.
    pub range: TextRange,
}

/// The forms of type expressions (Mull §4.1).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TypeKind {
    /// A placeholder from recovery; the reason was reported.
    Missing,
    Any,
    Bool,
    Int,
    Number,
    String,
    /// `none`, `null`.
    None,
    Map {
        key: Box<TypeExpr>,
        value: Box<TypeExpr>,
    },
    Set(Box<TypeExpr>),
    Promise(Box<TypeExpr>),
    Output(Box<TypeExpr>),
    /// `T[]`.
    Array(Box<TypeExpr>),
    /// `T?`.
    Optional(Box<TypeExpr>),
    /// `{A, B}`.
    Tuple(Vec<TypeExpr>),
    /// `{a: A, b?: B}`; also `{}`.
    Object(Vec<TypeProperty>),
    /// `A | B`.
    Union(Vec<TypeExpr>),
    /// `"string"`.
    Text(Arc<str>),
    /// A number as written.
    Numeral(Arc<str>),
    /// `true`, `false`.
    Truth(bool),
    /// The name of a declared type.
    Named(Arc<str>),
}

/// A property of an object type.
#[derive(Clone, Debug)]
pub struct TypeProperty {
    /// The name.
    pub name: Word,
    /// Set if `?` follows the name.
    pub optional: bool,
    /// The type.
    pub ty: TypeExpr,
}

/// A map from offsets in a decoded scalar to the file: pairs of (offset in the scalar, offset in the file),
/// ascending; between two pairs both advance together.
pub type Places = Box<[(u32, u32)]>;

/// A parsed document.
#[derive(Debug)]
pub struct Document {
    pub(crate) form: Form,
    pub(crate) source: Arc<[u8]>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: Option<NodeId>,
    /// The offset maps of strings that differ from the file because of escapes or folding, sorted by node.
    pub(crate) places: Vec<(NodeId, Places)>,
    /// The keys that consist of a single quotation, with the range of the quotation.
    pub(crate) keys: Vec<(NodeId, TextRange)>,
}

impl Document {
    /// The form of the document.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The bytes that the document was parsed from.
    pub fn source(&self) -> &Arc<[u8]> {
        &self.source
    }

    /// The outermost node; `None` for an empty document.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The kind of a node.
    pub fn kind(&self, id: NodeId) -> &NodeKind {
        &self.nodes[id.0 as usize].kind
    }

    /// The range of a node.
    pub fn range(&self, id: NodeId) -> TextRange {
        self.nodes[id.0 as usize].range
    }

    /// The number of nodes; ids are below it.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The contents of a literal key.
    pub fn static_key(&self, key: NodeId) -> Option<&Arc<str>> {
        match self.kind(key) {
            NodeKind::String(text) => Some(text),
            _ => None,
        }
    }

    /// The range of a key; for a quotation, including its braces.
    pub fn key_range(&self, key: NodeId) -> TextRange {
        match self.keys.binary_search_by_key(&key, |(id, _)| *id) {
            Ok(at) => self.keys[at].1,
            Err(_) => self.range(key),
        }
    }

    /// The range in the file of the bytes `start..end` of a decoded string.
    pub fn place(&self, string: NodeId, start: usize, end: usize) -> TextRange {
        let known = self.places.binary_search_by_key(&string, |(id, _)| *id).ok();
        let places = known.map_or(&[] as &[(u32, u32)], |at| &self.places[at].1);
        stretch(places, self.range(string).start, start as u32..end as u32)
    }
}

/// The range in the file of a range of a decoded string.
pub(crate) fn stretch(places: &[(u32, u32)], base: u32, range: Range<u32>) -> TextRange {
    let from = offset(places, base, range.start);
    let to = match places.binary_search_by_key(&range.end, |(decoded, _)| *decoded) {
        // an escape ends here
        Ok(at) => places[at].1,
        // the position of the last byte instead of the first byte after it, which may be elsewhere
        Err(_) if !range.is_empty() => offset(places, base, range.end - 1) + 1,
        Err(_) => from,
    };
    TextRange::new(from, to.max(from))
}

/// The offset in the file of an offset in a decoded string.
pub(crate) fn offset(places: &[(u32, u32)], base: u32, at: u32) -> u32 {
    match places.partition_point(|(decoded, _)| *decoded <= at) {
        0 => base + at,
        next => {
            let (decoded, source) = places[next - 1];
            source + (at - decoded)
        }
    }
}
