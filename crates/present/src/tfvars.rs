//! A values file to fill in: required inputs first, then the others as comments with their
//! defaults.

use std::fmt::Write;

use hclx_analysis::describe::{Declared, Description, Fact, Flag, Input, PathStep, Rule};
use hclx_core::{Attribute, Type, TypeKind, Value};

use crate::constraints;
use crate::facts::{below, is_required, own};

/// Generates the values file of a unit. Values of required inputs are the simplest that their types and rules
/// accept, as far as these are known.
pub fn tfvars(description: &Description, required_only: bool) -> String {
    let mut text = String::new();
    let (required, optional): (Vec<_>, Vec<_>) =
        description.inputs().partition(|(_, input)| input.default.is_none());
    for (declared, input) in required {
        comment(&mut text, declared, input);
        let _ = writeln!(text, "{} = {}\n", declared.name, simplest(input, &[], &input.ty, &input.facts));
    }
    for (declared, input) in optional.into_iter().filter(|_| !required_only) {
        comment(&mut text, declared, input);
        // The default of a sensitive variable must not get into another file.
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

/// The required inputs in HCL, with the simplest values that are accepted.
pub(crate) fn required(description: &Description) -> impl Iterator<Item = (String, String)> {
    let required = description.inputs().filter(|(_, input)| input.default.is_none());
    required
        .map(|(declared, input)| (declared.name.to_string(), simplest(input, &[], &input.ty, &input.facts)))
}

/// Writes the description, type and constraints of an input as comments.
fn comment(text: &mut String, declared: &Declared, input: &Input) {
    for line in declared.description.as_deref().unwrap_or_default().trim().lines() {
        let _ = writeln!(text, "# {}", line.trim_end());
    }
    let constraints = constraints::text(input).replace('\n', " ");
    let ty = input.ty.to_string();
    let more = if constraints.is_empty() { String::new() } else { format!(": {constraints}") };
    let _ = writeln!(text, "# {ty}{more}");
}

/// The simplest value of the type of a part of an input, in HCL.
fn simplest(input: &Input, path: &[PathStep], ty: &Type, facts: &[Fact]) -> String {
    let part = |step: PathStep, ty: &Type| {
        let inner = below(facts, &step);
        simplest(input, &[path, &[step]].concat(), ty, &inner)
    };
    let one_of = own(facts).find_map(|fact| match &fact.rule {
        Rule::OneOf(values) => values.iter().find(|value| !value.is_null()),
        _ => None,
    });
    if let Some(value) = one_of {
        return value.to_string();
    }
    match ty.kind() {
        TypeKind::String => string(facts),
        TypeKind::Number | TypeKind::Int => number(facts),
        TypeKind::Bool => "false".to_owned(),
        TypeKind::List(element) | TypeKind::Set(element) => {
            let count = own(facts).map(|fact| least(&fact.rule)).max().unwrap_or_default().min(8);
            let elements = vec![part(PathStep::Element, element); count];
            format!("[{}]", elements.join(", "))
        }
        TypeKind::Tuple(elements) => {
            let elements: Vec<String> =
                elements.iter().map(|element| part(PathStep::Element, element)).collect();
            format!("[{}]", elements.join(", "))
        }
        TypeKind::Object(object) => {
            let step = |attribute: &Attribute| PathStep::Attribute(attribute.name.clone());
            let required = object
                .attributes()
                .iter()
                .filter(|one| is_required(input, path, one, &below(facts, &step(one))));
            let attributes: Vec<String> =
                required.map(|one| format!("{} = {}", key(&one.name), part(step(one), &one.ty))).collect();
            match attributes.is_empty() {
                true => "{}".to_owned(),
                false => format!("{{\n{}\n}}", attributes.join("\n")),
            }
        }
        TypeKind::Map(_) => "{}".to_owned(),
        _ => "null".to_owned(),
    }
}

fn least(rule: &Rule) -> usize {
    if let Rule::LengthMin(length) = rule { *length } else { 0 }
}

fn string(facts: &[Fact]) -> String {
    let prefix = own(facts).find_map(|fact| match &fact.rule {
        Rule::Prefix(prefix) => Some(&**prefix),
        _ => None,
    });
    let mut text = prefix.unwrap_or_default().to_owned();
    let least = own(facts).map(|fact| least(&fact.rule)).max().unwrap_or_default().min(256);
    while text.chars().count() < least {
        text.push('x');
    }
    Value::string(&*text).to_string()
}

fn number(facts: &[Fact]) -> String {
    let bound = own(facts).find_map(|fact| match &fact.rule {
        Rule::Min(bound) => Some((bound, 1)),
        Rule::Max(bound) => Some((bound, -1)),
        _ => None,
    });
    match bound {
        Some((bound, _)) if bound.inclusive => bound.number.to_string(),
        Some((bound, step)) => match bound.number.to_string().parse::<i64>() {
            Ok(number) => number.saturating_add(step).to_string(),
            Err(_) => "0".to_owned(),
        },
        None => "0".to_owned(),
    }
}

/// A name as a key of an object.
fn key(name: &str) -> String {
    let is_plain = name
        .chars()
        .enumerate()
        .all(|(at, c)| c.is_ascii_alphabetic() || c == '_' || at > 0 && (c.is_ascii_digit() || c == '-'));
    if is_plain && !name.is_empty() { name.to_owned() } else { Value::string(name).to_string() }
}
