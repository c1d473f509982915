//! Values files and values from the command line, checked against the variables of a module.
//!
//! Source of the rules: Terraform's "Input Variables", "Variable Definitions Files".

use std::sync::Arc;

use hclx_analysis::{Assignment, Unit, UnsetVariables, file_name, file_path, query};
use hclx_core::{TypeKind, Value};
use hclx_diag::{
    Batch, Diagnostic, Findings, Ordered, OrderedSet, Policy, Report, SourceId, Span, TextRange, Zone,
    code_names as codes, counted, nearest,
};
use hclx_eval::{Approximation, Budget, Environment, Scope, evaluate};
use hclx_schema::{Site, conform};
use hclx_syntax::Parsed;
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::{AttributeView, BodyNames, BodyView};

use super::evaluate::validated;
use super::evaluation::Inputs;
use super::placeholders;
use super::rule::Evaluator;
use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::deployment::is_deployed;
use crate::terraform::declare::module::{Module, header};
use crate::terraform::declare::variable::{at_type, is_part, of_value};
use crate::terraform::files::links::is_link;
use crate::terraform::files::placeholders::is_placeholder;
use crate::terraform::files::roles::{self, Role};
use crate::terraform::files::{configured, environment};
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::dependencies::uses_variable;
use crate::terraform::resolve::{callers, modules};
use crate::terraform::schemas::backends;
use crate::terraform::schemas::kind::Kind;

/// The reason why a run uses a value other than that of a values file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replacement {
    /// The value is a placeholder that is replaced before a run.
    Placeholder,
    /// A command of the repository sets the variable with a flag, which wins.
    Flag,
}

#[derive(Clone)]
struct GivenValue {
    name: Arc<str>,
    name_span: Span,
    value: Value,
    value_span: Span,
    /// The expression, if it is in a values file.
    site: Option<(Arc<Parsed>, ExprId)>,
    /// Set for the argument of a flag.
    is_flag: bool,
    /// The argument of a flag as a string, if it may be an unquoted one.
    text: Option<Value>,
    /// The reason why another value replaces this one before or in a run; the value is then unknown.
    replacement: Option<Replacement>,
    /// Set if the value has an error.
    failed: bool,
    /// The findings from evaluating the value.
    found: Batch,
}

impl GivenValue {
    /// A value from the command line or from settings.
    fn of(assignment: &Assignment) -> Self {
        Self {
            name: Arc::clone(&assignment.name),
            name_span: assignment.name_span,
            value: assignment.value.clone(),
            value_span: assignment.value_span,
            site: None,
            is_flag: assignment.is_flag,
            text: assignment.text.clone(),
            replacement: None,
            failed: false,
            found: Batch::default(),
        }
    }
}

/// Values for the variables of a module, converted to their types.
#[derive(Default)]
pub(crate) struct Values {
    /// The values by variable name.
    pub(crate) values: Ordered<Arc<str>, Value>,
    /// The places of the values.
    places: Ordered<Arc<str>, Span>,
    findings: Findings,
    /// The findings about the values in effect so far.
    of_values: Ordered<Arc<str>, Batch>,
}

/// The values of a root: automatically loaded files, overridden by the command line.
pub(crate) fn of_root(run: Evaluator<'_>, module: &Module) -> Values {
    let mut values = Values::default();
    for file in automatic(run, &module.folder) {
        let given = in_runs(run, &module.folder, read(run, file, &mut values.findings));
        values.take(run, module, given);
    }
    let settings = run.snapshot.settings();
    let mut read_already = configured::values_of(run.snapshot, &module.folder);
    let mut torn = read_already.iter().fold(false, |torn, file| torn | values.read(run, module, *file));
    let is_configured = !read_already.is_empty();
    // files that `hclx.toml` assigns to a root are for that root alone, so they apply regardless of flags
    if !is_meant(run, module) {
        if is_configured {
            values.complete(module, torn);
        }
        return values;
    }
    // values in formats of other tools arrive as assignments; only the application's own files are read here
    let is_own = |file: SourceId| roles::of_file(run.snapshot, file) == Role::Values;
    let take = |values: &mut Values, is_meant: &dyn Fn(&Assignment) -> bool| {
        let meant = settings.assignments.iter().filter(|one| is_meant(one));
        values.take(run, module, meant.map(GivenValue::of).collect());
    };
    // settings of the project, then files, then flags: the last value wins
    let is_of_file = |one: &Assignment| settings.values_files.contains(&one.value_span.source);
    take(&mut values, &|one| !one.is_flag && !is_of_file(one));
    for file in &settings.values_files {
        if !is_own(*file) {
            take(&mut values, &|one| one.value_span.source == *file);
        } else if !read_already.contains(file) {
            read_already.push(*file);
            torn |= values.read(run, module, *file);
        }
    }
    take(&mut values, &|one| one.is_flag);
    match settings.unset {
        _ if is_configured || settings.gives_values() => values.complete(module, torn),
        UnsetVariables::Default => values.add_defaults(module),
        UnsetVariables::Unknown => {}
    }
    values
}

