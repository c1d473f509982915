//! Rewrites `count = length(LIST)` as `for_each = toset(LIST)` for known strings, and adds a `moved`
//! statement with the old address of each instance.

use hclx_analysis::symbols::{How, SymbolKind};
use hclx_core::Value;
use hclx_diag::{Edit, SourceId, Span, TextRange};
use hclx_syntax::ast::{Attribute, Block, ExprId, ExprKind, Traverse, TraverseKind, Tree};

use super::inline::attribute_at;
use super::place::Place;
use super::{Action, ActionKind, Changes};
use crate::Role;

/// The maximum number of instances.
const MOST: usize = 100;

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let Some(block) = place.blocks.first().copied().filter(|_| place.has_modules() && place.declares())
    else {
        return;
    };
    let (block_type, _) = place.header(&block);
    if !matches!(&*block_type, "resource" | "data" | "module") || place.blocks.len() > 1 {
        return;
    }
    let Some(count) = place.attribute_of(&block, "count") else { return };
    let Some(list) = length_of(place.tree(), count.value) else { return };
    all.push(Action::new(ActionKind::Rewrite, "turn `count` into `for_each`", move || {
        let edits = edits(place, &block, &count, list)?;
        Some(Changes { edits, ..Changes::default() })
    }));
}

fn edits(place: &Place<'_>, block: &Block, count: &Attribute, list: ExprId) -> Option<Vec<Edit>> {
    let tree = place.tree();
    let list_range = tree.expr(list).range;
    if !matches!(tree.expr(list).kind, ExprKind::Traversal { .. }) {
        return None;
    }
    if !is_settled(place, (place.file, tree), list, DEPTH) {
        return None;
    }
    let keys = keys(&place.value_at(place.file, list_range.end - 1)?)?;
    let list_text = place.text(list_range);
    let mut edits = vec![
        place.edit(count.name.range, "for_each"),
        place.edit(tree.expr(count.value).range, format!("toset({list_text})")),
    ];
    edits.extend(elements(place, block, (count.range, &list_text))?);
    let in_header = |span: Span| block.range.start <= span.range.start && span.range.end <= block.open.start;
    let declared = place.index.of_file(place.file);
    let symbol = declared.into_iter().find(|one| in_header(one.name))?;
    for mention in place.index.places(&symbol.key).iter().filter(|one| one.role != Role::Declared) {
        edits.push(instance(place, (mention.span, mention.role), (&list_text, &keys))?);
    }
    // data sources do not deploy anything
    if matches!(symbol.kind, SymbolKind::Resource | SymbolKind::Module) {
        let address = &symbol.key.key;
        let moved = keys.iter().enumerate().map(|(number, key)| {
            let key = Value::string(key.as_str());
            format!("\n\nmoved {{\n  from = {address}[{number}]\n  to   = {address}[{key}]\n}}")
        });
        edits.push(place.edit(TextRange::at(block.range.end), moved.collect::<String>()));
    }
    Some(edits)
}

/// The maximum number of local values between a list and its constants.
const DEPTH: usize = 8;

/// Returns `true` if an expression depends only on constants and on local values that do so too: other inputs would
/// lead to other instances.
fn is_settled(place: &Place<'_>, (file, tree): (SourceId, &Tree), expr: ExprId, depth: usize) -> bool {
    let of_local = |name: u32| {
        let (key, _) = place.index.at(file, name)?;
        let symbol = place.index.symbol(key).filter(|symbol| symbol.kind == SymbolKind::Local)?;
        let (file, parsed) = (symbol.name.source, place.snapshot.parsed(symbol.name.source));
        let (value, _) = attribute_at(&parsed.tree, symbol.name.range.start)?;
        Some(is_settled(place, (file, &parsed.tree), value, depth - 1))
    };
    depth > 0
        && tree.inside(expr).all(|part| match tree.expr(part).kind {
            ExprKind::Traversal { base, steps } => match (tree.expr(base).kind, tree.slice(steps)) {
                (ExprKind::Variable(root), [first, ..]) => {
                    tree.is_text(root, "local") && of_local(first.range.end).unwrap_or(false)
                }
                _ => true,
            },
            _ => true,
        })
}

