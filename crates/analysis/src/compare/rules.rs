//! Rules of an input as sets of values: a rule that is not implied by the old ones narrows the
//! accepted set.

use std::cmp::Ordering;
use std::sync::Arc;

use hclx_core::{Bound, Number, Type, TypeKind, Value};
use hclx_diag::Certainty;

use super::strings;
use crate::describe::{ConditionTerm, Fact, PathStep, Rule, path_text};

/// A rule that accepts fewer values than before.
pub(super) struct RuleChange {
    /// Certain if all old rules are known as sets and some value, which must have the same type, satisfies them but not
    /// the new rule.
    pub(super) certainty: Certainty,
    /// A clause about the input.
    pub(super) clause: String,
    /// Some values that are no longer accepted, if any are known.
    pub(super) refused: Option<String>,
}

/// The rules that accept fewer values than before, with the old and the new type.
pub(super) fn narrower(
    (old, new): (&[Fact], &[Fact]),
    (was, ty): (&Type, &Type),
    may_be_null: bool,
) -> Vec<RuleChange> {
    let same_type = (was == ty).then_some(was);
    let mut found: Vec<RuleChange> = Vec::new();
    for fact in new {
        let before: Vec<&Fact> = old.iter().filter(|one| one.path == fact.path).collect();
        let rules: Vec<&Rule> = before.iter().map(|one| &one.rule).collect();
        let narrowing = match is_implied(&rules, &fact.rule) {
            true => null_refused(fact, &before, may_be_null).or_else(|| absence_refused(fact, &before, ty)),
            false => Some(narrowing(old, &rules, fact, same_type)),
        };
        found.extend(
            narrowing.filter(|rule_change| found.iter().all(|other| other.clause != rule_change.clause)),
        );
    }
    found
}

/// Returns `true` if all values that satisfy the old rules satisfy the new one.
fn is_implied(old: &[&Rule], new: &Rule) -> bool {
    if let Rule::Text { terms, .. } = new {
        let has = |terms: &[ConditionTerm], text: &Arc<str>| terms.iter().any(|term| term.text == *text);
        let is_old = |text: &Arc<str>| {
            old.iter().any(|rule| matches!(rule, Rule::Text { terms, .. } if has(terms, text)))
        };
        let all = || {
            old.iter().flat_map(|rule| match rule {
                Rule::Text { terms, .. } => &**terms,
                _ => &[],
            })
        };
        let is_wider = |term: &ConditionTerm| all().any(|before| term.has_alternatives_of(before));
        return terms.iter().all(|term| term.follows_from(&is_old) || is_wider(term));
    }
    old.iter().any(|rule| implies(rule, new)) || strings::implies(old, new)
}

/// Returns `true` if a type declares the part at a path.
fn declares(ty: &Type, path: &[PathStep]) -> bool {
    let inner = match (path, ty.kind()) {
        ([], _) => return true,
        ([PathStep::Attribute(name), ..], TypeKind::Object(object)) => {
            object.get(name).map(|attribute| &attribute.ty)
        }
        ([PathStep::Attribute(_), ..], TypeKind::Map(element)) => Some(element),
        ([PathStep::Element, ..], TypeKind::List(ty) | TypeKind::Set(ty) | TypeKind::Map(ty)) => Some(ty),
        ([PathStep::Key], TypeKind::Map(_)) => return true,
        _ => None,
    };
    inner.is_some_and(|inner| declares(inner, &path[1..]))
}

