//! Conditions of outputs, checks and lifecycles that check nothing, are always false, or are null.

use hclx_analysis::graph;
use hclx_diag::{Diagnostic, Span, code_names as codes};
use hclx_schema::{FilledBlock, FilledBody};
use hclx_syntax::ast::ExprId;

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::schemas;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

/// Checks the conditions of outputs and checks. Those in a lifecycle are checked together with it.
pub(crate) struct Conditions;

impl Rule for Conditions {
    fn body(&self, instance: &mut Instance<'_>, written: &BlockSource, body: &FilledBody<'_>) {
        match &*written.block_type {
            "check" => conditions(instance, written, body, "assert"),
            "output" if !written.is_override => conditions(instance, written, body, "precondition"),
            _ => {}
        }
    }
}

/// Reports conditions without references, which check nothing.
pub(crate) fn conditions(
    instance: &mut Instance<'_>,
    written: &BlockSource,
    body: &FilledBody<'_>,
    name: &str,
) {
    for block in body.blocks(name).filter(|one| one.known) {
        let Some(condition) = block.body.attribute("condition").filter(|one| one.good) else { continue };
        let expr = condition.view.value;
        if instance.module.is_broken(written.source, written.parsed.tree.expr(expr).range) {
            continue;
        }
        // Terraform rejects such a condition while it decodes the block, before it evaluates anything.
        if graph::references(&written.parsed.tree, expr).is_empty() {
            instance.findings.push(about_nothing(written, expr));
        } else {
            never_holds(instance, written, block, name);
        }
        null_in(instance, written, block);
    }
}

/// Reports a condition or message that is null for all unknown values, even if the condition is true.
fn null_in(instance: &mut Instance<'_>, written: &BlockSource, block: &FilledBlock<'_>) {
    for (name, wanted) in [("condition", "true or false"), ("error_message", "a string")] {
        let attribute = block.body.attribute(name).filter(|one| one.good && !instance.inputs.is_call);
        let Some(attribute) = attribute.filter(|one| one.value.is_null()) else { continue };
        let place = written.expr_span(attribute.view.value);
        let message = format!("`{name}` is null; it must be {wanted}");
        instance.findings.push(asked_of_instances(written, place, message));
    }
}

/// A finding about a condition of a resource; a warning if the resource may have no instance.
fn asked_of_instances(written: &BlockSource, place: Span, message: String) -> Diagnostic {
    let repeats = |name: &str| written.attribute(&schemas::resource(), name).is_some();
    // a condition is never evaluated if there are no instances, which is not determined here
    match repeats("count") || repeats("for_each") {
        true => Diagnostic::warning(codes::VALIDATION_FAILED, place, message),
        false => Diagnostic::error(codes::VALIDATION_FAILED, place, message),
    }
}

/// The finding about a condition without references.
pub(crate) fn about_nothing(written: &BlockSource, expr: ExprId) -> Diagnostic {
    let message = "the condition does not refer to anything";
    let finding = Diagnostic::error(codes::VALIDATION_FAILED, written.expr_span(expr), message);
    finding.help("refer to at least one object")
}

/// Reports a condition that is false for all unknown values. A failed check is just a warning.
fn never_holds(instance: &mut Instance<'_>, written: &BlockSource, block: &FilledBlock<'_>, name: &str) {
    let Some(condition) = block.body.attribute("condition").filter(|one| one.good) else { return };
    // in a called module, the values in the call may be the cause, so the failure is reported there
    if condition.value.clone().unmark_deep().0.as_bool() != Some(false) || !instance.inputs.is_root {
        return;
    }
    let said = block.body.attribute("error_message").and_then(|message| {
        let value = message.value.clone().unmark_deep().0;
        value.as_str().map(|text| text.trim_end_matches('.').to_owned())
    });
    let said = said.map_or_else(String::new, |said| format!(": {said}"));
    let place = written.expr_span(condition.view.value);
    let message = format!("this condition is always false{said}");
    let finding = match name {
        // a failed check is a warning in Terraform as well, and an apply continues
        "assert" => Diagnostic::warning(codes::VALIDATION_FAILED, place, message),
        _ => asked_of_instances(written, place, message),
    };
    instance.findings.push(finding);
}
