//! The place of a violation: the innermost argument that the condition is known to be about.

use hclx_analysis::graph::references;
use hclx_diag::{Span, TextRange};
use hclx_syntax::ast::{ExprId, ExprKind, Item, Traverse, TraverseKind, Tree};
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::ReferenceKey;

use super::expressions::MOST_LOCALS;
use super::guesses::NAMESPACE;
use super::read::{PolicyFile, PolicyRule};
use super::tree::TreeNode;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::tree::TreePart;

/// The names that a condition mentions.
#[derive(Default)]
pub(crate) struct MentionedNames {
    /// The attributes of `attrs`, in the order of their first use.
    pub(crate) attributes: Vec<String>,
    /// The attributes of `meta`.
    pub(crate) meta: Vec<String>,
    /// The names of all other attributes in its references.
    pub(crate) parts: Vec<String>,
    pub(crate) inputs: Vec<String>,
    /// The functions, without their namespace.
    pub(crate) functions: Vec<String>,
}

/// The names that an expression of a policy mentions, directly or through its local values.
pub(crate) fn names_in((file, rule): (&PolicyFile, &PolicyRule), expr: ExprId) -> MentionedNames {
    let mut found = MentionedNames::default();
    let mut left = vec![(expr, 0)];
    while let Some((expr, depth)) = left.pop() {
        for reference in references(&file.parsed.tree, expr) {
            let mut names = reference.steps.iter().filter_map(|step| match &step.kind {
                ReferenceKey::Attr(name) | ReferenceKey::Text(name) => Some(name.to_string()),
                _ => None,
            });
            match &*reference.root {
                "attrs" => found.attributes.extend(names.next()),
                "meta" => found.meta.extend(names.next()),
                "input" => found.inputs.extend(names.next()),
                "local" if depth < MOST_LOCALS => {
                    let name = names.next();
                    let mut locals = rule.locals.iter().chain(&file.locals);
                    let local = locals.find(|local| Some(&local.name) == name.as_ref());
                    left.extend(local.map(|local| (local.expr, depth + 1)));
                }
                _ => {}
            }
        }
        let tree = &file.parsed.tree;
        found.parts.extend(steps_in(tree, expr));
        found.functions.extend(functions_in(tree, expr));
    }
    found
}

/// The names of all attribute steps in an expression, including those of loop variables, which are not references.
fn steps_in(tree: &Tree, expr: ExprId) -> Vec<String> {
    let name = |step: &Traverse| match step.kind {
        TraverseKind::Attr(name) => Some(tree.text(name).to_owned()),
        _ => None,
    };
    let steps = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().filter_map(name).collect(),
        _ => Vec::new(),
    };
    parts_of(tree, expr).flat_map(steps).collect()
}

/// The functions that an expression calls, without their namespace.
fn functions_in(tree: &Tree, expr: ExprId) -> Vec<String> {
    let name = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Call(call) => Some(tree.text(tree.node(call).name.text)),
        _ => None,
    };
    let plain = |name: &str| name.strip_prefix(NAMESPACE).unwrap_or(name).to_owned();
    parts_of(tree, expr).filter_map(name).map(plain).collect()
}

/// An expression and all its parts.
fn parts_of(tree: &Tree, expr: ExprId) -> impl Iterator<Item = ExprId> {
    let whole = tree.expr(expr).range;
    let is_inside = move |id: &ExprId| {
        let range = tree.expr(*id).range;
        whole.start <= range.start && range.end <= whole.end
    };
    tree.expr_ids().filter(is_inside)
}

/// The place in a subject that a condition is about; `root` is the root module of the tree.
pub(crate) fn place(node: &TreeNode, root: &Module, mentioned: &MentionedNames) -> Span {
    let declaration = node.declaration();
    let named: &[String] = match node.part {
        TreePart::Call(_) => &["source".to_owned()],
        _ => &mentioned.attributes,
    };
    for name in named {
        let bodies = declaration.overrides.iter().rev().chain([&declaration.written]);
        for written in bodies {
            let view = written.view();
            if let Some(found) = view.just_attributes().0.into_iter().find(|found| found.name == name) {
                let module = node.module(root);
                return deeper((written, found.value), module, &mentioned.parts)
                    .unwrap_or_else(|| written.expr_span(found.value));
            }
        }
    }
    declaration.name_span
}

