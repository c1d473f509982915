//! Functions on lists, sets and tuples.

use std::collections::HashSet;

use hclx_core::{
    Marks, Members, Number, Rules, Tri, Type, TypeKind, Value, convert, join, ops, pay, pay_bytes,
};
use hclx_diag::{Fallible, Fault};

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, shape};
use crate::values::narrow::with_lengths;
use crate::values::open::{as_iterable, common_of};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "chunklist",
        "(list: list(any), size: number) -> list(list(any))",
        "the elements of a list, divided into lists of at most a given length",
        &[("chunklist([1, 2, 3], 2)", "[[1, 2], [3]]")],
        chunks,
    )
    .typed(|args| Ok(Type::list(args.get(0).ty().clone())))
    .marks(ALL)
    .keeps_parts(),
    FunctionRow::new(
        "coalescelist",
        "(vals: any?...) -> any",
        "the first list or tuple that is not empty",
        &[("coalescelist([], [1])", "[1]")],
        first_nonempty,
    )
    .typed(coalescelist_type)
    .bounded(shape::one_of_sequences)
    .unknown(ALL)
    .any(ALL),
    FunctionRow::new(
        "compact",
        "(list: list(string)) -> list(string)",
        "the strings of a list that are neither empty nor null",
        &[("compact([\"a\", \"\", \"b\"])", "[\"a\", \"b\"]")],
        |args| {
            let elements = args.wholly(0)?.elements().unwrap_or_default();
            let kept = elements.iter().filter(|text| text.text().is_some_and(|text| !text.is_empty()));
            Ok(Value::list(Type::STRING, kept.cloned().collect()))
        },
    )
    .bounded(|args, unknown| shape::same_members(args, unknown, shape::compact_members)),
    FunctionRow::new(
        "concat",
        "(seqs: any...) -> any",
        "the concatenation of lists and tuples",
        &[("concat([1], [\"a\"])", "[1, \"a\"]")],
        concatenated,
    )
    .typed(concat_type)
    .bounded(|args, unknown| shape::where_open(args, unknown, hclx_core::concatenated))
    .marks(ALL)
    .keeps_parts(),
    CONTAINS,
    FunctionRow::new(
        "distinct",
        "(list: list(any)) -> list(any)",
        "the elements of a list without duplicates",
        &[("distinct([1, 2, 1])", "[1, 2]")],
        distinct,
    )
    .typed(|args| Ok(args.get(0).ty().clone()))
    .bounded(|args, unknown| shape::same_members(args, unknown, Members::distinct)),
    FunctionRow::new(
        "element",
        "(list: any, index: number) -> any",
        "an element of a list or tuple; an index beyond the end wraps around",
        &[("element([\"a\", \"b\"], 3)", "\"b\""), ("element([\"a\", \"b\"], -1)", "\"b\"")],
        element,
    )
    .typed(element_type)
    .bounded(any_of_the_elements)
    .nullable()
    .marks(1),
    FunctionRow::new(
        "flatten",
        "(list: any) -> any",
        "the elements of a list, set or tuple, with nested sequences replaced by their elements",
        &[("flatten([[1, [2]], 3])", "[1, 2, 3]")],
        |args| {
            let (mut flat, mut marks) = (Vec::new(), Marks::NONE);
            flatten_into(args.known(0)?, &mut flat, &mut marks, args.rules)?;
            args.budget.spend(48 * flat.len() as u64)?;
            Ok(Value::tuple(flat).with_marks(&marks))
        },
    )
    .typed(|args| sequence_only(args, 0).map(|()| Type::ANY))
    .bounded(|args, unknown| shape::where_open(args, unknown, hclx_core::flat_elements))
    .meets()
    .marks(1)
    .keeps_parts(),
    LENGTH,
    FunctionRow::new(
        "range",
        "(params: number...) -> list(number)",
        "numbers from a start (default 0) to a limit (exclusive), by a step (default 1)",
        &[("range(3)", "[0, 1, 2]"), ("range(1, 4)", "[1, 2, 3]"), ("range(1, 8, 2)", "[1, 3, 5, 7]")],
        range,
    )
    .typed(range_type),
    FunctionRow::new(
        "reverse",
        "(list: any) -> any",
        "the elements of a list or tuple in reverse order",
        &[("reverse([1, 2, 3])", "[3, 2, 1]")],
        |args| {
            args.elements(0)?;
            let list = as_iterable(args.get(0).clone(), args.rules);
            let elements = list.elements().ok_or(EarlyReturn::Unknown)?.iter().rev().cloned().collect();
            Ok(sequence_of(&args.result, elements))
        },
    )
    .typed(reverse_type)
    .bounded(|args, unknown| {
        let unknown = match unknown.ty().is_any() {
            true => shape::some_of(args, unknown, args.get(0).range().len_min()),
            false => same_length(args, unknown),
        };
        shape::same_members(args, unknown, Members::without_order)
    })
    .marks(ALL)
    .keeps_parts(),
    FunctionRow::new(
        "slice",
        "(list: any, start_index: number, end_index: number) -> any",
        "the elements of a list or tuple from a start index up to an end index (exclusive)",
        &[("slice([\"a\", \"b\", \"c\"], 1, 3)", "[\"b\", \"c\"]")],
        |args| match slice_bounds(args)? {
            (Some(start), Some(end)) => Ok(sequence_of(&args.result, args.elements(0)?[start..end].to_vec())),
            _ => Err(EarlyReturn::Unknown),
        },
    )
    .typed(slice_type)
    .bounded(slice_facts)
    .marks(1),
];

