//! Test files: runs with their variables and assertions, overrides and mocks.

use std::cell::LazyCell;
use std::sync::Arc;

use hclx_analysis::{file_path, graph};
use hclx_core::Value;
use hclx_diag::{
    Certainty, Diagnostic, Findings, Fix, Ordered, OrderedSet, Report, SourceId, Span, TextRange, Zone,
    code_names as codes,
};
use hclx_eval::is_of_names;
use hclx_schema::{Filled, FilledBody, match_body};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics;

use super::mocked_values;
use super::mocks::{self, Seen, no_object};
use super::override_targets::{OverrideParts, unknown_in_overrides};
use crate::terraform::declare::address::{self, AddressRules, Target};
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::expressions::each_expression;
use crate::terraform::declare::module::{self, Module};
use crate::terraform::declare::naming;
use crate::terraform::declare::variable;
use crate::terraform::files::environment::set_variables;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::sources;
use crate::terraform::providers::{self, configurations};
use crate::terraform::resolve::modules;
use crate::terraform::resolve::scope::{Context, Paths, TestScope};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::{self, test_files};
use crate::terraform::values::calls;
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Evaluator;

/// Checks the contents of a module's test files, but not the results of their runs.
pub(crate) fn statements(
    run: Evaluator<'_>,
    module: &Module,
    inputs: &Inputs,
    evaluated: &ModuleValues,
    files: &[SourceId],
) -> Findings {
    let mut findings = Findings::new();
    let mut lacking = None;
    for file in files {
        let Some(parsed) = unbroken(run, *file, &mut findings) else { continue };
        let mut tests = Tests {
            run,
            module,
            inputs,
            evaluated,
            findings: Findings::new(),
            runs: Arc::default(),
            variables: OrderedSet::new(),
            known: variables_used(&parsed),
            providers: OrderedSet::new(),
            lacks_module: None,
        };
        tests.file(*file, &parsed);
        // features that only OpenTofu has
        let is_known = |one: &Diagnostic| run.flavor == Flavor::OpenTofu && one.code == codes::LATER_VERSION;
        lacking = lacking.or(tests.lacks_module);
        findings.extend(tests.findings.into_iter().filter(|one| !is_known(one)));
    }
    findings.extend(lacking.map(|place| nothing_to_test(&module.folder, place)));
    findings
}

/// The finding about tests of a directory without configuration: everything that they refer to is missing.
fn nothing_to_test(folder: &str, place: Span) -> Diagnostic {
    let message = format!("directory `{}` contains no module to test", crate::credentials::without(folder));
    Diagnostic::warning(codes::MODULE_SOURCE, place, message)
        .help("move the tests to the directory of the module, or name it with a `module` block in each `run`")
}

/// A parsed file; its syntax findings are kept. `None` if it has errors, because the contents of
/// broken parts are unknown.
pub(crate) fn unbroken(run: Evaluator<'_>, file: SourceId, findings: &mut Findings) -> Option<Arc<Parsed>> {
    let parsed = run.snapshot.parsed(file);
    findings.extend(parsed.diagnostics.iter().cloned());
    (!parsed.diagnostics.iter().any(Diagnostic::is_error)).then_some(parsed)
}

/// A test file being checked.
struct Tests<'r> {
    run: Evaluator<'r>,
    module: &'r Module,
    inputs: &'r Inputs,
    evaluated: &'r ModuleValues,
    findings: Findings,
    /// The earlier runs, with their outputs.
    runs: Arc<Ordered<Arc<str>, Value>>,
    /// The variables that the file itself sets.
    variables: OrderedSet<String>,
    /// Variables that the file declares or refers to.
    known: OrderedSet<String>,
    /// Provider configurations of the file, with their aliases.
    providers: OrderedSet<String>,
    /// The first run of the directory itself, if that contains no module.
    lacks_module: Option<Span>,
}

impl Report for Tests<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

