//! Declarations that depend on each other.
//!
//! A module call as a whole depends on everything that its arguments depend on, and references to one of its outputs
//! depend on the call. A cycle through a call is inconclusive, because the output may not depend on the argument.
//! Therefore, calls are split into instances, arguments and outputs (`call_parts`).

use hclx_analysis::graph::{Cycle, NodeId};

use super::call_parts::{Part, Parts};
use crate::terraform::declare::module::Module;
use crate::terraform::providers::configurations;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;
use hclx_diag::{Diagnostic, Span, code_names as codes};

/// Checks for dependency cycles.
pub(crate) struct Cycles;

impl Rule for Cycles {
    fn module(&self, instance: &mut Instance<'_>) {
        tell(instance);
    }
}

/// Reports every cycle with one place for each edge.
pub(crate) fn tell(instance: &mut Instance<'_>) {
    let module = instance.module;
    if !instance.inputs.is_call {
        let providers = module.names.nodes().filter(|node| module.declaration(*node).kind == Kind::Provider);
        let found: Vec<Diagnostic> = providers.filter_map(|node| of_provider(module, node)).collect();
        instance.findings.extend(found);
    }
    let cycles = &module.links().order.cycles;
    let kind = |node: NodeId| module.declaration(node).kind;
    if cycles.iter().flatten().any(|(node, _)| kind(*node) == Kind::Module) {
        if cycles.iter().any(|cycle| is_torn(module, cycle)) {
            return;
        }
        let parts = Parts::of(instance.run, module);
        let cycles = parts.graph.order().cycles;
        let steps = cycles.iter().map(|cycle| steps_through_parts(module, &parts, cycle));
        let found: Vec<Diagnostic> = steps.filter_map(|steps| finding(&steps)).collect();
        instance.findings.extend(found);
        return;
    }
    for cycle in cycles {
        // a self-reference is already reported
        let own = cycle.len() == 1 && kind(cycle[0].0) != Kind::Local;
        // an action runs after the resource that triggers it, and may refer to it
        let is_trigger = cycle.iter().any(|(node, _)| kind(*node) == Kind::Action);
        if !own && !is_trigger && !is_torn(module, cycle) {
            instance.findings.extend(finding(&steps(module, cycle)));
        }
    }
}

/// Returns `true` if a declaration of a cycle has a syntax error, so that its contents may belong to another
/// declaration.
fn is_torn(module: &Module, cycle: &Cycle) -> bool {
    cycle.iter().any(|(node, _)| {
        let written = &module.declaration(*node).written;
        module.is_broken(written.source, written.view().range())
    })
}

/// Reports a provider configuration that depends on a resource that it manages. Paths through calls are not followed,
/// because the outputs of a module may come from other providers.
fn of_provider(module: &Module, provider: NodeId) -> Option<Diagnostic> {
    let configuration = module.declaration(provider);
    let mut ways: Vec<(NodeId, Option<(usize, Span)>)> = vec![(provider, None)];
    let mut seen = vec![false; module.declarations.len()];
    let mut next = 0;
    while let Some((node, _)) = ways.get(next).copied() {
        let declaration = module.declaration(node);
        let made = matches!(declaration.kind, Kind::Resource | Kind::Data | Kind::Ephemeral)
            .then(|| configurations::configuration_of(declaration))
            .flatten();
        if let Some((name, place)) = made
            && *name == *configuration.name
        {
            let mut steps = vec![Step::new(&declaration.address(), place)];
            let mut at = next;
            while let Some((before, place)) = ways[at].1 {
                let name = format!("`{}`", module.declaration(ways[before].0).address());
                steps.push(Step { name, place });
                at = before;
            }
            steps.reverse();
            return finding(&steps);
        }
        for (used, place) in module.links().graph.uses(node) {
            let is_new = !std::mem::replace(&mut seen[used.index()], true);
            if is_new && module.declaration(*used).kind != Kind::Module {
                ways.push((*used, Some((next, *place))));
            }
        }
        next += 1;
    }
    None
}

/// An edge of a cycle, with its place.
pub(super) struct Step {
    name: String,
    place: Span,
}

impl Step {
    /// The edge from the declaration with an address.
    pub(super) fn new(address: &str, place: Span) -> Self {
        Self { name: format!("`{address}`"), place }
    }
}

fn steps(module: &Module, cycle: &Cycle) -> Vec<Step> {
    let step = |(node, place): &(NodeId, Span)| Step {
        name: format!("`{}`", module.declaration(*node).address()),
        place: *place,
    };
    cycle.iter().map(step).collect()
}

fn steps_through_parts(module: &Module, parts: &Parts, cycle: &Cycle) -> Vec<Step> {
    let call = |node: &NodeId| module.declaration(*node).address();
    let mut steps = Vec::new();
    for (node, place) in cycle {
        let name = match parts.part(*node) {
            // A self-reference is already reported, as in modules without calls.
            Part::Declared(node) if cycle.len() == 1 && module.declaration(*node).kind != Kind::Local => {
                return Vec::new();
            }
            Part::Declared(node) => format!("`{}`", module.declaration(*node).address()),
            Part::Instances(node) | Part::Everything(node) => format!("`{}`", call(node)),
            Part::Argument(node, name) => format!("`{name}` of `{}`", call(node)),
            Part::Output(node, name) => format!("`{}.{name}`", call(node)),
        };
        steps.push(Step { name, place: *place });
    }
    // Several nodes of one call share its name, and reporting that a call depends on itself would not help.
    steps.dedup_by(|next, before| next.name == before.name);
    // a cycle starts at the first place in the source
    let written = steps.iter().enumerate().filter(|(_, step)| module.files.contains(&step.place.source));
    let first = written.min_by_key(|(_, step)| step.place).map_or(0, |(first, _)| first);
    steps.rotate_left(first);
    steps
}

/// The finding about a cycle, with one place for each edge.
pub(super) fn finding(steps: &[Step]) -> Option<Diagnostic> {
    const SHOWN: usize = 8;
    let first = steps.first()?;
    if steps.len() == 1 {
        let message = format!("{} depends on itself", first.name);
        return Some(Diagnostic::error(codes::CYCLE, first.place, message));
    }
    let mut way: Vec<&str> = steps.iter().take(SHOWN).map(|step| step.name.trim_matches('`')).collect();
    if steps.len() > SHOWN {
        way.push("…");
    }
    way.push(first.name.trim_matches('`'));
    let message = format!("dependency cycle: `{}`", way.join(" → ").replace('`', ""));
    let mut finding = Diagnostic::error(codes::CYCLE, first.place, message);
    finding = finding.label(format!("{} depends on {}", first.name, steps[1 % steps.len()].name));
    for (index, step) in steps.iter().enumerate().skip(1).take(SHOWN) {
        let next = &steps[(index + 1) % steps.len()].name;
        finding = finding.also(step.place, format!("{} depends on {next}", step.name));
    }
    Some(finding)
}
