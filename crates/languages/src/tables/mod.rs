//! Small languages, each described by a table: a file in HCL that lists blocks, attributes and their types
//! (`docs/languages.md` and `docs/spec/tables.md`).
//!
//! The tables that come with hclx are in `shipped/`; settings assign users' own tables to files. Out of scope: rules
//! that a table cannot express.

mod check;
mod files;
mod kind;
mod likeness;
mod names;
mod outline;
mod read;
mod rows;
mod schema;
mod scopes;
mod symbols;
mod terramate;
mod unknown_names;

pub use check::{expression, judge, value_at};
pub use files::TableFiles;
pub use read::{Table, is_table, read};
pub use rows::*;
pub(crate) use rows::{shipped, shipped_file};
pub(crate) use symbols::{names_at, symbols_of};