/// The row of `contains`; dialects differ in it.
pub(super) const CONTAINS: FunctionRow = FunctionRow::new(
    "contains",
    "(list: any, value: any?) -> bool",
    "true if a list, set or tuple contains a value",
    &[("contains([\"a\", \"b\"], \"b\")", "true"), ("contains([1, 2], 3)", "false")],
    |args| match args.get(1).is_null() && args.rules.eager_logic {
        // accepted since Terraform 1.16 and OpenTofu 1.13
        true => Err(args.fault(1, "must not be null").into()),
        false => is_element(args.get(1), args.elements(0)?, args),
    },
)
.bounded(shape::contained)
.any(1 << 1)
.typed(|args| {
    if args.rules.exact_ranges && args.get(1).ty().is_any() {
        return Ok(Type::ANY);
    }
    let fault = match sequence_only(args, 0) {
        Ok(()) => return Ok(Type::BOOL),
        Err(fault) => fault,
    };
    let text = *args.get(0).ty() == Type::STRING;
    Err(if text { fault.help("use `strcontains` to find a substring") } else { fault })
});

const LENGTH: FunctionRow = FunctionRow::new(
    "length",
    "(collection: any) -> int",
    "the number of elements of a list, set, map or tuple",
    &[("length([\"a\", \"b\"])", "2")],
    |args| Ok(in_result_type(args, ops::length(args.get(0), args.rules)?)),
)
.typed(|args| {
    let ty = args.get(0).ty();
    if !(ty.is_any() || ty.is_collection() || ty.as_tuple().is_some()) {
        return args.wrong_type(0, "a list, set, map or tuple");
    }
    Ok(args.result.clone())
})
.unknown(ALL)
.any(ALL)
.marks(ALL);

/// A number in the type of the result, if it is known to be convertible.
pub(super) fn in_result_type(args: &Args<'_>, value: Value) -> Value {
    if *value.ty() == args.result {
        value
    } else {
        convert(&value, &args.result, args.rules).unwrap_or(value)
    }
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_))
}

fn sequence_only(args: &Args<'_>, position: usize) -> Fallible<()> {
    let ty = args.get(position).ty();
    if is_sequence(ty) || ty.is_any() { Ok(()) } else { args.wrong_type(position, "a list, set or tuple") }
}

