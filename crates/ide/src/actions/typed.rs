//! Adds the `type` of a variable, derived from its default and the given values.

use hclx_core::{Type, TypeKind};
use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprKind, ObjectItem, Tree};

use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let [block] = place.blocks[..] else { return };
    let (block_type, labels) = place.header(&block);
    let is_variable = block_type == "variable" && labels.len() == 1 && place.variables().is_some();
    if !is_variable || place.attribute_of(&block, "type").is_some() {
        return;
    }
    let (Some(default), false) =
        (place.attribute_of(&block, "default"), place.tree().is_on_one_line(block.range))
    else {
        return;
    };
    let Some(ty) = of_expression(place.tree(), default.value) else { return };
    all.push(Action::new(ActionKind::Rewrite, "add the type of the variable", move || {
        let start = place.lines(default.range).start;
        let text = format!("  type    = {ty}\n");
        Some(Changes { edits: vec![place.edit(TextRange::at(start), text)], ..Changes::default() })
    }));
}

/// The type of a constant expression, as a person would write it: equal elements form a list, but a map whose
/// values have equal types is still an object.
pub(super) fn of_expression(tree: &Tree, expr: hclx_syntax::ast::ExprId) -> Option<Type> {
    Some(match tree.expr(expr).kind {
        ExprKind::Bool(_) => Type::BOOL,
        ExprKind::Number => Type::NUMBER,
        ExprKind::Unary { operand, .. } => of_expression(tree, operand)?,
        ExprKind::String(_) | ExprKind::Template(_) => Type::STRING,
        ExprKind::Paren(inner) => hclx_diag::grow(|| of_expression(tree, inner))?,
        ExprKind::Tuple(elements) => {
            let mut elements = tree.slice(elements).iter();
            let first = hclx_diag::grow(|| of_expression(tree, *elements.next()?))?;
            let all_equal = elements
                .all(|element| hclx_diag::grow(|| of_expression(tree, *element)).as_ref() == Some(&first));
            all_equal.then(|| Type::list(first))?
        }
        ExprKind::Object(items) => {
            let items = tree.slice(items);
            let named = |item: &ObjectItem| match tree.expr(item.key).kind {
                ExprKind::Variable(name) | ExprKind::String(name) => Some(tree.text(name).to_owned()),
                _ => None,
            };
            let mut attributes = Vec::new();
            for item in items {
                let ty = hclx_diag::grow(|| of_expression(tree, item.value))?;
                attributes.push((named(item)?, ty));
            }
            if attributes.is_empty() {
                return None;
            }
            Type::object(attributes.into_iter().map(|(name, ty)| (std::sync::Arc::from(name), ty)))
        }
        _ => return None,
    })
    .filter(|ty: &Type| !matches!(ty.kind(), TypeKind::Any))
}
