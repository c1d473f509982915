//! Answers questions about a module.

use std::cell::LazyCell;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{
    Answer, Extent, LintScope, Pace, Purpose, RootedHost, Snapshot, TypeRow, Unit, file_path, query,
};
use hclx_core::Value;
use hclx_diag::{
    Arrange, Code, Diagnostic, Findings, Ordered, OrderedSet, SourceId, Span, Stage, TextRange,
    code_names as codes, counted,
};
use hclx_eval::{Approximation, Budget, Host, NoHost};

use super::declare::declaration::Declaration;
use super::declare::deployment::is_inner;
use super::declare::module::Module;
use super::files::Folder;
use super::files::environment::set_variables;
use super::files::links::{is_linked, is_symlinked};
use super::files::provider_examples;
use super::files::roles::{self, Flavor, ModuleKey, Role};
use super::files::run::Run;
use super::files::test_steps;
use super::packages::GivenSchemas;
use super::providers::provider_schemas;
use super::resolve::callers::{CandidateCalls, is_root};
use super::resolve::scope::{Context, Paths};
use super::resolve::{call_targets, modules};
use super::rules::attribute_reads;
use super::schemas::kind::Kind;
use super::simulation::constants::Constants;
use super::tests::verdicts::{self, Tested};
use super::tests::{mocks, test_files};
use super::values::calls;
use super::values::described_run;
use super::values::evaluate::{evaluate, evaluate_for};
use super::values::evaluation::{Inputs, ModuleValues, beyond_limits};
use super::values::instance::Instance;
use super::values::resource_values::ResourceValues;
use super::values::rule::Evaluator;
use super::values::values_files::{self, Values};
use super::{describe as interface, failing_calls, policies, queries, ruleset, schemas};
use crate::habits;
use crate::missing_names::text_in;
use crate::repository::absence::{ExpectingHost, Surroundings};

/// The module of a unit with its inputs.
struct UnitModule {
    module: Arc<Module>,
    inputs: Arc<Inputs>,
    /// The values for its variables that files set.
    given: Values,
    is_root: bool,
}

impl UnitModule {
    fn of(run: Evaluator<'_>, unit: &Unit) -> Self {
        let module = modules::load(run.snapshot, &unit.root, run.flavor);
        if run.snapshot.number() == 0 {
            // called modules need this, and the module may be dropped by then
            call_targets::called_by(run.snapshot, run.flavor, &unit.root);
        }
        let is_root = is_root(run.snapshot, run.flavor, &unit.root);
        let (inputs, given) = given_to(run, &module, is_root);
        Self { module, inputs, given, is_root }
    }
}

/// Checks the module in a directory, with the files next to it.
pub(crate) fn judge(run: Evaluator<'_>, unit: &Unit, purpose: Purpose) -> Answer {
    let UnitModule { module, inputs, given, is_root } = UnitModule::of(run, unit);
    let Some(judged) =
        ModuleJudgement::of(run, (&module, &inputs, given), &unit.files, WantedFindings::of(purpose))
    else {
        return Answer::default();
    };
    let evaluated = judged.evaluated;
    let mut findings = by_language(run, unit, WantedFindings::of(purpose), judged.findings);
    // This lint evaluates the module once for each value that a variable suggests, so an editor requests it last.
    let is_once = run.snapshot.settings().pace == Pace::Once;
    if purpose.is_check() && is_once {
        findings.extend(super::lints::inputs::judge(run, &module, (&evaluated, &inputs)));
    }
    let of_policies = policies::judge(run, &module, &inputs);
    findings.extend(of_policies.findings);
    let mut findings = complete_alone(run.snapshot, findings);
    findings = super::rules::misspelled_types::summary(run.snapshot, &module, findings);
    let (findings, of_old) = super::rules::before_first::without_excused(*run, &module, findings);
    let at = (run.snapshot, run.flavor);
    let (mut findings, of_added) = super::rules::undeclared::without_added_names(at, &module, findings);
    findings = super::rules::undeclared::without_calls_of_above(at, &module, findings);
    findings = super::rules::only_values::summary(run.snapshot, &module, findings);
    let (mut findings, of_newer) = super::rules::other_releases::without_newer_types(run.snapshot, findings);
    if is_once {
        // an editor shows each name at its place, with its actions
        findings = super::rules::undeclared::summary(run.snapshot, &module, findings);
        let errors_of = |folder: &str| errors_of(run, folder);
        findings = failing_calls::summary(run.snapshot, &module.folder, findings, &errors_of);
        findings = super::rules::later_versions::summary(findings);
        findings = super::rules::other_releases::summary(run.snapshot, &module, findings);
        findings = super::rules::shared_causes::summary(run.snapshot, &module, findings);
        findings = habits::with_deprecated_once("terraform", findings);
    }
    findings.extend(of_modules_outside(run, &unit.root));
    hclx_analysis::sort(&mut findings);
    let is_shown = matches!(purpose, Purpose::Infer | Purpose::Eval);
    let written = is_shown.then(|| as_written(run, &module, &inputs)).flatten();
    let shown = written.as_ref().map_or(&evaluated, |(_, written)| written);
    let rows = if is_shown { rows(&module, shown) } else { Vec::new() };
    let value = (purpose == Purpose::Eval).then(|| shown.outputs(&module));
    let refused = GivenSchemas::of(run.snapshot).refused.clone();
    let (mut notes, unchecked) = provider_schemas::summary(*run, &module);
    notes.extend(of_old);
    notes.extend(of_added);
    notes.extend(of_newer);
    notes.extend(evaluated.limits);
    notes.extend(absences(run, &module));
    notes.extend(module.writer_note());
    notes.extend(of_policies.notes);
    let mut approximations = judged.approximations;
    approximations.extend(of_policies.approximations);
    approximations.extend(module.added());
    if is_root {
        approximations.extend(values_files::not_given(&module, &inputs.values));
        approximations.extend(values_files::to_fill_in(run, &module.folder));
    }
    let policies = of_policies.counts;
    Answer { findings, rows, value, approximations, refused, notes, unchecked, policies, ..Answer::default() }
}

