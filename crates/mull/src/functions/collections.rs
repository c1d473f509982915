//! Functions on arrays.

use std::cmp::Ordering;

use hclx_core::{Number, Refiner, Tri, Type, Value, order};
use hclx_diag::mull_codes::ARGUMENT_TYPE;
use hclx_diag::{Fallible, Fault};

use super::{Answer, Arguments, Call, EarlyReturn, MAX_RESULT, Row, failed, shared, too_large};
use crate::ty::{Ty, TyKind};
use crate::value::Val;

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "length",
        "(c: string | T[] | map[K, V] | {}) -> int",
        "the number of characters, elements or entries",
        &[("length(\"aé\")", "2"), ("length([1, 2])", "2")],
        length,
    )
    .bounded(length_bounds),
    Row::new(
        "contains",
        "(c: T[] | string, x: any) -> bool",
        "true if an element equals the value, or if the string contains the other one",
        &[("contains([1, 2], 2)", "true"), ("contains(\"hello\", \"ell\")", "true")],
        contains,
    )
    .typed(contains_type),
    Row::new(
        "concat",
        "(arrays: T[]...) -> T[]",
        "the elements of all arrays",
        &[("concat([1], [2, 3])", "[1,2,3]")],
        concat,
    ),
    Row::new(
        "flatten",
        "(a: any?[]) -> any[]",
        "the elements, with nested arrays replaced by their elements",
        &[("flatten([1, [2, [3]]])", "[1,2,3]")],
        flatten,
    )
    .typed(flattened),
    Row::new(
        "compact",
        "(a: T?[]) -> T[]",
        "the elements that are neither null nor an empty string",
        &[("compact([\"a\", \"\", null])", "[\"a\"]")],
        compact,
    )
    .typed(compacted),
    Row::new(
        "distinct",
        "(a: T[]) -> T[]",
        "the elements without duplicates",
        &[("distinct([1, 2, 1])", "[1,2]")],
        distinct,
    ),
    Row::new(
        "reverse",
        "(a: T[]) -> T[]",
        "the elements from last to first",
        &[("reverse([1, 2])", "[2,1]")],
        |call| Ok(Val::array(call.array(0)?.iter().rev().cloned().collect())),
    ),
    Row::new(
        "sort",
        "(a: string[] | number[]) -> any[]",
        "the elements, sorted: strings by code points, numbers by value",
        &[("sort([\"b\", \"a\"])", "[\"a\",\"b\"]")],
        sort,
    )
    .typed(same_elements),
    Row::new(
        "slice",
        "(a: T[], i: int, j: int) -> T[]",
        "the elements from index `i` to `j` (exclusive)",
        &[("slice([1, 2, 3], 1, 3)", "[2,3]")],
        slice,
    ),
    Row::new(
        "element",
        "(a: T[], i: int) -> T",
        "the element at the index, which wraps around",
        &[("element([1, 2, 3], 4)", "2"), ("element([1, 2, 3], -1)", "3")],
        element,
    ),
    Row::new(
        "index",
        "(a: T[], x: any) -> int",
        "the index of the first element that equals the value",
        &[("index([\"a\", \"b\"], \"b\")", "1")],
        index,
    )
    .typed(index_type),
    Row::new(
        "anytrue",
        "(a: bool[]) -> bool",
        "true if any element is true",
        &[("anytrue([false, true])", "true")],
        |call| shared::run("anytrue", call),
    ),
    Row::new(
        "alltrue",
        "(a: bool[]) -> bool",
        "true if all elements are true",
        &[("alltrue([])", "true")],
        |call| shared::run("alltrue", call),
    ),
];

fn array(values: Vec<Val>) -> Answer {
    if values.len() > MAX_RESULT { Err(too_large("the array")) } else { Ok(Val::array(values)) }
}

/// The common type of the elements of an array or tuple.
fn element_type(arguments: &Arguments<'_>, position: usize) -> Ty {
    elements(arguments, &arguments.tys[position])
}

fn elements(arguments: &Arguments<'_>, ty: &Ty) -> Ty {
    match arguments.types.resolve(ty).kind() {
        TyKind::Array(element) => element.clone(),
        TyKind::Tuple(members) => arguments.types.join_all(members),
        _ => Ty::any(),
    }
}

