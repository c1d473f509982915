//! Findings about violated policies, and sentences about open ones.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, OrderedSet, Origin, Severity, code_names as codes};
use hclx_eval::Approximation;

use super::causes::{RootModule, cause};
use super::places::{names_in, place};
use super::read::Condition;
use super::tree::TreeNode;
use super::verdict::{ConditionVerdict, LeveledPolicy};
use crate::terraform::values::tree::{InstanceKey, TreePart};

/// An instance that a policy has judged.
pub(crate) struct JudgedInstance<'j> {
    pub(crate) policy: &'j LeveledPolicy<'j>,
    pub(crate) node: &'j TreeNode,
    /// Set if absent arguments that the provider may choose were null.
    pub(crate) absent: bool,
    /// Set if computed attributes of two resources are assumed to differ.
    pub(crate) assumed: bool,
    /// The violations that are reported in the module of the instance itself.
    pub(crate) known: &'j OrderedSet<String>,
}

/// A report about a condition.
pub(crate) enum ConditionReport {
    Finding(Box<Diagnostic>),
    Open(Approximation),
}

/// The identity of a condition and an instance in the module of the instance.
pub(crate) fn key(policy: &LeveledPolicy<'_>, condition: &Condition, node: &TreeNode) -> String {
    let (file, at) = (policy.file.source.0, condition.range.start);
    format!("{file} {at} {} {}", policy.rule.name, node.declaration().address)
}

/// Returns `true` if a verdict is a finding.
pub(crate) fn is_finding(verdict: &ConditionVerdict) -> bool {
    matches!(verdict, ConditionVerdict::Violated { .. } | ConditionVerdict::Failed { .. })
}

/// The report about a condition; `None` if it is satisfied, or reported elsewhere.
pub(crate) fn condition_report(
    judged: &JudgedInstance<'_>,
    condition: &Condition,
    verdict: &ConditionVerdict,
    root: RootModule<'_>,
) -> Option<ConditionReport> {
    let LeveledPolicy { file, rule, .. } = judged.policy;
    if is_finding(verdict) && judged.known.contains(&key(judged.policy, condition, judged.node)) {
        return None;
    }
    let mentioned = names_in((file, rule), condition.expr);
    let place = place(judged.node, root.module, &mentioned);
    let (name, address) = (&rule.name, judged.node.address());
    Some(match verdict {
        ConditionVerdict::Satisfied => return None,
        ConditionVerdict::Violated { message } => {
            let finding = Diagnostic::error(codes::POLICY_VIOLATED, place, violation(judged, message));
            let severity = if judged.absent { Severity::Warning } else { judged.policy.severity };
            let finding = with_notes(judged, &mentioned.attributes, finding.with_severity(severity));
            let finding = finding.also(condition.range.in_source(file.source), "this condition is false");
            ConditionReport::Finding(Box::new(at_call(judged.node, finding.about(format!("policy:{name}")))))
        }
        ConditionVerdict::Failed { reason } => {
            let message = format!("a condition of policy `{name}` fails for `{address}`: {reason}");
            let finding = Diagnostic::warning(codes::POLICY_FAILED, place, message);
            let finding = finding.also(condition.range.in_source(file.source), "this condition fails");
            ConditionReport::Finding(Box::new(at_call(judged.node, finding.about(format!("policy:{name}")))))
        }
        ConditionVerdict::Open => {
            let cause = cause((file, rule), condition, judged.node, root);
            let what = format!("policy `{name}` is open for `{address}`: {cause}");
            let span = judged.node.path.first().map_or(place, |call| call.declaration.name_span);
            ConditionReport::Open(Approximation { span, what: what.into() })
        }
    })
}

/// The message of a violation.
fn violation(judged: &JudgedInstance<'_>, message: &Option<String>) -> String {
    let name = &judged.policy.rule.name;
    let text = match message {
        Some(message) => format!("policy `{name}`: {message:?}"),
        None => format!("policy `{name}` is violated"),
    };
    let TreePart::Resource(resource) = &judged.node.part else { return text };
    match resource.key {
        InstanceKey::Index(_) | InstanceKey::Key(_) => format!("{text} (`{}`)", judged.node.own_address()),
        InstanceKey::Any => format!("{text} (each instance of `{}`)", resource.declaration.address),
        InstanceKey::One if resource.is_optional => format!("{text} (if it is created)"),
        InstanceKey::One => text,
    }
}

/// A finding with what it assumes.
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

/// A finding in a called module as one at the outermost call that leads to it.
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
    condition: &Condition,
    open: &Approximation,
) -> Diagnostic {
    let finding = Diagnostic::warning(codes::POLICY_OPEN, open.span, open.what.to_string());
    let file = judged.policy.file;
    let finding = finding.also(condition.range.in_source(file.source), "this condition is not decided");
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

    /// Returns `true` if an argument of a resource is absent, or null, at any depth.
    pub(crate) fn has_absent(&self) -> bool {
        matches!(&self.part, TreePart::Resource(resource) if has_null(&resource.attrs))
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

fn has_null(value: &Value) -> bool {
    value.is_null() || hclx_diag::grow(|| value.parts().any(has_null))
}
