//! The types of Mull: structural, with names for what documents declare.
//!
//! Invariant: unions are flat, without repeats, sorted by how their members print, `none` last, and
//! never of one member; properties of objects are sorted by name. So types that print alike are equal.

use std::sync::Arc;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ty(Arc<TyKind>);

/// The forms of types (Mull §4.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TyKind {
    /// Anything.
    Any,
    /// `true`, `false`.
    Bool,
    /// Integers of any size.
    Int,
    /// Numbers.
    Number,
    /// Texts.
    String,
    /// Null and undefined.
    None,
    /// One value of bool, int, number or string.
    Literal(Literal),
    /// `T[]`.
    Array(Ty),
    /// `set[T]`.
    Set(Ty),
    /// `{A, B}`.
    Tuple(Box<[Ty]>),
    /// `map[K, V]`.
    Map {
        /// Bool, int, number, string or a custom type rooted in one.
        key: Ty,
        /// What it holds.
        value: Ty,
    },
    /// `{a: A, b?: B}`, sorted by name.
    Object(Box<[Prop]>),
    /// `promise[T]`.
    Promise(Ty),
    /// `output[T]`.
    Output(Ty),
    /// `A | B`, `T?`.
    Union(Box<[Ty]>),
    /// A declared type.
    Custom(CustomId),
}

/// A property of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Prop {
    /// Its name.
    pub name: Arc<str>,
    /// Its type; of an optional property without none (the property is absent instead).
    pub ty: Ty,
    /// Whether it may be absent.
    pub optional: bool,
}

/// The value of a literal type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// A bool.
    Bool(bool),
    /// An integer if `integral` (written as one), else a number.
    Number {
        /// Its shortest decimal text.
        text: Arc<str>,
        /// Whether its base is int.
        integral: bool,
    },
    /// A text.
    String(Arc<str>),
}

/// A row of [`Types`](super::declare::Types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CustomId(pub u32);

impl Ty {
    /// The form.
    pub fn kind(&self) -> &TyKind {
        &self.0
    }
}