/// The only part of an argument that has one of the given names: an item of an object, or an argument of the data
/// source that the argument refers to.
fn deeper((written, expr): (&BlockSource, ExprId), module: &Module, names: &[String]) -> Option<Span> {
    let tree = &written.parsed.tree;
    let data = referenced_data(tree, expr, module);
    if let Some(data) = data {
        let found = arguments(&data.written.view(), names);
        return innermost(&data.written, &found);
    }
    let items: Vec<ExprId> = items(tree, expr)
        .into_iter()
        .filter(|(key, _)| names.contains(key))
        .map(|(_, value)| value)
        .collect();
    innermost(written, &items)
}

/// The place of the innermost of nested expressions; `None` if they are not nested.
fn innermost(written: &BlockSource, all: &[ExprId]) -> Option<Span> {
    let range = |expr: ExprId| written.parsed.tree.expr(expr).range;
    let last = range(*all.iter().min_by_key(|expr| range(**expr).len())?);
    let is_around = |outer: TextRange| outer.start <= last.start && last.end <= outer.end;
    all.iter().all(|expr| is_around(range(*expr))).then(|| written.span(last))
}

/// The data source that an argument refers to.
fn referenced_data<'m>(tree: &Tree, expr: ExprId, module: &'m Module) -> Option<&'m Declaration> {
    let ExprKind::Traversal { base, .. } = tree.expr(expr).kind else { return None };
    let ExprKind::Variable(_) = tree.expr(base).kind else { return None };
    let references = references(tree, expr);
    let reference = references.first().filter(|reference| &*reference.root == "data")?;
    let mut steps = reference.steps.iter().filter_map(|step| match &step.kind {
        ReferenceKey::Attr(name) => Some(&**name),
        _ => None,
    });
    let (of_type, name) = (steps.next()?, steps.next()?);
    module.get(Kind::Data, of_type, name).map(|(_, declaration)| declaration)
}

/// The arguments of a body and its blocks that are named like the given parts of a document: `actions` matches
/// `Action`.
fn arguments(view: &BodyView<'_>, names: &[String]) -> Vec<ExprId> {
    let is_named = |argument: &str| {
        let plain = argument.replace('_', "");
        names.iter().any(|name| {
            let name = name.to_lowercase();
            plain == name || plain.strip_suffix('s') == Some(&*name)
        })
    };
    let (attributes, blocks) = (view.just_attributes().0, nested_blocks(view));
    let own = attributes.into_iter().filter(|found| is_named(found.name)).map(|found| found.value);
    let inner = blocks.iter().flat_map(|block| hclx_diag::grow(|| arguments(&block.body, names)));
    own.chain(inner).collect()
}

/// A block with its type and body.
pub(crate) struct NestedBlock<'t> {
    pub(crate) block_type: &'t str,
    pub(crate) label: Option<&'t str>,
    pub(crate) body: BodyView<'t>,
}

/// The blocks of a body in native syntax.
pub(crate) fn nested_blocks<'t>(view: &BodyView<'t>) -> Vec<NestedBlock<'t>> {
    let (tree, source) = (view.tree(), view.source());
    let Some(body) = view.native_id() else { return Vec::new() };
    let block = |item: &Item| match item {
        Item::Block(block) => {
            let block = tree.node(*block);
            let label = tree.slice(block.labels).first().map(|label| tree.text(label.text));
            let body = BodyView::native(tree, source, block.body);
            Some(NestedBlock { block_type: tree.text(block.block_type.text), label, body })
        }
        Item::Attribute(_) => None,
    };
    tree.slice(tree.body(body).items).iter().filter_map(block).collect()
}

/// The items of the objects in an expression.
fn items(tree: &Tree, expr: ExprId) -> Vec<(String, ExprId)> {
    let mut found = Vec::new();
    for id in parts_of(tree, expr) {
        let ExprKind::Object(items) = tree.expr(id).kind else { continue };
        for item in tree.slice(items) {
            let key = tree.string(item.key).map(str::to_owned);
            let key = key.unwrap_or_else(|| tree.written(tree.expr(item.key).range).into_owned());
            found.push((key, item.value));
        }
    }
    found
}
