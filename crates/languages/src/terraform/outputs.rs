//! Outputs.

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{Diagnostic, Span, code_names as codes};

use super::declaration::Declaration;
use super::instance::{Instance, place_of};
use super::schemas;
use super::scope::Context;

/// Judges an output; its value is what callers see.
pub(crate) fn judge(instance: &mut Instance<'_>, node: Option<NodeId>, declaration: &Declaration) -> Value {
    let block = schemas::output();
    let context = Context { owner: node, ..Context::default() };
    let filled = instance.body(&declaration.written, &block, context.clone(), Vec::new());
    super::lifecycle_rules::conditions(instance, &declaration.written, &filled.body, "precondition");
    let mut all = vec![(&declaration.written, filled)];
    for written in &declaration.overrides {
        let filled = instance.body(written, &schemas::relaxed(&block), context.clone(), Vec::new());
        all.push((written, filled));
    }
    let attribute = |name: &str| {
        let bodies = all.iter().rev();
        bodies.into_iter().find_map(|(written, filled)| {
            filled.body.attribute(name).map(|it| (it.value.clone(), written.expr_span(it.view.value)))
        })
    };
    let flag = |name: &str| attribute(name).and_then(|(value, _)| value.as_bool()) == Some(true);
    let (sensitive, ephemeral) = (flag("sensitive"), flag("ephemeral"));
    let Some((value, place)) = attribute("value") else { return Value::dynamic() };
    let finding = shown(instance, declaration, &value, place, sensitive, ephemeral);
    // whoever uses what was refused has nothing to do with the reason
    let value = match finding.as_ref().is_some_and(Diagnostic::is_error) {
        true => Value::unknown(value.ty().clone()),
        false => value,
    };
    instance.findings.extend(finding);
    let value = if sensitive { value.with_mark("sensitive") } else { value };
    if ephemeral { value.with_mark("ephemeral") } else { value }
}

fn shown(
    instance: &Instance<'_>,
    declaration: &Declaration,
    value: &Value,
    place: Span,
    sensitive: bool,
    ephemeral: bool,
) -> Option<Diagnostic> {
    let name = &declaration.name;
    let marks = value.clone().unmark_deep().1;
    let header = place_of(declaration);
    if ephemeral && instance.inputs.is_root {
        let message = format!("the root module cannot have the ephemeral output `{name}`");
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
                .also(header, "the output is declared here")
                .help("remove `ephemeral = true`, or use the value inside of the configuration"),
        );
    }
    if marks.contains_own("ephemeral") && !ephemeral {
        let message = format!("the output `{name}` has an ephemeral value, but is not ephemeral");
        let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
            .also(header, "the output is declared here");
        return Some(match instance.inputs.is_root {
            true => finding.help("outputs of the root module are kept: leave it out"),
            false => finding.help("add `ephemeral = true`"),
        });
    }
    if ephemeral && !marks.contains("ephemeral") && value.is_wholly_known() {
        let message = format!("the output `{name}` is ephemeral, but its value is not");
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
                .also(header, "the output is declared here")
                .help("remove `ephemeral = true`"),
        );
    }
    if marks.contains_own("sensitive") && !sensitive && instance.inputs.is_root {
        let message = format!("the output `{name}` has a sensitive value, but is not sensitive");
        return Some(
            Diagnostic::error(codes::SENSITIVE_VALUE, place, message)
                .also(header, "the output is declared here")
                .help("add `sensitive = true`"),
        );
    }
    None
}
