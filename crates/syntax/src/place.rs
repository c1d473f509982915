//! The place of a cursor in a source: what the parser notes, and what `cursor` answers.
//!
//! Out of scope: finding it.

use hclx_diag::TextRange;

use crate::ast::{BinaryOp, ExprId, ExprKind, Item, Tree, UnaryOp};

/// The place of a cursor: the things that may come next, and the constructs around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The open bodies, outermost first. The first is that of a file in native syntax.
    pub bodies: Vec<OpenBody>,
    /// The kind of things that may come next.
    pub context: Context,
    /// The constructs around the cursor inside of the innermost body, outermost first. In JSON, where the syntax has no
    /// bodies, they begin with the properties from the root on.
    pub around: Vec<Around>,
    /// The steps of the traversal whose next one is written at the cursor, after a dot; empty where an expression
    /// begins.
    pub steps: Vec<WrittenStep>,
    /// The place of these steps, without the dot.
    pub traversal: TextRange,
    /// The word at the cursor, before and after it: an item replaces it. In a string, its contents.
    pub word: TextRange,
    /// The names of loops in scope, innermost last.
    pub loops: Vec<LoopName>,
}

impl Cursor {
    /// Returns true if an expression may be written at the cursor.
    pub fn is_in_value(&self) -> bool {
        self.context == Context::Value
    }

    /// The innermost body.
    pub fn body(&self) -> Option<&OpenBody> {
        self.bodies.last()
    }
}

/// An open body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenBody {
    /// The type of its block; empty for the body of a file.
    pub block_type: String,
    /// The labels of its block.
    pub labels: Vec<String>,
    /// The offset of its opening brace; zero for the body of a file.
    pub start: u32,
    /// The items before the cursor.
    pub items: Vec<Given>,
}

/// An item of a body, or a key of an object, that is there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the attribute or the type of the block.
    pub name: String,
    /// Set for a block.
    pub is_block: bool,
    /// The value of an attribute, if it is a string.
    pub text: Option<String>,
}

impl Given {
    /// An item of a body.
    pub fn of(tree: &Tree, item: &Item) -> Self {
        match item {
            Item::Attribute(attribute) => Self {
                name: tree.text(attribute.name.text).to_owned(),
                is_block: false,
                text: match tree.expr(attribute.value).kind {
                    ExprKind::String(text) => Some(tree.text(text).to_owned()),
                    _ => None,
                },
            },
            Item::Block(block) => Self {
                name: tree.text(tree.node(*block).block_type.text).to_owned(),
                is_block: true,
                text: None,
            },
        }
    }
}

/// The kind of things that may come next at a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// Nothing that has a name: something is complete, or cannot be read.
    #[default]
    Nothing,
    /// The name of an attribute or the type of a block.
    Body,
    /// A label of a block.
    Header {
        /// The type of the block.
        block_type: String,
        /// The labels before it.
        labels: Vec<String>,
        /// The start of the contents of the label, if it is in quotes.
        text: Option<u32>,
    },
    /// An expression, or the next step of one.
    Value,
    /// A key of an object.
    ObjectKey {
        /// The offset of the brace.
        start: u32,
        /// The keys before it.
        given: Vec<String>,
    },
    /// The contents of a string.
    Text {
        /// Where the part of it begins that the cursor is in.
        start: u32,
        /// Set if that is the start of a quoted string.
        is_whole: bool,
    },
    /// The rest of the name of a function.
    FunctionName {
        /// The namespaces, joined by `::`.
        namespace: String,
    },
    /// The keyword of a directive.
    Directive,
    /// A new name, such as that of a loop.
    NewName,
    /// A comment.
    Comment {
        /// Its start.
        start: u32,
    },
}

/// A construct around a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Around {
    /// The value of an attribute.
    Attribute(String),
    /// The value of a key of an object; the key is empty if it is computed.
    ObjectValue(String),
    /// An expression as the key of an object.
    ObjectKey,
    /// The element of a list with this number.
    Element(usize),
    /// An argument of a call.
    Argument {
        /// The name of the function.
        function: String,
        /// The number of the argument.
        index: usize,
        /// The offset of the parenthesis.
        open: u32,
    },
    /// An operand of an operator.
    Operand(BinaryOp),
    /// The operand of a unary operator.
    Unary(UnaryOp),
    /// An index of a traversal.
    Index {
        /// The steps.
        of: Vec<WrittenStep>,
        /// The place of the traversal.
        place: TextRange,
    },
    /// `${ }` in a string.
    Interpolation,
    /// A condition of `for`, of a directive or of `? :`.
    Condition,
    /// A value into which steps are written after it.
    Source,
    /// The collection of a loop.
    Collection,
    /// A result of `for`.
    ForResult {
        /// Set for an object.
        is_object: bool,
        /// Set for its key, or for the only result of a list.
        is_first: bool,
    },
}

/// A step of a traversal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenStep {
    /// The name that the traversal begins with.
    Root(String),
    /// An expression other than a name at its start.
    Expression(TextRange),
    /// `.name`.
    Name(String),
    /// An index that is a string.
    Key(String),
    /// A number as index.
    Number(String),
    /// Any other index.
    Index,
    /// `.*` or `[*]`.
    Splat,
}

/// The name of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopName {
    /// The name.
    pub name: String,
    /// Set for the name of keys.
    pub is_key: bool,
    /// The place of the collection.
    pub collection: TextRange,
}

/// The words of an expression that is a key: those of a string or a name; empty for any other one.
pub(crate) fn key_text(tree: &Tree, key: ExprId) -> String {
    match tree.expr(key).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, .. } | ExprKind::Variable(text) => {
            tree.text(text).to_owned()
        }
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Null => "null".to_owned(),
        _ => String::new(),
    }
}
