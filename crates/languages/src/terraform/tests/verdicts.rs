//! Verdicts about runs: what Terraform reports for each of them.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, CauseKind, RunCommand, TestAssertion, TestFile, TestRun, Verdict, file_path};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, Span, code_names as codes, locked};
use hclx_schema::match_body;
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics;

use super::explain::explain;
use super::given::{self, Values};
use crate::terraform::declare::address::Address;
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::required_versions;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::{sources, versions};
use crate::terraform::providers::configurations;
use crate::terraform::resolve::modules;
use crate::terraform::resolve::scope::{Context, TestScope};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::conditions::{self, Truth};
use crate::terraform::simulation::expressions::ScopeNames;
use crate::terraform::simulation::journal::{FailureOrigin, Journal};
use crate::terraform::simulation::open::{CauseId, Causes};
use crate::terraform::simulation::providers::Providers;
use crate::terraform::simulation::setting::{Logic, SimulationContext};
use crate::terraform::simulation::{PlannedModule, simulate};
use crate::terraform::values::evaluation::Inputs;
use crate::terraform::values::rule::Evaluator;

/// A version above all others.
const NEVER: versions::Version = (u32::MAX, 0);

/// The maximum number of causes that are listed for a run.
const MOST_CAUSES: usize = 8;

/// The module under test.
pub(crate) struct Tested<'r> {
    pub(crate) run: Evaluator<'r>,
    pub(crate) module: &'r Arc<Module>,
    /// The values of the command line and of values files.
    pub(crate) inputs: &'r Inputs,
    /// Set if the module or a test file has errors.
    pub(crate) has_errors: bool,
}

impl Tested<'_> {
    /// The verdicts about the runs of a test file.
    pub(crate) fn file(&self, file: SourceId) -> TestFile {
        let logics = self.logics();
        let mut all = logics.into_iter().map(|logic| Runs::of(self, file, logic));
        let mut runs = all.next().unwrap_or_default();
        for other in all {
            runs = runs.into_iter().zip(other).map(|(one, other)| common(one, other)).collect();
        }
        TestFile { file, runs }
    }

    /// The kinds of logic among the versions that the module and the repository allow.
    fn logics(&self) -> Vec<Logic> {
        let bounds = required_versions::allowed(*self.run, self.module);
        let [(_, since), _] = required_versions::SKIPPING;
        let eager = bounds.meet((0, 0), since).then_some(Logic::Eager);
        let lazy = bounds.meet(since, NEVER).then_some(Logic::Lazy);
        eager.into_iter().chain(lazy).collect()
    }
}

/// Returns `true` if an error is in an assertion or in a value of a variable: then only its run fails.
pub(crate) fn is_of_run(run: Evaluator<'_>, finding: &Diagnostic) -> bool {
    let Some(span) = finding.span else { return false };
    let parsed = run.snapshot.parsed(span.source);
    let (root, _) = BodyView::root(&parsed.tree, span.source);
    let schema = test_files::run();
    let blocks = match_body(&root, &test_files::file()).content.blocks.into_iter();
    let runs = blocks.filter(|block| block.block_type == "run" && block.body.range().contains(span.range));
    let inner = runs.flat_map(|block| block.body.sorted(schema.prepared()).content.blocks);
    let mut parts = inner.filter(|block| block.body.range().contains(span.range));
    let nested = schema.find_block("assert").map(|nested| nested.body.fixed());
    parts.any(|block| {
        if block.block_type != "assert" {
            return block.block_type == "variables";
        }
        let content = nested.as_ref().map(|nested| block.body.sorted(nested.prepared()).content);
        let condition = content.as_ref().and_then(|content| content.attribute("condition"));
        // a condition without references is an error of the whole configuration
        condition.is_some_and(|one| !hclx_analysis::graph::references(&parsed.tree, one.value).is_empty())
    })
}

/// The verdict that holds for both versions.
fn common(one: TestRun, other: TestRun) -> TestRun {
    if one.verdict == other.verdict {
        return one;
    }
    if one.verdict == Verdict::Open || other.verdict == Verdict::Open {
        return if one.verdict == Verdict::Open { one } else { other };
    }
    let what = "the verdict differs between versions before and after Terraform 1.12";
    let cause = Cause::new(CauseKind::Version, what).remedy("set `required_version`").at(one.place);
    TestRun { verdict: Verdict::Open, causes: vec![cause], failures: Vec::new(), ..one }
}

