//! Functions on maps and objects.

use std::sync::Arc;

use hclx_diag::mull_codes::{ARGUMENT_TYPE, FUNCTION_FAILED, MAYBE_NOTHING};
use hclx_diag::{Fallible, Fault};

use super::{Answer, Arguments, Call, EarlyReturn, Row, failed};
use crate::ty::{Literal, Prop, Ty, TyKind};
use crate::value::{Fields, KeyKind, Val};

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "has",
        "(m: map[K, V] | {}, k: any) -> bool",
        "true if the map has the key, even if its value is null",
        &[("has({ \"a\": null }, \"a\")", "true")],
        has,
    )
    .typed(|arguments| check_key(arguments).map(|()| Ty::bool())),
    Row::new(
        "lookup",
        "(m: map[K, V] | {}, k: any, d: any?) -> any",
        "the value of the key, or the default",
        &[("lookup({ \"a\": 1 }, \"b\", 0)", "0")],
        lookup,
    )
    .typed(lookup_type)
    .standing_in(|call| is_missing(call).ok().filter(|missing| *missing).map(|_| 2)),
    Row::new(
        "keys",
        "(m: map[K, any?]) -> K[]",
        "the keys, sorted",
        &[("keys({ \"b\": 1, \"a\": 2 })", "[\"a\",\"b\"]")],
        keys,
    ),
    Row::new(
        "values",
        "(m: map[K, V]) -> V[]",
        "the values in the order of their keys",
        &[("values({ \"b\": 1, \"a\": 2 })", "[2,1]")],
        values,
    )
    .typed(values_type),
    Row::new(
        "merge",
        "(maps: map[any, any?]...) -> any",
        "the merged entries of all maps; for duplicate keys, the last one counts",
        &[("merge({ \"a\": 1 }, { \"b\": 2 })", "{\"a\":1,\"b\":2}")],
        merge,
    )
    .typed(merge_type),
    Row::new(
        "zipmap",
        "(ks: (bool | number | string)[], vs: V[]) -> map[string, V]",
        "a map from keys to values",
        &[("zipmap([\"a\", \"b\"], [1, 2])", "{\"a\":1,\"b\":2}")],
        zipmap,
    )
    .typed(zipmap_type),
];

/// The key type and the value type of a map or of an object's properties.
fn parts(arguments: &Arguments<'_>, ty: &Ty) -> (Ty, Ty) {
    if let TyKind::Map { key, value } = arguments.types.resolve(ty).kind() {
        return (key.clone(), value.clone());
    }
    match arguments.types.properties_of(ty) {
        Some(properties) => {
            let all: Vec<Ty> = properties.iter().map(|property| property.ty.clone()).collect();
            (Ty::string(), arguments.types.join_all(&all))
        }
        None => (Ty::any(), Ty::any()),
    }
}

fn check_key(arguments: &Arguments<'_>) -> Fallible<()> {
    let (key, _) = parts(arguments, &arguments.tys[0]);
    let found = &arguments.tys[1];
    if key.is_any() || arguments.types.assignable(found, &key) {
        return Ok(());
    }
    let (expected, found) = (arguments.types.show_short(&key), arguments.types.show_short(&found.widened()));
    Err(Fault::new(ARGUMENT_TYPE, format!("`k`: expected `{expected}`, found `{found}`")).argument(1))
}

/// An argument as the key of a map.
fn key(call: &Call<'_>, position: usize) -> Result<Arc<str>, EarlyReturn> {
    match &call.args[position] {
        Val::Unknown(_) => Err(EarlyReturn::Unknown),
        value => value.primitive_text().ok_or_else(|| call.wrong(position, "bool, number or string")),
    }
}

fn has(call: &Call<'_>) -> Answer {
    let (fields, key) = (call.object(0)?, key(call, 1)?);
    // An undefined property is absent from the output, so it is not an entry of the map.
    Ok(Val::Bool(fields.get(&key).is_some_and(|value| !matches!(value, Val::Undefined))))
}

/// Checks that a default has the type of the map's values.
fn check_default(arguments: &Arguments<'_>, value: &Ty) -> Fallible<()> {
    // A literal may fit where its base does not.
    let default = match arguments.literals.get(2).and_then(Option::as_ref) {
        Some(literal) => Ty::literal(literal.clone()),
        None => arguments.tys[2].clone(),
    };
    match arguments.types.mismatch(&default, value) {
        None => Ok(()),
        Some(mismatch) if default.is_none() || mismatch.code() == MAYBE_NOTHING => Err(no_default(arguments)),
        Some(mismatch) => {
            Err(mismatch.with_code(ARGUMENT_TYPE).reworded(|message| format!("`d`: {message}")).argument(2))
        }
    }
}

fn no_default(arguments: &Arguments<'_>) -> Fault {
    let found = arguments.types.show_short(&arguments.tys[2]);
    Fault::new(MAYBE_NOTHING, format!("`d` must not be null or undefined, found `{found}`")).argument(2)
}

