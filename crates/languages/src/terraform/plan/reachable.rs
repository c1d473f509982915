//! Reachability: the declarations that expressions may depend on, directly and through local values, for any values. It
//! shows without evaluation that most expressions do not depend on values unknown in a plan.

use std::sync::atomic::{AtomicU8, Ordering};

use hclx_analysis::graph::NodeId;
use hclx_diag::Span;
use hclx_syntax::ast::{ExprId, Language};

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::leads::ComputedBy;
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::plan::open_value::OpenValues;
use crate::terraform::providers::provider_schemas;
use crate::terraform::schemas::kind::Kind;

/// The references of a module to values that may be unknown in a plan, computed on demand because an edit needs few of
/// them.
pub(crate) struct Reach {
    /// Resources whose provider has a schema, by index.
    provided: Vec<Lazy>,
    /// Local values that depend on computed attributes.
    pub(crate) leads: Leads,
}

/// A bool that any thread computes on demand.
#[derive(Default)]
struct Lazy(AtomicU8);

impl Lazy {
    fn known(&self) -> Option<bool> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            known => Some(known == 2),
        }
    }

    fn set(&self, is_so: bool) -> bool {
        self.0.store(1 + u8::from(is_so), Ordering::Relaxed);
        is_so
    }
}

/// Local values that may be unknown in a plan, by index, computed on demand; `None` if they depend on each other:
/// declarations in a cycle have no order, so any of them may depend on anything.
#[derive(Default)]
pub(crate) struct Leads(Option<Vec<Lazy>>);

impl Leads {
    pub(crate) fn of(module: &Module) -> Self {
        let is_ordered = module.links().order.cycles.is_empty();
        Self(is_ordered.then(|| module.declarations.iter().map(|_| Lazy::default()).collect()))
    }
}

/// A search for the local values of a module that may be unknown in a plan if some variables are.
#[derive(Clone, Copy)]
pub(crate) struct UnknownSearch<'a> {
    pub(crate) run: Run<'a>,
    pub(crate) module: &'a Module,
    pub(crate) given: &'a OpenValues,
    pub(crate) leads: &'a Leads,
}

impl Reach {
    /// The facts about a module, shared by all users.
    pub(crate) fn of(module: &Module) -> &Self {
        super::kept(module).reach.get_or_init(|| Self {
            provided: module.declarations.iter().map(|_| Lazy::default()).collect(),
            leads: Leads::of(module),
        })
    }

    /// Returns `true` if the provider of a resource has a schema.
    fn is_provided(&self, run: Run<'_>, module: &Module, node: NodeId) -> bool {
        let lazy = &self.provided[node.index()];
        let find = || provider_schemas::package_of(run, module, module.declaration(node)).is_some();
        lazy.known().unwrap_or_else(|| lazy.set(module.later.during(find)))
    }

    /// The references inside a span, and `true` for those whose targets may be computed.
    fn inside<'m>(
        &'m self,
        asked: UnknownSearch<'m>,
        place: Span,
    ) -> impl Iterator<Item = (NodeId, bool)> + 'm {
        asked.module.links().leads.inside(place).filter_map(move |lead| match lead.computed {
            ComputedBy::Never => Some((lead.to, false)),
            ComputedBy::Always | ComputedBy::Called => Some((lead.to, true)),
            // Without a schema, only attributes with the usual names count as computed (`leads::COMPUTED`).
            ComputedBy::Provided => {
                self.is_provided(asked.run, asked.module, lead.to).then_some((lead.to, true))
            }
        })
    }

    /// Returns `true` if a local value may be unknown in a plan.
    fn leads(&self, asked: UnknownSearch<'_>, leads: &[Lazy], node: NodeId) -> bool {
        // a chain of local values can be as long as the module
        let mut left = vec![node];
        while let Some(node) = left.last().copied() {
            let lazy = &leads[node.index()];
            if lazy.known().is_some() {
                left.pop();
            } else if let Some(is_open) = self.look(asked, leads, node, &mut left) {
                lazy.set(is_open);
            }
        }
        leads[node.index()].known().unwrap_or(true)
    }

    /// Checks the references of a local value, and adds those that were not checked before to `left`.
    fn look(
        &self,
        asked: UnknownSearch<'_>,
        leads: &[Lazy],
        node: NodeId,
        left: &mut Vec<NodeId>,
    ) -> Option<bool> {
        let declaration = asked.module.declaration(node);
        let (Kind::Local, Some(expr)) = (declaration.kind, declaration.expr) else { return Some(false) };
        if !is_native(&declaration.written) {
            return Some(true);
        }
        let before = left.len();
        for (to, computed) in self.inside(asked, declaration.written.expr_span(expr)) {
            let is_open = computed || asked.is_given(to) || leads[to.index()].known() == Some(true);
            if is_open {
                left.truncate(before);
                return Some(true);
            }
            if leads[to.index()].known().is_none() {
                left.push(to);
            }
        }
        (left.len() == before).then_some(false)
    }

    /// Returns `true` if an expression may depend on a value unknown in a plan.
    pub(crate) fn may_need(&self, asked: UnknownSearch<'_>, (written, expr): (&BlockSource, ExprId)) -> bool {
        let Some(leads) = asked.leads.0.as_deref().filter(|_| is_native(written)) else { return true };
        self.inside(asked, written.expr_span(expr))
            .any(|(to, computed)| computed || asked.is_given(to) || self.leads(asked, leads, to))
    }

    /// Returns `true` if the code in a span may depend on one of the variables.
    pub(crate) fn may_be_given(&self, asked: UnknownSearch<'_>, written: &BlockSource) -> bool {
        let Some(leads) = asked.leads.0.as_deref().filter(|_| is_native(written)) else { return true };
        let place = written.view().range().cover(written.header).in_source(written.source);
        self.inside(asked, place).any(|(to, _)| asked.is_given(to) || self.leads(asked, leads, to))
    }
}

impl UnknownSearch<'_> {
    fn is_given(self, node: NodeId) -> bool {
        let declaration = self.module.declaration(node);
        declaration.kind == Kind::Variable && self.given.contains_key(&declaration.name)
    }
}

/// Returns `true` for native syntax, because the places in a JSON string do not belong to a single tree.
fn is_native(written: &BlockSource) -> bool {
    written.parsed.tree.language() == Language::Native
}
