//! Functions that search collections: `one`, `index`, `alltrue`, `matchkeys`, `setproduct`.

use std::collections::HashSet;

use hclx_core::{Members, Number, Tri, Type, TypeKind, Value, convert};
use hclx_diag::{Fallible, Ordered, Step};

use super::sequence::{equal, in_result_type, pay_for_notation};
use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, shape};
use crate::values::mismatch::common_type;
use crate::values::narrow::{narrowed, with_lengths};
use crate::values::open::is_open;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "alltrue",
        "(list: list(bool)) -> bool",
        "true if all elements of a list are true, or the list is empty",
        &[
            ("alltrue([\"true\", true])", "true"),
            ("alltrue([true, false])", "false"),
            ("alltrue([])", "true"),
        ],
        |args| truths(args, false),
    ),
    FunctionRow::new(
        "anytrue",
        "(list: list(bool)) -> bool",
        "true if any element of a list is true",
        &[("anytrue([true, false])", "true"), ("anytrue([])", "false")],
        |args| truths(args, true),
    ),
    FunctionRow::new(
        "index",
        "(list: any, value: any) -> int",
        "the index of the first element that equals a value, from 0",
        &[("index([\"a\", \"b\", \"c\"], \"b\")", "1")],
        position,
    )
    .typed(|args| match args.get(0).ty().kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => Ok(args.result.clone()),
        _ => args.wrong_type(0, "a list or tuple"),
    })
    .bounded(|args, unknown| {
        let unknown = narrowed(unknown, |refiner| refiner.min(Number::ZERO, true));
        match args.get(0).range().len_max().or_else(|| args.get(0).length()) {
            Some(most) => narrowed(unknown, |refiner| refiner.max(Number::from_len(most), false)),
            None => unknown,
        }
    }),
    FunctionRow::new(
        "matchkeys",
        "(values: list(any), keys: list(any), searchset: list(any)) -> list(any)",
        "the elements of a list whose keys, in a second list, are among those of a third",
        &[("matchkeys([\"i-1\", \"i-2\", \"i-3\"], [\"a\", \"b\", \"a\"], [\"a\"])", "[\"i-1\", \"i-3\"]")],
        matching,
    )
    .typed(|args| match key_type(args) {
        Some(_) => Ok(args.get(0).ty().clone()),
        None => Err(args.failed("`keys` and `searchset` must have a common type").argument(2)),
    })
    .bounded(|args, unknown| with_lengths(unknown, 0, args.get(0).range().len_max())),
    FunctionRow::new(
        "one",
        "(list: any) -> any",
        "the only element of a list, set or tuple, or null if it is empty",
        &[("one([\"a\"])", "\"a\""), ("one([])", "null")],
        |args| Ok(args.elements(0)?.first().cloned().unwrap_or_else(|| Value::null(args.result.clone()))),
    )
    .typed(only_type)
    .bounded(shape::only_element)
    .nullable(),
    FunctionRow::new(
        "setproduct",
        "(sets: any...) -> any",
        "the Cartesian product of several sets or lists",
        &[("setproduct([\"a\", \"b\"], [1, 2])", "[[\"a\", 1], [\"a\", 2], [\"b\", 1], [\"b\", 2]]")],
        product,
    )
    .typed(product_type)
    .bounded(product_lengths)
    .marks(ALL),
    FunctionRow::new(
        "transpose",
        "(values: map(list(string))) -> map(list(string))",
        "a map of lists, inverted: from each element to the keys whose lists contain it",
        &[("transpose({ a = [\"1\", \"2\"], b = [\"2\"] })", "{ \"1\" = [\"a\"], \"2\" = [\"a\", \"b\"] }")],
        transposed,
    ),
];

/// The result of `alltrue` or `anytrue`: `wanted` if an element with that value decides, the opposite if
/// there is none.
fn truths(args: &Args<'_>, wanted: bool) -> Answer {
    let mut open = false;
    for element in args.elements(0)? {
        // Null is not true.
        match element.as_bool().or(element.is_null().then_some(false)) {
            Some(truth) if truth == wanted => return Ok(Value::bool(wanted)),
            Some(_) => {}
            None if args.rules.exact_ranges && !wanted => return Err(EarlyReturn::Unknown),
            None => open = true,
        }
    }
    if open { Err(EarlyReturn::Unknown) } else { Ok(Value::bool(!wanted)) }
}

