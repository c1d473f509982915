//! The types of Mull: structural, with names for declared types.
//!
//! Invariant: unions are flat, without duplicates, in a fixed order (`none` last), without `any` and never
//! with a single member; properties of objects are sorted by name, and the type of an optional one does not
//! include none; an output contains no eventual type, a promise no promise; no type is deeper than
//! [`MAX_DEPTH`]. Types are equal if their fingerprints are, so comparison is cheap even for large shared
//! types. Out of scope: the structure of declared types, and printing, which needs their names.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use foldhash::quality::RandomState;
use hclx_core::{Eventual, Number};
use hclx_diag::Arrange;

use crate::maps::HashMap;

/// The maximum depth of types; deeper parts become `any`. Only `let`s that nest values for hundreds of lines
/// reach it.
pub const MAX_DEPTH: u32 = 400;

/// A type.
#[derive(Clone)]
pub struct Ty(Arc<TypeNode>);

/// A type with precomputed facts.
struct TypeNode {
    kind: TyKind,
    /// Equal types have equal fingerprints; different types practically never do (128 bits).
    fingerprint: u128,
    depth: u32,
    flags: u8,
}

const HAS_LITERAL: u8 = 1;
const HAS_PROMISE: u8 = 2;
const HAS_OUTPUT: u8 = 4;

/// The forms of types (Mull §4.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TyKind {
    /// Any value.
    Any,
    /// `true`, `false`.
    Bool,
    /// Integers of any size.
    Int,
    /// Numbers.
    Number,
    /// Strings.
    String,
    /// A single value of bool, int, number or string.
    Literal(Literal),
    /// `T[]`.
    Array(Ty),
    /// `set[T]`.
    Set(Ty),
    /// `{A, B}`.
    Tuple(Box<[Ty]>),
    /// `map[K, V]`.
    Map {
        /// The type of the keys: bool, int, number, string, or a declared type rooted in one of them.
        key: Ty,
        /// The type of the values.
        value: Ty,
    },
    /// `{a: A, b?: B}`, sorted by name.
    Object(Box<[Prop]>),
    /// `promise[T]`.
    Promise(Ty),
    /// `output[T]`.
    Output(Ty),
    /// A declared type.
    Custom(CustomId),
    /// `A | B`, `T?`.
    Union(Box<[Ty]>),
    /// Null and undefined.
    None,
}

/// A property of an object type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prop {
    /// The name.
    pub name: Arc<str>,
    /// The type; without the none of an absent optional property.
    pub ty: Ty,
    /// Set if the property may be absent.
    pub optional: bool,
}

impl Prop {
    /// Creates a property.
    pub fn new(name: impl Into<Arc<str>>, ty: Ty, optional: bool) -> Self {
        Self { name: name.into(), ty, optional }
    }

    /// The type of a read access: with none if it may be absent.
    pub fn read(&self) -> Ty {
        if self.optional { Ty::optional(self.ty.clone()) } else { self.ty.clone() }
    }
}

/// The value of a literal type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// A bool.
    Bool(bool),
    /// An integer if `integral` (written as one), otherwise a number.
    Number {
        /// The shortest decimal form.
        text: Arc<str>,
        /// Set if the base is int.
        integral: bool,
    },
    /// A string.
    String(Arc<str>),
}

impl Literal {
    /// A number.
    pub fn number(number: &Number, integral: bool) -> Self {
        Self::Number { text: number.to_text().into(), integral: integral && number.is_integer() }
    }

    /// A number literal of markup, an expression or a type: decimal, `0x…` or `0o…`, with its sign; `None` if
    /// it exceeds the limits of numbers.
    pub fn numeral(text: &str, integral: bool) -> Option<Self> {
        Some(Self::number(&read_numeral(text)?, integral))
    }

    /// The base type.
    pub fn base(&self) -> Ty {
        match self {
            Literal::Bool(_) => Ty::bool(),
            Literal::Number { integral: true, .. } => Ty::int(),
            Literal::Number { integral: false, .. } => Ty::number(),
            Literal::String(_) => Ty::string(),
        }
    }

