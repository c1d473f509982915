//! Static types of declarations, which do not depend on values.
//!
//! A finding in guarded code is certain if it also applies to these types, because no condition around the code can
//! exclude it.

use std::collections::HashSet;

use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::SharedList;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use crate::terraform::declare::declaration::{Declaration, Repetition};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// The maximum length of a chain of local values; beyond it, the type is unknown.
const DEPTH: usize = 8;

/// An unknown value of the type that a declaration has for all values.
pub(crate) fn value(module: &Module, values: &SharedList<Value>, node: NodeId) -> Value {
    let declaration = module.declaration(node);
    let ty = || values.get(node.index()).map_or(Type::ANY, |value| value.ty().clone());
    match declaration.kind {
        Kind::Variable => match &declaration.variable {
            Some(variable) if !variable.is_doubtful => Value::unknown(variable.ty.without_optional()),
            _ => Value::dynamic(),
        },
        Kind::Local if is_static(module, node, DEPTH) => Value::unknown(ty()),
        // With instances, the type also depends on the value of `count` or `for_each`.
        Kind::Resource | Kind::Data if declaration.repetition() == Repetition::One => Value::unknown(ty()),
        _ => Value::dynamic(),
    }
}

/// Returns `true` if a declaration has the same value in a validation, which runs without inputs, resources and called
/// modules.
pub(crate) fn is_constant(module: &Module, node: NodeId) -> bool {
    let (mut left, mut seen) = (vec![node], HashSet::new());
    while let Some(node) = left.pop() {
        if !seen.insert(node) {
            continue;
        }
        if module.declaration(node).kind != Kind::Local {
            return false;
        }
        left.extend(module.links().graph.uses(node).iter().map(|(used, _)| *used));
    }
    true
}

/// Returns `true` if the type of a declaration follows from its syntax.
fn is_static(module: &Module, node: NodeId, depth: usize) -> bool {
    let declaration = module.declaration(node);
    match declaration.kind {
        Kind::Variable => declaration.variable.as_ref().is_some_and(|variable| !variable.ty.has_any()),
        Kind::Local => {
            depth > 0
                && is_plain(declaration)
                && module.links().graph.uses(node).iter().all(|(used, _)| is_static(module, *used, depth - 1))
        }
        _ => false,
    }
}

fn is_plain(local: &Declaration) -> bool {
    local.expr.is_some_and(|expr| has_plain_parts(&local.written.parsed.tree, expr))
}

/// Returns `true` if an expression consists only of literals, constructors, conditionals and references. The type of a
/// call or loop may depend on values.
fn has_plain_parts(tree: &Tree, expr: ExprId) -> bool {
    let mut left = vec![expr];
    while let Some(expr) = left.pop() {
        match tree.expr(expr).kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Traversal { .. } => {}
            ExprKind::Paren(inner) => left.push(inner),
            ExprKind::Tuple(elements) => left.extend(tree.slice(elements)),
            ExprKind::Object(items) => left.extend(tree.slice(items).iter().map(|item| item.value)),
            ExprKind::Conditional { yes, no, .. } => left.extend([yes, no]),
            _ => return false,
        }
    }
    true
}
