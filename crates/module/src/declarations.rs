//! Declarations with their contents, and their values in dependency order.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::graph::{Cycle, Graph, NodeId, references};
use hclx_core::{Type, Value};
use hclx_diag::{Arrange, Diagnostic, Span, code_names as codes};
use hclx_eval::{Budget, Environment, converted};
use hclx_syntax::ast::ExprId;

use super::defaults::{DefaultedVariable, Defaults, replaced};
use super::{ExprRef, Judge, NameResolver, NameTarget, SourceFiles, UnitNames, traversal};

/// The contents of a declaration.
pub struct Declaration<'t, S> {
    /// The expression of its value.
    pub value: Option<ExprRef<'t>>,
    /// Other expressions that it depends on.
    pub needs: Vec<ExprRef<'t>>,
    /// The context of its expressions.
    pub scope: S,
    /// The type that the value is converted to.
    pub ty: Type,
    /// A value from outside, which overrides the expression.
    pub given: Option<Value>,
    /// Set if the value is a default, which a value from outside replaces.
    pub is_default: bool,
    /// Set if the value must not be shown.
    pub is_secret: bool,
}

impl<S> Declaration<'_, S> {
    /// A declaration with a known type and an unknown value.
    pub fn unknown(scope: S, ty: Type) -> Self {
        let (is_default, is_secret) = (false, false);
        Self { value: None, needs: Vec::new(), scope, ty, given: None, is_default, is_secret }
    }
}

/// The declarations of a unit.
pub struct Declarations<'t, S> {
    /// Keys, places and references.
    pub graph: Graph,
    /// The contents by index.
    pub nodes: Vec<Declaration<'t, S>>,
    /// The variables whose values are their defaults.
    pub defaults: Defaults,
}

impl<S> Default for Declarations<'_, S> {
    fn default() -> Self {
        Self { graph: Graph::default(), nodes: Vec::new(), defaults: Defaults::All }
    }
}

impl<'t, S: Copy + Sync> Declarations<'t, S> {
    /// Declares a key.
    ///
    /// # Errors
    /// The first declaration of the key; the new one is not added.
    pub fn add(
        &mut self,
        key: impl Into<Arc<str>>,
        place: Span,
        node: Declaration<'t, S>,
    ) -> Result<NodeId, NodeId> {
        let id = self.graph.declare(key, place)?;
        self.nodes.push(node);
        Ok(id)
    }

    /// Finds the references of all declarations.
    pub fn connect<N: NameResolver<Scope = S>>(&mut self, naming: &N) {
        let mut found = Vec::new();
        for (index, node) in self.graph.nodes().zip(&self.nodes) {
            for written in node.value.iter().chain(&node.needs) {
                let hidden = naming.variables(node.scope);
                for reference in references(written.tree, written.expr) {
                    if hidden.is_some_and(|scope| scope.get(&reference.root).is_some()) {
                        continue;
                    }
                    let name = traversal(&reference);
                    if let NameTarget::Declaration(to, _) = naming.meaning(&self.graph, node.scope, &name) {
                        found.push((Some(index), to, naming.place(&reference).in_source(written.source)));
                    }
                }
            }
        }
        self.graph.connect(&found);
    }

    /// The values of all declarations, by index, and the cycles. Findings about an expression are reported
    /// when its body is filled.
    pub fn values<N: NameResolver<Scope = S>>(
        &self,
        naming: &N,
        sources: &SourceFiles,
        env: &Environment<'_>,
        budget: &Budget,
    ) -> (Vec<Value>, Vec<Cycle>) {
        let order = self.graph.order();
        let mut values: Vec<Value> = self.nodes.iter().map(|node| unknown(&node.ty)).collect();
        let looping: Vec<NodeId> = order.cycles.iter().flatten().map(|(node, _)| *node).collect();
        for id in order.sorted {
            let node = &self.nodes[id.index()];
            // A value from outside replaces the expression, so it is used even for a member of a cycle.
            if let Some(given) = &node.given {
                values[id.index()] = given.clone();
                continue;
            }
            let Some(written) = node.value.filter(|_| !looping.contains(&id)) else { continue };
            let names = UnitNames { naming, graph: &self.graph, values: &values, sources, scope: node.scope };
            let outcome = Judge::new(names, *env, budget).value(written, &[]);
            let failed = outcome.diagnostics.iter().any(Diagnostic::is_error);
            // After an error the value stays an unknown of the declared type, so that its uses do not report
            // the cause again.
            let value = if failed { None } else { converted(&outcome.value, &node.ty, &env.rules).ok() };
            if let Some(value) = value {
                let is_replaced = node.is_default && !self.defaults.hold_for(id);
                values[id.index()] = if is_replaced { replaced(&value, &node.ty) } else { value };
            }
        }
        (values, order.cycles)
    }

