//! Types and values of HCL and its extensions: the algebra, without syntax.
//!
//! Everything here is a total function or gives a [`hclx_diag::Fault`]. Deliberately absent: places
//! in sources, expressions, files, time, randomness.

pub mod rules;
pub mod ty;
pub mod value;

pub use rules::Rules;
pub use ty::{Attribute, MapKey, ObjectType, Type, TypeKind};
pub use value::{Data, Marks, Value};