/// The values of the automatically loaded files next to the tests of a module.
pub(crate) fn beside_tests(run: Evaluator<'_>, module: &Module, folder: &str) -> Values {
    let mut values = Values::default();
    for file in automatic(run, folder) {
        let given = read(run, file, &mut values.findings);
        values.take(run, module, given);
    }
    values
}

/// The approximations for values in automatically loaded files of a root that runs replace.
pub(crate) fn to_fill_in(run: Evaluator<'_>, folder: &str) -> Vec<Approximation> {
    let of_file = |file: SourceId| replacements(&in_runs(run, folder, read(run, file, &mut Findings::new())));
    automatic(run, folder).into_iter().flat_map(of_file).collect()
}

/// The approximations for values in a file that runs replace.
fn replacements(given: &[GivenValue]) -> Vec<Approximation> {
    let of_reason = |reason: Replacement| {
        let mut values = given.iter().filter(|value| value.replacement == Some(reason));
        let first = values.next()?;
        let others = match values.count() {
            0 => String::new(),
            count => format!(" and {}", counted(count, "other variable")),
        };
        let name = &first.name;
        let what = match reason {
            Replacement::Placeholder => {
                format!("`{name}`{others} has a placeholder here: its value is unknown")
            }
            Replacement::Flag => {
                format!(
                    "commands of this repository set `{name}`{others} with `-var`: the value here was not checked"
                )
            }
        };
        Some(Approximation { span: first.value_span, what: what.into() })
    };
    [Replacement::Placeholder, Replacement::Flag].into_iter().filter_map(of_reason).collect()
}

/// The values as used when the repository's commands run a root; those that a flag overrides are unknown.
fn in_runs(run: Evaluator<'_>, folder: &str, mut given: Vec<GivenValue>) -> Vec<GivenValue> {
    let set = environment::set_variables(run.snapshot, folder);
    for value in given.iter_mut().filter(|value| set.is_overridden(&value.name)) {
        (value.value, value.replacement) = (Value::dynamic(), Some(Replacement::Flag));
    }
    given
}

/// The approximation for variables of a root without values.
pub(crate) fn not_given(module: &Module, values: &Ordered<Arc<str>, Value>) -> Option<Approximation> {
    let mut open = module.variables().filter(|(declaration, variable)| {
        // a required variable without a value is unknown on purpose, because every run has to set it
        variable.default.is_some() && !values.contains_key(&declaration.name)
    });
    let (first, _) = open.next()?;
    let (others, have, whose) = match open.count() {
        0 => (String::new(), "has", "its default"),
        count => (format!(" and {}", counted(count, "other variable")), "have", "their defaults"),
    };
    let what = format!(
        "`{}`{others} {have} no value here: failures that depend on {whose} were not checked",
        first.name
    );
    Some(Approximation { span: first.name_span, what: what.into() })
}

/// Returns `true` if a module is run as a root, so that values are given to it. Either no call of the selected modules
/// refers to it, or the user named its directory, or it contains files that only roots have: automatically loaded
/// values, a lock file, a backend.
pub(crate) fn is_run(run: Evaluator<'_>, module: &Module) -> bool {
    let folder = &*module.folder;
    let is_named = || run.snapshot.settings().named.iter().any(|named| **named == *folder);
    // a module in `examples/` may call the module above it, which is nevertheless a root
    callers::is_root(run.snapshot, run.flavor, folder) || is_named() || is_deployed(run.snapshot, module)
}

