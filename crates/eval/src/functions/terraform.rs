//! Rows of Terraform's library that differ from HCL's functions with the same names.

use hclx_core::{Type, TypeKind, ops};

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, convert, mapping, sequence, text};

/// The rows.
pub const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "coalesce",
        "(vals: any?...) -> any",
        "the first value that is neither null nor an empty string",
        &[("coalesce(\"\", null, \"b\")", "\"b\"")],
        coalesce,
    )
    .typed(convert::common)
    .unknown(ALL)
    .any(ALL),
    sequence::CONTAINS,
    // HCL's `format` handles a null of unknown type, for which the result is unknown here.
    FunctionRow { any: 0, ..text::FORMAT },
    FunctionRow::new(
        "length",
        "(value: any) -> int",
        "the number of elements of a list, set, map, tuple or object, or of characters of a string",
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
        .any(ALL - 3)
        .unknown(ALL),
];

fn coalesce(args: &Args<'_>) -> Answer {
    for (position, value) in args.values.iter().enumerate() {
        let is_absent = value.is_null() || value.text().is_some_and(|text| text.is_empty());
        // an unknown value may be null or empty, unless its prefix is known
        let has_prefix = || value.range().prefix().is_some() && value.definitely_not_null();
        match value.is_known() || !args.rules.exact_ranges && has_prefix() {
            _ if is_absent => {}
            true => return convert::as_common(args, position),
            false => return Err(EarlyReturn::Unknown),
        }
    }
    Err(args.failed("all values are null or empty").into())
}

/// `length`: the number of elements of a collection, or of characters of a string.
pub fn length(args: &Args<'_>) -> Answer {
    let value = args.get(0);
    match value.ty().kind() {
        TypeKind::String => Ok(sequence::in_result_type(args, ops::text_length(value, args.rules))),
        TypeKind::Object(object) => Ok(args.numeric(hclx_core::Number::from_len(object.attributes().len()))),
        _ => Ok(sequence::in_result_type(args, ops::length(value, args.rules)?)),
    }
}