/// The failures of a module for allowed values of its variables.
pub(crate) fn failing_inputs(run: Evaluator<'_>, unit: &Unit) -> Vec<Diagnostic> {
    let UnitModule { module, inputs, .. } = UnitModule::of(run, unit);
    let evaluated = evaluate(run, &module, &inputs);
    if run.budget.is_canceled() {
        return Vec::new();
    }
    super::lints::inputs::judge(run, &module, (&evaluated, &inputs))
}

/// Drops findings that depend on the rest of a directory from files that other directories link to. On its own, such a
/// directory is not a complete module; the files are checked where the links are.
fn complete_alone(snapshot: &Snapshot, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const BY_FOLDER: [Code; 5] = [
        codes::UNKNOWN_NAME,
        codes::MODULE_SOURCE,
        codes::DECLARED_TWICE,
        codes::BLOCK_COUNT,
        codes::EXCLUSIVE,
    ];
    let is_by_folder = |finding: &Diagnostic| {
        BY_FOLDER.contains(&finding.code) && (finding.is_error() || finding.code == codes::MODULE_SOURCE)
    };
    if !findings.iter().any(is_by_folder) {
        return findings;
    }
    let is_linked = |finding: &Diagnostic| {
        let file = finding.span.map(|span| span.source);
        match finding.code == codes::UNKNOWN_NAME {
            true => file.is_some_and(|file| is_linked(snapshot, file)),
            false => file.is_some_and(|file| is_symlinked(snapshot, file)),
        }
    };
    findings.into_iter().filter(|finding| !is_by_folder(finding) || !is_linked(finding)).collect()
}

/// The errors of a module of the run, evaluated as for its own check.
fn errors_of(run: Evaluator<'_>, folder: &str) -> Vec<Diagnostic> {
    let module = modules::load(run.snapshot, folder, run.flavor);
    let (inputs, _) = given_to(run, &module, is_root(run.snapshot, run.flavor, folder));
    let findings = evaluate(run, &module, &inputs).findings.into_vec();
    findings.into_iter().filter(Diagnostic::is_error).collect()
}

