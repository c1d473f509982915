//! Example values of inputs: the simplest ones that satisfy the known types and rules, and alternatives to try.

use hclx_analysis::compare::{example_number, example_string};
use hclx_analysis::describe::{Description, Fact, Input, PathStep, Rule};
use hclx_core::{Number, ObjectAttribute, Type, TypeKind, Value};

use crate::facts::{below, is_required, own};

/// Strings of common kinds, for rules that cannot be expressed as patterns: networks, addresses, names, numbers, times,
/// data and cloud identifiers.
const STRINGS: [&str; 18] = [
    "example",
    "10.0.0.0/16",
    "10.0.0.1",
    "1",
    "1.0.0",
    "example.com",
    "https://example.com/",
    "user@example.com",
    "2030-01-01T00:00:00Z",
    "{}",
    "true",
    "us-east-1",
    "organization/repository",
    "ZXhhbXBsZQ==",
    "2001:db8::/32",
    "00000000-0000-0000-0000-000000000000",
    "arn:aws:iam::000000000000:role/example",
    "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/example/providers/Microsoft.Example/examples/example",
];

/// Numbers of common kinds: counts, odd ones, ports, private autonomous systems.
const NUMBERS: [u64; 9] = [1, 2, 3, 7, 24, 100, 1024, 8080, 64512];

/// Values of inputs without a type, tried before strings.
const UNTYPED: [&str; 4] = ["{}", "[]", "true", "1"];

/// The maximum number of values to try for an input.
const MAX_CANDIDATES: usize = 100;

/// The choice of the parts of a value that are not determined by known rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Choice {
    /// The index of the string, number or untyped value; 0 is the simplest.
    number: usize,
    /// The minimum number of elements of collections.
    elements: usize,
    /// Optional attributes are set.
    has_optional: bool,
    /// Set if the index applies to all parts, not only to those with an unknown rule.
    is_everywhere: bool,
}

/// The required inputs of a unit with distinct values to try, in HCL, simplest first.
pub fn example_values(description: &Description) -> Vec<(&str, Vec<String>)> {
    let required = description.inputs().filter(|(_, input)| input.default.is_none());
    required.map(|(declared, input)| (&*declared.name, of_input(input))).collect()
}

/// The simplest value of an input, in HCL.
pub(crate) fn simplest(input: &Input) -> String {
    Example { input, choice: Choice::default() }.value(&[], &input.ty, &input.facts)
}

fn of_input(input: &Input) -> Vec<String> {
    let mut all = vec![simplest(input)];
    for (elements, has_optional) in [(0, false), (1, false), (0, true), (1, true), (2, false)] {
        for is_everywhere in [false, true] {
            for number in 0..=STRINGS.len() + UNTYPED.len() {
                let choice = Choice { number, elements, has_optional, is_everywhere };
                let value = Example { input, choice }.value(&[], &input.ty, &input.facts);
                if all.len() < MAX_CANDIDATES && !all.contains(&value) {
                    all.push(value);
                }
            }
        }
    }
    all
}

/// A value of an input by a choice.
struct Example<'d> {
    input: &'d Input,
    choice: Choice,
}

