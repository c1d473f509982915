//! The rows of the library, and the tables of plain HCL. Out of scope: the tables of applications, which are
//! defined with their languages.

use std::sync::LazyLock;

use super::{ALL, Form, FunctionRow, FunctionTable};
use super::{
    affix, cidr, convert, csv, date, encoding, file, hash, impure, json, mapping, math, number, path, regex,
    secrecy, selection, sequence, set, string, template, text, wording, yaml_decode, yaml_encode,
};

/// Functions on expressions.
const FORMS: &[FunctionRow] = &[
    FunctionRow::form(
        "can",
        "(expression: any) -> bool",
        "true if an expression evaluates without an error",
        &[("can({ a = 1 }.b)", "false"), ("can(1 + 1)", "true")],
        Form::Can,
    ),
    FunctionRow::form(
        "convert",
        "(value: any?, type: any) -> any",
        "a value converted to a type",
        &[("convert(\"1\", number)", "1"), ("convert([1, 2], list(string))", "[\"1\", \"2\"]")],
        Form::Convert,
    )
    .any(ALL)
    .since(Some("1.15"), Some("1.13")),
    FunctionRow::form(
        "try",
        "(expressions: any...) -> any",
        "the first expression that evaluates without an error",
        &[("try({ a = 1 }.b, 2)", "2")],
        Form::Try,
    ),
];

/// Functions with namespaced names, as applications may have them; none of our dialects does.
const NAMESPACED: &[FunctionRow] = &[
    string::UPPER.named("ns::upper", &[("ns::upper(\"a\")", "\"A\"")]),
    string::LOWER.named("ns::lower", &[("ns::lower(\"A\")", "\"a\"")]),
    number::MIN.named("ns::deep::min", &[("ns::deep::min(2, 1)", "1")]),
];

/// HCL's own library.
const SHARED: &[&[FunctionRow]] = &[
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

/// The functions that HCL's own library lacks.
const MORE: &[&[FunctionRow]] = &[
    affix::ROWS,
    cidr::ROWS,
    csv::ROWS,
    date::ROWS,
    encoding::ROWS,
    file::ROWS,
    hash::ROWS,
    impure::ROWS,
    math::ROWS,
    path::ROWS,
    regex::ROWS,
    secrecy::ROWS,
    selection::ROWS,
    template::ROWS,
    wording::ROWS,
    yaml_decode::ROWS,
    yaml_encode::ROWS,
    &[text::FORMAT_LIST],
];

/// Functions of HCL's library that Terraform lacks.
pub const ONLY_HCL: &[&str] = &["assertnotnull", "hasindex", "int", "sethaselement", "strlen"];

/// The library of HCL itself, for unknown applications. Functions that applications extend have the extended signature.
pub fn hcl() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let wider = super::IN_TERRAFORM.iter().filter(|row| ["length", "lookup"].contains(&row.name));
        FunctionTable::new(SHARED.iter().flat_map(|rows| rows.iter()).chain(wider).copied())
    });
    &TABLE
}

/// HCL's own library, with the namespaced functions that the recorded answers of the reference implementation
/// use.
pub fn reference() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let rows = SHARED.iter().chain([&NAMESPACED]).flat_map(|rows| rows.iter().copied());
        FunctionTable::new(rows)
    });
    &TABLE
}

/// The rows that dialects select from, HCL's first.
pub fn library() -> impl Iterator<Item = FunctionRow> {
    SHARED.iter().chain(MORE).flat_map(|rows| rows.iter().copied())
}

/// The empty table.
pub fn none() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| FunctionTable::new([]));
    &TABLE
}
