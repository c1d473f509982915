//! The rule that reports violated policies.

use hclx_analysis::graph::references;
use hclx_core::Value;
use hclx_diag::{Diagnostic, Severity, Span, code_names as codes};
use hclx_eval::{Approximation, Environment};
use hclx_syntax::ast::Tree;
use hclx_syntax::statics::ReferenceKey;

use super::read::{Condition, PolicyFile, ResourcePolicy, policies};
use super::verdict::{Subject, Verdict, verdicts};
use crate::terraform::functions::DIALECT;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::resource_values::arguments;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Judges each instance of a resource by the policies of the run.
pub(crate) struct ResourcePolicies;

impl Rule for ResourcePolicies {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        let (snapshot, budget) = (instance.run.snapshot, instance.run.budget);
        let is_judged =
            resource.declaration.kind == Kind::Resource && resource.declaration.overrides.is_empty();
        if snapshot.settings().policies.is_empty() || !is_judged {
            return;
        }
        let policies = policies(snapshot);
        let of_type = &*resource.declaration.of_type;
        let subject = subject(resource);
        let environment: Environment<'_> = snapshot.settings().environment(&DIALECT);
        for file in &policies.files {
            for policy in file.policies.iter().filter(|policy| is_match(&policy.pattern, of_type)) {
                for (condition, verdict) in verdicts((file, policy), &subject, environment, budget) {
                    report(instance, resource, (file, policy, condition), verdict);
                }
            }
        }
    }
}

/// The instance with its arguments as configured, without those of the language.
fn subject<'s>(resource: &FilledResource<'s>) -> Subject<'s> {
    let written;
    let value = match resource.known {
        Some(_) => &resource.filled.value,
        None => {
            written = arguments(resource.filled, resource.meta);
            &written
        }
    };
    let own = value.iter_entries().filter(|(name, _)| !schemas::is_meta(resource.meta, name));
    Subject {
        of_type: &resource.declaration.of_type,
        name: &resource.declaration.name,
        attrs: Value::object(own.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>()),
        is_open: resource.known.is_none(),
    }
}

fn report(
    instance: &mut Instance<'_>,
    resource: &FilledResource<'_>,
    (file, policy, condition): (&PolicyFile, &ResourcePolicy, &Condition),
    verdict: Verdict,
) {
    let at_policy = condition.range.in_source(file.source);
    let name = &policy.name;
    let address = resource.declaration.address();
    let place = place(resource, &file.parsed.tree, condition);
    match verdict {
        Verdict::Satisfied => {}
        Verdict::Violated { message } => {
            let message = match message {
                Some(message) => format!("policy `{name}`: {message:?}"),
                None => format!("policy `{name}` is violated"),
            };
            let finding = Diagnostic::error(codes::POLICY_VIOLATED, place, message);
            let severity = if policy.is_mandatory { Severity::Error } else { Severity::Warning };
            let finding = finding.with_severity(severity);
            instance.findings.push(finding.also(at_policy, "this condition is false"));
        }
        Verdict::Failed { reason } => {
            let message = format!("a condition of policy `{name}` fails for `{address}`: {reason}");
            let finding = Diagnostic::warning(codes::POLICY_FAILED, place, message);
            instance.findings.push(finding.also(at_policy, "this condition fails"));
        }
        Verdict::Open => {
            let what = format!("policy `{name}` is open for `{address}`: its values are not known");
            instance.approximations.push(Approximation { span: place, what: what.into() });
        }
    }
}

/// The argument that a condition mentions first, or the header of the resource.
fn place(resource: &FilledResource<'_>, tree: &Tree, condition: &Condition) -> Span {
    let body = &resource.filled.body;
    let source = body.view.source();
    for reference in references(tree, condition.expr) {
        let Some(ReferenceKey::Attr(name)) = reference.steps.first().map(|step| &step.kind) else { continue };
        if &*reference.root == "attrs"
            && let Some(argument) = body.attribute(name)
        {
            return body.view.tree().expr(argument.view.value).range.in_source(source);
        }
    }
    resource.declaration.name_span
}

/// Returns `true` if a resource type matches a pattern with `*` as a wildcard.
fn is_match(pattern: &str, of_type: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = of_type.strip_prefix(first) else { return false };
    if !pattern.contains('*') {
        return rest.is_empty();
    }
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    #[test]
    fn stars_match_any_part() {
        for (pattern, of_type, matches) in [
            ("aws_s3_bucket", "aws_s3_bucket", true),
            ("aws_s3_bucket", "aws_s3_bucket_policy", false),
            ("aws_s3_*", "aws_s3_bucket", true),
            ("*", "aws_s3_bucket", true),
            ("*_bucket", "aws_s3_bucket", true),
            ("aws_*_bucket", "aws_s3_bucket", true),
            ("aws_*_a_*", "aws_s3_bucket", false),
        ] {
            assert_eq!(super::is_match(pattern, of_type), matches, "{pattern} {of_type}");
        }
    }
}
