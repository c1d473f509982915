//! The number of policy results.

use std::sync::Arc;

use hclx_diag::{OrderedSet, Span};

/// The maximum number of results that are kept for reports; all are counted.
const MOST_CASES: usize = 10_000;

/// The result of a policy for an instance, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseVerdict {
    /// Every condition is true, or the filter excludes the instance.
    Satisfied,
    /// A condition is false.
    Violated {
        /// The places of the findings.
        places: Vec<Span>,
        /// The values that the conditions depend on, by their names in the policy, as HCL without secrets.
        values: Vec<(String, String)>,
    },
    /// Neither; contains what is unknown.
    Open(String),
}

/// The result of one policy for one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyCase {
    /// The policy, by its file and name.
    pub policy: Arc<str>,
    /// The instance, by its address from the root module.
    pub instance: Arc<str>,
    /// The result.
    pub verdict: CaseVerdict,
}

/// The numbers of policy results; each is the result of one policy for one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyCounts {
    /// The policies, each by its file and name.
    pub policies: OrderedSet<Arc<str>>,
    /// The policies that cannot be checked against source, each by its file and name.
    pub not_on_source: OrderedSet<Arc<str>>,
    /// The number of violations.
    pub violated: usize,
    /// The number of instances that satisfy a policy, or that its filter excludes.
    pub satisfied: usize,
    /// The number of open results.
    pub open: usize,
    /// The first results.
    pub cases: Vec<PolicyCase>,
}

impl PolicyCounts {
    /// Adds the counts of another unit.
    pub fn add(&mut self, other: &Self) {
        self.policies.extend(other.policies.iter().cloned());
        self.not_on_source.extend(other.not_on_source.iter().cloned());
        self.violated += other.violated;
        self.satisfied += other.satisfied;
        self.open += other.open;
        let rest = MOST_CASES.saturating_sub(self.cases.len());
        self.cases.extend(other.cases.iter().take(rest).cloned());
    }

    /// Counts a result, and keeps it if the maximum is not reached.
    pub fn judge(&mut self, case: PolicyCase) {
        *match &case.verdict {
            CaseVerdict::Satisfied => &mut self.satisfied,
            CaseVerdict::Violated { .. } => &mut self.violated,
            CaseVerdict::Open(_) => &mut self.open,
        } += 1;
        if self.cases.len() < MOST_CASES {
            self.cases.push(case);
        }
    }
}
