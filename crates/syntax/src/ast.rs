//! The syntax tree: an arena of small nodes that hold byte ranges and ids, never a source number,
//! so that equal files can share one tree.
//!
//! Native syntax and the JSON profile end in the same expressions. Every node is `Copy`; lists of
//! children are slices of pools. Invariant: every id and slice in a tree belongs to that tree.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use hclx_diag::{Diagnostic, TextRange};

/// An expression of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// A body of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

/// A text: the source's own bytes or, where escapes were decoded, a piece of the tree's pool.
/// Read it with [`Tree::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Str {
    /// Offset into the source, or into the pool if `pooled` is set in `len`.
    pub(crate) start: u32,
    /// Length in bytes; the highest bit says that the text lies in the pool.
    pub(crate) len: u32,
}

impl Str {
    /// Whether the text is empty.
    pub const fn is_empty(self) -> bool {
        self.len & !POOLED == 0
    }
}

/// A run of a pool: which pool is clear from the node that holds it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Slice<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) of: std::marker::PhantomData<fn() -> T>,
}

impl<T> Clone for Slice<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Slice<T> {}

impl<T> Slice<T> {
    /// How many elements.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A name and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name. NFC-normalised, as strings are, but for names of loops and functions, which like
    /// [`ExprKind::Variable`] are as written: HCL compares these as they are.
    pub text: Str,
    /// Where it is; with quotes if it is quoted.
    pub range: TextRange,
}

/// An expression: what it is and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub range: TextRange,
}