fn position(args: &Args<'_>) -> Answer {
    let elements = args.elements(0)?;
    let wanted = args.get(1);
    if elements.is_empty() {
        return Err(args.fault(0, "must not be empty").into());
    }
    for (at, element) in elements.iter().enumerate() {
        match equal(element, wanted, args)? {
            Tri::Yes => return Ok(in_result_type(args, args.numeric(Number::from_len(at)))),
            Tri::No => {}
            Tri::Unknown => return Err(EarlyReturn::Unknown),
        }
    }
    let found = crate::values::describe::value(wanted);
    Err(args.fault(1, format!("is {found}, which is not an element of the list")).into())
}

fn key_type(args: &Args<'_>) -> Option<Type> {
    common_type(&[args.get(1).ty().clone(), args.get(2).ty().clone()], args.rules)
}

/// `matchkeys`. Keys of one type that are equal print equally, so long lists do not take quadratic time.
fn matching(args: &Args<'_>) -> Answer {
    let values = args.elements(0)?;
    let keys = args.elements(1)?;
    if values.len() != keys.len() {
        let message = format!("must have one key for each value, found {} for {}", keys.len(), values.len());
        return Err(args.fault(1, message).into());
    }
    let list = |values| Value::list(args.get(0).ty().element().cloned().unwrap_or(Type::ANY), values);
    if args.elements(2)?.is_empty() {
        return Ok(list(Vec::new()));
    }
    let ty = key_type(args).ok_or(EarlyReturn::Unknown)?;
    let as_common = |position: usize| {
        pay_for_notation(args.get(position))?;
        convert(args.wholly(position)?, &ty, args.rules)
            .map_err(|fault| EarlyReturn::from(fault.argument(position)))
    };
    let (keys, searched) = (as_common(1)?, as_common(2)?);
    let searched: HashSet<String> =
        searched.elements().unwrap_or_default().iter().map(ToString::to_string).collect();
    let kept = keys.elements().unwrap_or_default().iter().zip(values);
    let kept = kept.filter(|(key, _)| searched.contains(&key.to_string()));
    Ok(list(kept.map(|(_, value)| value.clone()).collect()))
}

/// The type of the only element of a list, set or tuple.
pub fn only_type(args: &Args<'_>) -> Fallible<Type> {
    let list = args.get(0);
    let (ty, length) = match list.ty().kind() {
        TypeKind::List(element) | TypeKind::Set(element) => (element.clone(), list.length()),
        TypeKind::Tuple(types) => (types.first().cloned().unwrap_or(Type::ANY), Some(types.len())),
        _ => return args.wrong_type(0, "a list, set or tuple"),
    };
    let least = length.unwrap_or_else(|| list.range().len_min());
    if least > 1 {
        let exactly = if length.is_some() { "" } else { "at least " };
        return Err(args.fault(0, format!("must have at most one element, found {exactly}{least}")));
    }
    Ok(ty)
}

/// The type of `setproduct`: a list in order if all arguments are lists or tuples, otherwise a set.
fn product_type(args: &Args<'_>) -> Fallible<Type> {
    if args.count() < 2 {
        return Err(args.failed(format!("takes at least two sets or lists, found {}", args.count())));
    }
    let mut elements = Vec::new();
    let mut ordered = true;
    for (position, value) in args.values.iter().enumerate() {
        elements.push(match value.ty().kind() {
            TypeKind::List(element) => element.clone(),
            TypeKind::Set(element) => {
                ordered = false;
                element.clone()
            }
            TypeKind::Tuple(types) if types.is_empty() => Type::ANY,
            TypeKind::Tuple(_) if is_open_tuple(args, value) => Type::ANY,
            TypeKind::Tuple(types) => common_type(types, args.rules)
                .ok_or_else(|| args.fault(position, "must have elements of one type"))?,
            _ => return args.wrong_type(position, "a list, set or tuple"),
        });
    }
    let element = Type::tuple(elements);
    Ok(if ordered { Type::list(element) } else { Type::set(element) })
}