    /// Returns `true` if both have the same value, like `1` and `1.0`.
    pub fn same_value(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Number { text: a, .. }, Literal::Number { text: b, .. }) => a == b,
            _ => self == other,
        }
    }

    /// Returns `true` for a number without a fraction, in any spelling.
    pub fn is_integer(&self) -> bool {
        match self {
            Literal::Number { text, integral } => *integral || !text.contains('.'),
            _ => false,
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Number { text, .. } => f.write_str(text),
            Literal::String(text) => {
                let mut quoted = String::with_capacity(text.len() + 2);
                hclx_core::write_json_string(&mut quoted, text);
                f.write_str(&quoted)
            }
        }
    }
}

/// The value of a number literal: decimal with a sign, a fraction and an exponent, or `0x…`, `0o…`.
pub fn read_numeral(text: &str) -> Option<Number> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let radix = match digits.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        _ if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            return Number::parse_exact_string(text);
        }
        _ => return None,
    };
    let whole = num_bigint::BigInt::parse_bytes(&digits.as_bytes()[2..], radix)?;
    Number::exactly(if negative { -whole } else { whole }).ok()
}

/// The index of a row of [`Types`](super::declare::Types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CustomId(pub u32);

impl Ty {
    /// The form.
    pub fn kind(&self) -> &TyKind {
        &self.0.kind
    }