/// The elements as a list, set or tuple of a type.
fn sequence_of(ty: &Type, elements: Vec<Value>) -> Value {
    match ty.kind() {
        TypeKind::List(element) => Value::list(element.clone(), elements),
        TypeKind::Set(element) => Value::set(element.clone(), elements),
        _ => Value::tuple(elements),
    }
}

/// Narrows the result to the number of elements of the first argument.
pub fn same_length(args: &Args<'_>, unknown: Value) -> Value {
    if !unknown.ty().is_collection() {
        return unknown;
    }
    let range = args.get(0).range();
    with_lengths(unknown, range.len_min(), range.len_max())
}

fn chunks(args: &Args<'_>) -> Answer {
    let size = args.integer(1)?;
    let Ok(size) = usize::try_from(size) else {
        return Err(args.fault(1, format!("must not be negative, found {size}")).into());
    };
    let list = args.known(0)?;
    let elements = args.elements(0)?;
    let element = list.ty().element().cloned().unwrap_or(Type::ANY);
    let chunk = |values: &[Value]| Value::list(element.clone(), values.to_vec());
    let chunks: Vec<Value> = match size {
        0 if elements.is_empty() => Vec::new(),
        // as in the reference, a size of zero means a single chunk
        0 => vec![list.clone()],
        _ => elements.chunks(size).map(chunk).collect(),
    };
    Ok(Value::list(list.ty().clone(), chunks))
}

fn coalescelist_type(args: &Args<'_>) -> Fallible<Type> {
    if args.count() == 0 {
        return Err(args.failed("at least one list is required"));
    }
    for (position, value) in args.values.iter().enumerate() {
        // this may be the first argument that is not empty, which determines the type
        if !value.is_known() {
            return Ok(Type::ANY);
        }
        if !matches!(value.ty().kind(), TypeKind::List(_) | TypeKind::Tuple(_)) {
            return args.wrong_type(position, "a list or tuple");
        }
    }
    let first = args.get(0).ty();
    let same = args.values.iter().all(|value| value.ty() == first);
    Ok(if same { first.clone() } else { Type::ANY })
}

fn first_nonempty(args: &Args<'_>) -> Answer {
    for value in args.values {
        match value.length() {
            _ if !value.is_known() => return Err(EarlyReturn::Unknown),
            Some(1..) => return Ok(value.clone()),
            _ => {}
        }
    }
    Err(args.failed("all lists are empty or null").into())
}

fn concat_type(args: &Args<'_>) -> Fallible<Type> {
    if args.count() == 0 {
        return Err(args.failed("at least one list is required"));
    }
    let types: Vec<Type> = args.values.iter().map(|value| value.ty().clone()).collect();
    let is_list = |ty: &Type| matches!(ty.kind(), TypeKind::List(_));
    if types.iter().all(is_list)
        && let Some(common) = common_of(&args.values.iter().collect::<Vec<_>>(), args.rules)
        // lists without a common type are concatenated element by element
        && !common.is_union()
    {
        return Ok(common);
    }
    let lengths = args.values.iter().map(|value| value.length().unwrap_or_default());
    let mut elements = Vec::with_capacity(lengths.sum());
    let mut known = true;
    for (position, value) in args.values.iter().enumerate() {
        match value.ty().kind() {
            TypeKind::Tuple(types) => elements.extend(types.iter().cloned()),
            TypeKind::List(element) => match value.length() {
                Some(length) => elements.extend(std::iter::repeat_n(element.clone(), length)),
                None => known = false,
            },
            _ => return args.wrong_type(position, "a list or tuple"),
        }
        // the reference returns here, without checking the remaining arguments
        if !known && args.rules.exact_ranges {
            return Ok(Type::ANY);
        }
    }
    Ok(if known { Type::tuple(elements) } else { Type::ANY })
}

