//! Answers about configuration: what is wrong in a file, the type and value of everything in it,
//! and the questions that scripts ask about types and values.
//!
//! The subcommands and `batch` call the same functions. Deliberately absent: reading files, flags,
//! printing (the binary), and the meaning of expressions (crate `eval`).

pub mod ask;
mod body;
pub mod hcldec;
mod judge;
mod kind;
mod plain;
mod settings;
pub mod types;
pub mod value_json;

pub use body::{BodyItem, ItemPath, paths};
pub use judge::{Judged, judge};
pub use kind::{FileKind, Form, KINDS, MULL_DATA, Syntax};
pub use plain::as_value;
pub use settings::Settings;
