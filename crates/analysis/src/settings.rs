//! What a run gives to every file: dialect, rules, variables.

use hclx_core::Rules;
use hclx_eval::{Dialect, Environment, Host, NoHost, Scope};

use crate::FileKind;

/// Dialect, rules and variables for judging files and expressions.
#[derive(Debug, Default)]
pub struct Settings {
    /// The dialect; `None` takes the one that a file's name tells.
    pub dialect: Option<&'static Dialect>,
    /// The rules instead of the dialect's own.
    pub rules: Option<Rules>,
    /// The variables that are given.
    pub scope: Scope<'static>,
    /// The way to files for functions; without it they read none.
    pub host: Option<&'static dyn Host>,
    /// It is open how the application reads its file: no schema says so.
    pub application_unknown: bool,
    /// Answer exactly as the reference implementation.
    pub exact: bool,
}

impl Settings {
    /// The environment in which a file of this kind is evaluated.
    pub fn environment(&self, kind: &FileKind) -> Environment<'static> {
        let by_name = || hclx_eval::dialect::find(kind.dialect).unwrap_or(&hclx_eval::dialect::DIALECTS[0]);
        let environment = self.environment_of(self.dialect.unwrap_or_else(by_name));
        Environment { application_unknown: self.application_unknown, ..environment }
    }

    /// The environment of an expression that belongs to no file.
    pub fn for_expression(&self) -> Environment<'static> {
        self.environment_of(self.dialect.unwrap_or(&hclx_eval::dialect::DIALECTS[0]))
    }

    fn environment_of(&self, dialect: &Dialect) -> Environment<'static> {
        if self.exact {
            return Environment::exact();
        }
        let environment = Environment::of(dialect);
        let host = self.host.unwrap_or(&NoHost);
        Environment { rules: self.rules.unwrap_or(environment.rules), host, ..environment }
    }
}
