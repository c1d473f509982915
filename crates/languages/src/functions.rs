//! Building blocks for the function tables of applications: rows selected from the library, and rows that
//! several applications share but that neither HCL nor Terraform has. Rows of a single application are in
//! its language's directory.

use hclx_core::{Rules, ops};
use hclx_eval::Dialect;
use hclx_eval::functions::{ALL, Answer, Args, EarlyReturn, FunctionRow, FunctionTable, library};

/// The dialect of an application that evaluates HCL like Terraform, with its own functions.
pub(crate) const fn application(
    name: &'static str,
    summary: &'static str,
    functions: fn() -> &'static FunctionTable,
) -> Dialect {
    Dialect {
        name,
        summary,
        rules: Rules::terraform(),
        functions_are_all: true,
        functions,
        reference: functions,
    }
}

/// A table of an application's own rows and of library functions selected by name. The first row with a name wins.
pub(crate) fn chosen(own: &[FunctionRow], names: &[&str]) -> FunctionTable {
    let others = ROWS.iter().copied().chain(library()).filter(|row| names.contains(&row.name));
    let mut found: Vec<FunctionRow> = own.iter().copied().chain(others).collect();
    // the table uses the last row with a name
    found.reverse();
    FunctionTable::new(found)
}

/// A row of the library under another name.
pub(crate) fn renamed(
    from: &str,
    name: &'static str,
    examples: &'static [(&'static str, &'static str)],
) -> FunctionRow {
    let row = library().find(|row| row.name == from).expect("the library has it");
    row.named(name, examples)
}

/// `reverse` for strings, as in go-cty; Terraform's is for lists.
pub(crate) fn reverse_of_strings() -> FunctionRow {
    renamed("strrev", "reverse", &[("reverse(\"abc\")", "\"cba\"")])
}

/// The example result of functions that depend on where and when they are called.
pub(crate) const UNREAD: &str = "unknown(bool, not_null)";

/// A function whose result is left unknown: it depends on time, the environment, files or the network, or is rarely
/// used.
pub(crate) const fn open(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
) -> FunctionRow {
    FunctionRow::new(name, signature, summary, examples, |_| Err(EarlyReturn::Unknown))
}

/// An operator as a function.
pub(crate) const fn operator(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> FunctionRow {
    FunctionRow::new(name, signature, summary, examples, run).unknown(ALL).any(ALL)
}

/// Rows shared by several applications.
const ROWS: &[FunctionRow] = &[
    open(
        "regex_replace",
        "(str: string, pattern: string, replace: string) -> string",
        "a string with every match of a regular expression replaced",
        &[("can(regex_replace(\"a\", \"b\", \"c\"))", UNREAD)],
    ),
    open("uuidv4", "() -> string", "a random UUID", &[("can(uuidv4())", UNREAD)]),
];

/// Element access by key, for applications in which `index` has that meaning.
pub(crate) const INDEX: FunctionRow = operator(
    "index",
    "(collection: any, key: any) -> any",
    "an element of a list, map, tuple or object by its key",
    &[("index([\"a\", \"b\"], 1)", "\"b\"")],
    |args| Ok(ops::index(args.get(0), args.get(1), args.rules)?),
);
