//! The number of judgements by policies.

use std::sync::Arc;

use hclx_diag::OrderedSet;

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
}

impl PolicyCounts {
    /// Adds the counts of another unit.
    pub fn add(&mut self, other: &Self) {
        self.policies.extend(other.policies.iter().cloned());
        self.not_on_source.extend(other.not_on_source.iter().cloned());
        self.violated += other.violated;
        self.satisfied += other.satisfied;
        self.open += other.open;
    }
}
