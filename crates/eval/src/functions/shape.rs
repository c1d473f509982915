//! Results of collection functions when the number of elements or their names are unknown: the type of the
//! result is open, but its elements are known. Out of scope: results for known collections.

use std::sync::Arc;

use hclx_core::{Contents, Members, Rules, Shape, Type, TypeKind, Value, convert, join, ops};

use super::Args;

/// The facts about `coalescelist`: one of its arguments, not empty.
pub(super) fn one_of_sequences(args: &Args<'_>, unknown: Value) -> Value {
    if !unknown.ty().is_any() || args.rules.exact_ranges {
        return unknown;
    }
    let held: Option<Vec<Contents>> = args
        .values
        .iter()
        .filter(|value| !value.is_null())
        .map(|value| Contents::of(value, args.rules).filter(|held| !held.keyed))
        .collect();
    let Some(held) = held else { return unknown };
    let is_first = |value: &&Value| !value.is_null() && value.length() != Some(0);
    if let Some(first) = args.values.iter().find(is_first)
        && first.definitely_not_null()
        && first.range().len_min() > 0
    {
        return first.clone();
    }
    let most = held.iter().try_fold(0, |most, held| Some(held.most?.max(most)));
    let elements: Vec<Value> = held.into_iter().filter_map(|held| held.element).collect();
    Value::holding(false, join(&elements, args.rules), 1, most)
}

/// The facts about `element`: one of the elements.
pub(super) fn any_element(args: &Args<'_>) -> Option<Value> {
    let shape = args.get(0).shape().filter(|shape| !shape.is_keyed() && !args.rules.exact_ranges)?;
    Some(shape.element().clone())
}

/// The facts about `lookup`: an element, or the default.
pub(super) fn looked_up(args: &Args<'_>, unknown: Value) -> Value {
    let (map, key) = (args.get(0), args.peek(1));
    let member = key.and_then(|key| map.member(key)).filter(|_| map.definitely_not_null());
    if let Some(found) = member.and_then(|member| convert(member, unknown.ty(), args.rules).ok()) {
        return found;
    }
    match args.get(0).shape().filter(|shape| shape.is_keyed()) {
        Some(shape) if unknown.ty().is_any() && !args.rules.exact_ranges => {
            let default = args.find(2).cloned();
            let all: Vec<Value> = std::iter::once(shape.element().clone()).chain(default).collect();
            join(&all, args.rules)
        }
        _ => unknown,
    }
}

/// The facts about `keys` and `values`: a sequence with the same number of elements.
pub(super) fn sequence_of(
    args: &Args<'_>,
    unknown: Value,
    element: fn(&Shape) -> Value,
    member: fn(&Arc<str>, &Value) -> Value,
) -> Value {
    let range = args.get(0).range();
    let found = match args.get(0).shape().filter(|shape| shape.is_keyed()) {
        Some(shape) if unknown.ty().is_any() && !args.rules.exact_ranges => {
            Value::holding(false, element(shape), range.len_min(), range.len_max())
        }
        _ => unknown,
    };
    match args.get(0).members().filter(|_| !args.rules.exact_ranges) {
        Some(members) => {
            let members = members.entries().iter().map(|(key, value)| member(key, value)).collect();
            found.with_members(Members::of_elements(members))
        }
        None => found,
    }
}

/// The result of a function that keeps elements of its first argument.
pub(super) fn same_members(args: &Args<'_>, unknown: Value, kept: fn(&Members) -> Members) -> Value {
    match args.get(0).members().filter(|_| !args.rules.exact_ranges) {
        Some(members) => unknown.with_members(kept(members)),
        None => unknown,
    }
}

/// The members of `compact`: the strings that are kept.
pub(super) fn compact_members(members: &Members) -> Members {
    let is_kept = |element: &&Value| element.text().is_some_and(|text| !text.is_empty());
    let known = members.head().iter().take_while(|element| element.is_known());
    let leading = known.filter(is_kept).count();
    Members::of_sequence(members.elements().iter().filter(is_kept).cloned().collect(), leading)
}

