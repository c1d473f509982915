//! Places whose expressions are only evaluated under a condition, or whose errors are caught. An expression that may
//! fail must not be evaluated elsewhere instead.

use hclx_diag::TextRange;
use hclx_syntax::ast::{BinaryOp, Block, ExprId, ExprKind, Item, TraverseKind, Tree};

use super::place::{Place, covers};

/// Functions that catch the errors of their arguments.
const CATCHES: &[&str] = &["try", "can"];

/// Arguments that decide whether a block exists.
const CREATES: &[&str] = &["count", "for_each", "enabled"];

/// Returns `true` if an expression may be evaluated at another place instead, because it is always evaluated or cannot
/// fail.
pub(super) fn is_movable(place: &Place<'_>, expr: ExprId) -> bool {
    !is_guarded(place, expr) || cannot_fail(place.tree(), expr)
}

/// Returns `true` if a place is read when an object is destroyed: only `self` and its own key exist then.
pub(super) fn is_read_at_destruction(place: &Place<'_>) -> bool {
    let tree = place.tree();
    let is_destroying = |block: &Block| {
        let when =
            place.attribute_of(block, "when").filter(|_| tree.is_text(block.block_type.text, "provisioner"));
        when.is_some_and(|when| place.text(tree.expr(when.value).range) == "destroy")
    };
    let is_beside = |outer: &Block| {
        tree.slice(place.body(outer).items).iter().any(|item| match item {
            Item::Block(inner) => is_destroying(tree.node(*inner)),
            Item::Attribute(_) => false,
        })
    };
    place.blocks.iter().any(is_destroying)
        || matches!(&place.blocks[..], [outer, inner, ..]
            if tree.is_text(inner.block_type.text, "connection") && is_beside(outer))
}

/// Returns `true` if an expression is not always evaluated, or its errors are not always reported.
fn is_guarded(place: &Place<'_>, expr: ExprId) -> bool {
    let tree = place.tree();
    let range = tree.expr(expr).range;
    place.blocks.iter().any(|block| guards(place, block, range))
        || place.attribute.is_some_and(|attribute| {
            let outer = tree.inside(attribute.value).filter(|outer| *outer != expr);
            let mut outer = outer.filter(|outer| covers(tree.expr(*outer).range, range));
            outer.any(|outer| guards_inside(tree, outer, range))
        })
}

/// Returns `true` if a block may not exist, or its expressions are evaluated later than others.
fn guards(place: &Place<'_>, block: &Block, range: TextRange) -> bool {
    let (block_type, _) = place.header(block);
    let is_conditional = CREATES.iter().any(|name| {
        // the argument itself is always evaluated
        place.attribute_of(block, name).is_some_and(|one| !covers(one.range, range))
    });
    is_conditional
        || matches!(&*block_type, "precondition" | "postcondition" | "check" | "assert" | "validation")
        // read when an object is created or destroyed
        || matches!(&*block_type, "provisioner" | "connection")
}

/// Returns `true` if an expression guards one of its parts.
fn guards_inside(tree: &Tree, outer: ExprId, part: TextRange) -> bool {
    let is_in = |inner: ExprId| covers(tree.expr(inner).range, part);
    match tree.expr(outer).kind {
        ExprKind::Conditional { yes, no, .. } => is_in(yes) || is_in(no),
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, right, .. } => is_in(right),
        ExprKind::Call(call) => CATCHES.contains(&tree.text(tree.node(call).name.text)),
        ExprKind::For(one) => !is_in(tree.node(one).collection),
        ExprKind::TemplateFor(one) => !is_in(tree.node(one).collection),
        ExprKind::TemplateIf(one) => !is_in(tree.node(one).condition),
        ExprKind::Splat { source, .. } => !is_in(source),
        _ => false,
    }
}

/// Returns `true` if errors at a place are caught.
pub(super) fn is_caught(tree: &Tree, at: TextRange) -> bool {
    tree.expr_ids().any(|id| match tree.expr(id).kind {
        ExprKind::Call(call) => {
            covers(tree.expr(id).range, at) && CATCHES.contains(&tree.text(tree.node(call).name.text))
        }
        _ => false,
    })
}

/// Returns `true` if an expression has a value regardless of its references.
pub(super) fn cannot_fail(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).all(|part| match tree.expr(part).kind {
        ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Number
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Paren(_)
        | ExprKind::Tuple(_)
        | ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. } => true,
        ExprKind::Object(items) => tree
            .slice(items)
            .iter()
            .all(|item| item.bare || matches!(tree.expr(item.key).kind, ExprKind::String(_))),
        // a variable or local value always exists, but its parts may not
        ExprKind::Traversal { base, steps } => {
            let is_declared = matches!(tree.expr(base).kind, ExprKind::Variable(root)
                if matches!(tree.text(root), "var" | "local"));
            is_declared && matches!(tree.slice(steps), [step] if matches!(step.kind, TraverseKind::Attr(_)))
        }
        _ => false,
    })
}
