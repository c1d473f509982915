//! The changes of an input.

use std::sync::Arc;

use hclx_core::{Conversion, Type, TypeKind, Value};
use hclx_diag::{Certainty, code_names as codes};

use super::rules::{self, RuleChange};
use super::types::{accepts, always_fails, because, dropped, was};
use super::{Change, renamed_to};
use crate::describe::{
    AbsentPart, ConditionTerm, DeclaredItem, Fact, Flag, Input, PathStep, Rule, path_text,
};

/// The changes of an input that both versions have. `is_new_null` returns `true` for the names of new inputs that are
/// null by default.
pub(super) fn changes(
    (before, old): (&DeclaredItem, &Input),
    (now, new): (&DeclaredItem, &Input),
    is_new_null: &dyn Fn(&str) -> bool,
) -> Vec<Change> {
    let is_secret = before.has(Flag::Sensitive) || now.has(Flag::Sensitive);
    let mut changes = Vec::new();
    changes.extend(default(&now.address, old, new, is_secret));
    changes.extend(type_change(&now.address, old, new));
    changes.extend(inner_defaults(&now.address, old, new, is_secret));
    changes.extend(null(&now.address, before, now, new));
    let may_be_null = !before.has(Flag::NotNullable) && !now.has(Flag::NotNullable);
    changes.extend(validation(&now.address, (old, new), may_be_null, is_new_null));
    changes.extend(flags(&now.address, before, now));
    changes.into_iter().map(|change| change.at(Some(before), Some(now))).collect()
}

fn default(address: &str, old: &Input, new: &Input, is_secret: bool) -> Option<Change> {
    match (&old.default, &new.default) {
        (Some(_), None) => Some(Change::breaking(
            codes::DEFAULT_REMOVED,
            Certainty::Must,
            format!("`{address}` had a default and is now required"),
        )),
        (None, Some(_)) => {
            Some(Change::compatible(Certainty::Must, format!("`{address}` now has a default")))
        }
        (Some(one), Some(other)) if !one.given.same(&other.given) => {
            let values = from_to(&one.given, &other.given, is_secret);
            let message = format!("the default of `{address}` changed{values}");
            Some(Change::compatible(Certainty::May, message))
        }
        _ => None,
    }
}

/// The old and the new value in a message, if they are short and public.
fn from_to(old: &Value, new: &Value, is_secret: bool) -> String {
    /// The maximum number of characters of a value.
    const LONGEST: usize = 60;
    let shown = |value: &Value| {
        let text = value.to_string();
        (value.is_wholly_known() && text.chars().nth(LONGEST).is_none()).then_some(text)
    };
    match (shown(old), shown(new)) {
        (Some(old), Some(new)) if !is_secret => format!(" from `{old}` to `{new}`"),
        _ => String::new(),
    }
}

/// The change of the type. Users provide values of the old type.
fn type_change(address: &str, old: &Input, new: &Input) -> Option<Change> {
    let ty = old.implied.as_ref().unwrap_or(&old.ty);
    if *ty == new.ty || old.ty == new.ty {
        return None;
    }
    let message = was(address, ty, &new.ty);
    Some(match accepts(ty, &new.ty) {
        Conversion::None | Conversion::Unsafe => {
            let certainty = if always_fails(ty, &new.ty) { Certainty::Must } else { Certainty::May };
            Change::breaking(codes::INPUT_TYPE_NARROWED, certainty, message + &because(ty, &new.ty))
        }
        Conversion::Safe | Conversion::Same => {
            let dropped = dropped(ty, &new.ty);
            let Some(first) = dropped.first() else {
                return Some(Change::compatible(Certainty::Must, message));
            };
            let paths: Vec<String> = dropped
                .iter()
                .map(|dropped_attribute| format!("`{}`", path_text(&dropped_attribute.path)))
                .collect();
            let verb = if paths.len() == 1 { "is" } else { "are" };
            let message = format!("{message}: {} {verb} ignored now", paths.join(", "));
            Change::breaking(codes::ATTRIBUTE_DROPPED, Certainty::May, message)
                .hint(renamed_to(first.renamed.as_deref()))
        }
    })
}

