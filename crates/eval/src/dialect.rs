//! Dialects at the level of expressions: rules and functions, as data rather than subclasses. Out of scope:
//! the dialects of applications, which are defined with their languages.

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
    /// Set if the table contains all functions. Applications may add their own functions, in which case an
    /// unknown function is not an error.
    pub functions_are_all: bool,
    /// The functions that can be called.
    pub functions: fn() -> &'static FunctionTable,
    /// The functions with which the recorded answers of the reference implementation were computed.
    pub reference: fn() -> &'static FunctionTable,
}

impl Dialect {
    /// The functions that can be called.
    pub fn functions(&self) -> &'static FunctionTable {
        (self.functions)()
    }

    /// The functions with which the recorded answers of the reference implementation were computed.
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
