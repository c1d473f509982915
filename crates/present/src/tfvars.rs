//! A values file to fill in: required inputs first, then the others as comments with their
//! defaults.

use std::fmt::Write;

use hclx_analysis::compare::{example_number, example_string};
use hclx_analysis::describe::{DeclaredItem, Description, Fact, Flag, Input, PathStep, Rule};
use hclx_core::{Number, ObjectAttribute, Type, TypeKind, Value};

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
        TypeKind::String => strings(facts, 1).remove(0),
        TypeKind::Number | TypeKind::Int => numbers(facts, 1).remove(0),
        TypeKind::Bool => "false".to_owned(),
        TypeKind::List(element) | TypeKind::Set(element) => {
            let inner = below(facts, &PathStep::Element);
            let count = count(facts);
            // the elements of a set differ
            let elements = match element.kind() {
                TypeKind::String => strings(&inner, count),
                TypeKind::Number | TypeKind::Int => numbers(&inner, count),
                _ => vec![part(PathStep::Element, element); count],
            };
            format!("[{}]", elements.join(", "))
        }
        TypeKind::Tuple(elements) => {
            let elements: Vec<String> =
                elements.iter().map(|element| part(PathStep::Element, element)).collect();
            format!("[{}]", elements.join(", "))
        }
        TypeKind::Object(object) => {
            let step = |attribute: &ObjectAttribute| PathStep::Attribute(attribute.name.clone());
            let required = object.attributes().iter().filter(|object_attribute| {
                is_required(input, path, object_attribute, &below(facts, &step(object_attribute)))
            });
            let mut attributes: Vec<String> =
                required.map(|one| format!("{} = {}", key(&one.name), part(step(one), &one.ty))).collect();
            attributes.extend(input.defaults.iter().filter_map(|(of, default)| match of.split_last() {
                Some((PathStep::Attribute(name), above)) if above == path => {
                    Some(format!("# {} = {}", key(name), default.to_string().replace('\n', "\n# ")))
                }
                _ => None,
            }));
            match attributes.is_empty() {
                true => "{}".to_owned(),
                false => format!("{{\n{}\n}}", attributes.join("\n")),
            }
        }
        TypeKind::Map(element) => {
            let keys = strings(&below(facts, &PathStep::Key), count(facts));
            let entries = keys.iter().map(|key| format!("{key} = {}", part(PathStep::Element, element)));
            match keys.is_empty() {
                true => "{}".to_owned(),
                false => format!("{{\n{}\n}}", entries.collect::<Vec<_>>().join("\n")),
            }
        }
        _ => "null".to_owned(),
    }
}

/// The maximum number of elements of a collection that are generated.
const MAX_ELEMENTS: usize = 64;

/// The minimum number of elements that facts require.
fn count(facts: &[Fact]) -> usize {
    let least = |fact: &Fact| if let Rule::LengthMin(length) = fact.rule { length } else { 0 };
    own(facts).map(least).max().unwrap_or_default().min(MAX_ELEMENTS)
}

/// Different strings that satisfy facts, in HCL; if their rules cannot be satisfied together, strings that satisfy none.
fn strings(facts: &[Fact], count: usize) -> Vec<String> {
    let rules: Vec<&Rule> = own(facts).map(|fact| &fact.rule).collect();
    let mut found: Vec<String> = Vec::new();
    while found.len() < count {
        let next = if rules.is_empty() { None } else { example_string(&rules, &found) };
        found.push(next.unwrap_or_else(|| "x".repeat(found.len())));
    }
    found.iter().map(|text| Value::string(&**text).to_string()).collect()
}

/// Different numbers that satisfy facts, in HCL; if none is found, zeros.
fn numbers(facts: &[Fact], count: usize) -> Vec<String> {
    let rules: Vec<&Rule> = own(facts).map(|fact| &fact.rule).collect();
    let mut found: Vec<Value> = Vec::new();
    while found.len() < count {
        let next = example_number(&rules, &found);
        found.push(next.unwrap_or_else(|| Value::number(Number::from_len(0))));
    }
    found.iter().map(Value::to_string).collect()
}

/// A name as a key of an object.
fn key(name: &str) -> String {
    let is_plain = name
        .chars()
        .enumerate()
        .all(|(at, c)| c.is_ascii_alphabetic() || c == '_' || at > 0 && (c.is_ascii_digit() || c == '-'));
    if is_plain && !name.is_empty() { name.to_owned() } else { Value::string(name).to_string() }
}
