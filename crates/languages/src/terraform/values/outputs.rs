//! Evaluation of outputs.

use hclx_analysis::file_path;
use hclx_analysis::graph::NodeId;
use hclx_core::{Marks, Value};
use hclx_diag::{Diagnostic, Span, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::statics::{Mention, ReferenceKey};

use super::instance::{Instance, place_of};
use crate::terraform::declare::declaration::{BlockSource, Declaration, DeclaredMarks};
use crate::terraform::declare::deployment::is_inner;
use crate::terraform::declare::required_versions;
use crate::terraform::declare::variable;
use crate::terraform::files::configured;
use crate::terraform::packages::LOCK_FILE;
use crate::terraform::providers::requirements;
use crate::terraform::resolve::scope::Context;
use crate::terraform::resolve::{dependencies, references};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Checks an output, and returns its value for callers.
pub(crate) fn judge(instance: &mut Instance<'_>, node: Option<NodeId>, declaration: &Declaration) -> Value {
    let block = schemas::output();
    let context = Context { owner: node, ..Context::default() };
    let filled = instance.body(&declaration.written, &block, context.clone(), Vec::new());
    let mut all = vec![(&declaration.written, filled)];
    for written in &declaration.overrides {
        let filled = instance.body(written, &schemas::relaxed(&block), context.clone(), Vec::new());
        all.push((written, filled));
    }
    let attribute = |name: &str| {
        let bodies = all.iter().rev();
        bodies.into_iter().find_map(|(written, filled)| Some((*written, filled.body.attribute(name)?)))
    };
    let flag = |name: &str| attribute(name).and_then(|(_, it)| it.value.as_bool()) == Some(true);
    let (sensitive, ephemeral) = (flag("sensitive"), flag("ephemeral"));
    let Some((written, it)) = attribute("value") else { return Value::dynamic() };
    let place = written.expr_span(it.view.value);
    let value = match it.good {
        true => converted(instance, declaration, &it.value, (written, it.view.value)),
        false => it.value.clone(),
    };
    let is_read = |name: &str| {
        all.iter().all(|(_, filled)| filled.body.attribute(name).is_none_or(|attribute| attribute.good))
    };
    let finding = match is_read("sensitive") && is_read("ephemeral") {
        true => exposed(instance, declaration, &value, place, DeclaredMarks { sensitive, ephemeral }),
        false => None,
    };
    // references to a rejected value do not repeat its finding
    let value = match finding.as_ref().is_some_and(Diagnostic::is_error) {
        true => Value::unknown(value.ty().clone()),
        false => value,
    };
    instance.findings.extend(finding);
    let value = match sensitive {
        // If only a part is marked, it is a warning for callers, because only versions that keep the mark fail.
        true if required_versions::may_forget_sensitive(instance.run, instance.module) => {
            value.with_marks(&Marks::one("sensitive").of_parts())
        }
        true => value.with_mark("sensitive"),
        false => value,
    };
    if ephemeral { value.with_mark("ephemeral") } else { value }
}

/// The value of an output, converted to the output's type constraint.
fn converted(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    value: &Value,
    (written, expr): (&BlockSource, ExprId),
) -> Value {
    let Some(constraint) = variable::of_output(declaration) else { return value.clone() };
    match variable::fitted(&constraint, value, (written, expr), "value") {
        Ok(value) => value,
        Err(finding) => {
            instance.findings.push(*finding);
            Value::unknown(constraint.ty.without_optional())
        }
    }
}

/// The finding about an output with marks that it does not declare.
fn exposed(
    instance: &Instance<'_>,
    declaration: &Declaration,
    value: &Value,
    place: Span,
    DeclaredMarks { sensitive, ephemeral }: DeclaredMarks,
) -> Option<Diagnostic> {
    let name = &declaration.name;
    let marks = value.clone().unmark_deep().1;
    let header = place_of(declaration);
    if ephemeral && instance.inputs.is_root {
        let message = format!("the root module cannot have the ephemeral output `{name}`");
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
                .also(header, "declared here")
                .help("remove `ephemeral = true`, or use the value inside the configuration"),
        );
    }
    if marks.contains_own("ephemeral") && !ephemeral {
        let message = format!("output `{name}` exposes an ephemeral value");
        let finding = Diagnostic::error(codes::EPHEMERAL_VALUE, place, message).also(header, "declared here");
        return Some(match instance.inputs.is_root {
            true => finding.help("remove it: outputs of the root module are stored in state"),
            false => finding.help("add `ephemeral = true`"),
        });
    }
    // An unknown value may still turn out to be ephemeral.
    if ephemeral && !marks.contains("ephemeral") && value.is_wholly_known() {
        let message = format!("output `{name}` is ephemeral, but its value is not");
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, place, message)
                .also(header, "declared here")
                .help("remove `ephemeral = true`"),
        );
    }
    // In a child module, the mark is passed on to the caller; only outputs of a root are displayed.
    if !marks.contains("sensitive") || sensitive || !instance.inputs.is_root {
        return None;
    }
    let child = sensitive_output(instance, declaration);
    let finding = if marks.contains_own("sensitive") {
        let message = format!("output `{name}` exposes a sensitive value");
        match may_be_called(instance) {
            true => {
                Diagnostic::warning(codes::SENSITIVE_VALUE, place, message).label("an error in a root module")
            }
            false => Diagnostic::error(codes::SENSITIVE_VALUE, place, message),
        }
    } else {
        // the marks that `nonsensitive` removes from an unknown value are unknown
        child.filter(|_| !is_nonsensitive(declaration))?;
        let message = format!("Terraform 1.13 and later reject output `{name}`: its value is sensitive");
        Diagnostic::warning(codes::SENSITIVE_VALUE, place, message)
    };
    let finding = finding.also(header, "declared here");
    let finding = match child {
        Some(place) => finding.also(place, "this module output is sensitive"),
        None => finding,
    };
    Some(finding.help("add `sensitive = true`"))
}