    /// The depth: 1 for a type without parts.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The type `any`, which accepts every value.
    pub fn any() -> Ty {
        static ANY: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::Any));
        ANY.clone()
    }

    /// `bool`
    pub fn bool() -> Ty {
        static BOOL: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::Bool));
        BOOL.clone()
    }

    /// `int`
    pub fn int() -> Ty {
        static INT: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::Int));
        INT.clone()
    }

    /// `number`
    pub fn number() -> Ty {
        static NUMBER: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::Number));
        NUMBER.clone()
    }

    /// `string`
    pub fn string() -> Ty {
        static STRING: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::String));
        STRING.clone()
    }

    /// `none`
    pub fn none() -> Ty {
        static NONE: LazyLock<Ty> = LazyLock::new(|| Ty::make(TyKind::None));
        NONE.clone()
    }

    /// The literal type of a value.
    pub fn literal(literal: Literal) -> Ty {
        Ty::make(TyKind::Literal(literal))
    }

    /// `T[]`
    pub fn array(element: Ty) -> Ty {
        Ty::make(TyKind::Array(element))
    }

    /// `set[T]`
    pub fn set(element: Ty) -> Ty {
        Ty::make(TyKind::Set(element))
    }

    /// `{A, B}`
    pub fn tuple(elements: Vec<Ty>) -> Ty {
        Ty::make(TyKind::Tuple(elements.into()))
    }

    /// The type of `[]`, which is assignable to every array type. It prints as `any[]`.
    pub fn empty_array() -> Ty {
        Ty::tuple(Vec::new())
    }

    /// `map[K, V]`
    pub fn map(key: Ty, value: Ty) -> Ty {
        Ty::make(TyKind::Map { key, value })
    }

    /// `{a: A, b?: B}`; the first of several properties with the same name counts.
    pub fn object(mut props: Vec<Prop>) -> Ty {
        // Names in strictly ascending order contain no duplicates.
        if !props.is_sorted_by(|a, b| a.name < b.name) {
            props.arrange_by(|a, b| a.name.cmp(&b.name));
            props.dedup_by(|later, first| later.name == first.name);
        }
        for prop in &mut props {
            // `none` alone stays, because no other type would be left.
            if prop.optional && !prop.ty.is_none() && prop.ty.has_none() {
                prop.ty = prop.ty.without_none();
            }
        }
        Ty::make(TyKind::Object(props.into()))
    }

    /// `promise[T]`; promises inside `T` are absorbed.
    pub fn promise(inner: Ty) -> Ty {
        Ty::make(TyKind::Promise(inner.rewritten(HAS_PROMISE, &mut HashMap::default())))
    }

    /// `output[T]`; promises and outputs inside `T` are absorbed.
    pub fn output(inner: Ty) -> Ty {
        Ty::make(TyKind::Output(inner.rewritten(HAS_PROMISE | HAS_OUTPUT, &mut HashMap::default())))
    }

    /// A declared type.
    pub fn custom(id: CustomId) -> Ty {
        Ty::make(TyKind::Custom(id))
    }

    /// `A | B`: flattened, without duplicates; `any` if a member is `any`, and the member itself if there is
    /// only one. Without members the result is `any`, because nothing is known about a value without a type.
    pub fn union(members: Vec<Ty>) -> Ty {
        let mut flat: Vec<Ty> = Vec::with_capacity(members.len());
        for member in members {
            match member.kind() {
                TyKind::Any => return member,
                TyKind::Union(inner) => flat.extend(inner.iter().cloned()),
                _ => flat.push(member),
            }
        }
        if !flat.is_sorted_by(|a, b| a < b) {
            flat.arrange();
            flat.dedup();
        }
        match flat.len() {
            0 => Ty::any(),
            1 => flat.remove(0),
            _ => Ty::make(TyKind::Union(flat.into())),
        }
    }

    /// `T?`
    pub fn optional(ty: Ty) -> Ty {
        if ty.has_none() { ty } else { Ty::union(vec![ty, Ty::none()]) }
    }

    /// Returns `true` for `any`.
    pub fn is_any(&self) -> bool {
        matches!(self.kind(), TyKind::Any)
    }

    /// Returns `true` for `none`.
    pub fn is_none(&self) -> bool {
        matches!(self.kind(), TyKind::None)
    }

    /// Returns `true` for none or a union with none; declared types are not resolved.
    pub fn has_none(&self) -> bool {
        match self.kind() {
            TyKind::None => true,
            TyKind::Union(members) => members.last().is_some_and(Ty::is_none),
            _ => false,
        }
    }

    /// The type of the non-null values; for `none` it is `any`, because there is no such value.
    pub fn without_none(&self) -> Ty {
        match self.kind() {
            TyKind::None => Ty::any(),
            TyKind::Union(members) if self.has_none() => Ty::union(members[..members.len() - 1].to_vec()),
            _ => self.clone(),
        }
    }

    /// The members of a union; any other type is its own only member.
    pub fn members(&self) -> &[Ty] {
        match self.kind() {
            TyKind::Union(members) => members,
            _ => std::slice::from_ref(self),
        }
    }

    /// The type with literals replaced by their bases, at every depth.
    pub fn widened(&self) -> Ty {
        self.rewritten(HAS_LITERAL, &mut HashMap::default())
    }

    /// The base of a literal; other types are unchanged.
    pub fn base(&self) -> Ty {
        match self.kind() {
            TyKind::Literal(literal) => literal.base(),
            _ => self.clone(),
        }
    }

    /// The type inside promises and outputs, and the outermost of these.
    pub fn strip_eventual(&self) -> (Ty, Eventual) {
        let (mut ty, mut eventual) = (self, Eventual::Now);
        loop {
            (ty, eventual) = match ty.kind() {
                TyKind::Promise(inner) => (inner, eventual.max(Eventual::Promise)),
                TyKind::Output(inner) => (inner, Eventual::Output),
                _ => return (ty.clone(), eventual),
            };
        }
    }

    /// The type wrapped in an eventual.
    pub fn eventual(self, eventual: Eventual) -> Ty {
        match eventual {
            Eventual::Now => self,
            Eventual::Promise => Ty::promise(self),
            Eventual::Output => Ty::output(self),
        }
    }

    /// The type without literals, promises or outputs, depending on the flags.
    fn rewritten(&self, flags: u8, done: &mut HashMap<Ty, Ty>) -> Ty {
        // Most types contain none of these, which the flags tell without a search.
        if self.0.flags & flags == 0 {
            return self.clone();
        }
        if let Some(known) = done.get(self) {
            return known.clone();
        }
        let result = grow(|| match self.kind() {
            TyKind::Literal(literal) if flags & HAS_LITERAL != 0 => literal.base(),
            TyKind::Promise(inner) if flags & HAS_PROMISE != 0 => inner.rewritten(flags, done),
            TyKind::Output(inner) if flags & HAS_OUTPUT != 0 => inner.rewritten(flags, done),
            _ => self.with_parts(|part| part.rewritten(flags, done)),
        });
        done.insert(self.clone(), result.clone());
        result
    }

    /// The type with its parts replaced.
    pub(crate) fn with_parts(&self, mut part: impl FnMut(&Ty) -> Ty) -> Ty {
        match self.kind() {
            TyKind::Array(element) => Ty::array(part(element)),
            TyKind::Set(element) => Ty::set(part(element)),
            TyKind::Tuple(elements) => Ty::tuple(elements.iter().map(part).collect()),
            TyKind::Map { key, value } => Ty::map(part(key), part(value)),
            TyKind::Object(props) => {
                Ty::object(props.iter().map(|prop| Prop { ty: part(&prop.ty), ..prop.clone() }).collect())
            }
            TyKind::Promise(inner) => Ty::promise(part(inner)),
            TyKind::Output(inner) => Ty::output(part(inner)),
            TyKind::Union(members) => Ty::union(members.iter().map(part).collect()),
            _ => self.clone(),
        }
    }

    fn make(kind: TyKind) -> Ty {
        let (mut depth, mut flags) = (
            0,
            match &kind {
                TyKind::Literal(_) => HAS_LITERAL,
                TyKind::Promise(_) => HAS_PROMISE,
                TyKind::Output(_) => HAS_OUTPUT,
                _ => 0,
            },
        );
        kind.each_part(&mut |part| {
            depth = depth.max(part.0.depth);
            flags |= part.0.flags;
        });
        if depth >= MAX_DEPTH {
            return Ty::any();
        }
        let fingerprint = fingerprint(&kind);
        Ty(Arc::new(TypeNode { kind, fingerprint, depth: depth + 1, flags }))
    }
}