/// The narrowing by a rule that the old rules at its path do not imply.
fn narrowing(old: &[Fact], rules: &[&Rule], fact: &Fact, same_type: Option<&Type>) -> RuleChange {
    let is_set = |rule: &Rule| !matches!(rule, Rule::Text { .. });
    // a small set of elements implies a bound on the length
    let is_counted = |one: &Fact| matches!(one.rule, Rule::OneOf(_)) && one.path.len() > fact.path.len();
    let is_short = matches!(fact.rule, Rule::LengthMax(_)) && old.iter().any(is_counted);
    let is_text = rules.iter().chain([&&fact.rule]).any(|rule| strings::is_about_strings(rule));
    let string = if is_text { strings::refused(rules, &fact.rule) } else { None };
    // a value of an open type may lack the part
    let is_certain = same_type.is_some_and(|ty| declares(ty, &fact.path))
        && !is_short
        && others_are_satisfiable(old, &fact.path)
        && old.iter().all(|one| is_set(&one.rule))
        && (string.is_some() || has_witness(rules, &fact.rule));
    let certainty = if is_certain { Certainty::Must } else { Certainty::May };
    let refused =
        refused_values(rules, &fact.rule).or_else(|| string.map(|text| format!("`{}`", Value::string(text))));
    let words = words(rules, &fact.rule, refused.as_deref());
    RuleChange { certainty, clause: format!("{}{words}", subject(fact)), refused }
}

/// The listed values that a rule refuses and the old rules accept.
fn refused_values(old: &[&Rule], new: &Rule) -> Option<String> {
    /// The maximum number of values in a message.
    const MOST: usize = 5;
    let listed = |values: &[Value]| {
        let is_refused = |value: &&Value| {
            decided(new, value) == Some(false) && old.iter().all(|rule| decided(rule, value) != Some(false))
        };
        let refused: Vec<&Value> = values.iter().filter(is_refused).collect();
        let mut shown: Vec<String> = refused.iter().take(MOST).map(|value| format!("`{value}`")).collect();
        if refused.len() > MOST {
            shown.push(format!("{} more", refused.len() - MOST));
        }
        (!shown.is_empty()).then(|| shown.join(", "))
    };
    let sets = old.iter().filter_map(|rule| match rule {
        Rule::OneOf(values) => Some(&**values),
        _ => None,
    });
    let sets = sets.chain(match new {
        Rule::NoneOf(values) => Some(&**values),
        _ => None,
    });
    sets.into_iter().find_map(listed)
}

/// The subject of a clause: the part of an input that a fact concerns.
fn subject(fact: &Fact) -> String {
    match path_text(&fact.path) {
        path if path.is_empty() => path,
        path => format!("at `{path}` "),
    }
}

/// The clause for a rule that accepted null before and no longer does.
fn null_refused(fact: &Fact, before: &[&Fact], may_be_null: bool) -> Option<RuleChange> {
    let is_new = !fact.admits_null && before.iter().all(|one| one.admits_null);
    let is_possible = may_be_null || !fact.path.is_empty();
    (is_new && is_possible).then(|| RuleChange {
        certainty: Certainty::May,
        clause: format!("{}no longer accepts null", subject(fact)),
        refused: Some("null".to_owned()),
    })
}

/// The clause for a rule that had a fallback for an absent part before and no longer has one.
fn absence_refused(fact: &Fact, before: &[&Fact], ty: &Type) -> Option<RuleChange> {
    let is_new = !fact.has_fallback && before.iter().all(|fact| fact.has_fallback);
    (is_new && may_lack(ty, &fact.path)).then(|| RuleChange {
        certainty: Certainty::May,
        clause: format!("{}must now be given", subject(fact)),
        refused: None,
    })
}

/// Returns `true` if values of a type may lack the part at a path.
fn may_lack(ty: &Type, path: &[PathStep]) -> bool {
    let [step, rest @ ..] = path else { return false };
    match (step, ty.kind()) {
        (PathStep::Attribute(name), TypeKind::Object(object)) => {
            object.get(name).is_none_or(|attribute| may_lack(&attribute.ty, rest))
        }
        (PathStep::Element, TypeKind::List(one) | TypeKind::Set(one) | TypeKind::Map(one)) => {
            may_lack(one, rest)
        }
        (PathStep::Key, TypeKind::Map(_)) => false,
        _ => true,
    }
}

/// Returns `true` if the rules of every other path can be satisfied; otherwise this path may have no values
/// at all.
fn others_are_satisfiable(old: &[Fact], path: &[PathStep]) -> bool {
    old.iter().filter(|fact| fact.path != path).all(|one| {
        let rules: Vec<&Rule> =
            old.iter().filter(|other| other.path == one.path).map(|other| &other.rule).collect();
        is_found(&rules, &|accepts| rules.iter().all(|rule| accepts(rule) == Some(true)))
            || strings::are_satisfiable(&rules)
    })
}

