//! Which declarations use which: the edges of the graph.

use hclx_analysis::graph::{self, NodeId};
use hclx_diag::{SourceId, Span};
use hclx_syntax::ast::{BodyId, ExprId, Item, Tree};
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::declaration::{Declaration, Kind, find};
use super::module::Module;

/// Finds all references of all declarations.
pub(crate) fn connect(module: &mut Module) {
    let mut edges: Vec<(Option<NodeId>, NodeId, Span)> = Vec::new();
    let mut with_path = vec![false; module.declarations.len()];
    for node in module.graph.nodes() {
        let declaration = module.declaration(node);
        uses(module, declaration, &mut |reference, to, at| {
            with_path[node.index()] |= reference.root == "path";
            // a variable's own conditions speak of the variable itself
            if let Some(to) = to.filter(|to| !(declaration.kind == Kind::Variable && *to == node)) {
                edges.push((Some(node), to, at));
            }
        });
    }
    let mut told = false;
    for declaration in &module.duplicates {
        uses(module, declaration, &mut |reference, to, at| {
            told |= reference.root == "path";
            edges.extend(to.map(|to| (None, to, at)));
        });
    }
    for written in &module.others {
        let source = written.source;
        each_expression(&written.view(), &mut |tree, expr| {
            for reference in graph::references(tree, expr) {
                told |= reference.root == "path";
                if let Some(to) = target(module, &reference) {
                    edges.push((None, to, reference.range().in_source(source)));
                }
            }
        });
    }
    module.mentions_path = told || with_path.contains(&true);
    module.with_path = with_path;
    for (from, to, at) in edges {
        module.graph.refer(from, to, at);
    }
}

/// All references of a module that mean a declaration.
pub(crate) fn all_references(module: &Module, found: &mut dyn FnMut(&Reference, NodeId, SourceId)) {
    let mut look = |reference: Reference, source| {
        if let Some(to) = target(module, &reference) {
            found(&reference, to, source);
        }
    };
    for declaration in module.declarations.iter().chain(&module.duplicates) {
        references_of(declaration, &mut look);
    }
    for written in &module.others {
        each_expression(&written.view(), &mut |tree, expr| {
            graph::references(tree, expr).into_iter().for_each(|reference| look(reference, written.source));
        });
    }
}

fn uses(module: &Module, declaration: &Declaration, found: &mut dyn FnMut(&Reference, Option<NodeId>, Span)) {
    references_of(declaration, &mut |reference, source| {
        let to = target(module, &reference);
        found(&reference, to, reference.range().in_source(source));
    });
}

/// All references in the blocks or the expression of a declaration.
pub(crate) fn references_of(declaration: &Declaration, found: &mut dyn FnMut(Reference, SourceId)) {
    let mut look = |tree: &Tree, source, expr| {
        for reference in graph::references(tree, expr) {
            found(reference, source);
        }
    };
    if let Some(expr) = declaration.expr {
        return look(&declaration.written.parsed.tree, declaration.written.source, expr);
    }
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        each_expression(&written.view(), &mut |tree, expr| look(tree, written.source, expr));
    }
}

/// The declaration that a reference means.
pub(crate) fn target(module: &Module, reference: &Reference) -> Option<NodeId> {
    let attribute = |position: usize| match &reference.steps.get(position)?.kind {
        ReferenceKey::Attr(name) => Some(name.as_str()),
        _ => None,
    };
    named(module, &reference.root, attribute).map(|(node, _)| node)
}

/// The declaration that a root and its attributes mean, and how many steps belong to its name.
pub(crate) fn named<'a>(
    module: &Module,
    root: &str,
    attribute: impl Fn(usize) -> Option<&'a str>,
) -> Option<(NodeId, usize)> {
    let simple = |kind: Kind| Some((find(&module.graph, kind, "", attribute(0)?)?, 1));
    let typed = |kind: Kind, from: usize| {
        Some((find(&module.graph, kind, attribute(from)?, attribute(from + 1)?)?, from + 2))
    };
    match root {
        "var" => simple(Kind::Variable),
        "local" => simple(Kind::Local),
        "module" => simple(Kind::Module),
        "data" => typed(Kind::Data, 0),
        "ephemeral" => typed(Kind::Ephemeral, 0),
        "action" => typed(Kind::Action, 0),
        // in a module a type of resources may be called so
        "list" if module.has_queries => typed(Kind::List, 0),
        "resource" => typed(Kind::Resource, 0),
        "each" | "count" | "self" | "path" | "terraform" => None,
        root => Some((find(&module.graph, Kind::Resource, root, attribute(0)?)?, 1)),
    }
}

/// Every expression of a body and of the blocks in it, whatever it is for.
pub(crate) fn each_expression(view: &BodyView<'_>, found: &mut dyn FnMut(&Tree, ExprId)) {
    let tree = view.tree();
    let Some(body) = view.native_id() else {
        if let Some(value) = view.json_id() {
            found(tree, value);
        }
        return;
    };
    let mut bodies: Vec<BodyId> = vec![body];
    while let Some(body) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) => found(tree, attribute.value),
                Item::Block(block) => bodies.push(block.body),
            }
        }
    }
}
