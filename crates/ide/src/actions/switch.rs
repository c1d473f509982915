//! Turns a local value into a variable, and a variable into a local value.

use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind};
use hclx_diag::{Edit, TextRange};
use hclx_syntax::ast::{ExprId, Item};

use super::extract::is_constant;
use super::inline::{attribute_at, reference, removed};
use super::place::Place;
use super::typed::of_expression;
use super::{Action, ActionKind, Changes};
use crate::Role;

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let (Some(local), Some(variable)) = (place.locals(), place.variables()) else { return };
    let Some((key, _)) = place.index.at(place.file, place.range.start) else { return };
    let own = place.index.symbol(key).filter(|symbol| symbol.key.root == place.unit.root);
    let Some(symbol) = own.filter(|_| place.index.declarations(key) == 1 && !variable.is_empty()) else {
        return;
    };
    let symbol = symbol.clone();
    let name = key.key.rsplit('.').next().unwrap_or_default().to_owned();
    let kind = ActionKind::Rewrite;
    match symbol.kind {
        SymbolKind::Local => {
            let Some(changes) = to_variable(place, &symbol, &name, variable) else { return };
            let title = format!("turn local value `{name}` into a variable");
            all.push(Action::new(kind, title, move || Some(changes.clone())));
        }
        SymbolKind::Variable => {
            let Some(changes) = to_local(place, &symbol, &name, local) else { return };
            let title = format!("turn variable `{name}` into a local value");
            all.push(Action::new(kind, title, move || Some(changes.clone())));
        }
        _ => {}
    }
}

/// The address for a name, unless it is already declared.
fn free(place: &Place<'_>, root: &str, name: &str) -> Option<String> {
    let address = format!("{root}.{name}");
    let is_taken = place.index.find(&address).iter().any(|key| key.root == place.unit.root);
    (!is_taken).then_some(address)
}

fn to_variable(place: &Place<'_>, symbol: &Symbol, name: &str, root: &str) -> Option<Changes> {
    let parsed = place.snapshot.parsed(symbol.name.source);
    let (value, whole) = attribute_at(&parsed.tree, symbol.name.range.start)?;
    let text = parsed.tree.written(parsed.tree.expr(value).range).into_owned();
    if !is_constant(&parsed.tree, value) || text.contains("<<") {
        return None;
    }
    let ty = of_expression(&parsed.tree, value);
    let ty = ty.map_or_else(String::new, |ty| format!("\n  type    = {ty}"));
    let block = format!("variable \"{name}\" {{{ty}\n  default = {text}\n}}");
    let mut edits = mentions(place, &symbol.key, &free(place, root, name)?)?;
    edits.push(removed(place, symbol.name.source, whole)?);
    edits.push(place.append(place.home("variables"), &block));
    Some(Changes { edits, ..Changes::default() })
}

fn to_local(place: &Place<'_>, symbol: &Symbol, name: &str, root: &str) -> Option<Changes> {
    let there = Place::new(place.snapshot, symbol.name.source, symbol.name.range, place.budget())?;
    let block = there.blocks.last().copied()?;
    // Anything else, such as a validation, would be lost.
    let kept = ["type", "default", "description"];
    let tree = there.tree();
    let is_plain = tree.slice(there.body(&block).items).iter().all(|item| match item {
        Item::Attribute(one) => kept.contains(&tree.text(one.name.text)),
        Item::Block(_) => false,
    });
    let default: ExprId = there.attribute_of(&block, "default").filter(|_| is_plain)?.value;
    let text = there.text(tree.expr(default).range);
    let mut edits = mentions(place, &symbol.key, &free(place, root, name)?)?;
    // the local value replaces the block in place
    edits.push(there.edit(block.range, format!("locals {{\n  {name} = {text}\n}}")));
    Some(Changes { edits, ..Changes::default() })
}

/// The edits that change all references to another address; `None` if the name is assigned a value
/// anywhere.
fn mentions(place: &Place<'_>, key: &SymbolKey, address: &str) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for mention in place.index.places(key).iter().filter(|one| one.role != Role::Declared) {
        if mention.role != Role::Mentioned(How::Reads) {
            return None;
        }
        let parsed = place.snapshot.parsed(mention.span.source);
        let (range, _): (TextRange, bool) = reference(&parsed.tree, mention.span.range)?;
        edits.push(Edit { span: range.in_source(mention.span.source), text: address.to_owned() });
    }
    Some(edits)
}