/// The runs of a file, judged in order.
struct Runs<'r> {
    tested: &'r Tested<'r>,
    logic: Logic,
    causes: Arc<Causes>,
    /// The outputs of earlier runs.
    outputs: Arc<Ordered<Arc<str>, Value>>,
    variables: Values,
    providers: Providers,
    overridden: Vec<Address>,
    /// The states that earlier runs may have changed, by key.
    states: OrderedSet<String>,
    /// The causes that make all runs of the file open.
    open: OrderedSet<CauseId>,
    /// The journal of the shared parts of the file.
    shared: Journal,
    /// The earlier run that certainly ends in an error.
    stopped: bool,
    /// The first earlier run that may end in an error.
    may_stop: Option<Arc<str>>,
}

/// The parts of a run.
struct Run<'w> {
    written: &'w BlockSource,
    blocks: Vec<BlockView<'w>>,
    command: RunCommand,
    name: Arc<str>,
}

/// The verdict of a run.
struct Outcome {
    verdict: Verdict,
    assertions: Vec<TestAssertion>,
    failures: Vec<Diagnostic>,
    causes: OrderedSet<CauseId>,
    /// Set if it certainly, or possibly, ends in an error.
    stops: bool,
    may_stop: bool,
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
            overridden: Vec::new(),
            states: OrderedSet::new(),
            open: OrderedSet::new(),
            shared: Journal::default(),
            stopped: false,
            may_stop: None,
        };
        runs.share(&blocks);
        let of_runs = blocks.iter().filter(|one| &*one.block_type == "run");
        of_runs.map(|written| runs.judge(written)).collect()
    }

    fn setting(&self, stage: RunCommand, overridden: Vec<Address>) -> SimulationContext<'r> {
        SimulationContext {
            evaluator: self.tested.run,
            logic: self.logic,
            stage,
            host: Arc::clone(&self.tested.inputs.host),
            overridden,
            causes: Arc::clone(&self.causes),
            journal: Mutex::default(),
        }
    }

    fn cause(&self, kind: CauseKind, what: impl Into<String>, place: Span) -> CauseId {
        self.causes.id(Cause::new(kind, what).at(place))
    }

    /// Returns `true` if the directory of a test file has values files of its own, which hold for its runs alone.
    fn has_own_values(&self, file: SourceId) -> bool {
        let snapshot = self.tested.run.snapshot;
        let path = snapshot.path(file);
        let folder = hclx_analysis::file_path::parent(&path);
        let is_values = |name: &str| name.ends_with(".tfvars") || name.ends_with(".tfvars.json");
        folder != &*self.tested.module.folder
            && snapshot.list(folder).is_ok_and(|listed| listed.iter().any(|(name, _)| is_values(name)))
    }

    /// Reads what all runs of the file share.
    fn share(&mut self, blocks: &[BlockSource]) {
        let Some(first) = blocks.first() else { return };
        let place = first.place();
        if self.tested.has_errors {
            let cause = Cause::new(CauseKind::Errors, "the module or its tests have errors");
            self.open.insert(self.causes.id(cause.remedy("run `hclx check`")));
        }
        if self.tested.run.flavor == Flavor::OpenTofu {
            let id = self.cause(CauseKind::Version, "runs of OpenTofu are not simulated", place);
            self.open.insert(id);
        }
        if self.has_own_values(place.source) {
            let what = "values files beside the tests are not read";
            let id = self.cause(CauseKind::Feature, what, place);
            self.open.insert(id);
        }
        let setting = self.setting(RunCommand::Plan, Vec::new());
        let mut overridden = Vec::new();
        let mut is_unclear = false;
        let schema = test_files::file();
        for written in blocks {
            match &*written.block_type {
                "variables" => {
                    let outside = self.variables.clone();
                    for attribute in written.view().just_attributes().0 {
                        let context = Context::default();
                        let value = given::value(&setting, written, attribute.value, &context, &outside);
                        self.variables.insert(attribute.name.into(), value);
                    }
                }
                "variable" | "test" => {
                    let what = format!("`{}` blocks are not simulated", written.block_type);
                    let id = self.cause(CauseKind::Feature, what, written.place());
                    self.open.insert(id);
                }
                name if name.starts_with("override_") => {
                    let inner = schema.find_block(name).map(|nested| nested.body.fixed());
                    let content = inner.map(|inner| written.view().sorted(inner.prepared()).content);
                    let target = content.as_ref().and_then(|content| content.attribute("target"));
                    let wanted = crate::terraform::declare::address::AddressRules {
                        name: "target",
                        dynamic: false,
                        words: false,
                    };
                    let read = target.and_then(|target| {
                        let tree = &written.parsed.tree;
                        crate::terraform::declare::address::read(tree, written.source, target.value, wanted)
                            .ok()
                    });
                    is_unclear |= read.is_none();
                    overridden.extend(read);
                }
                _ => {}
            }
        }
        self.providers = given::providers(&setting, blocks, &mut overridden);
        if is_unclear {
            let id = self.cause(CauseKind::Mock, "the target of an override is not understood", place);
            self.open.insert(id);
        }
        self.overridden = overridden;
        self.shared = std::mem::take(&mut *locked(&setting.journal));
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
        };
        if self.stopped {
            return judged;
        }
        let outcome = self.outcome(&run);
        judged.reached_if = self.may_stop.clone();
        judged.verdict = outcome.verdict;
        judged.assertions = outcome.assertions;
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

    /// The module that a run tests, with the key of its state; an error names what is missing.
    fn module(&self, run: &Run<'_>) -> Result<(Arc<Module>, String), Cause> {
        let place = run.written.place();
        let schema = test_files::run();
        let content = run.written.view().sorted(schema.prepared()).content;
        if content.attribute("state_key").is_some() {
            return Err(Cause::new(CauseKind::Feature, "`state_key` is not simulated").at(place));
        }
        let Some(block) = run.blocks.iter().find(|one| one.block_type == "module") else {
            return Ok((Arc::clone(self.tested.module), String::new()));
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
            false => Ok((module, folder)),
        }
    }

    fn outcome(&mut self, run: &Run<'_>) -> Outcome {
        let (module, key) = match self.module(run) {
            Ok(found) => found,
            Err(cause) => {
                let id = self.causes.id(cause);
                self.outputs_of(run, Value::dynamic(), Some(id));
                return Outcome::open([id]);
            }
        };
        let mut open = self.open.clone();
        open.extend(self.unsupported(run, &module, &key));
        let mut overridden = self.overridden.clone();
        let mut is_unclear = false;
        overridden.extend(given::overrides(run.written, &run.blocks, &test_files::run(), &mut is_unclear));
        if is_unclear {
            open.insert(self.cause(
                CauseKind::Mock,
                "the target of an override is not understood",
                run.written.place(),
            ));
        }
        let plan = self.setting(RunCommand::Plan, overridden.clone());
        *locked(&plan.journal) = self.shared.clone();
        let (given, providers) = (self.given(&plan, run), self.passed(run));
        let place = run.written.place();
        let unfit =
            |name: &str| self.cause(CauseKind::Errors, format!("the value of `{name}` does not fit"), place);
        let inputs = given::inputs(&plan, &module, &given, unfit);
        let planned = simulate(&plan, &module, inputs.clone(), providers.clone());
        let mut judging = Judging { runs: self, run, module: &module, given: &given, open };
        let journal = std::mem::take(&mut *locked(&plan.journal));
        let (outcome, planned) = match run.command {
            RunCommand::Plan => (judging.outcome(&plan, journal, &planned), planned),
            RunCommand::Apply => {
                // a failed check is only a warning while an apply is planned
                let (of_checks, others): (Vec<_>, Vec<_>) =
                    journal.failures.into_iter().partition(|failure| {
                        matches!(&failure.failing, FailureOrigin::Condition(object) | FailureOrigin::Deferred(object)
                        if object.key.starts_with(Kind::Check.prefix()))
                    });
                drop(of_checks);
                let apply = self.setting(RunCommand::Apply, overridden);
                if others.is_empty() {
                    let applied = simulate(&apply, &module, inputs, providers);
                    let later = std::mem::take(&mut *locked(&apply.journal));
                    let mut all = Journal { failures: later.failures, doubts: journal.doubts };
                    all.doubts.extend(later.doubts);
                    judging = Judging { runs: self, run, module: &module, given: &given, open: judging.open };
                    (judging.outcome(&apply, all, &applied), applied)
                } else {
                    let doubts: OrderedSet<CauseId> =
                        journal.doubts.iter().map(|doubt| doubt.cause).collect();
                    (judging.errors(others.into_iter().map(|one| one.finding).collect(), doubts), planned)
                }
            }
        };
        if run.command == RunCommand::Apply {
            self.states.insert(key);
        }
        let outputs = self.read_back(&planned.outputs, run);
        self.outputs_of(run, outputs, None);
        outcome
    }

    /// The outputs as a test reads them from the plan, which does not keep what is known about an unknown value.
    fn read_back(&self, outputs: &Value, run: &Run<'_>) -> Value {
        let part = |value: &Value| {
            if value.is_wholly_known() || value.contains_marks() {
                return value.clone();
            }
            if !value.is_known() {
                return Value::unknown(value.ty().clone());
            }
            let what = "an output is only partly known";
            let id = self.cause(CauseKind::Feature, what, run.written.place());
            value.clone().with_marks(&crate::terraform::simulation::open::mark(id))
        };
        Value::object(outputs.iter_entries().map(|(name, value)| (Arc::clone(name), part(value))))
    }

    /// Keeps the outputs of a run for later ones.
    fn outputs_of(&mut self, run: &Run<'_>, outputs: Value, cause: Option<CauseId>) {
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
                let value = given::value(setting, run.written, attribute.value, &context, &self.variables);
                let is_deferred = !value.is_wholly_known();
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
    fn unsupported(&self, run: &Run<'_>, module: &Module, key: &str) -> Vec<CauseId> {
        let place = run.written.place();
        let mut found = Vec::new();
        for block in &run.blocks {
            let place = run.written.span(block.def_range);
            if matches!(block.block_type, "plan_options" | "backend") {
                let what = format!("`{}` is not simulated", block.block_type);
                found.push(self.cause(CauseKind::Feature, what, place));
            }
        }
        // values of the state are only those of resources, and of modules that may have some
        let has_state = module
            .declarations
            .iter()
            .any(|one| matches!(one.kind, Kind::Resource | Kind::Data | Kind::Module));
        if has_state && self.states.contains(key) {
            found.push(self.cause(CauseKind::State, "an earlier run leaves a state", place));
        }
        let is_other = !key.is_empty();
        let is_outside = |name: &Arc<str>| module.get(Kind::Variable, "", name).is_some();
        if is_other && self.tested.inputs.values.keys().any(is_outside) {
            found.push(self.cause(CauseKind::Variable, "values files may not apply to this module", place));
        }
        found
    }
}

