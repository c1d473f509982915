//! Guarded code: parts of a tree that may not be evaluated, so that an error in them may never
//! occur.

use std::sync::OnceLock;

use hclx_analysis::graph;
use hclx_diag::{Arrange, TextRange};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};
use hclx_syntax::statics::{Reference, ReferenceKey, ReferenceStep};

/// Code that is only evaluated under a condition.
#[derive(Clone, Copy)]
pub struct GuardedCode {
    /// The code.
    pub expr: ExprId,
    /// The condition.
    pub condition: ExprId,
    /// The value of the condition for which the code is evaluated; `None` for the condition of a
    /// loop.
    pub runs_if: Option<bool>,
}

/// The guarded ranges of a tree, found in one pass.
pub struct Guards {
    /// Calls of `try` and `can`.
    tried: Vec<TextRange>,
    /// `for` expressions.
    loops: Vec<TextRange>,
    /// The outermost ranges that are only evaluated under a condition.
    guarded: Vec<TextRange>,
    /// All guarded ranges with their conditions, including nested ones, sorted by place.
    arms: Vec<(TextRange, GuardedCode)>,
    /// All expressions sorted by place, computed on demand.
    places: OnceLock<Vec<(TextRange, ExprId)>>,
}

impl Guards {
    /// Collects the guarded code of a tree.
    pub fn new(tree: &Tree) -> Self {
        let (mut tried, mut loops, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        let range = |id: ExprId| tree.expr(id).range;
        let arm = |expr: ExprId, condition: ExprId, runs_if: Option<bool>| {
            (range(expr), GuardedCode { expr, condition, runs_if })
        };
        for id in tree.expr_ids() {
            let expr = tree.expr(id);
            match expr.kind {
                ExprKind::Call(call) if matches!(tree.text(tree.node(call).name.text), "try" | "can") => {
                    tried.push(expr.range);
                }
                ExprKind::Conditional { condition, yes, no } => {
                    arms.extend([arm(yes, condition, Some(true)), arm(no, condition, Some(false))]);
                }
                ExprKind::TemplateIf(directive) => {
                    let directive = tree.node(directive);
                    let arms_of = [(directive.yes, true), (directive.no, false)];
                    arms.extend(arms_of.map(|(expr, truth)| arm(expr, directive.condition, Some(truth))));
                }
                // Since Terraform 1.12 these operators short-circuit, so the right side may never be
                // evaluated.
                ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right } => {
                    arms.push(arm(right, left, Some(op == BinaryOp::And)));
                }
                ExprKind::For(repeat) => {
                    loops.push(expr.range);
                    let repeat = tree.node(repeat);
                    if let Some(condition) = repeat.condition {
                        arms.push(arm(repeat.value, condition.into(), None));
                        arms.extend(repeat.key.map(|key| arm(key.into(), condition.into(), None)));
                    }
                }
                _ => {}
            }
        }
        arms.arrange_by_key(|(range, arm)| (range.start, std::cmp::Reverse(range.end), arm.condition));
        let guarded = outermost(arms.iter().map(|(arm, _)| *arm).collect());
        let (tried, loops) = (outermost(tried), outermost(loops));
        Self { tried, loops, guarded, arms, places: OnceLock::new() }
    }

    /// Returns `true` inside `try` or `can`.
    pub fn is_tried(&self, place: TextRange) -> bool {
        is_in(&self.tried, place)
    }

    /// Returns `true` if a place is only evaluated under a condition.
    pub fn is_guarded(&self, place: TextRange) -> bool {
        is_in(&self.guarded, place)
    }

    /// The guarded ranges around a place with their conditions, innermost first: at most [`MOST_AROUND`] of
    /// those that start before it.
    pub fn conditions(&self, place: TextRange) -> impl Iterator<Item = GuardedCode> {
        self.code_around(place).map(|(_, arm)| arm)
    }

    fn code_around(&self, place: TextRange) -> impl Iterator<Item = (TextRange, GuardedCode)> {
        let outer = self.guarded[..self.guarded.partition_point(|outer| outer.start <= place.start)].last();
        let first = outer.map_or(u32::MAX, |outer| outer.start);
        let before = &self.arms[..self.arms.partition_point(|(arm, _)| arm.start <= place.start)];
        let near = before.iter().rev().take(NEAR).take_while(move |(arm, _)| arm.start >= first);
        near.filter(move |(arm, _)| arm.contains(place)).take(MOST_AROUND).copied()
    }

