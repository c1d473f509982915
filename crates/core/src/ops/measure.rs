//! Lengths, and membership tests for indices, keys and elements.

use std::sync::LazyLock;

use hclx_diag::{Fallible, Fault, code_names as codes};

use super::truth;
use crate::lift;
use crate::lift::{Nulls, lift_with};
use crate::range::{Bound, Facts, Nullness, collapse, could_have};
use crate::value::{Data, Tri, set};
use crate::{Number, Range, Rules, TextLength, Type, TypeKind, Value};

/// The number of elements of a list, set, map or tuple, or of attributes of an object; an int where integers
/// have a type. For an unknown, the result is an unknown in the range of its length; likewise for a set with
/// unknown elements, because these may turn out to be equal.
///
/// # Errors
/// [`codes::NO_LENGTH`] for values without a length; null.
pub fn length(value: &Value, rules: &Rules) -> Fallible<Value> {
    // As in cty, the length of a tuple is that of its type, whatever its value.
    if let Some(length) = value.ty().as_tuple().map(<[Type]>::len) {
        return Ok(count(length, rules).with_marks(value.marks()));
    }
    lift(&[value], rules, |operands| {
        let value = &operands[0];
        match value.ty().kind() {
            TypeKind::Tuple(types) => Ok(count(types.len(), rules)),
            TypeKind::Object(object) => Ok(count(object.attributes().len(), rules)),
            TypeKind::Any => Ok(between(value.range().len_min(), value.range().len_max(), rules)),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(..) => Ok(of_collection(value, rules)),
            _ => {
                let ty = value.ty().clone();
                Err(Fault::late(codes::NO_LENGTH, move || {
                    format!("{} has no length", crate::convert::describe(&ty))
                }))
            }
        }
    })
}

/// The number of characters of a string; unknown within its bounds for an unknown.
pub fn text_length(value: &Value, rules: &Rules) -> Value {
    match value.as_str() {
        Some(text) => count(crate::characters(text), rules),
        None => {
            let TextLength { least, most, .. } = TextLength::of(value);
            within(least, most, rules)
        }
    }
}

fn of_collection(value: &Value, rules: &Rules) -> Value {
    match (crate::range::known_length(value), value.data()) {
        (Some((low, high)), _) if low == high => count(high, rules),
        (Some((low, high)), _) => between(low, Some(high), rules),
        (None, Data::Unknown(range)) => {
            let range = range.hull();
            between(range.len_min(), range.len_max(), rules)
        }
        (None, _) => between(0, None, rules),
    }
}

fn number_type(rules: &Rules) -> Type {
    if rules.int_literals { Type::INT } else { Type::NUMBER }
}

fn count(length: usize, rules: &Rules) -> Value {
    Value::new(number_type(rules), Data::Number(Number::from_len(length)))
}

fn between(low: usize, high: Option<usize>, rules: &Rules) -> Value {
    static ANY: LazyLock<[Value; 2]> =
        LazyLock::new(|| [Rules::hcl(), Rules::exact()].map(|rules| range_of_lengths(0, None, &rules)));
    match (low, high) {
        (0, None) if !rules.int_literals => ANY[usize::from(rules.exact_ranges)].clone(),
        _ => range_of_lengths(low, high, rules),
    }
}

fn range_of_lengths(low: usize, high: Option<usize>, rules: &Rules) -> Value {
    // the maximum length in go-cty is the maximum length of a Go slice
    within(low, if rules.exact_ranges { high.or(Some(i64::MAX as usize)) } else { high }, rules)
}

fn within(low: usize, high: Option<usize>, rules: &Rules) -> Value {
    let bound = |length: usize| Bound { number: Number::from_len(length), inclusive: true };
    let facts = Facts { min: Some(bound(low)), max: high.map(bound), ..Facts::default() };
    collapse(number_type(rules), Range::from_facts(Nullness::Never, facts))
}

/// Decides whether `collection[key]` exists: for lists and tuples a whole number below the length, for maps a
/// key, for objects the name of an attribute. Keys are not converted.
///
/// # Errors
/// Null, and values that have no indices at all.
pub fn has_index(collection: &Value, key: &Value, rules: &Rules) -> Fallible<Value> {
    lift(&[collection, key], rules, |operands| {
        let (collection, key) = (&operands[0], &operands[1]);
        Ok(truth(match collection.ty().kind() {
            TypeKind::Any => Tri::Unknown,
            TypeKind::List(_) => has_position(collection, key, collection.length(), rules),
            TypeKind::Tuple(types) => has_position(collection, key, Some(types.len()), rules),
            TypeKind::Map(..) => has_key(collection, key),
            TypeKind::Object(object) => match (key.as_str(), key.ty()) {
                (Some(name), _) => Tri::known(object.get(name).is_some()),
                (None, ty) if ty.is_any() || *ty == Type::STRING => Tri::Unknown,
                _ => Tri::No,
            },
            _ => {
                let ty = collection.ty().clone();
                return Err(Fault::late(codes::NO_INDEX, move || {
                    format!("{} has no indices", crate::convert::describe(&ty))
                }));
            }
        }))
    })
}

fn has_position(collection: &Value, key: &Value, length: Option<usize>, rules: &Rules) -> Tri {
    let Some(number) = key.as_number() else {
        return if key.ty().is_any() || key.ty().is_numeric() { Tri::Unknown } else { Tri::No };
    };
    let index = number.to_usize();
    match (index, length) {
        (index, Some(length)) => Tri::known(index.is_some_and(|index| index < length)),
        (_, None) if rules.exact_ranges => Tri::Unknown,
        (None, None) => Tri::No,
        (Some(index), None) => {
            let range = collection.range().hull();
            if index < range.len_min() {
                Tri::Yes
            } else if range.len_max().is_some_and(|max| index >= max) {
                Tri::No
            } else {
                Tri::Unknown
            }
        }
    }
}

fn has_key(map: &Value, key: &Value) -> Tri {
    match (key.as_str(), map.data()) {
        (Some(name), Data::Map(_)) => Tri::known(map.get_attr_value(name).is_some()),
        (Some(_), _) => Tri::Unknown,
        (None, _) if key.ty().is_any() || *key.ty() == Type::STRING => Tri::Unknown,
        _ => Tri::No,
    }
}

/// Decides whether a set contains an element. Elements are not converted.
///
/// # Errors
/// Null as the set, and values that are not sets.
pub fn has_element(collection: &Value, element: &Value, rules: &Rules) -> Fallible<Value> {
    let (element, marks) = element.clone().unmark_deep();
    let answer = lift_with(Nulls::Passed, &[collection, &element], rules, &|operands| {
        let (collection, element) = (&operands[0], &operands[1]);
        if collection.is_null() {
            return Err(Fault::new(codes::NULL_OPERAND, "expected a set, found null").argument(0));
        }
        let Some(elements) = collection.elements() else { return Ok(truth(Tri::Unknown)) };
        let TypeKind::Set(ty) = collection.ty().kind() else {
            return Err(Fault::new(codes::NO_INDEX, "only a set has elements without indices"));
        };
        if !ty.is_any() && !element.ty().is_any() && !could_have(ty, element.ty()) {
            return Ok(truth(Tri::No));
        }
        Ok(truth(match set::contains(elements, element) {
            _ if !element.is_known() => Tri::Unknown,
            true => Tri::Yes,
            false if collection.is_wholly_known() && element.is_wholly_known() => Tri::No,
            false if !could_have(ty, element.ty()) => Tri::No,
            false => Tri::Unknown,
        }))
    })?;
    Ok(answer.with_marks(&marks))
}
