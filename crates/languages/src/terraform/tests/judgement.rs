//! The verdict about a simulated run: expected failures and assertions.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind, RunCommand, TestAssertion, Verdict, graph};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Span, code_names as codes};
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::BlockView;

use super::explain::explain;
use super::shared_values::{self, ExpectedFailure, Values};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::scope::{Context, TestScope};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::test_files;
use crate::terraform::simulation::PlannedModule;
use crate::terraform::simulation::conditions::{self, Condition, Truth};
use crate::terraform::simulation::expressions::ScopeNames;
use crate::terraform::simulation::journal::{CheckedObject, Failure, FailureOrigin, Journal};
use crate::terraform::simulation::open::{self, CauseId, Causes};
use crate::terraform::simulation::setting::SimulationContext;

/// The verdict of a run.
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    pub(super) assertions: Vec<TestAssertion>,
    pub(super) failures: Vec<Diagnostic>,
    pub(super) causes: OrderedSet<CauseId>,
    /// Set if the run ends or may end in an error.
    pub(super) stops: bool,
    pub(super) may_stop: bool,
    /// Set if the whole plan is definitely applied.
    pub(super) is_complete: bool,
    /// The values of the plan by address, if they are requested.
    pub(super) values: Vec<(Arc<str>, Value)>,
}

impl Outcome {
    pub(super) fn open(causes: impl IntoIterator<Item = CauseId>) -> Self {
        Self {
            verdict: Verdict::Open,
            assertions: Vec::new(),
            failures: Vec::new(),
            causes: causes.into_iter().collect(),
            stops: false,
            may_stop: true,
            is_complete: false,
            values: Vec::new(),
        }
    }
}

/// The parts of a run.
pub(super) struct Run<'w> {
    pub(super) written: &'w BlockSource,
    pub(super) blocks: Vec<BlockView<'w>>,
    pub(super) command: RunCommand,
    pub(super) name: Arc<str>,
}

/// Checks a simulated run.
pub(super) struct RunJudge<'j> {
    pub(super) causes: &'j Causes,
    /// The outputs of earlier runs.
    pub(super) outputs: &'j Arc<Ordered<Arc<str>, Value>>,
    pub(super) run: &'j Run<'j>,
    pub(super) module: &'j Module,
    pub(super) given: &'j Values,
    /// The causes that make the run open, whatever happens in it.
    pub(super) open: OrderedSet<CauseId>,
}

