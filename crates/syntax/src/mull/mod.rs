//! Mull: a typed YAML and JSON language with quotations, from bytes to one tree.

pub mod ast;

pub use ast::{Document, Form};
