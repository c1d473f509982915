//! Turns a local value into a variable, and a variable into a local value.

use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind};
use hclx_diag::{Arrange, Edit, TextRange};
use hclx_syntax::ast::{BinaryOp, Block, ExprId, ExprKind, Item};
use hclx_syntax::tokens::{Lexeme, LexemeKind, lexemes_around_errors};

use super::conversion::{constant_as, is_constant};
use super::guards::is_caught;
use super::inline::{attribute_at, is_captured, reference, removed};
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
    // a list is not equal to any tuple, nor an object to any map
    let ty = of_expression(&parsed.tree, value).filter(|_| !is_compared(place, &symbol.key));
    let ty = ty.map_or_else(String::new, |ty| format!("\n  type    = {ty}"));
    let block = format!("variable \"{name}\" {{{ty}\n  default = {text}\n}}");
    let mut edits = mentions(place, &symbol.key, &free(place, root, name)?)?;
    edits.push(removed(place, symbol.name.source, whole)?);
    edits.push(place.append(place.home("variable"), &block));
    Some(Changes { edits, ..Changes::default() })
}

/// Returns `true` if a value, or a part of it, is compared, or its errors have an effect, so that its type
/// matters.
fn is_compared(place: &Place<'_>, key: &SymbolKey) -> bool {
    place.index.places(key).iter().any(|mention| {
        let parsed = place.snapshot.parsed(mention.span.source);
        let tree = &parsed.tree;
        let compares = |kind: &ExprKind| {
            matches!(kind, ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. })
        };
        let mut exprs = tree.expr_ids().map(|id| tree.expr(id));
        exprs.any(|expr| expr.range.contains(mention.span.range) && compares(&expr.kind))
            || is_caught(tree, mention.span.range)
    })
}

fn to_local(place: &Place<'_>, symbol: &Symbol, name: &str, root: &str) -> Option<Changes> {
    let there = Place::new(place.snapshot, symbol.name.source, symbol.name.range, place.budget())?;
    let block = there.blocks.last().copied()?;
    // Other arguments, such as validations, would be lost.
    let kept = ["type", "default", "description"];
    let tree = there.tree();
    let is_plain = tree.slice(there.body(&block).items).iter().all(|item| match item {
        Item::Attribute(one) => kept.contains(&tree.text(one.name.text)),
        Item::Block(_) => false,
    });
    let default: ExprId = there.attribute_of(&block, "default").filter(|_| is_plain)?.value;
    let text = match there.attribute_of(&block, "type") {
        Some(ty) => {
            let constant = constant_as(tree, default, ty.value)?;
            if !constant.is_exact && is_compared(place, &symbol.key) {
                return None;
            }
            constant.text
        }
        None => there.text(tree.expr(default).range),
    };
    let mut edits = mentions(place, &symbol.key, &free(place, root, name)?)?;
    // the local value replaces the block in place
    let (above, beside) = comments(&there, &block, tree.expr(default).range);
    let text = format!("locals {{\n{above}  {name} = {}{beside}\n}}", text.trim_end());
    edits.push(there.edit(block.range, text));
    Some(Changes { edits, ..Changes::default() })
}

/// The comments of a variable and its description, as lines, and the comment next to its default.
fn comments(there: &Place<'_>, block: &Block, default: TextRange) -> (String, String) {
    let tree = there.tree();
    let inside = TextRange::new(block.open.end, block.close.start);
    let is_free = |token: &Lexeme| {
        let is_comment = token.kind == LexemeKind::Comment;
        is_comment && inside.contains(token.range) && !default.contains(token.range)
    };
    let tokens = lexemes_around_errors(tree.source());
    let found = tokens.iter().filter(|token| is_free(token));
    let mut above: Vec<(u32, String)> =
        found.map(|token| (token.range.start, there.text(token.range).trim_end().to_owned())).collect();
    // nothing may follow the end of a heredoc
    let is_beside = |(at, _): &(u32, String)| {
        default.end <= *at && tree.is_on_one_line(TextRange::new(default.end - 1, *at))
    };
    let beside = above.iter().position(is_beside).map(|at| above.remove(at).1);
    if let Some(description) = there.attribute_of(block, "description")
        && let ExprKind::String(text) = tree.expr(description.value).kind
    {
        let lines = tree.text(text).lines().filter(|line| !line.trim().is_empty());
        above.extend(lines.map(|line| (description.range.start, format!("# {}", line.trim()))));
    }
    above.arrange_by_key(|(at, _)| *at);
    let above = above.into_iter().map(|(_, text)| format!("  {text}\n")).collect();
    (above, beside.map(|text| format!(" {text}")).unwrap_or_default())
}

/// The edits that change all references to another address; `None` if the name is assigned a value anywhere, or the
/// root of the address has another meaning at a reference.
fn mentions(place: &Place<'_>, key: &SymbolKey, address: &str) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for mention in place.index.places(key).iter().filter(|one| one.role != Role::Declared) {
        if mention.role != Role::Mentioned(How::Reads) {
            return None;
        }
        let parsed = place.snapshot.parsed(mention.span.source);
        let (range, _): (TextRange, bool) = reference(&parsed.tree, mention.span.range)?;
        let root = address.split('.').next().unwrap_or_default();
        if is_captured(place, mention.span, &[root]) {
            return None;
        }
        edits.push(Edit { span: range.in_source(mention.span.source), text: address.to_owned() });
    }
    Some(edits)
}
