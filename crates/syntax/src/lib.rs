//! Text to tree: lexer, parser and tree of HCL native syntax, templates and the JSON profile.
//!
//! `parse(bytes) -> (tree, diagnostics)` never fails. Deliberately absent: the meaning of anything.

pub mod ast;
pub mod body;
pub mod build;
pub mod expression;
pub mod json;
pub mod statics;
pub mod template;

use hclx_diag::Diagnostic;

pub use json::{JsonOptions, Strings, parse_json, parse_json_data, parse_json_expression, parse_json_with};

/// What a text was read as. There is always a tree; what could not be read is missing from it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: std::sync::Arc<ast::Tree>,
    /// What is wrong with the text, by place.
    pub diagnostics: Vec<Diagnostic>,
}
