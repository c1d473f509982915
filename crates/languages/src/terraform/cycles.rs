//! Declarations that need each other.

use hclx_analysis::graph::Cycle;
use hclx_diag::{Diagnostic, code_names as codes};

use super::declaration::Kind;
use super::instance::Instance;
use super::module::Module;

/// Says every cycle with one place for each edge.
pub(crate) fn tell(instance: &mut Instance<'_>) {
    for cycle in &instance.module.order.cycles {
        let kinds =
            |kind: Kind| cycle.iter().any(|(node, _)| instance.module.declaration(*node).kind == kind);
        // outputs of a module need only some of its arguments
        let through_module = kinds(Kind::Module);
        let own = cycle.len() == 1 && !matches!(instance.module.declaration(cycle[0].0).kind, Kind::Local);
        if !through_module && !own {
            let finding = finding(instance.module, cycle);
            instance.findings.push(finding);
        }
    }
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