impl Example<'_> {
    /// The value of a part of the input, in HCL.
    fn value(&self, path: &[PathStep], ty: &Type, facts: &[Fact]) -> String {
        let part = |step: PathStep, ty: &Type| {
            let inner = below(facts, &step);
            hclx_diag::grow(|| self.value(&[path, &[step]].concat(), ty, &inner))
        };
        let one_of = own(facts).find_map(|fact| match &fact.rule {
            Rule::OneOf(values) => values.iter().find(|value| !value.is_null()),
            _ => None,
        });
        if let Some(value) = one_of {
            return value.to_string();
        }
        match ty.kind() {
            TypeKind::String => self.strings(facts, 1).remove(0),
            TypeKind::Number | TypeKind::Int => self.numbers(facts, 1).remove(0),
            TypeKind::Bool => (self.number(facts) % 2 == 1).to_string(),
            TypeKind::List(element) | TypeKind::Set(element) => {
                let (inner, count) = (below(facts, &PathStep::Element), self.count(facts));
                // the elements of a set differ
                let elements = match element.kind() {
                    TypeKind::String => self.strings(&inner, count),
                    TypeKind::Number | TypeKind::Int => self.numbers(&inner, count),
                    _ => vec![part(PathStep::Element, element); count],
                };
                format!("[{}]", elements.join(", "))
            }
            TypeKind::Tuple(elements) => {
                let elements: Vec<String> =
                    elements.iter().map(|element| part(PathStep::Element, element)).collect();
                format!("[{}]", elements.join(", "))
            }
            TypeKind::Object(object) => self.object(path, object.attributes(), facts, &part),
            TypeKind::Map(element) => {
                let keys = self.strings(&below(facts, &PathStep::Key), self.count(facts));
                let entries = keys.iter().map(|key| format!("{key} = {}", part(PathStep::Element, element)));
                match keys.is_empty() {
                    true => "{}".to_owned(),
                    false => format!("{{\n{}\n}}", entries.collect::<Vec<_>>().join("\n")),
                }
            }
            _ => self.untyped_value(facts),
        }
    }

    fn object(
        &self,
        path: &[PathStep],
        attributes: &[ObjectAttribute],
        facts: &[Fact],
        part: &dyn Fn(PathStep, &Type) -> String,
    ) -> String {
        let step = |attribute: &ObjectAttribute| PathStep::Attribute(attribute.name.clone());
        let is_set = |attribute: &&ObjectAttribute| {
            self.choice.has_optional
                || is_required(self.input, path, attribute, &below(facts, &step(attribute)))
        };
        let (set, left): (Vec<_>, Vec<_>) = attributes.iter().partition(is_set);
        let line = |attribute: &ObjectAttribute| {
            format!("{} = {}", key(&attribute.name), part(step(attribute), &attribute.ty))
        };
        let mut lines: Vec<String> = set.into_iter().map(line).collect();
        lines.extend(self.input.defaults.iter().filter_map(|(of, default)| match of.split_last() {
            Some((PathStep::Attribute(name), above))
                if above == path && left.iter().any(|attribute| attribute.name == *name) =>
            {
                Some(format!("# {} = {}", key(name), default.to_string().replace('\n', "\n# ")))
            }
            _ => None,
        }));
        match lines.is_empty() {
            true => "{}".to_owned(),
            false => format!("{{\n{}\n}}", lines.join("\n")),
        }
    }

    /// The index of the chosen string, number or untyped value for a part.
    fn number(&self, facts: &[Fact]) -> usize {
        let is_open = own(facts).any(|fact| matches!(fact.rule, Rule::Text { .. }));
        if is_open || self.choice.is_everywhere { self.choice.number } else { 0 }
    }

    /// The number of elements of a collection.
    fn count(&self, facts: &[Fact]) -> usize {
        let least = |fact: &Fact| if let Rule::LengthMin(length) = fact.rule { length } else { 0 };
        let required = own(facts).map(least).max().unwrap_or_default().min(MAX_ELEMENTS);
        required.max(self.choice.elements)
    }

    /// Strings that satisfy facts, in HCL; they differ if they are the simplest ones. If the rules cannot be
    /// satisfied together, the strings satisfy none of them.
    fn strings(&self, facts: &[Fact], count: usize) -> Vec<String> {
        if let Some(text) = self.number(facts).checked_sub(1).and_then(|at| STRINGS.get(at)) {
            return vec![Value::string(*text).to_string(); count];
        }
        let rules: Vec<&Rule> = own(facts).map(|fact| &fact.rule).collect();
        let mut found: Vec<String> = Vec::new();
        while found.len() < count {
            let next = if rules.is_empty() { None } else { example_string(&rules, &found) };
            found.push(next.unwrap_or_else(|| "x".repeat(found.len())));
        }
        found.iter().map(|text| Value::string(&**text).to_string()).collect()
    }

    /// Numbers that satisfy facts, in HCL, as for strings; zeros if none are found.
    fn numbers(&self, facts: &[Fact], count: usize) -> Vec<String> {
        if let Some(number) = self.number(facts).checked_sub(1).and_then(|at| NUMBERS.get(at)) {
            return vec![number.to_string(); count];
        }
        let rules: Vec<&Rule> = own(facts).map(|fact| &fact.rule).collect();
        let mut found: Vec<Value> = Vec::new();
        while found.len() < count {
            let next = example_number(&rules, &found);
            found.push(next.unwrap_or_else(|| Value::number(Number::from_len(0))));
        }
        found.iter().map(Value::to_string).collect()
    }

    /// A value of an input without a type.
    fn untyped_value(&self, facts: &[Fact]) -> String {
        let Some(at) = self.number(facts).checked_sub(1) else { return "null".to_owned() };
        let string = |at: usize| STRINGS.get(at).map(|text| Value::string(*text).to_string());
        let of_rest = || at.checked_sub(UNTYPED.len()).and_then(string).unwrap_or_else(|| "null".to_owned());
        UNTYPED.get(at).map_or_else(of_rest, |value| (*value).to_owned())
    }
}

/// The maximum number of elements of a collection that are generated.
const MAX_ELEMENTS: usize = 64;

/// A name as a key of an object.
pub(crate) fn key(name: &str) -> String {
    let is_plain = name
        .chars()
        .enumerate()
        .all(|(at, c)| c.is_ascii_alphabetic() || c == '_' || at > 0 && (c.is_ascii_digit() || c == '-'));
    if is_plain && !name.is_empty() { name.to_owned() } else { Value::string(name).to_string() }
}