/// The modules that the values on the command line may be intended for: those in the named directories, or
/// the roots below a named directory that is not a module; all roots if files were named.
fn candidates(run: Evaluator<'_>) -> OrderedSet<String> {
    let roots = callers::roots(*run);
    let named = &run.snapshot.settings().named;
    if named.is_empty() {
        return roots.iter().cloned().collect();
    }
    let of_folder = |folder: &Arc<str>| -> Vec<String> {
        match roles::has_module(run.snapshot, folder, run.flavor) {
            true => vec![folder.to_string()],
            false => roots.iter().filter(|root| file_path::is_inside(root, folder)).cloned().collect(),
        }
    };
    named.iter().flat_map(of_folder).collect()
}

/// Returns `true` if the values on the command line are intended for a module. Among several [`candidates`],
/// it is the one whose directory contains a values file, or else the topmost one, or else those that declare
/// all given variables; if there are none, the first one reports this.
fn is_meant(run: Evaluator<'_>, module: &Module) -> bool {
    let settings = run.snapshot.settings();
    if !settings.gives_values() {
        return true;
    }
    let candidates = candidates(run);
    if !candidates.contains(&*module.folder) {
        return false;
    }
    let of_files = settings.assignments.iter().map(|one| one.value_span.source);
    let of_files = of_files.chain(settings.values_files.iter().copied()).map(|file| run.snapshot.path(file));
    let of_files: Vec<String> = of_files
        .filter(|path| roles::role(file_name(path)) == Role::Values)
        .map(|path| file_path::parent(&file_path::clean(&path)).to_owned())
        .collect();
    if candidates.iter().any(|root| of_files.contains(root)) {
        return of_files.iter().any(|folder| **folder == *module.folder);
    }
    if let Some(root) =
        candidates.iter().find(|root| candidates.iter().all(|other| file_path::is_inside(other, root)))
    {
        return **root == *module.folder;
    }
    let declares_all = |module: &Module| {
        let mut given = settings.assignments.iter();
        given.all(|one| module.get(Kind::Variable, "", &one.name).is_some())
    };
    let loaded = |folder: &String| modules::load(run.snapshot, folder, run.flavor);
    declares_all(module)
        || candidates.iter().next().is_some_and(|first| **first == *module.folder)
            && !candidates.iter().any(|folder| declares_all(&loaded(folder)))
}

/// The files of a root that are loaded automatically, in order.
fn automatic(run: Evaluator<'_>, folder: &str) -> Vec<SourceId> {
    let Ok(listed) = run.snapshot.list(folder) else { return Vec::new() };
    let names: Vec<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
    // in Terraform's order, where later files override earlier ones
    let first_names = ["terraform.tfvars", "terraform.tfvars.json"];
    let first = first_names.into_iter().filter(|name| names.contains(name));
    let later = |name: &&str| roles::is_automatic(name) && !first_names.contains(name);
    let all = first.chain(names.iter().copied().filter(later));
    all.filter_map(|name| run.snapshot.find(&file_path::join(folder, name)).ok()).collect()
}

/// Returns `true` if a file is intended for `-backend-config`: all its names are arguments of the
/// module's backend, and some are not variables.
fn configures_backend(module: &Module, given: &[GivenValue]) -> bool {
    let is_variable = |one: &GivenValue| module.get(Kind::Variable, "", &one.name).is_some();
    // a name that is both an argument of the backend and a variable does not reveal the purpose of a file
    if given.iter().all(is_variable) {
        return false;
    }
    let schema = BodyNames::new().block("backend", &["name"]);
    module.others.iter().filter(|one| &*one.block_type == "terraform").any(|written| {
        let (content, ..) = written.view().partial_content(&schema);
        content.blocks.iter().filter_map(|block| block.labels.first()).any(|name| {
            let block = backends::backend(name.text);
            given.iter().all(|one| block.attributes().iter().any(|known| known.name == one.name))
        })
    })
}

