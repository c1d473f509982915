//! What expressions may lead to, directly and through local values, whatever the values are: whether one may
//! need something that is not known in a plan. Most do not, and nothing has to be evaluated to know it.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_diag::{Arrange, Span};
use hclx_syntax::ast::{ExprId, Language};

use super::computed;
use super::declaration::{Kind, Written};
use super::instance::Run;
use super::module::Module;
use super::order;

/// A reference to a declaration.
#[derive(Clone, Copy)]
struct Edge {
    at: Span,
    to: NodeId,
    /// To an attribute of a resource which may be computed.
    computed: bool,
}

/// The references of a module to what may not be known in a plan, or to what may lead there.
pub(crate) struct Reach {
    /// By place.
    edges: Vec<Edge>,
    /// Local values that lead to computed attributes; nothing where they need each other.
    computed: Option<Vec<bool>>,
}

impl Reach {
    /// Looks through all references of a module once.
    pub(crate) fn of(run: Run<'_>, module: &Module) -> Self {
        let mut edges = Vec::new();
        order::all_references(module, &mut |reference, to, source| {
            let declaration = module.declaration(to);
            let computed = match declaration.kind {
                Kind::Local | Kind::Variable => false,
                Kind::Resource => {
                    if !computed::may_be_computed(run, module, declaration, reference, source) {
                        return;
                    }
                    true
                }
                _ => return,
            };
            edges.push(Edge { at: reference.range().in_source(source), to, computed });
        });
        edges.arrange_by_key(|edge| (edge.at.source, edge.at.range.start, edge.at.range.end));
        let mut reach = Self { edges, computed: None };
        reach.computed = reach.locals(module, &|_| false);
        reach
    }

    /// The references inside a place.
    fn inside(&self, place: Span) -> impl Iterator<Item = &Edge> {
        let key = (place.source, place.range.start);
        let first = self.edges.partition_point(|edge| (edge.at.source, edge.at.range.start) < key);
        self.edges[first..]
            .iter()
            .take_while(move |edge| edge.at.source == place.source && edge.at.range.start < place.range.end)
    }

    /// Local values that lead to computed attributes, or to variables that `is_open` tells.
    fn locals(&self, module: &Module, is_open: &dyn Fn(NodeId) -> bool) -> Option<Vec<bool>> {
        if !module.order.cycles.is_empty() {
            return None;
        }
        let mut leads = vec![false; module.declarations.len()];
        for node in &module.order.sorted {
            let declaration = module.declaration(*node);
            let (Kind::Local, Some(expr)) = (declaration.kind, declaration.expr) else { continue };
            let place = declaration.written.expr_span(expr);
            let is_foreign = !is_native(&declaration.written);
            leads[node.index()] = is_foreign
                || self.inside(place).any(|edge| edge.computed || leads[edge.to.index()] || is_open(edge.to));
        }
        Some(leads)
    }

    /// Local values that lead to what may not be known, where some variables may not be.
    pub(crate) fn open(&self, module: &Module, given: &BTreeSet<Arc<str>>) -> Option<Vec<bool>> {
        self.locals(module, &|node| is_given(module, given, node))
    }

    /// Whether an expression may lead to what is not known in a plan.
    pub(crate) fn may_need(
        &self,
        module: &Module,
        given: &BTreeSet<Arc<str>>,
        open: Option<&Vec<bool>>,
        (written, expr): (&Written, ExprId),
    ) -> bool {
        let leads = if given.is_empty() { self.computed.as_ref() } else { open };
        let Some(leads) = leads.filter(|_| is_native(written)) else { return true };
        let needs = |edge: &Edge| edge.computed || leads[edge.to.index()] || is_given(module, given, edge.to);
        self.inside(written.expr_span(expr)).any(needs)
    }

    /// Whether what is inside a place may lead to one of the variables.
    pub(crate) fn may_be_given(
        &self,
        module: &Module,
        given: &BTreeSet<Arc<str>>,
        open: Option<&Vec<bool>>,
        written: &Written,
    ) -> bool {
        let Some(leads) = open.filter(|_| is_native(written)) else { return true };
        let place = written.view().range().cover(written.header).in_source(written.source);
        self.inside(place).any(|edge| leads[edge.to.index()] || is_given(module, given, edge.to))
    }
}

/// Places in a text of JSON are not those of one tree.
fn is_native(written: &Written) -> bool {
    written.parsed.tree.language() == Language::Native
}

fn is_given(module: &Module, given: &BTreeSet<Arc<str>>, node: NodeId) -> bool {
    let declaration = module.declaration(node);
    declaration.kind == Kind::Variable && given.contains(&declaration.name)
}