fn concatenated(args: &Args<'_>) -> Answer {
    if args.result.is_any() {
        return Err(EarlyReturn::Unknown);
    }
    let as_list = matches!(args.result.kind(), TypeKind::List(_));
    let lengths = args.values.iter().map(|value| value.length().unwrap_or_default());
    let mut elements = Vec::with_capacity(lengths.sum());
    for (position, value) in args.values.iter().enumerate() {
        let value = if as_list {
            &convert(value, &args.result, args.rules).map_err(|fault| fault.argument(position))?
        } else {
            value
        };
        elements.extend_from_slice(value.elements().ok_or(EarlyReturn::Unknown)?);
    }
    args.budget.spend(48 * elements.len() as u64)?;
    Ok(match elements.split_first() {
        // the elements determine the type that an empty list of `any` leaves open
        Some((first, rest)) if as_list && rest.iter().all(|element| element.ty() == first.ty()) => {
            Value::list(first.ty().clone(), elements)
        }
        _ => sequence_of(&args.result, elements),
    })
}

/// Decides whether a value equals one of the elements.
pub(super) fn is_element(wanted: &Value, elements: &[Value], args: &Args<'_>) -> Answer {
    let mut open = false;
    for element in elements {
        match equal(wanted, element, args)? {
            Tri::Yes => return Ok(Value::bool(true)),
            Tri::No => {}
            Tri::Unknown => open = true,
        }
    }
    if open { Err(EarlyReturn::Unknown) } else { Ok(Value::bool(false)) }
}

/// The equality of two values; a deep comparison costs steps.
pub fn equal(a: &Value, b: &Value, args: &Args<'_>) -> Result<Tri, EarlyReturn> {
    let equal = ops::equal(a, b, args.rules)?;
    Ok(equal.as_bool().map_or(Tri::Unknown, Tri::known))
}

/// The cost in ticks of a byte of a value whose notation is compared.
const NOTATION: u64 = 8;

/// Pays for the notations of a collection's elements, which identify equal ones.
pub(super) fn pay_for_notation(collection: &Value) -> Fallible<()> {
    pay(NOTATION * collection.size())?;
    pay_bytes(collection.size())
}

/// `distinct`. Equal elements are identified by their notation, so long lists do not take quadratic time;
/// equal values of one type print equally.
fn distinct(args: &Args<'_>) -> Answer {
    let list = args.wholly(0)?;
    pay_for_notation(list)?;
    let mut seen = HashSet::new();
    let elements = list.elements().unwrap_or_default();
    let kept = elements.iter().filter(|element| seen.insert(element.to_string())).cloned().collect();
    Ok(sequence_of(list.ty(), kept))
}

fn empty(args: &Args<'_>) -> Fault {
    args.fault(0, "must not be empty")
}

/// The index modulo the number of elements.
fn wrapped(args: &Args<'_>, length: usize) -> Result<usize, EarlyReturn> {
    let index = args.integer(1)?;
    if length == 0 {
        return Err(empty(args).into());
    }
    Ok(usize::try_from(index.rem_euclid(length as i64)).unwrap_or_default())
}

pub(super) fn element_type(args: &Args<'_>) -> Fallible<Type> {
    let list = args.get(0);
    match list.ty().kind() {
        TypeKind::List(_) if !args.rules.exact_ranges && list.range().len_max() == Some(0) => {
            Err(empty(args))
        }
        TypeKind::List(element) => Ok(element.clone()),
        TypeKind::Tuple(types) => match wrapped(args, types.len()) {
            Ok(index) => Ok(types[index].clone()),
            Err(EarlyReturn::Failed(fault)) => Err(fault),
            Err(EarlyReturn::Unknown) if args.rules.exact_ranges => Ok(Type::ANY),
            // An element keeps its own type.
            Err(EarlyReturn::Unknown) => {
                let first = types.first().filter(|first| types.iter().all(|ty| ty == *first));
                Ok(first.cloned().unwrap_or(Type::ANY))
            }
        },
        _ => args.wrong_type(0, "a list or tuple"),
    }
}

