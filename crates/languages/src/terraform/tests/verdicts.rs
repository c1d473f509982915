//! Verdicts about runs: what Terraform reports for each of them.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, CauseKind, RunCommand, TestFile, TestRun, Verdict, file_path, graph};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, Span, locked};
use hclx_schema::match_body;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics;

use super::judgement::{Outcome, Run, RunJudge};
use super::mock_blocks::MockReader;
use super::mock_fixes;
use super::plan_options::PlanOptionReader;
use super::shared_plans::SharedPlans;
use super::shared_values::{self, Values};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::{sources, versions};
use crate::terraform::providers::configurations;
use crate::terraform::resolve::scope::{Context, Paths, TestScope};
use crate::terraform::resolve::{modules, quoted};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::PlannedModule;
use crate::terraform::simulation::constants::Constants;
use crate::terraform::simulation::journal::{Failure, FailureOrigin, Journal};
use crate::terraform::simulation::open::{CauseId, Causes, may_be_deferred};
use crate::terraform::simulation::options::PlanOptions;
use crate::terraform::simulation::overrides::Overrides;
use crate::terraform::simulation::providers::Providers;
use crate::terraform::simulation::setting::{Logic, SimulationContext};
use crate::terraform::simulation::state::State;
use crate::terraform::values::evaluation::Inputs;
use crate::terraform::values::rule::Evaluator;
use crate::terraform::values::values_files;

/// A version above all others.
const NEVER: versions::Version = (u32::MAX, 0);

/// The maximum number of causes that are listed for a run.
const MOST_CAUSES: usize = 8;

/// The number of bytes of test files that add the limits of one question.
const BYTES_OF_TESTS: usize = 1 << 10;

/// The module under test.
pub(crate) struct Tested<'r> {
    pub(crate) run: Evaluator<'r>,
    pub(crate) module: &'r Arc<Module>,
    /// The values from the command line and values files.
    pub(crate) inputs: &'r Inputs,
    /// Set if the module or a test file has errors.
    pub(crate) has_errors: bool,
    /// Set if the values of plans are requested.
    pub(crate) has_values: bool,
    /// Local values that all runs share.
    pub(crate) constants: Constants,
}

impl Tested<'_> {
    /// The verdicts about the runs of test files. Since each run plans the module again, the limits grow with the
    /// tests.
    pub(crate) fn files(&self, files: &[SourceId]) -> Vec<TestFile> {
        let length: usize =
            files.iter().map(|file| self.run.snapshot.parsed(*file).tree.source().len()).sum();
        self.run.budget.allow_for_parts(length / BYTES_OF_TESTS);
        files.iter().map(|file| self.file(*file)).collect()
    }

    /// The verdicts about the runs of a test file.
    fn file(&self, file: SourceId) -> TestFile {
        let logics = self.logics();
        let mut all = logics.into_iter().map(|logic| Runs::of(self, file, logic));
        let mut runs = all.next().unwrap_or_default();
        for other in all {
            runs =
                runs.into_iter().zip(other).map(|(one, other)| common(one, other, self.run.flavor)).collect();
        }
        TestFile { file, runs, policies: Vec::new() }
    }

    /// The values of a planned or applied module by address, if they are requested.
    fn plan_values(&self, module: &Module, planned: &PlannedModule) -> Vec<(Arc<str>, Value)> {
        let is_listed =
            |kind: Kind| matches!(kind, Kind::Resource | Kind::Data | Kind::Module | Kind::Output);
        let nodes =
            module.names.nodes().filter(|node| self.has_values && is_listed(module.declaration(*node).kind));
        nodes
            .map(|node| (module.declaration(node).address().into(), planned.values[node.index()].clone()))
            .collect()
    }

    /// The kinds of logic in the versions that the module and the repository allow.
    fn logics(&self) -> Vec<Logic> {
        let bounds = required_versions::test_bounds(*self.run, self.module);
        let (_, since) = required_versions::SKIPPING[usize::from(self.run.flavor == Flavor::OpenTofu)];
        let eager = bounds.meet((0, 0), since).then_some(Logic::Eager);
        let lazy = bounds.meet(since, NEVER).then_some(Logic::Lazy);
        eager.into_iter().chain(lazy).collect()
    }
}