impl Outcome {
    fn open(causes: impl IntoIterator<Item = CauseId>) -> Self {
        Self {
            verdict: Verdict::Open,
            assertions: Vec::new(),
            failures: Vec::new(),
            causes: causes.into_iter().collect(),
            stops: false,
            may_stop: true,
        }
    }
}

/// The judgement of a simulated run.
struct Judging<'j, 'r> {
    runs: &'j Runs<'r>,
    run: &'j Run<'j>,
    module: &'j Module,
    given: &'j Values,
    /// The causes that make the run open, whatever happens in it.
    open: OrderedSet<CauseId>,
}

impl Judging<'_, '_> {
    /// The outcome of a run that certainly ends in errors, unless it is open.
    fn errors(&self, failures: Vec<Diagnostic>, doubts: OrderedSet<CauseId>) -> Outcome {
        if !self.open.is_empty() {
            return Outcome::open(self.open.iter().copied().chain(doubts));
        }
        Outcome {
            verdict: Verdict::Fails,
            assertions: Vec::new(),
            failures,
            causes: OrderedSet::new(),
            stops: true,
            may_stop: true,
        }
    }

    fn outcome(&self, setting: &SimulationContext<'_>, journal: Journal, planned: &PlannedModule) -> Outcome {
        let doubts: OrderedSet<CauseId> = journal.doubts.iter().map(|doubt| doubt.cause).collect();
        let Some(expected) = self.expected() else {
            let what = "an expected failure is not understood";
            let id = self.runs.cause(CauseKind::Feature, what, self.run.written.place());
            return Outcome::open(self.open.iter().copied().chain(doubts).chain([id]));
        };
        let mut met: OrderedSet<Arc<str>> = OrderedSet::new();
        let mut failures = Vec::new();
        for failure in journal.failures {
            match &failure.failing {
                FailureOrigin::Condition(object) | FailureOrigin::Deferred(object)
                    if object.module.is_empty() && expected.contains(&object.key) =>
                {
                    met.insert(Arc::clone(&object.key));
                }
                _ => failures.push(failure.finding),
            }
        }
        let is_unmet = met.len() < expected.len();
        let is_clear = met.is_empty() && doubts.is_empty();
        match (failures.is_empty(), expected.is_empty()) {
            // where something is expected to fail, other failures may not be reached
            (false, true) => self.errors(failures, doubts),
            (false, false) if is_clear => self.errors(failures, doubts),
            (true, false) if is_unmet && is_clear => self.errors(vec![self.missing(&expected)], doubts),
            (true, _) if !is_unmet => self.asserted(setting, planned, doubts),
            _ => {
                let what = "it depends on the order in which conditions fail";
                let id = self.runs.cause(CauseKind::Feature, what, self.run.written.place());
                Outcome::open(self.open.iter().copied().chain(doubts).chain([id]))
            }
        }
    }

