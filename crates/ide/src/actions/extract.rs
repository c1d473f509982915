//! Extracts an expression into a local value or a variable.

use hclx_core::Type;
use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::tokens::{LexemeKind, lexemes_around_errors};

use super::conversion::is_constant;
use super::expose::is_secret_attribute;
use super::guards;
use super::inline::is_captured;
use super::place::{Place, covers};
use super::typed::of_expression;
use super::{Action, ActionKind, Changes};

pub(super) fn offer<'p>(place: &'p Place<'_>, all: &mut Vec<Action<'p>>) {
    let Some(expr) = subject(place).filter(|_| !guards::is_read_at_destruction(place)) else { return };
    let range = place.tree().expr(expr).range;
    let is_constant = is_constant(place.tree(), expr);
    let is_free = |root: &&str| !is_captured(place, place.span(range), &[*root]);
    if place.locals().filter(is_free).is_some()
        && !depends_on_place(place, expr)
        && guards::is_movable(place, expr)
    {
        all.push(Action::new(ActionKind::Extract, "extract to a local value", move || {
            let name = name_for(place, expr);
            let root = place.locals()?;
            let name = place.free_name(root, &name);
            // the first line of an expression keeps its indentation
            let text = on_its_own(place.tree(), expr);
            let edits = vec![place.add_local(&name, &text), replaced(place, expr, &format!("{root}.{name}"))];
            Some(Changes { edits, ..Changes::default() })
        }));
    }
    let in_variable = place.blocks.first().is_some_and(|block| place.header(block).0 == "variable");
    if place.variables().filter(is_free).is_some() && is_constant && !in_variable {
        all.push(Action::new(ActionKind::Extract, "extract to a variable", move || {
            let root = place.variables()?;
            let name = place.free_variable(root, &name_for(place, expr));
            let reference = if root.is_empty() { name.clone() } else { format!("{root}.{name}") };
            let ty = of_expression(place.tree(), expr).unwrap_or(Type::ANY);
            let text = on_its_own(place.tree(), expr);
            let secret = if is_in_secret(place) { "\n  sensitive = true" } else { "" };
            let block = format!("variable \"{name}\" {{\n  type    = {ty}\n  default = {text}{secret}\n}}");
            let added = place.append(place.home("variable"), &block);
            Some(Changes { edits: vec![added, replaced(place, expr, &reference)], ..Changes::default() })
        }));
    }
}