/// Returns `true` if an error only makes its run fail: in an assertion, in the value of a variable, or in an expected
/// failure.
pub(crate) fn is_of_run(run: Evaluator<'_>, finding: &Diagnostic) -> bool {
    let Some(span) = finding.span else { return false };
    let parsed = run.snapshot.parsed(span.source);
    let (root, _) = BodyView::root(&parsed.tree, span.source);
    let schema = test_files::run();
    let blocks = match_body(&root, &test_files::file()).content.blocks.into_iter();
    let runs = blocks.filter(|block| block.block_type == "run" && block.body.range().contains(span.range));
    let mut contents = runs.map(|block| block.body.sorted(schema.prepared()).content);
    contents.any(|content| {
        let expected =
            content.attribute("expect_failures").filter(|attribute| attribute.range.contains(span.range));
        match expected {
            Some(expected) => is_checkable(&parsed.tree, span, expected.value),
            None => content.blocks.iter().any(|block| is_of_block(&parsed.tree, span, block)),
        }
    })
}

/// Returns `true` if an expected failure refers to an object that may have conditions, or may be undeclared.
fn is_checkable(tree: &Tree, span: Span, list: ExprId) -> bool {
    let mut items = statics::as_list(tree, list).unwrap_or_default().iter();
    let item = items.find(|item| tree.expr(**item).range.contains(span.range));
    let reference = item.and_then(|item| quoted::any_reference(tree, span.source, *item));
    reference.is_some_and(|reference| !super::test_files::UNCHECKABLE.contains(&&*reference.root))
}

fn is_of_block(tree: &Tree, span: Span, block: &BlockView<'_>) -> bool {
    if !block.body.range().contains(span.range) || block.block_type != "assert" {
        return block.body.range().contains(span.range) && block.block_type == "variables";
    }
    let nested = test_files::run().find_block("assert").map(|nested| nested.body.fixed());
    let content = nested.as_ref().map(|nested| block.body.sorted(nested.prepared()).content);
    let condition = content.as_ref().and_then(|content| content.attribute("condition"));
    // a condition without references is an error of the whole configuration
    condition.is_some_and(|condition| !graph::references(tree, condition.value).is_empty())
}

/// The verdict that applies both to versions that evaluate both sides of `&&`, and to later ones.
fn common(one: TestRun, other: TestRun, flavor: Flavor) -> TestRun {
    if one.verdict == other.verdict {
        let in_both = one.failures.iter().filter(|failure| other.failures.contains(failure));
        let in_both: Vec<_> = in_both.cloned().collect();
        let failures = if in_both.is_empty() { other.failures } else { in_both };
        return TestRun { failures, ..one };
    }
    if one.verdict == Verdict::Open || other.verdict == Verdict::Open {
        return if one.verdict == Verdict::Open { one } else { other };
    }
    let (name, (major, minor)) = required_versions::SKIPPING[usize::from(flavor == Flavor::OpenTofu)];
    let says = |verdict: Verdict| if verdict == Verdict::Skipped { "is skipped" } else { verdict.word() };
    let (before, since) = (says(one.verdict), says(other.verdict));
    let what = format!(
        "it {before} before {name} {major}.{minor}, and {since} since, where `&&` and `||` skip their right sides"
    );
    let remedy = "set `required_version`, or the setting `terraform.versions`";
    let cause = Cause::new(CauseKind::Version, what).remedy(remedy).at(one.place);
    TestRun { verdict: Verdict::Open, causes: vec![cause], failures: Vec::new(), ..one }
}

