//! The syntax tree: an arena of small nodes with byte ranges and ids. Nodes have no source id, so equal files
//! share one tree.
//!
//! Native syntax and the JSON profile share the same expressions. Every node is `Copy`; lists of children are
//! slices of pools. Invariant: every id and slice in a tree belongs to that tree.

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

/// A string: a slice of the source or, if escapes were decoded, of the tree's pool. Read it with
/// [`Tree::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Str {
    /// Offset into the source, or into the pool if `pooled` is set in `len`.
    pub(crate) start: u32,
    /// Length in bytes; the highest bit marks a slice of the pool.
    pub(crate) len: u32,
}

impl Str {
    /// Returns `true` for the empty string.
    pub const fn is_empty(self) -> bool {
        self.len & !POOLED == 0
    }
}

/// A slice of a pool; the node that contains it determines which pool.
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
    /// The number of elements.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns `true` if there are no elements.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A name and its source range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name as written: HCL compares names without normalization. A quoted label is NFC-normalized like
    /// other strings.
    pub text: Str,
    /// The range, with quotes if the name is quoted.
    pub range: TextRange,
}

/// An expression and its source range.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The kind, with the children.
    pub kind: ExprKind,
    /// The source range.
    pub range: TextRange,
}

/// The forms of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A placeholder from recovery where no expression could be parsed; a diagnostic was already reported.
    Missing,
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number; its digits are in the source, in the HCL or JSON grammar (see [`Tree::number`]).
    Number,
    /// A string without interpolation, decoded (quoted, heredoc, or a literal part of a template).
    String(Str),
    /// A template with several parts, or with one part that is not the whole string (`"a${b}"`, heredocs). A
    /// part is a [`ExprKind::String`] (a literal), a directive, or any expression.
    Template(Slice<ExprId>),
    /// `"${x}"` alone: the value of `x` with its type.
    TemplateWrap(ExprId),
    /// `%{ if c }…%{ else }…%{ endif }`; arms are templates.
    TemplateIf(Slice<TemplateIf>),
    /// `%{ for v in c }…%{ endfor }`; the body is a template.
    TemplateFor(Slice<TemplateFor>),
    /// A JSON string: its verbatim contents, and the same contents parsed as a template.
    JsonString {
        /// The decoded contents.
        text: Str,
        /// The template, if the string contains an interpolation, a directive or an escape of one. Its
        /// diagnostics are in [`Tree::template_diagnostics`], because the string may not be meant as a
        /// template.
        template: Option<ExprId32>,
    },
    /// A name at the root of a traversal.
    Variable(Str),
    /// `base.a[0].b`: steps from left to right; a base is never itself a traversal.
    Traversal {
        /// The value that is traversed.
        base: ExprId,
        /// At least one step.
        steps: Slice<Traverse>,
    },
    /// `source.*.a` or `source[*].a[0]`; `each` is an expression over [`ExprKind::SplatItem`].
    Splat {
        /// The iterated value.
        source: ExprId,
        /// The operation on each element.
        each: ExprId,
        /// Set for `[*]`.
        full: bool,
    },
    /// The element inside the `each` of the nearest splat; its range is the marker `.*` or `[*]`.
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
    /// `l op r`. Operators of one precedence form a chain to the left, which may be long: walk it in a loop.
    Binary {
        /// The operator; its range is available from [`Tree::operator_range`].
        op: BinaryOp,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `-x`, `!x`.
    Unary {
        /// The operator: the first byte of the expression.
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
    /// The arm after `%{ else }`; an empty string without one.
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
    /// The first name, if there are two.
    pub key: Option<Name>,
    /// The only or second name.
    pub value: Name,
    /// The iterated collection.
    pub collection: ExprId,
    /// The repeated template.
    pub body: ExprId,
    /// The marker `%{ for … }`.
    pub for_marker: TextRange,
    /// The marker `%{ endfor }`.
    pub end_marker: TextRange,
}

/// A step of a traversal: an attribute or an index.
#[derive(Clone, Copy, Debug)]
pub struct Traverse {
    /// The kind of step.
    pub kind: TraverseKind,
    /// The range: from the dot or bracket to the end of the step.
    pub range: TextRange,
}

/// The kind of a traversal step.
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
    /// The last argument is expanded with `...`.
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
    /// Set if the key is a bare word: then `key` is a [`ExprKind::String`] with that word.
    pub bare: bool,
    /// The value.
    pub value: ExprId,
}