/// The verdicts about the test files of a module, for a directory of tests that Terraform is given.
pub(crate) fn test(run: Evaluator<'_>, unit: &Unit, directory: &str, has_values: bool) -> Answer {
    let module = &UnitModule::of(run, unit).module;
    let mut given = values_files::of_root(run, module);
    let mut of_values = given.take_findings().into_vec();
    let inputs = Arc::new(inputs(run, &module.folder, true, &mut given));
    let folders = [module.folder.to_string(), file_path::join(&module.folder, directory)];
    let is_run = |file: &&SourceId| {
        let path = run.snapshot.path(**file);
        let folder = file_path::clean(file_path::parent(&path));
        roles::of_file(run.snapshot, **file) == Role::Tests
            && folders.iter().any(|one| file_path::clean(one) == folder)
    };
    let mut files: Vec<SourceId> = unit.files.iter().filter(is_run).copied().collect();
    test_files::of_flavor(run, &mut files);
    files.arrange_by_key(|file| run.snapshot.path(*file));
    if files.is_empty() {
        return Answer::default();
    }
    let evaluated = evaluate(run, module, &inputs);
    of_values.extend(module.findings.iter().cloned());
    of_values.extend(described_run::judge(run, module, &inputs, &evaluated.findings));
    of_values.extend(super::rules::constructs::judge(*run, module));
    of_values.extend(test_files::statements(run, module, &inputs, &evaluated, &files));
    let is_early = |one: &Diagnostic| one.is_error() && !verdicts::is_of_run(run, one);
    let has_errors = of_values.iter().any(is_early);
    let tested =
        Tested { run, module, inputs: &inputs, has_errors, has_values, constants: Constants::default() };
    Answer { tests: tested.files(&files), ..Answer::default() }
}

/// The warnings about test runs that always fail; `findings` are those of the module and its tests.
fn failing_runs(
    run: Evaluator<'_>,
    module: &Arc<Module>,
    files: &[SourceId],
    findings: &Findings,
) -> Vec<Diagnostic> {
    // Terraform runs tests on a root module, whoever calls it
    let mut given = values_files::of_root(run, module);
    let inputs = inputs(run, &module.folder, true, &mut given);
    let is_early = |one: &Diagnostic| one.is_error() && !verdicts::is_of_run(run, one);
    let has_errors = findings.iter().any(is_early);
    let tested = Tested {
        run,
        module,
        inputs: &inputs,
        has_errors,
        has_values: false,
        constants: Constants::default(),
    };
    let files = tested.files(files);
    // scripts are only read if a value is missing
    let set = LazyCell::new(|| set_variables(run.snapshot, &module.folder));
    let is_given = |declared: Span| {
        let name = text_in(run.snapshot, declared);
        name.is_some_and(|name| set.may_have_in_tests(name.trim_matches('"')))
    };
    super::tests::findings::of_failing(&files, findings, &is_given)
}

/// The inputs of a module, and the values for its variables that files set.
fn given_to(run: Evaluator<'_>, module: &Module, is_root: bool) -> (Arc<Inputs>, Values) {
    let mut given = if !module.files.is_empty() && values_files::is_run(run, module) {
        values_files::of_root(run, module)
    } else {
        Values::default()
    };
    (Arc::new(inputs(run, &module.folder, is_root, &mut given)), given)
}

/// A checked module with the files next to it: tests, mocks, queries and values.
struct ModuleJudgement {
    evaluated: ModuleValues,
    findings: Vec<Diagnostic>,
    approximations: Vec<Approximation>,
}

