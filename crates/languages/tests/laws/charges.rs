//! Every function of every dialect pays for the bytes and elements of each of its arguments: a call with a long argument
//! that has a known result costs as many ticks more than one with a short argument as the page of limits says. Ticks are counted, never time.
//! A new function is covered on the day of its row; those that do not look at the contents of an argument are listed.

use std::collections::{BTreeMap, BTreeSet};

use hclx_core::{Number, Type, TypeKind, Value};
use hclx_eval::functions::Function;
use hclx_eval::{Budget, Dialect, Environment, Scope};

use crate::eval_in;

/// The length of a long string in bytes, and of a long collection.
const LONG: usize = 1 << 16;
const MANY: usize = 1 << 12;
/// The length of short ones.
const SHORT: usize = 8;

/// The steps that the bytes of a long string cost at least, at a tick for eight bytes, and those of the elements of a
/// long collection, at half of what reading one costs.
const STEPS_OF_STRING: u64 = LONG as u64 / 8 / 64 - 8;
const STEPS_OF_ELEMENTS: u64 = MANY as u64 * 8 / 64;

/// The arguments that functions pass on or compare without looking at all of them, by the positions of their parameters.
const UNREAD: &[(&str, &[usize])] = &[
    ("assertnotnull", &[0]),
    ("assumenotnull", &[0]),
    ("can", &[0]),
    ("coalesce", &[0]),
    ("coalescelist", &[0]),
    ("contains", &[1]),
    ("element", &[0]),
    ("ephemeralasnull", &[0]),
    ("equal", &[0, 1]),
    ("hasindex", &[0, 1]),
    ("issensitive", &[0]),
    ("length", &[0]),
    ("nonsensitive", &[0]),
    ("notequal", &[0, 1]),
    ("secret", &[0]),
    ("sensitive", &[0]),
    ("sethaselement", &[1]),
    ("tostring", &[0]),
    ("try", &[0]),
    ("unsecret", &[0]),
];

/// The kinds of arguments for a parameter.
const KINDS: usize = 6;

/// A string of a length, of one of several kinds.
fn string(kind: usize, length: usize) -> Option<String> {
    match kind {
        0 => Some("a".repeat(length)),
        1 => Some("1".repeat(length)),
        2 => Some(format!("[{}1]", "1,".repeat(length / 2))),
        3 => Some("ß".repeat(length / 2)),
        4 => Some(format!("a\n{}", "b\n".repeat(length / 2))),
        5 => Some("YWFh".repeat(length / 4)),
        _ => None,
    }
}

fn texts(count: usize) -> Vec<Value> {
    (0..count).map(|n| Value::string(format!("{n:06}"))).collect()
}

fn map(count: usize) -> Value {
    let text = |n: usize| format!("{n:06}");
    Value::map(Type::STRING, (0..count).map(|n| (text(n).into(), Value::string(text(n)))))
}

/// Elements for a list or set of a type.
fn elements(ty: &Type, count: usize) -> Vec<Value> {
    match ty.kind() {
        TypeKind::List(_) | TypeKind::Set(_) => {
            texts(count).into_iter().map(|text| Value::list(Type::STRING, vec![text])).collect()
        }
        TypeKind::Number | TypeKind::Int => (0..count).map(|n| Value::number(Number::from_len(n))).collect(),
        TypeKind::Bool => vec![Value::TRUE; count],
        _ => texts(count),
    }
}

/// An argument of a type, long or short; `None` for a kind that does not suit the type.
fn argument(ty: &Type, kind: usize, is_long: bool) -> Option<Value> {
    let (length, count) = if is_long { (LONG, MANY) } else { (SHORT, SHORT) };
    Some(match ty.kind() {
        TypeKind::String => Value::string(string(kind, length)?),
        TypeKind::Map(_) | TypeKind::Object(_) if kind == 0 => map(count),
        TypeKind::List(element) | TypeKind::Set(element) if kind == 0 => {
            let parts = elements(element, count);
            let element = parts.first()?.ty().clone();
            match ty.kind() {
                TypeKind::Set(_) => Value::set(element, parts),
                _ => Value::list(element, parts),
            }
        }
        TypeKind::Bool | TypeKind::Number | TypeKind::Int | TypeKind::List(_) | TypeKind::Set(_) => {
            return None;
        }
        TypeKind::Map(_) | TypeKind::Object(_) => return None,
        _ => match kind {
            0 => Value::list(Type::STRING, texts(count)),
            1 => map(count),
            2 => Value::set(Type::STRING, texts(count)),
            _ => Value::string(string(kind - 3, length)?),
        },
    })
}

