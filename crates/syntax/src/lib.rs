//! Text to tree: lexer, parser and tree of HCL native syntax, templates and the JSON profile.
//!
//! `parse(bytes) -> (tree, diagnostics)` never fails. Deliberately absent: the meaning of anything.

pub mod ast;
