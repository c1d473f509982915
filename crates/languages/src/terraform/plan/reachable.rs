//! Reachability: the declarations that expressions may lead to, directly and through local values, for any
//! values. It shows that most expressions do not depend on values unknown in a plan, without evaluating
//! anything.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_diag::{OrderedSet, Span};
use hclx_syntax::ast::{ExprId, Language};

use crate::terraform::declare::declaration::Written;
use crate::terraform::declare::leads::Computed;
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::providers::provider_schemas;
use crate::terraform::schemas::kind::Kind;

/// The references of a module that may lead to values unknown in a plan.
pub(crate) struct Reach {
    /// The resources whose providers have a schema, by index.
    provided: Vec<bool>,
    /// The local values that lead to computed attributes; `None` if they depend on each other.
    computed: Option<Vec<bool>>,
}

impl Reach {
    /// The reachable references of a module, computed once.
    pub(crate) fn of<'m>(run: Run<'_>, module: &'m Module) -> &'m Self {
        super::kept(module).reach.get_or_init(|| module.later.during(|| Self::look(run, module)))
    }

    fn look(run: Run<'_>, module: &Module) -> Self {
        let mut provided = vec![false; module.declarations.len()];
        for lead in module.links().leads.all().filter(|lead| lead.computed == Computed::Provided) {
            provided[lead.to.index()] =
                provider_schemas::package_of(run, module, module.declaration(lead.to)).is_some();
        }
        let mut reach = Self { provided, computed: None };
        reach.computed = reach.locals(module, &|_| false);
        reach
    }

    /// The references inside a place: their targets, and whether these may be computed.
    fn inside<'m>(&'m self, module: &'m Module, place: Span) -> impl Iterator<Item = (NodeId, bool)> + 'm {
        module.links().leads.inside(place).filter_map(|lead| match lead.computed {
            Computed::Never => Some((lead.to, false)),
            Computed::Always => Some((lead.to, true)),
            // Without a schema, only attributes with the usual names count as computed (`leads::COMPUTED`).
            Computed::Provided => self.provided[lead.to.index()].then_some((lead.to, true)),
        })
    }

    /// Local values that depend on computed attributes, or on variables that satisfy `is_open`.
    fn locals(&self, module: &Module, is_open: &dyn Fn(NodeId) -> bool) -> Option<Vec<bool>> {
        // Declarations in a cycle have no order, so any of them may lead anywhere.
        if !module.links().order.cycles.is_empty() {
            return None;
        }
        let mut leads = vec![false; module.declarations.len()];
        for node in &module.links().order.sorted {
            let declaration = module.declaration(*node);
            let (Kind::Local, Some(expr)) = (declaration.kind, declaration.expr) else { continue };
            let place = declaration.written.expr_span(expr);
            let is_foreign = !is_native(&declaration.written);
            leads[node.index()] = is_foreign
                || self
                    .inside(module, place)
                    .any(|(to, computed)| computed || leads[to.index()] || is_open(to));
        }
        Some(leads)
    }

    /// The local values that may be unknown if these variables are.
    pub(crate) fn open(&self, module: &Module, given: &OrderedSet<Arc<str>>) -> Option<Vec<bool>> {
        self.locals(module, &|node| is_given(module, given, node))
    }

    /// Returns `true` if an expression may depend on a value unknown in a plan.
    pub(crate) fn may_need(
        &self,
        module: &Module,
        given: &OrderedSet<Arc<str>>,
        open: Option<&Vec<bool>>,
        (written, expr): (&Written, ExprId),
    ) -> bool {
        let leads = if given.is_empty() { self.computed.as_ref() } else { open };
        let Some(leads) = leads.filter(|_| is_native(written)) else { return true };
        let needs =
            |(to, computed): (NodeId, bool)| computed || leads[to.index()] || is_given(module, given, to);
        self.inside(module, written.expr_span(expr)).any(needs)
    }

    /// Returns `true` if the code in a place may depend on one of the variables.
    pub(crate) fn may_be_given(
        &self,
        module: &Module,
        given: &OrderedSet<Arc<str>>,
        open: Option<&Vec<bool>>,
        written: &Written,
    ) -> bool {
        let Some(leads) = open.filter(|_| is_native(written)) else { return true };
        let place = written.view().range().cover(written.header).in_source(written.source);
        self.inside(module, place).any(|(to, _)| leads[to.index()] || is_given(module, given, to))
    }
}

/// Returns `true` for native syntax: the places in a JSON string do not belong to a single tree.
fn is_native(written: &Written) -> bool {
    written.parsed.tree.language() == Language::Native
}

fn is_given(module: &Module, given: &OrderedSet<Arc<str>>, node: NodeId) -> bool {
    let declaration = module.declaration(node);
    declaration.kind == Kind::Variable && given.contains(&declaration.name)
}
