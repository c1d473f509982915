//! The inputs of an evaluation beside the expression and the scope: rules, functions, policies.

use hclx_core::Rules;

use crate::{Calls, CustomFunctions, Dialect, FunctionTable, Host, Names, NoHost, Patterns};

/// The treatment of undeclared names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Undeclared names are errors.
    Error,
    /// Undeclared names are unknowns of type any, listed in
    /// [`Outcome::unresolved`](crate::Outcome::unresolved).
    Unknown,
}

/// Rules, functions and policies of an evaluation.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The rules of the algebra.
    pub rules: Rules,
    /// The functions that can be called.
    pub functions: &'a FunctionTable,
    /// Functions of the table that may not be called here.
    pub withheld: &'static [&'static str],
    /// Functions written in HCL, which come before those of the table.
    pub custom: Option<&'a CustomFunctions>,
    /// Functions from elsewhere, for example from providers; functions of the table take precedence.
    pub provided: Option<&'a FunctionTable>,
    /// Functions of the language that need more than values, which come before those of the table.
    pub calls: Option<&'a dyn Calls>,
    /// The access to files; [`NoHost`] refuses.
    pub host: &'a dyn Host,
    /// Names that a language resolves by their whole traversal, looked up after the variables of the scope.
    pub names: Option<&'a dyn Names>,
    /// A cache of compiled regular expressions; without it each call compiles its own.
    pub patterns: Option<&'a Patterns>,
    /// The treatment of undeclared variables.
    pub unknown_names: Policy,
    /// Functions that are not in the table.
    pub unknown_functions: Policy,
    /// Visit every expression at least once, including bodies of loops over empty or unknown collections, and
    /// report errors in branches that may not run as `may`. Otherwise such errors are dropped.
    pub total: bool,
    /// Read JSON strings as templates; otherwise they are literal.
    pub json_templates: bool,
    /// Read `unknown(…)`, `sensitive(…)`, `ephemeral(…)` and `mark(…)` as the notation in which hclx prints
    /// values that are not plain data.
    pub notation: bool,
    /// No schema describes how the application reads its file. Expressions that it might read statically (a
    /// reference as an object key, a name `null` at the root of a reference) or as a body (a JSON object with
    /// a repeated key) are not judged, but listed in
    /// [`Outcome::approximations`](crate::Outcome::approximations).
    pub application_unknown: bool,
    /// Keep the value of every expression in [`Outcome::trace`](crate::Outcome::trace).
    pub trace: bool,
    /// A recorder for the values of `==` and `!=` and their operands, and for visited conditionals.
    pub comparisons: bool,
}

impl Environment<'_> {
    /// The environment of a dialect: its rules and functions, no files, undeclared names unknown, unknown
    /// functions allowed unless the table is complete, every expression visited, templates in JSON strings,
    /// no trace.
    pub fn of(dialect: &Dialect) -> Environment<'static> {
        Environment {
            rules: dialect.rules,
            functions: dialect.functions(),
            withheld: &[],
            provided: None,
            custom: None,
            calls: None,
            names: None,
            host: &NoHost,
            patterns: None,
            unknown_names: Policy::Unknown,
            unknown_functions: if dialect.functions_are_all { Policy::Error } else { Policy::Unknown },
            total: true,
            json_templates: true,
            notation: false,
            application_unknown: false,
            trace: false,
            comparisons: false,
        }
    }

    /// Neither names nor functions, and no templates in JSON strings: for expressions that are read
    /// where nothing is in scope.
    pub fn without_names() -> Environment<'static> {
        Environment { functions: crate::functions::none(), json_templates: false, ..Environment::exact() }
    }

    /// The environment of the reference implementation: its ranges and its library; unknown names and
    /// functions are errors, and branches and bodies that do not run are not reported.
    pub fn exact() -> Environment<'static> {
        Environment::exactly(&crate::dialect::HCL)
    }

    /// The same with the functions of a dialect, and with its logic.
    pub fn exactly(dialect: &Dialect) -> Environment<'static> {
        Environment {
            rules: Rules { eager_logic: dialect.rules.eager_logic, ..Rules::exact() },
            functions: dialect.reference_functions(),
            unknown_names: Policy::Error,
            unknown_functions: Policy::Error,
            total: false,
            ..Environment::of(dialect)
        }
    }
}
