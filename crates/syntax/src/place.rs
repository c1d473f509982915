//! The data of a cursor: the parser's observations, which `cursor` returns.
//!
//! Out of scope: collecting them.

use hclx_diag::TextRange;

use crate::ast::{BinaryOp, ExprId, ExprKind, Item, Tree, UnaryOp};

/// The context of a cursor: what may come next, and the enclosing constructs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The open bodies, outermost first. The first is that of a file in native syntax.
    pub bodies: Vec<OpenBody>,
    /// The kind of item that may come next.
    pub context: Context,
    /// The constructs around the cursor inside the innermost body, outermost first. JSON has no bodies in its
    /// syntax, so there they start with the properties from the root on.
    pub around: Vec<CursorContext>,
    /// The steps of the traversal whose next step is at the cursor, after a dot; empty at the start of an
    /// expression.
    pub steps: Vec<WrittenStep>,
    /// The range of these steps, without the dot.
    pub traversal: TextRange,
    /// The word around the cursor, which a completion item replaces. In a string, its contents.
    pub word: TextRange,
    /// The names of loops in scope, innermost last.
    pub loops: Vec<LoopName>,
}

impl Cursor {
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
    pub items: Vec<ExistingItem>,
}

/// An item of a body, or a key of an object, that already exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExistingItem {
    /// The name of the attribute or the type of the block.
    pub name: String,
    /// Set for a block.
    pub is_block: bool,
    /// The value of an attribute, if it is a string.
    pub text: Option<String>,
}

impl ExistingItem {
    /// The data of an item of a body.
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

/// The kind of item that may come next at a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// Nothing with a name: the construct is complete or cannot be parsed.
    #[default]
    Nothing,
    /// The name of an attribute or the type of a block.
    Body,
    /// A label of a block.
    Header {
        /// The type of the block.
        block_type: String,
        /// The preceding labels.
        labels: Vec<String>,
        /// The start of the contents of the label, if it is quoted.
        text: Option<u32>,
    },
    /// An expression, or the next step of one.
    Value,
    /// A key of an object.
    ObjectKey {
        /// The offset of the brace.
        start: u32,
        /// The preceding keys.
        given: Vec<String>,
    },
    /// The contents of a string.
    Text {
        /// The start of the part of the string that the cursor is in.
        start: u32,
        /// Set if that part is the first of the quoted string.
        is_whole: bool,
    },
    /// The rest of a function name, after a namespace.
    FunctionName {
        /// The namespaces, joined by `::`.
        namespace: String,
    },
    /// The keyword of a directive.
    Directive,
    /// A new name, such as the variable of a loop.
    NewName,
    /// A comment.
    Comment {
        /// The start of the comment.
        start: u32,
    },
}

/// A construct around a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CursorContext {
    /// The value of an attribute.
    Attribute(String),
    /// The value of a key of an object; the key is empty if it is computed.
    ObjectValue(String),
    /// A computed key of an object.
    ObjectKey,
    /// An element of a list, by index.
    Element(usize),
    /// An argument of a call.
    Argument {
        /// The name of the function.
        function: String,
        /// The index of the argument.
        index: usize,
        /// The offset of the parenthesis.
        open: u32,
    },
    /// An operand of a binary operator.
    Operand(BinaryOp),
    /// The operand of a unary operator.
    Unary(UnaryOp),
    /// An index in a traversal.
    Index {
        /// The steps before the index.
        of: Vec<WrittenStep>,
        /// The range of the traversal.
        place: TextRange,
    },
    /// `${ }` in a string.
    Interpolation,
    /// A condition of `for`, of a directive or of `? :`.
    Condition,
    /// A value that the following steps apply to.
    Source,
    /// The collection of a loop.
    Collection,
    /// A result of `for`.
    ForResult {
        /// Set for an object.
        is_object: bool,
        /// Set for the key of an object, or for the only result of a list.
        is_first: bool,
    },
}

/// A step of a traversal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenStep {
    /// The name at the start of the traversal.
    Root(String),
    /// An expression other than a name at the start.
    Expression(TextRange),
    /// `.name`.
    Name(String),
    /// An index that is a string.
    Key(String),
    /// An index that is a number.
    Number(String),
    /// Any other index.
    Index,
    /// `.*` or `[*]`.
    Splat,
}

/// A loop variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopName {
    /// The name.
    pub name: String,
    /// Set for the variable of keys.
    pub is_key: bool,
    /// The range of the collection.
    pub collection: TextRange,
}

/// The name of a key expression: a string or a bare name; empty for any other expression.
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