pub(super) fn element(args: &Args<'_>) -> Answer {
    let list = args.known(0)?;
    let length = list.length().ok_or_else(|| args.wrong(0, "a list or tuple"))?;
    let index = wrapped(args, length)?;
    list.element_at(index).cloned().ok_or(EarlyReturn::Unknown)
}

pub(super) fn any_of_the_elements(args: &Args<'_>, unknown: Value) -> Value {
    if let Some(element) = args.get(0).member_at(args.get(1)).filter(|_| !args.rules.exact_ranges) {
        return element.clone();
    }
    if let Some(element) = shape::any_element(args) {
        return element;
    }
    let elements = args.get(0).elements().unwrap_or_default();
    let converted: Option<Vec<Value>> =
        elements.iter().map(|element| convert(element, unknown.ty(), args.rules).ok()).collect();
    match converted {
        Some(values) if !values.is_empty() && !unknown.ty().is_any() => join(&values, args.rules),
        _ => unknown,
    }
}

/// Appends the elements of a sequence, with nested sequences flattened. If elements have an unknown type, or
/// sequences an unknown length, the number of elements is open.
fn flatten_into(
    sequence: &Value,
    flat: &mut Vec<Value>,
    marks: &mut Marks,
    rules: &Rules,
) -> Result<(), EarlyReturn> {
    let sequence = as_iterable(sequence.clone(), rules);
    // the elements of a set may turn out to be equal
    let is_set = matches!(sequence.ty().kind(), TypeKind::Set(_));
    let is_open = rules.exact_ranges && is_set && !sequence.is_wholly_known();
    for element in sequence.elements().filter(|_| !is_open).ok_or(EarlyReturn::Unknown)? {
        match element {
            value if value.ty().is_any() && !value.is_known() => return Err(EarlyReturn::Unknown),
            value if is_sequence(value.ty()) && !value.is_null() => {
                let (inner, own) = value.clone().unmark();
                *marks = marks.union(&own);
                hclx_diag::grow(|| flatten_into(&inner, flat, marks, rules))?;
            }
            value => flat.push(value.clone()),
        }
    }
    Ok(())
}

fn range_type(args: &Args<'_>) -> Fallible<Type> {
    let integers = args.count() > 0 && args.values.iter().all(|value| *value.ty() == Type::INT);
    Ok(Type::list(if integers { Type::INT } else { Type::NUMBER }))
}

/// The cost in ticks of a number of a range, in addition to its element.
const TICKS_OF_NUMBER: u64 = 32;
/// The maximum length of a range, as in the reference implementation.
const LONGEST_RANGE: usize = 1024;

/// `range`: numbers from a start to a limit, by steps.
pub fn range(args: &Args<'_>) -> Answer {
    let zero = Number::from(0i64);
    let (start, end, step) = match args.count() {
        1 => (&zero, args.number(0)?, None),
        2 => (args.number(0)?, args.number(1)?, None),
        3 => (args.number(0)?, args.number(1)?, Some(args.number(2)?)),
        count => {
            return Err(args.failed(format!("takes one, two or three numbers, found {count}")).into());
        }
    };
    let default = Number::from(if end.compare(start).is_lt() { -1i64 } else { 1 });
    let step = step.unwrap_or(&default);
    if step.is_zero() {
        return Err(args.fault(2, "must not be zero").into());
    }
    let down = step.is_negative();
    let wrong_way = if down { end.compare(start).is_gt() } else { end.compare(start).is_lt() };
    if wrong_way {
        let (than, sign) = if down { ("less", "negative") } else { ("greater", "positive") };
        let message = format!("the end must be {than} than the start where the step is {sign}");
        return Err(args.failed(message).argument(1).into());
    }
    let integers = args.result.element() == Some(&Type::INT);
    let mut numbers = Vec::new();
    let mut number = start.clone();
    while if down { number.compare(end).is_gt() } else { number.compare(end).is_lt() } {
        if numbers.len() >= LONGEST_RANGE {
            let message = format!(
                "more than the limit of {LONGEST_RANGE} numbers; use a larger step or a shorter range"
            );
            return Err(args.failed(message).into());
        }
        // A failure at the limit costs as much as a list of that length.
        pay(TICKS_OF_NUMBER)?;
        numbers.push(if integers { Value::int(number.clone()) } else { Value::number(number.clone()) });
        number = number.add(step)?;
    }
    Ok(sequence_of(&args.result, numbers))
}