/// The facts about `setunion`: the elements of all sets.
pub(super) fn union_members(args: &Args<'_>, unknown: Value) -> Value {
    let Some(element) = unknown.ty().element().filter(|_| !args.rules.exact_ranges) else { return unknown };
    let sets = args.values.iter().filter(|set| set.definitely_not_null());
    let all: Vec<Value> = sets.flat_map(|set| Members::of(set).elements().to_vec()).collect();
    match Members::of_elements(all).try_map(|member| convert(member, element, args.rules)) {
        Ok(members) => unknown.with_members(members),
        Err(_) => unknown,
    }
}

/// The result of `contains` for a collection that is certain to have the element.
pub(super) fn contained(args: &Args<'_>, unknown: Value) -> Value {
    let members = args.get(0).members().filter(|_| args.get(0).definitely_not_null());
    let is_it = |one: &Value| {
        ops::equal(args.get(1), one, args.rules).is_ok_and(|equal| equal.as_bool() == Some(true))
    };
    match members {
        Some(members) if !args.rules.exact_ranges && members.elements().iter().any(is_it) => Value::TRUE,
        _ => unknown,
    }
}

/// The facts about `zipmap`: the values, under keys that may coincide.
pub(super) fn zipped(args: &Args<'_>, unknown: Value) -> Value {
    let values = || Contents::of(args.get(1), args.rules).filter(|held| !held.keyed);
    if !unknown.ty().is_any() || args.rules.exact_ranges {
        return unknown;
    }
    match values() {
        Some(Contents { element: Some(element), least, most, .. }) => {
            Value::holding(true, element, least.min(1), most)
        }
        _ => unknown,
    }
}

/// The facts about `one`: the element, or null.
pub fn only_element(args: &Args<'_>, unknown: Value) -> Value {
    let range = args.get(0).range();
    match args.get(0).shape().filter(|shape| !shape.is_keyed()) {
        Some(shape) if unknown.ty().is_any() && !args.rules.exact_ranges => {
            let element = shape.element().clone();
            let null = Value::null(element.ty().clone());
            if range.len_min() > 0 { element } else { join(&[element, null], args.rules) }
        }
        _ => unknown,
    }
}

/// The result of `tolist` and `tomap` for a value with known elements: unchanged if the elements have one
/// type.
pub(super) fn kept(args: &Args<'_>, wanted: &Type) -> Option<Value> {
    let keyed = match wanted.kind() {
        TypeKind::Map(..) => true,
        TypeKind::List(_) => false,
        _ => return None,
    };
    let value = args.get(0);
    let same = |shape: &&Shape| shape.is_keyed() == keyed && !shape.element().ty().has_any();
    value.shape().filter(same).filter(|_| !args.rules.exact_ranges).map(|_| value.clone())
}

/// The result of `reverse` and `slice` for an unknown number of elements: some of them, at least `least`.
pub(super) fn some_of(args: &Args<'_>, unknown: Value, least: usize) -> Value {
    match args.get(0).shape().filter(|shape| !shape.is_keyed()) {
        Some(shape) if unknown.ty().is_any() && !args.rules.exact_ranges => {
            Value::holding(false, shape.element().clone(), least, args.get(0).range().len_max())
        }
        _ => unknown,
    }
}

/// A `bounds` function for results of unknown type.
pub(super) fn where_open(
    args: &Args<'_>,
    unknown: Value,
    known: fn(&[Value], &Rules) -> Option<Value>,
) -> Value {
    if args.rules.exact_ranges {
        return unknown;
    }
    let found = known(args.values, args.rules);
    if unknown.ty().is_any() {
        return found.unwrap_or(unknown);
    }
    let (Some(found), Some(element)) = (&found, unknown.ty().element().cloned()) else { return unknown };
    let members = found
        .members()
        .and_then(|members| members.try_map(|member| convert(member, &element, args.rules)).ok());
    match members {
        Some(members) => unknown.with_members(members),
        None => unknown,
    }
}
