//! The settings of a run for every unit: language, dialect, rules, values.

use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::{SourceId, Span};
use hclx_eval::{Dialect, Environment, Host, NoHost, Patterns, Policy, Scope};
use hclx_syntax::ast::Language as Syntax;

use crate::PolicySettings;

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
    /// The argument of a flag as a string, which Terraform uses for a variable of type string; `None` if it is in
    /// quotes or calls a function.
    pub text: Option<Value>,
}

/// The values of variables that are not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnsetVariables {
    /// Any values of their types.
    #[default]
    Unknown,
    /// Their defaults, as in one run.
    Default,
}

/// A setting that assigns files to a language.
pub struct LanguageOverride {
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

/// Settings of a repository for its modules.
#[derive(Clone, Debug, Default)]
pub struct ModuleSettings {
    /// The versions in use: of the application by its name, and of providers by local name or address.
    pub versions: Vec<(String, String)>,
    /// The root modules, even if other modules call them.
    pub roots: Vec<ConfiguredRoot>,
    /// Regular expressions that whole names must match, by kind of declaration.
    pub naming: Vec<(String, String)>,
}

/// A root with the values files that it is applied with.
#[derive(Clone, Debug)]
pub struct ConfiguredRoot {
    /// The directory, in the session's notation.
    pub path: String,
    /// The values files in order, in the session's notation.
    pub var_files: Vec<String>,
}

/// Data that is given for documents.
#[derive(Clone, Debug, Default)]
pub struct DocumentInputs {
    /// The values of properties; the last one with a name wins.
    pub values: Vec<DataInput>,
    /// The options of the run.
    pub options: Option<DataInput>,
    /// The metatype, which takes precedence over that of the document.
    pub metatype: Option<String>,
    /// The root directory of imports; by default the directory of the importing file.
    pub import_root: Option<String>,
}

/// Given data as written, because each language reads data in its own way.
#[derive(Clone, Debug)]
pub struct DataInput {
    /// The property; `None` for a mapping of properties to values.
    pub name: Option<Arc<str>>,
    /// The source.
    pub source: SourceId,
    /// The contents of the source.
    pub bytes: Arc<[u8]>,
    /// Set for JSON, as opposed to YAML.
    pub is_json: bool,
}

/// The time budget of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Files are checked once, with all checks.
    #[default]
    Once,
    /// Files are checked at every keystroke, so checks that evaluate a module again are skipped.
    Live,
}

/// The lints that are applied to modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LintScope {
    /// Lints about mistakes.
    #[default]
    Mistakes,
    /// Also lints about conventions, which are off by default.
    Conventions,
}

/// Language, dialect, rules and values for checking files and expressions.
#[derive(Default)]
pub struct Settings {
    /// The dialect of expressions; `None` uses that of the file's language.
    pub dialect: Option<&'static Dialect>,
    /// The language of all files, regardless of their names.
    pub language: Option<&'static str>,
    /// The syntax of the selected files, regardless of their names.
    pub syntax: Option<Syntax>,
    /// Settings that assign files to languages; the first one that applies wins.
    pub bindings: Vec<LanguageOverride>,
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
    /// The directories that the user named, as clean paths; their modules are the ones that are run.
    pub named: Vec<Arc<str>>,
    /// The settings about modules.
    pub modules: ModuleSettings,
    /// The data given for documents.
    pub documents: DocumentInputs,
    /// The file access of functions, if the settings define it; otherwise the language decides.
    pub host: Option<Arc<dyn Host>>,
    /// Set if no schema describes how the application reads its file.
    pub application_unknown: bool,
    /// Set if undeclared names and functions are errors in an expression that belongs to no file.
    pub strict_names: bool,
    /// Files with schemas of providers.
    pub provider_schemas: Vec<Arc<str>>,
    /// The settings about policies.
    pub policies: PolicySettings,
    /// The directory of imported schemas; `None` uses none of them.
    pub schema_cache: Option<Arc<str>>,
    /// The directories of packs of schemas, in the order in which they are searched.
    pub schema_folders: Vec<Arc<str>>,
    /// Schemas that are part of the program, by their subject: for a provider its address.
    pub shipped_schemas: &'static [(&'static str, &'static [u8])],
    /// The values of variables that are not set.
    pub unset: UnsetVariables,
    /// The lints that are applied to modules.
    pub lints: LintScope,
    /// The time budget of a check.
    pub pace: Pace,
    /// Set to answer exactly like the reference implementation.
    pub exact: bool,
    /// Compiled regular expressions.
    pub patterns: Patterns,
}

impl Settings {
    /// Returns `true` if the run may have policies.
    pub fn has_policies(&self) -> bool {
        self.policies.has_any()
    }

    /// Returns `true` if values are given, even if only in an empty file.
    pub fn gives_values(&self) -> bool {
        !self.assignments.is_empty() || !self.values_files.is_empty()
    }

    /// Returns `true` if units use more than their files, namely values or schemas, in which any unit may find an
    /// error.
    pub fn has_inputs(&self) -> bool {
        let documents = !self.documents.values.is_empty() || self.documents.options.is_some();
        let modules = !self.modules.roots.is_empty() || !self.modules.versions.is_empty();
        let schemas = self.schema_cache.is_some()
            || !self.schema_folders.is_empty()
            || !self.provider_schemas.is_empty();
        self.gives_values() || documents || modules || schemas
    }

    /// Sets a variable, replacing an earlier value.
    pub fn assign(&mut self, assignment: Assignment) {
        self.scope.define(Arc::clone(&assignment.name), assignment.value.clone());
        self.assignments.push(assignment);
    }

    /// The variables for a plain HCL file.
    pub fn scope_of(&self, path: &str) -> Scope<'_> {
        let mut scope = self.scope.child();
        for (name, value) in self
            .file_scopes
            .iter()
            .filter(|file_scope| (file_scope.applies)(path))
            .flat_map(|one| &one.variables)
        {
            scope.define(Arc::clone(name), value.clone());
        }
        scope
    }

    /// The environment of a file whose language has this dialect.
    pub fn environment(&self, dialect: &Dialect) -> Environment<'_> {
        let environment = self.environment_of(self.dialect.unwrap_or(dialect));
        // The setting describes the application's file, not the expressions in flags.
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
            // The rules of the reference implementation are not configurable, and it reads no files here.
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
