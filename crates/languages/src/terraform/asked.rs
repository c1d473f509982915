//! Conditions that ask what a value holds, as in `contains(keys(local.o), "a") ? local.o.a : null`: what is not there is
//! not read then, though the type says that it never is there.

use hclx_analysis::graph;
use hclx_diag::{Code, TextRange, code_names as codes};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};
use hclx_syntax::statics::{Reference, ReferenceKey, ReferenceStep};

use super::declaration::Kind;
use super::guards::{self, Guards};
use super::module::Module;

/// Local values inside each other that are looked into for what they ask.
const MOST_LOCALS: usize = 8;

/// Whether a condition around a step asks what the value holds that the step reads from.
pub(crate) fn is_asked(module: &Module, guards: &Guards, tree: &Tree, place: TextRange, code: Code) -> bool {
    if ![codes::NO_ATTRIBUTE, codes::NO_INDEX].contains(&code) {
        return false;
    }
    guards.conditions(place).any(|arm| {
        let references = graph::references(tree, arm.expr);
        let read = references.iter().find_map(|reference| {
            let at = reference.steps.iter().position(|step| step.range.start == place.start)?;
            Some((reference, at))
        });
        read.is_some_and(|read| asks(module, tree, arm.condition, read, MOST_LOCALS))
    })
}

/// Whether an expression calls a function with the value or compares it, or with what a step reads from it; null says
/// nothing of what it holds.
fn asks(module: &Module, tree: &Tree, expr: ExprId, read: (&Reference<'_>, usize), depth: usize) -> bool {
    let references = graph::references(tree, expr);
    let about: Vec<TextRange> =
        references.iter().filter(|one| is_about(one, read)).map(|one| one.range()).collect();
    let whole = tree.expr(expr).range;
    let inside = |outer: TextRange, inner: TextRange| outer.start <= inner.start && inner.end <= outer.end;
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
        decides && inside(whole, range) && about.iter().any(|one| inside(range, *one))
    };
    if !about.is_empty() && guards::ids(tree).any(asks_here) {
        return true;
    }
    let in_local = |reference: &Reference<'_>| {
        let (Some(name), "local") = (key(reference.steps.first()?), &*reference.root) else { return None };
        let (_, declaration) = module.get(Kind::Local, "", name)?;
        let tree = &declaration.written.parsed.tree;
        Some(asks(module, tree, declaration.expr?, read, depth - 1))
    };
    depth > 0 && references.iter().any(|reference| in_local(reference) == Some(true))
}

/// Whether a reference means what a step reads from, or what it reads.
fn is_about(reference: &Reference<'_>, (read, at): (&Reference<'_>, usize)) -> bool {
    let pairs = || reference.steps.iter().zip(&read.steps);
    reference.root == read.root
        && reference.steps.len() >= at
        && pairs().take(at + 1).all(|(one, other)| key(one).is_some() && key(one) == key(other))
}

/// The text of a step, whichever form it has.
fn key<'s>(step: &'s ReferenceStep<'_>) -> Option<&'s str> {
    match &step.kind {
        ReferenceKey::Attr(text) | ReferenceKey::Text(text) | ReferenceKey::Number(text) => Some(text),
        ReferenceKey::Bool(_) | ReferenceKey::Null => None,
    }
}
