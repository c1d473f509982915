//! Which rows make the table of a dialect.

use std::sync::LazyLock;

use super::{ALL, Form, FunctionTable, Row};
use super::{convert, json, mapping, number, sequence, set, string, text};

/// Functions that see expressions.
const FORMS: &[Row] = &[
    Row::form(
        "can",
        "(expression: any) -> bool",
        "whether an expression can be evaluated without an error",
        &[("can({ a = 1 }.b)", "false"), ("can(1 + 1)", "true")],
        Form::Can,
    ),
    Row::form(
        "convert",
        "(value: any?, type: any) -> any",
        "a value converted to a type",
        &[("convert(\"1\", number)", "1"), ("convert([1, 2], list(string))", "[\"1\", \"2\"]")],
        Form::Convert,
    )
    .any(ALL),
    Row::form(
        "try",
        "(expressions: any...) -> any",
        "the first of expressions that can be evaluated without an error",
        &[("try({ a = 1 }.b, 2)", "2")],
        Form::Try,
    ),
];

/// The names that HCL's own library gives a namespace.
const NAMESPACED: &[Row] = &[
    string::UPPER.named("ns::upper", &[("ns::upper(\"a\")", "\"A\"")]),
    string::LOWER.named("ns::lower", &[("ns::lower(\"A\")", "\"a\"")]),
    number::MIN.named("ns::deep::min", &[("ns::deep::min(2, 1)", "1")]),
];

/// What HCL's library and Terraform's have in common.
const SHARED: &[&[Row]] = &[
    number::ROWS,
    string::ROWS,
    sequence::ROWS,
    mapping::ROWS,
    set::ROWS,
    convert::ROWS,
    text::ROWS,
    json::ROWS,
    FORMS,
];

/// Names of HCL's library that Terraform does not have.
const ONLY_HCL: &[&str] = &["assertnotnull", "convert", "hasindex", "int", "sethaselement", "strlen"];

/// HCL's own library.
pub fn hcl() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let rows = SHARED.iter().chain([&NAMESPACED]).flat_map(|rows| rows.iter().copied());
        FunctionTable::new(rows)
    });
    &TABLE
}

/// Terraform's library; every function is also in the namespace `core`.
pub fn terraform() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let rows = SHARED.iter().flat_map(|rows| rows.iter().copied());
        let rows = rows.filter(|row| !ONLY_HCL.contains(&row.name));
        FunctionTable::new(rows.chain(super::terraform::ROWS.iter().copied())).with_namespace("core::")
    });
    &TABLE
}

/// The functions of Pulumi's configuration language.
pub fn pcl() -> &'static FunctionTable {
    hcl()
}

/// No functions.
pub fn none() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| FunctionTable::new([]));
    &TABLE
}
