//! Bodies in JSON: the schema determines which properties are attributes and which are blocks (HCL JSON
//! specification, "Structural Elements").

use hclx_diag::{Diagnostic, Ordered, Span, TextRange};

use super::distinct::Distinct;
use super::{
    AttributeView, BlockSchema, BlockView, BodyMatcher, BodyView, Form, LabelView, UnexpectedItem, wording,
};
use crate::ast::{ExprId, ExprKind, ObjectItem, Tree};
use crate::errors;

/// The property of a body that is treated as a comment.
const COMMENT: &str = "//";

/// The start of a value: the opening bracket of an object or array, the whole range of any other value.
fn start_of(tree: &Tree, value: ExprId) -> TextRange {
    let expr = tree.expr(value);
    match expr.kind {
        ExprKind::Object(_) | ExprKind::Tuple(_) => TextRange::new(expr.range.start, expr.range.start + 1),
        _ => expr.range,
    }
}

pub(super) fn missing_item(tree: &Tree, value: ExprId) -> TextRange {
    let expr = tree.expr(value);
    match expr.kind {
        // An unclosed object ends without a brace.
        ExprKind::Object(_) if tree.source()[expr.range.range()].ends_with(b"}") => {
            TextRange::new(expr.range.end - 1, expr.range.end)
        }
        ExprKind::Object(_) => TextRange::at(expr.range.end),
        _ => start_of(tree, value),
    }
}

/// A property of an object, as an attribute.
fn property<'t>(tree: &'t Tree, item: &ObjectItem) -> Option<AttributeView<'t>> {
    let key = tree.expr(item.key);
    let (ExprKind::String(name) | ExprKind::JsonString { text: name, .. }) = key.kind else { return None };
    let range = key.range.cover(tree.expr(item.value).range);
    Some(AttributeView { name: tree.text(name), name_range: key.range, value: item.value, range })
}

fn properties<'t>(tree: &'t Tree, value: ExprId) -> impl Iterator<Item = AttributeView<'t>> {
    let items = match tree.expr(value).kind {
        ExprKind::Object(items) => tree.slice(items),
        _ => &[],
    };
    items.iter().filter_map(|item| property(tree, item))
}

pub(super) fn mentions(tree: &Tree, value: ExprId, wanted: &[&str]) -> bool {
    let empty = |value: ExprId| match tree.expr(value).kind {
        // An empty object is a block without contents, so it counts.
        ExprKind::Null | ExprKind::Missing => true,
        ExprKind::Tuple(elements) => elements.is_empty(),
        _ => false,
    };
    let bodies = match tree.expr(value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements).to_vec(),
        _ => vec![value],
    };
    let mut all = bodies.into_iter().flat_map(|body| properties(tree, body));
    all.any(|property| wanted.contains(&property.name) && !empty(property.value))
}

pub(super) fn name_at(tree: &Tree, value: ExprId, offset: u32) -> Option<&str> {
    let start = |expr: ExprId| tree.expr(expr).range.start;
    let body = match tree.expr(value).kind {
        ExprKind::Tuple(elements) => {
            let elements = tree.slice(elements);
            // The elements are in source order, so only the last one that starts before the offset can
            // contain it.
            let after = elements.partition_point(|element| start(*element) <= offset);
            *elements.get(after.checked_sub(1)?)?
        }
        _ => value,
    };
    let ExprKind::Object(items) = tree.expr(body).kind else { return None };
    let items = tree.slice(items);
    let after = items.partition_point(|item| start(item.key) <= offset);
    let found = property(tree, items.get(after.checked_sub(1)?)?)?;
    (offset <= found.range.end).then_some(found.name)
}

