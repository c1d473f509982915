//! Dependencies between declarations: the edges of the graph.

use std::cell::OnceCell;

use hclx_analysis::graph::{self, Edge, NodeId};
use hclx_diag::{Arrange, SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::{Mention, Reference, ReferenceKey};

use crate::terraform::declare::declaration::{Declaration, find};
use crate::terraform::declare::expressions::{each_expression, is_inside};
use crate::terraform::declare::leads::{self, Computed, Lead, OfValues};
use crate::terraform::declare::mentions::{Mentioned, Root, meant};
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
        let is_variable = declaration.kind == Kind::Variable;
        let mut found = |root: Root, to: Option<NodeId>, at: Span| {
            with_path[node.index()] |= root == Root::Path;
            with_unknown[node.index()] |= to.is_none()
                && !matches!(root, Root::Path | Root::Always)
                && !(is_variable && root == Root::Type);
            // a variable's own conditions refer to the variable itself
            if let Some(to) = to.filter(|to| !(is_variable && *to == node)) {
                edges.push((Some(node), to, at));
            }
        };
        let mut insert = |is_of_values: bool, tree: &Tree, source, expr| {
            if is_of_values {
                of_values.insert(tree, source, expr);
            }
        };
        match declaration.mentions.as_ref().filter(|_| !module.has_queries) {
            Some(mentions) => {
                let (tree, source) = (&declaration.written.parsed.tree, declaration.written.source);
                for (expr, mentions) in mentions.expressions() {
                    let place = (&**tree, source, expr);
                    let is_of_values = kept_uses(module, place, mentions, &mut leads, &mut found);
                    insert(is_of_values, tree, source, expr);
                }
            }
            None => each_expression_of(declaration, &mut |tree, source, expr| {
                let is_of_values = uses(module, (tree, source, expr), &mut leads, &mut found);
                insert(is_of_values, tree, source, expr);
            }),
        }
    }
    let mut told = false;
    let mut of_others = |tree: &Tree, source, expr| {
        uses(module, (tree, source, expr), &mut leads, &mut |root, to, at| {
            told |= root == Root::Path;
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

/// An expression in a tree.
type Place<'t> = (&'t Tree, SourceId, ExprId);

/// Receives a reference: the meaning of its root, the declaration it refers to, and its place.
type Found<'f> = dyn FnMut(Root, Option<NodeId>, Span) + 'f;

/// Adds the references of an expression: the referring nodes, the target declarations, and places. Those that
/// may lead to values unknown in a plan are recorded. Returns `true` if all of them refer to variables and
/// local values.
fn uses(module: &Module, place: Place<'_>, leads: &mut Vec<Lead>, found: &mut Found<'_>) -> bool {
    let (tree, source, expr) = place;
    let mut is_of_values = true;
    let takes_computed = OnceCell::new();
    graph::each_reference(tree, expr, &mut |mention| {
        let named = named(module, mention.root, |at| mention.attribute(at));
        let at = mention.range().in_source(source);
        found(Root::of(mention.root), named.map(|(to, _)| to), at);
        let Some((to, taken)) = named else {
            is_of_values = false;
            return;
        };
        let attribute = || mention.attribute(taken);
        is_of_values &= is_of_value(module, (place, at, to), &attribute, &takes_computed, leads);
    });
    is_of_values
}

/// The same for references that are kept with their file.
fn kept_uses(
    module: &Module,
    place: Place<'_>,
    mentions: &[Mentioned],
    leads: &mut Vec<Lead>,
    found: &mut Found<'_>,
) -> bool {
    let mut is_of_values = true;
    let takes_computed = OnceCell::new();
    for mention in mentions {
        let to = mention.key.as_deref().and_then(|key| module.graph.find(key));
        let at = mention.at.in_source(place.1);
        found(mention.root, to, at);
        let attribute = || mention.attribute.as_deref();
        is_of_values &=
            to.is_some_and(|to| is_of_value(module, (place, at, to), &attribute, &takes_computed, leads));
    }
    is_of_values
}

/// Returns `true` if a reference leads to a variable or a local value. One that may lead to a value unknown in a plan
/// is recorded.
fn is_of_value<'a>(
    module: &Module,
    ((tree, _, expr), at, to): (Place<'_>, Span, NodeId),
    attribute: &dyn Fn() -> Option<&'a str>,
    takes_computed: &OnceCell<bool>,
    leads: &mut Vec<Lead>,
) -> bool {
    let declaration = module.declaration(to);
    let computed = match declaration.kind {
        Kind::Local | Kind::Variable => {
            leads.push(Lead { at, to, computed: Computed::Never });
            return true;
        }
        Kind::Resource => {
            let all = || *takes_computed.get_or_init(|| leads::takes_computed(tree, expr));
            leads::attribute(declaration, attribute(), &all)
        }
        _ => return false,
    };
    if computed != Computed::Never {
        leads.push(Lead { at, to, computed });
    }
    false
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

/// The declaration that a root and its attributes refer to, and the number of steps that belong to its name.
pub(crate) fn named<'a>(
    module: &Module,
    root: &'a str,
    attribute: impl Fn(usize) -> Option<&'a str>,
) -> Option<(NodeId, usize)> {
    let (kind, of_type, name, taken) = meant(root, module.has_queries, attribute)?;
    Some((find(&module.graph, kind, of_type, name)?, taken))
}