fn length(call: &Call<'_>) -> Answer {
    let length = match &call.args[0] {
        Val::String(text) => text.chars().count(),
        Val::Array(elements) => elements.len(),
        Val::Object(fields) => fields.len(),
        Val::Unknown(_) => return Err(EarlyReturn::Unknown),
        _ => return Err(call.wrong(0, "string, array or map")),
    };
    Ok(Val::Number(Number::from_len(length)))
}

/// The result of `length` for an unknown string, with its bounds.
fn length_bounds(call: &Call<'_>) -> Option<Val> {
    let Val::Unknown(text) = &call.args[0] else { return None };
    let range = text.range();
    let prefix = range.prefix().map_or(0, |prefix| prefix.chars().count());
    let least = Number::from_len(range.len_min().max(prefix));
    let mut length = Refiner::new(Value::unknown(Type::INT)).not_null().ok()?.min(least, true).ok()?;
    if let Some(most) = range.len_max() {
        length = length.max(Number::from_len(most), true).ok()?;
    }
    Some(Val::from_core(&length.finish().ok()?))
}

fn contains_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let (whole, part) = (&arguments.tys[0], &arguments.tys[1]);
    // `any` is also assignable to a string, but may turn out to be an array.
    let of_text = arguments.types.assignable(whole, &Ty::string()) && !whole.is_any();
    let element = if of_text { Ty::string() } else { element_type(arguments, 0) };
    let fits = if of_text {
        arguments.types.assignable(part, &element)
    } else {
        overlaps(arguments, &element, part)
    };
    if fits {
        return Ok(Ty::bool());
    }
    let (expected, found) =
        (arguments.types.show_short(&element), arguments.types.show_short(&part.widened()));
    Err(Fault::new(ARGUMENT_TYPE, format!("`x`: expected `{expected}`, found `{found}`")).argument(1))
}

fn overlaps(arguments: &Arguments<'_>, element: &Ty, value: &Ty) -> bool {
    element.is_any() || value.is_any() || arguments.types.overlap(element, value)
}

fn contains(call: &Call<'_>) -> Answer {
    if let (Val::String(text), Val::String(part)) = (&call.args[0], &call.args[1]) {
        return Ok(Val::Bool(text.contains(&**part)));
    }
    if matches!(call.args[0], Val::String(_)) {
        return Err(if call.args[1].is_known() { call.wrong(1, "string") } else { EarlyReturn::Unknown });
    }
    let mut unknown = false;
    for element in call.array(0)? {
        match call.same(element, &call.args[1])? {
            Tri::Yes => return Ok(Val::Bool(true)),
            Tri::No => {}
            // An equal element decides even after unknown ones.
            Tri::Unknown => unknown = true,
        }
    }
    if unknown { Err(EarlyReturn::Unknown) } else { Ok(Val::Bool(false)) }
}

fn concat(call: &Call<'_>) -> Answer {
    let mut joined = Vec::new();
    for position in 0..call.args.len() {
        joined.extend_from_slice(call.array(position)?);
        if joined.len() > MAX_RESULT {
            return Err(too_large("the array"));
        }
    }
    array(joined)
}

fn flattened(arguments: &Arguments<'_>) -> Fallible<Ty> {
    /// Collects the types of the elements that are not arrays.
    fn leaves(arguments: &Arguments<'_>, ty: &Ty, depth: u32, found: &mut Vec<Ty>) {
        let resolved = arguments.types.resolve(ty);
        match resolved.kind() {
            // Recursive types have no end.
            _ if depth > 64 => found.push(Ty::any()),
            TyKind::Array(element) => leaves(arguments, element, depth + 1, found),
            TyKind::Tuple(members) | TyKind::Union(members) => {
                members.iter().for_each(|member| leaves(arguments, member, depth + 1, found));
            }
            _ => found.push(ty.clone()),
        }
    }
    let mut found = Vec::new();
    leaves(arguments, &arguments.tys[0], 0, &mut found);
    Ok(Ty::array(arguments.types.join_all(&found)))
}