/// Returns `true` if some value satisfies the old rules but not the new one.
fn has_witness(old: &[&Rule], new: &Rule) -> bool {
    let all: Vec<&Rule> = old.iter().copied().chain([new]).collect();
    is_found(&all, &|accepts| {
        accepts(new) == Some(false) && old.iter().all(|rule| accepts(rule) == Some(true))
    })
}

/// Evaluates a rule for a candidate value.
type Verdicts<'v> = &'v dyn Fn(&Rule) -> Option<bool>;

/// Searches for a value near the constants of some rules.
fn is_found(rules: &[&Rule], fits: &dyn Fn(Verdicts<'_>) -> bool) -> bool {
    // the lengths around each constant
    let lengths = rules.iter().flat_map(|rule| match rule {
        Rule::LengthMin(length) | Rule::LengthMax(length) => {
            vec![length.saturating_sub(1), *length, length + 1]
        }
        Rule::Distinct => vec![0, 2],
        _ => vec![0, 1],
    });
    let mut values = rules.iter().flat_map(|rule| candidates(rule));
    values.any(|value| fits(&|rule| decided(rule, &value)))
        || lengths.into_iter().any(|length| fits(&|rule| of_length(rule, length)))
}

/// Values near the constants of a rule.
fn candidates(rule: &Rule) -> Vec<Value> {
    // A greater bound only makes a finding less certain.
    const LONGEST: usize = 1_000;
    let near = |bound: &Bound| {
        // Both sides of the bound, and numbers that are not whole.
        let steps = ["-1", "-0.5", "0", "0.5", "1"].iter().filter_map(|step| Number::parse_string(step));
        steps.filter_map(|step| bound.number.add(&step).ok()).map(Value::number).collect()
    };
    let text = |length: usize| Value::string("x".repeat(length.min(LONGEST)));
    match rule {
        Rule::Min(bound) | Rule::Max(bound) => near(bound),
        Rule::Whole => ["0.5", "1"].into_iter().filter_map(Number::parse_string).map(Value::number).collect(),
        Rule::LengthMin(length) | Rule::LengthMax(length) => {
            vec![text(length.saturating_sub(1)), text(*length), text(length + 1)]
        }
        Rule::Prefix(prefix) => {
            vec![Value::string(""), Value::string(&**prefix), Value::string(format!("{prefix}x"))]
        }
        Rule::OneOf(values) | Rule::NoneOf(values) => values.iter().flat_map(beside).collect(),
        Rule::NotNull | Rule::Pattern(_) | Rule::Distinct | Rule::Text { .. } => Vec::new(),
    }
}

/// A number that satisfies the rules about numbers and is not excluded.
pub fn example_number(rules: &[&Rule], except: &[Value]) -> Option<Value> {
    let simple = ["0", "1"].into_iter().filter_map(Number::parse_string).map(Value::number);
    let near = rules.iter().flat_map(|rule| candidates(rule));
    // after each excluded number
    let more = except.iter().flat_map(beside);
    let is_fit = |value: &Value| {
        value.as_number().is_some()
            && !has(except, value)
            && rules.iter().all(|rule| decided(rule, value) != Some(false))
    };
    simple.chain(near).chain(more).find(is_fit)
}

/// A value, and one that differs from it.
fn beside(value: &Value) -> Vec<Value> {
    let other = match (value.as_str(), value.as_number()) {
        (Some(text), _) => Some(Value::string(format!("{text}x"))),
        (_, Some(number)) => number.add(&Number::from_len(1)).ok().map(Value::number),
        _ => value.as_bool().map(|truth| Value::bool(!truth)),
    };
    std::iter::once(value.clone()).chain(other).collect()
}

/// Decides whether a rule accepts a value; `None` if the rule concerns values of another kind, or is a
/// pattern.
fn decided(rule: &Rule, value: &Value) -> Option<bool> {
    // ASCII letters and digits are always separate characters
    let length = || value.as_str().filter(|text| text.is_ascii()).map(str::len);
    let compared = |bound: &Bound| value.as_number().map(|number| number.compare(&bound.number));
    let is_of_type = |values: &[Value]| values.iter().all(|one| one.ty() == value.ty());
    match rule {
        Rule::NotNull => Some(!value.is_null()),
        Rule::Min(bound) => compared(bound).map(|order| order.is_gt() || order.is_eq() && bound.inclusive),
        Rule::Max(bound) => compared(bound).map(|order| order.is_lt() || order.is_eq() && bound.inclusive),
        Rule::Whole => value.as_number().map(|number| number.is_integer()),
        Rule::LengthMin(least) => length().map(|length| length >= *least),
        Rule::LengthMax(most) => length().map(|length| length <= *most),
        Rule::Prefix(prefix) => value.as_str().map(|text| text.starts_with(&**prefix)),
        Rule::OneOf(values) => is_of_type(values).then(|| has(values, value)),
        Rule::NoneOf(values) => is_of_type(values).then(|| !has(values, value)),
        Rule::Pattern(_) | Rule::Distinct | Rule::Text { .. } => None,
    }
}

/// Decides whether a rule accepts all collections of a length.
fn of_length(rule: &Rule, length: usize) -> Option<bool> {
    match rule {
        Rule::NotNull => Some(true),
        Rule::LengthMin(least) => Some(length >= *least),
        Rule::LengthMax(most) => Some(length <= *most),
        // longer ones may contain an element twice
        Rule::Distinct => Some(length < 2),
        _ => None,
    }
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
        // A finite set is tested value by value.
        (Rule::OneOf(old), new) => old.iter().all(|value| satisfies(new, value)),
        (Rule::NoneOf(old), Rule::NoneOf(new)) => new.iter().all(|value| has(old, value)),
        // Whether null is accepted is compared separately, by `null_refused`.
        (rule, Rule::NotNull) => !matches!(rule, Rule::Text { .. }),
        (one, other) => one == other,
    }
}