/// The forms of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// What recovery left where no expression could be read; a diagnostic has spoken already.
    Missing,
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number; its text is the source's, in the HCL or JSON grammar (see [`Tree::number`]).
    Number,
    /// A string without interpolation, decoded (quoted, heredoc, or a literal part of a template).
    String(Str),
    /// A template of several parts, or of one part that is not the whole (`"a${b}"`, heredocs). A
    /// part is a [`ExprKind::String`] (literal), a directive, or any expression.
    Template(Slice<ExprId>),
    /// `"${x}"` alone: the value of `x` with its type.
    TemplateWrap(ExprId),
    /// `%{ if c }…%{ else }…%{ endif }`; arms are templates.
    TemplateIf(Slice<TemplateIf>),
    /// `%{ for v in c }…%{ endfor }`; the body is a template.
    TemplateFor(Slice<TemplateFor>),
    /// A JSON string: verbatim text, and what it is when it is read as a template.
    JsonString {
        /// The decoded text.
        text: Str,
        /// The template, if the text has an interpolation, directive or escape of one. Its
        /// diagnostics are in [`Tree::template_diagnostics`], because the text may not be meant
        /// as a template.
        template: Option<ExprId32>,
    },
    /// A name at the root of a traversal.
    Variable(Str),
    /// `base.a[0].b`: steps from left to right; a base is never itself a traversal.
    Traversal {
        /// Where it starts.
        base: ExprId,
        /// At least one step.
        steps: Slice<Traverse>,
    },
    /// `source.*.a` or `source[*].a[0]`; `each` is an expression over [`ExprKind::SplatItem`].
    Splat {
        /// What is iterated.
        source: ExprId,
        /// The operation on each element.
        each: ExprId,
        /// Whether it is `[*]`.
        full: bool,
    },
    /// The element inside the `each` of the nearest splat; its place is the marker `.*` or `[*]`.
    SplatItem,
    /// `name(args…)`.
    Call(Slice<Call>),
    /// `c ? a : b`.
    Conditional {
        /// Before `?`.
        condition: ExprId,
        /// Before `:`.
        yes: ExprId,
        /// After `:`.
        no: ExprId,
    },
    /// `l op r`. A chain of one precedence is a left spine: walk it in a loop, it may be long.
    Binary {
        /// The operator; its place is in [`Tree::operator_range`].
        op: BinaryOp,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `-x`, `!x`.
    Unary {
        /// The operator; it is at the start of the expression and is one byte long.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `(x)`.
    Paren(ExprId),
    /// `[a, b]`.
    Tuple(Slice<ExprId>),
    /// `{ a = 1 }`.
    Object(Slice<ObjectItem>),
    /// `[for …]`, `{for …}`.
    For(Slice<For>),
}

/// An [`ExprId`] that leaves room for `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExprId32(std::num::NonZeroU32);

impl From<ExprId> for ExprId32 {
    fn from(id: ExprId) -> Self {
        Self(std::num::NonZeroU32::new(id.0 + 1).expect("one more than a number"))
    }
}

impl From<ExprId32> for ExprId {
    fn from(id: ExprId32) -> Self {
        Self(id.0.get() - 1)
    }
}

/// `%{ if }`.
#[derive(Clone, Copy, Debug)]
pub struct TemplateIf {
    /// The condition.
    pub condition: ExprId,
    /// The arm after `%{ if }`.
    pub yes: ExprId,
    /// The arm after `%{ else }`; an empty string where there is none.
    pub no: ExprId,
    /// The marker `%{ if c }`.
    pub if_marker: TextRange,
    /// The marker `%{ else }`.
    pub else_marker: Option<TextRange>,
    /// The marker `%{ endif }`.
    pub end_marker: TextRange,
}

/// `%{ for }`.
#[derive(Clone, Copy, Debug)]
pub struct TemplateFor {
    /// The first of two names.
    pub key: Option<Name>,
    /// The only or second name.
    pub value: Name,
    /// What is iterated.
    pub collection: ExprId,
    /// The template that is repeated.
    pub body: ExprId,
    /// The marker `%{ for … }`.
    pub for_marker: TextRange,
    /// The marker `%{ endfor }`.
    pub end_marker: TextRange,
}

/// A step of a traversal.
#[derive(Clone, Copy, Debug)]
pub struct Traverse {
    /// What it does.
    pub kind: TraverseKind,
    /// Where it is: from the dot or bracket to its end.
    pub range: TextRange,
}

/// What a step of a traversal does.
#[derive(Clone, Copy, Debug)]
pub enum TraverseKind {
    /// `.name`.
    Attr(Str),
    /// `[key]`; a literal key is a [`ExprKind::Number`] or [`ExprKind::String`].
    Index(ExprId),
    /// `.0`: an index in the legacy form; the expression is a [`ExprKind::Number`].
    LegacyIndex(ExprId),
}

/// A function call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The name as written, namespaces joined by `::`.
    pub name: Name,
    /// The arguments.
    pub args: Slice<ExprId>,
    /// Whether the last argument is expanded by `...`.
    pub expand: bool,
    /// The opening parenthesis.
    pub open: TextRange,
    /// The closing parenthesis; empty where it is missing.
    pub close: TextRange,
}

/// An item of an object constructor.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItem {
    /// The key.
    pub key: ExprId,
    /// Whether the key is a bare word: then `key` is a [`ExprKind::String`] with the word.
    pub bare: bool,
    /// The value.
    pub value: ExprId,
}

/// A `for` expression.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The first of two names.
    pub key_name: Option<Name>,
    /// The only or second name.
    pub value_name: Name,
    /// What is iterated.
    pub collection: ExprId,
    /// The key, for an object.
    pub key: Option<ExprId32>,
    /// The value.
    pub value: ExprId,
    /// The condition after `if`.
    pub condition: Option<ExprId32>,
    /// Whether `...` groups values of one key.
    pub group: bool,
}

/// Binary operators, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl ExprKind {
    /// Whether it has no parts: a literal, a name, the element of a splat, or nothing.
    #[inline]
    pub const fn is_leaf(self) -> bool {
        matches!(
            self,
            Self::Missing
                | Self::Null
                | Self::Bool(_)
                | Self::Number
                | Self::String(_)
                | Self::Variable(_)
                | Self::SplatItem
        )
    }
}

impl BinaryOp {
    /// As written.
    pub const fn text(self) -> &'static str {
        match self {
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "%",
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum UnaryOp {
    Negate,
    Not,
}

impl UnaryOp {
    /// As written.
    pub const fn text(self) -> &'static str {
        match self {
            UnaryOp::Negate => "-",
            UnaryOp::Not => "!",
        }
    }
}

/// A body: attributes and blocks in source order.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What it holds.
    pub items: Slice<Item>,
    /// The whole body; with its braces, if it is a block's.
    pub range: TextRange,
}

