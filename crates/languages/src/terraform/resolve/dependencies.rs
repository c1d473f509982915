//! Dependencies between declarations: the edges of the graph.

use std::cell::OnceCell;

use hclx_analysis::graph::{self, Edge, NodeId};
use hclx_diag::{Arrange, SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::{Mention, Reference, ReferenceKey};

use crate::terraform::declare::declaration::{Declaration, find};
use crate::terraform::declare::expressions::{each_expression, is_inside};
use crate::terraform::declare::leads::{self, Computed, Lead, OfValues};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Finds all references of all declarations.
pub(crate) fn connect(module: &mut Module) {
    let mut edges: Vec<Edge> = Vec::new();
    let mut leads: Vec<Lead> = Vec::new();
    let mut with_path = vec![false; module.declarations.len()];
    let mut with_unknown = with_path.clone();
    let mut of_values = OfValues::default();
    for node in module.graph.nodes() {
        let declaration = module.declaration(node);
        each_expression_of(declaration, &mut |tree, source, expr| {
            let is_of_values = uses(module, (tree, source, expr), &mut leads, &mut |root, to, at| {
                with_path[node.index()] |= root == "path";
                with_unknown[node.index()] |= to.is_none()
                    && !is_always_there(root)
                    && !(declaration.kind == Kind::Variable && is_type(root));
                // a variable's own conditions refer to the variable
                if let Some(to) = to.filter(|to| !(declaration.kind == Kind::Variable && *to == node)) {
                    edges.push((Some(node), to, at));
                }
            });
            if is_of_values {
                of_values.insert(tree, source, expr);
            }
        });
    }
    let mut told = false;
    let mut of_others = |tree: &Tree, source, expr| {
        uses(module, (tree, source, expr), &mut leads, &mut |root, to, at| {
            told |= root == "path";
            edges.extend(to.map(|to| (None, to, at)));
        });
    };
    for declaration in &module.duplicates {
        each_expression_of(declaration, &mut of_others);
    }
    for written in &module.others {
        each_expression(&written.view(), &mut |tree, expr| of_others(tree, written.source, expr));
    }
    module.mentions_path = told || with_path.contains(&true);
    module.with_path = with_path;
    module.with_unknown = with_unknown;
    module.of_values = of_values;
    leads.arrange_by_key(|lead| (lead.at.source, lead.at.range.start, lead.at.range.end));
    leads.shrink_to_fit();
    module.leads = leads;
    module.graph.connect(&edges);
}

/// Adds the references of an expression: the referring nodes, the target declarations, and places. References
/// that may lead to values unknown in a plan are recorded. Returns `true` if all of them refer to variables
/// and local values.
fn uses(
    module: &Module,
    (tree, source, expr): (&Tree, SourceId, ExprId),
    leads: &mut Vec<Lead>,
    found: &mut dyn FnMut(&str, Option<NodeId>, Span),
) -> bool {
    let mut is_of_values = true;
    let takes_computed = OnceCell::new();
    graph::each_reference(tree, expr, &mut |mention| {
        let named = named(module, mention.root, |at| mention.attribute(at));
        let at = mention.range().in_source(source);
        found(mention.root, named.map(|(to, _)| to), at);
        let Some((to, taken)) = named else {
            is_of_values = false;
            return;
        };
        let declaration = module.declaration(to);
        is_of_values &= matches!(declaration.kind, Kind::Local | Kind::Variable);
        let computed = match declaration.kind {
            Kind::Local | Kind::Variable => Computed::Never,
            Kind::Resource => {
                let all = || *takes_computed.get_or_init(|| leads::takes_computed(tree, expr));
                leads::attribute(declaration, mention.attribute(taken), &all)
            }
            _ => return,
        };
        if declaration.kind != Kind::Resource || computed != Computed::Never {
            leads.push(Lead { at, to, computed });
        }
    });
    is_of_values
}

/// All references in the blocks or the expression of a declaration.
pub(crate) fn references_of(declaration: &Declaration, found: &mut dyn FnMut(Mention<'_>, SourceId)) {
    each_expression_of(declaration, &mut |tree, source, expr| {
        graph::each_reference(tree, expr, &mut |mention| found(mention, source));
    });
}

/// Visits the expression of a declaration, or all expressions in its blocks.
fn each_expression_of(declaration: &Declaration, found: &mut dyn FnMut(&Tree, SourceId, ExprId)) {
    if let Some(expr) = declaration.expr {
        return found(&declaration.written.parsed.tree, declaration.written.source, expr);
    }
    let replaced = crate::terraform::declare::merge::replaced(declaration);
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        let is_read = |place: Span| !replaced.iter().any(|(whole, _)| is_inside(place, *whole));
        each_expression(&written.view(), &mut |tree, expr| {
            if replaced.is_empty() || is_read(written.expr_span(expr)) {
                found(tree, written.source, expr);
            }
        });
    }
}

/// The declaration that a reference refers to.
pub(crate) fn target(module: &Module, reference: &Reference<'_>) -> Option<NodeId> {
    let attribute = |position: usize| match &reference.steps.get(position)?.kind {
        ReferenceKey::Attr(name) => Some(&**name),
        _ => None,
    };
    named(module, &reference.root, attribute).map(|(node, _)| node)
}

/// The declaration that a mention refers to.
pub(crate) fn mentioned(module: &Module, mention: &Mention<'_>) -> Option<NodeId> {
    named(module, mention.root, |at| mention.attribute(at)).map(|(node, _)| node)
}

/// Returns `true` for a keyword of type expressions.
fn is_type(root: &str) -> bool {
    matches!(root, "any" | "bool" | "number" | "string")
}

/// Returns `true` for a root that needs no declaration.
fn is_always_there(root: &str) -> bool {
    matches!(root, "each" | "count" | "self" | "path" | "terraform")
}

/// The declaration that a root and its attributes refer to, and the number of steps that belong to
/// its name.
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
        // elsewhere, this may be a resource type of a module
        "list" if module.has_queries => typed(Kind::List, 0),
        "resource" => typed(Kind::Resource, 0),
        root if is_always_there(root) => None,
        root => Some((find(&module.graph, Kind::Resource, root, attribute(0)?)?, 1)),
    }
}