/// The argument of a call of `length`.
fn length_of(tree: &Tree, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Call(call) = tree.expr(expr).kind else { return None };
    let call = tree.node(call);
    match tree.slice(call.args) {
        [list] if tree.is_text(call.name.text, "length") && !call.expand => Some(*list),
        _ => None,
    }
}

/// The distinct strings of a known list.
fn keys(value: &Value) -> Option<Vec<String>> {
    // Terraform does not accept sensitive values in `for_each`.
    if value.contains_marks() {
        return None;
    }
    let elements = value.elements()?;
    let keys: Vec<String> =
        elements.iter().map(|one| one.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    let distinct: std::collections::HashSet<&String> = keys.iter().collect();
    (distinct.len() == keys.len() && (1..=MOST).contains(&keys.len())).then_some(keys)
}

/// The edits for the elements `LIST[count.index]` in a body; `None` if `count.index` is used in any other
/// way.
fn elements(place: &Place<'_>, block: &Block, (count, list): (TextRange, &str)) -> Option<Vec<Edit>> {
    let tree = place.tree();
    let mut edits = Vec::new();
    let mut indices = 0;
    for id in tree.expr_ids() {
        let expr = tree.expr(id);
        let is_inside = block.open.end <= expr.range.start && expr.range.end <= block.close.start;
        let in_count = count.start <= expr.range.start && expr.range.end <= count.end;
        let ExprKind::Traversal { base, steps } = expr.kind else { continue };
        if !is_inside || in_count {
            continue;
        }
        if place.text(expr.range) == "count.index" {
            indices += 1;
        }
        let start = tree.expr(base).range.start;
        let of_list = |step: &&Traverse| match step.kind {
            TraverseKind::Index(key) => {
                place.text(tree.expr(key).range) == "count.index"
                    && place.text(TextRange::new(start, step.range.start)) == list
            }
            _ => false,
        };
        if let Some(step) = tree.slice(steps).iter().find(of_list) {
            edits.push(place.edit(TextRange::new(start, step.range.end), "each.value"));
        }
    }
    (edits.len() == indices).then_some(edits)
}

/// The edit for a reference to one instance, `X[0]`, or to all, `X[*]`; `None` for any other
/// reference.
fn instance(place: &Place<'_>, (span, role): (Span, Role), (list, keys): (&str, &[String])) -> Option<Edit> {
    if role != Role::Mentioned(How::Reads) {
        return None;
    }
    let file: SourceId = span.source;
    let parsed = place.snapshot.parsed(file);
    let tree = &parsed.tree;
    for id in tree.expr_ids() {
        let ExprKind::Traversal { steps, .. } = tree.expr(id).kind else { continue };
        let steps = tree.slice(steps);
        let is_it =
            |step: &Traverse| step.range.start <= span.range.start && span.range.end <= step.range.end;
        let Some(at) = steps.iter().position(is_it) else { continue };
        if let Some(TraverseKind::Index(key)) = steps.get(at + 1).map(|step| step.kind) {
            let number: usize = tree.written(tree.expr(key).range).parse().ok()?;
            let text = Value::string(keys.get(number)?.as_str()).to_string();
            return Some(Edit {
                span: tree.expr(key).range.in_source(file),
                text: place.text_in(file, text),
            });
        }
        let whole = TextRange::new(tree.expr(id).range.start, steps[at].range.end);
        let rest = tree.source().get(whole.end as usize..).unwrap_or_default();
        let is_all = at + 1 == steps.len() && rest.starts_with(b"[*]");
        // The instances become a map, which `[*]` would treat as a single element. Its values are in the order of their
        // keys, not in the order of the list.
        let address = tree.written(whole);
        let text = match keys.is_sorted() {
            true => format!("values({address})"),
            false => format!("[for key in {list} : {address}[key]]"),
        };
        return is_all.then(|| Edit { span: whole.in_source(file), text: place.text_in(file, text) });
    }
    None
}
