//! The verdict of a policy about a subject.

use hclx_diag::Severity;

use super::expressions::{PolicyExpressions, Subject, Surroundings};
use super::guesses::MANDATORY;
use super::read::{Condition, PolicyFile, PolicyRule};

/// The verdict about one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConditionVerdict {
    Satisfied,
    Violated {
        message: Option<String>,
    },
    /// The condition is null or fails.
    Failed {
        reason: String,
    },
    /// The condition or the filter is unknown.
    Open,
}

/// A policy of the run with its level.
pub(crate) struct LeveledPolicy<'p> {
    pub(crate) file: &'p PolicyFile,
    pub(crate) rule: &'p PolicyRule,
    pub(crate) severity: Severity,
}

/// The verdicts of a policy about a subject.
#[derive(Default)]
pub(crate) struct PolicyVerdict<'p> {
    /// The verdict of each condition; empty if the filter excludes the subject.
    pub(crate) conditions: Vec<(&'p Condition, ConditionVerdict)>,
}

impl<'p> PolicyVerdict<'p> {
    /// Returns `true` if a condition is violated.
    pub(crate) fn is_violated(&self) -> bool {
        self.conditions.iter().any(|(_, verdict)| matches!(verdict, ConditionVerdict::Violated { .. }))
    }

    /// These verdicts as far as others agree: a condition that is violated under one interpretation and satisfied under
    /// the other is open.
    pub(crate) fn agreement(mut self, others: &Self) -> Self {
        if self.conditions.is_empty() {
            let open = |(condition, _): &(&'p Condition, _)| (*condition, ConditionVerdict::Open);
            self.conditions = others
                .conditions
                .iter()
                .filter(|(_, other)| *other != ConditionVerdict::Satisfied)
                .map(open)
                .collect();
        }
        for (condition, verdict) in &mut self.conditions {
            let other = others.conditions.iter().find(|(other, _)| std::ptr::eq(*other, *condition));
            // a filter that excludes the subject satisfies all conditions
            let other = other.map_or(&ConditionVerdict::Satisfied, |(_, other)| other);
            let is_contrary = match verdict {
                ConditionVerdict::Satisfied => *other != ConditionVerdict::Satisfied,
                ConditionVerdict::Violated { .. } => !matches!(other, ConditionVerdict::Violated { .. }),
                ConditionVerdict::Failed { .. } => others.conditions.is_empty(),
                ConditionVerdict::Open => false,
            };
            if is_contrary {
                *verdict = ConditionVerdict::Open;
            }
        }
        self
    }

    /// Returns `true` if all conditions are satisfied.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.conditions.iter().all(|(_, verdict)| *verdict == ConditionVerdict::Satisfied)
    }
}

/// The verdicts of a policy about a subject.
pub(crate) fn verdict<'p>(
    policy: (&'p PolicyFile, &'p PolicyRule),
    subject: &Subject,
    surroundings: Surroundings<'_>,
) -> PolicyVerdict<'p> {
    let expressions = PolicyExpressions::new(policy, Some(subject), surroundings);
    let selects = match policy.1.filter.map(|filter| expressions.decide(filter)) {
        None | Some(Ok(Some(true))) => true,
        Some(Ok(Some(false))) => return PolicyVerdict::default(),
        // a filter that is unknown or fails makes a violation open
        Some(Ok(None) | Err(_)) => false,
    };
    let decide = |condition: &'p Condition| {
        let verdict = match expressions.decide(condition.expr) {
            Ok(Some(true)) => ConditionVerdict::Satisfied,
            Ok(Some(false)) if selects => ConditionVerdict::Violated {
                message: condition.error_message.and_then(|expr| expressions.text(expr)),
            },
            Err(reason) if selects => ConditionVerdict::Failed { reason },
            Ok(_) | Err(_) => ConditionVerdict::Open,
        };
        (condition, verdict)
    };
    PolicyVerdict { conditions: policy.1.conditions.iter().map(decide).collect() }
}

/// Returns `true` if violations of a policy fail a run; an unknown level is advisory.
pub(crate) fn is_mandatory(policy: (&PolicyFile, &PolicyRule), surroundings: Surroundings<'_>) -> bool {
    let Some(level) = policy.1.level else { return false };
    let level = PolicyExpressions::new(policy, None, surroundings).text(level);
    level.is_some_and(|level| MANDATORY.contains(&&*level))
}