/// A short argument beside a long one; `kind` tells several apart.
fn beside(ty: &Type, kind: usize) -> Value {
    match ty.kind() {
        TypeKind::Bool => Value::TRUE,
        TypeKind::Number | TypeKind::Int => Value::number(Number::from(2i64)),
        TypeKind::String => Value::string(["2", "sha256", "UTF-16LE", "10.0.0.0/8"][kind % 4]),
        _ => argument(ty, 0, false).unwrap_or(Value::TRUE),
    }
}

/// The steps of a call with a long or a short argument at a position; `None` if it has no result.
fn steps(
    (function, dialect): (&Function, &Dialect),
    at: usize,
    (kind, other): (usize, usize),
    is_long: bool,
) -> Option<u64> {
    let mut scope = Scope::root();
    let parameters = function.signature.parameters.iter().chain(&function.signature.variadic);
    let mut names = Vec::new();
    for (position, parameter) in parameters.enumerate() {
        let value = match position == at {
            true => argument(&parameter.ty, kind, is_long)?,
            false => beside(&parameter.ty, other),
        };
        let name = format!("a{position}");
        scope.define(name.clone(), value);
        names.push(name);
    }
    let src = format!("{}({})", function.row.name, names.join(", "));
    let budget = Budget::default();
    let outcome = eval_in(&src, &scope, &Environment::of(dialect), &budget);
    let is_certain = outcome.diagnostics.is_empty() && outcome.value.is_known() && budget.collect().is_ok();
    is_certain.then(|| budget.used().0)
}

/// The argument positions at which the cost of a call does not depend on the length of the argument. `measured`
/// collects all positions that could be measured.
fn unread(
    dialect: &Dialect,
    measured: &mut BTreeMap<String, BTreeSet<usize>>,
) -> BTreeMap<String, BTreeSet<usize>> {
    let mut unread: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for function in dialect.functions().functions() {
        let name = function.row.name;
        let count = function.signature.parameters.len() + usize::from(function.signature.variadic.is_some());
        for at in 0..count {
            let mut parameters = function.signature.parameters.iter().chain(&function.signature.variadic);
            let Some(parameter) = parameters.nth(at) else { continue };
            for kind in 0..KINDS {
                let call = (function, dialect);
                let cost = |other| {
                    let short = steps(call, at, (kind, other), false)?;
                    Some((steps(call, at, (kind, other), true)?, short))
                };
                let Some((long, short)) = (0..4).find_map(cost) else { continue };
                measured.entry(name.to_owned()).or_default().insert(at);
                let is_string =
                    argument(&parameter.ty, kind, false).is_some_and(|one| one.ty() == &Type::STRING);
                let least = if is_string { STEPS_OF_STRING } else { STEPS_OF_ELEMENTS };
                if long < short + least {
                    unread.entry(name.to_owned()).or_default().insert(at);
                }
            }
        }
    }
    unread
}

#[test]
fn functions_pay_for_what_they_read() {
    let mut measured = BTreeMap::new();
    let mut found: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for dialect in hclx_languages::DIALECTS {
        for (name, positions) in unread(dialect, &mut measured) {
            found.entry(name).or_default().extend(positions);
        }
    }
    assert!(measured.len() > 80, "{} functions", measured.len());
    for (name, positions) in UNREAD {
        assert!(measured.contains_key(*name), "{name} has no call with a known result");
        if let Some(found) = found.get_mut(*name) {
            found.retain(|at| !positions.contains(at));
        }
    }
    found.retain(|_, positions| !positions.is_empty());
    assert!(found.is_empty(), "a function must pay for the contents of its arguments: {found:?}");
}
