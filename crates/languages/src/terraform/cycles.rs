//! Declarations that need each other.

use hclx_analysis::graph::{self, Cycle, NodeId};
use hclx_diag::{Diagnostic, code_names as codes};

use hclx_syntax::ast::Item;
use hclx_syntax::statics::ReferenceKey;

use super::declaration::Kind;
use super::instance::Instance;
use super::module::Module;
use super::order;

/// Says every cycle with one place for each edge.
pub(crate) fn tell(instance: &mut Instance<'_>) {
    for cycle in &instance.module.order.cycles {
        let kinds =
            |kind: Kind| cycle.iter().any(|(node, _)| instance.module.declaration(*node).kind == kind);
        // outputs of a module need only some of its arguments
        let through_module = kinds(Kind::Module);
        let own = cycle.len() == 1 && !matches!(instance.module.declaration(cycle[0].0).kind, Kind::Local);
        if through_module && cycle.len() == 1 {
            own_outputs(instance, cycle[0].0);
        }
        if !through_module && !own {
            let finding = finding(instance.module, cycle);
            instance.findings.push(finding);
        }
    }
}

/// Arguments of a call that need what follows from them in the child.
fn own_outputs(instance: &mut Instance<'_>, call: NodeId) {
    let declaration = instance.module.declaration(call);
    let Some(Some(child)) = instance.children.get(&declaration.name).cloned() else { return };
    let written = &declaration.written;
    let tree = &written.parsed.tree;
    let Some(body) = written.view().native_id() else { return };
    let mut findings = Vec::new();
    for item in tree.slice(tree.body(body).items) {
        let Item::Attribute(argument) = item else { continue };
        let argument_name = tree.text(argument.name.text);
        for reference in graph::references(tree, argument.value) {
            if order::target(instance.module, &reference) != Some(call) {
                continue;
            }
            let names = reference.steps.iter().skip(1).filter_map(|step| match &step.kind {
                ReferenceKey::Attr(name) => Some(name),
                _ => None,
            });
            let output = names.into_iter().next().and_then(|name| child.get(Kind::Output, "", name));
            let argument_node = child.get(Kind::Variable, "", argument_name);
            let (Some((output, _)), Some((variable, _))) = (output, argument_node) else { continue };
            if needs(&child, output, variable) {
                let place = reference.range().in_source(written.source);
                let message = format!("`{argument_name}` of `{}` needs itself", declaration.address());
                let finding = Diagnostic::error(codes::CYCLE, place, message)
                    .also(child.graph.place(output), "this output needs the argument");
                findings.push(finding);
            }
        }
    }
    instance.findings.extend(findings);
}

/// Whether a declaration needs another, directly or not.
fn needs(module: &Module, from: NodeId, to: NodeId) -> bool {
    let mut seen = vec![false; module.graph.len()];
    let mut left = vec![from];
    while let Some(node) = left.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node.index()], true) {
            left.extend(module.graph.uses(node).iter().map(|(used, _)| *used));
        }
    }
    false
}

fn finding(module: &Module, cycle: &Cycle) -> Diagnostic {
    let names: Vec<String> = cycle.iter().map(|(node, _)| module.declaration(*node).address()).collect();
    if let [name] = names.as_slice() {
        return Diagnostic::error(codes::CYCLE, cycle[0].1, format!("`{name}` needs itself"));
    }
    const SHOWN: usize = 8;
    let mut way: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    if names.len() > SHOWN {
        way.push("…");
    }
    way.push(&names[0]);
    let message = format!("these need each other: `{}`", way.join(" → "));
    let mut finding = Diagnostic::error(codes::CYCLE, cycle[0].1, message);
    finding = finding.label(format!("`{}` needs `{}`", names[0], names[1 % names.len()]));
    for (index, (_, place)) in cycle.iter().enumerate().skip(1).take(SHOWN) {
        let next = &names[(index + 1) % names.len()];
        finding = finding.also(*place, format!("`{}` needs `{next}`", names[index]));
    }
    finding
}
