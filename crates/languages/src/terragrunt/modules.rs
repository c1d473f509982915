//! Checks inputs and outputs against the modules that they belong to.

use std::sync::Arc;

use hclx_analysis::{Snapshot, ask, file_path};
use hclx_core::{ObjectAttribute, Rules, Type, TypeKind, Value, convert};
use hclx_diag::{
    Diagnostic, Fault, OrderedSet, SharedCause, SharedWords, SourceId, Span, code_names as codes, nearest,
};
use hclx_eval::Budget;
use hclx_schema::{FilledAttribute, FilledBody};

use super::extra_arguments::ArgumentNames;
use super::outline::{outline, with_includes};
use super::parents::{Input, Parent};
use crate::terraform::{Interface, module_interface};
use hclx_module::{entries, name_place, value_place};

/// The module of the unit in a directory: its source, or the directory itself.
pub(super) fn module_of_unit(folder: &str, snapshot: &Snapshot, budget: &Budget) -> Option<Interface> {
    let unit = outline(&file_path::join(folder, "terragrunt.hcl"), snapshot)?;
    if unit.has_source {
        return module_interface(snapshot, unit.module.as_ref()?, budget);
    }
    // an included file may set the source of the module
    for include in &unit.includes {
        if outline(include.as_ref()?, snapshot)?.has_source {
            return None;
        }
    }
    module_interface(snapshot, folder, budget)
        .filter(|module| !module.variables.is_empty() || !module.outputs.is_empty())
}

/// A unit and the inputs for its module.
pub(super) struct Unit<'f> {
    /// The directory of the unit.
    pub folder: &'f str,
    /// Its own inputs; `None` if not all names are known.
    pub own: Option<Vec<Input>>,
    /// The files merged into it; `None` if that is unknown.
    pub parents: Option<Vec<(Span, Arc<Parent>)>>,
}

/// Checks `inputs` against the variables of the module.
pub(super) fn inputs(
    body: &FilledBody<'_>,
    unit: &Unit<'_>,
    snapshot: &Snapshot,
    budget: &Budget,
    found: &mut Vec<Diagnostic>,
) {
    let Some(module) = module_of_unit(unit.folder, snapshot, budget) else { return };
    let outline = outline(&file_path::join(unit.folder, "terragrunt.hcl"), snapshot);
    let module_folder = outline.and_then(|outline| outline.module.clone()).unwrap_or(unit.folder.to_owned());
    let own = unit.own.as_deref().unwrap_or_default();
    for input in own {
        let finding = input_of_unit(input, &module, (snapshot, budget));
        found.extend(finding.map(|finding| with_cause(finding, &input.name, &module_folder)));
    }
    let parents = unit.parents.as_deref().unwrap_or_default();
    for (place, parent) in parents {
        let inputs = parent.inputs.as_deref().unwrap_or_default();
        for input in inputs.iter().filter(|input| !own.iter().any(|one| one.name == input.name)) {
            found.extend(input_of_parent(input, *place, &module, (snapshot, budget)));
        }
    }
    let inputs = body.attribute("inputs");
    let all_known = unit.own.is_some() && parents.iter().all(|(_, parent)| parent.inputs.is_some());
    // A file that could not be read may set any input.
    if !all_known || unit.parents.is_none() {
        return;
    }
    let inherited: OrderedSet<&str> = parents
        .iter()
        .flat_map(|(_, parent)| parent.inputs.iter().flatten())
        .map(|input| input.name.as_str())
        .collect();
    let mut by_arguments = ArgumentNames::default();
    for outline in with_includes(&file_path::join(unit.folder, "terragrunt.hcl"), snapshot) {
        outline.extra_arguments.add_names(snapshot, &mut by_arguments);
    }
    by_arguments.add_unwritten(snapshot, unit.folder);
    let is_given = |name: &str| {
        inherited.contains(name) || by_arguments.may_have(name) || own.iter().any(|one| one.name == name)
    };
    let missing: Vec<_> = module
        .variables
        .iter()
        .filter(|variable| variable.default.is_none() && !is_given(&variable.name))
        .collect();
    let start = || body.view.missing_item().in_source(body.view.source());
    let place = match inputs {
        Some(one) => name_place(body, one),
        None => body
            .blocks("terraform")
            .next()
            .map_or_else(start, |terraform| terraform.view.def_range.in_source(body.view.source())),
    };
    if let Some(first) = missing.first() {
        let listed = hclx_diag::listed_names(missing.iter().map(|one| &*one.name), "and");
        let message = match missing.len() {
            1 => format!("missing input for variable {listed} of the module"),
            count => format!("missing inputs for {count} variables of the module: {listed}"),
        };
        let finding = Diagnostic::warning(codes::MISSING_INPUT, place, message);
        let finding = finding.also(first.place, "declared here");
        let words = SharedWords::Others(
            "another unit of the module lacks the same inputs".into(),
            "other units of the module lack the same inputs".into(),
        );
        let finding = finding
            .caused_by(SharedCause::of_run(format!("missing inputs {listed} of {module_folder}"), words));
        found.push(
            finding.help(format!("add `{} = …` to `inputs`, unless the environment sets it", first.name)),
        );
    }
}

