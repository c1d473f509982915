//! The inputs of an evaluation besides the expression and the scope: rules, functions, policies.

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
    /// Functions of the table that are not available here.
    pub withheld: &'static [&'static str],
    /// Functions defined in HCL, which take precedence over those of the table.
    pub custom: Option<&'a CustomFunctions>,
    /// Functions from elsewhere, for example from providers; functions of the table take precedence.
    pub provided: Option<&'a FunctionTable>,
    /// Functions of the language that need more than values; they take precedence over those of the table.
    pub calls: Option<&'a dyn Calls>,
    /// Access to files; [`NoHost`] rejects it.
    pub host: &'a dyn Host,
    /// Names that a language resolves by their whole traversal, looked up after the variables of the scope.
    pub names: Option<&'a dyn Names>,
    /// A cache of compiled regular expressions; without it each call compiles its own.
    pub patterns: Option<&'a Patterns>,
    /// The treatment of undeclared variables.
    pub unknown_names: Policy,
    /// Functions that are not in the table.
    pub unknown_functions: Policy,
    /// Visits every expression at least once, including the bodies of loops over empty or unknown
    /// collections, and reports errors in branches that may not run as `may`. Otherwise they are dropped.
    pub total: bool,
    /// Parses JSON strings as templates; otherwise they are literal.
    pub json_templates: bool,
    /// Accepts `unknown(…)`, `sensitive(…)`, `ephemeral(…)` and `mark(…)`: the notation in which hclx prints
    /// values that are not plain data.
    pub notation: bool,
    /// No schema describes how the application reads its file. Expressions that the application might read
    /// statically (a reference as an object key, a name `null` at the root of a reference) or as a body (a
    /// JSON object with a repeated key) are not checked, but listed in
    /// [`Outcome::approximations`](crate::Outcome::approximations).
    pub application_unknown: bool,
    /// Stores the value of every expression in [`Outcome::trace`](crate::Outcome::trace).
    pub trace: bool,
    /// Records the values of `==` and `!=` and of their operands, and which conditionals were visited.
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

    /// An environment without names, functions, and templates in JSON strings, for expressions in places
    /// without a scope.
    pub fn without_names() -> Environment<'static> {
        Environment { functions: crate::functions::none(), json_templates: false, ..Environment::exact() }
    }

    /// The environment of the reference implementation: its ranges and its library; unknown names and
    /// functions are errors, and branches and bodies that do not run are not reported.
    pub fn exact() -> Environment<'static> {
        Environment::exactly(&crate::dialect::HCL)
    }

    /// Like [`Environment::exact`], with the functions and the logic of a dialect.
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