/// An item of a body.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// `name = value`.
    Attribute(Attribute),
    /// `type "label" { … }`.
    Block(Slice<Block>),
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExprId,
    /// From the name to the end of the value.
    pub range: TextRange,
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The type.
    pub block_type: Name,
    /// The labels; quoted or bare.
    pub labels: Slice<Name>,
    /// What is in braces.
    pub body: BodyId,
    /// From the type to the closing brace.
    pub range: TextRange,
    /// The opening brace.
    pub open: TextRange,
    /// The closing brace; empty where it is missing.
    pub close: TextRange,
}

/// The root of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A body in native syntax.
    Body(BodyId),
    /// One expression or template, or the root value of a JSON text.
    Expr(ExprId),
}

/// In which syntax a tree was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// HCL native syntax.
    Native,
    /// HCL's JSON profile.
    Json,
}

/// A tree, with the bytes that it was read from.
#[derive(Debug)]
pub struct Tree {
    pub(crate) language: Language,
    pub(crate) source: Arc<[u8]>,
    pub(crate) root: Root,
    pub(crate) exprs: Vec<Expr>,
    pub(crate) expr_lists: Vec<ExprId>,
    pub(crate) traverses: Vec<Traverse>,
    pub(crate) object_items: Vec<ObjectItem>,
    pub(crate) calls: Vec<Call>,
    pub(crate) fors: Vec<For>,
    pub(crate) template_ifs: Vec<TemplateIf>,
    pub(crate) template_fors: Vec<TemplateFor>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) items: Vec<Item>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) names: Vec<Name>,
    pub(crate) pool: String,
    /// Comments in source order.
    pub(crate) comments: Vec<TextRange>,
    /// Sorted by expression.
    pub(crate) template_diagnostics: Vec<(ExprId, Vec<Diagnostic>)>,
    /// Where the operators of binary expressions are; sorted by expression.
    pub(crate) operators: Vec<(ExprId, TextRange)>,
    /// Strings among the parts of templates that are in `${ }`; sorted.
    pub(crate) interpolated: Vec<ExprId>,
    /// Numbers that are not as they read (`\u0031` in JSON), by the start of their place.
    pub(crate) respelled_numbers: Vec<(u32, Str)>,
    /// The source as text, once somebody has it.
    pub(crate) utf8: OnceLock<Arc<str>>,
    /// What a reader keeps with the tree.
    pub(crate) kept: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// A node that lives in a pool of its own.
pub trait Pooled: Sized {
    /// The pool of a tree that holds this kind of node.
    fn pool(tree: &Tree) -> &[Self];
}

macro_rules! pooled {
    ($($kind:ty => $field:ident),* $(,)?) => {
        $(impl Pooled for $kind {
            fn pool(tree: &Tree) -> &[Self] {
                &tree.$field
            }
        })*
    };
}

pooled! {
    ExprId => expr_lists,
    Traverse => traverses,
    ObjectItem => object_items,
    Call => calls,
    For => fors,
    TemplateIf => template_ifs,
    TemplateFor => template_fors,
    Item => items,
    Block => blocks,
    Name => names,
}

/// The bit of [`Str`]'s length that says that the text lies in the pool.
pub(crate) const POOLED: u32 = 1 << 31;

