//! The judgements of a run by policies.

use hclx_diag::{Diagnostic, Sources, counted};
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
    /// The first judgements that are no violations.
    pub cases: Vec<JudgedCase>,
}

/// A judgement that is no violation, for formats that list tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedCase {
    /// The policy, by its file and name.
    pub policy: String,
    /// The address of the instance.
    pub instance: String,
    /// Set if the judgement is open.
    pub is_open: bool,
}

/// A policy that a finding is about.
pub(crate) struct PolicyName {
    /// The name of its file without the ending; empty if it is not known.
    pub(crate) file: String,
    pub(crate) name: String,
}

impl PolicyName {
    /// The identifier as a rule: `policy/FILE/NAME`.
    pub(crate) fn rule_id(&self) -> String {
        let Self { file, name } = self;
        if file.is_empty() { format!("policy/{name}") } else { format!("policy/{file}/{name}") }
    }
}

/// The policy that a finding is about, whose condition is the first related place.
pub(crate) fn policy_of(sources: &Sources, finding: &Diagnostic) -> Option<PolicyName> {
    let name = finding.subject.as_ref()?.strip_prefix("policy:")?.to_owned();
    let path = finding.labels.first().map_or("", |label| sources.get(label.span.source).name());
    // a policy of hclx itself is named with its group
    let file = match path.strip_prefix("hclx:") {
        Some(own) => own,
        None => path.rsplit(['/', '\\']).next().unwrap_or(path),
    };
    Some(PolicyName { file: file.strip_suffix(".policy.hcl").unwrap_or_default().to_owned(), name })
}

impl PolicyTotals {
    /// The number of judgements that are no violations and not listed.
    pub(crate) fn left_out(&self) -> usize {
        (self.satisfied + self.open).saturating_sub(self.cases.len())
    }

    /// The line of a summary.
    pub fn sentence(&self) -> String {
        let Self { policies, violated, satisfied, open, not_on_source, .. } = self;
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