/// The changed defaults of optional attributes that both types have.
fn inner_defaults(address: &str, old: &Input, new: &Input, is_secret: bool) -> Vec<Change> {
    let find = |input: &Input, path: &[PathStep]| {
        input.defaults.iter().find(|(own, _)| own == path).map(|(_, value)| value.clone())
    };
    let mut changes = Vec::new();
    let mut paths: Vec<&[PathStep]> = old.defaults.iter().map(|(path, _)| &**path).collect();
    paths.extend(new.defaults.iter().map(|(path, _)| &**path).filter(|path| find(old, path).is_none()));
    for path in paths {
        if !is_optional(&old.ty, path) || !is_optional(&new.ty, path) {
            continue;
        }
        let [one, other] =
            [old, new].map(|input| find(input, path).unwrap_or_else(|| Value::null(Type::ANY)));
        let is_same = one.same(&other) || one.is_null() && other.is_null();
        if !is_same {
            let values = from_to(&one, &other, is_secret);
            let message = format!("the default of `{}` in `{address}` changed{values}", path_text(path));
            changes.push(Change::compatible(Certainty::May, message));
        }
    }
    changes
}

/// Returns `true` if a type has an optional attribute at a path.
fn is_optional(ty: &Type, path: &[PathStep]) -> bool {
    match (path, ty.kind()) {
        ([PathStep::Attribute(name), rest @ ..], TypeKind::Object(object)) => {
            object.get(name).is_some_and(|object_attribute| match rest {
                [] => object_attribute.optional,
                rest => is_optional(&object_attribute.ty, rest),
            })
        }
        (
            [PathStep::Element, rest @ ..],
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element),
        ) => is_optional(element, rest),
        _ => false,
    }
}

fn null(address: &str, before: &DeclaredItem, now: &DeclaredItem, new: &Input) -> Option<Change> {
    let may = |message| Change::compatible(Certainty::May, message);
    match (before.has(Flag::NotNullable), now.has(Flag::NotNullable), &new.default) {
        // null means the default
        (false, true, Some(_)) => Some(may(format!("null for `{address}` now means its default"))),
        (false, true, None) => Some(Change::breaking(
            codes::NULL_REFUSED,
            Certainty::May,
            format!("`{address}` no longer accepts null"),
        )),
        (true, false, Some(_)) => Some(may(format!("null for `{address}` no longer means its default"))),
        (true, false, None) => Some(may(format!("`{address}` now accepts null"))),
        _ => None,
    }
}

/// The rules that accept fewer values; if there are none, the rules that accept more.
fn validation(
    address: &str,
    (old, new): (&Input, &Input),
    may_be_null: bool,
    is_new_null: &dyn Fn(&str) -> bool,
) -> Vec<Change> {
    // A rule about a new attribute refuses no value that callers provide today.
    let about_old = new.facts.iter().filter(|fact| exists(&old.ty, &fact.path));
    let about_old: Vec<Fact> =
        about_old.filter_map(|fact| about_given(fact, (old, new), may_be_null, is_new_null)).collect();
    let narrower = rules::narrower((&old.facts, &about_old), (&old.ty, &new.ty), may_be_null);
    let breaking = |rule_change: &RuleChange| {
        let message = format!("`{address}` {}", rule_change.clause);
        Change::breaking(codes::VALIDATION_NARROWED, rule_change.certainty, message)
    };
    if !narrower.is_empty() {
        return narrower.iter().map(breaking).collect();
    }
    let wider = rules::narrower((&new.facts, &old.facts), (&new.ty, &old.ty), may_be_null);
    // a rule that is not known as a set may refuse the example
    let is_known = new.facts.iter().all(|fact| !matches!(fact.rule, Rule::Text { .. }));
    let example = wider.iter().find_map(|change| change.refused.as_deref()).filter(|_| is_known);
    let message = match example {
        Some(example) => format!("`{address}` now also accepts {example}"),
        None => format!("`{address}` now accepts more values"),
    };
    if wider.is_empty() { Vec::new() } else { vec![Change::compatible(Certainty::Must, message)] }
}

