//! Inlines a local value into its references.

use hclx_analysis::graph::each_reference;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind};
use hclx_diag::{Edit, SourceId, Span, TextRange};
use hclx_syntax::ast::{ExprId, ExprKind, Item, Root, Tree};

use super::guards::{cannot_fail, is_caught};
use super::place::Place;
use super::{Action, ActionKind, Changes};
use crate::Role;
use crate::locals::Locals;

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let Some((key, _)) = place.index.at(place.file, place.range.start) else { return };
    let Some(symbol) = place.index.symbol(key).filter(|symbol| symbol.kind == SymbolKind::Local) else {
        return;
    };
    // a reference to itself would stay
    let refers_to_itself = place.index.places(key).iter().any(|one| {
        one.role != Role::Declared
            && one.span.source == symbol.whole.source
            && symbol.whole.range.contains(one.span.range)
    });
    if place.locals().is_none() || place.index.declarations(key) != 1 || refers_to_itself {
        return;
    }
    let key = key.clone();
    let symbol = symbol.clone();
    let name = key.key.rsplit('.').next().unwrap_or_default().to_owned();
    let title = format!("inline the local value `{name}`");
    all.push(Action::new(ActionKind::Inline, title, move || changes(place, &key, &symbol)));
}

/// The edits of all references to a local value and of its declaration.
fn changes(place: &Place<'_>, key: &SymbolKey, symbol: &Symbol) -> Option<Changes> {
    let declared = place.snapshot.parsed(symbol.name.source);
    let (value, whole) = attribute_at(&declared.tree, symbol.name.range.start)?;
    let kind = declared.tree.expr(value).kind;
    let text = declared.tree.written(declared.tree.expr(value).range).into_owned();
    // A heredoc needs separate lines.
    if text.contains("<<") {
        return None;
    }
    let is_certain = cannot_fail(&declared.tree, value);
    let mut roots = Vec::new();
    each_reference(&declared.tree, value, &mut |mention| roots.push(mention.root));
    let mut edits = Vec::new();
    for mention in place.index.places(key).iter().filter(|one| one.role != Role::Declared) {
        if mention.role != Role::Mentioned(How::Reads) || is_captured(place, mention.span, &roots) {
            return None;
        }
        // an error that should stop a run would be caught
        let there = place.snapshot.parsed(mention.span.source);
        if !is_certain && is_caught(&there.tree, mention.span.range) {
            return None;
        }
        edits.push(inlined(place, mention.span.source, mention.span.range, (&kind, &text))?);
    }
    edits.push(removed(place, symbol.name.source, whole)?);
    Some(Changes { edits, ..Changes::default() })
}

/// Returns `true` if one of these names refers to a loop or an iterator at a place.
pub(super) fn is_captured(place: &Place<'_>, at: Span, roots: &[&str]) -> bool {
    let locals = Locals::of(place.snapshot, at.source);
    roots.iter().any(|root| locals.binds(root, at.range.start))
}

/// The value and the range of the attribute whose name is at an offset.
pub(super) fn attribute_at(tree: &Tree, offset: u32) -> Option<(ExprId, TextRange)> {
    let Root::Body(root) = tree.root() else { return None };
    let mut bodies = vec![root];
    while let Some(body) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(one) if one.name.range.start == offset => {
                    return Some((one.value, one.range));
                }
                Item::Attribute(_) => {}
                Item::Block(block) => {
                    let block = tree.node(*block);
                    let covers = block.range.start <= offset && offset < block.range.end;
                    bodies.extend(covers.then_some(block.body));
                }
            }
        }
    }
    None
}

/// The range of a reference up to a name in it, and whether more steps follow.
pub(super) fn reference(tree: &Tree, name: TextRange) -> Option<(TextRange, bool)> {
    let all = tree.expr_ids();
    let mut traversals = all.filter_map(|id| match tree.expr(id).kind {
        ExprKind::Traversal { base, steps } => Some((tree.expr(base), tree.slice(steps))),
        _ => None,
    });
    traversals.find_map(|(base, steps)| {
        if !matches!(base.kind, ExprKind::Variable(_)) {
            return None;
        }
        let at =
            steps.iter().position(|step| step.range.start <= name.start && name.end <= step.range.end)?;
        Some((TextRange::new(base.range.start, steps[at].range.end), at + 1 < steps.len()))
    })
}

/// The edit that replaces a reference by an expression.
fn inlined(
    place: &Place<'_>,
    file: SourceId,
    name: TextRange,
    (kind, text): (&ExprKind, &str),
) -> Option<Edit> {
    let parsed = place.snapshot.parsed(file);
    let tree = &parsed.tree;
    let (range, has_steps) = reference(tree, name)?;
    let is_closed = matches!(
        kind,
        ExprKind::Traversal { .. } | ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Paren(_)
    );
    let is_literal = matches!(
        kind,
        ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Number
            | ExprKind::String(_)
            | ExprKind::Template(_)
            | ExprKind::TemplateWrap(_)
            | ExprKind::Tuple(_)
            | ExprKind::Object(_)
            | ExprKind::For(_)
    );
    // as the entire value of an attribute, it needs no parentheses
    let source = tree.source();
    let before = source[..range.start as usize].trim_ascii_end().last();
    let after = source[range.end as usize..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    let in_template = source[..range.start as usize].ends_with(b"${") && after == Some(&b'}');
    let stands_alone = matches!(before, Some(b'=' | b',' | b'[' | b'('))
        && matches!(after, None | Some(b'\n' | b'\r' | b',' | b']' | b')'));
    let stands_alone = stands_alone || in_template;
    // two legacy indexes in a row are a number
    let is_number = |word: &[u8]| matches!(word, [b'.', digit, ..] if digit.is_ascii_digit());
    let last = text.rfind('.').map_or("", |at| &text[at..]);
    let is_chained = is_number(last.as_bytes()) && is_number(&source[range.end as usize..]);
    let is_safe = is_closed && !is_chained || !has_steps && (is_literal || stands_alone);
    let text = if is_safe { text.to_owned() } else { format!("({text})") };
    Some(Edit { span: range.in_source(file), text: place.text_in(file, text) })
}

/// The edit that removes the declaration, together with its block if the block contains nothing else.
pub(super) fn removed(place: &Place<'_>, file: SourceId, whole: TextRange) -> Option<Edit> {
    let there = Place::new(place.snapshot, file, TextRange::at(whole.start), place.budget())?;
    let block = there.blocks.last().copied();
    let is_only = block.is_some_and(|block| there.tree().slice(there.body(&block).items).len() == 1);
    let range = match block {
        Some(block) if is_only => block.range,
        _ => whole,
    };
    there.is_alone(range).then(|| there.removal(range))
}
