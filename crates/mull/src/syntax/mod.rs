//! Parsing of Mull, a typed YAML and JSON language with quotations, from bytes to a tree.

pub mod ast;

mod align;
mod brace;
mod build;
mod json;
mod lexer;
mod markup;
mod quotation;
mod read;
mod reading;
mod scalar;
mod statements;
mod tree;
mod types;
mod yaml;

pub use ast::{Document, Form};
pub(crate) use brace::{END_OF_GROUP, foreign_statement};
pub use read::{read, read_in};
pub use reading::ReadOptions;
pub use types::{parse_type, parse_type_text};