impl Tests<'_> {
    fn file(&mut self, file: SourceId, parsed: &Arc<Parsed>) {
        let (root, finding) = BodyView::root(&parsed.tree, file);
        self.findings.extend(finding);
        let schema = test_files::file();
        let laid = match_body(&root, &schema);
        self.findings.extend(laid.findings);
        let blocks: Vec<BlockSource> =
            laid.content.blocks.iter().map(|block| BlockSource::new(parsed, block)).collect();
        for written in blocks.iter().filter(|one| &*one.block_type == "variables") {
            self.variables.extend(names(&written.view()));
        }
        let own = blocks.iter().filter(|one| &*one.block_type == "variable");
        let own: Vec<String> = own.filter_map(|one| Some(one.labels.first()?.text.to_string())).collect();
        self.known.extend(own.iter().cloned());
        self.variables.extend(own);
        self.twice(&blocks);
        self.providers.extend(blocks.iter().filter_map(configuration));
        // The values of a file apply to all of its runs, including those before them.
        let (first, rest): (Vec<&BlockSource>, Vec<&BlockSource>) =
            blocks.iter().partition(|one| &*one.block_type == "variables");
        for written in first.into_iter().chain(rest) {
            match &*written.block_type {
                "run" => self.one_run(written),
                "mock_provider" => {
                    let block = test_files::mock_provider();
                    let zones = mocks::zones(written, &block);
                    let filled = self.under(&zones, |tests| tests.filled(written, &block));
                    let body = &filled.body;
                    mocks::provider(written, body, &mut mocks::Seen::new(), &mut self.findings);
                    self.findings.extend(mocked_values::in_provider(self.run, self.module, written, body));
                    let no_folder = mocks::folder(self.run, self.module, written, &filled.body);
                    self.findings.extend(no_folder);
                }
                block_type => {
                    let Some(nested) = schema.find_block(block_type) else { continue };
                    let block = nested.body.fixed();
                    let versioned = versioned(written);
                    let told: Vec<Zone> =
                        versioned.iter().filter_map(|one| one.span).map(Zone::silent).collect();
                    let filled = self.under(&told, |tests| tests.filled(written, &block));
                    self.findings.extend(versioned);
                    self.own_default(written);
                    for name in ["values", "outputs"] {
                        let attribute = filled.body.attribute(name).filter(|one| one.good);
                        let wrong =
                            attribute.and_then(|one| no_object(written, name, one.view.value, &one.value));
                        self.findings.extend(wrong);
                    }
                }
            }
        }
        self.file_overrides(&blocks);
    }

    /// Reports duplicates of blocks that a file can have only once.
    fn twice(&mut self, blocks: &[BlockSource]) {
        let mut first: Ordered<String, Span> = Ordered::new();
        for written in blocks {
            let key = match (&*written.block_type, written.labels.first()) {
                ("variables" | "test", _) => written.block_type.to_string(),
                ("run", Some(label)) => {
                    if !naming::is_name(&label.text) {
                        let message = format!("invalid run name `{}`", label.text);
                        let place = written.span(label.range);
                        let finding = Diagnostic::error(codes::INVALID_NAME, place, message);
                        let label = "use letters, digits, `_` and `-`, not starting with a digit";
                        self.findings.push(finding.label(label));
                    }
                    format!("run `{}`", label.text)
                }
                ("provider" | "mock_provider", Some(label)) => {
                    let name = configuration(written).unwrap_or_else(|| label.text.to_string());
                    format!("provider `{name}`")
                }
                _ => continue,
            };
            match first.get(&key) {
                Some(before) => {
                    let message = format!("duplicate block for {key} in this file");
                    let finding = Diagnostic::error(codes::DECLARED_TWICE, written.place(), message)
                        .also(*before, "first declared here");
                    self.findings.push(finding.help("rename or remove one of them"));
                }
                None => drop(first.insert(key, written.place())),
            }
        }
    }

    /// The module that a run tests, with its values.
    fn about(&mut self, written: &BlockSource) -> Option<(Arc<Module>, Arc<ModuleValues>)> {
        let run = test_files::run();
        let blocks = written.view().sorted(run.prepared()).content.blocks;
        let block = blocks.into_iter().find(|one| one.block_type == "module")?;
        let inner = BlockSource::new(&written.parsed, &block);
        let nested = run.find_block("module")?.body.fixed();
        let source = inner.attribute(&nested, "source")?;
        let ExprKind::String(text) = inner.parsed.tree.expr(source.value).kind else { return None };
        let text = inner.parsed.tree.text(text);
        // A module from elsewhere is not read, even if it is installed.
        if !sources::is_local(text) {
            return Some((Arc::new(Module::unknown()), Arc::new(ModuleValues::default())));
        }
        if let Some(version) = inner.attribute(&nested, "version") {
            let message = "`version` is not allowed for a module in a local directory";
            let finding = Diagnostic::error(codes::MODULE_SOURCE, inner.span(version.name_range), message)
                .also(inner.expr_span(source.value), "this source is a directory");
            self.findings.push(finding.help("remove `version`"));
        }
        let folder = self.run.snapshot.reach(&self.module.folder, text).real;
        let child = modules::load(self.run.snapshot, &folder, self.run.flavor);
        if child.files.is_empty() {
            if !self.is_module_from_above(text) {
                let place = inner.expr_span(source.value);
                let message =
                    format!("directory `{}` contains no module", crate::credentials::without(&folder));
                let finding = Diagnostic::error(codes::MODULE_SOURCE, place, message)
                    .help("use a path relative to the directory in which the tests run");
                self.findings.push(finding);
            }
            return Some((Arc::new(Module::unknown()), Arc::new(ModuleValues::default())));
        }
        let evaluated = calls::alone(self.run, &child);
        Some((child, evaluated))
    }

    /// Returns `true` if a source refers to a module relative to a directory above, in which the tests may run with
    /// `-test-directory`.
    fn is_module_from_above(&self, source: &str) -> bool {
        let (snapshot, flavor) = (self.run.snapshot, self.run.flavor);
        file_path::upward(&self.module.folder).skip(1).any(|above| {
            let folder = snapshot.reach(above, source).real;
            !modules::load(snapshot, &folder, flavor).files.is_empty()
        })
    }

    /// An unknown module for a run of a directory without configuration, which is reported once.
    fn without_module(&mut self, written: &BlockSource) -> Option<(Arc<Module>, Arc<ModuleValues>)> {
        let is_empty = self.module.files.is_empty();
        self.lacks_module = self.lacks_module.or(is_empty.then(|| written.place()));
        is_empty.then(|| (Arc::new(Module::unknown()), Arc::new(ModuleValues::default())))
    }

    fn one_run(&mut self, written: &BlockSource) {
        let other = self.about(written).or_else(|| self.without_module(written));
        let block = test_files::run();
        let own = written.view().sorted(block.prepared());
        let mut variables = self.variables.clone();
        for inner in own.content.blocks.iter().filter(|one| one.block_type == "variables") {
            variables.extend(names(&inner.body));
        }
        let (module, evaluated): (&Module, &ModuleValues) = match &other {
            Some((module, evaluated)) => (module, evaluated),
            None => (self.module, self.evaluated),
        };
        let is_open = module.is_unknown();
        let outputs = if is_open { Value::dynamic() } else { evaluated.outputs(module) };
        let test = TestScope { runs: Arc::clone(&self.runs), outputs: (!is_open).then(|| outputs.clone()) };
        let context = Context { test: Some(test.clone()), ..Context::default() };
        // `path.root` is the directory of the module that the run tests
        let of_other = other.as_ref().map(|_| Inputs { paths: Paths::unknown(), ..self.inputs.clone() });
        let inputs = of_other.as_ref().unwrap_or(self.inputs);
        let mut instance = Instance::over(self.run, module, inputs, evaluated);
        let bodies = of_type(&own.content.blocks, "variables");
        let foreign: Vec<TextRange> = bodies.iter().flat_map(|body| foreign(written, body)).collect();
        let mut zones = outside_names(written, &variables);
        if is_open {
            zones.push(Zone::silent(written.span(written.view().range())).only(is_undeclared));
        }
        zones.extend(optional_targets(written, &of_type(&own.content.blocks, "plan_options")));
        zones.extend(bodies.iter().flat_map(|body| as_given(written, body)));
        zones.extend(foreign.iter().map(|range| Zone::silent(written.span(*range))));
        let filled = instance.under(&zones, |instance| instance.body(written, &block, context, Vec::new()));
        let mut findings = std::mem::take(&mut instance.findings);
        plan_options(written, &filled, &mut findings);
        findings.extend(foreign.into_iter().map(|range| not_in_test(written.span(range))));
        unquoted(written, &filled.body, &mut findings);
        for block in filled.body.blocks("variables") {
            given(written, module, &block.body, &mut findings);
            undeclared(written, module, &block.body, &self.known, &mut findings);
        }
        for block in filled.body.blocks("assert") {
            let condition = block.body.attribute("condition").filter(|one| one.good);
            let is_constant = |expr| graph::references(&written.parsed.tree, expr).is_empty();
            let constant = condition.map(|one| one.view.value).filter(|expr| is_constant(*expr));
            findings.extend(
                constant.map(|expr| crate::terraform::rules::conditions::about_nothing(written, expr)),
            );
        }
        expected_failures(written, module, &filled, &mut findings);
        self.passed(written, module, &filled, &mut findings);
        if let Some((module, _)) = &other {
            findings.extend(self.lacking(written, module, &variables));
        }
        overrides(written, &filled.body, &mut Seen::new(), &mut findings);
        findings.extend(unknown_in_overrides(self.run, module, written, &filled));
        self.findings.extend(findings);
        if let Some(label) = written.labels.first() {
            // release the reference, so that the runs have a single owner
            drop(test);
            Arc::make_mut(&mut self.runs).insert(Arc::clone(&label.text), outputs);
        }
    }

    /// Reports variables of a run's module that are set neither by the file, nor by the run, nor by the repository.
    fn lacking(&self, written: &BlockSource, module: &Module, given: &OrderedSet<String>) -> Vec<Diagnostic> {
        // scripts are only read if a value is missing
        let set = LazyCell::new(|| set_variables(self.run.snapshot, &module.folder));
        let is_given = |name: &Arc<str>| {
            given.contains(&**name) || self.inputs.values.contains_key(name) || set.may_have_in_tests(name)
        };
        let required = module.variables().filter(|(_, variable)| variable.default.is_none());
        let lacking = required.filter(|(declaration, _)| !is_given(&declaration.name));
        let told = lacking.map(|(declaration, _)| {
            let message = format!("missing value for variable `{}` of this run's module", declaration.name);
            Diagnostic::warning(codes::MISSING_ATTRIBUTE, written.place(), message)
                .also(declaration.name_span, "declared without a default")
                .help("values from the command line, such as `-var`, are still visible here")
        });
        told.collect()
    }

    /// Checks that the provider configurations that a run passes are declared in its file and accepted by its module.
    fn passed(&self, written: &BlockSource, module: &Module, filled: &Filled<'_>, findings: &mut Findings) {
        let Some(attribute) = filled.body.attribute("providers") else { return };
        let items = statics::as_map(&written.parsed.tree, attribute.view.value).unwrap_or_default();
        for item in items {
            findings.extend(misspelled_provider(written, module, item.key));
            let Some(name) = configurations::named(written, item.value) else {
                continue;
            };
            if self.providers.contains(&name) {
                continue;
            }
            let message = format!("unknown provider configuration `{name}` in this test file");
            let place = written.expr_span(item.value);
            let finding = Diagnostic::error(codes::PROVIDER_CONFIGURATION, place, message);
            findings.push(finding.meant_or(
                hclx_diag::nearest(&name, self.providers.iter().map(String::as_str)),
                "add a `provider` or `mock_provider` block to this file",
            ));
        }
    }

    fn filled<'w>(&mut self, written: &'w BlockSource, block: &Arc<hclx_schema::Block>) -> Filled<'w> {
        let test = TestScope { runs: Arc::clone(&self.runs), outputs: None };
        let context = Context { test: Some(test), ..Context::default() };
        let mut instance = Instance::over(self.run, self.module, self.inputs, self.evaluated);
        let is_global = &*written.block_type == "variables";
        let foreign = if is_global { foreign(written, &written.view()) } else { Vec::new() };
        let mut zones = outside_names(written, &self.variables);
        // runs may be referred to before they are defined
        zones.extend(names_of(written, "run").map(|(place, _)| Zone::silent(place).only(is_undeclared)));
        zones.extend(foreign.iter().map(|range| Zone::silent(written.span(*range))));
        let filled = instance.under(&zones, |instance| instance.body(written, block, context, Vec::new()));
        self.findings.extend(std::mem::take(&mut instance.findings));
        if is_global {
            self.findings.extend(foreign.into_iter().map(|range| not_in_test(written.span(range))));
            from_global(written, self.module, &filled.body, &self.variables, &mut self.findings);
            given(written, self.module, &filled.body, &mut self.findings);
        }
        filled
    }

    /// Checks the default of a variable that the file itself declares.
    fn own_default(&mut self, written: &BlockSource) {
        let Some(label) = written.labels.first().filter(|_| &*written.block_type == "variable") else {
            return;
        };
        let written = Arc::new(written.clone());
        let declaration = Declaration::new(Kind::Variable, Arc::from(""), label, written);
        variable::read(&declaration, &|_, _| false, &mut self.findings);
    }

    /// Checks overrides outside of runs.
    fn file_overrides(&mut self, blocks: &[BlockSource]) {
        let mut seen = Seen::new();
        for written in blocks.iter().filter(|one| one.block_type.starts_with("override_")) {
            let Some(nested) = test_files::file().find_block(&written.block_type).cloned() else {
                continue;
            };
            let Some(target) = written.attribute(&nested.body.fixed(), "target") else { continue };
            let place = written.place();
            let wrong = override_of(written, &written.block_type, target.value, place, &mut seen);
            // a run may test another module, which may contain the target
            let is_other = |one: &BlockSource| &*one.block_type == "run" && one.view().mentions("module");
            let is_open = wrong.is_some() || blocks.iter().any(is_other);
            self.findings.extend(wrong);
            if !is_open {
                let outputs = written.attribute(&nested.body.fixed(), "outputs").map(|one| one.value);
                let values = written.attribute(&nested.body.fixed(), "values").map(|values| values.value);
                let parts = OverrideParts { target: Some(target.value), outputs, values };
                self.findings.extend(parts.unknown(self.run, self.module, written));
            }
        }
    }
}