    /// The variables that have their defaults as values and may cause one of the errors. Their keys begin with the
    /// prefix.
    pub(crate) fn defaulted(
        &self,
        values: &[Value],
        prefix: &str,
        (sources, found): (&SourceFiles, &[Diagnostic]),
    ) -> Vec<DefaultedVariable> {
        // Only the errors of an evaluation with fewer defaults are used.
        if self.defaults != Defaults::All || !found.iter().any(Diagnostic::is_error) {
            return Vec::new();
        }
        let reached = self.reached(sources, found);
        let all = self.graph.nodes().zip(&self.nodes).filter(|(id, _)| reached[id.index()]);
        let own = all.filter(|(_, node)| node.is_default && node.given.is_none() && node.value.is_some());
        own.filter_map(|(id, node)| {
            let shown = values.get(id.index())?.to_string();
            let key = self.graph.key(id);
            let name = key.strip_prefix(prefix).unwrap_or(key).to_owned();
            let declared = self.graph.place(id);
            Some(DefaultedVariable { node: id, name, shown: (!node.is_secret).then_some(shown), declared })
        })
        .collect()
    }

    /// The declarations that errors may depend on, by index: those with an error, and those whose names occur in the
    /// expression around one, with their own references.
    fn reached(&self, sources: &SourceFiles, found: &[Diagnostic]) -> Vec<bool> {
        // each of them requires a search of the expressions in its file
        const MOST_ERRORS: usize = 64;
        let mut places: Vec<Span> = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        for place in
            found.iter().filter(|finding| finding.is_error()).filter_map(|one| one.span).take(MOST_ERRORS)
        {
            places.push(place);
            let Some(source) = sources.iter().find(|source| source.id == place.source) else { continue };
            let tree = &source.parsed.tree;
            let range = |id: &ExprId| tree.expr(*id).range;
            let holds = |id: &ExprId| range(id).contains(place.range);
            let around = tree.expr_ids().filter(holds);
            for reference in
                around.max_by_key(|id| range(id).len()).iter().flat_map(|id| references(tree, *id))
            {
                let name = traversal(&reference);
                names.insert(name.root.to_owned());
                names.extend(name.steps.iter().flatten().map(|step| (*step).to_owned()));
            }
        }
        places.arrange();
        let has_error = |place: Span| {
            let after = places.partition_point(|span| *span < place);
            let inside = |one: &Span| one.source == place.source && one.range.start < place.range.end;
            places.get(after).is_some_and(inside)
        };
        let is_seed = |(id, node): (NodeId, &Declaration<'t, S>)| {
            // Comparing only the last part of the key may match too many names, which costs time, but never
            // too few.
            let name = self.graph.key(id).rsplit('.').next().unwrap_or_default();
            let place = node.value.as_ref().map(ExprRef::place);
            names.contains(name) || place.is_some_and(has_error)
        };
        let mut reached: Vec<bool> = self.graph.nodes().zip(&self.nodes).map(is_seed).collect();
        let mut open: Vec<NodeId> = self.graph.nodes().filter(|id| reached[id.index()]).collect();
        while let Some(id) = open.pop() {
            for (to, _) in self.graph.uses(id) {
                if !std::mem::replace(&mut reached[to.index()], true) {
                    open.push(*to);
                }
            }
        }
        reached
    }

    /// The finding about a cycle. `what` is the kind of its members, and `name` returns the name of each.
    pub fn cycle(&self, cycle: &Cycle, name: impl Fn(&str) -> String) -> Diagnostic {
        let names: Vec<String> = cycle.iter().map(|(node, _)| name(self.graph.key(*node))).collect();
        let edge = |name: &str, next: &str| format!("`{name}` depends on `{next}` here");
        cycle_finding(cycle, &names, edge).help("break the cycle: set one of them to a value of its own")
    }
}

/// The finding about declarations that depend on each other, with the place of each reference. `edge`
/// describes a reference from one name to the next.
pub fn cycle_finding<T: AsRef<str>>(
    cycle: &Cycle,
    names: &[T],
    edge: impl Fn(&str, &str) -> String,
) -> Diagnostic {
    let message = match names {
        [one] => format!("`{}` depends on itself", one.as_ref()),
        _ => hclx_diag::dependency_cycle(names),
    };
    let mut finding = Diagnostic::error(codes::CYCLE, cycle[0].1, message);
    // The finding itself is at the first reference.
    for (index, (_, at)) in cycle.iter().enumerate().skip(1) {
        let next = &names[(index + 1) % names.len()];
        finding = finding.also(*at, edge(names[index].as_ref(), next.as_ref()));
    }
    finding
}

fn unknown(ty: &Type) -> Value {
    Value::unknown(ty.without_optional())
}
