//! The number of judgements by policies.

use std::sync::Arc;

use hclx_diag::{OrderedSet, Span};

/// The greatest number of judgements that are kept for reports; all are counted.
const MOST_CASES: usize = 10_000;

/// The verdict of a policy about an instance, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseVerdict {
    /// Every condition is true, or the filter excludes the instance.
    Satisfied,
    /// A condition is false.
    Violated {
        /// The places of the findings.
        places: Vec<Span>,
        /// The values that the conditions depend on, by the names of the policy, as HCL without secrets.
        values: Vec<(String, String)>,
    },
    /// Neither; with what is not known.
    Open(String),
}

/// A judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyCase {
    /// The policy, by its file and name.
    pub policy: Arc<str>,
    /// The instance, by its address from the root module.
    pub instance: Arc<str>,
    /// The verdict.
    pub verdict: CaseVerdict,
}

/// The number of judgements by policies; a judgement is that of one policy about one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyCounts {
    /// The policies, each by its file and name.
    pub policies: OrderedSet<Arc<str>>,
    /// The policies that cannot be judged on source, each by its file and name.
    pub not_on_source: OrderedSet<Arc<str>>,
    /// The number of violations.
    pub violated: usize,
    /// The number of instances that satisfy a policy, or that it excludes.
    pub satisfied: usize,
    /// The number of open judgements.
    pub open: usize,
    /// The first judgements.
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

    /// Counts a judgement, and keeps it unless there are many.
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
