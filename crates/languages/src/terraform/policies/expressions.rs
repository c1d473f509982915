//! Evaluates the expressions of a policy: its names, and the functions that depend on more than values.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Diagnostic};
use hclx_eval::{
    Budget, CallResult, CallSite, Calls, Environment, NameSteps, Names, Outcome, Policy, Resolution, Scope,
    evaluate,
};
use hclx_syntax::ast::ExprId;

use super::guesses::{NAMESPACE, OF_RUNS};
use super::lookup::ResourceLookup;
use super::read::{NamedExpr, PolicyFile, PolicyRule};
use crate::terraform::packages;

/// The maximum length of a chain of local values to follow.
pub(crate) const MOST_LOCALS: usize = 16;

/// The subject of a policy, in the form that its expressions use.
pub(crate) struct Subject {
    pub(crate) attrs: Value,
    /// Set if there may be attributes that are missing from `attrs`.
    pub(crate) is_open: bool,
    /// The known attributes of `meta`; others are unknown, unless `meta_is_closed`.
    pub(crate) meta: Value,
    pub(crate) meta_is_closed: bool,
    pub(crate) prior_attrs: Option<Value>,
}

/// The provider prefix of a resource type.
pub(crate) fn provider_type(of_type: &str) -> &str {
    of_type.split('_').next().unwrap_or_default()
}

/// The context of the policies of a run.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'e> {
    pub(crate) environment: Environment<'e>,
    pub(crate) budget: &'e Budget,
    /// Values of inputs; later ones replace earlier ones.
    pub(crate) inputs: &'e [(Arc<str>, Value)],
    /// The resources that policies can look up.
    pub(crate) lookup: &'e dyn ResourceLookup,
}

/// A policy with the names of one subject.
pub(crate) struct PolicyExpressions<'p> {
    file: &'p PolicyFile,
    names: PolicyNames<'p>,
    functions: PolicyFunctions<'p>,
    surroundings: Surroundings<'p>,
}

/// The names in the expressions of a policy.
struct PolicyNames<'p> {
    subject: Option<&'p Subject>,
    inputs: Vec<(&'p str, Value)>,
    /// Local values by name; those of the policy come before those of the file.
    locals: Vec<(&'p str, Value)>,
}

impl Names for PolicyNames<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let step = steps.attribute(0).or_else(|| steps.key(0));
        let whole = |value: Value| Some(Resolution { value, steps: 0 });
        let member = |value: Value| Some(Resolution { value, steps: 1 });
        let unknown = || Some(Resolution { value: Value::dynamic(), steps: steps.len() });
        let of = |value: &Value, is_open: bool| match step {
            Some(name) if is_open => {
                member(value.get_attr_value(name).cloned().unwrap_or_else(Value::dynamic))
            }
            None if is_open => whole(Value::dynamic()),
            _ => whole(value.clone()),
        };
        let Some(subject) = self.subject else {
            return match (root, step) {
                ("local", Some(name)) => member(value_of(&self.locals, name)),
                ("input", Some(name)) => member(value_of(&self.inputs, name)),
                _ => unknown(),
            };
        };
        match (root, step) {
            ("attrs", _) => of(&subject.attrs, subject.is_open),
            ("meta", _) => of(&subject.meta, !subject.meta_is_closed),
            ("prior_attrs", _) => match &subject.prior_attrs {
                Some(value) => whole(value.clone()),
                None => unknown(),
            },
            ("local", Some(name)) => member(value_of(&self.locals, name)),
            ("input", Some(name)) => member(value_of(&self.inputs, name)),
            _ => None,
        }
    }
}

fn value_of(known: &[(&str, Value)], name: &str) -> Value {
    known.iter().find(|(known, _)| *known == name).map_or_else(Value::dynamic, |(_, value)| value.clone())
}

/// Functions that policies have in addition to Terraform's.
struct PolicyFunctions<'p> {
    lookup: &'p dyn ResourceLookup,
}

impl Calls for PolicyFunctions<'_> {
    fn takes(&self, name: &str) -> bool {
        let own = ["getresources", "contains_substring", "semverconstraint"];
        name.strip_prefix(NAMESPACE).is_some_and(|name| own.contains(&name) || OF_RUNS.contains(&name))
    }

    fn call(&self, site: &CallSite<'_>) -> CallResult {
        let name = site.tree.text(site.call.name.text);
        let value = match (name.strip_prefix(NAMESPACE).unwrap_or(name), site.values) {
            ("getresources", [of_type, filter]) => self.lookup.find(of_type, filter),
            ("getresources", [of_type]) => self.lookup.find(of_type, &Value::object([])),
            ("contains_substring", [text, part]) => of_texts((text, part), |text, part| text.contains(part)),
            ("semverconstraint", [version, constraint]) => {
                of_texts((version, constraint), |version, constraint| packages::admits(constraint, version))
            }
            _ => Value::dynamic(),
        };
        CallResult { value, findings: Vec::new() }
    }
}

