//! Which rows make the table of a dialect.

use std::sync::LazyLock;

use super::{ALL, Form, FunctionTable, Row};
use super::{
    affix, applications, cidr, convert, csv, date, encoding, file, hash, impure, json, mapping, math, number,
    path, regex, secrecy, selection, sequence, set, string, template, text, wording, yaml_decode,
    yaml_encode,
};

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
    .any(ALL)
    .since(Some("1.15"), Some("1.13")),
    Row::form(
        "try",
        "(expressions: any...) -> any",
        "the first of expressions that can be evaluated without an error",
        &[("try({ a = 1 }.b, 2)", "2")],
        Form::Try,
    ),
];

/// Namespaced names, as applications may have them; no dialect of ours does.
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

/// What only Terraform's library has.
const ONLY_TERRAFORM: &[&[Row]] = &[
    affix::ROWS,
    super::assume::ROWS,
    super::builtin_provider::ROWS,
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

/// Names of HCL's library that Terraform does not have.
const ONLY_HCL: &[&str] = &["assertnotnull", "hasindex", "int", "sethaselement", "strlen"];

/// What specifications of `hcldec` may call ("hcldec spec format", "Functions").
const IN_SPECIFICATIONS: &[&str] = &[
    "abs",
    "coalesce",
    "concat",
    "hasindex",
    "int",
    "jsondecode",
    "jsonencode",
    "length",
    "lower",
    "max",
    "min",
    "reverse",
    "strlen",
    "substr",
    "upper",
];

/// The functions of `hcldec` specifications.
pub fn specification() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let rows = SHARED.iter().flat_map(|rows| rows.iter().copied());
        // there it is a function of strings
        let reverse = string::STRREV.named("reverse", &[("reverse(\"abc\")", "\"cba\"")]);
        FunctionTable::new(rows.filter(|row| IN_SPECIFICATIONS.contains(&row.name)).chain([reverse]))
    });
    &TABLE
}

/// HCL's own library.
pub fn hcl() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> =
        LazyLock::new(|| FunctionTable::new(SHARED.iter().flat_map(|rows| rows.iter().copied())));
    &TABLE
}

/// HCL's own library and the namespaced names that the reference implementation is recorded with.
pub fn reference() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let rows = SHARED.iter().chain([&NAMESPACED]).flat_map(|rows| rows.iter().copied());
        FunctionTable::new(rows)
    });
    &TABLE
}

/// Terraform's library; every function is also in the namespace `core`.
pub fn terraform() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| terraform_without(&[]));
    &TABLE
}

/// What Pulumi, which reads the same files, has more.
const ELSEWHERE: &[&str] = &[
    "assetarchive",
    "entries",
    "fileasset",
    "filearchive",
    "pulumiresourcename",
    "pulumiresourcetype",
    "pulumiresourceurn",
    "recover",
    "remotearchive",
    "remoteasset",
    "stringasset",
];

/// Terraform's library without some names.
pub(super) fn terraform_without(names: &[&str]) -> FunctionTable {
    let shared = SHARED.iter().flat_map(|rows| rows.iter()).filter(|row| !ONLY_HCL.contains(&row.name));
    let own = ONLY_TERRAFORM.iter().flat_map(|rows| rows.iter()).chain(super::terraform::ROWS);
    let rows = shared.chain(own).filter(|row| !names.contains(&row.name));
    FunctionTable::new(rows.copied()).with_namespace("core::").with_elsewhere(ELSEWHERE)
}

/// The functions of Pulumi's configuration language.
pub fn pcl() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> =
        LazyLock::new(|| FunctionTable::new(super::pcl::rows()).with_elsewhere(&["call", "invoke"]));
    &TABLE
}

/// The rows of some names; of rows of one name the first counts.
fn library(names: &[&str], rows: impl IntoIterator<Item = Row>) -> FunctionTable {
    let mut found: Vec<Row> = rows.into_iter().filter(|row| names.contains(&row.name)).collect();
    // of two rows of one name the table takes the later
    found.reverse();
    FunctionTable::new(found)
}

/// The rows of everything that HCL's library and Terraform's have, HCL's first.
fn everything() -> impl Iterator<Item = Row> {
    let rows =
        [applications::ROWS].into_iter().chain(SHARED.iter().copied()).chain(ONLY_TERRAFORM.iter().copied());
    rows.flat_map(|rows| rows.iter().copied())
}

/// A row that is known under another name.
fn renamed(from: &str, name: &'static str, examples: &'static [(&'static str, &'static str)]) -> Row {
    let row = everything().find(|row| row.name == from).expect("the library has it");
    row.named(name, examples)
}

/// A string function in these libraries, which are go-cty's.
const REVERSE: Row = string::STRREV.named("reverse", &[("reverse(\"abc\")", "\"cba\"")]);

/// The functions of `docker buildx bake`.
pub fn bake() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let own = [
            applications::INDEX,
            REVERSE,
            renamed("index", "indexof", &[("indexof([\"a\", \"b\"], \"b\")", "1")]),
            renamed("reverse", "reverselist", &[("reverselist([1, 2])", "[2, 1]")]),
            renamed("abs", "absolute", &[("absolute(-3)", "3")]),
        ];
        library(applications::BAKE, own.into_iter().chain(everything()))
    });
    &TABLE
}

/// The functions of Packer.
pub fn packer() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let length = super::terraform::ROWS.iter().copied().filter(|row| row.name == "length");
        library(applications::PACKER, length.chain(everything()))
    });
    &TABLE
}

/// The functions of Nomad's jobs.
pub fn nomad() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        library(applications::NOMAD, [applications::INDEX, REVERSE].into_iter().chain(everything()))
    });
    &TABLE
}

/// The functions of Terragrunt: its own, and those of Terraform 0.15.3.
pub fn terragrunt() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        let own = applications::ONLY_TERRAGRUNT.iter().chain(super::terraform::ROWS).copied();
        library(applications::TERRAGRUNT, own.chain(everything()))
    });
    &TABLE
}

/// No functions.
pub fn none() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| FunctionTable::new([]));
    &TABLE
}