/// Returns `true` if the files of a module only declare a backend and providers, so that they are copied into the
/// module that is run.
fn has_backend_alone(module: &Module) -> bool {
    !module.others.is_empty() && module.declarations.iter().all(|declared| declared.kind == Kind::Provider)
}

/// Returns `true` if some names in a values file are not even close to those of the module's variables, or if only a
/// few are.
fn has_foreign_names(module: &Module, given: &[GivenValue]) -> bool {
    let is_declared = |given: &&GivenValue| module.get(Kind::Variable, "", &given.name).is_some();
    let is_slip = |given: &GivenValue| {
        nearest(&given.name, module.variables().map(|(declaration, _)| &*declaration.name)).is_some()
    };
    let declared = given.iter().filter(is_declared).count();
    2 * declared < given.len()
        || given.iter().filter(|given| !is_declared(given)).any(|given| !is_slip(given))
}

/// Checks each values file of a module that is not loaded automatically.
pub(crate) fn others(
    run: Evaluator<'_>,
    module: &Module,
    inputs: &Inputs,
    files: &[SourceId],
) -> (Vec<Diagnostic>, Vec<Approximation>) {
    let mut findings = Vec::new();
    let mut approximations = Vec::new();
    let given: Vec<Arc<str>> =
        run.snapshot.settings().values_files.iter().map(|file| run.snapshot.path(*file)).collect();
    for file in files {
        let path = run.snapshot.path(*file);
        let own = file_path::parent(&path) == &*module.folder;
        let is_configured = configured::root_of_values(run.snapshot, &path).is_some();
        // without a module, no values are loaded automatically
        let is_loaded = roles::is_automatic(file_name(&path)) && own && !module.files.is_empty();
        if is_loaded || is_configured || given.iter().any(|known| file_path::clean(known) == *path) {
            continue;
        }
        let mut values = Values::default();
        let read = in_runs(run, &module.folder, read(run, *file, &mut values.findings));
        approximations.extend(replacements(&read).into_iter().filter(|_| !module.files.is_empty()));
        let of_backend = configures_backend(module, &read);
        let has_foreign_names = has_foreign_names(module, &read);
        let is_template = placeholders::are_in(run.snapshot, *file);
        values.take(run, module, read);
        if is_template {
            values.drop_references();
            let what = "references to names of other values files are placeholders: these values are unknown";
            approximations.push(Approximation { span: TextRange::at(0).in_source(*file), what: what.into() });
        }
        // a file in a subdirectory, or in a directory without a module, may contain the values of another
        // module
        let is_foreign = module.files.is_empty() || !own || has_backend_alone(module);
        let is_undeclared = |one: &Diagnostic| one.code == codes::UNDECLARED_VALUE;
        let left_out = match has_foreign_names && values.findings.iter().any(is_undeclared) {
            _ if of_backend => Some("backend settings were not checked"),
            true if is_foreign => Some("these values were not checked: their module is unknown"),
            _ => None,
        };
        if let Some(what) = left_out {
            approximations.push(Approximation { span: TextRange::at(0).in_source(*file), what: what.into() });
            findings.extend(run.snapshot.parsed(*file).diagnostics.iter().cloned());
            continue;
        }
        // each file is checked as if a run loaded it alone, in addition to those that are always loaded
        let inputs = Inputs {
            values: values.values.clone(),
            host: Arc::clone(&inputs.host),
            paths: inputs.paths.clone(),
            computed: Arc::clone(&inputs.computed),
            ..*inputs
        };
        let refused =
            validated(run, module, &inputs).into_iter().filter(|one| one.code == codes::VALIDATION_FAILED);
        let refused: Vec<Diagnostic> = refused.map(|one| values.placed(module, one)).collect();
        findings.extend(values.take_findings());
        findings.extend(refused.into_iter().filter(|one| one.span.is_some_and(|span| span.source == *file)));
    }
    (findings, approximations)
}

