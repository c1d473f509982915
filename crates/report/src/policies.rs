//! The judgements of a run by policies.

use hclx_diag::counted;
use serde::{Deserialize, Serialize};

/// The number of judgements by policies; a judgement is that of one policy about one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyTotals {
    /// The number of policies.
    pub policies: usize,
    /// The number of violations.
    pub violated: usize,
    /// The number of instances that satisfy a policy, or that it excludes.
    pub satisfied: usize,
    /// The number of open judgements.
    pub open: usize,
    /// The number of policies that cannot be judged on source.
    pub not_on_source: usize,
}

impl PolicyTotals {
    /// The line of a summary.
    pub fn sentence(&self) -> String {
        let Self { policies, violated, satisfied, open, not_on_source } = self;
        let policies = if *policies == 1 { "1 policy".to_owned() } else { format!("{policies} policies") };
        let judgements = counted(violated + satisfied + open, "judgement");
        let of_source = match not_on_source {
            0 => String::new(),
            count => format!(", {count} not on source"),
        };
        format!(
            "{policies}, {judgements}: {violated} violated, {satisfied} satisfied, {open} open{of_source}"
        )
    }
}
