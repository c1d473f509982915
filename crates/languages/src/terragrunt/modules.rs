//! Inputs and outputs beside the modules that they belong to.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_core::{Rules, Value, convert};
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, Span, code_names as codes, nearest};
use hclx_eval::Budget;
use hclx_schema::{FilledAttribute, FilledBody};

use super::files::{Outline, outline};
use crate::naming::{entries, name_place, value_place};
use crate::terraform::{Interface, module_interface};

/// The variables and outputs of the module in a folder.
pub(super) fn interface(folder: &str, snapshot: &Snapshot, budget: &Budget) -> Option<Interface> {
    let made: Arc<Option<Interface>> =
        snapshot.memo(&format!("terragrunt {folder}"), || module_interface(snapshot, folder, budget));
    (*made).clone()
}

/// The module that the unit in a folder runs: of its source, or the folder itself.
pub(super) fn module_of_unit(folder: &str, snapshot: &Snapshot, budget: &Budget) -> Option<Interface> {
    let unit = outline(&file_path::join(folder, "terragrunt.hcl"), snapshot)?;
    interface(unit.module.as_ref()?, snapshot, budget)
}

/// Where a required variable may get its value besides: what all includes give. Nothing if that is open.
fn given_by_includes(unit: &Outline, snapshot: &Snapshot) -> Option<BTreeSet<String>> {
    let mut given = BTreeSet::new();
    for include in &unit.includes {
        let parent = outline(include.as_ref()?, snapshot)?;
        given.extend(parent.inputs.clone()?);
    }
    Some(given)
}

/// `inputs` beside the variables of the module.
pub(super) fn inputs(
    body: &FilledBody<'_>,
    unit: &Outline,
    snapshot: &Snapshot,
    budget: &Budget,
    found: &mut Vec<Diagnostic>,
) {
    let Some(module) = unit.module.as_ref().and_then(|folder| interface(folder, snapshot, budget)) else {
        return;
    };
    let inputs = body.attribute("inputs");
    let given = inputs.filter(|one| one.good).map(|one| entries(body, one)).unwrap_or_default();
    let names = || module.variables.iter().map(|variable| &*variable.name);
    for (name, value, at_name, at_value) in &given {
        let Some(variable) = module.variables.iter().find(|variable| *variable.name == **name) else {
            let message = format!("the module has no variable `{name}`; it is ignored");
            let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, *at_name, message);
            found.push(suggested(finding, *at_name, nearest(name, names())));
            continue;
        };
        if let Err(fault) = convert(value, &variable.ty, &Rules::terraform()) {
            let mut finding = fault.at(*at_value);
            finding.message =
                format!("`{name}` does not fit the variable of the module: {}", finding.message);
            found.push(finding.also(variable.place, "the variable is declared here"));
        }
    }
    let is_open = inputs.is_some_and(|one| !one.value.is_known() || !one.good)
        || unit.inputs.is_none() && inputs.is_some() && given.is_empty();
    let Some(inherited) = given_by_includes(unit, snapshot).filter(|_| !is_open) else { return };
    let is_given = |name: &str| inherited.contains(name) || given.iter().any(|(known, ..)| known == name);
    let missing: Vec<_> = module
        .variables
        .iter()
        .filter(|variable| variable.default.is_none() && !is_given(&variable.name))
        .collect();
    let place = inputs.map(|one| name_place(body, one)).or_else(|| {
        let terraform = body.blocks("terraform").next()?;
        Some(terraform.view.def_range.in_source(body.view.source()))
    });
    if let (Some(first), Some(place)) = (missing.first(), place) {
        let listed: Vec<String> = missing.iter().take(8).map(|one| format!("`{}`", one.name)).collect();
        let message = match missing.len() {
            1 => format!("the module needs a value for {}", listed[0]),
            count => format!("the module needs values for {count} variables: {}", listed.join(", ")),
        };
        let finding = Diagnostic::warning(codes::MISSING_INPUT, place, message);
        let finding = finding.also(first.place, "the variable is declared here");
        found.push(
            finding.help(format!("write `{} = …` in `inputs`, unless the environment gives it", first.name)),
        );
    }
}

/// What `dependency.NAME` gives, and what is wrong with its mocks.
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
                    let message = format!("the module of the dependency has no output `{name}`");
                    let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, at_name, message);
                    let near = nearest(&name, module.outputs.iter().map(|output| &*output.name));
                    found.push(suggested(finding, at_name, near));
                    known.push((name.as_str().into(), Value::dynamic()));
                }
            }
        }
    }
    outputs(Value::object(known))
}

fn mock(
    name: &str,
    value: &Value,
    place: Span,
    output: &crate::terraform::InterfaceOutput,
) -> Option<Diagnostic> {
    let ty = output.value.described_type();
    let fault = convert(value, &ty, &Rules::terraform()).err()?;
    let mut finding = fault.at(place);
    finding.severity = hclx_diag::Severity::Warning;
    finding.message =
        format!("the mock of `{name}` does not fit the output of the module: {}", finding.message);
    Some(finding.also(output.place, "the output is declared here"))
}

fn suggested(finding: Diagnostic, place: Span, meant: Option<&str>) -> Diagnostic {
    match meant {
        Some(meant) => finding.help(format!("did you mean `{meant}`?")).fix(Fix {
            title: format!("write `{meant}`"),
            edits: vec![Edit { span: place, text: meant.to_owned() }],
            applicability: Applicability::Suggested,
        }),
        None => finding,
    }
}

/// The place of an attribute's value.
pub(super) fn at(body: &FilledBody<'_>, attribute: &FilledAttribute<'_>) -> Span {
    value_place(body, attribute)
}