fn lookup_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    check_key(arguments)?;
    let (map, default) = (&arguments.tys[0], &arguments.tys[2]);
    let (_, value) = parts(arguments, map);
    // The values of a map have a declared type, which the default must have too.
    if matches!(arguments.types.resolve(map).kind(), TyKind::Map { .. }) {
        check_default(arguments, &value)?;
        return Ok(value);
    }
    if default.has_none() {
        return Err(no_default(arguments));
    }
    let Some(properties) = arguments.types.properties_of(map) else { return Ok(Ty::any()) };
    let join = |ty: &Ty| arguments.types.join(ty, &default.widened());
    match arguments.literals.get(1).and_then(Option::as_ref) {
        Some(Literal::String(name)) => Ok(match properties.iter().find(|property| property.name == name) {
            Some(property) => join(property.ty),
            None => default.widened(),
        }),
        _ => Ok(if properties.is_empty() { default.widened() } else { join(&value) }),
    }
}

/// Returns `true` if the map has no value for the key.
fn is_missing(call: &Call<'_>) -> Result<bool, EarlyReturn> {
    let (fields, key) = (call.object(0)?, key(call, 1)?);
    Ok(matches!(fields.get(&key), Some(Val::Undefined) | None))
}

fn lookup(call: &Call<'_>) -> Answer {
    if is_missing(call)? {
        return Ok(call.args[2].clone());
    }
    let (fields, key) = (call.object(0)?, key(call, 1)?);
    fields.get(&key).cloned().ok_or(EarlyReturn::Unknown)
}

/// The kind of the keys of the first argument.
fn key_kind(call: &Call<'_>) -> KeyKind {
    match call.types.resolve(&call.tys[0]).kind() {
        TyKind::Map { key, .. } => KeyKind::of(&call.types.resolve(key)),
        _ => KeyKind::String,
    }
}

fn keys(call: &Call<'_>) -> Answer {
    let (fields, kind) = (call.object(0)?, key_kind(call));
    Ok(Val::array(fields.sorted(kind).into_iter().map(|(key, _)| kind.value(key)).collect()))
}

fn values_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    Ok(Ty::array(parts(arguments, &arguments.tys[0]).1))
}

fn values(call: &Call<'_>) -> Answer {
    let (fields, kind) = (call.object(0)?, key_kind(call));
    Ok(Val::array(fields.sorted(kind).into_iter().map(|(_, value)| value.clone()).collect()))
}

/// The type of `merge`: objects result in an object with the properties of all, other arguments in a map.
fn merge_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let objects: Option<Vec<_>> = arguments.tys.iter().map(|ty| arguments.types.properties_of(ty)).collect();
    if let Some(objects) = objects {
        let mut merged: Vec<Prop> = Vec::new();
        for property in objects.into_iter().flatten() {
            let prop = Prop::new(Arc::clone(property.name), property.ty.clone(), property.may_be_absent);
            match merged.iter_mut().find(|before| before.name == *property.name) {
                // an absent property leaves the earlier one unchanged
                Some(before) if prop.optional => before.ty = arguments.types.join(&before.ty, &prop.ty),
                Some(before) => *before = prop,
                None => merged.push(prop),
            }
        }
        return Ok(Ty::object(merged));
    }
    let (keys, values): (Vec<Ty>, Vec<Ty>) = arguments.tys.iter().map(|ty| parts(arguments, ty)).unzip();
    if arguments.tys.iter().any(Ty::is_any) {
        return Ok(Ty::any());
    }
    Ok(Ty::map(arguments.types.join_all(&keys), arguments.types.join_all(&values)))
}

fn merge(call: &Call<'_>) -> Answer {
    let mut merged = Fields::new();
    for position in 0..call.args.len() {
        for (key, value) in call.object(position)?.iter() {
            // An absent property leaves the earlier entry unchanged.
            if !matches!(value, Val::Undefined) {
                merged.insert(Arc::clone(key), value.clone());
            }
        }
    }
    Ok(Val::fields(merged))
}

fn zipmap_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let element = |ty: &Ty| match arguments.types.resolve(ty).kind() {
        TyKind::Array(element) => element.clone(),
        TyKind::Tuple(members) => arguments.types.join_all(members),
        _ => Ty::any(),
    };
    let keys = element(&arguments.tys[0]);
    let keys = if keys.is_any() { Ty::string() } else { keys.widened() };
    Ok(Ty::map(keys, element(&arguments.tys[1])))
}

fn zipmap(call: &Call<'_>) -> Answer {
    let (keys, values) = (call.array(0)?, call.array(1)?);
    if keys.len() != values.len() {
        let message = format!("found {} keys and {} values", keys.len(), values.len());
        return Err(Fault::new(FUNCTION_FAILED, message).argument(1).into());
    }
    let mut fields = Fields::new();
    for (key, value) in keys.iter().zip(values) {
        let text = match key {
            // It may equal another key, so even the number of entries is unknown.
            Val::Unknown(_) => return Err(EarlyReturn::Unknown),
            key => {
                key.primitive_text().ok_or_else(|| failed(0, format!("{} cannot be a key", key.show())))?
            }
        };
        fields.insert(text, value.clone());
    }
    Ok(Val::fields(fields))
}