impl RunJudge<'_> {
    fn cause(&self, what: &str) -> CauseId {
        self.causes.id(Cause::new(CauseKind::Feature, what).at(self.run.written.place()))
    }

    /// The outcome of a run that ends in errors, unless it is open.
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
            is_complete: false,
            values: Vec::new(),
        }
    }

    /// The outcome of a run whose plan fails, so that it is not applied.
    pub(super) fn errors_of(&self, journal: Journal) -> Outcome {
        let doubts: OrderedSet<CauseId> = journal.doubts.iter().map(|doubt| doubt.cause).collect();
        self.errors(journal.failures.into_iter().map(|one| one.finding).collect(), doubts)
    }

    pub(super) fn outcome(
        &self,
        setting: &SimulationContext<'_>,
        journal: Journal,
        planned: &PlannedModule,
    ) -> Outcome {
        let doubts: OrderedSet<CauseId> = journal.doubts.iter().map(|doubt| doubt.cause).collect();
        let Some(expected) = self.expected() else {
            let id = self.cause("an expected failure is not understood");
            return Outcome::open(self.open.iter().copied().chain(doubts).chain([id]));
        };
        let may_be_met = journal.doubts.iter().filter_map(|doubt| doubt.object.as_ref());
        let may_be_met = may_be_met.filter_map(|object| listed(&expected, object)).next().is_some();
        let (met, failures) = sorted(&expected, journal.failures);
        let is_applied = met.iter().all(|one| one.key.starts_with(Kind::Check.prefix()));
        let is_unmet = met.len() < expected.len();
        let is_clear = met.is_empty() && doubts.is_empty();
        match (failures.is_empty(), expected.is_empty()) {
            // results that an expected failure may prevent are uncertain
            (false, _) if !may_be_met => self.errors(failures, doubts),
            (true, false) if is_unmet && is_clear => self.errors(vec![self.missing(&expected)], doubts),
            (true, _) if !is_unmet => {
                let is_complete = is_applied && doubts.is_empty() && self.open.is_empty();
                Outcome { is_complete, ..self.asserted(setting, planned, doubts) }
            }
            _ => {
                let id = self.cause("it depends on the order in which conditions fail");
                Outcome::open(self.open.iter().copied().chain(doubts).chain([id]))
            }
        }
    }

    fn missing(&self, expected: &OrderedSet<ExpectedFailure>) -> Diagnostic {
        let name = |one: &ExpectedFailure| {
            let key = one.key.strip_prefix("resource.").unwrap_or(&one.key);
            format!("{key}{}", one.instance.as_deref().unwrap_or_default())
        };
        let names: Vec<String> = expected.iter().map(name).collect();
        let message = format!("`{}` is expected to fail, and does not", names.join("`, `"));
        let written = self.run.written;
        let listed = written.attribute(&test_files::run(), "expect_failures");
        let place = listed.map_or(written.place(), |listed| written.expr_span(listed.value));
        Diagnostic::error(codes::TEST_FILE, place, message)
    }

    /// The keys of the objects that must fail; `None` if they cannot be resolved.
    fn expected(&self) -> Option<OrderedSet<ExpectedFailure>> {
        let written = self.run.written;
        let schema = test_files::run();
        let content = written.view().sorted(schema.prepared()).content;
        match content.attribute("expect_failures") {
            Some(attribute) => shared_values::expected(written, attribute.value, self.module),
            None => Some(OrderedSet::new()),
        }
    }

    /// The outcome of a run whose plan or apply ends as expected, according to its assertions.
    fn asserted(
        &self,
        setting: &SimulationContext<'_>,
        planned: &PlannedModule,
        doubts: OrderedSet<CauseId>,
    ) -> Outcome {
        let mut outputs = shared_values::read_back(&planned.outputs);
        let is_planned = setting.stage == RunCommand::Plan && !planned.outputs.is_wholly_known();
        if setting.evaluator.flavor == Flavor::OpenTofu && is_planned {
            let cause = Cause::new(CauseKind::Version, "OpenTofu reads unknown outputs in its own way");
            let mark = open::mark(self.causes.id(cause.at(self.run.written.place())));
            outputs = shared_values::with_open_parts(&outputs, &planned.outputs, &mark);
        }
        let outputs = Some(outputs);
        let test = TestScope { runs: Arc::clone(self.outputs), outputs };
        let context = Context { test: Some(test), ..Context::default() };
        let scope = (&planned.paths, self.given);
        let names = ScopeNames::new(setting, Some((self.module, &planned.values)), &context, scope);
        let mut causes = self.open.clone();
        causes.extend(doubts);
        let may_stop = !causes.is_empty();
        let mut outcome = Outcome { may_stop, ..Outcome::open([]) };
        for block in self.run.blocks.iter().filter(|one| one.block_type == "assert") {
            let condition = self.condition(&names, block, planned);
            let place = condition.place;
            let verdict = self.assertion(&names, condition, (&mut outcome, &mut causes));
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

    /// The condition of an assertion.
    fn condition(
        &self,
        names: &ScopeNames<'_>,
        assert: &BlockView<'_>,
        planned: &PlannedModule,
    ) -> Condition {
        let mut condition = conditions::evaluate(names, assert);
        if let Some(output) = null_output_in_call(assert, &planned.outputs) {
            let what = format!("Terraform 1.11 fails in calls with `output.{output}`, which is null");
            let cause = Cause::new(CauseKind::Version, what).at(condition.place);
            condition.truth = Truth::Open(OrderedSet::from_iter([self.causes.id(cause)]));
        }
        condition
    }

    /// The verdict about an assertion, which is added to the outcome of the run.
    fn assertion(
        &self,
        names: &ScopeNames<'_>,
        Condition { place, truth, .. }: Condition,
        (outcome, causes): (&mut Outcome, &mut OrderedSet<CauseId>),
    ) -> Verdict {
        match truth {
            Truth::Holds => return Verdict::Passes,
            Truth::Open(open) => {
                causes.extend(open);
                outcome.may_stop = true;
                return Verdict::Open;
            }
            Truth::False { message, .. } => outcome.failures.push(self.is_false(names, place, message)),
            Truth::Deferred => {
                let message = "this assertion is only known after apply";
                let finding = Diagnostic::error(codes::VALIDATION_FAILED, place, message);
                outcome.failures.push(finding.help("use `command = apply`, or `override_during = plan`"));
                outcome.stops = true;
            }
            Truth::Error(errors) => {
                outcome.failures.extend(errors);
                outcome.stops = true;
            }
        }
        Verdict::Fails
    }

    fn is_false(&self, names: &ScopeNames<'_>, place: Span, message: Option<String>) -> Diagnostic {
        let tree = &self.run.written.parsed.tree;
        let condition = tree.expr_ids().find(|id| tree.expr(*id).range == place.range);
        let operands = condition.and_then(|condition| explain(names, tree, place.source, condition));
        let what = operands.or(message).unwrap_or_else(|| "the condition is false".to_owned());
        Diagnostic::error(codes::VALIDATION_FAILED, place, what)
    }
}

/// The first output that is null and used by a call in an assertion. Terraform calls no function with it, except for
/// those that inspect expressions, and `jsonencode`.
fn null_output_in_call(assert: &BlockView<'_>, outputs: &Value) -> Option<Arc<str>> {
    const ACCEPTING: &[&str] = &["can", "try", "jsonencode"];
    let (attributes, _) = assert.body.just_attributes();
    let tree = assert.body.tree();
    let calls = attributes.iter().flat_map(|attribute| tree.inside(attribute.value)).filter_map(|id| {
        let ExprKind::Call(call) = tree.expr(id).kind else { return None };
        let call = tree.node(call);
        (!ACCEPTING.contains(&tree.text(call.name.text))).then(|| tree.slice(call.args))
    });
    let mut references = calls.flatten().flat_map(|argument| graph::references(tree, *argument));
    references.find_map(|reference| {
        let name = reference.attribute(0).filter(|_| &*reference.root == "output")?;
        outputs.get_attr_value(name).filter(|value| value.is_null())?;
        Some(name.into())
    })
}

/// The expected failures, and the findings about the others.
fn sorted(
    expected: &OrderedSet<ExpectedFailure>,
    failures: Vec<Failure>,
) -> (OrderedSet<&ExpectedFailure>, Vec<Diagnostic>) {
    let (mut met, mut others) = (OrderedSet::new(), Vec::new());
    for failure in failures {
        let listed = match &failure.failing {
            FailureOrigin::Condition(object) | FailureOrigin::Deferred(object) => listed(expected, object),
            FailureOrigin::Error => None,
        };
        match listed {
            Some(one) => drop(met.insert(one)),
            None => others.push(failure.finding),
        }
    }
    (met, others)
}

/// The entry of `expect_failures` for an object of the module under test: one for the object itself, or for all
/// instances.
fn listed<'e>(
    expected: &'e OrderedSet<ExpectedFailure>,
    object: &CheckedObject,
) -> Option<&'e ExpectedFailure> {
    if !object.module.is_empty() {
        return None;
    }
    let of = |instance: Option<&Arc<str>>| {
        let is_it = |one: &&ExpectedFailure| one.key == object.key && one.instance.as_ref() == instance;
        expected.iter().find(is_it)
    };
    object.instance.as_ref().and_then(|instance| of(Some(instance))).or_else(|| of(None))
}
