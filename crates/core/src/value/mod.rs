//! Values: a type, and known data, an unknown with a range, or null; and marks.
//!
//! Invariants: the data fits the type; attributes of an object stand in the order of its type;
//! elements of a map are sorted by key; elements of a set are distinct, in go-cty's order; a range
//! that leaves one value is that value; no type of a value has optional attributes.

mod build;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::{Number, Range, Type};

/// Names attached to a value, such as `sensitive`; no marks cost nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub(crate) Option<Arc<BTreeSet<Arc<str>>>>);

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    pub(crate) ty: Type,
    pub(crate) data: Data,
    pub(crate) marks: Marks,
}

/// What a value holds, read in the light of its type.
#[derive(Clone, Debug)]
pub enum Data {
    /// Null.
    Null,
    /// Not known; somewhere in the range.
    Unknown(Range),
    /// bool
    Bool(bool),
    /// number, int
    Number(Number),
    /// string
    String(Arc<str>),
    /// list, set, tuple: the elements; object: the values of the attributes in the order of its type.
    Sequence(Arc<[Value]>),
    /// map: sorted by key.
    Map(Arc<[(Arc<str>, Value)]>),
}