impl ModuleJudgement {
    /// Checks a module and the given files next to it; `None` if the question is canceled.
    fn of(
        run: Evaluator<'_>,
        (module, inputs, mut given): (&Arc<Module>, &Arc<Inputs>, Values),
        files: &[SourceId],
        wanted: WantedFindings,
    ) -> Option<Self> {
        let mut evaluated = evaluate(run, module, inputs);
        if run.budget.is_canceled() {
            return None;
        }
        let mut findings = module.findings.clone();
        findings.extend(given.take_findings());
        let of_run = described_run::judge(run, module, inputs, &evaluated.findings);
        findings.extend(of_run.into_iter().map(|finding| given.placed(module, finding)));
        let roles = files.iter().map(|file| (*file, roles::of_file(run.snapshot, *file)));
        let beside: Vec<(SourceId, Role)> = roles.filter(|(_, role)| *role != Role::Module).collect();
        let of_role = |role: Role| -> Vec<SourceId> {
            beside.iter().filter(|(_, one)| *one == role).map(|(file, _)| *file).collect()
        };
        let tests = of_role(Role::Tests);
        findings.extend(super::rules::constructs::judge(*run, module));
        findings.extend(mocks::judge(run, module, inputs, &evaluated, &of_role(Role::Mocks)));
        let (of_tests, is_whole) = run.budget.attempt(|| {
            let mut of_tests = test_files::statements(run, module, inputs, &evaluated, &tests);
            if !tests.is_empty() && wanted != WantedFindings::WithoutRuns {
                let known = findings.iter().chain(&of_tests).cloned().collect();
                of_tests.extend(failing_runs(run, module, &tests, &known));
            }
            of_tests
        });
        if !is_whole {
            evaluated.limits.insert(beyond_limits("the runs of tests"));
        }
        let is_limit = |finding: &Diagnostic| finding.code == codes::EVALUATION_LIMIT;
        findings.extend(of_tests.into_iter().filter(|finding| is_whole || !is_limit(finding)));
        let queries = queries::judge(run, &module.folder, inputs, &of_role(Role::Queries));
        findings.extend(queries.findings);
        // unused declarations are a matter of style, so only `check` reports them
        if wanted != WantedFindings::WithoutStyle {
            let beside = [Role::Tests, Role::Mocks, Role::Queries].map(of_role).concat();
            findings.extend(super::lints::unused::judge(run.snapshot, module, &beside));
            if run.snapshot.settings().lints == LintScope::Conventions {
                findings.extend(super::lints::conventions::judge(run.snapshot, module));
            }
        }
        let (of_values, not_meant) = values_files::others(run, module, inputs, &of_role(Role::Values));
        findings.extend(of_values);
        // other findings in a part with syntax errors are consequences of the errors
        let is_own = |one: &Diagnostic| {
            one.code.stage() == Stage::Syntax
                || !one.span.is_some_and(|span| module.is_broken(span.source, span.range))
        };
        let findings = findings.into_iter().filter(is_own).collect();
        let findings = super::rules::swapped_blocks::without_consequences(*run, module, findings);
        let mut approximations = std::mem::take(&mut evaluated.approximations);
        approximations.extend(queries.approximations);
        approximations.extend(not_meant);
        Some(Self { evaluated, findings, approximations })
    }
}

/// The value of an expression in the scope of a module.
pub(crate) fn expression(run: Evaluator<'_>, unit: &Unit, source: SourceId, text: &str) -> Answer {
    let UnitModule { module, inputs, mut given, .. } = UnitModule::of(run, unit);
    let evaluated = evaluate(run, &module, &inputs);
    let mut answer = expression_in(run, &module, (&inputs, &evaluated), (source, text));
    // for the expression, a value that does not fit is unknown
    answer.findings.extend(given.take_findings().into_iter().filter(Diagnostic::is_error));
    let instance = Instance::over(run, &module, &inputs, &evaluated);
    answer.findings.extend(attribute_reads::in_expression(&instance, text, source));
    // Findings must hold for every provider.
    let Some((inputs, written)) = as_written(run, &module, &inputs) else { return answer };
    let value = expression_in(run, &module, (&inputs, &written), (source, text)).value;
    Answer { value, ..answer }
}

/// The value at a place of a module, computed without the rest of the module.
pub(crate) fn value_at(run: Evaluator<'_>, unit: &Unit, file: SourceId, offset: u32) -> Answer {
    let UnitModule { module, inputs, .. } = UnitModule::of(run, unit);
    let inputs = reads_as_written(run, &module, &inputs).unwrap_or(inputs);
    match CoveringDeclaration::of(&module, file, offset) {
        Some(covering) => covering.answer(run, &module, &inputs, (file, offset)),
        None => value_in(run, &module, (&inputs, &evaluate(run, &module, &inputs)), (file, offset)),
    }
}

/// The description of a module, from the values that determine its types.
pub(crate) fn describe(run: Evaluator<'_>, unit: &Unit, extent: Extent) -> Answer {
    let UnitModule { module, inputs, .. } = UnitModule::of(run, unit);
    let (module, inputs) = (&module, &inputs);
    let mut findings = module.findings.clone();
    let is_beside = |file: &&SourceId| roles::of_file(run.snapshot, **file) != Role::Module;
    let beside = unit.files.iter().filter(is_beside);
    findings.extend(beside.flat_map(|file| run.snapshot.parsed(*file).diagnostics.clone()));
    let refused = GivenSchemas::of(run.snapshot).refused.clone();
    let mut answer = Answer { refused, ..Answer::default() };
    answer.findings = by_language(run, unit, WantedFindings::WithoutStyle, findings.into_vec());
    hclx_analysis::sort(&mut answer.findings);
    if !module.files.is_empty() {
        let is_needed = |node: &NodeId| match module.declaration(*node).kind {
            Kind::Variable => true,
            Kind::Output => extent != Extent::Inputs,
            Kind::Local => extent == Extent::Whole,
            _ => false,
        };
        let evaluated = evaluate_for(run, module, inputs, module.names.nodes().filter(is_needed));
        let mut instance = Instance::over(run, module, inputs, &evaluated);
        let description = interface::describe(run, &mut instance, (module, inputs, &evaluated), extent);
        answer.description = Some(Box::new(description));
        answer.notes.extend(evaluated.limits);
    }
    answer
}

