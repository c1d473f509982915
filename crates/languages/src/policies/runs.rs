//! Runs tests of policies. A mock passes if its policies are satisfied or, where a failure is expected, violated.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hclx_analysis::{
    Cause, CauseKind, RunCommand, Snapshot, TestAssertion, TestFile, TestRun, TestedPolicy, Verdict,
    file_path,
};
use hclx_diag::{Arrange, Diagnostic, SourceId, code_names as codes};
use hclx_eval::{Budget, Entry};

use super::mocks::{self, Mock, MockFile};
use crate::terraform::DIALECT;
use crate::terraform::policies::expressions::Surroundings;
use crate::terraform::policies::guesses::DEFAULT_OPERATIONS;
use crate::terraform::policies::lookup::Candidates;
use crate::terraform::policies::read::{self, Condition, PolicyFile, PolicyRule};
use crate::terraform::policies::verdict::{ConditionVerdict, verdict};

/// The verdicts about the mocks of a file.
pub(super) fn run(file: SourceId, snapshot: &Snapshot, budget: &Budget) -> TestFile {
    let mocks = mocks::mock_file(file, snapshot, budget);
    let (policies, missing) = policies(file, snapshot, &mocks);
    let candidates = Candidates {
        all: mocks.mocks.iter().filter_map(Mock::candidate).collect(),
        is_closed: true,
        is_open: false,
        assumed: AtomicBool::new(false),
    };
    let surroundings = Surroundings {
        environment: snapshot.settings().environment(&DIALECT),
        budget,
        inputs: &mocks.inputs,
        lookup: &candidates,
    };
    let judged = mocks.mocks.iter().filter(|mock| mock.target.is_some() && !mock.is_skipped);
    let runs = judged.map(|mock| match &missing[..] {
        [] => run_of_mock(mock, &policies, surroundings),
        _ => run_without_policies(mock, &missing),
    });
    let runs = runs.collect();
    let tested = policies.iter().flat_map(|file| {
        file.rules.iter().map(move |rule| TestedPolicy {
            name: Arc::clone(&rule.name),
            file: file.source,
            conditions: rule
                .conditions
                .iter()
                .map(|condition| condition.range.in_source(file.source))
                .collect(),
        })
    });
    TestFile { file, runs, policies: tested.collect() }
}

/// The policies that a file tests, and the targets that cannot be read.
fn policies(file: SourceId, snapshot: &Snapshot, mocks: &MockFile) -> (Vec<PolicyFile>, Vec<String>) {
    let path = snapshot.path(file);
    let folder = file_path::parent(&path);
    let names = mocks.targets.clone().unwrap_or_else(|| {
        let entries = snapshot.list(folder).map(|entries| entries.to_vec()).unwrap_or_default();
        let files = entries.into_iter().filter(|(_, entry)| *entry == Entry::File);
        let mut names: Vec<String> = files.map(|(name, _)| name).collect();
        names.retain(|name| name.ends_with(".policy.hcl"));
        names.arrange();
        names
    });
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        match read::file(snapshot, &file_path::clean(&file_path::join(folder, &name))) {
            Some(policies) => found.push(policies),
            None => missing.push(name),
        }
    }
    (found, missing)
}

/// The verdict about a mock whose policies are unreadable.
fn run_without_policies(mock: &Mock, missing: &[String]) -> TestRun {
    let message = format!("cannot read the policies in `{}`", missing.join("`, `"));
    let failure = Diagnostic::error(codes::POLICY_FAILED, mock.header, message);
    TestRun { verdict: Verdict::Fails, failures: vec![failure], ..empty(mock) }
}

fn empty(mock: &Mock) -> TestRun {
    TestRun {
        name: mock.address().into(),
        place: mock.header,
        command: RunCommand::Plan,
        verdict: Verdict::Open,
        assertions: Vec::new(),
        failures: Vec::new(),
        causes: Vec::new(),
        reached_if: None,
        values: Vec::new(),
    }
}

/// Returns `true` if a policy applies to a mock, by its label and by the operation that the values of the mock imply.
fn judges(rule: &PolicyRule, mock: &Mock) -> bool {
    let operation = mock.operation();
    let applies = match &rule.operations {
        Some(operations) => operations.iter().any(|word| word == operation),
        None => DEFAULT_OPERATIONS.contains(&operation),
    };
    mock.target == Some(rule.target) && rule.selects(&mock.selector()) && applies
}

/// The verdicts of the policies about a mock.
#[derive(Default)]
struct MockOutcome {
    assertions: Vec<TestAssertion>,
    violations: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,
    is_open: bool,
}

impl MockOutcome {
    fn add(
        &mut self,
        (file, rule): (&PolicyFile, &PolicyRule),
        condition: &Condition,
        verdict: &ConditionVerdict,
    ) {
        let place = condition.range.in_source(file.source);
        let word = match verdict {
            ConditionVerdict::Satisfied => Verdict::Passes,
            ConditionVerdict::Open => Verdict::Open,
            ConditionVerdict::Violated { message } => {
                let text = message.as_ref().map(|text| format!(": {text:?}")).unwrap_or_default();
                let message = format!("policy `{}` is violated{text}", rule.name);
                self.violations.push(Diagnostic::error(codes::POLICY_VIOLATED, place, message));
                Verdict::Fails
            }
            ConditionVerdict::Failed { reason } => {
                let message = format!("a condition of policy `{}` fails: {reason}", rule.name);
                self.errors.push(Diagnostic::error(codes::POLICY_FAILED, place, message));
                Verdict::Fails
            }
        };
        self.is_open |= word == Verdict::Open;
        self.assertions.push(TestAssertion { verdict: word, place });
    }

    /// The verdict about the mock, with its failures. An error in a condition is a failure, whatever the mock expects.
    fn verdict_of(&mut self, mock: &Mock) -> (Verdict, Vec<Diagnostic>) {
        let (violations, errors) = (std::mem::take(&mut self.violations), std::mem::take(&mut self.errors));
        match mock.expects_failure {
            true if !violations.is_empty() => (Verdict::Passes, Vec::new()),
            true if !errors.is_empty() => (Verdict::Fails, errors),
            true if self.is_open => (Verdict::Open, Vec::new()),
            true => {
                let message = "a failure is expected, but no policy is violated";
                (Verdict::Fails, vec![Diagnostic::error(codes::POLICY_FAILED, mock.header, message)])
            }
            false if violations.is_empty() && errors.is_empty() => {
                (if self.is_open { Verdict::Open } else { Verdict::Passes }, Vec::new())
            }
            false => (Verdict::Fails, violations.into_iter().chain(errors).collect()),
        }
    }
}

/// Runs the policies that apply to a mock, and returns its verdict.
fn run_of_mock(mock: &Mock, policies: &[PolicyFile], surroundings: Surroundings<'_>) -> TestRun {
    let mut outcome = MockOutcome::default();
    let subject = mock.subject();
    let all = policies.iter().flat_map(|file| file.rules.iter().map(move |rule| (file, rule)));
    for policy in all.filter(|(_, rule)| judges(rule, mock)) {
        for (condition, found) in &verdict(policy, &subject, surroundings).conditions {
            outcome.add(policy, condition, found);
        }
    }
    let (verdict, failures) = outcome.verdict_of(mock);
    let cause = Cause::new(CauseKind::Mock, "a value that the policy reads is not known").at(mock.header);
    let causes = if verdict == Verdict::Open { vec![cause] } else { Vec::new() };
    TestRun { verdict, assertions: outcome.assertions, failures, causes, ..empty(mock) }
}