/// Reads a values file: attributes without references or function calls.
fn read(run: Evaluator<'_>, file: SourceId, findings: &mut Findings) -> Vec<GivenValue> {
    let read = run.snapshot.get(&ReadValuesQuery(file));
    findings.extend(read.findings.iter().cloned());
    read.given.clone()
}

/// The values in a file, read once for each version of it.
#[derive(Default)]
struct ReadValues {
    given: Vec<GivenValue>,
    findings: Findings,
}

query! {
    /// The values in a file.
    struct ReadValuesQuery(SourceId) -> ReadValues, of File |ReadValuesQuery(file)| *file;
    |ReadValuesQuery(file), snapshot| ReadValues::of(&snapshot.parsed(*file), *file)
}

impl ReadValues {
    fn of(parsed: &Arc<Parsed>, file: SourceId) -> Self {
        let mut read = Self::default();
        read.findings.extend(parsed.diagnostics.iter().cloned());
        if parsed.diagnostics.iter().any(Diagnostic::is_error) {
            return read;
        }
        let (root, finding) = BodyView::root(&parsed.tree, file);
        read.findings.extend(finding);
        let (attributes, wrong) = root.just_attributes();
        read.findings.extend(wrong);
        read.given = attributes_of(parsed, file, attributes);
        read
    }
}

fn attributes_of(
    parsed: &Arc<Parsed>,
    file: SourceId,
    attributes: Vec<AttributeView<'_>>,
) -> Vec<GivenValue> {
    // Terraform evaluates values files without a scope, so not even functions are available
    let env = Environment { rules: DIALECT.rules, ..Environment::without_names() };
    let budget = Budget::constant(parsed.tree.source().len());
    let mut given = Vec::new();
    for attribute in attributes {
        let outcome = evaluate(&parsed.tree, file, attribute.value, &Scope::root(), &env, &budget);
        let failed = outcome.has_errors();
        let is_placeholder = has_placeholder(&outcome.value);
        given.push(GivenValue {
            name: attribute.name.into(),
            name_span: attribute.name_range.in_source(file),
            value: if is_placeholder { without_placeholders(&outcome.value) } else { outcome.value },
            value_span: parsed.tree.expr(attribute.value).range.in_source(file),
            site: Some((Arc::clone(parsed), attribute.value)),
            is_flag: false,
            text: None,
            replacement: is_placeholder.then_some(Replacement::Placeholder),
            failed,
            found: Batch::from(outcome.diagnostics).map(|one| Some(constant(one))),
        });
    }
    given
}

/// Returns `true` for a placeholder, or a value that contains one.
fn has_placeholder(value: &Value) -> bool {
    value.as_str().map_or_else(|| value.parts().any(has_placeholder), is_placeholder)
}

/// A value in which placeholders are unknown.
fn without_placeholders(value: &Value) -> Value {
    if value.as_str().is_some_and(is_placeholder) {
        return Value::dynamic();
    }
    value.map_parts(without_placeholders).unwrap_or_else(|| value.clone())
}

fn constant(finding: Diagnostic) -> Diagnostic {
    let message = match finding.code {
        code if code == codes::UNKNOWN_NAME => "references are not allowed in a values file",
        code if code == codes::UNKNOWN_FUNCTION => "function calls are not allowed in a values file",
        _ => return finding,
    };
    let help = match finding.code == codes::UNKNOWN_NAME {
        true => vec!["if this is a string, quote it".into()],
        false => Vec::new(),
    };
    Diagnostic { code: codes::NOT_CONSTANT, message: message.to_owned(), help, fixes: Vec::new(), ..finding }
}

impl Values {
    /// Adds the values of a file; returns `true` if some were lost to syntax errors.
    fn read(&mut self, run: Evaluator<'_>, module: &Module, file: SourceId) -> bool {
        let (given, batch) = self.findings.trial(|findings| read(run, file, findings));
        let is_lost = |one: &Diagnostic| one.code == codes::UNSUPPORTED_BLOCK;
        let is_torn = run.snapshot.parsed(file).diagnostics.iter().any(Diagnostic::is_error)
            || batch.iter().any(is_lost);
        self.findings.keep(batch, Policy::AsIs);
        self.take(run, module, given);
        is_torn
    }

