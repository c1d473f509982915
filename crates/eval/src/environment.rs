//! What an evaluation is given besides the expression and the names: rules, functions, policies.

use hclx_core::Rules;

use crate::{Calls, CustomFunctions, Dialect, FunctionTable, Host, Names, NoHost, Patterns};

/// What happens to a name that nothing declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// It is an error.
    Error,
    /// Its value is an unknown of type any, and the name is listed in
    /// [`Outcome::unresolved`](crate::Outcome::unresolved).
    Unknown,
}

/// Rules, functions and policies of an evaluation.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The rules of the algebra.
    pub rules: Rules,
    /// The functions that may be called.
    pub functions: &'a FunctionTable,
    /// Functions of the table that may not be called here.
    pub withheld: &'static [&'static str],
    /// Functions written in HCL, which come before those of the table.
    pub custom: Option<&'a CustomFunctions>,
    /// Functions that come from elsewhere, such as those of providers; a name of the table counts first.
    pub provided: Option<&'a FunctionTable>,
    /// Functions of the language that need more than values, which come before those of the table.
    pub calls: Option<&'a dyn Calls>,
    /// The way to files; [`NoHost`] refuses.
    pub host: &'a dyn Host,
    /// Names that a language resolves by their whole traversal, after variables of the scope.
    pub names: Option<&'a dyn Names>,
    /// Where compiled regular expressions are kept; without it each call compiles its own.
    pub patterns: Option<&'a Patterns>,
    /// Variables that nothing declares.
    pub unknown_names: Policy,
    /// Functions that are not in the table.
    pub unknown_functions: Policy,
    /// Visit every expression at least once: bodies of loops over nothing or over what is not known,
    /// and report errors in arms that may not run as `may`. Without it such errors are dropped.
    pub total: bool,
    /// Read JSON strings as templates; without it they are verbatim text.
    pub json_templates: bool,
    /// Read `unknown(…)`, `sensitive(…)`, `ephemeral(…)` and `mark(…)` as the notation of values, in
    /// which the tool prints what is not plain data.
    pub notation: bool,
    /// No schema says how the application reads its file. What it could read statically (a reference
    /// as an object key, a name `null` at the root of a reference) or as a body (a JSON object that
    /// has a key twice) is not judged, but listed in
    /// [`Outcome::approximations`](crate::Outcome::approximations).
    pub application_unknown: bool,
    /// Keep the value of every expression in [`Outcome::trace`](crate::Outcome::trace).
    pub trace: bool,
    /// Keep there the values of `==` and `!=` and of what they compare, and which conditionals are visited.
    pub comparisons: bool,
}

impl Environment<'_> {
    /// What a dialect brings: its rules and functions, no files, names that nothing declares are
    /// unknown, so are functions unless the table has them all, every expression visited, templates in JSON strings, no trace.
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

    /// Exactly what the reference implementation answers: its ranges and its library, unknown names
    /// and functions are errors, arms and bodies that do not run are not reported.
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
