//! Adds missing arguments to a body, and removes items that are not allowed in it.

use hclx_diag::{Edit, TextRange};
use hclx_schema::Block as Schema;
use hclx_syntax::ast::{Block, Item};

use super::declare::{empty, unexpected};
use super::place::Place;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    unexpected(place, all);
    let Some(block) = place.blocks.last().copied() else { return };
    let Some(schema) = place.schema_of(&block) else { return };
    let names = missing(place, &block, &schema);
    if names.is_empty() {
        return;
    }
    all.push(Action::new(ActionKind::QuickFix, "add missing required arguments", move || {
        let edits = vec![added(place, &block, &names)];
        Some(Changes { edits, ..Changes::default() })
    }));
}

/// The edit that adds items at the end of a body.
fn added(place: &Place<'_>, block: &Block, names: &[(String, Option<&'static str>)]) -> Edit {
    let inner = indentation(place, block);
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (name, value) in names {
        text.push_str(&match value {
            Some(value) => {
                let value = variable(place, name).unwrap_or_else(|| (*value).to_owned());
                format!("{inner}{name:width$} = {value}\n")
            }
            None => format!("{inner}{name} {{\n{inner}}}\n"),
        });
    }
    if !place.tree().is_on_one_line(block.range) {
        let close = place.lines(TextRange::at(block.close.start)).start;
        return place.edit(TextRange::at(close), text);
    }
    let inside = TextRange::new(block.open.end, block.close.start);
    let written = place.text(inside);
    let written = match written.trim() {
        "" => String::new(),
        written => format!("{inner}{written}\n"),
    };
    place.edit(inside, format!("\n{written}{text}{}", &inner[2..]))
}

/// The reference to the variable with a name, if it exists.
fn variable(place: &Place<'_>, name: &str) -> Option<String> {
    let address = format!("{}.{name}", place.variables().filter(|root| !root.is_empty())?);
    let is_declared = place.index.find(&address).iter().any(|key| key.root == place.unit.root);
    is_declared.then_some(address)
}

/// The indentation of a block's items.
fn indentation(place: &Place<'_>, block: &Block) -> String {
    let source = place.tree().source();
    let before = &source[..block.range.start as usize];
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let blank = line.iter().take_while(|byte| **byte == b' ').count();
    " ".repeat(blank + 2)
}

/// The required attributes that a body lacks, each with a placeholder value, the missing blocks, and one argument of
/// each set of which at least one is required.
fn missing(place: &Place<'_>, block: &Block, schema: &Schema) -> Vec<(String, Option<&'static str>)> {
    let tree = place.tree();
    let items = tree.slice(place.body(block).items);
    let has_attribute = |name: &str| place.attribute_of(block, name).is_some();
    let has_block = |name: &str| {
        items.iter().any(|item| match item {
            Item::Block(block) => {
                let block = tree.node(*block);
                let made = tree.slice(block.labels).first().map(|label| tree.text(label.text));
                tree.is_text(block.block_type.text, name)
                    || tree.is_text(block.block_type.text, "dynamic") && made == Some(name)
            }
            Item::Attribute(_) => false,
        })
    };
    let attributes = schema
        .attributes()
        .iter()
        .filter(|attribute| attribute.required && attribute.required_later.is_none());
    let attributes = attributes.filter(|one| !has_attribute(&one.name) && !has_block(&one.name));
    let blocks = schema.blocks().iter().filter(|nested| nested.min > 0 && nested.labels.is_empty());
    let blocks = blocks.filter(|one| !has_block(&one.block_type) && !has_attribute(&one.block_type));
    let attributes = attributes.map(|one| (one.name.to_string(), Some(empty(&one.ty))));
    let required = attributes.chain(blocks.map(|one| (one.block_type.to_string(), None)));
    let mut missing: Vec<(String, Option<&'static str>)> = required.collect();
    // the first argument of each set of which at least one is required
    for set in schema.exclusive.iter().filter(|set| set.is_needed) {
        let is_given = |name: &str| has_attribute(name) || has_block(name);
        let is_added = |name: &str| missing.iter().any(|(added, _)| *added == *name);
        if !set.names.iter().any(|name| is_given(name) || is_added(name))
            && let Some(first) = set.names.first()
        {
            let attribute = schema.find_attribute(first);
            missing.push((first.to_string(), attribute.map(|attribute| empty(&attribute.ty))));
        }
    }
    missing
}