    /// Returns `true` if a condition around a place reads the value that fails there, and so may test for the
    /// failure.
    pub(crate) fn is_asked(&self, tree: &Tree, place: TextRange) -> bool {
        let Some(innermost) = self.conditions(place).next() else { return false };
        let references = graph::references(tree, innermost.expr);
        let read = |reference: &Reference<'_>| {
            let whole = || place.contains(reference.range()).then_some(reference.steps.len());
            reference.steps.iter().position(|step| step.range.start == place.start).or_else(whole)
        };
        let reads: Vec<_> =
            references.iter().filter_map(|reference| Some((reference, read(reference)?))).collect();
        let asks = |arm: GuardedCode| {
            let asked = graph::references(tree, arm.condition);
            asked.iter().any(|reference| reads.iter().any(|read| is_about(reference, *read)))
        };
        !reads.is_empty() && self.conditions(place).any(asks)
    }

    /// Returns `true` if a place is only evaluated in some iterations of a loop because of a condition in it:
    /// for a loop over literals, the condition may depend on more than their type.
    pub fn is_guarded_round(&self, place: TextRange) -> bool {
        is_in(&self.loops, place)
            && self.code_around(place).any(|(range, arm)| {
                let is_loop = self.loops.binary_search_by_key(&range.start, |range| range.start).is_ok();
                arm.runs_if.is_none() || is_in(&self.loops, range) && !is_loop
            })
    }

    /// Returns `true` for an expression without references. Such an expression fails intentionally, as in
    /// `good ? true : tobool("why not")`.
    pub fn is_constant(&self, tree: &Tree, place: TextRange) -> bool {
        let places = self.places.get_or_init(|| {
            let mut places: Vec<_> = tree.expr_ids().map(|id| (tree.expr(id).range, id)).collect();
            places.arrange_by_key(|(range, id)| (range.start, range.end, *id));
            places
        });
        let key = (place.start, place.end);
        let first = places.partition_point(|(range, _)| (range.start, range.end) < key);
        let mut here = places[first..].iter().take_while(|(range, _)| *range == place);
        here.any(|(_, id)| graph::references(tree, *id).is_empty())
    }
}

/// The maximum number of conditions examined around a place.
const MOST_AROUND: usize = 64;

/// The maximum number of guarded ranges before a place that are searched.
const NEAR: usize = 4096;

/// An expression and its parts, which precede it in the tree.
pub fn ids_of(tree: &Tree, expr: ExprId) -> impl Iterator<Item = ExprId> {
    let whole = tree.expr(expr).range;
    (0..=expr.0).rev().map(ExprId).take_while(move |id| whole.contains(tree.expr(*id).range))
}

/// Returns `true` if a reference refers to the value that a step reads from, or to the result of the step.
pub fn is_about(reference: &Reference<'_>, (read, at): (&Reference<'_>, usize)) -> bool {
    let pairs = || reference.steps.iter().zip(&read.steps);
    reference.root == read.root
        && reference.steps.len() >= at
        && pairs()
            .take(at + 1)
            .all(|(step, other)| step_key(step).is_some() && step_key(step) == step_key(other))
}

/// The key of a step in any notation.
pub fn step_key<'s>(step: &'s ReferenceStep<'_>) -> Option<&'s str> {
    match &step.kind {
        ReferenceKey::Attr(text) | ReferenceKey::Text(text) | ReferenceKey::Number(text) => Some(text),
        ReferenceKey::Bool(_) | ReferenceKey::Null => None,
    }
}

/// The outermost ranges, sorted by place. Ranges of a tree are nested or disjoint.
fn outermost(mut ranges: Vec<TextRange>) -> Vec<TextRange> {
    ranges.arrange_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    ranges.retain(|range| {
        let is_outside = end <= range.start || end < range.end;
        end = end.max(range.end);
        is_outside
    });
    ranges
}

fn is_in(outermost: &[TextRange], place: TextRange) -> bool {
    let before = outermost.partition_point(|range| range.start <= place.start);
    before > 0 && place.end <= outermost[before - 1].end
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hclx_diag::SourceId;
    use hclx_syntax::ast::Root;

    use super::*;

    #[test]
    fn what_is_in_an_expression_was_made_before_it() {
        for text in [
            "a ? b.c[d(e)] : [for f in g : { (h) = i, j = \"k${l}m\" } if n && !o]",
            "{ a = [1, b(c...)], d = (e + f) * -g, h = i[*].j, k = l.*.m, n = \"%{ if o }p${q}%{ else }r%{ endif }\" }",
            "<<E\n%{ for a in b ~}\n${a[\"c\"]}\n%{ endfor }\nE\n",
            "[a, b[0].c ? d : e ? f(g, h) : i, (j), { k : l }, m == n || o != p && q]",
        ] {
            let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(text.as_bytes()));
            assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
            assert!(matches!(parsed.tree.root(), Root::Expr(_)));
            let tree = &parsed.tree;
            for id in tree.expr_ids() {
                let whole = tree.expr(id).range;
                let mut expected: Vec<ExprId> = tree
                    .expr_ids()
                    .filter(|one| one.0 <= id.0 && whole.contains(tree.expr(*one).range))
                    .collect();
                let strictly = |one: TextRange| one != whole && whole.contains(one);
                assert!(
                    tree.expr_ids().filter(|one| strictly(tree.expr(*one).range)).all(|one| one.0 < id.0),
                    "{text}"
                );
                expected.reverse();
                assert_eq!(ids_of(tree, id).collect::<Vec<_>>(), expected, "{text}");
            }
        }
    }
}
