//! Results of the runs of test files.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Fix, SourceId, Span};

/// The result of a run, or of an assertion in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It passes whenever it is reached.
    Passes,
    /// It fails whenever it is reached.
    Fails,
    /// It may pass or fail.
    Open,
    /// It is not reached, because an earlier run of its file is certain to end in an error.
    Skipped,
}

impl Verdict {
    /// The word in output: `passes`, `fails`, `open` or `skipped`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Fails => "fails",
            Self::Open => "open",
            Self::Skipped => "skipped",
        }
    }
}

/// The kinds of information that are missing for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CauseKind {
    /// The schema of a provider.
    Schema,
    /// A value that a mock generates, or a mock that is not supported.
    Mock,
    /// The source of a module.
    Module,
    /// The value of a variable.
    Variable,
    /// The result of a function.
    Function,
    /// An answer of a provider that is not mocked.
    Provider,
    /// The version of Terraform.
    Version,
    /// The state left by earlier runs.
    State,
    /// A limit that was exceeded.
    Limit,
    /// Errors in the files, which `check` reports.
    Errors,
    /// A feature that is not simulated.
    Feature,
}

impl CauseKind {
    /// The word in output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Mock => "mock",
            Self::Module => "module",
            Self::Variable => "variable",
            Self::Function => "function",
            Self::Provider => "provider",
            Self::Version => "version",
            Self::State => "state",
            Self::Limit => "limit",
            Self::Errors => "errors",
            Self::Feature => "feature",
        }
    }
}

/// The reason why a result is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The kind of missing information.
    pub kind: CauseKind,
    /// A clause about the missing information, such as "`aws_lb.main.dns_name` is generated".
    pub what: String,
    /// The action that determines the result, if there is one.
    pub remedy: Option<String>,
    /// The place that it concerns.
    pub place: Option<Span>,
    /// The default of a mock that determines it.
    pub default: Option<MockDefault>,
    /// An edit that determines it.
    pub fix: Option<Fix>,
}

/// A default that a mock lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockDefault {
    /// The type of its block: `mock_resource` or `mock_data`.
    pub block: &'static str,
    /// The mocked type.
    pub of_type: Arc<str>,
    /// The attribute.
    pub name: Arc<str>,
    /// A value of its type, as HCL.
    pub value: String,
}

impl Cause {
    /// A cause without a remedy and a place.
    pub fn new(kind: CauseKind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into(), remedy: None, place: None, default: None, fix: None }
    }

    /// Adds an action that determines the result.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Adds a place.
    #[must_use]
    pub fn at(mut self, place: Span) -> Self {
        self.place = Some(place);
        self
    }
}

/// The command of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunCommand {
    /// The module is only planned.
    Plan,
    /// The plan is applied.
    Apply,
}

impl RunCommand {
    /// The keyword.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Apply => "apply",
        }
    }
}

/// The result of one assertion.
#[derive(Clone, Debug)]
pub struct TestAssertion {
    /// The result; never skipped.
    pub verdict: Verdict,
    /// The place of the condition.
    pub place: Span,
}

/// The result of one run.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// The label of the block.
    pub name: Arc<str>,
    /// The place of its header.
    pub place: Span,
    /// The command.
    pub command: RunCommand,
    /// The result.
    pub verdict: Verdict,
    /// The assertions, in source order.
    pub assertions: Vec<TestAssertion>,
    /// The failures, if it fails.
    pub failures: Vec<Diagnostic>,
    /// The reasons, if it is open.
    pub causes: Vec<Cause>,
    /// The earlier run that may prevent this one by ending in an error.
    pub reached_if: Option<Arc<str>>,
    /// The values of resources, called modules and outputs by address, if they are requested.
    pub values: Vec<(Arc<str>, Value)>,
}

/// The results of the runs of one test file.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// The file.
    pub file: SourceId,
    /// The runs, in source order.
    pub runs: Vec<TestRun>,
    /// The policies that it tests.
    pub policies: Vec<TestedPolicy>,
}

/// A policy that a file tests.
#[derive(Clone, Debug)]
pub struct TestedPolicy {
    /// The name.
    pub name: Arc<str>,
    /// The file that declares it.
    pub file: SourceId,
    /// The places of its conditions.
    pub conditions: Vec<Span>,
}
