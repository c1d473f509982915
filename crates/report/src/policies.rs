//! The results of policies in a run.

use hclx_diag::{ColumnUnit, Diagnostic, Sources, Span, code_names as codes, counted};
use serde::{Deserialize, Serialize};

/// The numbers of policy results; each is the result of one policy for one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyTotals {
    /// The number of policies.
    pub policies: usize,
    /// The number of violations.
    pub violated: usize,
    /// The number of instances that satisfy a policy, or that its filter excludes.
    pub satisfied: usize,
    /// The number of open results.
    pub open: usize,
    /// The number of policies that cannot be checked against source.
    pub not_on_source: usize,
    /// The first judgements.
    pub cases: Vec<JudgedCase>,
}

/// A result, for formats that list tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedCase {
    /// The policy, by its file and name.
    pub policy: String,
    /// The address of the instance.
    pub instance: String,
    /// The outcome of the policy for the instance, with its reasons.
    #[serde(flatten)]
    pub verdict: JudgedVerdict,
}

/// The result of a policy for an instance, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum JudgedVerdict {
    /// Every condition is true, or the filter excludes the instance.
    Satisfied,
    /// A condition is false.
    Violated {
        /// The places of the findings.
        places: Vec<CasePlace>,
        /// The values that the conditions depend on.
        values: Vec<CaseValue>,
    },
    /// Neither.
    Open {
        /// What is not known.
        cause: String,
    },
}

/// The place of a finding; columns count grapheme clusters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CasePlace {
    /// The file.
    pub filename: String,
    /// The line, from 1.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A value that a condition depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseValue {
    /// Its name in the policy.
    pub name: String,
    /// The value as HCL; a secret is not shown.
    pub value: String,
}

/// A policy that a finding is about.
pub(crate) struct PolicyName {
    /// The name of its file without the ending; empty if it is unknown.
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

/// The policy that a finding concerns, whose condition is the first related place.
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

impl CasePlace {
    /// The start of a place.
    pub fn from_span(sources: &Sources, span: Span) -> Self {
        let (start, _) = sources.positions(span, ColumnUnit::Graphemes);
        let filename = sources.get(span.source).name().to_owned();
        Self { filename, line: start.line as usize, column: start.column as usize }
    }
}

impl PolicyTotals {
    /// The number of results that are not listed.
    pub(crate) fn left_out(&self) -> usize {
        (self.violated + self.satisfied + self.open).saturating_sub(self.cases.len())
    }

    /// The violations that a finding concerns, with the values that decide them: several instances may share a place.
    pub(crate) fn violations<'t>(
        &'t self,
        sources: &Sources,
        finding: &Diagnostic,
    ) -> impl Iterator<Item = (&'t JudgedCase, &'t [CaseValue])> {
        let policy = policy_of(sources, finding).filter(|_| finding.code == codes::POLICY_VIOLATED);
        let policy = policy.map(|policy| policy.rule_id());
        let place = finding.span.map(|span| CasePlace::from_span(sources, span));
        self.cases.iter().filter_map(move |case| {
            let JudgedVerdict::Violated { places, values } = &case.verdict else { return None };
            let is_policy = policy.as_deref()?.strip_prefix("policy/") == Some(&*case.policy);
            (is_policy && places.contains(place.as_ref()?)).then_some((case, &**values))
        })
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