/// The source of an expression as the value of an argument, where a line break outside of brackets needs
/// parentheses.
pub(super) fn on_its_own(tree: &Tree, expr: ExprId) -> String {
    let range = tree.expr(expr).range;
    let text = tree.written(range).into_owned();
    let mut open = 0_usize;
    for token in lexemes_around_errors(text.as_bytes()) {
        match token.kind {
            LexemeKind::OpenBrace
            | LexemeKind::OpenBracket
            | LexemeKind::OpenParen
            | LexemeKind::OpenTemplate
            | LexemeKind::OpenHeredoc
            | LexemeKind::OpenQuote => open += 1,
            LexemeKind::CloseBrace
            | LexemeKind::CloseBracket
            | LexemeKind::CloseParen
            | LexemeKind::CloseTemplate
            | LexemeKind::CloseHeredoc
            | LexemeKind::CloseQuote => open = open.saturating_sub(1),
            LexemeKind::Newline | LexemeKind::Comment if open == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text
}

/// The edit that replaces an expression by a reference. An expression in a template is already inside `${…}`.
fn replaced(place: &Place<'_>, expr: ExprId, reference: &str) -> hclx_diag::Edit {
    let range = place.tree().expr(expr).range;
    place.edit(range, reference)
}

/// The selected expression, or the value of the attribute whose name or value contains the cursor.
fn subject(place: &Place<'_>) -> Option<ExprId> {
    let tree = place.tree();
    let attribute = place.attribute?;
    if place.blocks.is_empty() || place.blocks.iter().any(|block| is_fixed(place, block)) {
        return None;
    }
    let found = match place.range.is_empty() {
        true => place.expression(|kind| is_subject(kind) && !matches!(kind, ExprKind::Traversal { .. }))?,
        false => {
            let is_same = |part: &ExprId| trimmed(tree, place.range) == tree.expr(*part).range;
            tree.inside(attribute.value).find(is_same).filter(|part| is_subject(&tree.expr(*part).kind))?
        }
    };
    let expr = tree.expr(found);
    // parts of a template, object keys and heredocs cannot be extracted as expressions
    let is_part = tree.inside(attribute.value).any(|outer| match tree.expr(outer).kind {
        ExprKind::Template(parts) => {
            tree.slice(parts).contains(&found) && matches!(expr.kind, ExprKind::String(_))
        }
        ExprKind::Object(items) => tree.slice(items).iter().any(|item| item.key == found),
        _ => false,
    });
    let is_heredoc = place.text(expr.range).contains("<<");
    let is_name = found == attribute.value && is_named_already(place);
    (!is_part && !is_heredoc && !is_name && is_read(place)).then_some(found)
}

/// Returns `true` for kinds of expressions that are worth extracting.
fn is_subject(kind: &ExprKind) -> bool {
    !matches!(
        kind,
        ExprKind::Missing
            | ExprKind::Null
            | ExprKind::Variable(_)
            | ExprKind::SplatItem
            | ExprKind::JsonString { .. }
            | ExprKind::TemplateIf(_)
            | ExprKind::TemplateFor(_)
    )
}

/// Returns `true` for blocks whose arguments are constants or addresses.
fn is_fixed(place: &Place<'_>, block: &hclx_syntax::ast::Block) -> bool {
    place.unit.language.row().editor.constant_blocks.contains(&&*place.header(block).0)
}

/// Returns `true` if the attribute is evaluated.
fn is_read(place: &Place<'_>) -> bool {
    let Some(attribute) = place.attribute else { return false };
    let name = place.tree().text(attribute.name.text);
    let schema = place.schema_at(attribute.name.range.start);
    let row = schema.as_ref().and_then(|schema| schema.find_attribute(name));
    // These are read before references have values.
    let constant = ["source", "version", "providers", "depends_on", "provider", "type"];
    row.is_none_or(|row| row.reading == hclx_schema::ExprMode::Value) && !constant.contains(&name)
}

/// Returns `true` if the value at the place is a secret.
fn is_in_secret(place: &Place<'_>) -> bool {
    let Some(attribute) = place.attribute else { return false };
    let schema = place.schema_at(attribute.name.range.start);
    let name = place.tree().text(attribute.name.text);
    schema.is_some_and(|schema| schema.find_attribute(name).is_some_and(is_secret_attribute))
}

/// Returns `true` for an expression that is the entire value of a local value.
fn is_named_already(place: &Place<'_>) -> bool {
    place.blocks.last().is_some_and(|block| place.header(block).0 == "locals")
}

/// A range without surrounding blanks.
fn trimmed(tree: &Tree, range: TextRange) -> TextRange {
    let text = &tree.source()[range.range()];
    let start = text.len() - text.trim_ascii_start().len();
    let end = text.trim_ascii_end().len();
    TextRange::new(range.start + start as u32, range.start + end.max(start) as u32)
}

/// Returns `true` if an expression refers to names that exist only at its place: `each`, `count`, `self`, and
/// the names of enclosing `for` expressions and `dynamic` blocks.
fn depends_on_place(place: &Place<'_>, expr: ExprId) -> bool {
    let tree = place.tree();
    let mut names: Vec<String> = ["each", "count", "self", "run", "range"].map(str::to_owned).into();
    let range = tree.expr(expr).range;
    if let Some(attribute) = place.attribute {
        for outer in tree.inside(attribute.value).filter(|outer| covers(tree.expr(*outer).range, range)) {
            match tree.expr(outer).kind {
                ExprKind::For(one) => {
                    let one = tree.node(one);
                    let bound = one.key_name.iter().chain([&one.value_name]);
                    names.extend(bound.map(|name| tree.text(name.text).to_owned()));
                }
                ExprKind::TemplateFor(one) => {
                    let template_for = tree.node(one);
                    let bound = template_for.key.iter().chain([&template_for.value]);
                    names.extend(bound.map(|name| tree.text(name.text).to_owned()));
                }
                _ => {}
            }
        }
    }
    for block in place.blocks.iter().filter(|block| place.header(block).0 == "dynamic") {
        names.extend(place.header(block).1);
        let iterator = place.attribute_of(block, "iterator");
        names.extend(iterator.map(|one| place.text(tree.expr(one.value).range)));
    }
    let mut depends = false;
    hclx_analysis::graph::each_reference(tree, expr, &mut |mention| {
        depends |= names.iter().any(|name| *name == mention.root);
    });
    // the items that a splat iterates over have no name
    depends
        || tree.inside(expr).any(|part| matches!(tree.expr(part).kind, ExprKind::SplatItem)) && {
            let is_splat = |part: ExprId| matches!(tree.expr(part).kind, ExprKind::Splat { .. });
            !tree.inside(expr).any(is_splat)
        }
}

/// Converts a name to snake case.
fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && was_lower {
            text.push('_');
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        text.extend(c.to_lowercase());
    }
    text
}

/// A name for an expression, derived from the attribute whose value contains it.
fn name_for(place: &Place<'_>, expr: ExprId) -> String {
    let tree = place.tree();
    let Some(attribute) = place.attribute else { return "value".to_owned() };
    // the innermost object key on the path to it takes precedence
    let range = tree.expr(expr).range;
    let key = tree.inside(attribute.value).filter_map(|outer| match tree.expr(outer).kind {
        ExprKind::Object(items) => {
            let items = tree.slice(items).iter();
            let mut items = items.filter(|item| covers(tree.expr(item.value).range, range));
            items.next().map(|item| place.text(tree.expr(item.key).range))
        }
        _ => None,
    });
    let name = key.last().unwrap_or_else(|| tree.text(attribute.name.text).to_owned());
    let name: String = name.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect();
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if starts_well { snake(&name) } else { "value".to_owned() }
}