/// The name of the provider configuration that a block of a test file creates.
pub(crate) fn configuration(written: &BlockSource) -> Option<String> {
    let label = written.labels.first().filter(|_| written.block_type.ends_with("provider"))?;
    Some(crate::terraform::declare::part::provider_name(written, &label.text).to_string())
}

/// Reports a version in a provider configuration of a test.
fn versioned(written: &BlockSource) -> Option<Diagnostic> {
    let attribute = written
        .attribute(&crate::terraform::schemas::provider(), "version")
        .filter(|_| &*written.block_type == "provider")?;
    let message = "`version` is not allowed in a provider configuration of a test";
    let finding = Diagnostic::error(codes::TEST_FILE, written.span(attribute.name_range), message);
    Some(finding.help("move it to `required_providers` of the module"))
}

fn names(view: &BodyView<'_>) -> Vec<String> {
    view.just_attributes().0.into_iter().map(|attribute| attribute.name.to_owned()).collect()
}

/// The references in a block with a root, as places and names.
fn names_of(written: &BlockSource, root: &str) -> impl Iterator<Item = (Span, String)> {
    let mut names = Vec::new();
    each_expression(&written.view(), &mut |tree, expr| {
        graph::each_reference(tree, expr, &mut |mention| {
            if let Some(name) = mention.attribute(0).filter(|_| mention.root == root) {
                names.push((written.span(mention.range()), name.to_owned()));
            }
        });
    });
    names.into_iter()
}