impl Tree {
    /// In which syntax it was written.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text of a place as it is written, bytes that are not UTF-8 being U+FFFD.
    pub fn written(&self, place: TextRange) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.source[place.range()])
    }

    /// The bytes it was read from.
    pub fn source(&self) -> &Arc<[u8]> {
        &self.source
    }

    /// Tells the tree that its source is this text, so that pieces of it need no look whether they are UTF-8.
    /// A text in other memory is not looked at.
    pub fn know_text(&self, text: &Arc<str>) {
        if std::ptr::eq(text.as_bytes(), &*self.source) {
            self.utf8.get_or_init(|| Arc::clone(text));
        }
    }

    /// Keeps something with the tree as long as the tree lives; what is kept first stays.
    pub fn keep<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) {
        self.kept.get_or_init(|| Box::new(make()));
    }

    /// What is kept with the tree, if it is of this kind.
    #[inline]
    pub fn kept<T: Any>(&self) -> Option<&T> {
        self.kept.get()?.downcast_ref()
    }

    /// How many bytes the tree takes besides its source.
    pub fn memory_bytes(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let nodes = of(&self.exprs) + of(&self.names);
        let bodies = of(&self.bodies) + of(&self.items) + of(&self.blocks);
        let pools = of(&self.expr_lists) + of(&self.traverses) + of(&self.object_items) + of(&self.calls);
        let rare = of(&self.fors) + of(&self.template_ifs) + of(&self.template_fors);
        let tables = of(&self.operators) + of(&self.interpolated) + of(&self.respelled_numbers);
        let texts = self.pool.capacity() + of(&self.comments) + of(&self.template_diagnostics);
        size_of::<Self>() + nodes + bodies + pools + rare + tables + texts
    }

    /// Where to start.
    pub fn root(&self) -> Root {
        self.root
    }

    /// An expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// How many expressions there are; ids are below it.
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }

    /// A body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.0 as usize]
    }

    /// The elements of a slice.
    #[inline]
    pub fn slice<T: Pooled>(&self, slice: Slice<T>) -> &[T] {
        &T::pool(self)[slice.start as usize..][..slice.len as usize]
    }

    /// The single node behind a slice of one.
    pub fn node<T: Pooled>(&self, slice: Slice<T>) -> &T {
        &T::pool(self)[slice.start as usize]
    }

    /// The text of a [`Str`].
    #[inline]
    pub fn text(&self, text: Str) -> &str {
        let range = text.start as usize..text.start as usize + (text.len & !POOLED) as usize;
        if text.len & POOLED != 0 {
            &self.pool[range]
        } else if let Some(utf8) = self.utf8.get() {
            &utf8[range]
        } else {
            std::str::from_utf8(&self.source[range]).expect("texts that are not UTF-8 are pooled")
        }
    }

    /// Whether a [`Str`] is this text.
    pub fn is_text(&self, text: Str, wanted: &str) -> bool {
        (text.len & !POOLED) as usize == wanted.len() && self.text_bytes(text) == wanted.as_bytes()
    }

    /// The bytes of a [`Str`].
    pub(crate) fn text_bytes(&self, text: Str) -> &[u8] {
        let range = text.start as usize..text.start as usize + (text.len & !POOLED) as usize;
        if text.len & POOLED != 0 { &self.pool.as_bytes()[range] } else { &self.source[range] }
    }

    /// The text of the number at `range`, as written (with JSON's escapes decoded).
    pub fn number(&self, range: TextRange) -> &str {
        if let Ok(found) = self.respelled_numbers.binary_search_by_key(&range.start, |(start, _)| *start) {
            return self.text(self.respelled_numbers[found].1);
        }
        std::str::from_utf8(&self.source[range.range()]).expect("numbers are ASCII")
    }

    /// The comments, in source order.
    pub fn comments(&self) -> &[TextRange] {
        &self.comments
    }

    /// Where the operator of a [`ExprKind::Binary`] is; the whole expression for any other.
    pub fn operator_range(&self, id: ExprId) -> TextRange {
        match self.operators.binary_search_by_key(&id, |(binary, _)| *binary) {
            Ok(found) => self.operators[found].1,
            Err(_) => self.expr(id).range,
        }
    }

    /// Whether a string among the parts of a template is in `${ }` (`"a${"b"}"`) instead of being
    /// the template's own text.
    pub fn is_interpolated(&self, part: ExprId) -> bool {
        self.interpolated.binary_search(&part).is_ok()
    }

    /// What is wrong with a JSON string when it is read as a template.
    pub fn template_diagnostics(&self, string: ExprId) -> &[Diagnostic] {
        match self.template_diagnostics.binary_search_by_key(&string, |(id, _)| *id) {
            Ok(found) => &self.template_diagnostics[found].1,
            Err(_) => &[],
        }
    }
}
