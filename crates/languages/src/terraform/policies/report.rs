//! Findings about violated policies, and sentences about open verdicts.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Origin, Severity, Span, code_names as codes};
use hclx_eval::Approximation;

use super::causes::{RootModule, cause};
use super::places::{names_in, place};
use super::read::Condition;
use super::tree::{AbsentReading, TreeNode};
use super::verdict::{ConditionVerdict, LeveledPolicy, PolicyVerdict};
use crate::terraform::values::tree::{InstanceKey, TreePart};

/// The maximum length of a value that is listed with a violation, in characters.
const LONGEST_VALUE: usize = 200;

/// An instance that a policy was checked for.
pub(crate) struct JudgedInstance<'j> {
    pub(crate) policy: &'j LeveledPolicy<'j>,
    pub(crate) node: &'j TreeNode,
    /// Set if absent arguments that the provider may choose were treated as null.
    pub(crate) absent: bool,
    /// Set if computed attributes of two resources are assumed to differ.
    pub(crate) assumed: bool,
    /// The violations that are reported in the instance's own module.
    pub(crate) known: &'j OrderedSet<String>,
}

/// Identifies a condition and an instance within the instance's module.
pub(crate) fn key(policy: &LeveledPolicy<'_>, condition: &Condition, node: &TreeNode) -> String {
    let (file, at) = (policy.file.source.0, condition.range.start);
    format!("{file} {at} {} {}", policy.rule.name, node.declaration().address)
}

/// Returns `true` if a verdict results in a finding.
pub(crate) fn is_finding(verdict: &ConditionVerdict) -> bool {
    matches!(verdict, ConditionVerdict::Violated { .. } | ConditionVerdict::Failed { .. })
}

/// The finding about a condition; `None` if it neither is violated nor fails, or if this is reported elsewhere.
pub(crate) fn condition_finding(
    judged: &JudgedInstance<'_>,
    condition: &Condition,
    verdict: &ConditionVerdict,
    root: RootModule<'_>,
) -> Option<Diagnostic> {
    let LeveledPolicy { file, rule, .. } = judged.policy;
    if judged.known.contains(&key(judged.policy, condition, judged.node)) {
        return None;
    }
    let mentioned = names_in((file, rule), condition.expr);
    let place = place(judged.node, root.module, &mentioned);
    let name = &rule.name;
    let (finding, what) = match verdict {
        ConditionVerdict::Satisfied | ConditionVerdict::Open => return None,
        ConditionVerdict::Violated { message } => {
            let finding = Diagnostic::error(codes::POLICY_VIOLATED, place, violation(judged, message));
            let severity = if judged.absent { Severity::Warning } else { judged.policy.severity };
            let finding = with_notes(judged, &mentioned.attributes, finding.with_severity(severity));
            (finding, "this condition is false")
        }
        ConditionVerdict::Failed { reason } => {
            let address = judged.node.address();
            let message = format!("a condition of policy `{name}` fails for `{address}`: {reason}");
            (Diagnostic::warning(codes::POLICY_FAILED, place, message), "this condition fails")
        }
    };
    let finding = finding.also(condition.range.in_source(file.source), what);
    Some(at_call(judged.node, finding.about(format!("policy:{name}"))))
}

/// The places of the findings about a violated policy, and the values that its violated conditions depend on, by their
/// names in the policy.
pub(crate) fn violation_facts(
    judged: &JudgedInstance<'_>,
    verdict: &PolicyVerdict<'_>,
    root: RootModule<'_>,
) -> (Vec<Span>, Vec<(String, String)>) {
    let LeveledPolicy { file, rule, .. } = judged.policy;
    let (mut places, mut values) = (Vec::new(), Ordered::new());
    let subject = judged.node.subject(AbsentReading::Configured);
    let is_violated =
        |(_, verdict): &&(&Condition, ConditionVerdict)| matches!(verdict, ConditionVerdict::Violated { .. });
    for (condition, _) in verdict.conditions.iter().filter(is_violated) {
        let mentioned = names_in((file, rule), condition.expr);
        let own = place(judged.node, root.module, &mentioned);
        let is_known = judged.known.contains(&key(judged.policy, condition, judged.node));
        let call = judged.node.path.first().filter(|_| !is_known);
        places.push(call.map_or(own, |call| call.declaration.written.place()));
        for (of, names) in [("attrs", &mentioned.attributes), ("meta", &mentioned.meta)] {
            let all = if of == "attrs" { &subject.attrs } else { &subject.meta };
            let known = names.iter().filter_map(|name| Some((name, all.get_attr_value(name)?)));
            values.extend(known.map(|(name, value)| (format!("{of}.{name}"), value_text(value))));
        }
    }
    (places, values.into_iter().collect())
}

