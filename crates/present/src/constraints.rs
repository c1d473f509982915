//! Descriptions of the facts about an input in words.

use hclx_analysis::describe::{Fact, Input, PathStep, Rule, path_text};
use hclx_core::{TypeKind, Value};

/// The constraints of an input, path by path; empty if there are none.
pub fn text(input: &Input) -> String {
    if input.facts.is_empty() {
        return String::new();
    }
    let mut paths: Vec<&[PathStep]> = Vec::new();
    for fact in &input.facts {
        if !paths.contains(&&fact.path[..]) {
            paths.push(&fact.path);
        }
    }
    let of_path = |path: &&[PathStep]| {
        let words = at(input, path);
        let subject = subject(path);
        (!words.is_empty()).then(|| match subject.is_empty() {
            true => words,
            false => format!("{subject}: {words}"),
        })
    };
    paths.iter().filter_map(of_path).collect::<Vec<_>>().join("; ")
}

/// The constraints of the values at a path.
pub(super) fn at(input: &Input, path: &[PathStep]) -> String {
    let own = input.facts.iter().filter(|fact| fact.path == path);
    words(&own.map(of).collect::<Vec<_>>(), unit(input, path)).join(", ")
}

fn subject(path: &[PathStep]) -> String {
    match path {
        [] => String::new(),
        [PathStep::Element] => "each element".to_owned(),
        [PathStep::Key] => "each key".to_owned(),
        path => format!("`{}`", path_text(path)),
    }
}

/// The unit in which the length of the values at a path is counted.
fn unit(input: &Input, path: &[PathStep]) -> &'static str {
    let is_text = path.is_empty() && matches!(input.ty.kind(), TypeKind::String);
    let is_text = is_text || matches!(path.last(), Some(PathStep::Key));
    let is_open = !path.is_empty() && !is_text;
    if is_text || is_open { "character" } else { "element" }
}

/// A rule with the error message of its condition.
pub(crate) type RuleWithMessage<'r> = (&'r Rule, Option<&'r str>);

fn of(fact: &Fact) -> RuleWithMessage<'_> {
    (&fact.rule, fact.message.as_deref())
}

/// Describes the rules about one value.
pub(crate) fn words(rules: &[RuleWithMessage<'_>], unit: &str) -> Vec<String> {
    let find = |wanted: fn(&Rule) -> bool| rules.iter().map(|(rule, _)| *rule).find(|rule| wanted(rule));
    let min = find(|rule| matches!(rule, Rule::Min(_)));
    let max = find(|rule| matches!(rule, Rule::Max(_)));
    let least = find(|rule| matches!(rule, Rule::LengthMin(_)));
    let most = find(|rule| matches!(rule, Rule::LengthMax(_)));
    let mut words = Vec::new();
    words.extend(bounds(min, max));
    words.extend(lengths(least, most, unit));
    words.extend(rules.iter().filter_map(|rule| other(*rule)));
    words
}

fn bounds(min: Option<&Rule>, max: Option<&Rule>) -> Option<String> {
    let min = match min {
        Some(Rule::Min(bound)) => Some(bound),
        _ => None,
    };
    let max = match max {
        Some(Rule::Max(bound)) => Some(bound),
        _ => None,
    };
    let at_least = |bound: &hclx_core::Bound| {
        format!("{} {}", if bound.inclusive { "at least" } else { "above" }, bound.number)
    };
    let at_most = |bound: &hclx_core::Bound| {
        format!("{} {}", if bound.inclusive { "at most" } else { "below" }, bound.number)
    };
    match (min, max) {
        (Some(min), Some(max)) if min.inclusive && max.inclusive => {
            Some(format!("{} to {}", min.number, max.number))
        }
        (Some(min), Some(max)) => Some(format!("{}, {}", at_least(min), at_most(max))),
        (Some(min), None) => Some(at_least(min)),
        (None, Some(max)) => Some(at_most(max)),
        (None, None) => None,
    }
}

fn lengths(least: Option<&Rule>, most: Option<&Rule>, unit: &str) -> Option<String> {
    let length = |rule: Option<&Rule>| match rule {
        Some(Rule::LengthMin(length) | Rule::LengthMax(length)) => Some(*length),
        _ => None,
    };
    let counted = |length: usize| match length {
        1 => format!("1 {unit}"),
        _ => format!("{length} {}s", unit.replace(" or ", "s or ")),
    };
    match (length(least), length(most)) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {}", counted(most))),
        (Some(least), Some(most)) => Some(format!("{least} to {}", counted(most))),
        (Some(1), None) => Some("not empty".to_owned()),
        (Some(least), None) => Some(format!("at least {}", counted(least))),
        (None, Some(most)) => Some(format!("at most {}", counted(most))),
        (None, None) => None,
    }
}

/// Describes the rule of a single fact.
pub(crate) fn of_fact(fact: &Fact) -> String {
    let rule = |wanted: bool| Some(&fact.rule).filter(|_| wanted);
    let is_min = matches!(fact.rule, Rule::Min(_));
    let is_least = matches!(fact.rule, Rule::LengthMin(_));
    bounds(rule(is_min), rule(!is_min))
        .or_else(|| lengths(rule(is_least), rule(!is_least), "character or element"))
        .or_else(|| other(of(fact)))
        .unwrap_or_default()
}

fn other((rule, message): RuleWithMessage<'_>) -> Option<String> {
    let listed =
        |values: &[Value]| values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    Some(match rule {
        Rule::NotNull => "not null".to_owned(),
        Rule::Whole => "a whole number".to_owned(),
        Rule::Prefix(prefix) => format!("starts with `{prefix}`"),
        Rule::Pattern(pattern) => format!("matches `{pattern}`"),
        Rule::OneOf(values) if values.len() == 1 => listed(values),
        Rule::OneOf(values) => format!("one of {}", listed(values)),
        Rule::NoneOf(values) => format!("not {}", listed(values)),
        Rule::Distinct => "no element twice".to_owned(),
        Rule::Text { condition, .. } => match message {
            Some(message) => message.trim_end_matches('.').to_owned(),
            None => format!("`{}`", condition.split_whitespace().collect::<Vec<_>>().join(" ")),
        },
        Rule::Min(_) | Rule::Max(_) | Rule::LengthMin(_) | Rule::LengthMax(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use hclx_diag::{SourceId, TextRange};

    use super::*;

    #[test]
    fn units_are_in_the_plural() {
        let words = |rule| {
            let place = TextRange::at(0).in_source(SourceId(0));
            let (admits_null, has_fallback) = (false, false);
            of_fact(&Fact { path: Vec::new(), rule, admits_null, has_fallback, place, message: None })
        };
        assert_eq!(words(Rule::LengthMin(3)), "at least 3 characters or elements");
        assert_eq!(words(Rule::LengthMax(1)), "at most 1 character or element");
    }
}