/// The declaration that covers a place.
struct CoveringDeclaration {
    node: NodeId,
    /// Set if the place is in the header, so that the question is about the declaration's own value.
    in_header: bool,
}

impl CoveringDeclaration {
    /// The declaration whose header or body covers an offset in a native-syntax file.
    fn of(module: &Module, file: SourceId, offset: u32) -> Option<Self> {
        let touches = |range: TextRange| range.start <= offset && offset <= range.end;
        let find = |node: NodeId| {
            let declaration = module.declaration(node);
            if let Some(expr) = declaration.expr {
                let is_here = declaration.written.source == file;
                let in_header = is_here && touches(declaration.name_span.range);
                let value = declaration.written.expr_span(expr).range;
                return (in_header || is_here && touches(value)).then_some(Self { node, in_header });
            }
            let all = declaration.overrides.iter().chain([&declaration.written]);
            let mut here = all.filter(|written| written.source == file);
            here.find_map(|written| {
                let in_header = touches(written.header);
                (in_header || touches(written.view().range())).then_some(Self { node, in_header })
            })
        };
        module.names.nodes().find_map(find)
    }

    /// The answer, computed from the declarations that it depends on.
    fn answer(
        &self,
        run: Evaluator<'_>,
        module: &Module,
        inputs: &Arc<Inputs>,
        place: (SourceId, u32),
    ) -> Answer {
        let used = module.links().graph.uses(self.node).iter().map(|(used, _)| *used);
        let own = Some(self.node).filter(|_| self.in_header);
        let evaluated = evaluate_for(run, module, inputs, used.chain(own));
        let mut answer = value_in(run, module, (inputs, &evaluated), place);
        if self.in_header {
            let mut instance = Instance::over(run, module, inputs, &evaluated);
            let value = &evaluated.values[self.node.index()];
            let declaration = module.declaration(self.node);
            answer.description = Some(Box::new(interface::one(run, &mut instance, declaration, value)));
        }
        answer
    }
}

/// The module with the arguments of its resources as written, for displayed types and values; `None` if it has no
/// resources. An editor only requests types.
fn as_written(
    run: Evaluator<'_>,
    module: &Module,
    inputs: &Arc<Inputs>,
) -> Option<(Arc<Inputs>, ModuleValues)> {
    let inputs = reads_as_written(run, module, inputs)?;
    let evaluated = evaluate(run, module, &inputs);
    Some((inputs, evaluated))
}

/// The inputs for [`as_written`].
fn reads_as_written(run: Evaluator<'_>, module: &Module, inputs: &Inputs) -> Option<Arc<Inputs>> {
    let has_values = |one: &Declaration| matches!(one.kind, Kind::Resource | Kind::Data | Kind::Module);
    let is_asked = run.snapshot.settings().pace == Pace::Once && module.declarations.iter().any(has_values);
    is_asked.then(|| Arc::new(inputs.with_resources(ResourceValues::AsWritten)))
}

/// The value of the expression at a place, or of the declaration there.
fn value_in(
    run: Evaluator<'_>,
    module: &Module,
    (inputs, evaluated): (&Inputs, &ModuleValues),
    (file, offset): (SourceId, u32),
) -> Answer {
    let instance = Instance::over(run, module, inputs, evaluated);
    let judge = instance.judge(Context::default());
    let parsed = run.snapshot.parsed(file);
    let value = judge.value_at(&parsed.tree, file, offset).or_else(|| {
        let node = module.links().graph.at(TextRange::at(offset).in_source(file))?;
        row(module.declaration(node), &evaluated.values[node.index()]).map(|row| row.value)
    });
    Answer::of_value(value)
}

