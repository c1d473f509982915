//! References to values that may be unknown in a plan.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::graph::{NodeId, NodeRenumbering};
use hclx_diag::{Arrange, SourceId, Span};
use hclx_syntax::ast::{Expr, ExprId, ExprKind, Traverse, TraverseKind, Tree};

use super::declaration::{Declaration, Repetition};

/// Attributes that providers usually compute, for resources without a schema.
pub(crate) const COMPUTED: &[&str] = &["id", "arn", "self_link"];

/// The computed attributes of `terraform_data`.
pub(crate) const OF_DATA: &[&str] = &["id", "output"];

/// The conditions under which an attribute of a resource is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ComputedBy {
    /// Never computed.
    Never,
    /// Computed if the provider's schema says so.
    Provided,
    /// Computed, unless the called module already knows the output.
    Called,
    /// Always computed.
    Always,
}

/// Determines whether the attribute that a reference reads may be computed; `all` is `true` for a reference to all
/// instances.
pub(crate) fn attribute(declaration: &Declaration, name: Option<&str>, all: &dyn Fn() -> bool) -> ComputedBy {
    let is = |computed: bool| if computed { ComputedBy::Always } else { ComputedBy::Never };
    match name {
        // A reference to all instances reads a computed attribute if the rest of the expression selects one, as in
        // `TYPE.NAME[*].id`.
        None => is(declaration.repetition() != Repetition::One && all()),
        Some(name) if &*declaration.of_type == "terraform_data" => is(OF_DATA.contains(&name)),
        Some(name) if COMPUTED.contains(&name) => ComputedBy::Always,
        Some(_) => ComputedBy::Provided,
    }
}

/// Returns `true` if an expression selects a computed attribute of any value: `[*].id`, `["a"].arn`, or in a loop.
pub(crate) fn takes_computed(tree: &Tree, expr: ExprId) -> bool {
    let takes = |step: &Traverse| match step.kind {
        TraverseKind::Attr(name) => COMPUTED.contains(&tree.text(name)),
        _ => false,
    };
    parts(tree, expr).any(|one| match one.kind {
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().any(takes),
        _ => false,
    })
}

/// An expression and all its parts, which immediately precede it in the tree.
pub(crate) fn parts(tree: &Tree, expr: ExprId) -> impl Iterator<Item = &Expr> {
    let start = tree.expr(expr).range.start;
    let inside = (0..=expr.0).rev().map(|id| tree.expr(ExprId(id)));
    inside.take_while(move |one| start <= one.range.start)
}

/// Facts by file, shared between versions of a module in which the file is unchanged.
type ByFile<T> = HashMap<SourceId, Arc<Vec<T>>, foldhash::fast::RandomState>;

/// Expressions that only refer to declared variables and local values, as one bit for each expression of a file.
#[derive(Clone, Default)]
pub(crate) struct OfValues(ByFile<u64>);

impl OfValues {
    pub(crate) fn insert(&mut self, tree: &Tree, source: SourceId, expr: ExprId) {
        let all = || Arc::new(vec![0; tree.expr_count().div_ceil(64)]);
        let bits = Arc::make_mut(self.0.entry(source).or_insert_with(all));
        bits[expr.0 as usize / 64] |= 1 << (expr.0 % 64);
    }

    /// Removes the expressions of a file.
    pub(crate) fn remove(&mut self, source: SourceId) {
        self.0.remove(&source);
    }

    pub(crate) fn contains(&self, source: SourceId, expr: ExprId) -> bool {
        let bits = self.0.get(&source).and_then(|bits| bits.get(expr.0 as usize / 64));
        bits.is_some_and(|bits| bits & 1 << (expr.0 % 64) != 0)
    }
}

/// A reference to a declaration whose value may be unknown in a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    pub(crate) at: Span,
    pub(crate) to: NodeId,
    pub(crate) computed: ComputedBy,
}

/// The leads of a module by file, sorted by place.
#[derive(Clone, Default)]
pub(crate) struct Leads(ByFile<Lead>);

impl Leads {
    /// Replaces the leads in some files by new ones in the same files.
    pub(crate) fn replace(&mut self, sources: &[SourceId], new: Vec<Lead>) {
        for source in sources {
            self.0.remove(source);
        }
        let mut by_file: HashMap<SourceId, Vec<Lead>, foldhash::fast::RandomState> = HashMap::default();
        for lead in new {
            by_file.entry(lead.at.source).or_default().push(lead);
        }
        for (source, mut leads) in by_file {
            leads.arrange_by_key(|lead| (lead.at.range.start, lead.at.range.end));
            leads.shrink_to_fit();
            self.0.insert(source, Arc::new(leads));
        }
    }

    /// Renumbers the targets of leads. Leads to removed declarations are unchanged, because callers replace the leads
    /// of those files.
    pub(crate) fn renumber(&mut self, numbers: &NodeRenumbering) {
        for leads in self.0.values_mut() {
            let is_same = |lead: &Lead| numbers.now(lead.to).is_none_or(|now| now == lead.to);
            if !leads.iter().all(is_same) {
                let moved = |lead: &Lead| Lead { to: numbers.now(lead.to).unwrap_or(lead.to), ..*lead };
                *leads = Arc::new(leads.iter().map(moved).collect());
            }
        }
    }

    /// The leads that start inside a span.
    pub(crate) fn inside(&self, place: Span) -> impl Iterator<Item = &Lead> {
        let leads = self.0.get(&place.source).map_or(&[][..], |leads| leads);
        let first = leads.partition_point(|lead| lead.at.range.start < place.range.start);
        leads[first..].iter().take_while(move |lead| lead.at.range.start < place.range.end)
    }
}