/// A finding about an input that the module does not declare. Several units of the module may share its cause.
fn with_cause(finding: Diagnostic, name: &str, module: &str) -> Diagnostic {
    if finding.code != codes::UNDECLARED_VALUE {
        return finding;
    }
    let (one, many) = ("another unit of the module sets it too", "other units of the module set it too");
    let words = SharedWords::Others(one.into(), many.into());
    finding.caused_by(SharedCause::of_run(format!("input {name} of {module}"), words))
}

fn input_of_unit(input: &Input, module: &Interface, of_run: (&Snapshot, &Budget)) -> Option<Diagnostic> {
    let Some(variable) = module.variables.iter().find(|variable| *variable.name == *input.name) else {
        // an inherited input may be meant for other units
        let place = input.place.filter(|_| !module.may_declare(&input.name))?;
        let message = format!("the module declares no variable `{}`; this value is ignored", input.name);
        let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, place, message);
        let names = module.variables.iter().map(|variable| &*variable.name);
        return Some(finding.perhaps_meant_at(place, nearest(&input.name, names)));
    };
    let fault = misfit(&input.value, &variable.ty, of_run)?;
    let mut finding = fault.at(input.value_place);
    finding.message =
        format!("invalid value for variable `{}` of the module: {}", input.name, finding.message);
    Some(finding.also(variable.place, "declared here"))
}

fn input_of_parent(
    input: &Input,
    include: Span,
    module: &Interface,
    of_run: (&Snapshot, &Budget),
) -> Option<Diagnostic> {
    let variable = module.variables.iter().find(|variable| *variable.name == *input.name)?;
    let fault = misfit(&input.value, &variable.ty, of_run)?;
    let mut finding = fault.at(include);
    finding.message =
        format!("invalid included value for variable `{}` of the module: {}", input.name, finding.message);
    let finding = finding.also(input.value_place, "the value is set here");
    Some(finding.also(variable.place, "declared here"))
}

/// The mismatch between an input and its variable. Terragrunt passes strings unchanged, and Terraform parses those for
/// a non-primitive variable as expressions.
fn misfit(value: &Value, ty: &Type, (snapshot, budget): (&Snapshot, &Budget)) -> Option<Fault> {
    let fault = convert(value, ty, &Rules::terraform()).err()?;
    let plain = value.clone().unmark_deep().0;
    if *plain.ty() != Type::STRING || ty.is_primitive() {
        return Some(fault);
    }
    let text = plain.as_str()?;
    let read = ask::expression(SourceId(u32::MAX), text, snapshot.settings(), budget);
    let is_read = !read.has_errors() && read.unresolved.is_empty();
    (!is_read || convert(&read.value, ty, &Rules::terraform()).is_err()).then_some(fault)
}