/// The references to variables that the module may not declare. Those that the test itself sets are valid; others may
/// come from the command line, the environment or values files, which are all available to tests.
fn outside_names(written: &BlockSource, variables: &OrderedSet<String>) -> Vec<Zone> {
    let zone = |(place, name): (Span, String)| match variables.contains(&name) {
        true => Zone::silent(place).only(is_undeclared),
        false => Zone::uncertain(place)
            .only(is_undeclared)
            .help("values from the command line, such as `-var`, are still visible here"),
    };
    names_of(written, "var").map(zone).collect()
}

fn is_undeclared(finding: &Diagnostic) -> bool {
    finding.code == codes::UNKNOWN_NAME
}

/// The bodies of the blocks of a type.
fn of_type<'t>(blocks: &[BlockView<'t>], block_type: &str) -> Vec<BodyView<'t>> {
    blocks.iter().filter(|block| block.block_type == block_type).map(|block| block.body.clone()).collect()
}

/// The addresses in `plan_options`, where a missing object is simply not planned, without a failure.
fn optional_targets(written: &BlockSource, options: &[BodyView<'_>]) -> Vec<Zone> {
    let attributes = options.iter().flat_map(|body| body.just_attributes().0);
    let chosen = attributes.filter(|one| ["target", "replace"].contains(&one.name));
    chosen.map(|one| Zone::lenient(written.expr_span(one.value)).only(is_undeclared)).collect()
}

/// The finding for a provider name that the module of a run does not have, if a similar one exists.
fn misspelled_provider(written: &BlockSource, module: &Module, key: ExprId) -> Option<Diagnostic> {
    let (name, _) = configurations::config(written, key).filter(|_| !module.is_unknown())?;
    let providers = providers::providers_of(module);
    let locals = providers.iter().map(|(local, _)| local.as_str());
    if locals.clone().any(|local| local == name) {
        return None;
    }
    let near = hclx_diag::nearest(&name, locals)?;
    let message = format!("the module of this run has no provider `{name}`");
    Some(Diagnostic::error(codes::PROVIDER_CONFIGURATION, written.expr_span(key), message).meant(near))
}

/// Checks that the `plan_options` of a run do not contradict each other.
fn plan_options(written: &BlockSource, filled: &Filled<'_>, findings: &mut Findings) {
    for block in filled.body.blocks("plan_options") {
        let mode = block.body.attribute("mode");
        let refresh = block.body.attribute("refresh");
        if let (Some(mode), Some(refresh)) = (mode, refresh)
            && mode.value.as_str() == Some("refresh-only")
            && refresh.value.as_bool() == Some(false)
        {
            let message = "`refresh = false` cannot be used with a refresh-only plan";
            let finding = Diagnostic::error(codes::EXCLUSIVE, written.span(refresh.view.name_range), message);
            findings.push(finding.also(written.span(mode.view.name_range), "the mode is set here"));
        }
    }
}

/// Reports quoted keywords.
fn unquoted(written: &BlockSource, body: &FilledBody<'_>, findings: &mut Findings) {
    let is_native = written.view().native_id().is_some();
    // the module defines the attributes of `variables`
    let inner = body.blocks.iter().filter(|one| one.known && one.view.block_type != "variables");
    for attribute in std::iter::once(body).chain(inner.map(|one| &one.body)).flat_map(|body| &body.attributes)
    {
        let is_word = matches!(attribute.view.name, "command" | "mode" | "override_during");
        let ExprKind::String(text) = written.parsed.tree.expr(attribute.view.value).kind else { continue };
        if is_native && is_word && attribute.good {
            let place = written.expr_span(attribute.view.value);
            let message = format!("`{}` takes an unquoted word", attribute.view.name);
            let finding = Diagnostic::error(codes::STATIC_EXPRESSION, place, message);
            let fix = Fix::certain("remove the quotes", place, written.parsed.tree.text(text));
            findings.push(finding.fix(fix));
        }
    }
}

/// Checks that the values that a test sets convert to the types of the variables.
fn given(written: &BlockSource, module: &Module, body: &FilledBody<'_>, findings: &mut Findings) {
    for attribute in body.attributes.iter().filter(|one| one.good) {
        let Some((_, declaration)) = module.get(Kind::Variable, "", attribute.view.name) else { continue };
        let Some(declared) = &declaration.variable else { continue };
        let site = (written, attribute.view.value);
        let (given, name) = (&attribute.value, attribute.view.name);
        let wrong = variable::fitted(declared, given, site, name).err();
        findings.extend(variable::dropped(declared, given, site, name, wrong.as_deref()));
        findings.extend(wrong.map(|finding| *finding));
    }
}

/// Checks the values for a whole file, which can refer to variables that are set in the file or come from outside.
fn from_global(
    written: &BlockSource,
    module: &Module,
    body: &FilledBody<'_>,
    own: &OrderedSet<String>,
    findings: &mut Findings,
) {
    for attribute in &body.attributes {
        for reference in graph::references(&written.parsed.tree, attribute.view.value) {
            let Some(name) = reference.attribute(0) else { continue };
            let is_declared = module.get(Kind::Variable, "", name).is_some();
            if reference.root == "var" && is_declared && !own.contains(name) {
                let message =
                    format!("Terraform defines `var.{name}` here only if it is set on the command line");
                let place = written.span(reference.range());
                let finding = Diagnostic::warning(codes::NOT_IN_SCOPE, place, message);
                let finding = Diagnostic { certainty: Certainty::May, ..finding };
                findings.push(finding.help("use a literal value: the default is not visible here"));
            }
        }
    }
}

/// References in values of a test to names that are not in scope, because values can only refer to variables and
/// earlier runs, not to the module.
fn foreign(written: &BlockSource, body: &BodyView<'_>) -> Vec<TextRange> {
    let values = body.just_attributes().0.into_iter().map(|attribute| attribute.value);
    let references = values.flat_map(|value| graph::references(&written.parsed.tree, value));
    let foreign = references.filter(|reference| !["var", "run"].contains(&&*reference.root));
    foreign.map(|reference| reference.range()).collect()
}

/// The values of a test that refer to variables. Such variables are as the test sets them; they have the types declared
/// in the module only inside of the module and in assertions.
fn as_given(written: &BlockSource, body: &BodyView<'_>) -> Vec<Zone> {
    let is_of_declared_type =
        |finding: &Diagnostic| !is_of_names(finding.code) || finding.code == codes::CONSTANT_CONDITION;
    let reads = |value: ExprId| {
        graph::references(&written.parsed.tree, value).iter().any(|name| &*name.root == "var")
    };
    let values = body.just_attributes().0.into_iter().map(|attribute| attribute.value);
    let values = values.filter(|value| reads(*value));
    values.map(|value| Zone::silent(written.expr_span(value)).only(is_of_declared_type)).collect()
}

fn not_in_test(place: Span) -> Diagnostic {
    let message = "variables of a test can only refer to `var` and `run`";
    let finding = Diagnostic::error(codes::NOT_IN_SCOPE, place, message);
    finding.help("use a literal value, or an output of an earlier run")
}

/// The variables that a test file refers to.
fn variables_used(parsed: &Parsed) -> OrderedSet<String> {
    let mut used = OrderedSet::new();
    graph::each_reference_of_file(&parsed.tree, &mut |mention| {
        let name = mention.attribute(0).filter(|_| mention.root == "var");
        used.extend(name.map(str::to_owned));
    });
    used
}

/// Reports variables of a run that its module does not declare.
fn undeclared(
    written: &BlockSource,
    module: &Module,
    body: &FilledBody<'_>,
    known: &OrderedSet<String>,
    findings: &mut Findings,
) {
    for attribute in body.attributes.iter().filter(|_| !module.is_unknown()) {
        let name = attribute.view.name;
        if module.get(Kind::Variable, "", name).is_some() || module.may_declare(name) {
            continue;
        }
        // conditions of the test may use the variable
        if known.contains(name) {
            continue;
        }
        let message = format!("the module declares no variable `{name}`; this value is ignored");
        let place = written.span(attribute.view.name_range);
        let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, place, message);
        findings.push(finding.meant_or(
            hclx_diag::nearest(name, module.of_kind(Kind::Variable).map(|one| &*one.name)),
            "remove it",
        ));
    }
}