    /// Adds values; later ones override earlier ones.
    fn take(&mut self, run: Evaluator<'_>, module: &Module, given: Vec<GivenValue>) {
        for mut given in given {
            let found = module.variables().find(|(declaration, _)| declaration.name == given.name);
            let is_string = |variable: &Variable| matches!(variable.ty.kind(), TypeKind::String);
            if found.as_ref().is_some_and(|(_, variable)| is_string(variable)) {
                given.value = given.text.take().unwrap_or(given.value);
            }
            let is_open = found.as_ref().is_some_and(|(_, variable)| !variable.marks.sensitive);
            run.snapshot.give(&given.value, given.value_span, is_open);
            let Some((declaration, variable)) = found else {
                // the value of an undeclared variable is never evaluated
                let is_told = || !given.is_flag && uses_variable(run.snapshot, module, &given.name);
                // modules that share a file through links declare different variables
                let is_shared = || !given.is_flag && is_link(run.snapshot, given.name_span.source);
                match module.may_declare(&given.name) || is_told() || is_shared() {
                    true => self.findings.keep(given.found, Policy::AsIs),
                    false => self.findings.push(undeclared(run, module, &given)),
                }
                continue;
            };
            if self.places.get(&given.name).is_some_and(|before| *before != given.value_span) {
                self.replaced(&given.name, given.name_span);
            }
            let found = std::mem::take(&mut given.found);
            let (value, batch) = self.findings.trial(|findings| {
                findings.keep(found, Policy::AsIs);
                fitted(declaration, variable, &given, findings)
            });
            self.of_values.insert(Arc::clone(&given.name), batch);
            self.values.insert(Arc::clone(&given.name), value);
            self.places.insert(Arc::clone(&given.name), given.value_span);
        }
    }

    /// Drops findings about a value that a later one overrides, because it is neither converted nor evaluated.
    fn replaced(&mut self, name: &str, by: Span) {
        let batch = self.of_values.remove(name).unwrap_or_default();
        let Some(place) = self.places.get(name) else { return };
        let unconverted = Zone::silent(*place).only(|finding| finding.code == codes::NOT_CONVERTIBLE);
        let unused = Zone::lenient(*place).by(by, "this value is used instead");
        self.findings.keep(batch.under(&[unconverted, unused]), Policy::AsIs);
    }

    /// Drops findings about references in values.
    fn drop_references(&mut self) {
        let others = self.take_findings().into_vec().into_iter();
        self.findings.extend(others.filter(|finding| finding.code != codes::NOT_CONSTANT));
    }

    /// The findings about the values that are in effect.
    pub(crate) fn take_findings(&mut self) -> Findings {
        for (_, batch) in std::mem::take(&mut self.of_values) {
            self.findings.keep(batch, Policy::AsIs);
        }
        std::mem::take(&mut self.findings)
    }

    /// Completes explicitly given values by the defaults of other variables, and adds errors for missing ones. If the
    /// file has syntax errors, missing values are unknown.
    fn complete(&mut self, module: &Module, torn: bool) {
        for (declaration, variable) in module.variables() {
            if self.values.contains_key(&declaration.name) {
                continue;
            }
            match &variable.default {
                Some(default) => drop(self.values.insert(Arc::clone(&declaration.name), default.clone())),
                None if torn => {}
                None => {
                    let message = format!("missing value for variable `{}`", declaration.name);
                    let finding = Diagnostic::error(codes::MISSING_ATTRIBUTE, header(declaration), message)
                        .label("declared without a default")
                        .help(format!("set it with `--var {}=…`", declaration.name));
                    self.findings.push(finding);
                }
            }
        }
    }

    /// Adds the defaults of variables without values.
    fn add_defaults(&mut self, module: &Module) {
        for (declaration, variable) in module.variables() {
            let default = variable.default.iter().filter(|_| !self.values.contains_key(&declaration.name));
            for default in default.cloned().collect::<Vec<_>>() {
                self.values.insert(Arc::clone(&declaration.name), default);
            }
        }
    }

