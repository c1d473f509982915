//! Dependencies between declarations: the edges of the graph.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::graph::{self, Edge, Graph, NodeChange, NodeId};
use hclx_diag::{Arrange, SourceId, Span};
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::{Mention, Reference, each_mention};

use crate::terraform::declare::declaration::{Declaration, find};
use crate::terraform::declare::expressions::each_expression;
use crate::terraform::declare::leads::{self, ComputedBy, Lead, Leads, OfValues};
use crate::terraform::declare::mentions::{ReferenceMention, Root, meant};
use crate::terraform::declare::module::{Links, Module, Reread};
use crate::terraform::schemas::kind::Kind;

impl Module {
    /// The targets of its references, resolved once.
    pub(crate) fn links(&self) -> &Links {
        self.links.get_or_init(|| connect(self))
    }

    /// Returns `true` for an expression that is known to refer only to variables and local values.
    pub(crate) fn knows_values(&self, source: SourceId, expr: ExprId) -> bool {
        self.links.get().is_some_and(|links| links.of_values.contains(source, expr))
    }

    /// Returns `true` if anything in the module mentions `path`.
    pub(crate) fn mentions_path(&self) -> bool {
        self.links().others_mention_path || self.links().with_path.contains(&true)
    }

    /// Some declarations and everything that they depend on, by index.
    pub(crate) fn dependencies(&self, nodes: impl IntoIterator<Item = NodeId>) -> Vec<bool> {
        let mut needed = vec![false; self.declarations.len()];
        let mut left: Vec<NodeId> = nodes.into_iter().collect();
        while let Some(node) = left.pop() {
            if !std::mem::replace(&mut needed[node.index()], true) {
                left.extend(self.links().graph.uses(node).iter().map(|(used, _)| *used));
            }
        }
        needed
    }

    /// A declaration and everything that depends on it. Module calls are not followed, because an output of a call need
    /// not depend on every argument.
    pub(crate) fn dependents(&self, node: NodeId) -> HashSet<NodeId> {
        let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); self.declarations.len()];
        for user in self.names.nodes() {
            self.links().graph.uses(user).iter().for_each(|(used, _)| users[used.index()].push(user));
        }
        let mut found = HashSet::from([node]);
        let mut left = vec![node];
        while let Some(node) = left.pop() {
            // followed through calls, everything would depend on everything in modules that pass values on
            let is_object = |user: &NodeId| self.declaration(*user).kind != Kind::Module;
            let own = users[node.index()].iter().copied().filter(is_object);
            left.extend(own.filter(|user| found.insert(*user)));
        }
        found
    }

    /// Returns `true` if a declaration refers to the path of the module.
    pub(crate) fn node_mentions_path(&self, node: NodeId) -> bool {
        self.links().with_path.get(node.index()).copied().unwrap_or(true)
    }
}

/// Finds all references of all declarations, and the evaluation order.
fn connect(module: &Module) -> Links {
    let mut all = Uses::default();
    let mut edges: Vec<Edge> = Vec::new();
    let mut with_path = vec![false; module.declarations.len()];
    let mut with_unknown = with_path.clone();
    for node in module.names.nodes() {
        let of_node = all.of_declaration(module, node);
        with_path[node.index()] = of_node.has_path;
        with_unknown[node.index()] = of_node.has_unknown;
        edges.extend(of_node.to.into_iter().map(|(to, at)| (Some(node), to, at)));
    }
    let of_others = all.of_others(module);
    edges.extend(of_others.to.into_iter().map(|(to, at)| (None, to, at)));
    let mut leads = Leads::default();
    leads.replace(&[], all.leads);
    let mut graph = module.names.clone();
    graph.connect(&edges);
    Links {
        order: Arc::new(graph.order()),
        graph,
        leads,
        of_values: all.of_values,
        others_mention_path: of_others.has_path,
        with_path,
        with_unknown,
    }
}

