//! Strings in the values of attributes, each with its exact place.

use hclx_core::Value;
use hclx_diag::Span;
use hclx_schema::{FilledAttribute, FilledBody};
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem, Tree};
use hclx_syntax::statics;

/// A string and its place.
#[derive(Clone, Debug)]
pub struct StringExpr {
    /// The string.
    pub text: String,
    /// The place.
    pub place: Span,
}

/// The place of an attribute's value.
pub fn value_place(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Span {
    body.view.tree().expr(attribute.view.value).range.in_source(body.view.source())
}

/// The place of an attribute's name.
pub fn name_place(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Span {
    attribute.view.name_range.in_source(body.view.source())
}

/// The known strings of a value that is a string or a list of strings.
pub fn texts(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Vec<StringExpr> {
    let value = attribute.value.clone().unmark_deep().0;
    let whole = value_place(body, attribute);
    if let Some(text) = value.as_str() {
        return vec![StringExpr { text: text.to_owned(), place: whole }];
    }
    let Some(values) = value.elements() else { return Vec::new() };
    let tree = body.view.tree();
    // Elements that another expression computes have no places of their own.
    let written = statics::as_list(tree, attribute.view.value).filter(|list| list.len() == values.len());
    let place = |index: usize| match written {
        Some(list) => tree.expr(list[index]).range.in_source(body.view.source()),
        None => whole,
    };
    let text = |(index, value): (usize, &Value)| {
        Some(StringExpr { text: value.as_str()?.to_owned(), place: place(index) })
    };
    values.iter().enumerate().filter_map(text).collect()
}

/// The keys and values of an object or map, each with the place of the key and of the value.
pub fn entries(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Vec<(String, Value, Span, Span)> {
    let value = attribute.value.clone().unmark_deep().0;
    let whole = value_place(body, attribute);
    let tree = body.view.tree();
    let items = statics::as_map(tree, attribute.view.value).unwrap_or_default();
    let place = |expr: ExprId| tree.expr(expr).range.in_source(body.view.source());
    // In HCL the last of several equal keys wins.
    let found = |key: &str| items.iter().rev().find(|item| literal_key(tree, item) == Some(key));
    if !value.is_known() || value.is_null() {
        return Vec::new();
    }
    value
        .iter_entries()
        .map(|(key, value)| {
            let (at_key, at_value) =
                found(key).map_or((whole, whole), |item| (place(item.key), place(item.value)));
            (key.to_string(), value.clone(), at_key, at_value)
        })
        .collect()
}

/// The key, if it is a literal.
pub fn literal_key<'t>(tree: &'t Tree, item: &ObjectItem) -> Option<&'t str> {
    match tree.expr(item.key).kind {
        ExprKind::Variable(name) if item.bare => Some(tree.text(name)),
        _ => tree.string(item.key),
    }
}