/// The runs of a file, checked in order.
struct Runs<'r> {
    tested: &'r Tested<'r>,
    logic: Logic,
    causes: Arc<Causes>,
    /// The outputs of earlier runs.
    outputs: Arc<Ordered<Arc<str>, Value>>,
    variables: Values,
    providers: Providers,
    overrides: Overrides,
    /// The states that earlier runs left, by key.
    states: Ordered<String, Arc<State>>,
    /// The causes that make all runs of the file open.
    open: OrderedSet<CauseId>,
    /// The journal of the shared parts of the file.
    shared: Journal,
    plans: SharedPlans,
    /// Set if an earlier run ends in an error.
    stopped: bool,
    /// The first earlier run that may end in an error.
    may_stop: Option<Arc<str>>,
}

impl<'r> Runs<'r> {
    fn of(tested: &'r Tested<'r>, file: SourceId, logic: Logic) -> Vec<TestRun> {
        let parsed = tested.run.snapshot.parsed(file);
        let (root, _) = BodyView::root(&parsed.tree, file);
        let laid = match_body(&root, &test_files::file());
        let blocks: Vec<BlockSource> =
            laid.content.blocks.iter().map(|block| BlockSource::new(&parsed, block)).collect();
        let mut runs = Runs {
            tested,
            logic,
            causes: Arc::default(),
            outputs: Arc::default(),
            variables: tested.inputs.values.clone(),
            providers: Providers::default(),
            overrides: Overrides::default(),
            states: Ordered::new(),
            open: OrderedSet::new(),
            shared: Journal::default(),
            plans: SharedPlans::default(),
            stopped: false,
            may_stop: None,
        };
        runs.share(&blocks, &laid.content.blocks);
        let of_runs = blocks.iter().filter(|one| &*one.block_type == "run");
        let mut judged: Vec<TestRun> = of_runs.map(|written| runs.judge(written)).collect();
        for cause in judged.iter_mut().flat_map(|run| &mut run.causes) {
            let default = cause.default.as_ref();
            cause.fix = default.and_then(|default| mock_fixes::fix(&laid.content.blocks, default));
        }
        judged
    }