/// Finds the references in edited files and in those that mention a changed name, and reuses all others from the
/// version before the edit. Returns `false` if anything else may have changed.
pub(crate) fn connect_again(module: &Module, before: &Module, reread: &Reread) -> bool {
    // references that were never requested cannot be reused
    let Some(earlier_links) = before.links.get() else { return true };
    let numbers = reread.numbers.as_ref();
    let earlier = |node: NodeId| numbers.map_or(Some(node), |numbers| numbers.before(node));
    // the values that a reference to all instances reads depend on the repetition
    let is_repeated_alike = |node: NodeId| {
        earlier(node).is_none_or(|earlier| {
            before.declaration(earlier).repetition() == module.declaration(node).repetition()
        })
    };
    let is_edited = |(source, _): &&(SourceId, Range<usize>)| reread.edited.contains(source);
    let mut edited = reread.files.iter().filter(is_edited);
    if !edited.all(|(_, range)| Graph::nodes_at(range.clone()).all(is_repeated_alike)) {
        return false;
    }
    let sources = again(before, reread);
    let mut all = Uses { of_values: earlier_links.of_values.clone(), leads: Vec::new() };
    sources.iter().for_each(|source| all.of_values.remove(*source));
    let kept = |flags: &[bool]| match numbers {
        None => flags.to_vec(),
        Some(_) => Graph::nodes_at(0..module.declarations.len())
            .map(|node| earlier(node).is_some_and(|one| flags[one.index()]))
            .collect(),
    };
    let (mut with_path, mut with_unknown) =
        (kept(&earlier_links.with_path), kept(&earlier_links.with_unknown));
    let nodes = reread.files.iter().filter(|(source, _)| sources.contains(source));
    let mut changed: Vec<NodeChange> = Vec::new();
    for node in nodes.flat_map(|(_, indices)| Graph::nodes_at(indices.clone())) {
        let uses = all.of_declaration(module, node);
        with_path[node.index()] = uses.has_path;
        with_unknown[node.index()] = uses.has_unknown;
        let place = module.declaration(node).name_span;
        changed.push(NodeChange { node, place, uses: uses.to });
    }
    let has_same_others = numbers.is_none() && module.has_same_others(before);
    let of_others = (!has_same_others).then(|| all.of_others(module));
    all.leads.retain(|lead| sources.contains(&lead.at.source));
    let mut leads = earlier_links.leads.clone();
    if let Some(numbers) = numbers {
        leads.renumber(numbers);
    }
    leads.replace(&sources, all.leads);
    let unowned = of_others.as_ref().map(|others| &*others.to);
    let graph = earlier_links.graph.changed(numbers, &changed, unowned);
    let earlier_order = &earlier_links.order;
    let order = match numbers {
        None if earlier_order.allows(&changed) => Arc::clone(earlier_order),
        None => Arc::new(graph.order()),
        Some(numbers) => {
            let order = earlier_order.renumbered(numbers, &changed);
            Arc::new(order.unwrap_or_else(|| graph.order()))
        }
    };
    let links = Links {
        graph,
        order,
        leads,
        of_values: all.of_values,
        others_mention_path: of_others.map_or(earlier_links.others_mention_path, |others| others.has_path),
        with_path,
        with_unknown,
    };
    module.links.set(links).is_ok()
}

/// The files whose references are resolved again after an edit.
fn again(before: &Module, reread: &Reread) -> Vec<SourceId> {
    let mut sources = reread.edited.clone();
    let Some(numbers) = &reread.numbers else { return sources };
    let source = |node: NodeId| before.declaration(node).written.source;
    sources.extend(before.links().graph.users_of_removed(numbers).into_iter().map(source));
    if numbers.adds() {
        let with_unknown = before.names.nodes().filter(|node| before.links().with_unknown[node.index()]);
        sources.extend(with_unknown.map(source));
    }
    // blocks without a name may mention undeclared names, which is not recorded
    sources.extend(before.others.iter().map(|written| written.source));
    sources.arrange();
    sources.dedup();
    sources
}

/// The references of all declarations.
#[derive(Default)]
struct Uses {
    leads: Vec<Lead>,
    of_values: OfValues,
}

/// The references of one declaration.
#[derive(Default)]
struct OfDeclaration {
    /// The declarations that it refers to, and the places of the references.
    to: Vec<(NodeId, Span)>,
    has_path: bool,
    /// Set if it mentions an undeclared name.
    has_unknown: bool,
}

impl Uses {
    /// The references outside of named declarations: in duplicates, and in blocks without a name.
    fn of_others(&mut self, module: &Module) -> OfDeclaration {
        let mut of_others = OfDeclaration::default();
        let mut look = |tree: &Tree, source, expr| {
            uses(module, (tree, source, expr), &mut self.leads, &mut |root, to, at| {
                of_others.has_path |= root == Root::Path;
                of_others.to.extend(to.map(|to| (to, at)));
            });
        };
        for declaration in &module.duplicates {
            each_expression_of(declaration, &mut look);
        }
        for written in &module.others {
            each_expression(&written.view(), &mut |tree, expr| look(tree, written.source, expr));
        }
        of_others
    }