/// Evaluates an expression in the scope of a module.
fn expression_in(
    run: Evaluator<'_>,
    module: &Module,
    (inputs, evaluated): (&Inputs, &ModuleValues),
    (source, text): (SourceId, &str),
) -> Answer {
    let instance = Instance::over(run, module, inputs, evaluated);
    let answer = instance.judge(Context::default()).asked(source, text);
    Answer { unresolved: Vec::new(), ..answer }
}

/// The file access of a root module's functions: below the configured root, or else the enclosing repository, or else
/// the module's directory.
fn host(run: Evaluator<'_>, folder: &str) -> Arc<dyn Host> {
    if let Some(host) = &run.snapshot.settings().host {
        return Arc::clone(host);
    }
    expecting_host(run, folder)
}

/// The file access that records files that do not exist yet. Calls with the same arguments read the same files.
fn expecting_host(run: Evaluator<'_>, folder: &str) -> Arc<ExpectingHost> {
    let is_apart = modules::load(run.snapshot, folder, run.flavor).has_independent_files();
    Arc::clone(&run.snapshot.get(&FunctionHost(folder.into(), is_apart)))
}

query! {
    /// The file access of the functions of a root module, and of a directory whose files are independent.
    struct FunctionHost(Folder, bool) -> Arc<ExpectingHost>;
    |FunctionHost(folder, is_apart), snapshot| {
        let around = Surroundings::of(snapshot, folder);
        let host = ExpectingHost::new(new_host(snapshot, folder), Arc::clone(snapshot.host()), (folder, around));
        Arc::new(host.of_fragment(fragment_without_files(snapshot, folder, *is_apart)))
    }
}

/// The note for a directory that is not run as it is, so that files may be missing.
fn fragment_without_files(snapshot: &Snapshot, folder: &str, is_apart: bool) -> Option<&'static str> {
    if provider_examples::is_fragment(folder) {
        return Some("files that an example for the documentation of a provider reads do not exist");
    }
    if test_steps::are_steps(snapshot, folder) {
        return Some("files that the steps of a test read do not exist");
    }
    is_apart.then_some("files that independent configurations in one directory read do not exist")
}

/// The notes about files that are absent for reasons that the repository states.
fn absences(run: Evaluator<'_>, module: &Module) -> Vec<String> {
    let mut notes = call_targets::absences(*run, module);
    if run.snapshot.settings().host.is_none() {
        notes.extend(expecting_host(run, &module.folder).reasons());
    }
    notes.arrange();
    notes.dedup();
    notes
}

fn new_host(snapshot: &Snapshot, folder: &str) -> Arc<dyn Host> {
    let files = snapshot.host();
    let base = if folder.is_empty() { "." } else { folder };
    let real = files.resolve(base).unwrap_or_else(|_| base.to_owned());
    let root = repository(snapshot, &real);
    match RootedHost::new(Arc::clone(files), base, (*root).as_deref().unwrap_or(base)) {
        Ok(host) => Arc::new(host),
        Err(_) => Arc::new(NoHost),
    }
}

/// The repository that contains a directory, looked up once for each directory.
fn repository(snapshot: &Snapshot, folder: &str) -> Arc<Option<String>> {
    snapshot.get(&RepositoryOf(folder.into()))
}

query! {
    /// The repository that contains a directory.
    struct RepositoryOf(Folder) -> Option<String>;
    |RepositoryOf(folder), snapshot| {
        // In worktrees and submodules, `.git` is a file, so any entry of this name counts.
        if snapshot.host().look(&file_path::join(folder, ".git")).is_ok() {
            return Some(folder.to_string());
        }
        let above = file_path::parent(folder);
        if *above == **folder || above == "." {
            return None;
        }
        hclx_diag::grow(|| (*repository(snapshot, above)).clone())
    }
}