/// A bool computed from two strings.
fn of_texts((one, other): (&Value, &Value), test: impl Fn(&str, &str) -> bool) -> Value {
    let (one, other) = (one.clone().unmark_deep().0, other.clone().unmark_deep().0);
    match (one.as_str(), other.as_str()) {
        (Some(one), Some(other)) => Value::bool(test(one, other)),
        _ => Value::unknown(Type::BOOL),
    }
}

/// The reason why an evaluation fails.
fn failure_of(outcome: &Outcome) -> Option<String> {
    let is_certain = |finding: &&Diagnostic| finding.is_error() && finding.certainty == Certainty::Must;
    outcome.diagnostics.iter().find(is_certain).map(|finding| finding.message.clone())
}

impl<'p> PolicyExpressions<'p> {
    /// The expressions of a policy about a subject; without a subject, only inputs and local values are known.
    pub(crate) fn new(
        (file, rule): (&'p PolicyFile, &'p PolicyRule),
        subject: Option<&'p Subject>,
        surroundings: Surroundings<'p>,
    ) -> Self {
        let names = PolicyNames { subject, inputs: Vec::new(), locals: Vec::new() };
        let functions = PolicyFunctions { lookup: surroundings.lookup };
        let mut expressions = Self { file, names, functions, surroundings };
        let inputs = file.inputs.iter().map(|input| (&*input.name, expressions.input(input)));
        let inputs = inputs.collect();
        expressions.names.inputs = inputs;
        let locals: Vec<&NamedExpr> = rule.locals.iter().chain(&file.locals).collect();
        // each round can use the values of the round before
        for _ in 0..locals.len().min(MOST_LOCALS) {
            let values = locals.iter().map(|local| (&*local.name, expressions.local(local.expr)));
            let values: Vec<_> = values.collect();
            let is_settled = values.len() == expressions.names.locals.len()
                && values.iter().zip(&expressions.names.locals).all(|(one, other)| one.1 == other.1);
            expressions.names.locals = values;
            if is_settled {
                break;
            }
        }
        expressions
    }

    fn input(&self, input: &super::read::Input) -> Value {
        let given = self.surroundings.inputs.iter().rev().find(|(name, _)| **name == *input.name);
        let default = || input.default.map(|expr| self.evaluate(expr).value);
        given.map(|(_, value)| value.clone()).or_else(default).unwrap_or_else(Value::dynamic)
    }

    /// The value of a local value. If evaluation fails, it is unknown, and so is everything that depends on it.
    fn local(&self, expr: ExprId) -> Value {
        let outcome = self.evaluate(expr);
        if failure_of(&outcome).is_some() { Value::dynamic() } else { outcome.value }
    }

    /// Evaluates an expression of the file.
    pub(crate) fn evaluate(&self, expr: ExprId) -> Outcome {
        let Surroundings { environment, budget, .. } = self.surroundings;
        let env = Environment {
            names: Some(&self.names),
            calls: Some(&self.functions),
            unknown_functions: Policy::Unknown,
            unknown_names: Policy::Unknown,
            ..environment
        };
        evaluate(&self.file.parsed.tree, self.file.source, expr, &Scope::root(), &env, budget)
    }

    /// The value of a condition: `None` if it is unknown.
    ///
    /// # Errors
    /// If it is null or fails, with the reason.
    pub(crate) fn decide(&self, expr: ExprId) -> Result<Option<bool>, String> {
        let outcome = self.evaluate(expr);
        if let Some(reason) = failure_of(&outcome) {
            return Err(reason);
        }
        let value = outcome.value.unmark_deep().0;
        match value.as_bool() {
            Some(known) => Ok(Some(known)),
            None if value.is_null() => Err("the value is null".to_owned()),
            None => Ok(None),
        }
    }

    /// The string value of an expression, if it is known and not sensitive.
    pub(crate) fn text(&self, expr: ExprId) -> Option<String> {
        let (value, marks) = self.evaluate(expr).value.unmark_deep();
        let is_secret = ["sensitive", "ephemeral"].iter().any(|mark| marks.contains(mark));
        value.as_str().filter(|_| !is_secret).map(ToString::to_string)
    }
}
