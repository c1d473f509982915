//! Checks inputs of components against the variables of modules, and those of deployments against the variables of the
//! stack.

use hclx_core::{Rules, Value, convert};
use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};
use hclx_module::{entries, literal_key, name_place};
use hclx_schema::{FilledAttribute, FilledBody, Site, dropped};
use hclx_syntax::statics;

use crate::terraform::InterfaceVariable;

/// The receiver of inputs.
pub(super) struct Receiver<'r> {
    /// The noun in messages: `the module`, `the stack`.
    pub noun: &'static str,
    /// The variables.
    pub variables: &'r [InterfaceVariable],
    /// Set if an unknown attribute may be meant as `inputs`.
    pub has_unknown: bool,
    /// Returns `true` if a name may be declared in a part that was not read.
    pub may_declare: &'r dyn Fn(&str) -> bool,
}

/// Checks the attribute `inputs` of a block; `header` is the place of missing inputs if there is no such attribute.
pub(super) fn check(
    body: &FilledBody<'_>,
    header: Span,
    receiver: &Receiver<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let inputs = body.attribute("inputs");
    let given = match inputs {
        None if receiver.has_unknown => return,
        None => Vec::new(),
        // only an object with known names can be compared
        Some(inputs) if inputs.good && inputs.value.is_known() && inputs.value.ty().as_object().is_some() => {
            entries(body, inputs)
        }
        Some(_) => return,
    };
    let is_given = |name: &str| given.iter().any(|(known, ..)| known == name);
    let is_missing = |variable: &&InterfaceVariable| variable.default.is_none() && !is_given(&variable.name);
    let mut missing: Vec<&InterfaceVariable> = receiver.variables.iter().filter(is_missing).collect();
    for input in &given {
        if let Some(meant) = receiver.meant(input, &missing) {
            missing.retain(|variable| variable.name != meant.name);
            let message = format!("missing input for variable `{}` of {}", meant.name, receiver.noun);
            let finding = Diagnostic::error(codes::MISSING_INPUT, input.2, message);
            found.push(finding.perhaps_meant(Some(&*meant.name)).also(meant.place, "declared here"));
            continue;
        }
        receiver.input(input, found);
        found.extend(inputs.map(|inputs| receiver.lost(input, body, inputs)).unwrap_or_default());
    }
    let Some(first) = missing.first() else { return };
    let listed = hclx_diag::listed_names(missing.iter().map(|variable| &*variable.name), "and");
    let message = match missing.len() {
        1 => format!("missing input for variable {listed} of {}", receiver.noun),
        count => format!("missing inputs for {count} variables of {}: {listed}", receiver.noun),
    };
    let place = inputs.map_or(header, |inputs| name_place(body, inputs));
    let finding = Diagnostic::error(codes::MISSING_INPUT, place, message).also(first.place, "declared here");
    found.push(finding.help(format!("add `{} = …` to `inputs`", first.name)));
}

impl Receiver<'_> {
    /// The variable without an input whose name is close to an undeclared name.
    fn meant<'v>(
        &self,
        (name, ..): &(String, Value, Span, Span),
        missing: &[&'v InterfaceVariable],
    ) -> Option<&'v InterfaceVariable> {
        let is_declared = self.variables.iter().any(|variable| *variable.name == **name);
        let near = nearest(name, missing.iter().map(|variable| &*variable.name))?;
        let meant = missing.iter().find(|variable| &*variable.name == near).copied();
        meant.filter(|_| !is_declared && !(self.may_declare)(name))
    }

    /// Checks an input: its name, its value, and the places of both.
    fn input(
        &self,
        (name, value, at_name, at_value): &(String, Value, Span, Span),
        found: &mut Vec<Diagnostic>,
    ) {
        let noun = self.noun;
        let Some(variable) = self.variables.iter().find(|variable| *variable.name == **name) else {
            if !(self.may_declare)(name) {
                let message = format!("{noun} declares no variable `{name}`; this value is ignored");
                let names = self.variables.iter().map(|variable| &*variable.name);
                let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, *at_name, message);
                found.push(finding.perhaps_meant_at(*at_name, nearest(name, names)));
            }
            return;
        };
        if let Err(fault) = convert(value, &variable.ty, &Rules::terraform()) {
            let mut finding = fault.at(*at_value);
            finding.message = format!("invalid value for variable `{name}` of {noun}: {}", finding.message);
            found.push(finding.also(variable.place, "declared here"));
        }
    }

    /// The findings about attributes of an input that the type of its variable does not have.
    fn lost(
        &self,
        (name, value, ..): &(String, Value, Span, Span),
        body: &FilledBody<'_>,
        inputs: &FilledAttribute<'_>,
    ) -> Vec<Diagnostic> {
        let (tree, source) = (body.view.tree(), body.view.source());
        let variable = self.variables.iter().find(|variable| *variable.name == **name);
        let items = statics::as_map(tree, inputs.view.value).unwrap_or_default();
        let written = items.iter().rev().find(|item| literal_key(tree, item) == Some(name));
        let (Some(variable), Some(written)) = (variable, written) else { return Vec::new() };
        dropped(value, &variable.ty, &Site { tree, source, expr: written.value, name })
    }
}
