//! Dialects at the level of expressions: rules and functions, data rather than subclasses. Out of scope:
//! the rows of applications, which are beside their languages.

use hclx_core::Rules;

use crate::functions::{self, FunctionTable};

/// The expression semantics of a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The name that `--dialect` takes.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    /// The rules of the algebra.
    pub rules: Rules,
    /// Files can call no functions beyond the table. Where applications add their own, a function that is not
    /// in the table may still exist.
    pub functions_are_all: bool,
    /// The functions that can be called.
    pub functions: fn() -> &'static FunctionTable,
    /// The functions that the reference implementation is recorded with.
    pub reference: fn() -> &'static FunctionTable,
}

impl Dialect {
    /// The functions that can be called.
    pub fn functions(&self) -> &'static FunctionTable {
        (self.functions)()
    }

    /// The functions that the reference implementation is recorded with.
    pub(crate) fn reference_functions(&self) -> &'static FunctionTable {
        (self.reference)()
    }
}

/// Plain HCL.
pub static HCL: Dialect = Dialect {
    name: "hcl",
    summary: "plain HCL with its standard library; integral literals are int",
    rules: Rules::generic(),
    functions_are_all: false,
    functions: functions::hcl,
    reference: functions::reference,
};