pub(super) fn just_attributes<'t>(
    view: &BodyView<'t>,
    value: ExprId,
) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
    let tree = view.tree;
    match tree.expr(value).kind {
        ExprKind::Object(_) => {}
        // The parser has reported a missing value.
        ExprKind::Missing => return Default::default(),
        _ => return (Vec::new(), vec![wording::attributes_want_object(view.place(start_of(tree, value)))]),
    }
    let mut findings = Vec::new();
    let mut attributes = Distinct::default();
    for attribute in properties(tree, value) {
        if attribute.name == COMMENT || view.is_claimed(attribute.name) {
            continue;
        }
        if let Some(before) = attributes.insert(attribute) {
            findings.push(repeated(view, &attribute, before.name_range));
        }
    }
    (attributes.into_vec(), findings)
}

pub(super) fn any_properties<'t>(
    view: &BodyView<'t>,
    value: ExprId,
) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
    let tree = view.tree;
    let bodies = match tree.expr(value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements).to_vec(),
        _ => vec![value],
    };
    let all = bodies.iter().flat_map(|body| properties(tree, *body));
    let all: Vec<AttributeView<'t>> = all.filter(|property| property.name != COMMENT).collect();
    let is_body =
        |value: &&ExprId| matches!(tree.expr(**value).kind, ExprKind::Object(_) | ExprKind::Missing);
    let others = bodies.iter().filter(|value| !is_body(value));
    let mut findings: Vec<Diagnostic> =
        others.map(|value| wording::body_wants_object(view.place(start_of(tree, *value)))).collect();
    let mut first: Ordered<&str, TextRange> = Ordered::new();
    // Only a scalar is certainly an attribute; other properties may be blocks, which can be repeated.
    for property in all.iter().filter(|property| is_scalar(tree, property.value)) {
        match first.get(property.name) {
            Some(before) => findings.push(repeated(view, property, *before)),
            None => drop(first.insert(property.name, property.name_range)),
        }
    }
    (all, findings)
}

/// Returns `true` if an object, or an object of an array, is a body rather than a level of labels: it has a property
/// with a known name, or one whose value cannot be a body.
fn is_body(tree: &Tree, value: ExprId, known: &[String]) -> bool {
    let objects = match tree.expr(value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements),
        _ => &[value],
    };
    let is_list = |value: ExprId| match tree.expr(value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements).iter().any(|element| is_scalar(tree, *element)),
        _ => false,
    };
    let is_item = |property: AttributeView<'_>| {
        let value = property.value;
        is_scalar(tree, value) || is_list(value) || known.iter().any(|name| name == property.name)
    };
    objects.iter().any(|one| properties(tree, *one).any(is_item))
}

/// Returns `true` for a scalar. Null can mean "no block", so it does not count.
fn is_scalar(tree: &Tree, value: ExprId) -> bool {
    use ExprKind::{Bool, JsonString, Number, String};
    matches!(tree.expr(value).kind, Bool(_) | JsonString { .. } | Number | String(_))
}

fn repeated(view: &BodyView<'_>, attribute: &AttributeView<'_>, before: TextRange) -> Diagnostic {
    errors::duplicate_attribute(view.place(attribute.name_range), attribute.name, view.place(before))
}

/// The items to collect from a level of objects.
#[derive(Clone, Copy)]
enum Level<'s> {
    Body,
    /// Labels with this name.
    Label(&'s str),
}

/// Passes the properties of an object, or of all objects of an array, to `take`; a level of null has none.
/// Returns `true` if anything was passed on or reported.
fn each_property<'t>(
    matching: &mut BodyMatcher<'_, 't>,
    value: ExprId,
    level: Level<'_>,
    mut take: impl FnMut(&mut BodyMatcher<'_, 't>, AttributeView<'t>),
) -> bool {
    let tree = matching.view.tree;
    let mut any = false;
    let mut object = |matching: &mut BodyMatcher<'_, 't>, value: ExprId| match tree.expr(value).kind {
        ExprKind::Object(_) => {
            for property in properties(tree, value) {
                any = true;
                take(matching, property);
            }
        }
        ExprKind::Missing => {}
        _ => {
            any = true;
            matching.findings.push(no_object(matching.view.place(start_of(tree, value)), level));
        }
    };
    match tree.expr(value).kind {
        ExprKind::Tuple(elements) => {
            tree.slice(elements).iter().for_each(|element| object(matching, *element));
        }
        ExprKind::Null => {}
        _ => object(matching, value),
    }
    any
}

