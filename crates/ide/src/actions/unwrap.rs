//! Rewrites `"${x}"` as `x`.

use hclx_syntax::ast::ExprKind;

use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let tree = place.tree();
    let is_wrap = |kind: &ExprKind| matches!(kind, ExprKind::TemplateWrap(_));
    let Some(wrap) = place.expression(is_wrap) else { return };
    let expr = tree.expr(wrap);
    let ExprKind::TemplateWrap(inner) = expr.kind else { return };
    if place.unit.language.keeps_templates() || !tree.is_quoted(expr.range) {
        return;
    }
    all.push(Action::new(ActionKind::Rewrite, "remove the template around the expression", move || {
        let tree = place.tree();
        let inner = tree.expr(inner);
        let text = place.text(inner.range);
        let is_simple = matches!(
            inner.kind,
            ExprKind::Traversal { .. } | ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Paren(_)
        );
        let text = if is_simple { text } else { format!("({text})") };
        Some(Changes { edits: vec![place.edit(expr.range, text)], ..Changes::default() })
    }));
}