/// A fact without the terms that hold for all old values, because they follow from old rules or concern new attributes;
/// `None` if nothing remains.
fn about_given(
    fact: &Fact,
    (old, new): (&Input, &Input),
    may_be_null: bool,
    is_new_null: &dyn Fn(&str) -> bool,
) -> Option<Fact> {
    let Rule::Text { condition, terms } = &fact.rule else { return Some(fact.clone()) };
    let is_absent = |part: &AbsentPart| {
        let default = new.defaults.iter().find(|(path, _)| *path == part.path).map(|(_, value)| value);
        let fits = match (default, part.is_empty) {
            (Some(value), true) => value.length() == Some(0),
            (Some(value), false) => value.is_null(),
            (None, is_empty) => !is_empty,
        };
        fits && lacks(&old.ty, &part.path)
    };
    let is_whole = |part: &AbsentPart| part.of_other.is_none() && part.path.is_empty();
    let admits_null = |term: &ConditionTerm| term.holds_without.iter().any(is_whole);
    let holds = |term: &ConditionTerm| {
        term.holds_without.iter().any(|part| {
            if let Some(name) = &part.of_other {
                return is_new_null(name);
            }
            // accessing an attribute of null is an error
            let is_safe = part.path.len() > 1 || !may_be_null || admits_null(term);
            is_safe && is_absent(part)
        })
    };
    let is_old = |term: &ConditionTerm| term.follows_from(&|text: &Arc<str>| old.terms.contains(text));
    let terms = terms.iter().filter(|term| !is_old(term) && !holds(term));
    let terms: Vec<ConditionTerm> = terms.cloned().collect();
    let rule = Rule::Text { condition: condition.clone(), terms: terms.into() };
    let is_empty = matches!(&rule, Rule::Text { terms, .. } if terms.is_empty());
    (!is_empty).then(|| Fact { rule, ..fact.clone() })
}

/// Returns `true` if the last step of a path is an attribute that objects of a type do not have.
fn lacks(ty: &Type, path: &[PathStep]) -> bool {
    match (path, ty.kind()) {
        ([PathStep::Attribute(name)], TypeKind::Object(object)) => object.get(name).is_none(),
        ([PathStep::Attribute(name), rest @ ..], TypeKind::Object(object)) => {
            // the parts of an optional attribute may not exist
            object.get(name).is_some_and(|attribute| !attribute.optional && lacks(&attribute.ty, rest))
        }
        (
            [PathStep::Element, rest @ ..],
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element),
        ) => lacks(element, rest),
        _ => false,
    }
}

/// Returns `true` if values of a type can have a part at a path.
fn exists(ty: &Type, path: &[PathStep]) -> bool {
    let Some((step, rest)) = path.split_first() else { return true };
    match (step, ty.kind()) {
        (PathStep::Attribute(name), TypeKind::Object(object)) => {
            object.get(name).is_some_and(|object_attribute| exists(&object_attribute.ty, rest))
        }
        (
            PathStep::Attribute(_) | PathStep::Element,
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element),
        ) => exists(element, rest),
        _ => true,
    }
}

fn flags(address: &str, before: &DeclaredItem, now: &DeclaredItem) -> Vec<Change> {
    let mut changes = Vec::new();
    let restricted = |message| Change::breaking(codes::INPUT_RESTRICTED, Certainty::May, message);
    let may = |message| Change::compatible(Certainty::May, message);
    for (flag, word) in
        [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral"), (Flag::Constant, "constant")]
    {
        changes.extend(match (flag, before.has(flag), now.has(flag)) {
            (Flag::Ephemeral, true, false) => {
                Some(restricted(format!("`{address}` no longer accepts ephemeral values")))
            }
            (Flag::Constant, false, true) => Some(restricted(format!("`{address}` must now be constant"))),
            (_, false, true) => Some(may(format!("`{address}` is now {word}"))),
            (Flag::Constant, true, false) => Some(may(format!("`{address}` need no longer be constant"))),
            (_, true, false) => Some(may(format!("`{address}` is no longer {word}"))),
            _ => None,
        });
    }
    if now.deprecated.is_some() && before.deprecated.is_none() {
        changes.push(Change::compatible(Certainty::Must, format!("`{address}` is now deprecated")));
    }
    changes
}