fn no_object(place: Span, level: Level<'_>) -> Diagnostic {
    match level {
        Level::Body => wording::body_wants_object(place),
        Level::Label(label) => wording::label_wants_object(place, label),
    }
}

pub(super) fn content(matching: &mut BodyMatcher<'_, '_>, value: ExprId) {
    let prepared = matching.schema;
    if let ExprKind::Object(items) = matching.view.tree.expr(value).kind {
        matching.attributes.reserve(items.len().min(prepared.slots()));
    }
    each_property(matching, value, Level::Body, |matching, property| {
        if matching.view.is_claimed(property.name) {
            return;
        }
        let known = prepared.find(property.name);
        let tree = matching.view.tree;
        // in HCL 1, if a name may be either, an object is a block and any other value an attribute
        let slot = known.slot.filter(|_| known.block.is_none() || !is_hcl1_block(tree, &property));
        if let Some(slot) = slot {
            take_attribute(matching, slot, property);
        } else if known.block.is_some() && is_hcl1_value(tree, &property) {
            let place = matching.view.place(property.name_range);
            matching.findings.push(wording::block_written_as_attribute(place, property.name, None));
        } else if let Some(position) = known.block {
            let wanted = BlockProperty { position, schema: &prepared.schema().blocks[position], property };
            take_blocks(matching, wanted, property.value, &mut Vec::new());
        // As in HCL's decoder, `//` is a comment only if the schema does not contain it.
        } else if property.name != COMMENT {
            let view = matching.view.clone();
            matching.strangers.push(UnexpectedItem { view, form: Form::Property(property) });
        }
    });
}

/// Returns `true` for a property of HCL 1: no colon precedes its value.
fn is_hcl1(tree: &Tree, property: &AttributeView<'_>) -> bool {
    let value = tree.expr(property.value).range;
    !tree.source()[property.name_range.end as usize..value.start as usize].contains(&b':')
}

/// Returns `true` for an object, or a list of objects, of HCL 1.
fn is_hcl1_block(tree: &Tree, property: &AttributeView<'_>) -> bool {
    let is_object = |value: ExprId| matches!(tree.expr(value).kind, ExprKind::Object(_));
    let is_block = match tree.expr(property.value).kind {
        ExprKind::Tuple(elements) => {
            !elements.is_empty() && tree.slice(elements).iter().all(|element| is_object(*element))
        }
        _ => is_object(property.value),
    };
    is_block && is_hcl1(tree, property)
}

/// Returns `true` for a scalar, or a list with one, of HCL 1.
fn is_hcl1_value(tree: &Tree, property: &AttributeView<'_>) -> bool {
    let is_value = match tree.expr(property.value).kind {
        ExprKind::Tuple(elements) => tree.slice(elements).iter().any(|element| is_scalar(tree, *element)),
        _ => is_scalar(tree, property.value),
    };
    is_value && is_hcl1(tree, property)
}

fn take_attribute<'t>(matching: &mut BodyMatcher<'_, 't>, slot: usize, attribute: AttributeView<'t>) {
    let before = matching.take(slot, attribute).map(|before| before.name_range);
    if let Some(before) = before {
        let finding = repeated(matching.view, &attribute, before);
        matching.findings.push(finding);
    }
}

/// A property that defines blocks, and the block type that the schema expects.
#[derive(Clone, Copy)]
struct BlockProperty<'s, 't> {
    position: usize,
    schema: &'s BlockSchema,
    property: AttributeView<'t>,
}