impl TyKind {
    /// Visits the parts of the type.
    pub(crate) fn each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Ty)) {
        match self {
            TyKind::Array(part) | TyKind::Set(part) | TyKind::Promise(part) | TyKind::Output(part) => {
                visit(part);
            }
            TyKind::Tuple(parts) | TyKind::Union(parts) => parts.iter().for_each(visit),
            TyKind::Map { key, value } => {
                visit(key);
                visit(value);
            }
            TyKind::Object(props) => props.iter().for_each(|prop| visit(&prop.ty)),
            _ => {}
        }
    }
}

/// A 128-bit fingerprint, computed from those of the parts.
fn fingerprint(kind: &TyKind) -> u128 {
    // the seeds differ in every process
    static HALVES: LazyLock<[RandomState; 2]> = LazyLock::new(Default::default);
    let [one, other] = HALVES.each_ref().map(|half| u128::from(half.hash_one(kind)));
    one << 64 | other
}

impl PartialEq for Ty {
    fn eq(&self, other: &Self) -> bool {
        self.0.fingerprint == other.0.fingerprint
    }
}

impl Eq for Ty {}

impl Hash for Ty {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.fingerprint.hash(state);
    }
}

impl Ord for Ty {
    /// Structural order, which does not depend on hashes; equal parts are skipped.
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { grow(|| self.kind().cmp(other.kind())) }
    }
}

impl PartialOrd for Ty {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grow(|| self.kind().fmt(f))
    }
}

impl Drop for TypeNode {
    fn drop(&mut self) {
        // Dropping a deep type by recursion could use up the stack.
        if self.depth >= DEEP {
            let kind = std::mem::replace(&mut self.kind, TyKind::Any);
            grow(|| drop(kind));
        }
    }
}

/// The depth up to which types need no check of the stack.
const DEEP: u32 = 32;

/// Runs one level of a recursion into types on a stack that grows.
#[inline]
pub(crate) fn grow<R>(level: impl FnOnce() -> R) -> R {
    hclx_diag::grow(level)
}
