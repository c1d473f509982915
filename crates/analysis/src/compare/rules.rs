//! Rules of an input as sets of values: a rule that the old ones do not imply accepts less.

use std::cmp::Ordering;

use hclx_core::{Bound, Value};
use hclx_diag::Certainty;

use crate::describe::{Fact, Rule, path_text};

/// The rules that accept less than before, as a clause about the input. A rule is certain to if the old ones are known as sets.
pub(super) fn narrower(old: &[Fact], new: &[Fact]) -> Vec<(Certainty, String)> {
    let mut found = Vec::new();
    for fact in new {
        let before: Vec<&Rule> =
            old.iter().filter(|one| one.path == fact.path).map(|one| &one.rule).collect();
        if before.iter().any(|rule| implies(rule, &fact.rule)) {
            continue;
        }
        let is_set = |rule: &Rule| !matches!(rule, Rule::Pattern(_) | Rule::Text { .. });
        let is_certain = is_set(&fact.rule) && old.iter().all(|one| is_set(&one.rule));
        let certainty = if is_certain { Certainty::Must } else { Certainty::May };
        let path = path_text(&fact.path);
        let subject = if path.is_empty() { String::new() } else { format!("at `{path}` ") };
        found.push((certainty, format!("{subject}{}", words(&fact.rule))));
    }
    found
}

/// Returns `true` if every value that satisfies one rule satisfies the other.
fn implies(one: &Rule, other: &Rule) -> bool {
    match (one, other) {
        (Rule::Min(old), Rule::Min(new)) => is_at_least(old, new),
        (Rule::Max(old), Rule::Max(new)) => match old.number.compare(&new.number) {
            Ordering::Less => true,
            Ordering::Equal => !old.inclusive || new.inclusive,
            Ordering::Greater => false,
        },
        (Rule::LengthMin(old), Rule::LengthMin(new)) => old >= new,
        (Rule::LengthMax(old), Rule::LengthMax(new)) => old <= new,
        (_, Rule::LengthMin(0)) => true,
        (Rule::Prefix(old), Rule::Prefix(new)) => old.starts_with(&**new),
        (Rule::OneOf(old), new) => old.iter().all(|value| accepts(new, value)),
        (Rule::NoneOf(old), Rule::NoneOf(new)) => new.iter().all(|value| has(old, value)),
        (one, other) => one == other,
    }
}

/// Returns `true` if a lower bound leaves out all that another one does.
fn is_at_least(bound: &Bound, other: &Bound) -> bool {
    match bound.number.compare(&other.number) {
        Ordering::Greater => true,
        Ordering::Equal => !bound.inclusive || other.inclusive,
        Ordering::Less => false,
    }
}

fn has(values: &[Value], value: &Value) -> bool {
    values.iter().any(|one| one.same(value))
}

/// Returns `true` if a rule is known to accept a value.
fn accepts(rule: &Rule, value: &Value) -> bool {
    let number = || value.as_number();
    let text = || value.as_str();
    match rule {
        Rule::NotNull => !value.is_null(),
        Rule::Min(bound) => number().is_some_and(|number| match number.compare(&bound.number) {
            Ordering::Equal => bound.inclusive,
            order => order == Ordering::Greater,
        }),
        Rule::Max(bound) => number().is_some_and(|number| match number.compare(&bound.number) {
            Ordering::Equal => bound.inclusive,
            order => order == Ordering::Less,
        }),
        Rule::Prefix(prefix) => text().is_some_and(|text| text.starts_with(&**prefix)),
        Rule::OneOf(values) => has(values, value),
        Rule::NoneOf(values) => !has(values, value),
        Rule::Whole
        | Rule::LengthMin(_)
        | Rule::LengthMax(_)
        | Rule::Pattern(_)
        | Rule::Distinct
        | Rule::Text { .. } => false,
    }
}

/// A new rule as a clause about the input.
fn words(rule: &Rule) -> String {
    let bound = |bound: &Bound, at: &str, beyond: &str| {
        format!("must be {} {} now", if bound.inclusive { at } else { beyond }, bound.number)
    };
    match rule {
        Rule::NotNull => "must not be null now".to_owned(),
        Rule::Min(min) => bound(min, "at least", "greater than"),
        Rule::Max(max) => bound(max, "at most", "less than"),
        Rule::Whole => "must be a whole number now".to_owned(),
        Rule::LengthMin(length) => format!("must have a length of at least {length} now"),
        Rule::LengthMax(length) => format!("must have a length of at most {length} now"),
        Rule::Prefix(prefix) => format!("must start with `{prefix}` now"),
        Rule::Pattern(pattern) => format!("must match `{pattern}` now"),
        Rule::OneOf(_) => "accepts fewer values now".to_owned(),
        Rule::NoneOf(_) => "refuses more values now".to_owned(),
        Rule::Distinct => "must not have an element twice now".to_owned(),
        Rule::Text { condition, .. } => {
            let line: Vec<&str> = condition.split_whitespace().collect();
            format!("must satisfy `{}` now", line.join(" "))
        }
    }
}
