//! A values file to fill in: required inputs first, then the others as comments with their
//! defaults.

use std::fmt::Write;

use hclx_analysis::describe::{DeclaredItem, Description, Flag, Input, PathStep};
use hclx_core::{ObjectAttribute, Type, TypeKind};

use crate::constraints;
use crate::examples::{self, key};

/// Generates the values file of a unit. `accepted` contains the values of required inputs by name; an input without a
/// value is a comment to fill in.
pub fn tfvars(
    description: &Description,
    required_only: bool,
    accepted: &dyn Fn(&str) -> Option<String>,
) -> String {
    let mut text = String::new();
    let (required, optional): (Vec<_>, Vec<_>) =
        description.inputs().partition(|(_, input)| input.default.is_none());
    for (declared, input) in required {
        comment(&mut text, declared, input);
        match accepted(&declared.name) {
            Some(value) => drop(writeln!(text, "{} = {value}\n", declared.name)),
            None => {
                let value = examples::simplest(input).replace('\n', "\n# ");
                let _ = writeln!(text, "# Fill in: no value that the module accepts was found.");
                let _ = writeln!(text, "# {} = {value}\n", declared.name);
            }
        }
    }
    for (declared, input) in optional.into_iter().filter(|_| !required_only) {
        comment(&mut text, declared, input);
        // The default of a sensitive variable must not be copied into another file.
        let default = input.default.as_ref().filter(|_| !declared.has(Flag::Sensitive));
        let value = default.map_or_else(|| "null".to_owned(), |default| default.given.to_string());
        let value = value.replace('\n', "\n# ");
        let _ = writeln!(text, "# {} = {value}\n", declared.name);
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The required inputs in HCL, with the simplest accepted values.
pub(crate) fn required(description: &Description) -> impl Iterator<Item = (String, String)> {
    let required = description.inputs().filter(|(_, input)| input.default.is_none());
    required.map(|(declared, input)| (declared.name.to_string(), examples::simplest(input)))
}

/// Writes the description, type and constraints of an input as comments.
fn comment(text: &mut String, declared: &DeclaredItem, input: &Input) {
    for line in declared.description.as_deref().unwrap_or_default().trim().lines() {
        let _ = writeln!(text, "# {}", line.trim_end());
    }
    let constraints = constraints::text(input).replace('\n', " ");
    let ty = type_text(input, &mut Vec::new(), &input.ty);
    let more = if constraints.is_empty() { String::new() } else { format!(": {constraints}") };
    let _ = writeln!(text, "# {ty}{more}");
}

/// The type of a part of an input, with the defaults of optional attributes.
fn type_text(input: &Input, path: &mut Vec<PathStep>, ty: &Type) -> String {
    if input.defaults.is_empty() {
        return ty.to_string();
    }
    let mut part = |step: PathStep, ty: &Type| {
        path.push(step);
        let text = hclx_diag::grow(|| type_text(input, path, ty));
        let default = input.defaults.iter().find(|(at, _)| at == path).map(|(_, value)| value.to_string());
        path.pop();
        (text, default)
    };
    match ty.kind() {
        TypeKind::List(element) => format!("list({})", part(PathStep::Element, element).0),
        TypeKind::Set(element) => format!("set({})", part(PathStep::Element, element).0),
        TypeKind::Map(element) => format!("map({})", part(PathStep::Element, element).0),
        TypeKind::Object(object) => {
            let attribute = |object_attribute: &ObjectAttribute| {
                let (text, default) =
                    part(PathStep::Attribute(object_attribute.name.clone()), &object_attribute.ty);
                match (object_attribute.optional, default) {
                    (true, Some(default)) => {
                        format!("{} = optional({text}, {default})", key(&object_attribute.name))
                    }
                    (true, None) => format!("{} = optional({text})", key(&object_attribute.name)),
                    (false, _) => format!("{} = {text}", key(&object_attribute.name)),
                }
            };
            let attributes: Vec<String> = object.attributes().iter().map(attribute).collect();
            format!("object({{{}}})", attributes.join(", "))
        }
        _ => ty.to_string(),
    }
}