    fn of_declaration(&mut self, module: &Module, node: NodeId) -> OfDeclaration {
        let declaration = module.declaration(node);
        let is_variable = declaration.kind == Kind::Variable;
        let mut uses_of = OfDeclaration::default();
        let mut found = |root: Root, to: Option<NodeId>, at: Span| {
            uses_of.has_path |= root == Root::Path;
            uses_of.has_unknown |= to.is_none()
                && !matches!(root, Root::Path | Root::Always)
                // In a `variable` block, these keywords belong to its type.
                && !(is_variable && root == Root::Type);
            // a variable's own conditions refer to the variable itself
            uses_of.to.extend(to.filter(|to| !(is_variable && *to == node)).map(|to| (to, at)));
        };
        let Self { leads, of_values } = self;
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
                    insert(kept_uses(module, place, mentions, leads, &mut found), tree, source, expr);
                }
            }
            None => each_expression_of(declaration, &mut |tree, source, expr| {
                insert(uses(module, (tree, source, expr), leads, &mut found), tree, source, expr);
            }),
        }
        uses_of
    }
}

/// An expression in a tree.
type Place<'t> = (&'t Tree, SourceId, ExprId);

/// Receives a reference: the meaning of its root, the declaration that it refers to, and its place.
type ReferenceSink<'f> = dyn FnMut(Root, Option<NodeId>, Span) + 'f;

/// Adds the references of an expression: the referring nodes, the target declarations, and places. References to values
/// that may be unknown in a plan are recorded. Returns `true` if all references are to variables and local values.
fn uses(module: &Module, place: Place<'_>, leads: &mut Vec<Lead>, found: &mut ReferenceSink<'_>) -> bool {
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

/// Like [`uses`], for references that are stored with their file.
fn kept_uses(
    module: &Module,
    place: Place<'_>,
    mentions: &[ReferenceMention],
    leads: &mut Vec<Lead>,
    found: &mut ReferenceSink<'_>,
) -> bool {
    let mut is_of_values = true;
    let takes_computed = OnceCell::new();
    for mention in mentions {
        let to = mention.key.as_deref().and_then(|key| module.names.find(key));
        let at = mention.at.in_source(place.1);
        found(mention.root, to, at);
        let attribute = || mention.attribute.as_deref();
        is_of_values &=
            to.is_some_and(|to| is_of_value(module, (place, at, to), &attribute, &takes_computed, leads));
    }
    is_of_values
}

/// Returns `true` if a reference is to a variable or a local value. If its value may be unknown in a plan, it is
/// recorded.
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
            leads.push(Lead { at, to, computed: ComputedBy::Never });
            return true;
        }
        Kind::Resource => {
            let all = || *takes_computed.get_or_init(|| leads::takes_computed(tree, expr));
            leads::attribute(declaration, attribute(), &all)
        }
        Kind::Module => ComputedBy::Called,
        _ => return false,
    };
    if computed != ComputedBy::Never {
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
        let is_read = |place: Span| !replaced.iter().any(|(whole, _)| whole.contains(place));
        each_expression(&written.view(), &mut |tree, expr| {
            if replaced.is_empty() || is_read(written.expr_span(expr)) {
                found(tree, written.source, expr);
            }
        });
    }
}

/// The declaration that a reference refers to.
pub(crate) fn target(module: &Module, reference: &Reference<'_>) -> Option<NodeId> {
    named(module, &reference.root, |at| reference.attribute(at)).map(|(node, _)| node)
}

/// The declaration that a mention refers to.
pub(crate) fn mentioned(module: &Module, mention: &Mention<'_>) -> Option<NodeId> {
    named(module, mention.root, |at| mention.attribute(at)).map(|(node, _)| node)
}

/// The declaration that a root and its attributes refer to, and the number of steps that form its name.
pub(crate) fn named<'a>(
    module: &Module,
    root: &'a str,
    attribute: impl Fn(usize) -> Option<&'a str>,
) -> Option<(NodeId, usize)> {
    let (kind, of_type, name, taken) = meant(root, module.has_queries, attribute)?;
    Some((find(&module.names, kind, of_type, name)?, taken))
}

/// Returns `true` if a module uses a variable in files of the run without declaring it. The use is reported, so a value
/// for the variable is not another mistake.
pub(crate) fn uses_variable(snapshot: &Snapshot, module: &Module, name: &str) -> bool {
    let is_used = |file: &SourceId| {
        let mut is_found = false;
        let parsed = snapshot.parsed(*file);
        each_mention(&parsed.tree, "", &mut |mention| {
            is_found |= mention.root == "var" && mention.attribute(0) == Some(name);
        });
        is_found
    };
    module.files.iter().any(|file| snapshot.is_selected(*file) && is_used(file))
}
