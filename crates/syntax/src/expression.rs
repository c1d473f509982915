//! Expressions that are alone.
//!
//! Out of scope: their grammar (`parser`).

use hclx_diag::Diagnostic;

use crate::ast::ExprId;
use crate::build::{OffsetMap, TreeBuilder};

/// Reads a decoded JSON string as one expression into the tree of `builder`; `map` says where its
/// bytes are in the source.
pub fn parse_into(builder: &mut TreeBuilder, decoded: &str, map: &OffsetMap) -> (ExprId, Vec<Diagnostic>) {
    crate::embedded::read(builder, decoded, map, |parser| parser.bare_expression())
}