/// Returns `true` if a block has conditions, either directly or in its `lifecycle`.
fn may_fail(kind: Kind, written: &BlockSource) -> bool {
    let view = written.view();
    let schema = match kind {
        Kind::Variable => return view.mentions("validation"),
        Kind::Output => return view.mentions("precondition"),
        Kind::Check => return view.mentions("assert"),
        Kind::Resource => schemas::resource(),
        _ => schemas::data(),
    };
    let blocks = view.sorted(schema.prepared()).content.blocks;
    let mut lifecycles = blocks.iter().filter(|one| one.block_type == "lifecycle");
    lifecycles.any(|one| one.body.mentions_one_of(&["precondition", "postcondition"]))
}

/// Roots of references to objects that have no conditions.
pub(super) const UNCHECKABLE: &[&str] =
    &["module", "local", "each", "count", "path", "terraform", "self", "run"];

/// Checks `expect_failures`, which lists objects with conditions.
fn expected_failures(written: &BlockSource, module: &Module, filled: &Filled<'_>, findings: &mut Findings) {
    let Some(attribute) = filled.body.attribute("expect_failures") else { return };
    let tree = &written.parsed.tree;
    let Some(list) = statics::as_list(tree, attribute.view.value) else {
        let place = written.expr_span(attribute.view.value);
        let message = "`expect_failures` must be a list of references";
        findings
            .push(Diagnostic::error(codes::TEST_FILE, place, message).help("for example `[var.x, check.y]`"));
        return;
    };
    for one in list {
        let place = written.expr_span(*one);
        let wrong = |message: String| Diagnostic::error(codes::TEST_FILE, place, message);
        findings.extend(crate::terraform::resolve::quoted::warning(tree, written.source, *one));
        let Some(reference) = crate::terraform::resolve::quoted::any_reference(tree, written.source, *one)
        else {
            findings.push(wrong("an expected failure must be a reference".to_owned()));
            continue;
        };
        let name = |position: usize| reference.attribute(position);
        let (kind, of_type, called) = match (&*reference.root, name(0), name(1)) {
            // the long form of an address, for types whose names have another meaning
            ("resource", Some(of_type), Some(called)) => (Kind::Resource, of_type, called),
            ("var", Some(called), _) => (Kind::Variable, "", called),
            ("output", Some(called), _) => (Kind::Output, "", called),
            ("check", Some(called), _) => (Kind::Check, "", called),
            ("data", Some(of_type), Some(called)) => (Kind::Data, of_type, called),
            ("ephemeral", Some(of_type), Some(called)) => (Kind::Ephemeral, of_type, called),
            (root, ..) if UNCHECKABLE.contains(&root) => {
                let message = format!("`{}` has no conditions that can fail", reference.root);
                findings.push(wrong(message).help("use a variable, output, check, resource or data source"));
                continue;
            }
            (root, Some(called), _) => (Kind::Resource, root, called),
            _ => continue,
        };
        if module.is_unknown() || module.may_declare(called) {
            continue;
        }
        if let Some((_, found)) = module.get(kind, of_type, called) {
            let mut bodies = std::iter::once(&found.written).chain(&found.overrides);
            if !bodies.any(|written| may_fail(kind, written)) {
                let message = format!("`{}` has no conditions that can fail", found.address());
                findings.push(wrong(message).also(module::header(found), "declared here"));
            }
            continue;
        }
        let finding = wrong(format!("unknown {} `{called}` in the module", kind.noun()));
        let names = module.of_kind(kind).map(|one| &*one.name);
        findings.push(finding.perhaps_meant(hclx_diag::nearest(called, names)));
    }
}