/// Returns `true` if a module that is not called in the run is probably written for callers elsewhere: it is in
/// `modules`, or requires providers that it does not configure or values that are not given, and has nothing that only
/// roots have.
fn may_be_called(instance: &Instance<'_>) -> bool {
    let (module, snapshot) = (instance.module, instance.run.snapshot);
    let is_of_root = |written: &BlockSource| {
        let blocks = written.view().sorted(schemas::terraform().prepared()).content.blocks;
        blocks.iter().any(|block| matches!(block.block_type, "backend" | "cloud"))
    };
    let has_backend = || {
        let mut terraform = module.others.iter().filter(|one| &*one.block_type == "terraform");
        terraform.any(|written| is_of_root(written))
    };
    let is_provided = |one: &Declaration| &*one.of_type != "terraform_data";
    let has_default = |variable: &Declaration| variable.attribute(&schemas::variable(), "default").is_some();
    let wants_values = || module.of_kind(Kind::Variable).any(|variable| !has_default(variable));
    module.of_kind(Kind::Provider).next().is_none()
        && (is_inner(&module.folder) || !requirements::required(module).is_empty() || wants_values())
        && module.of_kind(Kind::Resource).chain(module.of_kind(Kind::Data)).any(is_provided)
        && instance.inputs.values.is_empty()
        && configured::root(snapshot, &module.folder).is_none()
        && !has_backend()
        && snapshot.find(&file_path::join(&module.folder, LOCK_FILE)).is_err()
}

/// Returns `true` if the value of an output is a call of `nonsensitive`.
fn is_nonsensitive(declaration: &Declaration) -> bool {
    let block = schemas::output();
    let Some((written, attribute)) = declaration.attribute(&block, "value") else { return false };
    let tree = &written.parsed.tree;
    matches!(tree.expr(attribute.value).kind, ExprKind::Call(call) if tree.text(tree.node(call).name.text) == "nonsensitive")
}

/// The place where a called module declares an output as sensitive, if this output refers to it.
fn sensitive_output(instance: &Instance<'_>, declaration: &Declaration) -> Option<Span> {
    let mut found = None;
    let block = schemas::output();
    dependencies::references_of(declaration, &mut |mention, _| {
        let named = |mention: &Mention<'_>| {
            let reference = (mention.root == "module").then(|| mention.reference())?;
            let (call, at) = references::called_output(instance.module, &reference)?;
            let (ReferenceKey::Attr(output) | ReferenceKey::Text(output)) = &reference.steps.get(at)?.kind
            else {
                return None;
            };
            let child = instance.children.modules.get(call)?.as_ref()?;
            let (_, output) = child.get(Kind::Output, "", output)?;
            let (written, attribute) = output.attribute(&block, "sensitive")?;
            let is_set = output.flag(&block, "sensitive") == Some(true);
            is_set.then(|| written.span(attribute.name_range))
        };
        found = found.or_else(|| named(&mention));
    });
    found
}
