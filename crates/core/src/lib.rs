//! Types and values of HCL and its extensions: the algebra, without syntax.
//!
//! Everything here is a total function or gives a [`hclx_diag::Fault`]. Deliberately absent: places
//! in sources, expressions, files, time, randomness.

mod convert;
mod defaults;
mod join;
mod lift;
mod notation;
mod number;
pub mod ops;
pub mod range;
pub mod rules;
mod stack;
pub mod ty;
pub mod value;

pub use convert::convert;
pub use defaults::Defaults;
pub use join::join;
pub use lift::lift;
pub use number::Number;
pub use range::{Bound, Nullness, Range, Refiner, includes, safe_prefix};
pub use rules::Rules;
pub use ty::{Attribute, MapKey, ObjectType, Type, TypeKind};
pub use value::{Data, Elements, Entries, Marks, Tri, Value};
