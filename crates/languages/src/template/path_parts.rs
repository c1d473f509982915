//! The parts of a path that are known without evaluation: literal strings, and the directory of the module.

use hclx_syntax::ast::{ExprId, ExprKind, Tree};

/// The maximum nesting of calls in an expression for a path.
const DEEPEST: usize = 8;

/// A part of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PathPart {
    Text(String),
    /// `path.module`, `path.root` or `path.cwd`.
    Base,
    Unknown,
}

/// The parts of the path that an expression produces, with adjacent literals joined.
pub(super) fn path_parts(tree: &Tree, expr: ExprId) -> Vec<PathPart> {
    let mut all: Vec<PathPart> = Vec::new();
    for part in parts(tree, expr, 0) {
        match (all.last_mut(), part) {
            (Some(PathPart::Text(before)), PathPart::Text(text)) => before.push_str(&text),
            (Some(PathPart::Unknown), PathPart::Unknown) => {}
            (_, part) => all.push(part),
        }
    }
    all
}

fn parts(tree: &Tree, expr: ExprId, depth: usize) -> Vec<PathPart> {
    let text = |text: &str| vec![PathPart::Text(text.to_owned())];
    match tree.expr(expr).kind {
        _ if depth > DEEPEST => vec![PathPart::Unknown],
        ExprKind::String(id) => text(tree.text(id)),
        ExprKind::Template(inner) => {
            tree.slice(inner).iter().flat_map(|part| parts(tree, *part, depth + 1)).collect()
        }
        ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => parts(tree, inner, depth + 1),
        ExprKind::Call(call) => {
            let call = tree.node(call);
            of_call(tree, tree.text(call.name.text), tree.slice(call.args), depth + 1)
                .unwrap_or_else(|| vec![PathPart::Unknown])
        }
        _ if is_base(tree, expr) => vec![PathPart::Base],
        _ => vec![PathPart::Unknown],
    }
}

/// The parts of the path that a function produces from its arguments.
fn of_call(tree: &Tree, function: &str, args: &[ExprId], depth: usize) -> Option<Vec<PathPart>> {
    let (first, rest) = args.split_first()?;
    let literal = |expr: ExprId| match tree.expr(expr).kind {
        ExprKind::String(text) => Some(tree.text(text)),
        _ => None,
    };
    match function {
        "abspath" | "pathexpand" => Some(parts(tree, *first, depth)),
        "format" => {
            let format = literal(*first)?;
            let texts: Vec<&str> = format.split("%s").collect();
            let has_others = texts.iter().any(|text| text.contains('%')) || texts.len() != rest.len() + 1;
            (!has_others).then(|| between(tree, &texts, rest, depth))
        }
        "join" => {
            let (separator, [list]) = (literal(*first)?, rest) else { return None };
            let ExprKind::Tuple(items) = tree.expr(*list).kind else { return None };
            let items = tree.slice(items);
            let mut texts = vec![separator; items.len() + 1];
            *texts.first_mut()? = "";
            *texts.last_mut()? = "";
            Some(between(tree, &texts, items, depth))
        }
        _ => None,
    }
}

/// Literals with values in between.
fn between(tree: &Tree, texts: &[&str], values: &[ExprId], depth: usize) -> Vec<PathPart> {
    let mut all = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        all.extend((!text.is_empty()).then(|| PathPart::Text((*text).to_owned())));
        all.extend(values.get(index).into_iter().flat_map(|value| parts(tree, *value, depth)));
    }
    all
}

/// Returns `true` for `path.module`, `path.root` and `path.cwd`.
fn is_base(tree: &Tree, expr: ExprId) -> bool {
    let ExprKind::Traversal { base, .. } = tree.expr(expr).kind else { return false };
    matches!(tree.expr(base).kind, ExprKind::Variable(name) if tree.text(name) == "path")
}