/// Returns `true` if a lower bound excludes everything that another one excludes.
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

/// Returns `true` if a value is known to satisfy a rule.
pub fn satisfies(rule: &Rule, value: &Value) -> bool {
    decided(rule, value) == Some(true)
}

/// Describes a new rule as a clause about the input.
fn words(old: &[&Rule], rule: &Rule, refused: Option<&str>) -> String {
    let bound = |bound: &Bound, at: &str, beyond: &str| {
        format!("must now be {} {}", if bound.inclusive { at } else { beyond }, bound.number)
    };
    match (rule, refused) {
        (Rule::NotNull, _) => "must no longer be null".to_owned(),
        (Rule::Min(min), _) => bound(min, "at least", "greater than"),
        (Rule::Max(max), _) => bound(max, "at most", "less than"),
        (Rule::Whole, _) => "must now be a whole number".to_owned(),
        (Rule::LengthMin(length), _) => format!("must now have a length of at least {length}"),
        (Rule::LengthMax(length), _) => format!("must now have a length of at most {length}"),
        (Rule::Prefix(prefix), _) => format!("must now start with `{prefix}`"),
        // Without an old rule every other string is refused, so an example is not informative.
        (Rule::Pattern(pattern), Some(refused)) if !old.is_empty() => {
            format!("must now match `{pattern}`, which refuses {refused}")
        }
        (Rule::Pattern(pattern), _) => format!("must now match `{pattern}`"),
        (Rule::OneOf(_) | Rule::NoneOf(_), Some(refused))
            if !old.is_empty() || matches!(rule, Rule::NoneOf(_)) =>
        {
            format!("no longer accepts {refused}")
        }
        (Rule::OneOf(values), _) => {
            let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            match &values[..] {
                [one] => format!("must now be {one}"),
                several => format!("must now be one of {}", several.join(", ")),
            }
        }
        (Rule::NoneOf(_), _) => "now refuses more values".to_owned(),
        (Rule::Distinct, _) => "must now have distinct elements".to_owned(),
        (Rule::Text { condition, .. }, _) => {
            let line: Vec<&str> = condition.split_whitespace().collect();
            format!("must now satisfy `{}`", line.join(" "))
        }
    }
}