/// A `for` expression.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The first name, if there are two.
    pub key_name: Option<Name>,
    /// The only or second name.
    pub value_name: Name,
    /// The iterated collection.
    pub collection: ExprId,
    /// The key, for an object.
    pub key: Option<ExprId32>,
    /// The value.
    pub value: ExprId,
    /// The condition after `if`.
    pub condition: Option<ExprId32>,
    /// Set for `...`: values with equal keys are grouped.
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
    /// Returns `true` for a literal, a name, the element of a splat, or a missing expression.
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
    /// The spelling in HCL.
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
    /// The spelling in HCL.
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
    /// The attributes and blocks, in source order.
    pub items: Slice<Item>,
    /// The range of the body, including the braces of a block.
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
    /// The range from the name to the end of the value.
    pub range: TextRange,
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The type.
    pub block_type: Name,
    /// The labels; quoted or bare.
    pub labels: Slice<Name>,
    /// The contents of the braces.
    pub body: BodyId,
    /// The range from the type to the closing brace.
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
    /// A single expression or template, or the root value of a JSON document.
    Expr(ExprId),
}

/// The syntax in which a tree was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// HCL native syntax.
    Native,
    /// HCL's JSON profile.
    Json,
}

/// A syntax tree with the source that it was parsed from.
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
    /// The operators of binary expressions, sorted by expression.
    pub(crate) operators: Vec<(ExprId, TextRange)>,
    /// The strings among template parts that are inside `${ }`; sorted.
    pub(crate) interpolated: Vec<ExprId>,
    /// Numbers spelled with escapes (`\u0031` in JSON), by the start of their range.
    pub(crate) respelled_numbers: Vec<(u32, Str)>,
    /// The source as a string, once it is known to be UTF-8.
    pub(crate) utf8: OnceLock<Arc<str>>,
    /// Data that a consumer stores with the tree.
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

/// The bit of [`Str`]'s length that marks a slice of the pool.
pub(crate) const POOLED: u32 = 1 << 31;

