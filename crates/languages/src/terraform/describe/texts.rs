//! Strings of declarations: constant attributes, types as written, and comments.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::TextRange;
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_schema::Block;
use hclx_syntax::ast::ExprId;

use crate::terraform::declare::declaration::{BlockSource, Declaration};

/// The value of an expression that refers to no names.
pub(super) fn constant(written: &BlockSource, expr: ExprId) -> Option<Value> {
    let tree = &written.parsed.tree;
    let env = Environment { json_templates: true, ..Environment::without_names() };
    let budget = Budget::constant(tree.expr(expr).range.len() as usize);
    let outcome = evaluate(tree, written.source, expr, &Scope::root(), &env, &budget);
    (!outcome.has_errors()).then_some(outcome.value)
}

/// The constant string of an attribute.
pub(super) fn text(declaration: &Declaration, block: &Block, name: &str) -> Option<Arc<str>> {
    let (written, attribute) = declaration.attribute(block, name)?;
    constant(written, attribute.value)?.as_str().map(Arc::from)
}

/// A type expression as written; legacy ones are quoted.
pub(super) fn type_text(declaration: &Declaration, block: &Block) -> Option<Arc<str>> {
    let (written, attribute) = declaration.attribute(block, "type")?;
    let tree = &written.parsed.tree;
    let quoted = tree.string(attribute.value);
    Some(quoted.map_or_else(|| tree.written(tree.expr(attribute.value).range).into(), Arc::from))
}

/// The unindented comment lines directly above a block.
pub(super) fn comment(written: &BlockSource) -> Vec<String> {
    let tree = &written.parsed.tree;
    let comments = tree.comments();
    let before = comments.partition_point(|comment| comment.end <= written.header.start);
    let mut lines = Vec::new();
    let mut below = written.header.start;
    for comment in comments[..before].iter().rev() {
        let gap = TextRange::new(comment.end, below);
        // the nearest comment may be far above, separated by other blocks
        if !tree.is_blank(gap) {
            break;
        }
        let (text, gap) = (tree.written(*comment), tree.written(gap));
        let breaks = [&text, &gap].iter().map(|part| part.matches('\n').count()).sum::<usize>();
        let is_at_margin =
            comment.start == 0 || tree.written(TextRange::new(comment.start - 1, comment.start)) == "\n";
        let own = text.strip_prefix('#').or_else(|| text.strip_prefix("//"));
        match own.filter(|_| breaks == 1 && is_at_margin) {
            Some(own) => lines.push(own.strip_prefix("//").unwrap_or(own).trim().to_owned()),
            None => break,
        }
        below = comment.start;
    }
    lines.reverse();
    lines
}