/// A value as HCL; sensitive values are hidden.
fn value_text(value: &Value) -> String {
    let marks = value.marks_within();
    if marks.contains("sensitive") || marks.contains("ephemeral") {
        return "(sensitive)".to_owned();
    }
    let mut text = value.clone().unmark_deep().0.to_string();
    if let Some((end, _)) = text.char_indices().nth(LONGEST_VALUE) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The unknown values in all conditions that are open or fail, as a clause.
pub(crate) fn open_cause(
    judged: &JudgedInstance<'_>,
    verdict: &PolicyVerdict<'_>,
    root: RootModule<'_>,
) -> String {
    let LeveledPolicy { file, rule, .. } = judged.policy;
    let mut causes = OrderedSet::new();
    for (condition, verdict) in &verdict.conditions {
        causes.extend(match verdict {
            ConditionVerdict::Open => Some(cause((file, rule), condition, judged.node, root)),
            ConditionVerdict::Failed { .. } => Some("a condition fails".to_owned()),
            _ => None,
        });
    }
    causes.into_iter().collect::<Vec<_>>().join("; ")
}

/// The sentence about an open verdict and its cause.
pub(crate) fn open_verdict(
    judged: &JudgedInstance<'_>,
    verdict: &PolicyVerdict<'_>,
    cause: &str,
    root: RootModule<'_>,
) -> Approximation {
    let LeveledPolicy { file, rule, .. } = judged.policy;
    let what = format!("policy `{}` is open for `{}`: {cause}", rule.name, judged.node.address());
    let place = || {
        let condition = open_condition(verdict);
        let mentioned = condition.map(|condition| names_in((file, rule), condition.expr)).unwrap_or_default();
        place(judged.node, root.module, &mentioned)
    };
    let span = judged.node.path.first().map_or_else(place, |call| call.declaration.name_span);
    Approximation { span, what: what.into() }
}

/// The first condition that makes a verdict open.
fn open_condition<'p>(verdict: &PolicyVerdict<'p>) -> Option<&'p Condition> {
    let mut open = verdict.conditions.iter().filter(|(_, verdict)| *verdict != ConditionVerdict::Satisfied);
    open.next().map(|(condition, _)| *condition)
}

/// The message of a violation.
fn violation(judged: &JudgedInstance<'_>, message: &Option<String>) -> String {
    let name = &judged.policy.rule.name;
    let text = match message {
        Some(message) => format!("policy `{name}`: {message:?}"),
        None => format!("policy `{name}` is violated"),
    };
    let (key, is_optional) = match &judged.node.part {
        TreePart::Resource(resource) => (&resource.key, resource.is_optional),
        TreePart::Call(call) => (&call.key, call.is_optional),
        TreePart::Provider(_) => (&InstanceKey::One, false),
    };
    // the calls that the instance is in only matter if they have several instances
    let is_repeated = judged.node.path.iter().any(|call| call.key != InstanceKey::One);
    let address = if is_repeated { judged.node.address() } else { judged.node.own_address() };
    let keys = judged.node.path.iter().map(|call| &call.key).chain([key]);
    match keys.clone().any(|key| *key == InstanceKey::Any) {
        true => format!("{text} (each instance of `{address}`)"),
        false if is_repeated || *key != InstanceKey::One => format!("{text} (`{address}`)"),
        false if is_optional => format!("{text} (if it is created)"),
        false => text,
    }
}

/// Adds notes about the assumptions that a finding is based on.
fn with_notes(judged: &JudgedInstance<'_>, attributes: &[String], finding: Diagnostic) -> Diagnostic {
    let mut finding = finding;
    if judged.absent {
        let choices = judged.node.choices();
        let chosen = attributes.iter().find(|name| choices.iter().any(|choice| **choice == ***name));
        let name = chosen.map_or("", String::as_str);
        finding = finding.help(format!("`{name}` is not configured: the provider chooses it"));
    }
    if judged.assumed {
        finding = finding.help("this assumes that computed attributes of two resources differ");
    }
    finding
}

/// Moves a finding in a called module to the outermost call on the way to it.
fn at_call(node: &TreeNode, finding: Diagnostic) -> Diagnostic {
    let (Some(call), Some(span)) = (node.path.first(), finding.span) else { return finding };
    let place = call.declaration.written.place();
    let mut told = Diagnostic { span: Some(place), origin: Some(Origin { place: span }), ..finding };
    told = told.also(span, "fails here");
    told
}

/// The warning about an open verdict.
pub(crate) fn open_finding(
    judged: &JudgedInstance<'_>,
    verdict: &PolicyVerdict<'_>,
    open: &Approximation,
) -> Diagnostic {
    let finding = Diagnostic::warning(codes::POLICY_OPEN, open.span, open.what.to_string());
    let places =
        open_condition(verdict).map(|condition| condition.range.in_source(judged.policy.file.source));
    let finding = places
        .into_iter()
        .fold(finding, |finding, place| finding.also(place, "this condition is not decided"));
    finding.about(format!("policy:{}", judged.policy.rule.name))
}

impl TreeNode {
    /// The absent arguments that the provider may choose.
    pub(crate) fn choices(&self) -> &[Arc<str>] {
        match &self.part {
            TreePart::Resource(resource) => &resource.choices,
            TreePart::Call(_) | TreePart::Provider(_) => &[],
        }
    }

    /// Returns `true` if an argument that the provider may choose is unknown.
    pub(crate) fn has_choices(&self) -> bool {
        match &self.part {
            TreePart::Resource(resource) => {
                let is_open = |name: &Arc<str>| {
                    resource.attrs.get_attr_value(name).is_none_or(|value| !Value::is_wholly_known(value))
                };
                self.choices().iter().any(is_open)
            }
            TreePart::Call(_) | TreePart::Provider(_) => false,
        }
    }
}
