//! Expressions that are parsed by themselves.
//!
//! Out of scope: their grammar (`parser`).

use hclx_diag::Diagnostic;

use crate::ast::ExprId;
use crate::build::{OffsetMap, TreeBuilder};

/// Parses a decoded JSON string as an expression into the tree of `builder`; `map` maps its bytes to the
/// source.
pub fn parse_into(builder: &mut TreeBuilder, decoded: &str, map: &OffsetMap) -> (ExprId, Vec<Diagnostic>) {
    crate::embedded::read(builder, decoded, map, |parser| parser.bare_expression())
}