/// Collects the blocks that `value` defines below the labels found so far. Recursive, once per label of the
/// schema.
fn take_blocks<'t>(
    matching: &mut BodyMatcher<'_, 't>,
    wanted: BlockProperty<'_, 't>,
    value: ExprId,
    labels: &mut Vec<LabelView<'t>>,
) {
    let left = &wanted.schema.labels[labels.len()..];
    let Some(label) = left.first() else { return take_bodies(matching, wanted, value, labels) };
    let tree = matching.view.tree;
    let may_end = left.len() <= wanted.schema.optional_labels && label_as_body(tree, value).is_none();
    if may_end && is_body(tree, value, &wanted.schema.known) {
        return take_bodies(matching, wanted, value, labels);
    }
    if lacks_labels(matching.view.tree, &wanted, value, labels) {
        let place = matching.view.place(start_of(matching.view.tree, value));
        matching.findings.push(wording::missing_label(place, wanted.schema, labels.len()));
        return matching.mislabelled.push(wanted.block(matching.view, value, labels));
    }
    let any = each_property(matching, value, Level::Label(label), |matching, next| {
        labels.push(LabelView { text: next.name, range: next.name_range });
        hclx_diag::grow(|| take_blocks(matching, wanted, next.value, labels));
        labels.pop();
    });
    // The parser has reported the missing level.
    if !any && !matches!(matching.view.tree.expr(value).kind, ExprKind::Missing) {
        let place = matching.view.place(start_of(matching.view.tree, value));
        matching.findings.push(wording::missing_label_level(place, &wanted.schema.block_type, label));
    }
}

/// Returns `true` if the value of a property is written like a block of HCL 1, but has items in place of the missing
/// labels: a value that cannot be a body, or a known name.
fn lacks_labels(
    tree: &Tree,
    wanted: &BlockProperty<'_, '_>,
    value: ExprId,
    labels: &[LabelView<'_>],
) -> bool {
    let range = tree.expr(value).range;
    let before = labels.last().map_or(wanted.property.name_range, |label| label.range);
    let between = &tree.source()[before.end as usize..range.start as usize];
    let is_written_so = between.trim_ascii().is_empty() && tree.source()[range.range()].starts_with(b"{");
    is_written_so && (properties(tree, value).next().is_none() || is_body(tree, value, &wanted.schema.known))
}

impl<'t> BlockProperty<'_, 't> {
    fn block(&self, view: &BodyView<'t>, value: ExprId, labels: &[LabelView<'t>]) -> BlockView<'t> {
        BlockView {
            position: self.position,
            block_type: self.property.name,
            type_range: self.property.name_range,
            labels: labels.to_vec(),
            def_range: start_of(view.tree, value),
            body: BodyView::json(view.tree, view.source, value),
        }
    }
}

/// The label of an HCL 1 header whose object represents the body; such an object has no brace.
fn label_as_body(tree: &Tree, value: ExprId) -> Option<AttributeView<'_>> {
    let expr = tree.expr(value);
    let label = properties(tree, value).next()?;
    (expr.range.start == label.name_range.start).then_some(label)
}

/// The body after the last label of a header in HCL 1.
fn innermost(tree: &Tree, mut value: ExprId) -> ExprId {
    while let Some(label) = label_as_body(tree, value) {
        value = label.value;
    }
    value
}

/// Collects the blocks at a value: one for an object, one per element of an array, none for null.
fn take_bodies<'t>(
    matching: &mut BodyMatcher<'_, 't>,
    wanted: BlockProperty<'_, 't>,
    value: ExprId,
    labels: &[LabelView<'t>],
) {
    let view = matching.view;
    if let Some(label) = label_as_body(view.tree, value) {
        let header = view.place(wanted.property.name_range);
        matching.findings.push(wording::extra_label(view.place(label.name_range), wanted.schema, header));
        let body = innermost(view.tree, label.value);
        return matching.mislabelled.push(wanted.block(view, body, labels));
    }
    let block =
        |body| BlockView { def_range: start_of(view.tree, value), ..wanted.block(view, body, labels) };
    match view.tree.expr(value).kind {
        ExprKind::Object(_) => matching.blocks.push(block(value)),
        ExprKind::Tuple(elements) => {
            matching.blocks.extend(view.tree.slice(elements).iter().map(|element| block(*element)));
        }
        ExprKind::Null | ExprKind::Missing => {}
        _ => {
            let place = view.place(start_of(view.tree, value));
            matching.findings.push(wording::block_wants_object(place, wanted.property.name));
        }
    }
}
