//! The settings of a run for every unit: language, dialect, rules, values.

use std::any::Any;
use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::{SourceId, Span};
use hclx_eval::{Dialect, Environment, Host, NoHost, Patterns, Policy, Scope};
use hclx_syntax::ast::Language as Syntax;

/// A variable that is set on the command line.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The variable.
    pub name: Arc<str>,
    /// The place of the name, in a values file or in the argument of the flag.
    pub name_span: Span,
    /// The value as given, before conversion.
    pub value: Value,
    /// The place of the value.
    pub value_span: Span,
    /// Set for the argument of a flag, as opposed to an entry of a file.
    pub is_flag: bool,
}

/// A setting that assigns files to a language.
pub struct Binding {
    /// Returns `true` if the setting applies to a file, given its path in the session.
    pub applies: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// The name of the language.
    pub language: &'static str,
    /// The argument that the setting passes on, for example the path of a specification.
    pub argument: Option<Arc<str>>,
}

/// Variables that a setting defines for some plain HCL files.
pub struct FileScope {
    /// Returns `true` if the setting applies to a file, given its path in the session.
    pub applies: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// The variables.
    pub variables: Vec<(Arc<str>, Value)>,
}

/// The time budget of a judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Files are judged once, with all checks.
    #[default]
    Once,
    /// Files are judged at every keystroke: checks that evaluate a module again are skipped.
    Live,
}

/// Language, dialect, rules and values for judging files and expressions.
#[derive(Default)]
pub struct Settings {
    /// The dialect of expressions; `None` uses that of the file's language.
    pub dialect: Option<&'static Dialect>,
    /// The language of all files, regardless of their names.
    pub language: Option<&'static str>,
    /// The syntax of the selected files, regardless of their names.
    pub syntax: Option<Syntax>,
    /// Settings that assign files to languages; the first one that applies wins.
    pub bindings: Vec<Binding>,
    /// The rules that replace the dialect's own.
    pub rules: Option<Rules>,
    /// The given variables by name.
    pub scope: Scope<'static>,
    /// Variables for some files, in addition to those for all.
    pub file_scopes: Vec<FileScope>,
    /// The variables of the scope with their places, in the order given.
    pub assignments: Vec<Assignment>,
    /// The values files named by flags, in order. Their entries are among the assignments.
    pub values_files: Vec<SourceId>,
    /// The directories that the user named, as clean paths. The modules in them are the ones that
    /// are run.
    pub named: Vec<Arc<str>>,
    /// Command-line inputs for a single language, by type: see [`Settings::input`].
    pub inputs: Vec<Arc<dyn Any + Send + Sync>>,
    /// The file access of functions, if the settings define it; otherwise the language decides.
    pub host: Option<Arc<dyn Host>>,
    /// Set if no schema describes how the application reads its file.
    pub application_unknown: bool,
    /// Set if undeclared names and functions are errors in an expression that belongs to no file.
    pub strict_names: bool,
    /// Files with schemas of providers.
    pub provider_schemas: Vec<Arc<str>>,
    /// The time budget of a judgement.
    pub pace: Pace,
    /// Set to answer exactly like the reference implementation.
    pub exact: bool,
    /// Compiled regular expressions.
    pub patterns: Patterns,
}

impl Settings {
    /// The command-line input of a language, by type.
    pub fn input<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.inputs.iter().find_map(|input| input.downcast_ref())
    }

    /// Returns `true` if values are given, even if only by an empty file.
    pub fn gives_values(&self) -> bool {
        !self.assignments.is_empty() || !self.values_files.is_empty()
    }

    /// Sets a variable, replacing an earlier value.
    pub fn assign(&mut self, assignment: Assignment) {
        self.scope.define(Arc::clone(&assignment.name), assignment.value.clone());
        self.assignments.push(assignment);
    }

    /// The variables for a plain HCL file.
    pub fn scope_of(&self, path: &str) -> Scope<'_> {
        let mut scope = self.scope.child();
        for (name, value) in
            self.file_scopes.iter().filter(|one| (one.applies)(path)).flat_map(|one| &one.variables)
        {
            scope.define(Arc::clone(name), value.clone());
        }
        scope
    }

    /// The environment of a file whose language has this dialect.
    pub fn environment(&self, dialect: &Dialect) -> Environment<'_> {
        let environment = self.environment_of(self.dialect.unwrap_or(dialect));
        Environment { application_unknown: self.application_unknown, ..environment }
    }

    /// The environment of an expression that belongs to no file.
    pub fn for_expression(&self) -> Environment<'_> {
        let environment = self.environment_of(self.dialect.unwrap_or(&hclx_eval::dialect::HCL));
        if !self.strict_names {
            return environment;
        }
        Environment { unknown_names: Policy::Error, unknown_functions: Policy::Error, ..environment }
    }

    fn environment_of(&self, dialect: &Dialect) -> Environment<'_> {
        let patterns = Some(&self.patterns);
        if self.exact {
            return Environment { patterns, ..Environment::exactly(dialect) };
        }
        let environment = Environment::of(dialect);
        let host: &dyn Host = match &self.host {
            Some(host) => &**host,
            None => &NoHost,
        };
        Environment { rules: self.rules.unwrap_or(environment.rules), host, patterns, ..environment }
    }
}
