//! The verdict of a policy about an instance of a resource.

use hclx_core::{Type, Value};
use hclx_eval::{Budget, Environment, NameSteps, Names, Outcome, Policy, Resolution, Scope, evaluate};
use hclx_syntax::ast::ExprId;

use super::read::{Condition, NamedExpr, PolicyFile, ResourcePolicy};

/// The longest chain of local values that is followed.
const MOST_LOCALS: usize = 16;

/// An instance of a resource, as policies see it.
pub(crate) struct Subject<'s> {
    pub(crate) of_type: &'s str,
    pub(crate) name: &'s str,
    /// The arguments.
    pub(crate) attrs: Value,
    /// Set if there may be attributes that `attrs` does not have.
    pub(crate) is_open: bool,
}

/// The verdict about one condition.
pub(crate) enum Verdict {
    Satisfied,
    Violated {
        message: Option<String>,
    },
    /// The condition is null or fails.
    Failed {
        reason: String,
    },
    /// Not known; the reason, if there is one.
    Open,
}

/// The names in the expressions of a policy, and the context of their evaluation.
struct PolicyNames<'p> {
    subject: &'p Subject<'p>,
    /// Inputs by their names.
    inputs: Vec<(&'p str, Value)>,
    /// Local values by their names; those of the policy come before those of the file.
    locals: Vec<(&'p str, Value)>,
}

impl Names for PolicyNames<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let step = steps.attribute(0).or_else(|| steps.key(0));
        let whole = |value: Value| Some(Resolution { value, steps: 0 });
        let member = |value: Value| Some(Resolution { value, steps: 1 });
        match (root, step) {
            ("attrs", Some(name)) if self.subject.is_open => {
                member(self.subject.attrs.get_attr_value(name).cloned().unwrap_or_else(Value::dynamic))
            }
            ("attrs", _) if self.subject.is_open => whole(Value::dynamic()),
            ("attrs", _) => whole(self.subject.attrs.clone()),
            ("meta", Some(name)) => member(self.meta(name)),
            ("meta" | "prior_attrs", _) => Some(Resolution { value: Value::dynamic(), steps: steps.len() }),
            ("local", Some(name)) => member(named(&self.locals, name)),
            ("input", Some(name)) => member(named(&self.inputs, name)),
            _ => None,
        }
    }
}

impl PolicyNames<'_> {
    fn meta(&self, name: &str) -> Value {
        let of_type = self.subject.of_type;
        match name {
            "type" => Value::string(of_type),
            "name" => Value::string(self.subject.name),
            "provider_type" => Value::string(of_type.split('_').next().unwrap_or_default()),
            "operation" => Value::string("create"),
            _ => Value::dynamic(),
        }
    }
}

fn named(known: &[(&str, Value)], name: &str) -> Value {
    known.iter().find(|(known, _)| *known == name).map_or_else(Value::dynamic, |(_, value)| value.clone())
}

/// A policy with the names of one instance.
struct Evaluation<'p> {
    file: &'p PolicyFile,
    names: PolicyNames<'p>,
    environment: Environment<'p>,
    budget: &'p Budget,
}

impl<'p> Evaluation<'p> {
    fn new(
        (file, policy): (&'p PolicyFile, &'p ResourcePolicy),
        subject: &'p Subject<'p>,
        environment: Environment<'p>,
        budget: &'p Budget,
    ) -> Self {
        let names = PolicyNames { subject, inputs: Vec::new(), locals: Vec::new() };
        let mut evaluation = Self { file, names, environment, budget };
        let inputs = file.inputs.iter().map(|input| (&*input.name, evaluation.evaluate(input.expr).value));
        let inputs = inputs.collect();
        evaluation.names.inputs = inputs;
        let locals: Vec<&NamedExpr> = policy.locals.iter().chain(&file.locals).collect();
        // each round knows what refers to the values of the round before
        for _ in 0..locals.len().min(MOST_LOCALS) {
            let values = locals.iter().map(|local| (&*local.name, evaluation.evaluate(local.expr).value));
            let values = values.collect();
            evaluation.names.locals = values;
        }
        evaluation
    }

    fn evaluate(&self, expr: ExprId) -> Outcome {
        let env = Environment { names: Some(&self.names), ..self.environment };
        evaluate(&self.file.parsed.tree, self.file.source, expr, &Scope::root(), &env, self.budget)
    }

    /// The value of a condition: `None` if it is unknown.
    fn decide(&self, expr: ExprId) -> Result<Option<bool>, String> {
        let outcome = self.evaluate(expr);
        if let Some(wrong) = outcome.diagnostics.iter().find(|finding| finding.is_error()) {
            return Err(wrong.message.to_string());
        }
        let value = outcome.value.unmark_deep().0;
        match value.as_bool() {
            Some(known) => Ok(Some(known)),
            None if value.is_null() => Err("the value is null".to_owned()),
            None => Ok(None),
        }
    }
}

/// The verdicts of a policy about an instance, one for each condition; empty if the filter excludes the instance.
pub(crate) fn verdicts<'p>(
    (file, policy): (&'p PolicyFile, &'p ResourcePolicy),
    subject: &'p Subject<'p>,
    environment: Environment<'p>,
    budget: &'p Budget,
) -> Vec<(&'p Condition, Verdict)> {
    let environment =
        Environment { unknown_functions: Policy::Unknown, unknown_names: Policy::Unknown, ..environment };
    let names = Evaluation::new((file, policy), subject, environment, budget);
    let selects = match policy.filter.map(|filter| names.decide(filter)) {
        None | Some(Ok(Some(true))) => true,
        Some(Ok(Some(false))) => return Vec::new(),
        // a filter that is unknown or fails makes a violation open
        Some(Ok(None) | Err(_)) => false,
    };
    let verdict = |condition: &'p Condition| {
        let verdict = match names.decide(condition.expr) {
            Ok(Some(true)) => Verdict::Satisfied,
            Ok(Some(false)) if selects => {
                let message = condition.error_message.map(|expr| names.evaluate(expr).value);
                let shown = message.filter(|value| value.ty() == &Type::STRING && !value.contains_marks());
                Verdict::Violated { message: shown.and_then(|value| Some(value.as_str()?.to_string())) }
            }
            Err(reason) if selects => Verdict::Failed { reason },
            Ok(_) | Err(_) => Verdict::Open,
        };
        (condition, verdict)
    };
    policy.conditions.iter().map(verdict).collect()
}
