//! Values of Mull while they are computed: data with holes.
//!
//! A value is JSON data in writing order, plus undefined (which is left out where it would be printed)
//! and what is not known. Primitive unknowns carry the ranges of the shared algebra. The static type
//! stands beside a value, not in it.

use std::sync::Arc;

use hclx_core::{Number, Value};

/// A value.
#[derive(Clone, Debug)]
pub enum Val {
    /// No value: left out of what holds it.
    Undefined,
    /// Null.
    Null,
    /// A bool.
    Bool(bool),
    /// A number; whether it is an int is a matter of its type.
    Number(Number),
    /// A text.
    String(Arc<str>),
    /// An array, tuple or set.
    Array(Arc<Vec<Val>>),
    /// An object or map.
    Object(Arc<Fields>),
    /// Not known: an unknown of the algebra. Of type bool, int, number or string with a range, else
    /// of type any; whether it may be null or undefined its static type says.
    Unknown(Value),
}

/// Entries in writing order, names unique.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    pub(crate) entries: indexmap::IndexMap<Arc<str>, Val>,
}
