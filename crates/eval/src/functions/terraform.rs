//! Rows of Terraform's library that mean something else than HCL's of the same name.

use hclx_core::{Type, TypeKind, Value, ops};

use super::{ALL, Answer, Args, EarlyReturn, Row, convert, mapping, sequence, text};
use crate::values::narrow::narrowed;

/// The rows.
pub const ROWS: &[Row] = &[
    Row::new(
        "coalesce",
        "(vals: any?...) -> any",
        "the first value that is neither null nor an empty string",
        &[("coalesce(\"\", null, \"b\")", "\"b\"")],
        coalesce,
    )
    .typed(convert::common)
    .unknown(ALL)
    .any(ALL),
    sequence::CONTAINS.with_signature("(list: any, value: any) -> bool"),
    Row::new(
        "element",
        "(list: any, index: number) -> any",
        "an element of a list or tuple; an index beyond the end starts again at the beginning, a negative one of a list counts from the end",
        &[
            ("element([\"a\", \"b\"], 3)", "\"b\""),
            ("element(tolist([\"a\", \"b\"]), -1)", "\"b\""),
        ],
        |args| {
            not_negative(args)?;
            sequence::element(args)
        },
    )
    .typed(|args| match not_negative(args) {
        Err(EarlyReturn::Failed(fault)) => Err(fault),
        _ => sequence::element_type(args),
    })
    .bounded(sequence::any_of_the_elements)
    .nullable()
    .marks(1),
    // A null of unknown type is looked at by HCL's `format`, and makes the result unknown here.
    Row { any: 0, ..text::FORMAT },
    Row::new(
        "length",
        "(value: any) -> int",
        "how many elements a list, set, map, tuple or object has, or how many characters a string",
        &[("length([\"a\", \"b\"])", "2"), ("length(\"hello\")", "5"), ("length({ a = 1 })", "1")],
        length,
    )
    .typed(|args| {
        let ty = args.get(0).ty();
        let sized = *ty == Type::STRING || ty.as_object().is_some();
        if sized || ty.is_any() || ty.is_collection() || ty.as_tuple().is_some() {
            return Ok(args.result.clone());
        }
        args.wrong_type(0, "a list, set, map, tuple, object or string")
    })
    .unknown(ALL)
    .any(ALL)
    .marks(ALL),
    mapping::LOOKUP
        .with_signature("(inputMap: any, key: string, default: any?...) -> any")
        .named("lookup", &[("lookup({ a = 1 }, \"a\")", "1"), ("lookup({ a = 1 }, \"b\", 0)", "0")])
        .any(ALL - 3),
];

fn coalesce(args: &Args<'_>) -> Answer {
    for (position, value) in args.values.iter().enumerate() {
        match value.as_str() {
            _ if value.is_null() => continue,
            Some("") => continue,
            _ if value.is_known() => return convert::as_common(args, position),
            // Whether it is null or empty is not known, unless what it starts with is.
            _ if value.range().prefix().is_some() && value.definitely_not_null() => {
                return convert::as_common(args, position);
            }
            _ => return Err(EarlyReturn::Unknown),
        }
    }
    Err(args.failed("all values are null or empty").into())
}

/// The reference counts a negative index of a list from its end; of a tuple it is lost, unless the
/// index meets the start.
fn not_negative(args: &Args<'_>) -> Result<(), EarlyReturn> {
    let Some(length) = args.get(0).ty().as_tuple().map(<[Type]>::len) else { return Ok(()) };
    let index = args.integer(1)?;
    let at_start = i64::try_from(length).is_ok_and(|length| length > 0 && index % length == 0);
    if index >= 0 || at_start {
        return Ok(());
    }
    let fault = args.fault(1, format!("must not be negative for a tuple, found {index}"));
    Err(fault.help("`tolist(…)` makes it a list, which is counted from its end").into())
}

/// How many elements a collection has, or how many characters a string.
pub fn length(args: &Args<'_>) -> Answer {
    let value = args.get(0);
    match value.ty().kind() {
        TypeKind::String => match value.as_str() {
            Some(text) => Ok(args.numeric(hclx_core::Number::from_len(super::text::characters(text)))),
            None => {
                let unknown = Value::unknown_in(args.result.clone(), hclx_core::Range::not_null());
                Ok(narrowed(unknown, |refiner| refiner.min(hclx_core::Number::ZERO, true)))
            }
        },
        TypeKind::Object(object) => Ok(args.numeric(hclx_core::Number::from_len(object.attributes().len()))),
        _ => Ok(sequence::in_result_type(args, ops::length(value, args.rules)?)),
    }
}