/// If a module is checked as both languages, names the language in findings that only one of them has.
fn by_language(
    run: Evaluator<'_>,
    unit: &Unit,
    wanted: WantedFindings,
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if findings.is_empty() {
        // the other language is only asked if its answer may matter
        return findings;
    }
    let folder = &*unit.root;
    let title = run.flavor.title();
    let other = run.flavor.counterpart();
    if !roles::has_tofu(run.snapshot, folder) {
        return findings;
    }
    let files = |flavor: Flavor| roles::of_folder(run.snapshot, folder, flavor);
    let (own, others) = (files(run.flavor), files(other));
    if others.primary.is_empty() || own.primary == others.primary && own.overrides == others.overrides {
        return findings;
    }
    let others = said(Evaluator { run: Run { flavor: other, ..*run }, ..run }, unit, wanted);
    let is_of_tofu = run.flavor == Flavor::Terraform && lacks_twin(run.snapshot, folder);
    let name = |finding: Diagnostic| {
        let is_both = others.iter().any(|one| one.span == finding.span && one.code == finding.code);
        // Terraform reports the same, in its own words
        if run.flavor == Flavor::OpenTofu && is_both && !others.contains(&finding) {
            return None;
        }
        // OpenTofu files are only read by OpenTofu
        let is_clear = finding.span.is_some_and(|span| {
            let path = run.snapshot.path(span.source);
            run.flavor == Flavor::OpenTofu && path.trim_end_matches(".json").ends_with(".tofu")
        });
        match is_both || is_clear {
            true => Some(finding),
            false if is_of_tofu => None,
            false => Some(Diagnostic { message: format!("for {title}, {}", finding.message), ..finding }),
        }
    };
    findings.into_iter().filter_map(name).collect()
}

/// Returns `true` for a module that only OpenTofu runs: it has a `*.tofu` file without a `*.tf` file of the same name.
fn lacks_twin(snapshot: &Snapshot, folder: &str) -> bool {
    let Ok(listed) = snapshot.list(folder) else { return false };
    let has = |twin: String| listed.iter().any(|(name, _)| *name == twin);
    listed.iter().any(|(name, _)| match name.strip_suffix(".tofu") {
        Some(stem) => !has(format!("{stem}.tf")),
        None => name.strip_suffix(".tofu.json").is_some_and(|stem| !has(format!("{stem}.tf.json"))),
    })
}

/// The findings that are needed for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum WantedFindings {
    All,
    /// All except those about runs of tests.
    WithoutRuns,
    /// All except those about style.
    WithoutStyle,
}

impl WantedFindings {
    fn of(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Check => Self::All,
            Purpose::Trial => Self::WithoutRuns,
            Purpose::Infer | Purpose::Eval => Self::WithoutStyle,
        }
    }
}

/// The findings about the module of a unit and the files next to it.
fn said(run: Evaluator<'_>, unit: &Unit, wanted: WantedFindings) -> Arc<Vec<Diagnostic>> {
    let key = ModuleKey { folder: Arc::clone(&unit.root), flavor: run.flavor };
    let files = unit.files.as_slice().into();
    run.snapshot.get_within(&ModuleFindings(key, files, wanted), run.budget)
}

query! {
    /// The findings about a module and the files next to it.
    struct ModuleFindings(ModuleKey, Arc<[SourceId]>, WantedFindings) -> Vec<Diagnostic>, within Budget,
        of Unit |ModuleFindings(key, ..)| &key.folder;
    |ModuleFindings(ModuleKey { folder, flavor }, files, wanted), snapshot, cx| {
        let run = Run { snapshot, budget: cx.budget(), flavor: *flavor };
        let run = Evaluator { run, rules: &ruleset::RULES };
        let module = modules::load(snapshot, folder, *flavor);
        let (inputs, given) = given_to(run, &module, is_root(snapshot, *flavor, folder));
        let judged = ModuleJudgement::of(run, (&module, &inputs, given), files, *wanted);
        judged.map(|judged| judged.findings).unwrap_or_default()
    }
}

/// The findings about modules outside of the selected files that a selected module must report.
fn of_modules_outside(run: Evaluator<'_>, folder: &str) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (outside, (root, called)) in outside(run).iter().filter(|(_, (root, _))| root == folder) {
        let calls = call_targets::called_by(run.snapshot, run.flavor, root);
        if let Some((_, call)) = calls.iter().find(|(call, _)| call.folder == *called) {
            findings.extend(wrong_outside(run, outside, *call));
        }
    }
    findings
}

/// The first error of a module outside of the selected files, reported at the call that reaches it.
fn wrong_outside(run: Evaluator<'_>, folder: &str, call: Span) -> Option<Diagnostic> {
    let child = modules::load(run.snapshot, folder, run.flavor);
    let alone = calls::alone(run, &child);
    let errors: Vec<_> =
        child.findings.iter().chain(&alone.findings).filter(|finding| finding.is_error()).collect();
    // sources are numbered in the order in which an editor opens them
    let place =
        |finding: &&&Diagnostic| finding.span.map(|span| (run.snapshot.path(span.source), span.range.start));
    let first = errors.iter().min_by_key(place)?;
    let finding = Diagnostic::error(first.code, call, format!("in this module, {}", first.message));
    let finding = match first.span {
        Some(span) => finding.also(span, "fails here"),
        None => finding,
    };
    Some(match errors.len() - 1 {
        0 => finding,
        count => finding.help(format!("`{folder}` has {}", counted(count, "other error"))),
    })
}

