//! Values: a type, and known data, an unknown with a range, or null; and marks.
//!
//! Invariants: the data fits the type; attributes of an object are in the order of its type; elements of a
//! map are sorted by key; elements of a set are distinct, in go-cty's order; a range that leaves one value is
//! that value; no type of a value has optional attributes. Known data of an eventual type is data of its
//! inner type; a known value never has a union or `any` as its own type, though the elements of a collection
//! of unions each have their own. Out of scope: operations (`ops`), conversion (`convert`), printing
//! (`notation`).

mod access;
mod build;
mod data;
mod facts;
mod marks;
mod same;
pub(crate) mod set;

pub(crate) use build::admits_null;
pub use build::normalized;
pub use data::{Data, Elements, Entries, Entry};
pub use marks::Marks;
pub(crate) use same::comparable;

use crate::Type;

/// A value. Cheap to clone; at most 48 bytes.
///
/// ```
/// use hclx_core::{Number, Value};
/// let value = Value::object([("name".into(), "web".into()), ("size".into(), Value::int(Number::from(3i64)))]);
/// assert_eq!(value.ty().to_string(), "object({name = string, size = int})");
/// assert_eq!(value.get_attr_value("name").and_then(Value::as_str), Some("web"));
/// ```
#[derive(Clone)]
pub struct Value {
    pub(crate) ty: Type,
    pub(crate) data: Data,
    pub(crate) marks: Marks,
}

/// An answer that may be undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tri {
    /// Certainly.
    Yes,
    /// Certainly not.
    No,
    /// Undecided: depends on an unknown value.
    Unknown,
}

impl Tri {
    /// `Yes` or `No`.
    pub const fn known(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

const _: () = assert!(size_of::<Value>() <= 48);
