//! Conditions on the contents of a value, as in `contains(keys(local.o), "a") ? local.o.a : null`. Under such a
//! condition, a missing attribute is never read, even if the type shows that it is missing.

use hclx_analysis::graph;
use hclx_diag::{Code, TextRange, code_names as codes};
use hclx_module::{Guards, ids_of, is_about, step_key};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};
use hclx_syntax::statics::Reference;

use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The maximum number of local values to search for a condition.
const MOST_LOCALS: usize = 64;

/// Returns `true` if a condition around a step tests the contents of the value that the step reads from.
pub(crate) fn is_asked(module: &Module, guards: &Guards, tree: &Tree, place: TextRange, code: Code) -> bool {
    if ![codes::NO_ATTRIBUTE, codes::NO_INDEX].contains(&code) {
        return false;
    }
    // The innermost arm contains the whole step, and therefore the reference that the step belongs to.
    let Some(innermost) = guards.conditions(place).next() else { return false };
    let references = graph::references(tree, innermost.expr);
    let read = references.iter().find_map(|reference| {
        let at = reference.steps.iter().position(|step| step.range.start == place.start)?;
        Some((reference, at))
    });
    read.is_some_and(|read| guards.conditions(place).any(|arm| asks(module, tree, arm.condition, read)))
}

/// Returns `true` if an expression, or a local value that it depends on, compares the value that a step reads from, or
/// a part of it, or passes it to a function.
fn asks(module: &Module, tree: &Tree, expr: ExprId, read: (&Reference<'_>, usize)) -> bool {
    let mut met: Vec<&str> = Vec::new();
    let mut open = vec![(tree, expr)];
    while let Some((tree, expr)) = open.pop() {
        let references = graph::references(tree, expr);
        if asks_itself(tree, expr, &references, read) {
            return true;
        }
        for reference in references.iter().filter(|one| &*one.root == "local") {
            let local = reference.steps.first().and_then(|step| module.get(Kind::Local, "", step_key(step)?));
            let Some((_, declaration)) = local else { continue };
            if let Some(expr) = declaration.expr
                && met.len() < MOST_LOCALS
                && !met.contains(&&*declaration.name)
            {
                met.push(&declaration.name);
                open.push((&declaration.written.parsed.tree, expr));
            }
        }
    }
    false
}

/// Like [`asks`], for a single expression with its references. A comparison with null does not test the
/// contents of a value.
fn asks_itself(
    tree: &Tree,
    expr: ExprId,
    references: &[Reference<'_>],
    read: (&Reference<'_>, usize),
) -> bool {
    let about: Vec<TextRange> =
        references.iter().filter(|one| is_about(one, read)).map(|one| one.range()).collect();
    let asks_here = |id: ExprId| {
        let range = tree.expr(id).range;
        let is_null = |side: ExprId| matches!(tree.expr(side).kind, ExprKind::Null);
        let decides = match tree.expr(id).kind {
            ExprKind::Call(_) => true,
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => {
                !is_null(left) && !is_null(right)
            }
            _ => false,
        };
        decides && about.iter().any(|one| range.contains(*one))
    };
    !about.is_empty() && ids_of(tree, expr).any(asks_here)
}