    fn setting(&self, stage: RunCommand, surroundings: &Surroundings) -> SimulationContext<'r> {
        SimulationContext {
            evaluator: self.tested.run,
            logic: self.logic,
            stage,
            host: Arc::clone(&self.tested.inputs.host),
            overrides: surroundings.overrides.clone(),
            options: surroundings.options.clone(),
            paths: surroundings.paths.clone(),
            causes: Arc::clone(&self.causes),
            constants: &self.tested.constants,
            prior: Arc::clone(&surroundings.prior),
            next: Mutex::default(),
            journal: Mutex::default(),
        }
    }

    fn cause(&self, kind: CauseKind, what: impl Into<String>, place: Span) -> CauseId {
        self.causes.id(Cause::new(kind, what).at(place))
    }

    /// Adds the values of files next to a test file. They precede those of the command line, and apply to these tests
    /// only. A directory other than `tests` is one selected by `-test-directory`.
    fn read_values(&mut self, file: SourceId) {
        let Tested { run, module, .. } = *self.tested;
        let path = run.snapshot.path(file);
        let folder = file_path::parent(&path);
        if file_path::clean(folder) == file_path::clean(&module.folder) {
            return;
        }
        let mut beside = values_files::beside_tests(run, module, folder);
        if beside.take_findings().into_iter().any(|one| one.is_error()) {
            let cause = Cause::new(CauseKind::Errors, "a values file beside the tests has errors");
            self.open.insert(self.causes.id(cause));
        }
        self.variables.extend(beside.values);
    }

    /// Reads the parts that all runs of the file share.
    fn share(&mut self, blocks: &[BlockSource], views: &[BlockView<'_>]) {
        let Some(first) = blocks.first() else { return };
        let place = first.place();
        if self.tested.has_errors {
            let cause = Cause::new(CauseKind::Errors, "the module or its tests have errors");
            self.open.insert(self.causes.id(cause.remedy("run `hclx check`")));
        }
        if self.tested.module.files.is_empty() {
            let what = "the directory of these tests contains no module";
            let cause =
                Cause::new(CauseKind::Module, what).remedy("name the directory with `--test-directory`");
            self.open.insert(self.causes.id(cause.at(place)));
        }
        self.read_values(place.source);
        let setting = self.setting(RunCommand::Plan, &Surroundings::none());
        for written in blocks {
            match &*written.block_type {
                "variables" => self.share_variables(&setting, written),
                "variable" | "test" => {
                    let what = format!("`{}` blocks are not simulated", written.block_type);
                    let id = self.cause(CauseKind::Feature, what, written.place());
                    self.open.insert(id);
                }
                _ => {}
            }
        }
        let reader = MockReader { setting: &setting, folder: &self.tested.module.folder };
        self.providers = reader.providers(blocks);
        let mut overrides = Overrides::default();
        for (written, view) in blocks.iter().zip(views) {
            self.open.extend(reader.overrides(written, std::slice::from_ref(view), &mut overrides));
        }
        self.overrides = overrides;
        self.shared = std::mem::take(&mut *locked(&setting.journal));
    }

    fn share_variables(&mut self, setting: &SimulationContext<'_>, written: &BlockSource) {
        let outside = self.variables.clone();
        for attribute in written.view().just_attributes().0 {
            let context = Context::default();
            let value = shared_values::value(setting, written, attribute.value, &context, &outside);
            self.variables.insert(attribute.name.into(), value);
        }
    }

    fn judge(&mut self, written: &BlockSource) -> TestRun {
        let schema = test_files::run();
        let content = written.view().sorted(schema.prepared()).content;
        let word = content
            .attribute("command")
            .and_then(|attribute| statics::as_keyword(&written.parsed.tree, written.source, attribute.value));
        let command = if word.as_deref() == Some("plan") { RunCommand::Plan } else { RunCommand::Apply };
        let name = written.labels.first().map_or_else(|| Arc::from(""), |label| Arc::clone(&label.text));
        let run = Run { written, blocks: content.blocks, command, name };
        let mut judged = TestRun {
            name: Arc::clone(&run.name),
            place: written.place(),
            command,
            verdict: Verdict::Skipped,
            assertions: Vec::new(),
            failures: Vec::new(),
            causes: Vec::new(),
            reached_if: None,
            values: Vec::new(),
        };
        if self.stopped {
            return judged;
        }
        let outcome = self.outcome(&run);
        judged.reached_if = self.may_stop.clone();
        judged.verdict = outcome.verdict;
        (judged.assertions, judged.values) = (outcome.assertions, outcome.values);
        if outcome.verdict == Verdict::Fails {
            judged.failures = outcome.failures;
        }
        if outcome.verdict == Verdict::Open {
            let causes = outcome.causes.iter().filter_map(|id| self.causes.get(*id));
            judged.causes = causes.take(MOST_CAUSES).collect();
        }
        self.stopped |= outcome.stops;
        if outcome.may_stop && self.may_stop.is_none() {
            self.may_stop = Some(run.name);
        }
        judged
    }

    /// The module that a run tests, with the key of its state; the error says what is missing.
    #[expect(clippy::result_large_err, reason = "a cause is made once, and ends the run")]
    fn module(&self, run: &Run<'_>) -> Result<ModuleOfRun, Cause> {
        let place = run.written.place();
        let schema = test_files::run();
        let content = run.written.view().sorted(schema.prepared()).content;
        let key = content.attribute("state_key");
        let key = key.and_then(|key| run.written.parsed.tree.string(key.value)).map(str::to_owned);
        let Some(block) = run.blocks.iter().find(|one| one.block_type == "module") else {
            let module = Arc::clone(self.tested.module);
            return Ok(ModuleOfRun { module, key: key.unwrap_or_default(), paths: Paths::root() });
        };
        let nested = schema.find_block("module").map(|nested| nested.body.fixed());
        let tree = &run.written.parsed.tree;
        let source = nested.and_then(|nested| {
            let content = block.body.sorted(nested.prepared()).content;
            match tree.expr(content.attribute("source")?.value).kind {
                ExprKind::String(text) => Some(tree.text(text).to_owned()),
                _ => None,
            }
        });
        let Some(source) = source.filter(|source| sources::is_local(source)) else {
            return Err(Cause::new(CauseKind::Module, "the module of this run is not read").at(place));
        };
        let folder = file_path::join(&self.tested.module.folder, &source);
        let module = modules::load(self.tested.run.snapshot, &folder, self.tested.run.flavor);
        match module.files.is_empty() {
            true => Err(Cause::new(CauseKind::Module, format!("`{source}` contains no module")).at(place)),
            false => {
                let here = Value::string(file_path::clean(&source));
                let paths = Paths { module: here.clone(), root: here };
                Ok(ModuleOfRun { module, key: key.unwrap_or(source), paths })
            }
        }
    }

    fn outcome(&mut self, run: &Run<'_>) -> Outcome {
        let ModuleOfRun { module, key, paths } = match self.module(run) {
            Ok(found) => found,
            Err(cause) => {
                let id = self.causes.id(cause);
                self.outputs_of(run, Value::dynamic(), Some(id));
                return Outcome::open([id]);
            }
        };
        let mut open = self.open.clone();
        open.extend(self.unsupported(run, &module));
        let mut shared = self.shared.clone();
        let prior = self.prior(&key, &module, run);
        let options = self.plan_options((run, &module), &mut open, &mut shared);
        let overrides = self.overrides(run, &mut open, &mut shared);
        let surroundings = Surroundings { overrides, options, paths, prior };
        let plan = self.setting(RunCommand::Plan, &surroundings);
        *locked(&plan.journal) = shared;
        let (given, providers) = (self.given(&plan, run), self.passed(run));
        let inputs = self.inputs(&plan, (run, &module), &given);
        let (journal, planned) = self.simulation(&plan, (run, &module), (&inputs, &providers));
        let simulated = match run.command {
            RunCommand::Plan => Simulated { setting: plan, journal, planned, is_applied: false },
            RunCommand::Apply => {
                self.applied(&surroundings, (run, &module), (&inputs, &providers), (journal, planned))
            }
        };
        let (causes, outputs) = (&*self.causes, &self.outputs);
        let judging = RunJudge { causes, outputs, run, module: &module, given: &given, open };
        let outcome = match simulated.is_applied || run.command == RunCommand::Plan {
            true => judging.outcome(&simulated.setting, simulated.journal, &simulated.planned),
            false => judging.errors_of(simulated.journal),
        };
        if run.command == RunCommand::Apply {
            self.leave(key, run, &simulated.setting, outcome.is_complete && simulated.is_applied);
        }
        let outputs = shared_values::read_back(&simulated.planned.outputs);
        self.outputs_of(run, outputs, None);
        Outcome { values: self.tested.plan_values(&module, &simulated.planned), ..outcome }
    }

    /// The overrides of a run.
    fn overrides(&self, run: &Run<'_>, open: &mut OrderedSet<CauseId>, journal: &mut Journal) -> Overrides {
        let mut overrides = Overrides::default();
        let bare = self.setting(RunCommand::Plan, &Surroundings::none());
        let reader = MockReader { setting: &bare, folder: &self.tested.module.folder };
        open.extend(reader.overrides(run.written, &run.blocks, &mut overrides));
        overrides.add_all(&self.overrides);
        journal.doubts.extend(std::mem::take(&mut *locked(&bare.journal)).doubts);
        overrides
    }

    /// The values for the variables of the module that a run tests.
    fn inputs(
        &self,
        setting: &SimulationContext<'_>,
        (run, module): (&Run<'_>, &Module),
        given: &Values,
    ) -> Values {
        let unfit = |name: &str| {
            let what = format!("the value of `{name}` does not fit");
            self.cause(CauseKind::Errors, what, run.written.place())
        };
        shared_values::inputs(setting, module, given, unfit)
    }

    /// Simulates a module, or reuses the simulation of an earlier run with the same inputs and state.
    fn simulation(
        &mut self,
        setting: &SimulationContext<'_>,
        (run, module): (&Run<'_>, &Module),
        given: (&Values, &Providers),
    ) -> (Journal, Arc<PlannedModule>) {
        let is_own = |block_type: &str| block_type.starts_with("override_") || block_type == "plan_options";
        let is_shared = !run.blocks.iter().any(|block| is_own(block.block_type))
            && run.written.attribute(&test_files::run(), "providers").is_none();
        let simulation = self.plans.simulation(setting, module, given, is_shared);
        let mut journal = std::mem::take(&mut *locked(&setting.journal));
        journal.failures.extend(simulation.journal.failures);
        journal.doubts.extend(simulation.journal.doubts);
        (journal, simulation.planned)
    }

    /// The options of a run's plan.
    fn plan_options(
        &self,
        (run, module): (&Run<'_>, &Module),
        open: &mut OrderedSet<CauseId>,
        journal: &mut Journal,
    ) -> PlanOptions {
        let (causes, flavor) = (&*self.causes, self.tested.run.flavor);
        PlanOptionReader { run, module, causes, flavor }.options(open, journal)
    }

    /// Applies a planned run, unless its plan fails.
    fn applied(
        &mut self,
        surroundings: &Surroundings,
        (run, module): (&Run<'_>, &Module),
        given: (&Values, &Providers),
        (journal, planned): (Journal, Arc<PlannedModule>),
    ) -> Simulated<'r> {
        let apply = self.setting(RunCommand::Apply, surroundings);
        // a failed check is only a warning during the planning of an apply
        let is_of_check = |failure: &Failure| {
            matches!(&failure.failing, FailureOrigin::Condition(object) | FailureOrigin::Deferred(object)
                if object.key.starts_with(Kind::Check.prefix()))
        };
        let failures: Vec<Failure> = journal.failures.into_iter().filter(|one| !is_of_check(one)).collect();
        if !failures.is_empty() {
            let journal = Journal { failures, ..journal };
            return Simulated { setting: apply, journal, planned, is_applied: false };
        }
        let (later, applied) = self.simulation(&apply, (run, module), given);
        let mut all = Journal { failures: later.failures, ..journal };
        all.doubts.extend(later.doubts);
        Simulated { setting: apply, journal: all, planned: applied, is_applied: true }
    }

    /// The state before a run.
    fn prior(&self, key: &str, module: &Module, run: &Run<'_>) -> Arc<State> {
        let prior = self.states.get(key).cloned().unwrap_or_default();
        let moves = |one: &&Arc<BlockSource>| matches!(&*one.block_type, "moved" | "removed");
        if prior.is_empty() || !module.others.iter().any(|one| moves(&one)) {
            return prior;
        }
        let what = "blocks move or remove instances of the state";
        let open = Some(self.cause(CauseKind::State, what, run.written.place()));
        Arc::new(State { open, ..State::default() })
    }

    /// Keeps the state that a run leaves.
    fn leave(&mut self, key: String, run: &Run<'_>, setting: &SimulationContext<'_>, is_complete: bool) {
        let applied = std::mem::take(&mut *locked(&setting.next));
        let instances = setting.options.remaining_instances(&setting.prior, applied);
        let what = format!("`{}` may leave a part of its state", run.name);
        let open = (!is_complete).then(|| self.cause(CauseKind::State, what, run.written.place()));
        let open = open.or(setting.prior.open.filter(|_| setting.options.is_partial()));
        self.states.insert(key, Arc::new(State { instances, open }));
    }

    /// Keeps the outputs of a run for later ones.
    fn outputs_of(&mut self, run: &Run<'_>, outputs: Value, cause: Option<CauseId>) {
        let is_gone = self.tested.run.flavor == Flavor::OpenTofu && run.command == RunCommand::Plan;
        let gone = is_gone.then(|| {
            self.cause(CauseKind::Version, "OpenTofu keeps no outputs of plans", run.written.place())
        });
        let outputs = match run.command {
            _ if is_gone => Value::dynamic(),
            RunCommand::Apply => crate::terraform::simulation::open::after_apply(&outputs),
            RunCommand::Plan => outputs,
        };
        let cause = cause.or(gone);
        let outputs = match cause {
            Some(cause) => outputs.with_marks(&crate::terraform::simulation::open::mark(cause)),
            None => outputs,
        };
        Arc::make_mut(&mut self.outputs).insert(Arc::clone(&run.name), outputs);
    }

    /// The values of variables of a run.
    fn given(&self, setting: &SimulationContext<'_>, run: &Run<'_>) -> Values {
        let mut values = self.variables.clone();
        let test = TestScope { runs: Arc::clone(&self.outputs), outputs: None };
        let context = Context { test: Some(test), ..Context::default() };
        for block in run.blocks.iter().filter(|one| one.block_type == "variables") {
            for attribute in block.body.just_attributes().0 {
                let value =
                    shared_values::value(setting, run.written, attribute.value, &context, &self.variables);
                let is_deferred = may_be_deferred(&value);
                if is_deferred {
                    let what = format!("`{}` is set to a value that is not known", attribute.name);
                    let id = self.cause(CauseKind::State, what, run.written.span(attribute.name_range));
                    setting.doubts(None, [id]);
                }
                let value = match is_deferred {
                    true => value.with_marks(&crate::terraform::simulation::open::mark(self.cause(
                        CauseKind::State,
                        "a variable is not known",
                        run.written.place(),
                    ))),
                    false => value,
                };
                values.insert(attribute.name.into(), value);
            }
        }
        values
    }

    /// The provider configurations of a run's module.
    fn passed(&self, run: &Run<'_>) -> Providers {
        let schema = test_files::run();
        let content = run.written.view().sorted(schema.prepared()).content;
        let Some(attribute) = content.attribute("providers") else { return self.providers.clone() };
        let mut passed = Providers { known: Ordered::new(), is_open: true };
        for item in statics::as_map(&run.written.parsed.tree, attribute.value).unwrap_or_default() {
            let name = configurations::named(run.written, item.key);
            let given = configurations::named(run.written, item.value);
            if let (Some(name), Some(given)) = (name, given) {
                passed.known.insert(name, self.providers.of(&given));
            }
        }
        passed
    }

    /// The features of a run that are not simulated.
    fn unsupported(&self, run: &Run<'_>, module: &Module) -> Vec<CauseId> {
        let place = run.written.place();
        let mut found = Vec::new();
        for block in run.blocks.iter().filter(|one| one.block_type == "backend") {
            let place = run.written.span(block.def_range);
            found.push(self.cause(CauseKind::Feature, "`backend` is not simulated", place));
        }
        // values from outside are converted to the types of the module under test
        let root = self.tested.module;
        let differs = |name: &Arc<str>| {
            let of = |module: &Module| {
                let (_, declaration) = module.get(Kind::Variable, "", name)?;
                declaration.variable.as_ref().map(|variable| variable.ty.clone())
            };
            of(module).is_some_and(|ty| of(root) != Some(ty))
        };
        if module.folder != root.folder && self.tested.inputs.values.keys().any(differs) {
            found.push(self.cause(CauseKind::Variable, "values files may not fit this module", place));
        }
        found
    }
}

/// The module that a run tests.
struct ModuleOfRun {
    module: Arc<Module>,
    /// The key of its state.
    key: String,
    paths: Paths,
}

/// The context of a simulation.
struct Surroundings {
    overrides: Overrides,
    options: PlanOptions,
    paths: Paths,
    prior: Arc<State>,
}

impl Surroundings {
    fn none() -> Self {
        let (overrides, options, prior) = (Overrides::default(), PlanOptions::default(), Arc::default());
        Self { overrides, options, paths: Paths::root(), prior }
    }
}

/// A simulated run.
struct Simulated<'r> {
    setting: SimulationContext<'r>,
    journal: Journal,
    planned: Arc<PlannedModule>,
    /// Set if its plan was applied.
    is_applied: bool,
}
