//! Mull: a typed YAML and JSON language with quotations, from bytes to one tree.

pub mod ast;

mod build;
mod lexer;
mod quotation;
mod types;

pub use ast::{Document, Form};
pub use types::{parse_type, parse_type_text};