    /// Moves a finding about a validation rule to the value that violates the rule.
    pub(crate) fn placed(&self, module: &Module, finding: Diagnostic) -> Diagnostic {
        if finding.code != codes::VALIDATION_FAILED {
            return finding;
        }
        let about = finding.labels.iter().find_map(|label| {
            let found = module.variables().find(|(declaration, _)| declaration.name_span == label.span);
            found.and_then(|(declaration, _)| self.places.get(&declaration.name))
        });
        let (Some(place), Some(rule)) = (about, finding.span) else { return finding };
        let mut placed = Diagnostic { span: Some(*place), ..finding };
        placed
            .labels
            .insert(0, hclx_diag::Label { span: rule, message: "this condition is false".to_owned() });
        placed
    }
}

/// Converts a value to the type of its variable.
fn fitted(
    declaration: &Declaration,
    variable: &Variable,
    given: &GivenValue,
    findings: &mut Findings,
) -> Value {
    let unknown = || Value::unknown(variable.ty.without_optional());
    if given.failed {
        return unknown();
    }
    if given.value.is_null() && !variable.nullable {
        if let Some(default) = &variable.default {
            return default.clone();
        }
        let message = format!("`{}` is null, but the variable has `nullable = false`", given.name);
        let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, given.value_span, message)
            .also(declaration.name_span, "declared here");
        findings.push(finding);
        return unknown();
    }
    let value = match &variable.defaults {
        Some(defaults) => defaults.apply(&given.value, &DIALECT.rules),
        None => given.value.clone(),
    };
    let wrong = |finding: Diagnostic| {
        let finding = at_type(variable, finding);
        match &given.site {
            Some((parsed, _)) => of_value(finding, &parsed.tree, given.name_span),
            None => finding,
        }
    };
    let converted = match &given.site {
        Some((parsed, expr)) => {
            let (tree, source) = (&*parsed.tree, given.value_span.source);
            let site = Site { tree, source, expr: *expr, name: &given.name };
            conform(&value, &variable.ty, &site, &DIALECT.rules).map_err(|finding| *finding)
        }
        None => hclx_eval::converted(&value, &variable.ty, &DIALECT.rules).map_err(|fault| {
            let message = fault.wording().about(&given.name, fault.path());
            Diagnostic { message, ..fault.at(given.value_span) }
        }),
    };
    let failed = converted.as_ref().err();
    let dropped = dropped(variable, given).into_iter();
    let dropped = dropped.filter(|one| !failed.is_some_and(|failed| is_part(one, failed)));
    findings.extend(dropped.map(wrong));
    match converted {
        Ok(value) => value,
        Err(finding) => {
            findings.push(wrong(finding));
            unknown()
        }
    }
}

/// Reports attributes of a value that are missing from the type of its variable and therefore dropped.
fn dropped(variable: &Variable, given: &GivenValue) -> Vec<Diagnostic> {
    let source = given.value_span.source;
    match &given.site {
        Some((parsed, expr)) => {
            let site = Site { tree: &parsed.tree, source, expr: *expr, name: &given.name };
            hclx_schema::dropped(&given.value, &variable.ty, &site)
        }
        None => hclx_schema::dropped_at(&given.value, &variable.ty, &given.name, given.value_span),
    }
}

fn undeclared(run: Evaluator<'_>, module: &Module, given: &GivenValue) -> Diagnostic {
    let name = &given.name;
    // Terraform rejects a flag for an undeclared variable; another application may use it
    let is_of_terraform = |unit: &Unit| matches!(unit.language.row().name, "terraform" | "opentofu");
    let finding = if given.is_flag && run.snapshot.units().iter().all(is_of_terraform) {
        let message = format!("the module declares no variable `{name}`, which a flag sets");
        Diagnostic::error(codes::UNDECLARED_VALUE, given.name_span, message)
    } else {
        let message = format!("the module declares no variable `{name}`; this value is ignored");
        Diagnostic::warning(codes::UNDECLARED_VALUE, given.name_span, message)
    };
    finding.meant_or(
        nearest(name, module.variables().map(|(declaration, _)| &*declaration.name)),
        format!("declare it with `variable \"{name}\" {{}}`, or remove the value"),
    )
}
