//! Parsing: lexer, parser and tree of HCL native syntax, templates and the JSON profile.
//!
//! `parse(bytes) -> (tree, diagnostics)` never fails. Out of scope: the meaning of the source.

pub mod ast;
pub mod body;
pub mod build;
pub mod cursor;
pub mod expression;
mod hcl1;
pub mod json;
pub mod limits;
pub mod statics;
pub mod template;
pub mod tokens;

mod bytes;
mod conflicts;
mod duplicates;
mod embedded;
mod errors;
mod escape;
mod foreign_type;
mod indent;
mod lexer;
mod native;
mod parser;
mod place;
mod recovery;
mod sexpr;
mod spans;
mod token;

use hclx_diag::Diagnostic;

pub use escape::escaped;
pub use foreign_type::{ForeignType, foreign_type, type_word_elsewhere};
pub use hcl1::parse_hcl1;
pub use json::{
    JsonOptions, Strings, not_json, parse_json, parse_json_data, parse_json_expression, parse_json_with,
};
pub use native::{ParserArena, parse_body, parse_expression, parse_template, unclosed_openers};
pub use sexpr::{quoted, tree_text};
pub use spans::tree_spans;

/// The result of parsing a source. There is always a tree; parts that could not be parsed are missing from
/// it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: std::sync::Arc<ast::Tree>,
    /// The diagnostics, in source order.
    pub diagnostics: Vec<Diagnostic>,
}