/// Checks the overrides in a block; `seen` contains the earlier ones.
pub(crate) fn overrides(
    written: &BlockSource,
    body: &FilledBody<'_>,
    seen: &mut Seen,
    findings: &mut Findings,
) {
    for block in body.blocks.iter().filter(|one| one.view.block_type.starts_with("override_")) {
        for name in ["values", "outputs"] {
            if let Some(attribute) = block.body.attribute(name).filter(|one| one.good) {
                findings.extend(no_object(written, name, attribute.view.value, &attribute.value));
            }
        }
        let Some(target) = block.body.attribute("target") else { continue };
        let place = written.span(block.view.def_range);
        findings.extend(override_of(written, block.view.block_type, target.view.value, place, seen));
    }
}

/// The error in the target of an override: it must be overridable, and overridden only once.
fn override_of(
    written: &BlockSource,
    block_type: &str,
    target: ExprId,
    place: Span,
    seen: &mut Seen,
) -> Option<Diagnostic> {
    let tree = &written.parsed.tree;
    let at = written.expr_span(target);
    if matches!(tree.expr(target).kind, ExprKind::Splat { .. }) {
        let message = "`[*]` for all instances requires OpenTofu 1.12";
        let finding = Diagnostic::warning(codes::LATER_VERSION, at, message);
        return Some(finding.help("remove `[*]`: an address without an index refers to all instances"));
    }
    let address = match address::read(tree, written.source, target, AddressRules::OF_OVERRIDE) {
        Ok(address) => address,
        Err(finding) => return Some(*finding),
    };
    let (good, what) = match block_type {
        "override_resource" => (address.target == Target::Resource, "a resource"),
        "override_data" => (address.target == Target::Data, "a data source"),
        _ => (address.target == Target::Module, "a module"),
    };
    if !good {
        let message = format!("the target of `{block_type}` must be {what}");
        return Some(Diagnostic::error(codes::ADDRESS, at, message).also(place, "in this block"));
    }
    let Some(first) = seen.get(&address.text) else {
        seen.insert(address.text, place);
        return None;
    };
    let message = format!("`{}` is overridden twice", address.text);
    Some(Diagnostic::error(codes::DECLARED_TWICE, place, message).also(*first, "first declared here"))
}

/// Keeps the test files that Terraform or OpenTofu reads: `x.tofutest.hcl` replaces `x.tftest.hcl` in OpenTofu.
pub(crate) fn of_flavor(run: Evaluator<'_>, files: &mut Vec<SourceId>) {
    let stem = |path: &str, word: &str| path.rfind(word).map(|at| path[..at].to_owned());
    let path = |file: &SourceId| run.snapshot.path(*file).to_string();
    let replaced: Vec<String> = files.iter().filter_map(|file| stem(&path(file), ".tofutest.")).collect();
    files.retain(|file| match (run.flavor, stem(&path(file), ".tftest.")) {
        (Flavor::OpenTofu, Some(stem)) => !replaced.contains(&stem),
        (Flavor::OpenTofu, None) => true,
        (Flavor::Terraform, stem) => stem.is_some(),
    });
}
