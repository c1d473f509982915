//! The number of judgements by policies.

use std::sync::Arc;

use hclx_diag::OrderedSet;

/// The greatest number of judgements that are kept for reports; all are counted.
const MOST_CASES: usize = 10_000;

/// A judgement that is no violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyCase {
    /// The policy, by its file and name.
    pub policy: Arc<str>,
    /// The instance, by its address from the root module.
    pub instance: Arc<str>,
    /// Set if the judgement is open.
    pub is_open: bool,
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
    /// The first judgements that are no violations.
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
        other.cases.iter().for_each(|case| self.add_case(case.clone()));
    }

    /// Adds a judgement that is no violation, unless there are many.
    pub fn add_case(&mut self, case: PolicyCase) {
        if self.cases.len() < MOST_CASES {
            self.cases.push(case);
        }
    }
}
