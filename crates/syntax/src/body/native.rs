//! Bodies in native syntax: the syntax distinguishes attributes from blocks.

use hclx_diag::{Diagnostic, OrderedSet, TextRange};

use super::distinct::Distinct;
use super::{AttributeView, BlockView, BodyMatcher, BodyView, Form, LabelView, UnexpectedItem, wording};
use crate::ast::{Attribute, Block, BodyId, Item, Tree};

pub(super) fn mentions(tree: &Tree, body: BodyId, wanted: &[&str]) -> bool {
    tree.slice(tree.body(body).items).iter().any(|item| {
        let name = match item {
            Item::Attribute(attribute) => attribute.name,
            Item::Block(block) => tree.node(*block).block_type,
        };
        wanted.iter().any(|wanted| tree.is_text(name.text, wanted))
    })
}

pub(super) fn repeats_attribute(tree: &Tree, body: BodyId) -> bool {
    let mut seen = OrderedSet::new();
    tree.slice(tree.body(body).items).iter().any(|item| match item {
        Item::Attribute(attribute) => !seen.insert(tree.text(attribute.name.text)),
        Item::Block(_) => false,
    })
}

pub(super) fn name_at(tree: &Tree, body: BodyId, offset: u32) -> Option<&str> {
    let items = tree.slice(tree.body(body).items);
    let of = |item: &Item| match item {
        Item::Attribute(attribute) => (attribute.name, attribute.range),
        Item::Block(block) => {
            let block = tree.node(*block);
            (block.block_type, block.range)
        }
    };
    let after = items.partition_point(|item| of(item).1.start <= offset);
    let (name, range) = of(items.get(after.checked_sub(1)?)?);
    (offset <= range.end).then(|| tree.text(name.text))
}

pub(super) fn just_attributes<'t>(
    view: &BodyView<'t>,
    body: BodyId,
) -> (Vec<AttributeView<'t>>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let mut attributes = Distinct::default();
    for item in view.tree.slice(view.tree.body(body).items) {
        match item {
            Item::Attribute(attribute) => {
                let attribute = attribute_view(view, attribute);
                // the parser reports a duplicate
                if !view.is_claimed(attribute.name) {
                    attributes.insert(attribute);
                }
            }
            // As in HCL's `JustAttributes`, the first block represents all blocks.
            Item::Block(block) if findings.is_empty() => {
                let block = view.tree.node(*block);
                let name = view.tree.text(block.block_type.text);
                let assignable = view.place(TextRange::new(block.block_type.range.end, block.open.start));
                // A block with labels has no form as an attribute.
                let assignable = block.labels.is_empty().then_some(assignable);
                let place = view.place(block.block_type.range);
                findings.push(wording::unexpected_block(place, name, assignable));
            }
            Item::Block(_) => {}
        }
    }
    (attributes.into_vec(), findings)
}

fn attribute_view<'t>(view: &BodyView<'t>, attribute: &Attribute) -> AttributeView<'t> {
    AttributeView {
        name: view.tree.text(attribute.name.text),
        name_range: attribute.name.range,
        value: attribute.value,
        range: attribute.range,
    }
}

pub(super) fn content<'t>(matching: &mut BodyMatcher<'_, 't>, body: BodyId) {
    let view = matching.view;
    let items = view.tree.slice(view.tree.body(body).items);
    matching.attributes.reserve(items.len().min(matching.schema.slots()));
    for (index, item) in items.iter().enumerate() {
        let form = match item {
            Item::Attribute(attribute) if take_attribute(matching, attribute) => continue,
            Item::Attribute(attribute) => Form::Attribute(attribute_view(view, attribute)),
            Item::Block(block) => {
                let block = view.tree.node(*block);
                if take_block(matching, block) {
                    continue;
                }
                // The schema has no such block, so there is no position.
                Form::Block(block_view(view, block, usize::MAX), block.open)
            }
        };
        if matching.strangers.is_empty() {
            // with few names in a schema, most names are unexpected
            matching.strangers.reserve(items.len() - index);
        }
        matching.strangers.push(UnexpectedItem { view: view.clone(), form });
    }
}

/// Takes an attribute of the schema; returns `true` if nothing is left to report.
fn take_attribute(matching: &mut BodyMatcher<'_, '_>, attribute: &Attribute) -> bool {
    let attribute = attribute_view(matching.view, attribute);
    if matching.view.is_claimed(attribute.name) {
        return true;
    }
    let Some(slot) = matching.schema.find(attribute.name).slot else { return false };
    // The parser has already reported the second of two attributes with the same name.
    matching.take(slot, attribute);
    true
}

/// Takes a block of the schema; returns `true` if nothing is left to report.
fn take_block(matching: &mut BodyMatcher<'_, '_>, block: &Block) -> bool {
    let view = matching.view;
    let block_type = view.tree.text(block.block_type.text);
    if view.is_claimed_block(block_type) {
        return true;
    }
    let Some((position, schema)) = matching.schema.block(block_type) else { return false };
    let labels = view.tree.slice(block.labels);
    let header = view.place(block.block_type.range.cover(block.open));
    if let Some(extra) = labels.get(schema.labels.len()) {
        let place = view.place(extra.range);
        matching.findings.push(wording::extra_label(place, schema, header));
    } else if labels.len() + schema.optional_labels < schema.labels.len() {
        let place = view.place(block.open);
        matching.findings.push(wording::missing_label(place, schema, labels.len()));
    } else {
        matching.blocks.push(block_view(view, block, position));
        return true;
    }
    matching.mislabelled.push(block_view(view, block, position));
    true
}

fn block_view<'t>(view: &BodyView<'t>, block: &Block, position: usize) -> BlockView<'t> {
    let labels = view.tree.slice(block.labels);
    let last = labels.last().map_or(block.block_type.range, |label| label.range);
    BlockView {
        block_type: view.tree.text(block.block_type.text),
        type_range: block.block_type.range,
        labels: labels
            .iter()
            .map(|label| LabelView { text: view.tree.text(label.text), range: label.range })
            .collect(),
        def_range: block.block_type.range.cover(last),
        body: BodyView::native(view.tree, view.source, block.body),
        position,
    }
}