/// Returns `true` if a tuple has elements of unknown type, so that their common type is unknown.
fn is_open_tuple(args: &Args<'_>, value: &Value) -> bool {
    !args.rules.exact_ranges && value.ty().as_tuple().is_some() && is_open(value, args.rules)
}

fn product(args: &Args<'_>) -> Answer {
    if args.values.iter().any(|value| is_open_tuple(args, value)) {
        return Err(EarlyReturn::Unknown);
    }
    let element = args.result.element().cloned().unwrap_or(Type::ANY);
    let types = element.as_tuple().unwrap_or_default();
    let mut lists = Vec::new();
    for (position, ty) in types.iter().enumerate() {
        let convert = |(at, part): (usize, &Value)| {
            convert(part, ty, args.rules).map_err(|fault| fault.within(Step::Index(at)).argument(position))
        };
        let parts: Fallible<Vec<Value>> = args.elements(position)?.iter().enumerate().map(convert).collect();
        lists.push(parts?);
    }
    let total = lists.iter().fold(1u64, |total, list| total.saturating_mul(list.len() as u64));
    // Each row is built from shorter ones.
    hclx_core::pay_bytes(total.saturating_mul(48 * (lists.len() as u64 + 1)))?;
    hclx_core::pay(total.saturating_mul(64 * (lists.len() as u64 + 1)))?;
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for list in &lists {
        let longer = |row: &Vec<Value>, part: &Value| row.iter().chain([part]).cloned().collect();
        rows = rows.iter().flat_map(|row| list.iter().map(move |part| longer(row, part))).collect();
    }
    let rows = rows.into_iter().map(Value::tuple).collect();
    Ok(match args.result.kind() {
        TypeKind::List(_) if total > 0 => Value::list(element, rows),
        TypeKind::List(_) => Value::list(element, Vec::new()),
        _ => Value::set(element, rows),
    })
}

/// Sets the maximum length: the product of the lengths. A set may have fewer elements, but it is not empty if
/// no argument is empty.
fn product_lengths(args: &Args<'_>, unknown: Value) -> Value {
    let (mut least, mut most) = (1usize, Some(1usize));
    for value in args.values {
        let known = value.ty().as_tuple().map(<[Type]>::len).or_else(|| value.length());
        let range = value.range();
        least = least.saturating_mul(known.unwrap_or_else(|| range.len_min()));
        most =
            most.zip(known.or_else(|| range.len_max())).and_then(|(most, length)| most.checked_mul(length));
    }
    let is_set = matches!(unknown.ty().kind(), TypeKind::Set(_));
    let product = with_lengths(unknown, if is_set { least.min(1) } else { least }, most);
    // every element is in a row, unless there are no rows
    let marks = args.values.iter().filter(|_| least > 0).map(Value::marks_within);
    marks.fold(product, |product, marks| product.with_marks(&marks))
}

fn transposed(args: &Args<'_>) -> Answer {
    let map = args.get(0);
    let null = |path: String| args.fault(0, format!("must not contain null, found null at {path}"));
    let has_null = |(key, list): &(std::sync::Arc<str>, Value)| match list.elements() {
        _ if list.is_null() => Some(null(format!("[\"{key}\"]"))),
        elements => elements?.iter().position(Value::is_null).map(|at| null(format!("[\"{key}\"][{at}]"))),
    };
    let certain = Members::of(map);
    if let Some(fault) = certain.entries().iter().find_map(has_null).filter(|_| map.definitely_not_null()) {
        return Err(fault.into());
    }
    let mut found: Ordered<std::sync::Arc<str>, Vec<Value>> = Ordered::new();
    for (key, list) in args.wholly(0)?.iter_entries() {
        let elements = list.elements().ok_or_else(|| null(format!("[\"{key}\"]")))?;
        args.budget.spend(64 * elements.len() as u64)?;
        for (at, element) in elements.iter().enumerate() {
            let text = element.text().ok_or_else(|| null(format!("[\"{key}\"][{at}]")))?;
            found.or_default(text.plain()?.into()).push(Value::string(key.clone()));
        }
    }
    let lists = found.into_iter().map(|(key, keys)| (key, Value::list(Type::STRING, keys)));
    Ok(Value::map(Type::list(Type::STRING), lists))
}
