//! Comparisons that are never true, because values are not converted before they are compared.
//!
//! Out of scope: the severity and the code of findings about them.

use hclx_core::Value;
use hclx_diag::{Arrange, TextRange};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};

/// The reason why two values are never equal: both are primitive and their types differ, or one is a list, set
/// or map, and the other a tuple or object.
pub fn never_equal(left: &Value, right: &Value) -> Option<String> {
    let (l, r) = (left.ty(), right.ty());
    // A comparison with null tests whether there is a value, regardless of its type.
    let is_primitive = |value: &Value| !value.is_null() && value.ty().is_primitive();
    if is_primitive(left) && is_primitive(right) && l != r {
        return Some(format!("a {l} never equals a {r}"));
    }
    let is_structure = |value: &Value| {
        !value.is_null() && (value.ty().as_tuple().is_some() || value.ty().as_object().is_some())
    };
    let is_whole = |value: &Value| is_structure(value) || !value.is_null() && value.ty().is_collection();
    let written = |value: &Value| match value.ty().as_tuple() {
        Some(_) => "a tuple, which is what `[…]` is",
        None => "an object, which is what `{…}` is",
    };
    let noun = |value: &Value| match value.ty().as_tuple() {
        Some(_) => "a tuple".to_owned(),
        None if value.ty().as_object().is_some() => "an object".to_owned(),
        None => format!("a {}", value.ty().without_attributes()),
    };
    match () {
        () if l.is_collection() && is_structure(right) => {
            Some(format!("{} never equals {}", noun(left), written(right)))
        }
        () if r.is_collection() && is_structure(left) => {
            Some(format!("{} never equals {}", noun(right), written(left)))
        }
        () if is_whole(left) && is_primitive(right) || is_primitive(left) && is_whole(right) => {
            Some(format!("{} never equals {}", noun(left), noun(right)))
        }
        () => None,
    }
}

/// A comparison of an expression with a literal: `a == "b"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    /// The range of the comparison.
    pub range: TextRange,
    /// The compared expression.
    pub operand: ExprId,
    /// The literal.
    pub literal: ExprId,
    /// Set for `!=`.
    pub is_unequal: bool,
}

/// The comparisons with a literal, by place.
pub(crate) fn comparisons(tree: &Tree) -> Vec<Comparison> {
    let is_literal =
        |id: ExprId| matches!(tree.expr(id).kind, ExprKind::String(_) | ExprKind::Number | ExprKind::Bool(_));
    let comparison = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } => {
            let (operand, literal) = match (is_literal(left), is_literal(right)) {
                (false, true) => (left, right),
                (true, false) => (right, left),
                _ => return None,
            };
            Some(Comparison {
                range: tree.expr(id).range,
                operand,
                literal,
                is_unequal: op == BinaryOp::NotEqual,
            })
        }
        _ => None,
    };
    let mut found: Vec<Comparison> = tree.expr_ids().filter_map(comparison).collect();
    found.arrange_by_key(|one| one.range);
    found
}

/// The comparisons of a file that are inside a range.
pub(crate) fn within(all: &[Comparison], range: TextRange) -> impl Iterator<Item = &Comparison> {
    let first = all.partition_point(|comparison| comparison.range.start < range.start);
    // One that starts with the range may extend beyond it.
    let started = all[first..].iter().take_while(move |one| one.range.start < range.end);
    started.filter(move |one| one.range.end <= range.end)
}

#[cfg(test)]
mod tests {
    use hclx_diag::SourceId;

    use super::*;

    #[test]
    fn comparisons_within_a_part_of_a_comparison_are_found() {
        let source = r#"f(a == "x", b == "y") == "z" == true"#;
        let parsed = hclx_syntax::parse_expression(SourceId(0), source.as_bytes().into());
        let all = comparisons(&parsed.tree);
        let count = |part: &str| within(&all, TextRange::new(0, part.len() as u32)).count();
        assert_eq!(count(source), 4);
        assert_eq!(count(r#"f(a == "x", b == "y") == "z""#), 3);
        assert_eq!(count(r#"f(a == "x", b == "y")"#), 2);
    }
}
