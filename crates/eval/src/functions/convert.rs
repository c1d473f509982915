//! Conversions and choices between values: `tostring` and similar, `coalesce`, `assertnotnull`.

use hclx_core::{Rules, Type, TypeKind, Value, convert};
use hclx_diag::Fallible;

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow, shape};
use crate::values::mismatch::common_type;
use crate::values::open::{self, common_of, widened};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "assertnotnull",
        "(v: any) -> any",
        "the value itself; null is an error",
        &[("assertnotnull(1)", "1")],
        |args| Ok(args.known(0)?.clone()),
    )
    .typed(|args| Ok(args.get(0).ty().clone())),
    FunctionRow::new(
        "coalesce",
        "(vals: any?...) -> any",
        "the first value that is not null",
        &[("coalesce(null, \"a\", \"b\")", "\"a\"")],
        coalesce,
    )
    .typed(common)
    .unknown(ALL)
    .any(ALL)
    .meets(),
    conversion(
        "tobool",
        "(v: any?) -> bool",
        "a bool from `\"true\"` or `\"false\"`",
        &[("tobool(\"true\")", "true"), ("tobool(null)", "null")],
        |args| to(args, &Type::BOOL),
    )
    .typed(primitive),
    conversion(
        "tolist",
        "(v: any?) -> list(any)",
        "a list from a set or tuple",
        &[("tolist([\"a\", 1])", "[\"a\", \"1\"]")],
        |args| to(args, &Type::list(Type::ANY)),
    )
    .typed(|args| to_type(args, &Type::list(Type::ANY)))
    .meets()
    .marks(1),
    conversion(
        "tomap",
        "(v: any?) -> map(any)",
        "a map from an object",
        &[("tomap({ a = 1, b = \"x\" })", "{ a = \"1\", b = \"x\" }")],
        |args| to(args, &Type::map(Type::ANY)),
    )
    .typed(|args| to_type(args, &Type::map(Type::ANY)))
    .meets()
    .marks(1),
    conversion(
        "tonumber",
        "(v: any?) -> number",
        "a number from a string in decimal notation",
        &[("tonumber(\"1.5\")", "1.5"), ("tonumber(null)", "null")],
        |args| to(args, &Type::NUMBER),
    )
    .typed(primitive),
    conversion(
        "toset",
        "(v: any?) -> set(any)",
        "a set from a list or tuple",
        &[("toset([\"b\", \"a\", \"b\"])", "[\"a\", \"b\"]")],
        |args| to(args, &Type::set(Type::ANY)),
    )
    .typed(|args| to_type(args, &Type::set(Type::ANY)))
    .meets()
    .marks(1),
    conversion(
        "tostring",
        "(v: any?) -> string",
        "a number or bool as a string",
        &[("tostring(1.5)", "\"1.5\""), ("tostring(true)", "\"true\"")],
        |args| to(args, &Type::STRING),
    )
    .typed(primitive),
];

/// A row of a conversion, for which null remains null.
const fn conversion(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> FunctionRow {
    FunctionRow::new(name, signature, summary, examples, run)
        .typed(|args| Ok(args.result.clone()))
        .nullable()
        .any(ALL)
}

fn converted(args: &Args<'_>, wanted: &Type) -> Fallible<Value> {
    let value = args.get(0);
    let lone_null = args.rules.extended && value.is_null();
    if lone_null || (wanted.is_numeric() && *value.ty() == Type::INT) {
        return Ok(value.clone());
    }
    let settled = !open::is_open(value, args.rules);
    let common = settled.then(|| of_common_elements(value.ty(), wanted, args.rules));
    open::converted(value, common.as_ref().unwrap_or(wanted), args.rules).map_err(|fault| {
        let fault = fault.argument(0);
        let alone = value.ty().is_primitive() && !wanted.is_primitive();
        match wanted.kind() {
            TypeKind::List(_) | TypeKind::Set(_) if alone => fault.help("use brackets: `[…]`"),
            TypeKind::Bool => fault.help("use `\"true\"` or `\"false\"`"),
            _ => fault,
        }
    })
}

/// The target type. An `any` that does not represent the type of a variable is replaced by the common element
/// type.
fn of_common_elements(found: &Type, wanted: &Type, rules: &Rules) -> Type {
    let parts: Vec<Type> = match found.kind() {
        TypeKind::Tuple(types) => types.to_vec(),
        TypeKind::Object(object) => {
            object.attributes().iter().map(|attribute| attribute.ty.clone()).collect()
        }
        _ => found.element().into_iter().cloned().collect(),
    };
    let open = wanted.element().is_some_and(Type::is_any) && rules.extended && !parts.is_empty();
    match common_type(&parts, rules).filter(|_| open) {
        Some(element) => match wanted.kind() {
            TypeKind::List(_) => Type::list(element),
            TypeKind::Set(_) => Type::set(element),
            _ => Type::map(element),
        },
        None => wanted.clone(),
    }
}

fn to(args: &Args<'_>, wanted: &Type) -> Answer {
    shape::kept(args, wanted).map_or_else(|| Ok(converted(args, wanted)?), Ok)
}

/// The type of the result; for an unknown only its type matters.
fn to_type(args: &Args<'_>, wanted: &Type) -> Fallible<Type> {
    if shape::kept(args, wanted).is_some() {
        return Ok(Type::ANY);
    }
    let converted = converted(args, wanted)?;
    let given_up = args.rules.exact_ranges && !args.get(0).is_known();
    Ok(if given_up { wanted.clone() } else { converted.ty().clone() })
}

/// The primitive type of the result. Only exact answers, which do not run the function, need the conversion of
/// an unknown here.
fn primitive(args: &Args<'_>) -> Fallible<Type> {
    let is_open = args.rules.exact_ranges && !args.get(0).is_known();
    if is_open { to_type(args, &args.result) } else { Ok(args.result.clone()) }
}

/// The common type of all arguments.
pub(super) fn common(args: &Args<'_>) -> Fallible<Type> {
    let values: Vec<&Value> = args.values.iter().collect();
    if values.is_empty() {
        return Err(args.failed("at least one argument is required"));
    }
    common_of(&values, args.rules).ok_or_else(|| args.failed("the values have no common type"))
}

/// An argument converted to the type of the result.
pub(super) fn as_common(args: &Args<'_>, position: usize) -> Answer {
    let value =
        convert(args.get(position), &args.result, args.rules).map_err(|fault| fault.argument(position))?;
    Ok(widened(value, &args.result, &args.values.iter().collect::<Vec<_>>(), args.rules))
}

fn coalesce(args: &Args<'_>) -> Answer {
    for (position, value) in args.values.iter().enumerate() {
        if value.is_null() {
            continue;
        }
        if value.is_known() || (!args.rules.exact_ranges && value.definitely_not_null()) {
            return as_common(args, position);
        }
        return Err(EarlyReturn::Unknown);
    }
    Err(args.failed("all values are null").into())
}