fn flatten(call: &Call<'_>) -> Answer {
    let mut flat = Vec::new();
    // Values may nest deeply, so a list of open arrays replaces recursion.
    let mut open: Vec<std::slice::Iter<'_, Val>> = vec![call.array(0)?.iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            None => {
                open.pop();
            }
            Some(Val::Array(elements)) => open.push(elements.iter()),
            // An unknown primitive is an element; anything else may be an array.
            Some(Val::Unknown(value)) if !value.ty().is_primitive() => return Err(EarlyReturn::Unknown),
            Some(value) => flat.push(value.clone()),
        }
        if flat.len() > MAX_RESULT {
            return Err(too_large("the array"));
        }
    }
    array(flat)
}

fn compacted(arguments: &Arguments<'_>) -> Fallible<Ty> {
    Ok(Ty::array(element_type(arguments, 0).without_none()))
}

fn compact(call: &Call<'_>) -> Answer {
    let elements = call.array(0)?;
    // An unknown element may be null or empty, so even the length of the result is unknown.
    if elements.iter().any(|element| !element.is_known()) {
        return Err(EarlyReturn::Unknown);
    }
    let is_empty = |value: &Val| match value {
        Val::Null | Val::Undefined => true,
        Val::String(text) => text.is_empty(),
        _ => false,
    };
    array(elements.iter().filter(|element| !is_empty(element)).cloned().collect())
}

/// `distinct`. Equal values have equal keys: numbers print alike in any spelling.
fn distinct(call: &Call<'_>) -> Answer {
    let mut seen = crate::maps::HashSet::default();
    let mut kept = Vec::new();
    for element in call.array(0)? {
        let key = call.identity(element)?;
        if seen.insert(key) {
            kept.push(element.clone());
        }
    }
    array(kept)
}

fn same_elements(arguments: &Arguments<'_>) -> Fallible<Ty> {
    Ok(Ty::array(element_type(arguments, 0).widened()))
}

fn sort(call: &Call<'_>) -> Answer {
    let mut sorted = call.array(0)?.to_vec();
    if sorted.iter().any(|element| !element.is_known()) {
        return Err(EarlyReturn::Unknown);
    }
    order::sort(&mut sorted, |a, b| match (a, b) {
        (Val::String(a), Val::String(b)) => order::strings(a, b),
        (Val::Number(a), Val::Number(b)) => a.compare(b),
        _ => Ordering::Equal,
    });
    array(sorted)
}

fn slice(call: &Call<'_>) -> Answer {
    let elements = call.array(0)?;
    let (start, end) = (call.int(1)?, call.int(2)?);
    let count = elements.len();
    let within = |position: usize, index: i64, least: usize| {
        let index = usize::try_from(index).ok().filter(|index| (least..=count).contains(index));
        index.ok_or_else(|| failed(position, format!("the index must be from {least} to {count}")))
    };
    let start = within(1, start, 0)?;
    let end = within(2, end, start)?;
    array(elements[start..end].to_vec())
}

fn element(call: &Call<'_>) -> Answer {
    let elements = call.array(0)?;
    if elements.is_empty() {
        return Err(failed(0, "the array is empty"));
    }
    // The Euclidean remainder is never negative, so -1 is the last element.
    let index = call.int(1)?.rem_euclid(elements.len() as i64);
    Ok(elements[index as usize].clone())
}

fn index_type(arguments: &Arguments<'_>) -> Fallible<Ty> {
    let element = element_type(arguments, 0);
    if overlaps(arguments, &element, &arguments.tys[1]) {
        return Ok(Ty::int());
    }
    let (expected, found) =
        (arguments.types.show_short(&element), arguments.types.show_short(&arguments.tys[1].widened()));
    Err(Fault::new(ARGUMENT_TYPE, format!("`x`: expected `{expected}`, found `{found}`")).argument(1))
}

fn index(call: &Call<'_>) -> Answer {
    for (position, element) in call.array(0)?.iter().enumerate() {
        match call.same(element, &call.args[1])? {
            Tri::Yes => return Ok(Val::Number(Number::from_len(position))),
            Tri::No => {}
            // An unknown element before an equal one may be the first.
            Tri::Unknown => return Err(EarlyReturn::Unknown),
        }
    }
    Err(failed(1, format!("no element of the array equals {}", call.args[1].show())))
}