/// The value of `dependency.NAME`, and the findings about its mocks.
pub(super) fn dependency(
    body: &FilledBody<'_>,
    folder: Option<&str>,
    snapshot: &Snapshot,
    budget: &Budget,
    found: &mut Vec<Diagnostic>,
) -> Value {
    let outputs =
        |value: Value| Value::object([("outputs".into(), value), ("inputs".into(), Value::dynamic())]);
    let module = folder.and_then(|folder| module_of_unit(folder, snapshot, budget));
    let mocks = body.attribute("mock_outputs");
    let Some(module) = module else { return outputs(Value::dynamic()) };
    let mut known: Vec<(Arc<str>, Value)> = module
        .outputs
        .iter()
        .map(|output| (output.name.clone(), Value::unknown(output.value.described_type())))
        .collect();
    if let Some(mocks) = mocks {
        if !mocks.value.is_known() {
            return outputs(Value::dynamic());
        }
        for (name, value, at_name, at_value) in entries(body, mocks) {
            match module.outputs.iter().find(|output| *output.name == *name) {
                Some(output) => found.extend(mock(&name, &value, at_value, output)),
                None => {
                    let names = module.outputs.iter().map(|output| &*output.name);
                    found.push(no_output(&name, at_name, nearest(&name, names)));
                    // An unknown output is reported at its mock, and not again where it is used.
                    known.push((name.as_str().into(), Value::dynamic()));
                }
            }
        }
    }
    outputs(if module.may_have_outputs() { Value::dynamic() } else { Value::object(known) })
}

/// The value of a dependency whose outputs are never read, so that only its mocks exist.
pub(super) fn mocks_alone(body: &FilledBody<'_>) -> Value {
    let inputs = ("inputs".into(), Value::dynamic());
    let Some(mocks) = body.attribute("mock_outputs") else { return Value::object([inputs]) };
    let outputs = match mocks.value.ty().as_object() {
        Some(object) if mocks.good => {
            let outputs =
                object.attributes().iter().map(|one| (one.name.clone(), Value::unknown(one.ty.clone())));
            Value::object(outputs.collect::<Vec<_>>())
        }
        _ => Value::dynamic(),
    };
    Value::object([("outputs".into(), outputs), inputs])
}

fn no_output(name: &str, place: Span, near: Option<&str>) -> Diagnostic {
    let message = format!("the module of this dependency has no output `{name}`");
    Diagnostic::warning(codes::UNDECLARED_VALUE, place, message).perhaps_meant_at(place, near)
}

fn mock(
    name: &str,
    value: &Value,
    place: Span,
    output: &crate::terraform::InterfaceOutput,
) -> Option<Diagnostic> {
    let ty = output.value.described_type();
    // lists are mostly written as tuples, whose length is irrelevant
    let is_sequence = |ty: &Type| ty.as_tuple().is_some() || matches!(ty.kind(), TypeKind::List(_));
    if ty.as_tuple().is_some() && is_sequence(value.ty()) {
        return None;
    }
    let fault = convert(value, &partial(&ty), &Rules::terraform()).err()?;
    let mut finding = fault.at(place);
    finding.severity = hclx_diag::Severity::Warning;
    finding.message = format!("invalid mock for output `{name}` of the module: {}", finding.message);
    Some(finding.also(output.place, "declared here"))
}

/// The type for mocks of a type, in which attributes are optional because a unit may read only some of them.
fn partial(ty: &Type) -> Type {
    let part = |ty: &Type| hclx_diag::grow(|| partial(ty));
    match ty.kind() {
        TypeKind::List(element) => Type::list(part(element)),
        TypeKind::Set(element) => Type::set(part(element)),
        TypeKind::Map(element) => Type::map(part(element)),
        TypeKind::Object(object) => Type::object_with(object.attributes().iter().map(|attribute| {
            ObjectAttribute { ty: part(&attribute.ty), optional: true, ..attribute.clone() }
        })),
        _ => ty.clone(),
    }
}

/// The place of an attribute's value.
pub(super) fn at(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Span {
    value_place(body, attribute)
}