fn reverse_type(args: &Args<'_>) -> Fallible<Type> {
    match args.get(0).ty().kind() {
        TypeKind::Tuple(types) => Ok(Type::tuple(types.iter().rev().cloned())),
        TypeKind::List(element) | TypeKind::Set(element) => Ok(Type::list(element.clone())),
        _ => args.wrong_type(0, "a list or tuple"),
    }
}

fn slice_type(args: &Args<'_>) -> Fallible<Type> {
    let ty = args.get(0).ty();
    let bounds = match ty.kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => match slice_bounds(args) {
            Ok(bounds) => bounds,
            Err(EarlyReturn::Failed(fault)) => return Err(fault),
            Err(EarlyReturn::Unknown) => (None, None),
        },
        TypeKind::Set(_) => return args.wrong_type(0, "a list or tuple (sets are unordered)"),
        _ => return args.wrong_type(0, "a list or tuple"),
    };
    match (ty.as_tuple(), bounds) {
        (None, _) => Ok(ty.clone()),
        (Some(types), (Some(start), Some(end))) => Ok(Type::tuple(types[start..end].iter().cloned())),
        (Some(_), _) => Ok(Type::ANY),
    }
}

/// The facts about `slice`: the known elements at the start, or some of all elements.
fn slice_facts(args: &Args<'_>, unknown: Value) -> Value {
    let members = args.get(0).members().filter(|_| !args.rules.exact_ranges);
    let leading = members.map_or(&[][..], Members::head);
    let Ok((Some(start), Some(end))) = slice_bounds(args) else { return shape::some_of(args, unknown, 0) };
    let known = leading.get(start..end.min(leading.len())).unwrap_or_default();
    let some = match unknown.ty().is_any() {
        true if known.len() == end - start => {
            Value::holding(false, join(known, args.rules), known.len(), Some(known.len()))
        }
        true => shape::some_of(args, unknown, end - start),
        false => with_lengths(unknown, end - start, Some(end - start)),
    };
    some.with_members(Members::of_sequence(known.to_vec(), known.len()))
}

/// Start and end where they are known, checked against the length if it is known.
fn slice_bounds(args: &Args<'_>) -> Result<(Option<usize>, Option<usize>), EarlyReturn> {
    let length = args.get(0).ty().as_tuple().map(<[Type]>::len).or_else(|| args.get(0).length());
    let bound = |position: usize| -> Result<Option<usize>, EarlyReturn> {
        if !args.get(position).is_known() {
            return Ok(None);
        }
        let value = args.integer(position)?;
        let Ok(bound) = usize::try_from(value) else {
            return Err(args.fault(position, format!("must not be negative, found {value}")).into());
        };
        match length {
            Some(length) if bound > length => Err(args
                .fault(position, format!("is {bound}, beyond the {length} elements of the list"))
                .into()),
            _ => Ok(Some(bound)),
        }
    };
    let (start, end) = (bound(1)?, bound(2)?);
    match (start, end) {
        (Some(start), Some(end)) if start > end => Err(args
            .fault(1, format!("must not be greater than `end_index`, found {start} and {end}"))
            .into()),
        bounds => Ok(bounds),
    }
}
