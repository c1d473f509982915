//! Adds the `type` of a variable, inferred from its default and the given values.

use hclx_analysis::symbols::How;
use hclx_core::{Type, TypeKind};
use hclx_diag::{Span, TextRange};
use hclx_syntax::ast::{Block, ExprId, ExprKind, ObjectItem, Tree};

use super::conversion::is_constant;
use super::inline::{attribute_at, reference};
use super::place::Place;
use super::{Action, ActionKind, Changes};
use crate::Role;

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
    let Some(ty) = of_uses(place, &block, default.value) else { return };
    all.push(Action::new(ActionKind::Rewrite, "add the type of the variable", move || {
        let start = place.lines(default.range).start;
        let text = format!("  type    = {ty}\n");
        Some(Changes { edits: vec![place.edit(TextRange::at(start), text)], ..Changes::default() })
    }));
}

/// The type of a variable according to its default and its uses; `None` if it would convert a value that is assigned to
/// the variable.
fn of_uses(place: &Place<'_>, block: &Block, default: ExprId) -> Option<Type> {
    let tree = place.tree();
    let label = tree.slice(block.labels).first()?;
    let (key, _) = place.index.at(place.file, label.range.start + 1)?;
    let places = place.index.places(key);
    let mut reads = places
        .iter()
        .filter(|mention| matches!(mention.role, Role::Mentioned(How::Reads | How::ReadsOfSome)));
    let mut given = places.iter().filter(|mention| mention.role == Role::Mentioned(How::Gives));
    let ty = of_expression(tree, default)?;
    let ty = match reads.all(|mention| is_of_attribute(place, mention.span)) {
        true => ty,
        // an object would drop the other keys of a map
        false => as_map(ty)?,
    };
    given.all(|mention| keeps(place, mention.span, &ty)).then_some(ty)
}

/// Returns `true` for a reference to an attribute of a variable.
fn is_of_attribute(place: &Place<'_>, name: Span) -> bool {
    let parsed = place.snapshot.parsed(name.source);
    let tree = &parsed.tree;
    let range = reference(tree, name.range).map(|(range, _)| range);
    range.is_some_and(|range| tree.source()[range.end as usize..].starts_with(b"."))
}

/// The map with the attributes of an object; `None` if they have different types.
fn as_map(ty: Type) -> Option<Type> {
    let TypeKind::Object(object) = ty.kind() else { return Some(ty) };
    let mut types = object.attributes().iter().map(|attribute| &attribute.ty);
    let first = types.next()?.clone();
    types.all(|ty| *ty == first).then(|| Type::map(first))
}

/// Returns `true` if a type keeps a value that is assigned to a variable, as far as the value is known.
fn keeps(place: &Place<'_>, name: Span, ty: &Type) -> bool {
    let parsed = place.snapshot.parsed(name.source);
    let Some((value, _)) = attribute_at(&parsed.tree, name.range.start) else { return false };
    if let Some(given) = of_expression(&parsed.tree, value) {
        return given == *ty || as_map(given).as_ref() == Some(ty);
    }
    let is_simple = |ty: &Type| [Type::STRING, Type::NUMBER, Type::BOOL].contains(ty);
    let end = parsed.tree.expr(value).range.end;
    let given = place.value_at(name.source, end - 1).map(|value| value.described_type());
    match given.filter(|given| is_simple(given) || is_simple(ty)) {
        Some(given) => given == *ty || given == Type::ANY,
        None => !is_constant(&parsed.tree, value),
    }
}

/// The type of a constant expression, as users would write it: equal elements form a list, but a map whose
/// values have equal types is still an object.
pub(super) fn of_expression(tree: &Tree, expr: ExprId) -> Option<Type> {
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