    fn missing(&self, expected: &OrderedSet<Arc<str>>) -> Diagnostic {
        let names: Vec<&str> =
            expected.iter().map(|key| key.strip_prefix("resource.").unwrap_or(key)).collect();
        let message = format!("`{}` is expected to fail, and does not", names.join("`, `"));
        Diagnostic::error(codes::TEST_FILE, self.run.written.place(), message)
    }

    /// The keys of the objects that must fail; `None` if they are not understood.
    fn expected(&self) -> Option<OrderedSet<Arc<str>>> {
        let written = self.run.written;
        let schema = test_files::run();
        let content = written.view().sorted(schema.prepared()).content;
        match content.attribute("expect_failures") {
            Some(attribute) => given::expected(written, attribute.value, self.module),
            None => Some(OrderedSet::new()),
        }
    }

    /// The outcome of a run whose plan or apply ends as expected, by its assertions.
    fn asserted(
        &self,
        setting: &SimulationContext<'_>,
        planned: &PlannedModule,
        doubts: OrderedSet<CauseId>,
    ) -> Outcome {
        let outputs = Some(self.runs.read_back(&planned.outputs, self.run));
        let test = TestScope { runs: Arc::clone(&self.runs.outputs), outputs };
        let context = Context { test: Some(test), ..Context::default() };
        let scope = (&planned.paths, self.given);
        let names = ScopeNames::new(setting, Some((self.module, &planned.values)), &context, scope);
        let mut causes = self.open.clone();
        causes.extend(doubts);
        let may_stop = !causes.is_empty();
        let mut outcome = Outcome { may_stop, ..Outcome::open([]) };
        for block in self.run.blocks.iter().filter(|one| one.block_type == "assert") {
            let condition = conditions::evaluate(&names, block);
            let place = condition.place;
            let verdict = match condition.truth {
                Truth::Holds => Verdict::Passes,
                Truth::Open(open) => {
                    causes.extend(open);
                    outcome.may_stop = true;
                    Verdict::Open
                }
                Truth::False { message, .. } => {
                    outcome.failures.push(self.is_false(&names, place, message));
                    Verdict::Fails
                }
                Truth::Deferred => {
                    let message = "this assertion is only known after apply";
                    let finding = Diagnostic::error(codes::VALIDATION_FAILED, place, message);
                    outcome.failures.push(finding.help("use `command = apply`, or `override_during = plan`"));
                    outcome.stops = true;
                    Verdict::Fails
                }
                Truth::Error(errors) => {
                    outcome.failures.extend(errors);
                    outcome.stops = true;
                    Verdict::Fails
                }
            };
            outcome.assertions.push(TestAssertion { verdict, place });
        }
        outcome.verdict = match (outcome.failures.is_empty(), self.open.is_empty(), causes.is_empty()) {
            (false, true, _) => Verdict::Fails,
            (true, true, true) => Verdict::Passes,
            _ => Verdict::Open,
        };
        outcome.stops &= outcome.verdict == Verdict::Fails;
        outcome.may_stop |= outcome.stops;
        outcome.causes = causes;
        outcome
    }

    fn is_false(&self, names: &ScopeNames<'_>, place: Span, message: Option<String>) -> Diagnostic {
        let tree = &self.run.written.parsed.tree;
        let condition = tree.expr_ids().find(|id| tree.expr(*id).range == place.range);
        let operands = condition.and_then(|condition| explain(names, tree, place.source, condition));
        let what = operands.or(message).unwrap_or_else(|| "the condition is false".to_owned());
        Diagnostic::error(codes::VALIDATION_FAILED, place, what)
    }
}