/// Modules outside of the selected directories that are reached through calls, each with the selected module that
/// reports for it and the target of the first call on the way.
fn outside(run: Evaluator<'_>) -> Arc<Ordered<String, (String, String)>> {
    run.snapshot.get(&ModulesOutside(run.flavor))
}

query! {
    /// Modules outside of the selected directories that are reached through calls.
    struct ModulesOutside(Flavor) -> Ordered<String, (String, String)>, when Revision(PartialEq::eq);
    |ModulesOutside(flavor), snapshot| {
        let selected = roles::folders_of(snapshot, |name| roles::is_module_file(name, *flavor));
        let neighbours = CandidateCalls::of(snapshot);
        let leads_out =
            |root: &&String| neighbours.called(root).iter().any(|folder| !is_below(&selected, folder));
        let mut claimed: Ordered<String, (String, String)> = Ordered::new();
        for root in selected.iter().filter(leads_out) {
            let mut left: Vec<(String, Option<String>)> = vec![(root.clone(), None)];
            let mut seen: OrderedSet<String> = OrderedSet::new();
            while let Some((folder, through)) = left.pop() {
                for next in &call_targets::folders_called(snapshot, *flavor, &folder) {
                    let through = through.clone().unwrap_or_else(|| next.clone());
                    let is_installed = next.split('/').any(|part| part == ".terraform");
                    if is_below(&selected, next) || claimed.contains_key(next) || !seen.insert(next.clone()) {
                        continue;
                    }
                    if !is_installed {
                        claimed.insert(next.clone(), (root.clone(), through.clone()));
                    }
                    left.push((next.clone(), Some(through)));
                }
            }
        }
        claimed
    }
}

/// Returns `true` if a directory is one of `folders`, or below one of them.
fn is_below(folders: &OrderedSet<String>, folder: &str) -> bool {
    let mut above = folder;
    loop {
        if folders.contains(above) {
            return true;
        }
        let next = file_path::parent(above);
        if next == above || above.is_empty() || above == "." || above.ends_with("..") {
            return false;
        }
        above = next;
    }
}

/// The inputs for a module without callers.
fn inputs(run: Evaluator<'_>, folder: &str, is_root: bool, given: &mut Values) -> Inputs {
    // the callers of an inner module may be elsewhere
    let paths = match is_root {
        true if is_inner(folder) => Paths { root: Paths::unknown().root, ..Paths::root() },
        true => Paths::root(),
        false => Paths::unknown(),
    };
    Inputs {
        values: std::mem::take(&mut given.values),
        paths,
        is_root,
        is_call: false,
        computed: Arc::default(),
        depth: 0,
        // a called module reads files relative to its caller's directory
        host: if is_root { host(run, folder) } else { Arc::new(NoHost) },
        resources: ResourceValues::Certain,
    }
}

/// The types of all declarations of the module.
fn rows(module: &Module, evaluated: &ModuleValues) -> Vec<TypeRow> {
    let declared = module.declarations.iter().zip(evaluated.values.iter());
    let mut rows: Vec<TypeRow> =
        declared.filter_map(|(declaration, value)| row(declaration, value)).collect();
    rows.arrange_by_key(|row| row.name_span);
    rows
}

/// The type of a declaration; `None` for a declaration without a value.
fn row(declaration: &Declaration, value: &Value) -> Option<TypeRow> {
    let path = match declaration.kind {
        Kind::Variable => format!("variable.{}", declaration.name),
        Kind::Provider | Kind::Check => return None,
        _ => declaration.address(),
    };
    let output = || {
        let (written, attribute) = declaration.attribute(&schemas::output(), "value")?;
        Some(written.expr_span(attribute.value))
    };
    let value_span = match declaration.kind {
        Kind::Output => output(),
        Kind::Variable => declaration.variable.as_ref().and_then(|variable| variable.default_span),
        _ => declaration.expr.map(|expr| declaration.written.expr_span(expr)),
    };
    Some(TypeRow::of_value(path, declaration.name_span, value_span, value.clone()))
}
