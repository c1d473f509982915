//! The functions of `docker buildx bake`: a selection from the library, and rows of its own. A test compares the names
//! with recorded ones.

use std::sync::LazyLock;

use hclx_core::ops;
use hclx_eval::Dialect;
use hclx_eval::functions::{FunctionRow, FunctionTable};

use crate::functions::{INDEX, UNREAD, application, chosen, open, operator, renamed, reverse_of_strings};

/// The dialect of the expressions of `docker buildx bake`.
pub(crate) static DIALECT: Dialect = application("bake", "`docker buildx bake`", functions);

fn functions() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let own = [
            // As in cty, `index` reads an element and `reverse` takes a string here. Terraform's `index` and `reverse`
            // are called `indexof` and `reverselist`.
            INDEX,
            reverse_of_strings(),
            renamed("index", "indexof", &[("indexof([\"a\", \"b\"], \"b\")", "1")]),
            renamed("reverse", "reverselist", &[("reverselist([1, 2])", "[2, 1]")]),
            renamed("abs", "absolute", &[("absolute(-3)", "3")]),
        ];
        chosen(&[&own, ROWS].concat(), NAMES)
    });
    &TABLE
}

/// The selected library functions.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "base64decode", "base64encode", "basename", "bcrypt", "can", "ceil", "chomp", "chunklist",
    "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist", "compact",
    "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "element", "flatten", "floor",
    "format", "formatdate", "formatlist", "hasindex", "indent", "int", "join", "jsondecode",
    "jsonencode", "keys", "length", "log", "lookup", "lower", "max", "md5", "merge", "min", "parseint",
    "pow", "range", "regex", "regex_replace", "regexall", "replace", "rsadecrypt", "sethaselement",
    "setintersection", "setproduct", "setsubtract", "setunion", "sha1", "sha256", "sha512", "signum",
    "slice", "sort", "split", "strlen", "substr", "timeadd", "timestamp", "title", "trim", "trimprefix",
    "trimspace", "trimsuffix", "try", "upper", "urlencode", "uuidv4", "uuidv5", "values", "zipmap",
];

/// Rows that only `docker buildx bake` has.
const ROWS: &[FunctionRow] = &[
    operator(
        "add",
        "(a: number, b: number) -> number",
        "the sum of two numbers",
        &[("add(1, 2)", "3")],
        |args| Ok(ops::add(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "subtract",
        "(a: number, b: number) -> number",
        "the difference of two numbers",
        &[("subtract(3, 2)", "1")],
        |args| Ok(ops::subtract(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "multiply",
        "(a: number, b: number) -> number",
        "the product of two numbers",
        &[("multiply(3, 2)", "6")],
        |args| Ok(ops::multiply(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "divide",
        "(a: number, b: number) -> number",
        "the quotient of two numbers",
        &[("divide(6, 2)", "3")],
        |args| Ok(ops::divide(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "modulo",
        "(a: number, b: number) -> number",
        "the remainder of a division",
        &[("modulo(7, 4)", "3")],
        |args| Ok(ops::modulo(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "greaterthan",
        "(a: number, b: number) -> bool",
        "true if the first number is greater than the second",
        &[("greaterthan(2, 1)", "true")],
        |args| Ok(ops::greater(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "greaterthanorequalto",
        "(a: number, b: number) -> bool",
        "true if the first number is greater than or equal to the second",
        &[("greaterthanorequalto(2, 2)", "true")],
        |args| Ok(ops::greater_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "lessthan",
        "(a: number, b: number) -> bool",
        "true if the first number is less than the second",
        &[("lessthan(2, 1)", "false")],
        |args| Ok(ops::less(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "lessthanorequalto",
        "(a: number, b: number) -> bool",
        "true if the first number is less than or equal to the second",
        &[("lessthanorequalto(2, 2)", "true")],
        |args| Ok(ops::less_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "and",
        "(a: bool, b: bool) -> bool",
        "true if both are true",
        &[("and(true, false)", "false")],
        |args| Ok(ops::and(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "or",
        "(a: bool, b: bool) -> bool",
        "true if at least one is true",
        &[("or(true, false)", "true")],
        |args| Ok(ops::or(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "equal",
        "(a: any?, b: any?) -> bool",
        "true if two values are equal",
        &[("equal(1, 1)", "true")],
        |args| Ok(ops::equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator(
        "notequal",
        "(a: any?, b: any?) -> bool",
        "true if two values differ",
        &[("notequal(1, 1)", "false")],
        |args| Ok(ops::not_equal(args.get(0), args.get(1), args.rules)?),
    ),
    operator("negate", "(num: number) -> number", "the negated number", &[("negate(2)", "-2")], |args| {
        Ok(ops::negate(args.get(0), args.rules)?)
    }),
    operator("not", "(val: bool) -> bool", "the negation of a bool", &[("not(true)", "false")], |args| {
        Ok(ops::not(args.get(0), args.rules)?)
    }),
    open("byteslen", "(buf: any) -> number", "the number of bytes", &[("can(byteslen(\"a\"))", UNREAD)]),
    open(
        "bytesslice",
        "(buf: any, offset: number, length: number) -> any",
        "a slice of bytes",
        &[("can(bytesslice(\"a\", 0, 1))", UNREAD)],
    ),
    open(
        "formattimestamp",
        "(format: string, time: any) -> any",
        "a timestamp in another format",
        &[("can(formattimestamp(\"YYYY\", 0))", UNREAD)],
    ),
    open("homedir", "() -> string", "the home directory of the current user", &[("can(homedir())", UNREAD)]),
    open(
        "sanitize",
        "(name: string) -> string",
        "a name with all characters except letters, digits and `-` replaced by `_`",
        &[("can(sanitize(\"a.b\"))", UNREAD)],
    ),
    open(
        "semvercmp",
        "(version: string, constraint: string) -> bool",
        "true if a version satisfies a constraint",
        &[("can(semvercmp(\"1.2.3\", \">= 1\"))", UNREAD)],
    ),
    open(
        "setsymmetricdifference",
        "(first_set: set(any), other_sets: set(any)...) -> set(any)",
        "the elements that exactly one of two sets contains",
        &[("can(setsymmetricdifference([\"a\"], [\"b\"]))", UNREAD)],
    ),
    open(
        "unixtimestampparse",
        "(unix_timestamp: number) -> object({day=number,hour=number,iso_week=number,iso_year=number,minute=number,month=number,month_name=string,rfc3339=string,second=number,weekday=number,weekday_name=string,year=number,year_day=number})",
        "the components of a time in seconds since 1970",
        &[("can(unixtimestampparse(0))", UNREAD)],
    ),
];
