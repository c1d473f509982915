//! Functions of sets.

use hclx_core::{Type, TypeKind, Value, convert, in_cty};
use hclx_diag::Fallible;

use super::sequence::{is_element, pay_for_notation};
use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, shape};
use crate::values::mismatch::common_type;
use crate::values::open::is_open;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "sethaselement",
        "(set: set(any), elem: any) -> bool",
        "true if a set contains an element",
        &[("sethaselement([1, 2], 2)", "true")],
        |args| match args.elements(0)? {
            [] => Ok(Value::bool(false)),
            elements => is_element(args.known(1)?, elements, args),
        },
    )
    .any(ALL),
    FunctionRow::new(
        "setintersection",
        "(first_set: set(any), other_sets: set(any)...) -> set(any)",
        "the elements that all sets contain",
        &[("setintersection([1, 2], [2, 3])", "[2]")],
        |args| combine(args, false, |found, sets| found == sets),
    )
    .typed(common_set)
    .any(ALL),
    FunctionRow::new(
        "setsubtract",
        "(a: set(any), b: set(any)) -> set(any)",
        "the elements of one set that no other set contains",
        &[("setsubtract([1, 2], [2, 3])", "[1]")],
        subtract,
    )
    .typed(common_set)
    .any(ALL),
    FunctionRow::new(
        "setunion",
        "(first_set: set(any), other_sets: set(any)...) -> set(any)",
        "the elements that any of the sets contains",
        &[("setunion([1, 2], [2, 3])", "[1, 2, 3]")],
        |args| combine(args, true, |_, _| true),
    )
    .typed(common_set)
    .bounded(shape::union_members)
    .any(ALL),
];

/// The common set type of the arguments: a set of the common element type; empty sets of unknown element type
/// fit any.
fn common_set(args: &Args<'_>) -> Fallible<Type> {
    let mut types = Vec::new();
    for value in args.values {
        match value.ty().kind() {
            TypeKind::Set(element) if element.is_any() && value.length() == Some(0) => {}
            TypeKind::Set(element) => types.push(element.clone()),
            _ => return Ok(Type::set(Type::ANY)),
        }
    }
    let is_open = types.is_empty() || some_are_open(args);
    if is_open {
        let certain = (0..args.count()).flat_map(|position| args.certain(position));
        types.extend(certain.filter(|element| !element.is_null()).map(|element| element.ty().clone()));
        types.retain(|ty| !ty.has_any());
    }
    match common_type(&types, args.rules) {
        _ if types.is_empty() => Ok(Type::set(Type::ANY)),
        None => Err(args.failed("the sets have no common type of elements")),
        Some(_) if is_open => Ok(Type::set(Type::ANY)),
        Some(element) => Ok(Type::set(element)),
    }
}

/// Returns `true` if the type of an element, and therefore the common type of the sets, is unknown.
fn some_are_open(args: &Args<'_>) -> bool {
    !args.rules.exact_ranges && args.values.iter().any(|value| is_open(value, args.rules))
}

/// The sets converted to the common type.
fn sets(args: &Args<'_>, with_unknown: bool) -> Result<Vec<Value>, EarlyReturn> {
    let mut sets = Vec::new();
    for (position, value) in args.values.iter().enumerate() {
        if some_are_open(args) || !value.is_known() || (!with_unknown && !value.is_wholly_known()) {
            return Err(EarlyReturn::Unknown);
        }
        pay_for_notation(value)?;
        sets.push(convert(value, &args.result, args.rules).map_err(|fault| fault.argument(position))?);
    }
    Ok(sets)
}

fn combine(args: &Args<'_>, with_unknown: bool, keep: fn(usize, usize) -> bool) -> Answer {
    let sets = sets(args, with_unknown)?;
    let element = args.result.element().cloned().unwrap_or(Type::ANY);
    let all: Vec<Value> = sets.iter().flat_map(|set| set.elements().unwrap_or_default()).cloned().collect();
    args.budget.spend(48 * all.len() as u64)?;
    let mut counts: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for value in &all {
        *counts.entry(value.to_string()).or_default() += 1;
    }
    let kept: Vec<Value> =
        all.into_iter().filter(|value| keep(counts[&value.to_string()], sets.len())).collect();
    // an open element type accepts all elements, but the elements of one set have one type
    let mut types = kept.iter().filter(|value| !value.is_null()).map(|value| in_cty(value.ty()));
    let first = types.next();
    if element.has_any() && !args.rules.extended && types.any(|ty| Some(ty) != first) {
        return Err(args.failed("the elements must all have the same type").into());
    }
    Ok(Value::set(element, kept))
}

fn subtract(args: &Args<'_>) -> Answer {
    let sets = sets(args, false)?;
    let element = args.result.element().cloned().unwrap_or(Type::ANY);
    let of = |set: &Value| set.elements().unwrap_or_default().to_vec();
    let removed: std::collections::HashSet<String> = of(&sets[1]).iter().map(ToString::to_string).collect();
    let kept = of(&sets[0]).into_iter().filter(|value| !removed.contains(&value.to_string())).collect();
    Ok(Value::set(element, kept))
}