impl Tree {
    /// The syntax of the tree.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The source in a range, with U+FFFD for bytes that are not UTF-8.
    pub fn written(&self, place: TextRange) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.source[place.range()])
    }

    /// Returns `true` if a range contains only spaces and line breaks.
    pub fn is_blank(&self, place: TextRange) -> bool {
        self.source.get(place.range()).unwrap_or_default().trim_ascii_start().is_empty()
    }

    /// Returns `true` if a range contains no line break.
    pub fn is_on_one_line(&self, place: TextRange) -> bool {
        !self.source.get(place.range()).unwrap_or_default().contains(&b'\n')
    }

    /// The part of a range on its first line, without trailing whitespace.
    pub fn first_line(&self, place: TextRange) -> TextRange {
        let text = self.source.get(place.range()).unwrap_or_default();
        let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
        TextRange::new(place.start, place.start + line.trim_ascii_end().len() as u32)
    }

    /// Returns `true` if the source in a range starts with `"`: a quoted string, key or label, not a heredoc.
    pub fn is_quoted(&self, place: TextRange) -> bool {
        self.source.get(place.start as usize) == Some(&b'"') && !place.is_empty()
    }

    /// The rest of the line after an offset, without the line break and limited to `limit` bytes.
    pub fn rest_of_line(&self, offset: u32, limit: usize) -> TextRange {
        let rest = self.source.get(offset as usize..).unwrap_or_default();
        let rest = &rest[..rest.len().min(limit)];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        TextRange::new(offset, offset + length as u32)
    }

    /// The bytes that the tree was parsed from.
    pub fn source(&self) -> &Arc<[u8]> {
        &self.source
    }

    /// Sets the source as a string, so that slices of it need no UTF-8 check. A string at a different address
    /// is ignored.
    pub fn know_text(&self, text: &Arc<str>) {
        if std::ptr::eq(text.as_bytes(), &*self.source) {
            self.utf8.get_or_init(|| Arc::clone(text));
        }
    }

    /// Stores data with the tree for the tree's lifetime, unless data is already stored.
    pub fn keep<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) {
        self.kept.get_or_init(|| Box::new(make()));
    }

    /// The stored data of this type.
    #[inline]
    pub fn kept<T: Any>(&self) -> Option<&T> {
        self.kept.get()?.downcast_ref()
    }

    /// The memory of the tree in bytes, without its source.
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

    /// The root: a body or an expression.
    pub fn root(&self) -> Root {
        self.root
    }

    /// An expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The expression and its descendants, the outermost first. In a tree, descendants directly precede their
    /// ancestor.
    pub fn inside(&self, id: ExprId) -> impl Iterator<Item = ExprId> {
        let whole = self.expr(id).range;
        let ids = (0..=id.0).rev().map(ExprId);
        ids.take_while(move |part| {
            let range = self.expr(*part).range;
            whole.start <= range.start && range.end <= whole.end
        })
    }

    /// The range of `[*]` or `.*`, where the innermost expression in the `each` of a splat starts.
    pub fn splat_marker(&self, each: ExprId) -> TextRange {
        let mut id = each;
        loop {
            let Expr { kind, range } = *self.expr(id);
            match kind {
                ExprKind::Traversal { base, .. } => id = base,
                ExprKind::Splat { source, .. } => id = source,
                _ => return range,
            }
        }
    }

    /// The ids of all expressions.
    pub fn expr_ids(&self) -> impl DoubleEndedIterator<Item = ExprId> + use<> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// The number of expressions; all ids are less than it.
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

    /// The node of a slice with one element.
    pub fn node<T: Pooled>(&self, slice: Slice<T>) -> &T {
        &T::pool(self)[slice.start as usize]
    }

    /// The contents of a [`Str`].
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

    /// The attribute of a native body with this name; the first of several.
    pub fn attribute(&self, body: BodyId, name: &str) -> Option<&Attribute> {
        self.slice(self.body(body).items).iter().find_map(|item| match item {
            Item::Attribute(one) if self.is_text(one.name.text, name) => Some(one),
            _ => None,
        })
    }

    /// The contents of a string literal or a JSON string; `None` for templates and other expressions.
    pub fn string(&self, id: ExprId) -> Option<&str> {
        match self.expr(id).kind {
            ExprKind::String(text) | ExprKind::JsonString { text, .. } => Some(self.text(text)),
            _ => None,
        }
    }

    /// Returns `true` if a [`Str`] equals a string.
    pub fn is_text(&self, text: Str, wanted: &str) -> bool {
        (text.len & !POOLED) as usize == wanted.len() && self.text_bytes(text) == wanted.as_bytes()
    }

    /// The bytes of a [`Str`].
    pub(crate) fn text_bytes(&self, text: Str) -> &[u8] {
        let range = text.start as usize..text.start as usize + (text.len & !POOLED) as usize;
        if text.len & POOLED != 0 { &self.pool.as_bytes()[range] } else { &self.source[range] }
    }

    /// The number at `range` as written, with JSON's escapes decoded.
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

    /// The range of the operator of a [`ExprKind::Binary`]; the whole expression for any other.
    pub fn operator_range(&self, id: ExprId) -> TextRange {
        match self.operators.binary_search_by_key(&id, |(binary, _)| *binary) {
            Ok(found) => self.operators[found].1,
            Err(_) => self.expr(id).range,
        }
    }

    /// Returns `true` if a string among the parts of a template is inside `${ }` (`"a${"b"}"`) and not a
    /// literal of the template itself.
    pub fn is_interpolated(&self, part: ExprId) -> bool {
        self.interpolated.binary_search(&part).is_ok()
    }

    /// The diagnostics of a JSON string parsed as a template.
    pub fn template_diagnostics(&self, string: ExprId) -> &[Diagnostic] {
        match self.template_diagnostics.binary_search_by_key(&string, |(id, _)| *id) {
            Ok(found) => &self.template_diagnostics[found].1,
            Err(_) => &[],
        }
    }
}
